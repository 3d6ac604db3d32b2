//! A witness that records what a fight reports to it.

use crate::fight::{Blow, EventId, FighterId, LineId, WeaponId, Witness};

/// Everything that a fight has reported since the last call of a [`Trial`](super::Trial) that played it.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// Attacker, target, weapon and result of every counted attack, in order.
    pub blows: Vec<(FighterId, FighterId, WeaponId, Blow)>,
    /// The number of ranks that each landed blow cost its target, in order.
    pub lost: Vec<u32>,
    /// The policy lines that were used, each with the fighter that used it, in order.
    pub lines: Vec<(FighterId, LineId)>,
    /// Fighters that went down. `back` are those that came back, and `fled` those that left the fight alive.
    pub downed: Vec<FighterId>,
    pub back: Vec<FighterId>,
    pub fled: Vec<FighterId>,
    /// The events that only the fight's own book defines, each with the fighter that it happened to or that
    /// caused it.
    pub events: Vec<(FighterId, EventId)>,
    /// The numbers of the rounds that began, in order.
    pub rounds: Vec<u32>,
    /// The sentences of the transcript, each with its clause.
    pub said: Vec<(&'static str, String)>,
}

impl Witness for Heard {
    const LISTENS: bool = true;

    fn round_began(&mut self, round: u32) {
        self.rounds.push(round);
    }

    fn attacked(&mut self, attacker: FighterId, target: FighterId, weapon: WeaponId, blow: Blow) {
        self.blows.push((attacker, target, weapon, blow));
    }

    fn lost(&mut self, _: FighterId, _: FighterId, _: WeaponId, ranks: u32) {
        self.lost.push(ranks);
    }

    fn line_used(&mut self, who: FighterId, line: LineId) {
        self.lines.push((who, line));
    }

    fn downed(&mut self, who: FighterId, _round: u32) {
        self.downed.push(who);
    }

    fn back(&mut self, who: FighterId, _round: u32) {
        self.back.push(who);
    }

    fn fled(&mut self, who: FighterId, _round: u32) {
        self.fled.push(who);
    }

    fn happened(&mut self, who: FighterId, event: EventId, _parts: u64) {
        self.events.push((who, event));
    }

    fn say(&mut self, clause: &'static str, text: impl FnOnce() -> String) {
        self.said.push((clause, text()));
    }
}
