//! Tests of rows that are read from sheets and written to sheets, such as CSV files. A scenario plays the
//! same when its rows are in a sheet, and a fault names the cell of the sheet.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value as Json;
use tempfile::TempDir;

const BOOKS: [&str; 5] = ["brp", "murdham", "persona", "semiautomagic", "swift-swords"];

fn skirmish(desk: &Path, words: &[&str]) -> Output {
    std::process::Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
        .current_dir(desk)
        .args(words)
        .output()
        .expect("the program starts")
}

fn done(desk: &Path, words: &[&str]) -> String {
    let output = skirmish(desk, words);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {said}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn desk() -> TempDir {
    tempfile::tempdir().expect("a directory for temporary files")
}

/// Creates a folder with these files.
fn with(files: &[(&str, &[u8])]) -> TempDir {
    let desk = desk();
    for (name, bytes) in files {
        fs::write(desk.path().join(name), bytes).expect("the directory is ours");
    }
    desk
}

/// Returns the faults of a scenario, as the program reports them in JSON.
fn faults(desk: &Path, scenario: &str) -> Vec<Json> {
    let words = [
        "run",
        scenario,
        "--fights",
        "10",
        "--quiet",
        "--message-format",
        "json",
    ];
    let output = skirmish(desk, &words);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let lines = said
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    lines.collect()
}

/// Returns a duel of `guard` and `orc`. Their stat blocks are in the files that `include` names.
fn duel(include: &str) -> String {
    format!(
        "ruleset = \"brp\"\ninclude = {include}\n\
         [[sides]]\nname = \"left\"\nfighters = [{{ combatant = \"guard\" }}]\n\
         [[sides]]\nname = \"right\"\nfighters = [{{ combatant = \"orc\" }}]\n"
    )
}

/// Returns the tables of a run, by file name. The table of expectations is left out, because it has line
/// numbers of the scenario.
fn tables(desk: &Path, scenario: &str) -> Vec<(String, Vec<u8>)> {
    let words = [
        "run", scenario, "--fights", "60", "--quiet", "--out", "results",
    ];
    done(desk, &words);
    let entries = fs::read_dir(desk.join("results")).expect("it was made");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "csv"))
        .filter(|path| !path.ends_with("expect.csv"))
        .map(|path| {
            let name = path
                .file_name()
                .expect("a file")
                .to_string_lossy()
                .into_owned();
            (name, fs::read(path).expect("it can be read"))
        })
        .collect();
    files.sort();
    files
}

/// Returns the paths of all shipped scenarios of a book.
fn shipped(book: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(format!("scenarios/{book}")).expect("they are there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    paths.sort();
    paths
}

/// Returns three shipped scenarios of a book: the first by name, and of the others those two that have most
/// tables with rows.
fn chosen(book: &str) -> Vec<PathBuf> {
    let tables = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("it is there");
        let tree: toml::Table = text.parse().expect("it is TOML");
        let rows = |table: &&toml::Value| {
            let mut rows = table.as_table().into_iter().flatten();
            rows.any(|(_, row)| row.is_table())
        };
        tree.values().filter(rows).count()
    };
    let mut paths = shipped(book);
    let first = paths.remove(0);
    paths.sort_by_key(|path| std::cmp::Reverse(tables(path)));
    [vec![first], paths].concat().into_iter().take(3).collect()
}

/// Returns an `OpenDocument` spreadsheet with a sheet for each of these CSV tables. The sheet has the name of
/// the table.
fn ods(sheets: &[(String, String)]) -> Vec<u8> {
    let escaped = |text: &str| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        text.replace('"', "&quot;")
    };
    let mut content = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><office:document-content \
         xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
         xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
         xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"><office:body><office:spreadsheet>",
    );
    for (name, csv) in sheets {
        write!(content, "<table:table table:name=\"{name}\">").expect("a text takes every word");
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(csv.as_bytes());
        for row in reader.records() {
            content += "<table:table-row>";
            for cell in &row.expect("it is CSV") {
                let cell = skirmish::report::Dialect::read(cell);
                let shown = match cell.parse::<f64>() {
                    _ if cell.is_empty() => "<table:table-cell/>".to_owned(),
                    Ok(number) if number.to_string() == cell => format!(
                        "<table:table-cell office:value-type=\"float\" office:value=\"{cell}\"/>"
                    ),
                    _ => format!(
                        "<table:table-cell office:value-type=\"string\"><text:p>{}</text:p></table:table-cell>",
                        escaped(&cell)
                    ),
                };
                content += &shown;
            }
            content += "</table:table-row>";
        }
        content += "</table:table>";
    }
    content += "</office:spreadsheet></office:body></office:document-content>";
    let manifest = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><manifest:manifest \
        xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\"/>";
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, text) in [
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", &content),
        ("META-INF/manifest.xml", manifest),
    ] {
        zip.start_file(name, options).expect("writing to memory");
        zip.write_all(text.as_bytes()).expect("writing to memory");
    }
    zip.finish().expect("writing to memory").into_inner()
}

