//! Tests of `--resume`, which continues a run from the counts that it has saved.

use std::fs;

use super::{DUEL, Desk};

const RUN: [&str; 5] = ["run", "duel.toml", "--quiet", "--resume", "--out"];

#[test]
fn a_run_that_is_extended_is_the_run_of_so_many_fights() {
    let desk = Desk::new();
    let words = ["--seats", "both", "--fights"];
    desk.ended(0, &[&RUN[..], &["whole"], &words, &["21_000"]].concat());
    // None of these numbers of fights is a multiple of the block size, and one is smaller than a block.
    for fights in ["1_000", "9_000", "21_000"] {
        desk.ended(0, &[&RUN[..], &["grown"], &words, &[fights]].concat());
    }
    assert_eq!(desk.files("grown"), desk.files("whole"));
    let said = desk.ended(
        0,
        &[
            "run",
            "duel.toml",
            "--resume",
            "--out",
            "grown",
            "--seats",
            "both",
            "--fights",
            "21_000",
        ],
    );
    assert!(
        said.err.contains("continuing from 126,000 fights"),
        "{}",
        said.err
    );
    assert!(said.err.contains("3 matchups, 0 fights"), "{}", said.err);
    assert_eq!(desk.files("grown"), desk.files("whole"));
    let said = desk.ended(2, &[&RUN[..], &["grown"], &words, &["20_999"]].concat());
    assert!(
        said.err.contains("already has 21,000 fights of `9`"),
        "{}",
        said.err
    );
    assert_eq!(desk.files("grown"), desk.files("whole"));
}

#[test]
fn parts_are_extended_like_whole_runs() {
    let desk = Desk::new();
    let mut parts = desk.parts(3, &["--fights", "10_000"]);
    let again = desk.parts(3, &["--fights", "30_000", "--resume"]);
    assert_eq!(parts, again);
    parts.rotate_left(1);
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    desk.ended(
        0,
        &[&["merge", "--quiet", "--out", "sum"], &parts[..]].concat(),
    );
    desk.ended(
        0,
        &[
            "run",
            "duel.toml",
            "--quiet",
            "--out",
            "one",
            "--fights",
            "30_000",
        ],
    );
    assert_eq!(desk.files("sum"), desk.files("one"));
}

#[test]
fn a_precise_run_goes_on_where_its_cap_has_ended_it() {
    let desk = Desk::new();
    let words = ["--precision", "2%", "--fights"];
    desk.ended(0, &[&RUN[..], &["whole"], &words, &["100_000"]].concat());
    // A run with a precision looks at its results now and then. The caps are before the first look, between
    // two looks, and after the last look.
    for (cap, code) in [("50", 4), ("1_000", 4), ("100_000", 0)] {
        desk.ended(code, &[&RUN[..], &["grown"], &words, &[cap]].concat());
    }
    assert_eq!(desk.files("grown"), desk.files("whole"));
    let said = desk.ended(5, &[&RUN[..], &["grown", "--precision", "1%"]].concat());
    assert!(
        said.err.contains("it was played with --precision 2%"),
        "{}",
        said.err
    );
}

#[test]
fn matchups_that_are_the_same_keep_their_fights() {
    let desk = Desk::new();
    desk.ended(0, &[&RUN[..], &["grown"]].concat());
    let scenario = DUEL.replace("[9, 12, 15]", "[12, 10, 15]");
    desk.write("duel.toml", scenario.replace("quick hand", "quick foot"));
    desk.ended(0, &[&RUN[..], &["whole"]].concat());
    let said = desk.ended(0, &["run", "duel.toml", "--resume", "--out", "grown"]);
    let wanted = "continuing from 40,000 fights; of 3 matchups 1 are new";
    assert!(said.err.contains(wanted), "{}", said.err);
    assert_eq!(desk.files("grown"), desk.files("whole"));
}

#[test]
fn what_is_of_another_run_is_not_gone_on_from() {
    let desk = Desk::new();
    let fights = ["--fights", "500"];
    desk.ended(0, &[&RUN[..], &["out"], &fights].concat());
    let before = desk.files("out");
    let refused = |words: &[&str]| desk.ended(5, &[&RUN[..], &["out"], words].concat()).err;
    let said = refused(&["--seed", "2"]);
    assert!(
        said.contains("out/part.jsonl belongs to another run: its seed is 1"),
        "{said}"
    );
    let said = refused(&["--seats", "both", "--no-tables"]);
    let settings = "it was played with --seats one and without --no-tables; use another";
    assert!(said.contains(settings), "{said}");
    let said = refused(&["--precision", "1%"]);
    let settings = "it was played without --precision; use another";
    assert!(said.contains(settings), "{said}");
    let said = refused(&["--shard", "1/2"]);
    assert!(
        said.contains("belongs to another run: it is a whole run"),
        "{said}"
    );
    let said = refused(&[
        "--set",
        "combatants.guard.hit_points=13",
        "--set",
        "combatants.raider.dex=9",
    ]);
    assert!(
        said.contains("it has entirely different matchups"),
        "{said}"
    );
    assert_eq!(desk.files("out"), before);
    // Without `--resume`, a run starts from the beginning and says so.
    let said = desk.ended(0, &["run", "duel.toml", "--out", "out", "--seed", "2"]);
    assert!(
        said.err.contains("this run starts from the beginning"),
        "{}",
        said.err
    );
    assert!(!desk.path("out/part.jsonl").exists());
    let said = desk.ended(
        0,
        &[
            "run",
            "duel.toml",
            "--out",
            "out",
            "--seed",
            "2",
            "--resume",
        ],
    );
    assert!(
        said.err
            .contains("there is a report, but no out/part.jsonl"),
        "{}",
        said.err
    );
}

