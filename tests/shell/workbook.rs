//! Tests of `--xlsx`, which writes a workbook. Other programs can read the workbook, the same run always
//! writes the same bytes, and the file is complete or absent.

use std::fs;

use calamine::{Data, Reader, Xlsx, open_workbook};

use super::{Desk, installed};

/// Returns the rows of the CSV table `name`.
fn table(desk: &Desk, name: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_path(desk.path(name))
        .expect("it is there");
    let rows = reader.records().map(|row| row.expect("it is CSV"));
    rows.map(|row| row.iter().map(str::to_owned).collect())
        .collect()
}

#[test]
fn a_workbook_has_every_table_of_every_book() {
    let desk = Desk::new();
    let files = super::BOOKS.map(|book| format!("{book}.toml"));
    let mut words: Vec<&str> = vec!["run"];
    words.extend(files.iter().map(String::as_str));
    words.extend([
        "--fights", "30", "--seed", "3", "--out", "out", "--xlsx", "all.xlsx",
    ]);
    desk.ended(0, &words);
    let mut book: Xlsx<_> = open_workbook(desk.path("all.xlsx")).expect("it is a workbook");
    let sheets = book.sheet_names();
    assert_eq!(sheets[..2], ["about", "charts"]);
    let mut tables = 0;
    for entry in fs::read_dir(desk.path("out")).expect("it was made") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_none_or(|ending| ending != "csv") {
            continue;
        }
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let range = book.worksheet_range(&name).expect("a sheet of that name");
        let rows = table(&desk, &format!("out/{name}.csv"));
        assert_eq!(range.height(), rows.len(), "{name}");
        for (at, row) in rows.iter().enumerate() {
            for (column, cell) in row.iter().enumerate() {
                let found = range.get((at, column)).unwrap_or(&Data::Empty);
                let same = match found {
                    Data::Float(number) => cell.parse() == Ok(*number),
                    other => other.to_string() == *cell,
                };
                assert!(same, "{name} {at} {column}: {found:?}, not {cell}");
            }
        }
        tables += 1;
    }
    assert!(tables >= 7, "{tables}");
    let about = book.worksheet_range("about").expect("it is there");
    let said: Vec<String> = about.cells().map(|(_, _, cell)| cell.to_string()).collect();
    let command = "skirmish run brp.toml murdham.toml swift-swords.toml --fights 30 --seed 3";
    assert!(said.iter().any(|cell| cell == command), "{said:?}");
}

#[test]
fn threads_and_names_change_no_byte() {
    let desk = Desk::new();
    let run = |file: &str, threads: &str| {
        let start = ["run", "brp.toml", "--fights", "100", "--seats", "both"];
        desk.ended(
            0,
            &[&start[..], &["--xlsx", file, "--threads", threads]].concat(),
        );
        desk.bytes(file)
    };
    let alone = run("one.xlsx", "1");
    assert!(alone == run("other.XLSX", "3"));
}

#[test]
fn exact_odds_have_a_workbook_too() {
    let desk = Desk::new();
    let small = [
        "--set",
        "sides[0].fighters[0].count=1",
        "--set",
        "sides[1].fighters[0].count=1",
    ];
    let words = [
        "solve",
        "brp.toml",
        "--round-cap",
        "3",
        "--compare",
        "--fights",
        "50",
        "--xlsx",
        "odds.xlsx",
    ];
    desk.ended(0, &[&words[..], &small].concat());
    let mut book: Xlsx<_> = open_workbook(desk.path("odds.xlsx")).expect("it is a workbook");
    for (sheet, head) in [("summary", "unresolved"), ("compare", "outside")] {
        let range = book.worksheet_range(sheet).expect("a sheet");
        let heads: Vec<String> = range
            .rows()
            .next()
            .expect("a head")
            .iter()
            .map(ToString::to_string)
            .collect();
        assert!(heads.iter().any(|name| name == head), "{sheet}: {heads:?}");
        assert!(range.height() > 1);
    }
}

#[test]
fn what_cannot_be_written_is_said_before_a_fight() {
    let desk = Desk::new();
    fs::create_dir(desk.path("folder.xlsx")).expect("the directory is ours");
    let run = |code: i32, path: &str| {
        // This number of fights would take days, so the program must be stopped.
        let words = [
            "run", "brp.toml", "--fights", "1e10", "--out", "out", "--xlsx", path,
        ];
        let said = desk.ended(code, &words);
        assert!(said.out.is_empty(), "{}", said.out);
        said.err
    };
    assert!(run(2, "table.ods").contains("`table.ods` is not a valid name for a workbook"));
    assert!(run(5, "folder.xlsx").contains("it is a directory"));
    assert!(run(5, "no/such.xlsx").contains("there is no directory `no`"));
    assert_eq!(
        desk.names(),
        [
            "brp.toml",
            "folder.xlsx",
            "murdham.toml",
            "swift-swords.toml"
        ]
    );
}

#[cfg(unix)]
#[test]
fn a_workbook_is_written_whole_or_not_at_all() {
    let desk = Desk::new();
    desk.write("old.xlsx", "mine");
    let before = desk.names();
    for name in ["new.xlsx", "old.xlsx"] {
        // The shell limits files to 8 blocks of 512 bytes, so the workbook is too large.
        let said = desk.shell(&format!(
            "ulimit -f 8; skirmish run brp.toml --fights 20 --xlsx {name}"
        ));
        assert_eq!(said.code, Some(5), "{}", said.err);
        assert!(
            said.err.contains(&format!("cannot write {name}")),
            "{}",
            said.err
        );
        assert!(
            said.out.contains("guards"),
            "the table is shown all the same"
        );
    }
    assert_eq!(desk.names(), before);
    assert_eq!(desk.bytes("old.xlsx"), b"mine");
}

#[test]
fn libreoffice_opens_it() {
    let desk = Desk::new();
    let words = [
        "run",
        "brp.toml",
        "--fights",
        "50",
        "--out",
        "out",
        "--xlsx",
        "gate.xlsx",
    ];
    desk.ended(0, &words);
    let home = format!(
        "-env:UserInstallation=file://{}/home",
        desk.path("").display()
    );
    // The filter options make LibreOffice write each sheet to its own file. Numbers are written in full,
    // without the rounding of the display.
    let filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1";
    let words = [
        &home,
        "--headless",
        "--convert-to",
        filter,
        "--outdir",
        "sheets",
        "gate.xlsx",
    ];
    let Some(said) = installed("soffice", &words, &desk.path("")) else {
        return;
    };
    assert_eq!(said.code, Some(0), "{}", said.err);
    for name in ["summary", "rounds", "combatants", "policies"] {
        let [ours, theirs] =
            ["out/", "sheets/gate-"].map(|place| table(&desk, &format!("{place}{name}.csv")));
        assert_eq!(ours.len(), theirs.len(), "{name}");
        for (one, other) in ours.iter().flatten().zip(theirs.iter().flatten()) {
            // A cell that is displayed as a percentage is converted back to the number.
            let number = |text: &str| match text.strip_suffix('%') {
                Some(percent) => percent.parse().map(|number: f64| number / 100.0),
                None => text.parse(),
            };
            let same = match (number(one), number(other)) {
                (Ok(one), Ok(other)) => (one - other).abs() < 1e-9,
                _ => one == other,
            };
            assert!(same, "{name}: {one}, not {other}");
        }
    }
    assert!(desk.path("sheets/gate-charts.csv").exists());
}
