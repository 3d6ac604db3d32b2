//! Tests of the defences that policies choose, and the setups that all tests of defences share.

mod dodge;
mod limits;
mod parry;
mod shields;

use crate::fight::Blow;
use crate::rules::brp::testing::{Setup, Trial, fighters, fraction};

/// Policies of fighters that do nothing in their turn: `wall` parries, `eel` dodges, and `prey` does not
/// defend.
const WAITING: &str = r#"
[policies.wall]
act = ["wait"]
react = ["parry"]
[policies.eel]
act = ["wait"]
react = ["dodge"]
[policies.prey]
act = ["wait"]
react = ["nothing"]
"#;

/// Returns a fight of a goblin against this number of knights. The goblin has 100 hit points and these lines
/// in its stat block. The knights have broad swords. Their attacks are special up to a roll of 11 and hit up
/// to 60. A landed blow does 1D8+1.
fn attacked_by(knights: usize, goblin: &str) -> Setup {
    fighters(
        "knight",
        &format!("dex = 13\ncount = {knights}\ncarries = [\"broad-sword\"]\nskills = {{ broad-sword = 60 }}"),
    )
    .against("goblin", &format!("hit_points = 100\n{goblin}"))
    .with(WAITING)
}

/// Returns a fight of a goblin against a knight of DEX 13 and a page of DEX 5. The goblin strikes back and
/// parries. Knight and page have a skill of 60.
fn pack(goblin: &str) -> Setup {
    let sword = "carries = [\"broad-sword\"]\nskills = { broad-sword = 60 }\npolicy = \"never\"";
    fighters("knight", &format!("dex = 13\n{sword}"))
        .and("page", &format!("dex = 5\n{sword}"))
        .against(
            "goblin",
            &format!("hit_points = 100\npolicy = \"parry\"\n{goblin}"),
        )
}

/// Returns a fight of an archer that shoots from 10 m at a goblin with these lines.
fn shot_at_with(weapon: &str, goblin: &str) -> Setup {
    fighters(
        "archer",
        &format!(
            "dex = 13\ncarries = [\"{weapon}\"]\nskills = {{ {weapon} = 60 }}\npolicy = \"archer\""
        ),
    )
    .against("goblin", &format!("hit_points = 100\nat = 10\n{goblin}"))
    .with(WAITING)
    .with("[policies.archer]\nact = [\"shoot\"]")
}

fn lost(trial: &Trial) -> i32 {
    100 - trial.hp("goblin")
}

const SWORD_50: &str = "carries = [\"broad-sword\"]\nskills = { broad-sword = 50 }";

/// Returns for each of two blows whether the goblin evades it. The goblin parries and dodges at 50, as its
/// policy says.
fn answers(policy: &str, carries: &str, faces: &[u32]) -> Vec<bool> {
    let after = attacked_by(2, &format!(
        "dex = 1\ndodge = 50\ncarries = [{carries}]\nskills = {{ broad-sword = 50 }}\npolicy = \"{policy}\""
    ))
    .round(faces.iter().copied());
    after.blows()[..2]
        .iter()
        .map(|blow| *blow == Blow::Evaded)
        .collect()
}

#[test] // BRP-X-8
fn the_standard_defences() {
    let sword = "\"broad-sword\"";
    assert_eq!(answers("never", sword, &[60, 1, 60, 1, 99]), [false, false]);
    assert_eq!(answers("parry", sword, &[60, 50, 11, 9, 99]), [true, true]);
    assert_eq!(answers("dodge", sword, &[60, 50, 11, 9, 99]), [true, true]);
    assert_eq!(
        answers("parry-once", sword, &[60, 50, 60, 1, 99]),
        [true, false]
    );
    assert_eq!(
        answers("dodge-once", sword, &[60, 50, 60, 1, 99]),
        [true, false]
    );
    // This policy allows one defence a round. A failed defence counts, too.
    assert_eq!(
        answers("parry-once", sword, &[60, 51, 1, 60, 1, 99]),
        [false, false]
    );
    assert_eq!(
        answers("dodge-once", sword, &[60, 51, 1, 60, 1, 99]),
        [false, false]
    );
}

