//! Tests with baselines that were damaged by merges, spreadsheets or careless editing.

use super::*;

const HEADER: &str = "scenario,ruleset,matchup,side,fights,wins,losses,draws,undecided,rounds,rounds_squared,damage,\
                      damage_squared,seed,version,digest";
const GUARDS: &str = "gate,brp,45,guards,200,120,70,6,4,600,2000,900,8200,1,1.2.3,sha256:00ff";
const RAIDERS: &str = "gate,brp,45,raiders,200,70,120,6,4,600,2000,0,0,1,1.2.3,sha256:00ff";

fn file(rows: &[&str]) -> String {
    let mut text = HEADER.to_owned();
    for row in rows {
        text.push_str("\r\n");
        text.push_str(row);
    }
    text + "\r\n"
}

fn good() -> Counts {
    let baseline = read(file(&[GUARDS, RAIDERS]).as_bytes()).expect("a good baseline");
    assert_eq!(baseline.lines, [2]);
    baseline.counts
}

/// Returns every flaw of a baseline, as texts of the form `line: message`.
fn flaws(text: &[u8]) -> Vec<String> {
    let flaws = read(text).expect_err("a bad baseline");
    let told = |flaw: Flaw| format!("{}: {}", flaw.line, flaw.message);
    flaws.into_iter().map(told).collect()
}

/// Replaces `that` by `this` in the first row of a good baseline and returns the first flaw.
fn slip(that: &str, this: &str) -> String {
    assert!(GUARDS.contains(that));
    let found = flaws(file(&[&GUARDS.replacen(that, this, 1), RAIDERS]).as_bytes());
    found[0].clone()
}

#[test]
fn what_is_written_is_read_in_either_dialect() {
    let mut counts = good();
    counts.matchups[0].matchup = "=1+1, \"x\"; -2".to_owned();
    counts.matchups[0].sides[1].side = "-0.5".to_owned();
    for dialect in [Dialect::Standard, Dialect::ExcelEu] {
        let read = read(&counts.csv(dialect)).map(|baseline| baseline.counts);
        assert_eq!(read.as_ref(), Ok(&counts));
    }
    let written = String::from_utf8(good().csv(Dialect::Standard)).expect("UTF-8");
    let cut = |line: &str| {
        let (rest, checksum) = line.rsplit_once(',').expect("cells");
        assert!(checksum == "checksum" || checksum.starts_with("row:"));
        format!("{rest}\r\n")
    };
    assert_eq!(
        written.lines().map(cut).collect::<String>(),
        file(&[GUARDS, RAIDERS])
    );
}

#[test]
fn a_row_without_its_checksum_is_refused_with_its_line() {
    let mut counts = good();
    // The two CSV dialects, and spreadsheets, each write this name in a different way.
    counts.matchups[0].matchup = "1,5".to_owned();
    for dialect in [Dialect::Standard, Dialect::ExcelEu] {
        let whole = String::from_utf8(counts.csv(dialect)).expect("UTF-8");
        assert!(read(whole.as_bytes()).expect("a good baseline").sealed);
        // The edited counts would be possible, so only the checksum shows that they were edited.
        let part = char::from(dialect.separator());
        let [was, is] = ["900", "901"].map(|damage| format!("{part}{damage}{part}"));
        let edited = whole.replacen(&was, &is, 1);
        assert_ne!(edited, whole);
        let found = flaws(edited.as_bytes());
        assert!(
            found.len() == 1 && found[0].starts_with("2: its checksum is `row:"),
            "{found:?}"
        );
        // This is a row after a bad merge: the new digest with the old counts.
        let merged = whole.replace("sha256:00ff", "sha256:00fe");
        let found = flaws(merged.as_bytes());
        assert_eq!(found.len(), 2);
        assert!(
            found[1].starts_with("3: its checksum is `row:"),
            "{found:?}"
        );
        let without = whole.replacen("row:", "", 1);
        assert!(flaws(without.as_bytes())[0].starts_with("2: its checksum is"));
    }
}

#[test]
fn a_baseline_of_an_earlier_version_has_no_checksums() {
    let old = read(file(&[GUARDS, RAIDERS]).as_bytes()).expect("a good baseline");
    assert!(!old.sealed);
}

#[test]
fn columns_and_rows_may_come_in_any_order() {
    let turned = |row: &str| row.split(',').rev().collect::<Vec<_>>().join(",");
    let text = [HEADER, RAIDERS, GUARDS].map(turned).join("\n");
    let counts = read(text.as_bytes()).expect("a good baseline").counts;
    assert_eq!(
        counts.matchups[0].side("guards"),
        good().matchups[0].side("guards")
    );
}

