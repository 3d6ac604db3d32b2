//! Tests that a fight with results kept from round to round is equal to the same fight without kept results.

use crate::fight::{
    Arena as _, Blow, EventId, Fight, FighterId, LineId, ListId, NoteRange, Outcome, Progress,
    Stream, WeaponId, Witness, play, play_all, tell_fates,
};
use crate::rules::brp::nouns::Arena;
use crate::rules::brp::testing::{Setup, fighters};
use crate::rules::testing::compiled;
use crate::tally::Tally;

/// A tally that also asks for a transcript. With a transcript, each blow that is not drawn from a table is
/// rolled step by step, and its target is asked for a reply.
struct Told(Tally);

impl Witness for Told {
    const LISTENS: bool = true;

    fn round_began(&mut self, round: u32) {
        self.0.round_began(round);
    }

    fn attacked(&mut self, attacker: FighterId, target: FighterId, weapon: WeaponId, blow: Blow) {
        self.0.attacked(attacker, target, weapon, blow);
    }

    fn downed(&mut self, who: FighterId, round: u32) {
        self.0.downed(who, round);
    }

    fn back(&mut self, who: FighterId, round: u32) {
        self.0.back(who, round);
    }

    fn fled(&mut self, who: FighterId, round: u32) {
        self.0.fled(who, round);
    }

    fn happened(&mut self, who: FighterId, event: EventId, parts: u64) {
        self.0.happened(who, event, parts);
    }

    fn left(&mut self, who: FighterId, health: u32, parts: u64) {
        self.0.left(who, health, parts);
    }

    fn line_used(&mut self, who: FighterId, line: LineId) {
        self.0.line_used(who, line);
    }

    fn list_ran_out(&mut self, who: FighterId, list: ListId) {
        self.0.list_ran_out(who, list);
    }

    fn place(&self, attacker: FighterId, target: FighterId, weapon: WeaponId) -> NoteRange {
        self.0.place(attacker, target, weapon)
    }

    fn marked(
        &mut self,
        place: NoteRange,
        attacker: FighterId,
        target: FighterId,
        weapon: WeaponId,
        mark: u32,
        times: u64,
    ) {
        let tally = &mut self.0;
        tally.marked(place, attacker, target, weapon, mark, times);
    }

    fn ended(&mut self, outcome: &Outcome) {
        self.0.ended(outcome);
    }
}

/// Returns a fight of two fighters against three of different strength. `at` is the place of the second side,
/// in reach of the first or not. The fighters have items that can be thrown and items that can break.
fn melee(at: i32, act: &str, react: &str) -> Setup {
    let stats = |dex: i32, carries: &str| {
        format!(
            "dex = {dex}\ncarries = [{carries}]\nat = {at}\nfirst_aid = 60\n\
             skills = {{ broad-sword = 55, light-mace = 70, thrown-dagger = 50 }}\npolicy = 'p'"
        )
    };
    fighters("a", &stats(13, "'light-mace', 'round-shield'"))
        .and("b", &stats(11, "'broad-sword', 'thrown-dagger'"))
        .against("c", "dex = 13\nhit_points = 9\npolicy = 'p'\nbrawl = 60")
        .and(
            "d",
            "dex = 10\ncount = 2\ncarries = ['broad-sword']\nskills = { broad-sword = 50 }\npolicy = 'p'",
        )
        .with(&format!("[policies.p]\nact = [{act}]\nreact = [{react}]"))
        .option("leaving = 'yes'")
}

/// Tables that let the two melee weapons of [`melee`] inflict afflictions.
const VENOM: &str = "[weapons.broad-sword]\naffliction = 'venom'\n[weapons.light-mace]\naffliction = 'rust'\n\
                     [afflictions.venom]\ndamage = '1d3'\nsave = 'con'\nrounds = 4\n\
                     [afflictions.rust]\ndamage = 1\nsave = 30\non = 'hit'";

/// Plays the same fights with and without kept results, and fails unless both ways give the same tally.
fn are_the_same(setup: &Setup, what: &str) {
    let rolled: Arena = compiled(&setup.text());
    are_the_same_in(&rolled, what);
    are_the_same_in(&rolled.prepared().unwrap_or(rolled), what);
}