#[test] // BRP-X-8
fn parry_and_dodge_are_told_apart_by_their_chances() {
    let met = |policy: &str, faces: &[u32]| {
        let goblin = format!("dex = 1\n{SWORD_50}\ndodge = 20\npolicy = \"{policy}\"");
        lost(&attacked_by(1, &goblin).round(faces.iter().copied()))
    };
    for policy in ["parry", "parry-once", "parry-else-dodge"] {
        assert_eq!(met(policy, &[60, 50, 99]), 0, "{policy}");
    }
    for policy in ["dodge", "dodge-once"] {
        assert_eq!(met(policy, &[60, 20, 99]), 0, "{policy}");
        assert_eq!(met(policy, &[60, 21, 1, 99]), 2, "{policy}");
    }
}

#[test] // BRP-X-8
fn parry_else_dodge_dodges_what_it_has_no_means_to_parry() {
    // Bare hands do not parry a sword, and a sword does not parry an arrow.
    let bare = attacked_by(1, "dex = 1\ndodge = 20\npolicy = \"parry-else-dodge\"");
    assert_eq!(lost(&bare.round([60, 20, 99])), 0);
    let arrow = shot_at_with(
        "long-bow",
        &format!("dodge = 41\n{SWORD_50}\npolicy = \"careful\""),
    )
    .with("[policies.careful]\nact = [\"wait\"]\nreact = [\"parry\", \"dodge\"]");
    assert_eq!(lost(&arrow.round([60, 1])), 2);
    assert_eq!(
        lost(&arrow.option("dodge_missiles = \"yes\"").round([60, 21])),
        0
    );
}

#[test] // BRP-X-8
fn a_once_only_defence_is_there_again_next_round() {
    for policy in ["parry-once", "dodge-once"] {
        let goblin = format!("dex = 1\n{SWORD_50}\ndodge = 50\npolicy = \"{policy}\"");
        let after = attacked_by(1, &goblin)
            .round([60, 50, 99])
            .round([60, 50, 99]);
        assert_eq!(lost(&after), 0);
    }
}

#[test] // BRP-5.6-2
fn a_reaction_may_depend_on_the_weapon_that_attacks() {
    // Returns whether the goblin evades the knight's attack with any dice. It dodges only attacks that are
    // not made with `thing`. `act` is the line of the knight's policy.
    let dodges = |act: &str, thing: &str| {
        let knight = "dex = 13\nbrawl = 60\nshield_skill = 60\npolicy = \"knight\"
            skills = { dagger = 60, thrown-dagger = 60, great-axe = 60 }
            carries = [\"dagger\", \"great-axe\", \"kite-shield\"]";
        let odds = fighters("knight", knight)
            .against("goblin", "hit_points = 100\ndodge = 50\npolicy = \"wary\"")
            .with(&format!("[policies.knight]\nact = [\"{act}\"]"))
            .with(&format!(
                "[policies.wary]\nact = [\"wait\"]\nreact = [\"dodge if not attack.weapon({thing})\"]"
            ))
            .option("dodge_missiles = \"yes\"")
            .ready()
            .round_odds(|after| after.blows()[0] == Blow::Evaded);
        odds.of(|&evaded| evaded) > fraction(0, 1)
    };
    for (act, things) in [
        ("attack with dagger", &["dagger", "melee", "thrown"][..]),
        ("shoot with dagger", &["dagger", "thrown-dagger", "thrown"]),
        ("attack with great-axe", &["great-axe", "melee"]),
        ("attack with shield", &["kite-shield", "shield"]),
        ("attack with hands", &["brawl", "hands"]),
    ] {
        for thing in [
            "dagger",
            "thrown-dagger",
            "great-axe",
            "kite-shield",
            "brawl",
            "shield",
            "hands",
        ] {
            assert_eq!(
                dodges(act, thing),
                !things.contains(&thing),
                "{act}, {thing}"
            );
        }
        assert!(things.iter().all(|thing| !dodges(act, thing)), "{act}");
    }
}
