//! The time between the fights of a day: who comes to, what First Aid and the weeks heal, what is carried on.
//!
//! Clauses: BRP-5.12-2, BRP-5.12-5, BRP-5.14-1..5.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, FighterSet, Pause, Witness};
use crate::frame::day::RestSpec;
use crate::rules::brp::nouns::{Arena, Body, Condition, INJURY_SIZES, Scene, State, Treatment};
use crate::rules::brp::telling::count;

const FIRST_AID: usize = 0;
const WEEK: usize = 1;

/// The rests of this book.
#[rustfmt::skip]
pub(crate) const RESTS: &[RestSpec] = &[
    RestSpec::new("first aid", "BRP-5.14-2", "the able fighter with the best chance of First Aid treats every untreated injury once, the largest first"),
    RestSpec::new("a week", "BRP-5.14-1", "everybody alive regains 1D3 hit points; injuries can no longer be treated"),
    RestSpec::new("a week in hospital", "BRP-5.14-1", "everybody alive regains 3 hit points; injuries can no longer be treated"),
];

impl Arena {
    /// Begins a fight of a day. Hit points, untreated injuries, broken and worn items and spent shots go on from one
    /// fight to the next; everybody is back at the starting place, with weapons loaded.
    pub(crate) fn begin_fight(&self, state: &mut State, fresh: FighterSet, folk: FighterSet) {
        **state = (*self.unopened).clone();
        state.able = FighterSet::NONE;
        for who in self.lineup.everybody() {
            let before = *state.body(who);
            let start = *self.unopened.body(who);
            let body = if folk.has(who) {
                carried(start, &before)
            } else {
                let absent = Condition::Absent;
                let condition = if fresh.has(who) {
                    Condition::Able
                } else {
                    absent
                };
                Body { condition, ..start }
            };
            *state.body_mut(who) = body;
            if body.condition == Condition::Able {
                state.able.add(who);
                let item = self.first_whole(who, &body);
                state.body_mut(who).in_hand = item;
            }
        }
    }

    /// The weapon that a fighter has in hand at the start: the first of its list that is whole.
    fn first_whole(&self, who: FighterId, body: &Body) -> u8 {
        let items = (0u8..).zip(&self.fighter(who).items);
        let mut whole =
            items.filter(|(at, item)| !item.is_shield() && !body.items[usize::from(*at)].broken);
        whole.next().map_or(body.in_hand, |(at, _)| at)
    }
}

/// The body of a fighter at its starting place, with what it has left from the fight before.
fn carried(start: Body, before: &Body) -> Body {
    let mut items = before.items;
    for (item, fresh) in items.iter_mut().zip(&start.items) {
        item.unloaded = fresh.unloaded;
    }
    Body {
        hp: before.hp,
        condition: before.condition,
        injuries: before.injuries,
        items,
        ..start
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Plays a time without a fight.
    pub(crate) fn pause(&mut self, pause: Pause, folk: FighterSet) {
        match pause {
            Pause::Aftermath => self.gather(folk),
            Pause::Rest(FIRST_AID) => self.tend(folk),
            Pause::Rest(rest) => self.heal_weekly(rest, folk),
        }
    }

    /// [BRP-5.12-2, BRP-5.12-5] Brings together those who are alive after a fight: the unconscious are woken or come to
    /// within hours, and those who fled or surrendered come back.
    fn gather(&mut self, folk: FighterSet) {
        for who in folk.without(self.state.able).iter() {
            let told = match self.body(who).condition {
                Condition::Unconscious | Condition::Waking => "comes to",
                Condition::Fled | Condition::Surrendered => "is back with the others",
                Condition::Able | Condition::Dying | Condition::Dead | Condition::Absent => {
                    continue;
                }
            };
            self.state.set_condition(who, Condition::Able);
            self.tell("BRP-5.12-2", who, told);
        }
    }

    /// [BRP-5.14-2, BRP-5.14-3] Treats every untreated injury once.
    fn tend(&mut self, folk: FighterSet) {
        let skill = |who: FighterId| self.fighter(who).first_aid.success;
        let able = folk.and(self.state.able).iter();
        let better = |best: FighterId, who| if skill(who) > skill(best) { who } else { best };
        let Some(healer) = able.reduce(better) else {
            return;
        };
        for patient in folk.and(self.state.able).iter() {
            let untreated = |scene: &Self| scene.body(patient).injuries != [0; INJURY_SIZES];
            while untreated(self) {
                let smallest = false;
                self.treat(healer, Treatment { patient, smallest });
            }
        }
    }

    /// [BRP-5.14-1] Heals everybody alive for a week.
    fn heal_weekly(&mut self, rest: usize, folk: FighterSet) {
        let healing = self.arena.options.rules.healing;
        for who in folk.and(self.state.able).iter() {
            let points = if rest == WEEK {
                self.dice.about(Topic::Healing);
                self.dice.total(healing.week)
            } else {
                healing.hospital_week
            };
            let most = self.fighter(who).hit_points;
            let body = self.body_mut(who);
            body.hp = (body.hp + points).min(most.max(body.hp));
            body.injuries = [0; INJURY_SIZES];
            let left = count(body.hp, "hit point");
            self.tell("BRP-5.14-1", who, format_args!("rests, and has {left}"));
        }
    }
}