#[test]
fn a_file_that_is_no_baseline_is_told_apart() {
    let blank = flaws(b"");
    assert!(
        blank[0].starts_with("1: the line with the names"),
        "{blank:?}"
    );
    let summary = flaws(b"scenario,ruleset\n");
    assert!(
        summary.contains(&"1: the column `matchup` is missing".to_owned()),
        "{summary:?}"
    );
    let other = flaws(b"a,b\n1,2\n");
    assert!(
        other[0].contains("not the header of a baseline"),
        "{other:?}"
    );
    assert_eq!(other.len(), 1);
    let renamed = flaws(file(&[GUARDS]).replace("wins", "win").as_bytes());
    assert_eq!(
        renamed,
        [
            "1: a baseline has no column `win`; did you mean `wins`?",
            "1: the column `wins` is missing"
        ]
    );
    let twice = flaws(file(&[GUARDS]).replace("draws", "wins").as_bytes());
    assert_eq!(
        twice,
        [
            "1: the column `wins` occurs twice",
            "1: the column `draws` is missing"
        ]
    );
    let latin = [file(&[GUARDS]).as_bytes(), b"gate,br\xfc\n"].concat();
    assert!(flaws(&latin)[0].starts_with("3: this is not UTF-8"));
    assert!(flaws(file(&[]).as_bytes())[0].starts_with("2: there are no rows"));
}

#[test]
fn numbers_are_whole_and_possible() {
    for (that, this, flaw) in [
        ("120", "12o", "2: `wins` is `12o`, not a whole number"),
        ("120", "-1", "2: `wins` is `-1`, not a whole number"),
        ("120", "", "2: `wins` is ``, not a whole number"),
        ("120", "1.2e2", "2: `wins` is `1.2e2`, not a whole number"),
        ("120", "+120", "2: `wins` is `+120`, not a whole number"),
        (
            "120",
            "220",
            "2: wins is 220, but there are only 200 fights",
        ),
        (
            "120",
            "121",
            "2: the sum of wins, losses, draws and undecided is 201, but there are 200 fights",
        ),
        (
            "2000",
            "1799",
            "2: `rounds_squared` cannot be 1799 if `rounds` is 600",
        ),
        (
            "8200",
            "8099",
            "2: `damage_squared` cannot be 8099 if `damage` is 900",
        ),
        (
            "120",
            "99999999999999999999",
            "2: a count is larger than the maximum number of fights",
        ),
    ] {
        assert_eq!(slip(that, this), flaw);
    }
    let odd = GUARDS.replacen("200", "201", 1).replacen("120", "121", 1);
    let found = flaws(file(&[&odd]).as_bytes());
    assert!(found[0].contains("a multiple of 100"), "{found:?}");
}

#[test]
fn rows_are_there_once_and_agree() {
    let found = flaws(file(&[GUARDS, RAIDERS, GUARDS]).as_bytes());
    assert_eq!(found, ["4: matchup `45` has the side `guards` twice"]);
    let alone = flaws(file(&[GUARDS]).as_bytes());
    assert!(
        alone[0].contains("account for 130 of 200 fights: a row is missing"),
        "{alone:?}"
    );
    let found = flaws(file(&[GUARDS, &RAIDERS.replacen(",1,", ",2,", 1)]).as_bytes());
    assert_eq!(
        found,
        ["3: `seed` is `2` here, but `1` in line 2: it must be the same in the whole file"]
    );
    let found = flaws(file(&[GUARDS, &RAIDERS.replacen("600", "601", 1)]).as_bytes());
    assert_eq!(
        found,
        ["3: `rounds` is `601` here, but `600` in line 2 of the same matchup `45`"]
    );
    // A merge left conflict markers in the file.
    let found = flaws(file(&[GUARDS, "<<<<<<< HEAD", RAIDERS]).as_bytes());
    assert_eq!(found, ["3: the row has 1 cells, but there are 16 columns"]);
}

#[test]
fn all_flaws_are_told_at_once_in_order() {
    let bad = [
        GUARDS.replacen("120", "x", 1),
        RAIDERS.replacen("70", "y", 1),
    ];
    let found = flaws(file(&[&bad[0], &bad[1]]).as_bytes());
    assert_eq!(found.len(), 2);
    assert!(found[0].starts_with("2: ") && found[1].starts_with("3: "));
}

#[test]
fn a_baseline_of_an_earlier_version_may_have_decimal_commas_in_names() {
    let mut counts = good();
    counts.matchups[0].matchup = "1.5 / axe".to_owned();
    counts.matchups[0].sides[0].side = "1.10".to_owned();
    let now = String::from_utf8(counts.csv(Dialect::ExcelEu)).expect("UTF-8");
    let earlier = now.replace(";1.10;", ";1,10;");
    assert_ne!(now, earlier);
    for text in [now, earlier] {
        let read = read(text.as_bytes()).map(|baseline| baseline.counts);
        assert_eq!(read.as_ref(), Ok(&counts));
    }
}
