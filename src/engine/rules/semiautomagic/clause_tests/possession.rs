//! Tests of possession: the mind of a fighter enters another fighter's body.

use crate::fight::Blow;
use crate::rules::semiautomagic::nouns::state::Life;
use crate::rules::semiautomagic::testing::{Setup, Trial, fighters, fraction};

/// Sets up a spirit `s` and its friend `f` against an enemy `w` and a victim `v`. `victim` are lines in the
/// stat block of `v`, `lines` are lines of the spirit's policy, and `veto` is the veto line of `v`.
fn spirit(victim: &str, lines: &str, veto: &str) -> Setup {
    fighters(
        "s",
        "possession = 4\npolicy = 'p'\nmelee = 5\nspirit = 3\ncarries = []",
    )
    .and("f", "")
    .against("v", &format!("policy = 'q'\n{victim}"))
    .and("w", "armour = 40")
    .policy("p", &format!("act = [{lines}]"))
    .policy("q", &format!("veto = [{veto}]"))
}

#[test] // SAM-17-1
fn the_check_is_against_will() {
    let setup = spirit("spirit = 3", "'possess'", "");
    let odds = setup.odds(|trial| (trial.body("s").inside.is_some(), trial.body("v").penalties));
    assert_eq!(odds.of(|&(inside, _)| inside), fraction(1, 6));
    assert!(odds.iter().all(|(&(_, penalties), _)| penalties == 1));
    let trial = setup.step([6]);
    assert_eq!(trial.body("s").clock.left, 0);
    assert!(!trial.state.bodily.has(trial.who("s")) && trial.fights("s"));
    let stays = setup
        .clone()
        .option("possessor_body = 'stays-helpless'")
        .step([6]);
    assert!(stays.state.bodily.has(stays.who("s")));
}

#[test] // SAM-17-1
fn possession_has_a_range_and_finds_nobody_in_a_body_left_behind() {
    let possesses = |column: u8| {
        let setup = fighters("s", "possession = 9\npolicy = 'p'\nat = [0, 0]")
            .against("v", &format!("at = [{column}, 0]"))
            .field("size = [40, 40]")
            .policy("p", "act = ['possess']");
        let odds = setup.odds(|trial| trial.says("tries to possess"));
        odds.of(|&tries| tries) == fraction(1, 1)
    };
    assert!(possesses(10) && !possesses(11));
    let trial = fighters("s", "possession = 4\npolicy = 'p'")
        .against("v", "spirit = 3")
        .and("w", "possession = 9\npolicy = 'q'")
        .policy("p", "act = ['possess if not self.possesses']")
        .policy("q", "act = ['possess at s']")
        .option("possessor_body = 'stays-helpless'")
        .step([6])
        .until("w", []);
    assert!(!trial.step([]).says("tries to possess"));
}

/// Plays until the spirit is in the body of its victim and its next turn begins.
fn inside(lines: &str, veto: &str) -> Trial {
    let lines = format!("'possess if not self.possesses', {lines}");
    let trial = spirit("spirit = 3\nstrength = 5", &lines, veto).step([6]);
    trial.until("s", [])
}

#[test] // SAM-17-2, SAM-17-3
fn who_directs_uses_own_skills_and_the_bodys_strength() {
    // The spirit attacks with its own melee bonus of 5, which always hits. The damage has the victim's
    // strength of 5.
    let trial = inside("'attack at w'", "").step([1, 1]);
    assert_eq!(trial.attackers(), ["v"]);
    assert!(matches!(
        trial.blows()[..],
        [Blow::Landed { rolled: 6, .. }]
    ));
    // Spirit and victim share the six seconds of a round. Two of them are left for the victim.
    assert_eq!(trial.body("v").clock.left, 2);
    // The spirit has a Will of 9, and the victim has a Will of 8.
    assert_eq!(
        inside("'attack at w if self.will == 9'", "")
            .step([1, 1])
            .attackers(),
        ["v"]
    );
}