#[test]
fn scenarios_of_five_books_play_byte_for_byte_the_same_with_their_rows_in_sheets() {
    for book in BOOKS {
        // If some scenarios of a book have their own tables, such as weapons, one of these scenarios is among
        // the chosen.
        for path in chosen(book) {
            let text = fs::read_to_string(&path).expect("it is there");
            let tree: toml::Table = text.parse().expect("it is TOML");
            let desk = desk();
            let put = |folder: &str, tree: &toml::Table| {
                let folder = desk.path().join(folder);
                fs::create_dir_all(&folder).expect("the directory is ours");
                fs::write(folder.join("same.toml"), tree.to_string()).expect("it is ours");
                folder
            };
            assert!(!tree.contains_key("include"), "{path:?} stands alone");
            let plain = put("plain", &tree);
            let wanted = tables(&plain, "same.toml");
            done(&plain, &["sheet", "same.toml", "--out", "../all.xlsx"]);
            let names = [
                "combatants",
                "weapons",
                "shields",
                "armour",
                "ammunition",
                "powers",
            ];
            let own: Vec<&str> = (tree.keys().map(String::as_str))
                .filter(|key| {
                    let table = ["--table", key];
                    skirmish(&plain, &[&["sheet", "same.toml"], &table[..]].concat())
                        .status
                        .success()
                })
                .collect();
            assert!(own.iter().any(|table| names.contains(table)), "{path:?}");
            let rest = |include: Vec<String>| {
                let mut rest = tree.clone();
                rest.retain(|key, _| own.iter().all(|table| *table != key));
                let include = include.into_iter().map(toml::Value::String).collect();
                rest.insert("include".to_owned(), toml::Value::Array(include));
                rest
            };
            for dialect in ["standard", "excel-eu"] {
                let files = own.iter().map(|table| format!("{table}.csv")).collect();
                let folder = put(dialect, &rest(files));
                for table in &own {
                    let out = format!("../{dialect}/{table}.csv");
                    let words = ["sheet", "same.toml", "--table", table, "--out", &out];
                    done(&plain, &[&words[..], &["--dialect", dialect]].concat());
                }
                assert!(
                    tables(&folder, "same.toml") == wanted,
                    "{path:?}: {dialect}"
                );
            }
            let folder = put("workbook", &rest(vec!["../all.xlsx".to_owned()]));
            assert!(tables(&folder, "same.toml") == wanted, "{path:?}: xlsx");
            let sheets: Vec<(String, String)> = (own.iter())
                .map(|table| {
                    let words = ["sheet", "same.toml", "--table", table];
                    ((*table).to_owned(), done(&plain, &words))
                })
                .collect();
            fs::write(desk.path().join("all.ods"), ods(&sheets)).expect("it is ours");
            let folder = put("document", &rest(vec!["../all.ods".to_owned()]));
            assert!(tables(&folder, "same.toml") == wanted, "{path:?}: ods");
        }
    }
}

#[test]
fn every_table_of_every_book_is_written_and_read_again() {
    for book in BOOKS {
        let desk = desk();
        done(desk.path(), &["new", book, "--out", "starter.toml"]);
        let wanted = tables(desk.path(), "starter.toml");
        let words = ["sheet", book, "--out", "book.xlsx"];
        if book == "persona" {
            // The command refuses the book `persona`, because the book has no tables of its own to write.
            assert_eq!(skirmish(desk.path(), &words).status.code(), Some(2));
            continue;
        }
        done(desk.path(), &words);
        let starter = fs::read_to_string(desk.path().join("starter.toml")).expect("it is there");
        let include = format!("include = [\"book.xlsx\"]\n{starter}");
        fs::write(desk.path().join("starter.toml"), include).expect("the directory is ours");
        assert!(tables(desk.path(), "starter.toml") == wanted, "{book}");
    }
}