#[test]
fn what_is_damaged_is_not_gone_on_from() {
    let desk = Desk::new();
    desk.ended(0, &[&RUN[..], &["out"]].concat());
    let text = desk.read("out/part.jsonl");
    desk.write("out/part.jsonl", &text[..text.len() / 2]);
    let before = desk.files("out");
    let said = desk.ended(5, &[&RUN[..], &["out"]].concat());
    let wanted = "cannot continue from out/part.jsonl:";
    assert!(
        said.err.contains(wanted) && said.err.contains("cut off"),
        "{}",
        said.err
    );
    assert_eq!(desk.files("out"), before);
}

#[test]
fn a_scheduler_says_which_part_it_is() {
    let desk = Desk::new();
    desk.parts(3, &["--fights", "20_000"]);
    let auto = [
        "run",
        "duel.toml",
        "--quiet",
        "--fights",
        "20_000",
        "--out",
        "auto",
        "--shard",
    ];
    let played = |shard: &str, set: &[(&str, &str)]| {
        let mut command = desk.command(&[&auto[..], &[shard]].concat());
        let output = command
            .envs(set.iter().copied())
            .output()
            .expect("it starts");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let slurm = [
        ("SLURM_ARRAY_TASK_ID", "2"),
        ("SLURM_ARRAY_TASK_COUNT", "3"),
        ("SLURM_ARRAY_TASK_MIN", "1"),
    ];
    assert_eq!(played("auto", &slurm), (Some(0), String::new()));
    assert_eq!(desk.files("auto"), desk.files("part-2"));
    assert_eq!(
        played("auto/3", &[("JOB_COMPLETION_INDEX", "2")]),
        (Some(0), String::new())
    );
    assert_eq!(desk.files("auto"), desk.files("part-3"));
    let (code, said) = played("auto", &[]);
    assert_eq!(code, Some(2));
    assert!(said.contains("this is not a task of a job array"), "{said}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_counted_and_a_second_run_has_to_wait() {
    use std::time::Duration;
    let desk = Desk::new();
    let start = |words: &[&str]| {
        let mut command =
            desk.command(&[&["run", "duel.toml", "--quiet", "--out"], words].concat());
        command
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null());
        command.spawn().expect("it starts")
    };
    for words in [
        &["out", "--fights", "1e12"][..],
        &["part", "--fights", "1e12", "--shard", "2/3"],
    ] {
        let mut child = start(words);
        while !desk.path(words[0]).join(".skirmish.lock").exists() {
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(Duration::from_millis(300));
        let said = desk.ended(5, &["run", "duel.toml", "--out", words[0], "--fights", "9"]);
        let wanted = format!("another run of skirmish is writing into {}", words[0]);
        assert!(said.err.contains(&wanted), "{}", said.err);
        let killed = std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(killed.expect("unix has kill").success());
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        let names: Vec<String> = desk.files(words[0]).into_keys().collect();
        assert!(names.contains(&"part.jsonl".to_owned()), "{names:?}");
        assert_eq!(
            names.len(),
            if words.len() > 3 { 1 } else { 13 },
            "{names:?}"
        );
        let said = desk.ended(5, &["merge", words[0], "--quiet"]);
        let unfinished = said.err.contains("is unfinished");
        assert!(
            unfinished || said.err.contains("parts are missing: 1, 3 of 3"),
            "{}",
            said.err
        );
        let said = desk.ended(0, &["merge", words[0], "--partial", "--out", "sum"]);
        assert!(said.err.contains("is unfinished"), "{}", said.err);
    }
    // The report on the present counts equals the report that is merged from the part with these counts.
    desk.ended(0, &["merge", "out", "--partial", "--out", "sum", "--quiet"]);
    let mut report = desk.files("out");
    report.remove("part.jsonl");
    assert_eq!(desk.files("sum"), report);
}

#[test]
fn a_table_that_was_changed_is_told_by_its_digest() {
    let desk = Desk::new();
    desk.ended(
        0,
        &[
            "run",
            "duel.toml",
            "--quiet",
            "--out",
            "out",
            "--fights",
            "500",
        ],
    );
    let said = desk.ended(0, &["report", "out"]);
    assert_eq!(said.err, "out/report.html is written\n");
    let table = desk.read("out/damage.csv");
    let last = table.trim_end().rfind('\n').expect("rows");
    fs::write(desk.path("out/damage.csv"), &table[..=last]).expect("the folder is ours");
    // The page does not show anything of this table.
    fs::write(desk.path("out/kills.csv"), "x\r\n").expect("the folder is ours");
    let said = desk.ended(0, &["report", "out"]);
    for table in ["damage.csv", "kills.csv"] {
        let note = format!("{table} has changed since run.json");
        assert!(said.err.contains(&note), "{}", said.err);
    }
    // The page shows something of the first of these tables, and nothing of the second.
    for table in ["damage.csv", "kills.csv"] {
        fs::remove_file(desk.path(&format!("out/{table}"))).expect("it was there");
    }
    let said = desk.ended(0, &["report", "out"]);
    for table in ["damage.csv", "kills.csv"] {
        let note = format!("{table} is missing although run.json lists it");
        assert!(said.err.contains(&note), "{}", said.err);
    }
}