#[test] // SAM-17-4, SAM-17-6
fn a_turn_may_be_vetoed() {
    let trial = inside("'attack at w'", "'veto'");
    // The spirit rolls with its Will of 9 against a Will of 8. Of 31 equally likely results that are not
    // tied, the spirit wins 21.
    let odds = trial.odds(|trial| (trial.blows().len(), trial.body("v").penalties));
    assert_eq!(
        odds.of(|&(blows, penalties)| blows > 0 && penalties == 2),
        fraction(21, 31)
    );
    assert_eq!(
        odds.of(|&(blows, penalties)| blows == 0 && penalties == 1),
        fraction(10, 31)
    );
    // Each mind may veto once in each round.
    let trial = trial.turn([21, 1, 1]).until("s", []);
    let odds = trial.odds(|trial| trial.says("v vetoes what s means to do"));
    assert_eq!(odds.of(|&vetoes| vetoes), fraction(1, 1));
    // A mind with a Will of 8 beats a Will of 11 in one of eleven cases.
    let won =
        crate::dice::outcomes(|dice| crate::rules::semiautomagic::nouns::luck::beats(dice, 8, 11));
    assert_eq!(won.of(|&won| won), fraction(1, 11));
}

#[test] // SAM-17-5
fn the_possessed_count_for_both_sides() {
    let trial = fighters("s", "possession = 9\npolicy = 'p'\ncarries = []")
        .against("v", "spirit = 3")
        .policy("p", "act = ['possess if not self.possesses']")
        .step([6]);
    assert!(trial.outcome.is_none() && trial.fights("v") && trial.fights("s"));
}

#[test] // SAM-17-7
fn willing_hosts_share_what_they_know() {
    let setup = fighters("s", "possession = 4\npolicy = 'p'\nmelee = 5\ncarries = []")
        .and("h", "willing = true\nmelee = 0\npolicy = 'h'")
        .against("b", "armour = 40")
        .policy("p", "act = ['join if not self.possesses']")
        .policy("h", "act = ['attack']");
    let trial = setup.ready().turn([]);
    assert!(trial.body("s").welcome && trial.body("h").penalties == 0);
    // The host attacks with the better melee bonus of the two minds, even in its own turn.
    let odds = trial.odds(|trial| trial.tallied()[2]);
    assert_eq!(odds.of(|&missed| missed > 0), fraction(0, 1));
}

#[test] // SAM-17-7
fn willing_hosts_share_defences_and_medicine() {
    let setup = |acts: &str| {
        let spirit = "possession = 4\npolicy = 'p'\nparry = 9\nmedicine = 9";
        fighters("s", spirit)
            .and("h", "willing = true\nparry = -9\npolicy = 'h'")
            .and("x", "starts = ['dying']")
            .against("b", "policy = 'plain'\nmelee = 3")
            .policy("p", "act = ['join if not self.possesses']")
            .policy("h", &format!("act = ['{acts}']\ndefend = ['best']"))
    };
    let trial = setup("wait").ready().turn([]).turn([]).turn([9, 6]);
    assert_eq!(trial.turn([1, 1]).tallied(), [0, 1, 0]);
    let trial = setup("stabilise").ready().turn([]).step([1]);
    assert_eq!(trial.life("x"), Life::Stable);
}

#[test] // SAM-17-7, SAM-15-3
fn willing_hosts_share_magic() {
    let gaze = "[weapons.gaze]\nkind = 'morale'\ndamage = '5'\nrolled = true";
    let setup = fighters("s", "possession = 4\npolicy = 'p'\nmagic = 9")
        .and("h", "willing = true\ncarries = ['gaze']\npolicy = 'h'")
        .against("b", "spirit = 3")
        .with(gaze)
        .policy("p", "act = ['join if not self.possesses']")
        .policy("h", "act = ['daunt']");
    let trial = setup.ready().turn([]);
    let odds = trial.odds(|trial| trial.tallied()[2]);
    assert_eq!(odds.of(|&missed| missed > 0), fraction(0, 1));
}