#[test]
fn sheets_are_read_as_spreadsheets_write_them() {
    let comma = "name,dex,hit_points,armour,carries,skills.broad-sword,db\n\
                 guard,12,13,chain,broad-sword round-shield,60,1d4\n\
                 orc,10,11,soft-leather,short-sword,,'-1d4\n";
    let german = "\u{feff}name;dex;hit_points;armour;carries;skills.broad-sword;db\r\n\
                  guard;12;13,0;chain;broad-sword round-shield;60;1d4\r\n\
                  orc;10;11;soft-leather;\"short-sword\";;-1d4\r\n;;;;;;\r\n";
    let excel = format!("sep=;\r\n{}", german.trim_start_matches('\u{feff}'));
    let tabs = comma
        .replace(',', "\t")
        .replace("broad-sword round", "broad-sword; round");
    let wide: Vec<u8> = [0xfeff]
        .into_iter()
        .chain(tabs.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let files: [(&str, &[u8]); 5] = [
        ("a.csv", comma.as_bytes()),
        ("b.csv", german.as_bytes()),
        ("c.csv", excel.as_bytes()),
        ("d.tsv", tabs.as_bytes()),
        ("e.csv", &wide),
    ];
    let desk = with(&files);
    let mut all = Vec::new();
    for (name, _) in files {
        for include in [
            format!("['{name}']"),
            format!("[{{ file = '{name}', table = 'combatants' }}]"),
        ] {
            fs::write(desk.path().join("duel.toml"), duel(&include)).expect("it is ours");
            all.push(tables(desk.path(), "duel.toml"));
        }
    }
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn afflictions_are_rows_of_a_sheet_like_any_others_and_can_be_set() {
    let fighters = "[combatants.guard]\ndex = 12\nhit_points = 13\ncarries = [\"dagger\"]\n\
                    [combatants.orc]\nlike = \"guard\"\n[weapons.dagger]\naffliction = \"venom\"\n";
    let desk = with(&[
        (
            "afflictions.csv",
            b"name,damage,save,rounds,on\nvenom,1d4,con,5,wound\nfire,2,,3,hit\n",
        ),
        (
            "duel.toml",
            [&duel("['afflictions.csv']"), fighters].concat().as_bytes(),
        ),
        (
            "same.toml",
            [
                &duel("[]"),
                fighters,
                "[afflictions]\nvenom = { damage = '1d4', save = 'con', rounds = 5, on = 'wound' }\n",
            ]
            .concat()
            .as_bytes(),
        ),
    ]);
    let strip = |tables: Vec<(String, Vec<u8>)>| -> Vec<(String, String)> {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        let tables = tables.into_iter().filter(|(name, _)| name == "hits.csv");
        let tables = tables.map(|(name, bytes)| (name, text(bytes)));
        tables
            .map(|(name, text)| (name, text.replace("duel,", "").replace("same,", "")))
            .collect()
    };
    let [sheet, text] = ["duel.toml", "same.toml"].map(|file| strip(tables(desk.path(), file)));
    assert!(
        sheet == text && sheet[0].1.contains("venom"),
        "{sheet:?} {text:?}"
    );
    let vary = [
        "run",
        "duel.toml",
        "--fights",
        "60",
        "--quiet",
        "--vary",
        "afflictions.venom.damage=1,1d4,2d6",
    ];
    assert!(done(desk.path(), &vary).contains("2d6"));
    let wrong = ["run", "duel.toml", "--set", "afflictions.venom.rounds=251"];
    let said = skirmish(desk.path(), &wrong).stderr;
    let said = String::from_utf8(said).expect("UTF-8");
    assert!(
        said.contains("`rounds` must be from 1 to 250, not 251"),
        "{said}"
    );
}

#[test]
fn every_fault_is_shown_with_file_sheet_row_and_column() {
    let sheet = "name,dex,hit_pionts,armour,carries\n\
                 guard,twelve,13,leather,broad-sword\n\
                 orc,10,11,soft-leather,short-swrod,x\n\
                 orc,10,11,,\n,3,,,\n#REF!,1,,,\n\"elf,1,1,,\n";
    let desk = with(&[
        ("monsters.csv", sheet.as_bytes()),
        ("duel.toml", duel("['monsters.csv']").as_bytes()),
    ]);
    let output = skirmish(desk.path(), &["run", "duel.toml"]);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    for part in [
        "[monsters.csv, row 1, column C]",
        "did you mean `hit_points`?",
        "[monsters.csv, row 2, column B]",
        "write a whole number from 0 to 1000",
        "[monsters.csv, row 2, column D]",
        "[monsters.csv, row 3, column E]",
        "did you mean `short-sword`?",
        "[monsters.csv, row 3, column F]",
        "[monsters.csv, row 4, column A]",
        "[monsters.csv, row 5, column B]",
        "[monsters.csv, row 6, column A]",
        "[monsters.csv, row 7, column A]",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let found = faults(desk.path(), "duel.toml");
    let cells: Vec<&str> = found
        .iter()
        .filter_map(|fault| fault["cell"].as_str())
        .collect();
    for cell in ["C1", "B2", "D2", "E3", "F3", "A4", "B5", "A6", "A7"] {
        assert!(cells.contains(&cell), "{cell}: {cells:?}");
    }
}

#[test]
fn a_sheet_of_a_workbook_is_found_by_its_name_and_a_fault_names_it() {
    let combatants = "name,dex,hit_points,carries\nguard,12,13,broad-sword\norc,10,11,cleaver\n";
    let weapons = "name,like,damage\ncleaver,short-sword,1d6+\u{d7}\n";
    let sheet = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let book = ods(&[
        sheet("Notes", "what,why\nhit_points,are low\n"),
        sheet("combatants", combatants),
        sheet("weapons", weapons),
    ]);
    let desk = with(&[
        ("all.ods", &book),
        ("duel.toml", duel("['all.ods']").as_bytes()),
    ]);
    let output = skirmish(desk.path(), &["run", "duel.toml"]);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        said.contains("[all.ods, sheet weapons, row 2, column C]"),
        "{said}"
    );
    let found = faults(desk.path(), "duel.toml");
    assert_eq!(
        (&found[0]["sheet"], &found[0]["cell"]),
        (&"weapons".into(), &"C2".into())
    );
    // In these cases there is no such sheet or table, or its name is misspelt, or the file cannot be read as
    // a sheet.
    for (include, help) in [
        (
            "[{ file = 'all.ods', sheet = 'weapon' }]",
            "did you mean `weapons`?",
        ),
        (
            "[{ file = 'all.ods', sheet = 'Notes', table = 'combatant' }]",
            "did you mean `combatants`?",
        ),
        (
            "[{ file = 'all.ods', sheet = 'Notes' }]",
            "write `{ file = \"all.ods\", table = \"…\" }`",
        ),
        ("['near.ods']", "did you mean `combatants`?"),
        ("[{ fiel = 'all.ods' }]", "did you mean `file`?"),
        (
            "[{ file = 'duel.toml', table = 'weapons' }]",
            "a sheet ends in .csv, .tsv, .xlsx or .ods",
        ),
        ("['torn.xlsx']", "save it as .xlsx, .ods or .csv"),
        ("['latin.csv']", "save it as UTF-8"),
    ] {
        let near = ods(&[sheet("combatant", combatants), sheet("weapons", weapons)]);
        fs::write(desk.path().join("near.ods"), near).expect("the directory is ours");
        fs::write(desk.path().join("torn.xlsx"), b"PK no zip").expect("it is ours");
        fs::write(desk.path().join("latin.csv"), b"name,dex\ngr\xf6\xdfe,1\n").expect("it is ours");
        fs::write(desk.path().join("main.toml"), duel(include)).expect("it is ours");
        let found = faults(desk.path(), "main.toml");
        let helps: Vec<&str> = found
            .iter()
            .filter_map(|fault| fault["help"].as_str())
            .collect();
        assert!(
            helps.iter().any(|said| said.contains(help)),
            "{include}: {found:?}"
        );
    }
    // A spreadsheet cannot be played as a scenario by itself.
    let found = faults(desk.path(), "all.ods");
    assert_eq!(
        found[0]["help"],
        "write `include = [\"all.ods\"]` in a scenario"
    );
}

#[test]
fn no_line_of_a_file_that_is_no_sheet_of_a_book_is_shown() {
    let secret = "name,url,username,password\nbank,https://bank,me,hunter2\n";
    let desk = with(&[
        ("secret.csv", secret.as_bytes()),
        ("duel.toml", duel("['secret.csv']").as_bytes()),
    ]);
    let output = skirmish(desk.path(), &["run", "duel.toml"]);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        said.contains("it is unclear which table `secret.csv` fills"),
        "{said}"
    );
    assert!(
        !said.contains("hunter2") && !said.contains("bank"),
        "{said}"
    );
}

#[test]
fn an_axis_over_a_table_or_a_sheet_plays_every_row() {
    let sheet = "name,like,hit_points\norc,guard,11\nogre,guard,16\n";
    let own = "[combatants.guard]\ndex = 12\nhit_points = 13\ncarries = [\"broad-sword\"]\n";
    let axis = |to: &str| {
        format!(
            "[[vary]]\nname = \"foe\"\nset = \"sides[1].fighters[0].combatant\"\nto = \"{to}\"\n"
        )
    };
    for (to, foes) in [
        ("combatants", vec!["orc", "ogre", "guard"]),
        ("monsters.csv", vec!["orc", "ogre"]),
    ] {
        let text = duel("['monsters.csv']") + own + &axis(to);
        let desk = with(&[
            ("monsters.csv", sheet.as_bytes()),
            ("duel.toml", text.as_bytes()),
        ]);
        let said = done(
            desk.path(),
            &["run", "duel.toml", "--fights", "50", "--quiet"],
        );
        let found: Vec<&str> = (said.lines())
            .filter_map(|line| line.split_whitespace().next())
            .filter(|word| ["guard", "orc", "ogre"].contains(word))
            .collect();
        assert_eq!(found, foes, "{said}");
    }
}

#[test]
fn a_thousand_units_are_read_within_a_second() {
    let mut sheet = "name,dex,hit_points,armour,carries,skills.broad-sword,dodge,db\n".to_owned();
    for n in 0..1000 {
        let (dex, hits) = (8 + n % 10, 9 + n % 8);
        writeln!(
            sheet,
            "unit {n},{dex},{hits},chain,broad-sword round-shield,{},30,1d4",
            40 + n % 50
        )
        .expect("a text takes every word");
    }
    sheet += "guard,12,13,,broad-sword,60,,\norc,12,13,,broad-sword,60,,\n";
    let desk = with(&[
        ("monsters.csv", sheet.as_bytes()),
        ("duel.toml", duel("['monsters.csv']").as_bytes()),
    ]);
    let quickest = (0..3).map(|_| {
        let start = Instant::now();
        done(
            desk.path(),
            &["run", "duel.toml", "--fights", "1", "--quiet"],
        );
        start.elapsed()
    });
    let quickest = quickest.min().expect("three runs");
    assert!(quickest < Duration::from_secs(1), "{quickest:?}");
}

/// Returns the cells of a sheet without faults. It has 12 rows.
fn sound() -> Vec<Vec<String>> {
    let heads = [
        "name",
        "dex",
        "hit_points",
        "armour",
        "carries",
        "skills.broad-sword",
        "skills.short-sword",
        "shield_skill",
        "dodge",
        "db",
    ];
    let row = |n: usize| {
        let name = match n {
            0 => "guard".to_owned(),
            1 => "orc".to_owned(),
            _ => format!("unit {n}"),
        };
        let armour = ["chain", "soft-leather", "hard-leather"][n % 3];
        let carries = [
            "broad-sword round-shield",
            "short-sword",
            "broad-sword; dagger",
        ][n % 3];
        let numbers =
            [8 + n, 10 + n, 50 + n, 40 + n, 30 + n, 20 + n].map(|number| number.to_string());
        let [dex, hits, broad, short, shield, dodge] = numbers;
        [
            name,
            dex,
            hits,
            armour.to_owned(),
            carries.to_owned(),
            broad,
            short,
            shield,
            dodge,
            "1d4".to_owned(),
        ]
    };
    let rows = (0..12).map(|n| row(n).to_vec());
    std::iter::once(heads.map(str::to_owned).to_vec())
        .chain(rows)
        .collect()
}

/// Damages one cell of a sheet. Returns a description of the damage, and the row and column of the cell that
/// a fault should name.
fn damage(rng: &mut Xoshiro256PlusPlus, cells: &mut [Vec<String>]) -> (String, (usize, usize)) {
    let row = rng.random_range(1..cells.len());
    let column = rng.random_range(1..cells[0].len());
    let kind = rng.random_range(0..11);
    let numbers = [1, 2, 5, 6, 7, 8];
    let number = numbers[rng.random_range(0..numbers.len())];
    let slip = |rng: &mut Xoshiro256PlusPlus, text: &str| {
        let letters: Vec<char> = text.chars().collect();
        let at = rng.random_range(1..letters.len());
        let kept = letters.iter().enumerate().filter(|(place, _)| *place != at);
        kept.map(|(_, letter)| letter).collect::<String>() + "q"
    };
    let (at, text) = match kind {
        0 => ((0, column), slip(rng, &cells[0][column].replace('.', ""))),
        1 => ((row, number), "many".to_owned()),
        2 => ((row, number), "-5000".to_owned()),
        3 => ((row, number), "123456".to_owned()),
        4 => ((row, number), "12.5".to_owned()),
        5 => ((row, 3), slip(rng, &cells[row][3])),
        6 => ((row, 4), slip(rng, &cells[row][4])),
        7 => (
            (row, 9),
            ["1d", "1d6+99999", "d6d6", "1d6\u{d7}2", "1d4+1d6"][rng.random_range(0..5)].to_owned(),
        ),
        8 => (
            (row, column),
            ["#REF!", "#N/A", "#VALUE!"][rng.random_range(0..3)].to_owned(),
        ),
        9 => {
            let first = rng.random_range(1..cells.len());
            let (first, second) = (first.min(row), first.max(row));
            if first == second {
                ((row, number), "x".to_owned())
            } else {
                ((second, 0), cells[first][0].clone())
            }
        }
        _ => ((row, 0), String::new()),
    };
    // If the name of a row is missing, the fault is reported at the first cell of the row.
    let shown = if text.is_empty() { (at.0, 1) } else { at };
    let was = std::mem::replace(&mut cells[at.0][at.1], text.clone());
    (format!("`{was}` became `{text}`"), shown)
}

#[test]
fn of_300_damaged_sheets_at_least_98_in_100_are_faulted_at_the_right_cell() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(60);
    let desk = desk();
    let mut missed = Vec::new();
    for n in 0..300 {
        let mut cells = sound();
        let (what, (row, column)) = damage(&mut rng, &mut cells);
        let letter = char::from(b'A' + u8::try_from(column).expect("few columns"));
        let wanted = format!("{letter}{}", row + 1);
        let name = if n % 3 == 2 {
            let text: String = cells.iter().map(|row| row.join(",") + "\n").collect();
            let book = ods(&[("combatants".to_owned(), text)]);
            fs::write(desk.path().join("sheet.ods"), book).expect("the directory is ours");
            "sheet.ods"
        } else {
            let separator = if n % 3 == 1 { ";" } else { "," };
            let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
            let line =
                |row: &Vec<String>| row.iter().map(quoted).collect::<Vec<_>>().join(separator);
            let text: String = cells.iter().map(|row| line(row) + "\r\n").collect();
            fs::write(desk.path().join("sheet.csv"), text).expect("the directory is ours");
            "sheet.csv"
        };
        fs::write(desk.path().join("duel.toml"), duel(&format!("['{name}']"))).expect("it is ours");
        let found = faults(desk.path(), "duel.toml");
        let cells: Vec<&str> = found
            .iter()
            .filter_map(|fault| fault["cell"].as_str())
            .collect();
        if !cells.contains(&wanted.as_str()) {
            missed.push(format!("{n}: {what} in {wanted}, but {cells:?}"));
        }
    }
    assert!(missed.len() <= 6, "{missed:#?}");
}

