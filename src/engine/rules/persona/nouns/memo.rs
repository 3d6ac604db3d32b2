//! A cache of policy choices. A stored choice is used again if everything that it depends on has the same
//! values.
//!
//! Clauses: PER-13.7-3. A choice is stored under a key of [`WORDS`] words. The key holds those parts of the
//! fight's state ([`Columns`]) that the decision list reads. The cache is kept from fight to fight, because a
//! choice depends only on these values.

use super::deeds::Choice;
use super::evasion::Attack;
use super::fighter::LISTS;
use super::state::{Body, Item, Shared, Whereabouts};
use crate::fight::{FighterId, FighterSet};
use crate::frame::lineup::Lineup;
use crate::policy::{CachedChoice, ChoiceCache, Columns, Rows};
use crate::rules::persona::columns::{
    AIM, ALLIES, ATTACK, ATTACKER, FATIGUE, FEINT, FOES, HITS, ITEMS, KEYED, LAST, REACTIONS,
    ROUND, SELF, TURN, WATCH, WOUNDS,
};

/// Number of `u64` words in a key.
pub(crate) const WORDS: usize = 8;

/// The values that a choice depends on, packed into words.
pub(crate) type Key = [u64; WORDS];

/// Number of choices that are kept for each fighter. The whole cache keeps at least [`LEAST_KEPT`].
const KEPT_EACH: usize = 64;
const LEAST_KEPT: usize = 64;

/// Number of kinds of decisions of a fighter: one for each list and each number of actions taken in the turn,
/// modulo [`TIMES`].
const KINDS: usize = LISTS * TIMES;
const TIMES: usize = 4;

/// The parts of a key that the decisions of one list read, as a bit mask for each word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reads {
    /// Whether choices of the list are stored in the cache. They are if all columns that the list reads fit
    /// into a key.
    pub keeps: bool,
    /// Number of weapons that the fighter carries.
    carried: u8,
    masks: [u64; WORDS],
}

/// The indices of the words of a key.
const SUBJECT: usize = 0;
const TURN_OF: usize = 1;
const OWN: usize = 2;
const STANCE: usize = 3;
const CARE: usize = 4;
const THINGS: usize = 5;
const ENEMIES: usize = 6;
const FRIENDS: usize = 7;

impl Reads {
    /// Returns the masks for these columns. `carried` is the number of weapons that the fighter carries.
    pub(crate) fn of(columns: Columns, carried: usize) -> Self {
        let when = |column: Columns, mask: u64| if columns.meets(column) { mask } else { 0 };
        let mut masks = [0; WORDS];
        masks[SUBJECT] = when(ATTACK, 0xff)
            | when(HITS, 0xff << 8)
            | when(ATTACKER, 0xff << 16)
            | when(SELF, 0xffff << 32);
        masks[TURN_OF] = when(TURN, u64::MAX >> 16) | when(ROUND, 0xffff << 48);
        masks[OWN] = when(WOUNDS, 0xffff)
            | when(AIM, 0xff << 16)
            | when(REACTIONS, 0xff << 24)
            | when(FATIGUE, 0xff << 32)
            | when(LAST, 0xff << 40)
            | when(FEINT, 0xff << 48)
            | when(WATCH, 0xff << 56);
        masks[STANCE] = when(SELF, u64::MAX);
        // The two highest bytes of this word hold conditions that no decision reads.
        masks[CARE] = when(SELF, u64::MAX >> 16);
        masks[THINGS] = when(ITEMS, u64::MAX);
        masks[ENEMIES] = when(FOES, u64::MAX);
        masks[FRIENDS] = when(ALLIES, u64::MAX);
        let keeps = columns.within(KEYED);
        let carried = u8::try_from(carried).expect("few weapons");
        Self {
            keeps,
            carried,
            masks,
        }
    }
}

/// The cache of the choices that policies have made.
#[derive(Debug)]
pub(crate) struct Memo {
    /// The place, the conditions and the grapple of each fighter, as far as decisions of other fighters read
    /// them.
    rows: Rows<2>,
    /// For each fighter, the index in `rows` of the group of its enemies, and of the group of its allies.
    groups: Box<[[u8; 2]]>,
    choices: ChoiceCache<Choice, WORDS>,
}