/// Sets up a body with three minds: the host `h` with a Will of 6, its friend `s` with a Will of 18, which
/// has joined it, and the enemy `v` with a Will of 9, which has entered by force. The next turn is that of
/// `s`, whose Will has fallen to 17. `host` and `foe` are the veto lines of `h` and `v`.
fn three_in_a_body(host: &str, foe: &str) -> Trial {
    fighters("s", "possession = 4\npolicy = 'p'\nspirit = 12")
        .and("h", "willing = true\nspirit = 0\npolicy = 'h'")
        .against("v", "possession = 14\nspirit = 3\npolicy = 'v'")
        .and("w", "")
        .policy("p", "act = ['join if not self.possesses']")
        .policy("h", &format!("veto = [{host}]"))
        .policy(
            "v",
            &format!("act = ['possess if not self.possesses']\nveto = [{foe}]"),
        )
        .step([])
        .until("s", [6])
}

#[test] // SAM-17-6, SAM-17-7
fn willing_hosts_share_will() {
    let always = |trial: &Trial, words: &str| {
        let odds = trial.odds(|trial| trial.says(words));
        assert_eq!(odds.of(|&says| says), fraction(1, 1));
    };
    // The enemy `v` vetoes the turn of the host. The host resists with the spirit of its friend, so its Will
    // of 18 is rolled against 9.
    let trial = three_in_a_body("", "'veto'");
    assert_eq!(trial.body("s").penalties, 1);
    always(
        &trial.until("h", []),
        "v vetoes what h means to do, in vain",
    );
    // If the host vetoes the turn of its friend, neither may use the other's spirit. The Wills are then 17
    // and 6.
    let trial = three_in_a_body("'veto'", "");
    always(&trial, "h vetoes what s means to do, in vain");
    // Against the enemy `v`, the host uses its friend's spirit again.
    always(
        &trial.until("v", []),
        "h vetoes what v means to do, and prevails",
    );
}

#[test] // SAM-17-7, SAM-17-9
fn the_broken_do_not_cooperate() {
    let trial = fighters("s", "possession = 4\npolicy = 'p'\nmelee = -9")
        .and("h", "willing = true\nmelee = 9")
        .against("b", "armour = 40")
        .policy("p", "act = ['join if not self.possesses', 'attack']")
        .ready()
        .turn([])
        .until("s", []);
    let missed = |trial: &Trial| {
        trial
            .odds(|trial| trial.tallied()[2])
            .of(|&missed| missed > 0)
    };
    assert_eq!(missed(&trial), fraction(0, 1));
    let trial = trial.given("h", |body| body.broken = true);
    assert_eq!(missed(&trial), fraction(1, 1));
    // A Broken friend in the body does not lend its skills to the host.
    let setup = fighters("s", "possession = 4\npolicy = 'p'\nmelee = 9")
        .and("h", "willing = true\nmelee = -9\npolicy = 'h'")
        .against("b", "armour = 40")
        .policy("p", "act = ['join if not self.possesses']")
        .policy("h", "act = ['attack']")
        .option("broken_is_out = 'no'");
    let trial = setup.ready().turn([]);
    assert_eq!(missed(&trial), fraction(0, 1));
    let trial = trial.given("s", |body| body.broken = true);
    assert_eq!(missed(&trial), fraction(1, 1));
}

#[test] // SAM-17-8
fn a_further_possessor_meets_the_highest_will() {
    let setup = fighters("s", "possession = 4\npolicy = 'p'\nspirit = 9")
        .and("t", "possession = 4\npolicy = 'p'")
        .against("v", "spirit = 3")
        .policy("p", "act = ['possess if not self.possesses']");
    // The first possessor enters the body. Its Will of 15 then resists the second possessor.
    let trial = setup.ready().turn([6]).step([6]);
    assert!(trial.body("t").inside.is_none());
    assert_eq!(
        (trial.body("s").penalties, trial.body("v").penalties),
        (1, 1)
    );
}

