//! Tests of how faults are shown: typical broken scenarios, and the output for them.

use super::testing::{DUEL, duel, read, set};
use super::{Faults, Overrides};

fn drawn(faults: &Faults) -> String {
    let lines = faults.render(false, 80);
    let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
    lines.join("\n")
}

#[test]
fn all_faults_of_a_file_at_once() {
    let text = r#"ruleset = "brp"
tittle = "Which blade?"

[run]
fights = "many"

[combatants.guard]
hp = 13

[[sides]]
name = "guards"
fighters = [{ combatant = "gaurd", count = 0 }]

[[sides]]
name = "goblins"
fighters = []

[[vary]]
name = "weapon"
set = "combatants.guard.carries[0]"
to = ["axe"]
"#;
    let (_, faults) = read(&[("blades.toml", text)], &Overrides::default());
    insta::assert_snapshot!(drawn(&faults), @r#"
    scenario::unknown-key

      × a scenario has no `tittle`
       ╭─[blades.toml:2:1]
     1 │ ruleset = "brp"
     2 │ tittle = "Which blade?"
       · ───┬──
       ·    ╰── unknown key
     3 │
       ╰────
      help: did you mean `title`?

    scenario::type

      × `fights` must be a whole number, not a text
       ╭─[blades.toml:5:10]
     4 │ [run]
     5 │ fights = "many"
       ·          ───┬──
       ·             ╰── in `run`
     6 │
       ╰────
      help: write a whole number from 1 to 1000000000000

    scenario::unknown-combatant

      × there is no combatant named `gaurd`
        ╭─[blades.toml:12:27]
     11 │ name = "guards"
     12 │ fighters = [{ combatant = "gaurd", count = 0 }]
        ·                           ───┬───
        ·                              ╰── not in `combatants`
     13 │
        ╰────
      help: did you mean `guard`?

    scenario::range

      × `count` must be from 1 to 64, not 0
        ╭─[blades.toml:12:44]
     11 │ name = "guards"
     12 │ fighters = [{ combatant = "gaurd", count = 0 }]
        ·                                            ┬
        ·                                            ╰── in a fighter of side `guards`
     13 │
        ╰────

    scenario::sides

      × side `goblins` has no fighters
        ╭─[blades.toml:16:12]
     15 │ name = "goblins"
     16 │ fighters = []
        ·            ─┬
        ·             ╰── nobody here
     17 │
        ╰────
      help: add `{ combatant = "…" }`

    scenario::name

      × an axis cannot be called `weapon`
        ╭─[blades.toml:19:8]
     18 │ [[vary]]
     19 │ name = "weapon"
        ·        ────┬───
        ·            ╰── a column of the tables has this name
     20 │ set = "combatants.guard.carries[0]"
        ╰────
      help: use a longer name, such as `guard weapon`

    scenario::no-such-path

      × `combatants.guard.carries[0]` does not exist: `combatants.guard` has no
      │ `carries`
        ╭─[blades.toml:20:25]
     19 │ name = "weapon"
     20 │ set = "combatants.guard.carries[0]"
        ·                         ───┬───
        ·                            ╰── no such value
     21 │ to = ["axe"]
        ╰────
      help: there is `hp`
    "#);
}

#[test]
fn broken_toml() {
    let (_, faults) = read(
        &[("a.toml", "ruleset = \"brp\nfights = 1\n[run\nseed = 1\n")],
        &Overrides::default(),
    );
    insta::assert_snapshot!(drawn(&faults), @r#"
    scenario::toml

      × invalid basic string, expected `"`
       ╭─[a.toml:1:15]
     1 │ ruleset = "brp
       ·               ▲
       ·               ╰── here
     2 │ fights = 1
       ╰────

    scenario::toml

      × unclosed table, expected `]`
       ╭─[a.toml:3:5]
     2 │ fights = 1
     3 │ [run
       ·     ▲
       ·     ╰── here
     4 │ seed = 1
       ╰────
    "#);
}

#[test]
fn a_list_left_open() {
    let text = "include = [\n  \"a.toml\",\nruleset = \"brp\"\n";
    let (_, faults) = read(&[("a.toml", text)], &Overrides::default());
    insta::assert_snapshot!(drawn(&faults), @r#"
    scenario::toml

      × unclosed array, expected `]`
       ╭─[a.toml:3:1]
     2 │   "a.toml",
     3 │ ruleset = "brp"
       · ───┬───
       ·    ╰── here
       ╰────
      help: a bracket or brace before this is left open
    "#);
}

#[test]
fn an_override_that_leads_nowhere() {
    let (_, faults) = duel(
        "",
        &set(&["combatants.gaurd.hp=3", "", "=", "weapons.axe.damage="]),
    );
    insta::assert_snapshot!(drawn(&faults), @r#"
    scenario::no-such-path

      × `combatants.gaurd.hp` does not exist: `combatants` has no `gaurd`
       ╭─[--set:1:12]
     1 │ combatants.gaurd.hp=3
       ·            ──┬──
       ·              ╰── no such value
       ╰────
      help: did you mean `guard`?

    scenario::override

      × `--set` needs a path and a value
       ╭─[--set:1:1]
       ╰────
      help: write `path=value`

    scenario::path

      × the path is empty
       ╭─[--set:1:1]
     1 │ =
       · ▲
       · ╰── not a path
       ╰────
      help: write a path such as `combatants.guard.carries[0]`

    scenario::toml

      × the value is empty
       ╭─[--set:1:1]
     1 │ =
       · ┬
       · ╰── here
       ╰────

    scenario::toml

      × the value is empty
       ╭─[--set:1:19]
     1 │ weapons.axe.damage=
       ·                   ┬
       ·                   ╰── here
       ╰────
    "#);
}

#[test]
fn files_that_are_missing_or_go_in_circles() {
    let main = format!("include = ['a.toml', 'armory.toml']\n{DUEL}");
    let texts = [("main.toml", &*main), ("a.toml", "include = ['main.toml']")];
    let (_, faults) = read(&texts, &Overrides::default());
    insta::assert_snapshot!(drawn(&faults), @r#"
    scenario::file

      × there is no file `armory.toml`
       ╭─[main.toml:1:22]
     1 │ include = ['a.toml', 'armory.toml']
       ·                      ──────┬──────
       ·                            ╰── included here
     2 │
       ╰────
      help: a path is relative to the folder of the file that it is written in

    scenario::include-loop

      × files include each other in a loop
       ╭─[a.toml:1:12]
     1 │ include = ['main.toml']
       ·            ─────┬─────
       ·                 ╰── comes back to where it began
       ╰────
      help: main.toml → a.toml → main.toml
    "#);
}

#[test]
fn colour_is_only_there_when_asked_for() {
    let (_, faults) = duel("", &set(&["x"]));
    assert!(faults.render(true, 80).contains('\u{1b}'));
    assert!(!faults.render(false, 80).contains('\u{1b}'));
}