fn are_the_same_in(arena: &Arena, what: &str) {
    const FIGHTS: u64 = 100;
    let stream = Stream::new(3, b"kept");
    // With `stable` off, all fighters make new statements in every round.
    let mut anew = arena.clone();
    anew.scope.stable = false;
    let (mut kept, mut by_step) = (Tally::new(arena.cast()), Tally::new(arena.cast()));
    let mut told = Told(Tally::new(arena.cast()));
    play_all(arena, &stream, 0..FIGHTS, &mut kept);
    for n in 0..FIGHTS {
        play(&anew, &mut stream.dice(n), &mut told);
        let (mut state, dice) = (arena.start().clone(), &mut stream.dice(n));
        loop {
            if let Progress::Ended(outcome) = arena.step(&mut state, dice, &mut by_step) {
                tell_fates(arena, &state, &outcome, &mut by_step);
                by_step.ended(&outcome);
                break;
            }
        }
    }
    assert!(kept == told.0, "kept and asked anew differ: {what}");
    assert!(kept == by_step, "kept and step by step differ: {what}");
}

const ACTS: [&str; 18] = [
    "'attack nearest'",
    "'attack weakest'",
    "'attack strongest if round > 2', 'attack'",
    "'attack first if self.hp > 6', 'wait'",
    "'attack weakest if target.hp < 7', 'attack nearest'",
    "'attack dying', 'attack fallen', 'attack nearest if foes.standing > 1', 'attack weakest'",
    "'attack nearest if allies.aiming_at_target < 1', 'attack strongest'",
    "'shoot if ammo(thrown-dagger) > 0', 'attack nearest if self.parry > 30', 'attack'",
    "'first-aid at dying', 'attack nearest'",
    "'attack nearest if points(light-mace) > 2', 'attack with brawl'",
    "'attack nearest if foes.dead < 1', 'attack strongest if target.armed', 'attack'",
    "'wake', 'attack nearest if chance(70%)', 'attack weakest'",
    "'attack nearest if foes.aiming_at_me < 2', 'wait'",
    "'attack d if allies.standing > 0', 'attack'",
    "'flee if allies.down > 0', 'attack nearest'",
    "'attack weakest if self.hp > 6', 'attack first'",
    "'attack weakest if round > 1', 'attack strongest'",
    "'surrender if self.hp < 6', 'flee if foes.fled > 0', 'attack weakest'",
];

const REACTS: [&str; 5] = [
    "'parry', 'dodge'",
    "'dodge'",
    "'parry if foes.standing > 1', 'dodge'",
    "'parry if foes.standing > 1', 'dodge if self.hp > 3'",
    "",
];

#[test] // BRP-5.1-1, BRP-5.2-1, BRP-5.4-4
fn cached_choices_equal_those_of_asking_the_policy_again() {
    for act in ACTS {
        for react in REACTS {
            for at in [0, 12] {
                let what = format!("{act}; {react}; {at} m");
                are_the_same(&melee(at, act, react), &what);
                are_the_same(&melee(at, act, react).with(VENOM), &what);
            }
        }
    }
}

#[test] // BRP-5.6-2
fn a_cached_reply_that_depends_on_others_is_dropped_when_they_fall() {
    for act in [ACTS[0], ACTS[1]] {
        let react = "'parry if foes.standing > 1', 'dodge'";
        are_the_same(&melee(0, act, react), &format!("{act}; {react}"));
    }
}

#[test] // BRP-5.2-5, BRP-5.6-4, BRP-5.6-7, BRP-5.6-8, BRP-5.12-3, BRP-X-9
fn what_is_kept_is_right_under_every_house_rule() {
    for rule in [
        "intent = 'skip'",
        "same_weapon = 'no'",
        "successive_defence_penalty = 20",
        "parry_limit = 1",
        "draw_rank_cost = 3",
        "retarget = 'no'",
        "breaks_at = 'below_zero'",
        "death = 'immediate'",
        "first_aid_time = 'next_round'",
    ] {
        for act in [ACTS[0], ACTS[1], ACTS[7]] {
            let setup = melee(0, act, REACTS[0]).option(rule);
            are_the_same(&setup, &format!("{rule}; {act}"));
        }
    }
}

#[test] // BRP-5.4-4
fn two_who_fell_each_other_at_the_same_moment_end_the_fight() {
    let stats =
        "hit_points = 4\ncarries = ['broad-sword']\nskills = { broad-sword = 90 }\npolicy = 'p'";
    let setup = fighters("a", stats)
        .against("b", stats)
        .with("[policies.p]\nact = ['attack']\nreact = []");
    are_the_same(&setup, "equals");
    let arena: Arena = compiled(&setup.text());
    let mut tally = Tally::new(arena.cast());
    play_all(&arena, &Stream::new(3, b"kept"), 0..100, &mut tally);
    assert!(tally.draws() > 10, "{} draws", tally.draws());
    assert!(tally.rounds_quantile(100).is_some_and(|rounds| rounds < 20));
}