#[test] // SAM-17-8
fn who_declines_leaves_a_further_possessor_to_the_next_will() {
    let setup = |host: &str| {
        let lines = "act = ['possess if not self.possesses']\nresist = ['decline']";
        fighters("s", "possession = 4\npolicy = 'p'\nspirit = 9")
            .and("t", "possession = 4\npolicy = 'p'")
            .against("v", "spirit = 3\npolicy = 'q'")
            .policy("p", lines)
            .policy("q", &format!("resist = ['{host}']"))
    };
    // The mind with Will 15 declines to resist, so the mind with Will 8 resists.
    let trial = setup("resist").ready().turn([6]).step([6]);
    assert!(trial.body("t").inside.is_some() && trial.says("s does not resist"));
    assert_eq!(
        (trial.body("s").penalties, trial.body("v").penalties),
        (0, 2)
    );
    // If all minds decline to resist, there is no check and no penalty. The possessor that enters does not
    // count as an ally.
    let trial = setup("decline").ready().turn([6]).step([]);
    assert!(trial.body("t").inside.is_some() && trial.says("v does not resist"));
    assert!(!trial.body("t").welcome);
    assert_eq!(
        (trial.body("s").penalties, trial.body("v").penalties),
        (0, 1)
    );
}

#[test] // SAM-17-8
fn who_resists_a_further_possessor_takes_the_penalty() {
    // The host `v` has a Will of 9 without penalties. The possessor `s`, with a Will of 11, is in its body.
    // `t` is a second possessor that tries to enter. `inside` and `host` say whether `s` and `v` resist.
    let further = |inside: &str, host: &str| {
        let lines = |resist: &str| {
            format!("act = ['possess if not self.possesses']\nresist = ['{resist}']")
        };
        let setup = fighters("s", "possession = 4\npolicy = 'p'\nspirit = 5")
            .and("t", "possession = 4\npolicy = 'p'")
            .against("v", "spirit = 3\npolicy = 'q'")
            .policy("p", &lines(inside))
            .policy("q", &format!("resist = ['{host}']"));
        let inside = setup
            .ready()
            .turn([6])
            .given("v", |body| body.penalties = 0);
        inside.odds(|trial| {
            let penalties = ["s", "v"].map(|name| trial.body(name).penalties);
            (trial.body("t").inside.is_some(), penalties)
        })
    };
    let resists = further("resist", "resist");
    assert_eq!(resists.of(|(enters, _)| *enters), fraction(0, 1));
    assert_eq!(resists.of(|(_, lost)| *lost == [1, 0]), fraction(5, 6));
    let declines = further("decline", "resist");
    assert_eq!(declines.of(|(enters, _)| *enters), fraction(1, 6));
    assert_eq!(
        declines.of(|(enters, lost)| !enters && *lost == [0, 1]),
        fraction(5, 6)
    );
    let all_decline = further("decline", "decline");
    assert_eq!(
        all_decline.of(|(enters, lost)| *enters && *lost == [0, 0]),
        fraction(1, 1)
    );
}

#[test] // SAM-17-1, SAM-17-8
fn a_host_alone_in_its_body_cannot_decline() {
    let setup = fighters("s", "possession = 4\npolicy = 'p'")
        .against("v", "spirit = 3\npolicy = 'q'")
        .policy("p", "act = ['possess']")
        .policy("q", "resist = ['decline']");
    let odds = setup.odds(|trial| trial.body("s").inside.is_some());
    assert_eq!(odds.of(|&enters| enters), fraction(1, 6));
}