#[test]
fn the_command_says_what_it_cannot_write() {
    let desk = with(&[("duel.toml", b"")]);
    for (words, said) in [
        ("sheet brp --table weapns", "did you mean `weapons`?"),
        ("sheet brp", "choose a table with --table"),
        (
            "sheet brp --table combatants",
            "has no rows of its own in `combatants`",
        ),
        ("sheet bpr --table weapons", "did you mean `brp`?"),
        (
            "sheet brp --table weapons --out weapons.ods",
            "it must end in .csv, .tsv or .xlsx",
        ),
        (
            "sheet brp --out all.xlsx --dialect excel-eu",
            "--dialect sets the format of CSV",
        ),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let output = skirmish(desk.path(), &words);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(said), "{text}");
    }
}

/// Prints why a test was skipped. The note goes to the real standard error, because the output of a passing
/// test is not shown.
fn skipped(why: &str) {
    writeln!(std::io::stderr(), "skipped: {why}").expect("standard error is open");
}

/// Creates a folder with the rows of a duel as `combatants.csv` and as `rows.xlsx`. Returns the folder and
/// the tables of a run of the duel.
fn exported() -> (TempDir, Vec<(String, Vec<u8>)>) {
    let sheet = "name,dex,hit_points,armour,carries,skills.broad-sword,db\n\
                 guard,12,13,chain,broad-sword round-shield,60,1d4\n\
                 orc,10,11,{ ap = 3 },short-sword,,'-1d4\n";
    let text = duel("['combatants.csv']");
    let files: [(&str, &[u8]); 2] = [
        ("combatants.csv", sheet.as_bytes()),
        ("duel.toml", text.as_bytes()),
    ];
    let desk = with(&files);
    let wanted = tables(desk.path(), "duel.toml");
    done(desk.path(), &["sheet", "duel.toml", "--out", "rows.xlsx"]);
    (desk, wanted)
}

