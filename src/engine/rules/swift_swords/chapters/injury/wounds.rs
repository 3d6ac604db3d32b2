//! The immediate and lasting effects of a wound.
//!
//! Clauses: SST-22-5..8. All effects of a wound come at once: dice burn first, and Ranks are lost before the roll that the same
//! wound demands, except if the wound may be fatal.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::chapters::phrases::dice;
use crate::rules::swift_swords::decisions::lists::answer;
use crate::rules::swift_swords::nouns::{
    D6, Daze, Hand, Matter, Part, Scene, Status, Track, Trait, Wound,
};
use crate::rules::swift_swords::words::{WOUNDS, WoundKind};

/// Penalty of a wound marked as worse on its roll, in dice [SST-22-4].
pub(super) const WORSE: i8 = -2;

/// Penalty of a fracture on actions with the part, in dice.
const FRACTURE: u8 = 2;
/// Maximum number of Ranks that a wound costs, on both tracks together.
pub(crate) const MOST_COST: u8 = 2;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Deals a wound to a creature that is in the fight. Returns how many Ranks it costs.
    pub(super) fn deal_wound(&mut self, who: FighterId, at: usize, wound: Wound) -> u8 {
        let (_, (kind, burns, [physical, mental])) = WOUNDS[wound.kind as usize];
        self.burn(who, burns);
        let mut lost = 0;
        if kind != WoundKind::Kill {
            lost += self.loses_ranks(who, Track::Physical, physical);
            lost += self.loses_ranks(who, Track::Mental, mental);
        }
        if !self.state.fighting.has(who) {
            return lost;
        }
        let part = self.arena.tables.locations[at].part;
        let modifier = if wound.worse { WORSE } else { 0 };
        match kind {
            WoundKind::Stun if self.view().may_take(who, Daze::Stun) => {
                self.daze_with(who, Daze::Stun);
            }
            WoundKind::Unconscious => self.stays(who, Trait::Will, modifier),
            WoundKind::Paralysed => self.stays(who, Trait::Body, modifier),
            WoundKind::Kill => {
                self.body_mut(who).hand = Hand::NONE;
                self.stays(who, Trait::Body, WORSE);
                lost += self.loses_ranks(who, Track::Mental, mental);
            }
            WoundKind::SightOrSound => {
                let sight = self.dice.band(D6, &[3]) == 0;
                let injuries = &mut self.body_mut(who).injuries;
                if sight {
                    injuries.sight += 1;
                    self.tell("SST-22-7", who, "sees badly");
                } else {
                    injuries.casting += 2;
                    self.tell("SST-22-7", who, "hears badly");
                }
            }
            WoundKind::Balance => {
                let injuries = &mut self.body_mut(who).injuries;
                injuries.casting += 2;
                injuries.unsteady = true;
            }
            WoundKind::Broken if part == Part::Leg => self.body_mut(who).injuries.unsettle(),
            WoundKind::Broken | WoundKind::Hand => self.cripple(who, part),
            WoundKind::Foot => {
                if !self.passes(who, Trait::Dex, 0) {
                    self.fells(who);
                }
                let injuries = &mut self.body_mut(who).injuries;
                injuries.lame = true;
                injuries.unsettle();
            }
            WoundKind::Fracture => {
                let mut fractures = self.body_mut(who).injuries.fractures.iter_mut();
                if let Some(dice) = fractures.nth(part as usize) {
                    *dice += FRACTURE;
                }
            }
            WoundKind::Sever => {
                let injuries = &mut self.body_mut(who).injuries;
                injuries.all += 2;
                injuries.legless |= part == Part::Leg;
                if part == Part::Leg {
                    self.fells(who);
                }
                self.cripple(who, part);
            }
            WoundKind::Puncture | WoundKind::Maim => self.body_mut(who).injuries.all += 1,
            WoundKind::Bleeder => {
                let injuries = &mut self.body_mut(who).injuries;
                injuries.bleeding |= 1 << at;
                injuries.bleeding_worse |= u16::from(wound.worse) << at;
            }
            WoundKind::Stun | WoundKind::Wind | WoundKind::FleshWound => {}
        }
        lost
    }

    /// Turns dice into ones, those in hand now [SST-22-5].
    fn burn(&mut self, who: FighterId, burns: u8) {
        if burns == 0 {
            return;
        }
        self.body_mut(who).injuries.burns += burns;
        if self.body(who).hand.is_usable() {
            let highest = self.answers(who, const { answer("burn", "highest") }, Matter::default);
            let turned = self.body_mut(who).hand.burn(burns, highest);
            let hand = self.body(who).hand;
            self.say("SST-22-5", [who], |[who]| {
                format!("{who} burns {} and holds {hand}.", dice(turned))
            });
        }
    }

    /// Takes Ranks, if the track can be hurt at all [SST-15-6]; returns how many.
    fn loses_ranks(&mut self, who: FighterId, track: Track, lost: u8) -> u8 {
        // A body that is beyond harm can be wounded only by weapons made against it; its mind is not protected.
        if track == Track::Mental && self.view().is_beyond(who, track) {
            return 0;
        }
        self.lose_ranks(who, track, lost)
    }

    /// Rolls whether a creature stays in the fight.
    fn stays(&mut self, who: FighterId, which: Trait, modifier: i8) {
        if !self.passes(who, which, modifier) {
            self.put_out(who, Status::Out, "SST-22-7");
        }
    }

    /// Makes a hand useless, and drops its weapon.
    fn cripple(&mut self, who: FighterId, part: Part) {
        match part {
            Part::RightArm => {
                self.drop_weapon(who, |weapon| !weapon.natural);
                self.body_mut(who).injuries.right_useless = true;
            }
            Part::LeftArm => self.body_mut(who).injuries.left_useless = true,
            _ => {}
        }
    }
}