#[test] // SAM-17-8, SAM-17-9
fn of_equal_wills_the_first_resists_and_the_broken_cannot_decline() {
    let lines = "act = ['possess if not self.possesses']\nresist = ['decline']";
    let setup = |spirit: &str, policy: &str| {
        fighters(
            "s",
            &format!("possession = 4\npolicy = '{policy}'\n{spirit}"),
        )
        .and("t", "possession = 4\npolicy = 'p'")
        .against("v", "spirit = 3")
        .policy("p", lines)
        .policy("r", "act = ['possess if not self.possesses']")
        .ready()
        .turn([6])
    };
    // Both `s` and `v` have a Will of 8, and the first in listing order resists.
    let equal = setup("morale_penalties = 1", "r").step([6]);
    assert_eq!(
        [equal.body("s").penalties, equal.body("v").penalties],
        [2, 1]
    );
    // The check against a Broken host must exceed its Will of 0. The host takes no further penalty.
    let broken =
        setup("spirit = 9", "p").given("v", |body| (body.broken, body.penalties) = (true, 9));
    let broken = broken.step([1]);
    assert!(broken.body("t").inside.is_some() && broken.says("s does not resist"));
    assert_eq!(["s", "v"].map(|name| broken.body(name).penalties), [0, 9]);
    // A Broken possessor resists after the host has declined, even if its own policy declines.
    let setup = fighters("s", "possession = 4\npolicy = 'r'")
        .and("t", "possession = 4\npolicy = 'r'")
        .against("v", "spirit = 3\npolicy = 'q'")
        .policy("r", "act = ['possess if not self.possesses']")
        .policy("q", "resist = ['decline']");
    let mut inside = setup.ready().turn([6]);
    let broken = inside.who("s");
    inside.state.fighting.remove(broken);
    let inside = inside.given("s", |body| (body.broken, body.penalties) = (true, 9));
    let enters = inside.step([1]);
    assert!(enters.body("t").inside.is_some() && enters.says("v does not resist"));
}

#[test] // SAM-17-9
fn the_broken_leave_only_if_all_others_allow_it() {
    let left = |veto: &str, option: &str| {
        let lines = "'possess if not self.possesses', 'attack at w', 'leave'";
        let trial = fighters("s", "possession = 4\npolicy = 'p'\nmorale_penalties = 8")
            .and("f", "")
            .against("v", "spirit = 3\npolicy = 'q'")
            .and("w", "")
            .policy("p", &format!("act = [{lines}]\nveto = ['veto']"))
            .policy("q", &format!("veto = ['{veto}']"))
            .option(option)
            .step([6])
            .until("s", []);
        // `s` vetoes the turn of its host and fails. The penalty for this lowers its Will to 0.
        assert!(trial.says("s vetoes what v means to do, in vain, at a morale penalty"));
        assert!(trial.body("s").broken && trial.body("s").inside.is_some());
        let trial = trial.turn([]);
        assert!(trial.blows().is_empty());
        trial.body("s").inside.is_none() && trial.state.bodily.has(trial.who("s"))
    };
    for option in ["broken_is_out = 'yes'", "broken_is_out = 'no'"] {
        assert_eq!(
            ["allow", "veto"].map(|word| left(word, option)),
            [true, false]
        );
    }
}

#[test] // SAM-17-9
fn the_broken_have_no_say_in_a_body() {
    let trial = inside("'attack at w'", "'veto'").given("v", |body| {
        body.broken = true;
        body.penalties = 9;
    });
    // In its turn, a body whose own mind is Broken does nothing, and the mind makes no check to recover.
    let will = trial.body("v").penalties;
    // The spirit's attack always hits, but `w` has a high Toughness. Nobody vetoes the attack.
    let trial = trial.turn([1, 1]);
    assert_eq!(trial.blows().len(), 1);
    assert!(!trial.says("vetoes"));
    // In the next two turns, `f` does nothing, and the Broken `v` makes no check.
    let trial = trial.turn([]).turn([]);
    assert_eq!(trial.body("v").penalties, will);
}

#[test] // SAM-17-10
fn leaving_may_be_vetoed() {
    let trial = inside("'leave'", "").step([]);
    assert!(trial.body("s").inside.is_none() && trial.state.bodily.has(trial.who("s")));
    // A mind that has vetoed the turn cannot veto the leaving in the same round.
    let odds = inside("'leave'", "'veto'").odds(|trial| trial.body("s").inside.is_none());
    assert_eq!(odds.of(|&left| left), fraction(21, 31));
}

