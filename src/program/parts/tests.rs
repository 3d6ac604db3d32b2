use super::*;
use crate::batch::{self, Plan, Task};
use crate::rules;
use crate::scenario::Overrides;

/// Returns the seats (orders of the sides) of a duel that is shipped with skirmish, and the settings of its
/// run.
fn seats() -> (Vec<Box<dyn Bout>>, RunSettings) {
    let path = "scenarios/murdham/duel.toml";
    let (scenario, mut matches) =
        rules::load(path.as_ref(), &Overrides::default()).expect("a good scenario");
    (matches.swap_remove(0).seats, scenario.run)
}

fn task(seats: &[Box<dyn Bout>], fights: u64) -> Task<'_> {
    Task {
        seats,
        plan: Plan { seed: 1, fights },
        looks: None,
    }
}

fn header(matchups: u64) -> Header {
    let origin = Origin {
        seed: 1,
        command: vec!["skirmish".into(), "run".into(), "a.toml".into()],
        texts: vec![Text {
            paths: vec!["a.toml".into()],
            text: "title = \"\\\"?\"\n".into(),
        }],
    };
    Header::new(origin, Shard::new(2, 3).expect("the second"), matchups)
}

/// Returns a part that has the same matchup twice: the bytes of the file, its header, and the row of the
/// matchup.
fn part() -> (Vec<u8>, Header, CountsRow) {
    let (seats, run) = seats();
    let done = batch::run(&[task(&seats, 20)], &(), &false.into()).remove(0);
    let row = CountsRow::new("duel", "one", &digest(&seats, &run), &done);
    let header = header(2);
    let mut bytes = Vec::new();
    write(&mut bytes, &header, [row.clone(), row.clone()]).expect("memory takes it");
    (bytes, header, row)
}

fn read(bytes: &[u8]) -> Result<(Header, Vec<CountsRow>), Flaw> {
    let mut part = Part::new(bytes)?;
    let mut rows = Vec::new();
    while let Some(row) = part.next_row()? {
        rows.push(row);
    }
    Ok((part.header, rows))
}

#[test]
fn what_was_written_is_read_again() {
    let (bytes, header, row) = part();
    assert_eq!(read(&bytes), Ok((header, vec![row.clone(), row.clone()])));
    let (seats, _) = seats();
    let empty = || seats.iter().map(|bout| Tally::new(bout.cast())).collect();
    let (played, tallies) = row.counts(empty()).expect("they are its counts");
    let done = batch::run(&[task(&seats, 20)], &(), &false.into()).remove(0);
    assert_eq!((played, tallies), (done.played, done.seats));
    assert!(row.counts(Vec::new()).is_err());
}

/// Changes single bytes of a part, and cuts the file at many places. Reading must report the line of each
/// damage.
#[test]
fn no_damage_goes_unnoticed() {
    let (bytes, ..) = part();
    let ends: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').collect();
    for at in (0..bytes.len()).step_by(7).chain(ends) {
        let line = 1 + bytes[..at].split(|&byte| byte == b'\n').skip(1).count() as u64;
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        let flaw = read(&damaged).expect_err("a byte is another");
        assert_eq!(flaw.line, line, "{at}: {flaw:?}");
        let flaw = read(&bytes[..at]).expect_err("it is cut off");
        assert!(flaw.line == line || flaw.line + 1 == line, "{at}: {flaw:?}");
        assert!(
            at < 20 || flaw.what.starts_with("the part is cut off"),
            "{at}: {flaw:?}"
        );
    }
    let twice = read(&[&bytes[..], &bytes[..]].concat()).expect_err("there are two");
    assert_eq!(
        (twice.line, &*twice.what),
        (5, "there is text after the end of the part")
    );
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let other = self::header(2);
    let mut bytes = Vec::new();
    write(&mut bytes, &Header { seed: 2, ..other }, []).expect("memory takes it");
    let head = bytes
        .split_inclusive(|&byte| byte == b'\n')
        .next()
        .expect("a line");
    let swapped = read(&[&[head], &lines[1..]].concat().concat()).expect_err("another header");
    assert_eq!(swapped.line, 4);
}

#[test]
fn what_is_no_part_is_told_from_a_damaged_one() {
    let what = |bytes: &[u8]| read(bytes).expect_err("it is none").what;
    assert_eq!(what(b""), "this file is empty");
    assert_eq!(what(b"scenario,ruleset\n"), "this is not a part of a run");
    assert_eq!(what(b"scenario,ruleset"), "this is not a part of a run");
    let newer = Header {
        format: 2,
        version: "9.9.9".into(),
        ..header(0)
    };
    let mut bytes = Vec::new();
    write(&mut bytes, &newer, []).expect("memory takes it");
    assert!(what(&bytes).contains("of skirmish 9.9.9"));
}

#[test]
fn another_cast_or_another_way_of_playing_is_another_digest() {
    let (seats, run) = seats();
    let one = digest(&seats, &run);
    assert_eq!(one, digest(&self::seats().0, &run));
    let rolled = RunSettings {
        tables: !run.tables,
        ..run.clone()
    };
    assert_ne!(one, digest(&seats, &rolled));
    let set = Overrides {
        round_cap: Some(7),
        ..Overrides::default()
    };
    let path = "scenarios/murdham/duel.toml";
    let (_, other) = rules::load(path.as_ref(), &set).expect("a good scenario");
    assert_ne!(one, digest(&other[0].seats, &run));
}