/// Asserts that a run of the duel has the tables `wanted` if the rows are read from `file`.
fn plays_the_same(desk: &Path, file: &str, wanted: &[(String, Vec<u8>)]) {
    let include = format!("[{{ file = '{file}', table = 'combatants' }}]");
    fs::write(desk.join("duel.toml"), duel(&include)).expect("the directory is ours");
    assert!(tables(desk, "duel.toml") == wanted, "{file}");
}

#[test]
fn libreoffice_reads_a_sheet_and_writes_one() {
    let (desk, wanted) = exported();
    let home = format!(
        "-env:UserInstallation=file://{}/home",
        desk.path().display()
    );
    let convert = |form: &str, file: &str| {
        std::process::Command::new("soffice")
            .current_dir(desk.path())
            .args([
                &home,
                "--headless",
                "--convert-to",
                form,
                "--outdir",
                "made",
                file,
            ])
            .output()
    };
    for (form, file, made) in [
        ("ods", "rows.xlsx", "made/rows.ods"),
        ("xlsx", "made/rows.ods", "made/rows.xlsx"),
        ("csv", "rows.xlsx", "made/rows.csv"),
        ("ods", "combatants.csv", "made/combatants.ods"),
    ] {
        let Ok(output) = convert(form, file) else {
            skipped("there is no soffice");
            return;
        };
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        plays_the_same(desk.path(), made, &wanted);
    }
}

#[test]
fn openpyxl_and_pandas_read_a_sheet_and_write_one() {
    let python = std::env::var("SKIRMISH_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let run = |desk: &Path, script: &str| {
        std::process::Command::new(&python)
            .current_dir(desk)
            .args(["-c", script])
            .output()
    };
    let (desk, wanted) = exported();
    let has = run(desk.path(), "import openpyxl, pandas");
    if !has.is_ok_and(|output| output.status.success()) {
        skipped(&format!("{python} has no openpyxl or no pandas"));
        return;
    }
    let script = r#"
import openpyxl, pandas
book = openpyxl.load_workbook("rows.xlsx")
sheet = book["combatants"]
assert [cell.value for cell in sheet[2]][:3] == ["guard", 12, 13], [cell.value for cell in sheet[2]]
book.save("openpyxl.xlsx")
frame = pandas.read_excel("rows.xlsx", sheet_name="combatants")
frame.to_excel("pandas.xlsx", sheet_name="combatants", index=False)
frame.to_csv("pandas.csv", index=False)
"#;
    let output = run(desk.path(), script).expect("it just started");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for file in ["openpyxl.xlsx", "pandas.xlsx", "pandas.csv"] {
        plays_the_same(desk.path(), file, &wanted);
    }
}