#[test] // SAM-17-1, SAM-17-10
fn whoever_is_in_a_body_that_falls_is_beside_it() {
    let trial = fighters("s", "possession = 4\npolicy = 'p'")
        .and("f", "policy = 'q'\nmelee = 9\nstrength = 20")
        .against("v", "spirit = 3")
        .and("w", "")
        .policy("p", "act = ['possess if not self.possesses']")
        .policy("q", "act = ['attack at v']")
        .ready()
        .turn([6]);
    assert!(trial.body("s").inside.is_some());
    let trial = trial.step([1, 8]);
    assert_eq!(trial.life("v"), Life::Dying);
    assert!(trial.body("s").inside.is_none() && trial.state.bodily.has(trial.who("s")));
}

#[test] // SAM-17-7, SAM-17-10
fn who_has_left_a_friend_is_welcome_nowhere_else() {
    let setup = fighters("s", "possession = 4\npolicy = 'p'")
        .and("h", "willing = true")
        .against("b", "")
        .policy("p", "act = ['join if not self.possesses', 'leave']");
    let joined = setup.ready().turn([]);
    assert!(joined.body("s").welcome);
    let left = joined.until("s", []).turn([]);
    assert_eq!(
        (left.body("s").inside, left.body("s").welcome),
        (None, false)
    );
}

#[test] // SAM-17-10
fn a_vetoed_escape_costs_a_morale_penalty() {
    let lines = "'attack at w if self.seconds == 6', 'leave'";
    // The victim does not veto the turn. It vetoes the leaving after four seconds. Its d6 + 8 wins against
    // the d6 + 9 of the spirit in 10 of 31 cases.
    let trial = |face: u32| inside(lines, "'veto if self.seconds < 6'").turn([1, 1, face]);
    let figures = |trial: &Trial| {
        let [spirit, victim] = ["s", "v"].map(|name| trial.body(name).penalties);
        (trial.body("s").inside.is_some(), spirit, victim)
    };
    assert_eq!(figures(&trial(21)), (false, 0, 2));
    // A spirit whose leaving has been vetoed does not try again in this turn.
    assert_eq!(figures(&trial(22)), (true, 1, 1));
    assert!(trial(22).says("s is kept from leaving, at a morale penalty"));
}

#[test] // SAM-17-10
fn who_has_spent_the_last_second_may_still_leave() {
    // The spirit attacks once and begins another attack. It abandons that attack when it leaves.
    let trial = inside("'attack at w', 'leave'", "").turn([1, 1]);
    assert!(trial.body("s").inside.is_none() && trial.state.bodily.has(trial.who("s")));
    assert_eq!(trial.body("v").clock.busy, None);
    let stays = inside("'attack at w'", "").turn([1, 1]);
    assert!(stays.body("s").inside.is_some() && stays.body("v").clock.busy.is_some());
    // Leaving may be vetoed, but only once in a round.
    let vetoed = inside("'attack at w', 'leave'", "'veto if self.seconds == 0'");
    let vetoed = vetoed.turn([1, 1, 22]);
    assert!(vetoed.body("s").inside.is_some());
    assert_eq!(vetoed.body("s").penalties, 1);
}

#[test] // SAM-17-10
fn leaving_takes_no_seconds() {
    let setup = |veto: &str| {
        fighters("v", "spirit = 3\nmelee = -9\npolicy = 'q'")
            .and("w", "")
            .against("s", "possession = 4\nspirit = 3\npolicy = 'p'")
            .and("f", "")
            .policy(
                "p",
                "act = ['possess if not self.possesses', 'attack at w', 'leave']",
            )
            .policy("q", &format!("act = ['attack at f']\nveto = ['{veto}']"))
            .ready()
            .turn([1])
            .turn([])
            .turn([6])
    };
    // The body's own turn in this round is over, so the body has no seconds until the next round.
    assert_eq!(setup("allow").body("v").clock.left, 0);
    // The host finishes one attack and makes another, so no seconds are left. The spirit can only leave, and
    // this can be vetoed.
    let trial = |veto: &str| setup(veto).turn([]).turn([1, 1]).turn([]);
    let left = |trial: &Trial| trial.body("s").inside.is_none();
    assert_eq!(trial("allow").body("v").clock.left, 0);
    assert!(left(&trial("allow").turn([])));
    let odds = trial("veto").odds(|trial| (left(trial), trial.body("s").penalties));
    assert_eq!(odds.of(|&seen| seen == (true, 0)), fraction(21, 31));
    assert_eq!(odds.of(|&seen| seen == (false, 1)), fraction(10, 31));
}

