//! Tests of names in scenarios of strangers. A terminal or a build must not execute anything that a name
//! contains, and a reader must be able to see all of the name.

use super::{Desk, Said};

/// A hostile name. It would set the clipboard, clear the screen, go back to the start of the line, and
/// reverse the direction of the text. It also has an invalid character.
const EVIL: &str = r"\u001b]52;c;eA==\u0007 \u009b2J \r \u202E \uFFFE ; x";

fn scenario() -> String {
    format!(
        "ruleset = \"brp\"\ntitle = \"::error::title {EVIL}\"\n[combatants.\"::warning::one {EVIL}\"]\n\
         dex = 12\nhit_points = 8\ncarries = [\"broad-sword\"]\npolicy = \"p {EVIL}\"\n\
         [combatants.\"two ##[error] {EVIL}\"]\ndex = 10\nhit_points = 8\ncarries = [\"short-sword\"]\n\
         [policies.\"p {EVIL}\"]\nact = [\"attack nearest if round > 90\", \"attack nearest\"]\n\
         [[sides]]\nname = \"::set-output name=x::left {EVIL}\"\n\
         fighters = [{{ combatant = \"::warning::one {EVIL}\" }}]\n\
         [[sides]]\nname = \"right\\n::error::y {EVIL}\"\n\
         fighters = [{{ combatant = \"two ##[error] {EVIL}\" }}]\n\
         [[vary]]\nname = \"::axis:: {EVIL}\"\nset = \"sides[0].fighters[0].count\"\nto = [1, 2]\n\
         labels = [\"::error::a {EVIL}\", \"b {EVIL}\"]\n"
    )
}

/// Returns whether a text has no characters that a terminal would execute or not show.
fn is_plain(text: &str) -> bool {
    let obeyed = |c: char| {
        c.is_control() && c != '\n' && c != '\t'
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{fffe}')
    };
    !text.contains(obeyed)
}

/// Returns the lines of a text that GitHub Actions would execute as commands.
fn commands(text: &str) -> Vec<&str> {
    let is_command = |line: &&str| line.trim_start().starts_with("::") || line.contains("##[");
    text.lines().filter(is_command).collect()
}

#[test]
fn no_output_is_obeyed() {
    let desk = Desk::new();
    desk.write("evil.toml", &scenario());
    desk.write(
        "faulty.toml",
        &scenario().replace("hit_points = 8", "\"::hit \\u001b[2J\" = 8"),
    );
    let github = [
        ("GITHUB_ACTIONS", "true"),
        ("GITHUB_STEP_SUMMARY", "page.md"),
    ];
    let quick = ["--fights", "20"];
    for (code, words) in [
        (0, &["run", "evil.toml", "--fights", "20"][..]),
        (
            0,
            &[
                "run",
                "evil.toml",
                "brp.toml",
                "--fights",
                "20",
                "--seats",
                "both",
            ],
        ),
        (0, &["explain", "evil.toml", "--fight", "3"]),
        (
            2,
            &["explain", "evil.toml", "--matchup", "::error::\u{1b}[2J"],
        ),
        (
            2,
            &["explain", "evil.toml", "--where", "won-by=::error::\u{1b}"],
        ),
        (
            0,
            &["compare", "evil.toml", "--against", "1", "--fights", "200"],
        ),
        (3, &["run", "faulty.toml"]),
        (3, &["run", "::error::\u{1b}[2J.toml"]),
        (2, &["run", "evil.toml", "--fights", "::\u{1b}[2J"]),
    ] {
        let words: Vec<&str> = words.to_vec();
        let against = words.iter().position(|word| *word == "1");
        let label = "::error::a \u{1b}]52;c;eA==\u{7} \u{9b}2J \r \u{202e} \u{fffe} ; x";
        let words: Vec<&str> = (words.iter().enumerate())
            .map(|(at, word)| if Some(at) == against { label } else { *word })
            .collect();
        let Said { out, err, .. } = desk.ended_in(code, &words, &github);
        for text in [&out, &err] {
            assert!(is_plain(text), "{words:?}: {text:?}");
            assert_eq!(commands(text), Vec::<&str>::new(), "{words:?}");
        }
        // The parser of the command line has already removed terminal commands from these words.
        let is_seen = format!("{out}{err}").contains("\\u001B");
        let is_left_out = words.contains(&"--seats") || words.contains(&"::\u{1b}[2J");
        assert!(is_seen || is_left_out, "{words:?}: {out}{err}");
    }
    // The JSON output for other programs must also be plain.
    let words = [
        "run",
        "evil.toml",
        "--fights",
        "20",
        "--format",
        "json",
        "--message-format",
        "json",
    ];
    let Said { out, err, .. } = desk.ended_in(0, &words, &github);
    assert!(commands(&out).is_empty() && commands(&err).is_empty());
    let line: serde_json::Value =
        serde_json::from_str(out.lines().next().expect("a line")).expect("JSON");
    assert!(
        line["combatants"][1]["combatant"]
            .as_str()
            .is_some_and(|name| name.starts_with("two ##[error] \u{1b}"))
    );
    desk.ended(
        0,
        &[&["check", "evil.toml", "--update"], &quick[..]].concat(),
    );
}

#[test]
fn a_check_has_only_the_commands_that_are_meant() {
    let desk = Desk::new();
    desk.write("evil.toml", &scenario());
    desk.ended(0, &["check", "evil.toml", "--update", "--fights", "2000"]);
    let github = [
        ("GITHUB_ACTIONS", "true"),
        ("GITHUB_STEP_SUMMARY", "page.md"),
    ];
    let words = [
        "check",
        "evil.toml",
        "--junit",
        "found.xml",
        "--round-cap",
        "2",
    ];
    let Said { out, err, .. } = desk.ended_in(1, &words, &github);
    assert!(is_plain(&out) && is_plain(&err), "{out:?}{err:?}");
    let meant = |line: &&&str| line.starts_with("::error file=evil.toml,title=balance moved::");
    let meant_too = |line: &&&str| {
        line.starts_with("::warning file=evil.toml,title=too few fights for a verdict::")
    };
    let all = commands(&out);
    assert!(
        !all.is_empty() && all.iter().all(|line| meant(&line) || meant_too(&line)),
        "{all:#?}"
    );
    let page = String::from_utf8(desk.bytes("page.md")).expect("UTF-8");
    assert!(is_plain(&page), "{page:?}");
    let xml = String::from_utf8(desk.bytes("found.xml")).expect("UTF-8");
    let xml = roxmltree::Document::parse(&xml).expect("it is XML");
    let mut names = xml.descendants().filter_map(|node| node.attribute("name"));
    assert!(names.any(|name| name.contains("\\uFFFE")));
}

#[test]
fn a_semicolon_parts_no_cells() {
    let desk = Desk::new();
    desk.write("evil.toml", &scenario());
    desk.ended(
        0,
        &[
            "run",
            "evil.toml",
            "--fights",
            "5",
            "--out",
            "out",
            "--quiet",
        ],
    );
    let text = String::from_utf8(desk.bytes("out/summary.csv")).expect("UTF-8");
    // No semicolon may be outside of quotes, because some spreadsheets take both commas and semicolons for
    // separators.
    let mut quoted = false;
    for c in text.chars() {
        quoted ^= c == '"';
        assert!(quoted || c != ';', "{text}");
    }
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let row = reader.records().next().expect("a row").expect("CSV");
    assert!(row[2].ends_with("; x"), "{:?}", &row[2]);
}