impl Memo {
    pub(crate) fn new(lineup: &Lineup) -> Self {
        let mut sets: Vec<FighterSet> = Vec::new();
        let mut group = |fighters: FighterSet| {
            let known = sets.iter().position(|set| *set == fighters);
            let at = known.unwrap_or(sets.len());
            if known.is_none() {
                sets.push(fighters);
            }
            u8::try_from(at).expect("few sides")
        };
        let all: FighterSet = lineup.everybody().collect();
        let groups = lineup.everybody().map(|who| {
            let allies = lineup.allies(who);
            [all.without(allies), allies].map(&mut group)
        });
        let groups = groups.collect();
        let count = lineup.count();
        Self {
            rows: Rows::new(sets),
            groups,
            choices: ChoiceCache::new((KEPT_EACH * count).max(LEAST_KEPT), KINDS * count),
        }
    }

    /// Returns the stored choice for the current values. Without one, returns `Err` with the key under which
    /// to store it, or `Err(None)` if the values do not fit into a key.
    #[inline(never)]
    pub(crate) fn find(
        &mut self,
        present: (&Shared, &[Body]),
        asked: &DecisionKey<'_>,
    ) -> Result<&CachedChoice<Choice>, Option<Key>> {
        let Some(key) = self.key(present, asked) else {
            return Err(None);
        };
        let time = usize::from(present.0.turn.actions) % TIMES;
        let kind = asked.who.index() * KINDS + asked.list * TIMES + time;
        self.choices.get(kind, &key).ok_or(Some(key))
    }

    /// Stores the choice of a decision.
    pub(crate) fn keep(&mut self, key: Key, answer: CachedChoice<Choice>) {
        self.choices.keep(key, answer);
    }

    /// Returns the key of a decision: the values that it depends on. `None` if they do not fit into a key.
    #[cfg_attr(not(test), inline)]
    pub(crate) fn key(
        &mut self,
        (shared, bodies): (&Shared, &[Body]),
        asked: &DecisionKey<'_>,
    ) -> Option<Key> {
        let DecisionKey {
            who,
            list,
            reads,
            subject,
        } = *asked;
        let (body, masks) = (&bodies[who.index()], &reads.masks);
        let mut key = [0; WORDS];
        for (at, group) in [ENEMIES, FRIENDS].into_iter().zip(self.groups[who.index()]) {
            if masks[at] > 0 {
                let row = |who: FighterId| {
                    let body = &bodies[who.index()];
                    [body.seen(), body.hold.word()]
                };
                key[at] = self.rows.number(group.into(), shared.fighting, row);
            }
        }
        if masks[THINGS] > 0 {
            key[THINGS] = things(&body.items[..reads.carried.into()])?;
        }
        let of = u64::from(who.0) << 48 | (list as u64) << 56;
        key[SUBJECT] = of | masks[SUBJECT] & (u64::from(subject) | body.hold.word() << 32);
        key[TURN_OF] = masks[TURN_OF] & (shared.turn.word() | u64::from(shared.round) << 48);
        key[OWN] = masks[OWN] & own(body);
        key[STANCE] = masks[STANCE] & body.seen();
        key[CARE] = masks[CARE] & body.own();
        Some(key)
    }
}

/// Identifies a decision: the fighter, the list, the parts of a key that the list reads, and the [`subject`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct DecisionKey<'a> {
    pub who: FighterId,
    pub list: usize,
    pub reads: &'a Reads,
    pub subject: u32,
}

/// Packs the attack or the enemy that a decision is about. Also packs whether the fighter decides in its own
/// turn.
#[inline]
pub(crate) fn subject(attack: Option<Attack>, mover: Option<FighterId>, own_turn: bool) -> u32 {
    let Some(attack) = attack else {
        return mover.map_or(0, |mover| u32::from(mover.0) << 16);
    };
    let kind = u8::from(attack.melee)
        | u8::from(attack.grapple) << 1
        | u8::from(attack.certain) << 2
        | u8::from(own_turn) << 3;
    u32::from_le_bytes([kind, attack.hits, attack.who.0, 0])
}

#[inline]
fn own(body: &Body) -> u64 {
    let name = |who: Option<FighterId>| u64::from(who.map_or(u8::MAX, |who| who.0));
    body.numbers()
        | name(body.last) << 40
        | name(body.feint) << 48
        | u64::from(body.overwatch.is_some()) << 56
}

/// Packs the states of all weapons that a fighter carries into a number. Returns `None` if one of them lies
/// on the ground.
#[inline]
fn things(items: &[Item]) -> Option<u64> {
    let mut word = 0;
    for item in items {
        if matches!(item.place, Whereabouts::Dropped(_)) {
            return None;
        }
        let state = u64::from(item.place.tag()) << 9 | u64::from(item.jammed) << 8;
        word = word << 16 | state | u64::from(item.rounds);
    }
    Some(word)
}
