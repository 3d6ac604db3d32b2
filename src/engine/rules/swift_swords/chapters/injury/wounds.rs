//! The effects of a wound, immediate and lasting.
//!
//! Clauses: SST-22-5..8. All effects of a wound come at once. First dice burn, then Ranks are lost, then the
//! wound's roll is made. If the wound may be fatal, the roll comes before the loss of Ranks.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::chapters::phrases::dice;
use crate::rules::swift_swords::decisions::lists::answer;
use crate::rules::swift_swords::nouns::{
    BodyPart, D6, Daze, DecisionContext, Hand, Scene, Status, Toll, Track, Trait, Wound,
};
use crate::rules::swift_swords::words::WoundKind;

impl<'a, D: Dice, W: Witness> Scene<'a, D, W> {
    /// Applies a wound at the location with the index `at` to a creature that is in the fight. Returns how
    /// many Ranks it costs.
    pub(super) fn deal_wound(&mut self, who: FighterId, at: usize, wound: Wound) -> u8 {
        let (kind, toll) = (wound.kind, self.toll(wound.kind));
        self.burn(who, toll.burn);
        let [physical, mental] = toll.ranks;
        let mut lost = 0;
        if kind != WoundKind::Kill {
            lost += self.loses_ranks(who, Track::Physical, physical);
            lost += self.loses_ranks(who, Track::Mental, mental);
        }
        if !self.state.fighting.has(who) {
            return lost;
        }
        let part = self.arena.tables.locations[at].part;
        if kind == WoundKind::SightOrSound {
            self.hurts_sense(who, toll, part);
        } else {
            self.body_mut(who).injuries.worsen(toll, part);
        }
        match kind {
            WoundKind::Stun if self.view().may_take(who, Daze::Stun) => {
                self.daze_with(who, Daze::Stun);
            }
            WoundKind::Unconscious => self.stays(who, Trait::Will, self.roll_of(wound)),
            WoundKind::Paralysed => self.stays(who, Trait::Body, self.roll_of(wound)),
            WoundKind::Kill => {
                self.body_mut(who).hand = Hand::NONE;
                self.stays(who, Trait::Body, toll.roll);
                lost += self.loses_ranks(who, Track::Physical, physical);
                lost += self.loses_ranks(who, Track::Mental, mental);
            }
            WoundKind::Balance => self.body_mut(who).injuries.unsettle(toll.stumble),
            WoundKind::Broken if part == BodyPart::Leg => {
                self.body_mut(who).injuries.unsettle(toll.stumble);
            }
            WoundKind::Broken | WoundKind::Hand => self.cripple(who, part),
            WoundKind::Foot => {
                if !self.passes(who, Trait::Dex, toll.roll) {
                    self.fells(who);
                }
                let injuries = &mut self.body_mut(who).injuries;
                injuries.lame = true;
                injuries.unsettle(toll.stumble);
            }
            WoundKind::Sever => {
                if self.arena.scope.day {
                    self.body_mut(who).injuries.severed |= 1 << at;
                }
                self.body_mut(who).injuries.legless |= part == BodyPart::Leg;
                if part == BodyPart::Leg {
                    self.fells(who);
                }
                self.cripple(who, part);
            }
            WoundKind::Bleeder => {
                let injuries = &mut self.body_mut(who).injuries;
                injuries.bleeding |= 1 << at;
                injuries.bleeding_worse |= u16::from(wound.worse) << at;
            }
            WoundKind::SightOrSound
            | WoundKind::Fracture
            | WoundKind::Puncture
            | WoundKind::Maim
            | WoundKind::Stun
            | WoundKind::Wind
            | WoundKind::FleshWound => {}
        }
        lost
    }

    /// Returns the table row of a kind of wound.
    fn toll(&self, kind: WoundKind) -> &'a Toll {
        &self.arena.tables.wounds[kind as usize]
    }

    /// Returns the modifier, in dice, of the roll that a wound demands [SST-22-4].
    pub(super) fn roll_of(&self, wound: Wound) -> i8 {
        let worse = i8::from(wound.worse) * self.rules().injuries.worse;
        self.toll(wound.kind).roll + worse
    }

    /// Hurts either the sight or the hearing of a creature. Also applies the penalties of the wound to
    /// `part`.
    fn hurts_sense(&mut self, who: FighterId, toll: &Toll, part: BodyPart) {
        let most = u32::from(self.rules().injuries.sight);
        let sight = self.dice.band(D6, &[most]) == 0;
        let (other, sentence) = if sight {
            (
                Toll {
                    casting: 0,
                    ..*toll
                },
                "sees badly",
            )
        } else {
            (Toll { sight: 0, ..*toll }, "hears badly")
        };
        self.body_mut(who).injuries.worsen(&other, part);
        self.tell("SST-22-7", who, sentence);
    }

    /// Turns `burns` dice in hand into ones, and as many dice in every later deal [SST-22-5].
    fn burn(&mut self, who: FighterId, burns: u8) {
        if burns == 0 {
            return;
        }
        let all = &mut self.body_mut(who).injuries.burns;
        *all = all.saturating_add(burns);
        if self.body(who).hand.is_usable() {
            let highest = self.answers(
                who,
                const { answer("burn", "highest") },
                DecisionContext::default,
            );
            let turned = self.body_mut(who).hand.burn(burns, highest);
            let hand = self.body(who).hand;
            self.say("SST-22-5", [who], |[who]| {
                format!("{who} burns {} and holds {hand}.", dice(turned))
            });
        }
    }

    /// Takes `lost` Ranks off a track, unless the creature is beyond harm to its mind and the track is Mental
    /// [SST-15-6]. Returns how many Ranks were lost.
    fn loses_ranks(&mut self, who: FighterId, track: Track, lost: u8) -> u8 {
        // Physical Ranks need no check: only a weapon made against it can wound a creature that is beyond
        // physical harm.
        if track == Track::Mental && self.view().is_beyond(who, track) {
            return 0;
        }
        self.lose_ranks(who, track, lost)
    }

    /// Makes a roll that decides whether a creature stays in the fight.
    fn stays(&mut self, who: FighterId, which: Trait, modifier: i8) {
        if !self.passes(who, which, modifier) {
            self.put_out(who, Status::Out, "SST-22-7");
        }
    }

    /// Makes the hand of this arm useless. The right hand drops its weapon.
    fn cripple(&mut self, who: FighterId, part: BodyPart) {
        match part {
            BodyPart::RightArm => {
                self.drop_weapon(who, |weapon| !weapon.natural);
                self.body_mut(who).injuries.right_useless = true;
            }
            BodyPart::LeftArm => self.body_mut(who).injuries.left_useless = true,
            _ => {}
        }
    }
}