#[test] // SAM-17-1, SAM-0-14
fn the_body_that_it_is_in_is_no_enemy() {
    let lines = "'possess if not self.possesses', 'attack'";
    let setup = spirit("spirit = 3\ncarries = ['bow']", lines, "");
    let trial = setup.step([6]).until("s", []).step([1]);
    assert_eq!(trial.targets(), ["w"]);
}

#[test] // SAM-17-1, SAM-19-9
fn a_body_left_behind_is_helpless() {
    let trial = fighters("s", "possession = 4\nparry = 9\npolicy = 'p'")
        .against("v", "spirit = 3")
        .and("w", "melee = -9\npolicy = 'q'")
        .policy(
            "p",
            "act = ['possess if not self.possesses']\ndefend = ['best']",
        )
        .policy("q", "act = ['attack at s']")
        .option("possessor_body = 'stays-helpless'")
        .step([6])
        .until("w", []);
    // The body that stays behind is helpless, so the attack on it is not rolled, and it does not parry.
    assert_eq!(trial.step([1]).tallied(), [1, 0, 0]);
}

#[test] // SAM-17-2, SAM-2-3
fn who_has_begun_an_action_goes_on_with_it() {
    let setup = |lines: &str| {
        let later = "'wait if round > 9', ".repeat(8);
        fighters("s", "possession = 4\npolicy = 'p'\nmelee = 5")
            .and("f", "armour = 40")
            .against("v", "spirit = 3\nmelee = 5\npolicy = 'q'")
            .and("w", "armour = 40")
            .policy(
                "p",
                &format!("act = ['possess if not self.possesses'{lines}]"),
            )
            .policy("q", &format!("act = [{later}'attack at f']"))
            .step([6])
            .until("s", [1, 1])
    };
    // The spirit does nothing in its turn. The victim finishes its unfinished attack in two seconds, and
    // makes another in four.
    let trial = setup("").turn([]).turn([]);
    assert_eq!(trial.body("v").clock.busy.map(|busy| busy.left), Some(2));
    assert_eq!(trial.turn([1, 1, 1, 1]).targets(), ["f", "f"]);
    // If the spirit leaves the body, the victim can still finish its attack.
    let trial = setup(", 'leave'").turn([]);
    assert!(trial.body("s").inside.is_none());
    assert_eq!(trial.body("v").clock.busy.map(|busy| busy.left), Some(2));
    // The spirit uses the body for an attack of its own, so the unfinished attack of the victim is lost.
    let trial = setup(", 'attack at w'").step([1, 1]);
    assert_eq!(trial.targets(), ["w"]);
    assert!(trial.body("v").clock.busy.is_none());
}

#[test] // SAM-17-2, SAM-19-2
fn a_stunned_body_loses_seconds_for_all() {
    let trial = inside("'attack at w'", "").given("v", |body| body.stunned = 6);
    assert!(trial.turn([]).blows().is_empty());
}

#[test] // SAM-0-12, SAM-17-2
fn the_rounds_of_a_shared_body_end_with_the_turns_of_its_own_mind() {
    let trial = inside("'wait'", "").given("v", |body| body.blinded = 3);
    let trial = trial.until("v", []);
    assert_eq!(trial.body("v").blinded, 3);
    assert_eq!(trial.until("w", []).body("v").blinded, 2);
}
