//! The actions that the lines of the list `act` choose.
//!
//! Clauses: PER-3-2, PER-4-1, PER-7-6, PER-12-1, PER-12-2, PER-12.3-2, PER-12.5-2, PER-12.7-1, PER-12.7-2,
//! PER-12.32-1, PER-12.35-1, PER-13.2-7, PER-13.2-8, PER-13.3-2, PER-13.7-3.

use super::asker::Asker;
use crate::fight::FighterId;
use crate::policy::Line;
use crate::rules::persona::nouns::deeds::{Deed, Heading, Move, Pace};
use crate::rules::persona::nouns::fighter::UNARMED;
use crate::rules::persona::nouns::state::{Overwatch, Shot, Trigger};
use crate::rules::persona::nouns::swing::{BodyPart, Manner, Swing};
use crate::rules::persona::reading::sheet::{Band, Talent};
use crate::rules::persona::reading::tables::WeaponKind;
use crate::rules::persona::words::{GO_BY_FULL_MOVE, GO_BY_RUN, act, target};

const SHOTS: [Shot; 3] = [Shot::Standard, Shot::Semi, Shot::Full];
const TRIGGERS: [Trigger; 5] = [
    Trigger::Acts,
    Trigger::Moves,
    Trigger::Attacks,
    Trigger::AttacksAlly,
    Trigger::HasNoReaction,
];

impl Asker<'_> {
    /// Returns the action that a line of `act` chooses, if the action is possible now.
    pub(super) fn deed(&mut self, line: &Line) -> Option<Deed> {
        let deed = self.wanted(line)?;
        self.view.affords(self.who, &deed).then_some(deed)
    }

    fn wanted(&mut self, line: &Line) -> Option<Deed> {
        Some(match line.action {
            act::ATTACK => Deed::Attack(self.swing(line, Manner::Standard)?),
            act::SEMI_BURST => Deed::Attack(self.swing(line, Manner::Semi)?),
            act::FULL_BURST => Deed::Attack(self.swing(line, Manner::Full)?),
            act::SWIFT => Deed::Attack(self.swing(line, Manner::Swift)?),
            act::LIGHTNING => Deed::Attack(self.swing(line, Manner::Lightning)?),
            act::HEAVY => Deed::Attack(self.swing(line, Manner::Heavy)?),
            act::TAKE_DOWN => Deed::Attack(self.swing(line, Manner::TakeDown)?),
            act::CALLED_SHOT => Deed::Attack(self.called_shot(line)?),
            act::STUN => {
                let foe = self.touched(line, |_, _| true)?;
                Deed::Attack(Swing::new(
                    Manner::Stun,
                    self.view.striking_weapon(self.who, foe),
                    foe,
                ))
            }
            act::GRAPPLE => {
                let foe = self.touched(line, |asker, foe| {
                    asker.view.adjacent(asker.who, foe) && asker.view.may_grapple(asker.who, foe)
                })?;
                Deed::Attack(Swing::new(Manner::Grapple, UNARMED, foe))
            }
            act::AIM => Deed::Aim { long: false },
            act::AIM_LONG => Deed::Aim { long: true },
            act::CAUTIOUS => Deed::Cautious,
            act::GUARD => Deed::Guard,
            act::CHARGE => self.charge(line)?,
            act::DISARM => Deed::Disarm {
                target: self.touched(line, |asker, foe| asker.view.may_disarm(asker.who, foe))?,
                take: line.word(1) == 0,
            },
            act::FEINT => Deed::Feint {
                target: self.touched(line, |_, _| true)?,
            },
            act::KNOCK_DOWN => Deed::KnockDown {
                target: self.touched(line, |_, _| true)?,
                hurt: line.word(1) == 0,
            },
            act::MANEUVER => Deed::Maneuver {
                target: self.touched(line, |asker, foe| !asker.view.grappling(foe))?,
                past: line.word(1) == 1,
                follow: line.word(2) == 1,
            },
            act::TWO_WEAPONS => self.two_weapons(line)?,
            act::OVERWATCH => self.overwatch(line)?,
            act::SUPPRESS => self.suppression(line)?,
            act::MOVE | act::FULL_MOVE | act::RUN => self.towards(line)?,
            act::GO => self.go(line)?,
            act::MOVE_AWAY | act::FULL_MOVE_AWAY | act::RUN_AWAY | act::DISENGAGE => {
                self.away(line)?
            }
            act::FLEE => self
                .away(line)
                .filter(|_| self.view.arena.options.leaving)?,
            act::SURRENDER => self.view.arena.options.leaving.then_some(Deed::Surrender)?,
            act::STAND => self.view.body(self.who).prone.then_some(Deed::Stand)?,
            act::CLEAR => Deed::Clear {
                weapon: self.of_mine(line, |asker, weapon| {
                    asker.view.may_clear(asker.who, weapon)
                })?,
            },
            act::READY => Deed::Ready {
                weapon: self.of_mine(line, |asker, weapon| {
                    asker.view.may_ready(asker.who, weapon)
                })?,
            },
            act::RELOAD => {
                let weapon = self.of_mine(line, |asker, weapon| {
                    asker.view.may_reload(asker.who, weapon)
                })?;
                let half = self.view.arena.weapon(weapon).reload_half;
                Deed::Reload { weapon, half }
            }
            act::ASSIST => {
                let allies = self
                    .view
                    .friends(self.who)
                    .filter(|ally| self.view.may_assist(self.who, ally));
                let ally = self.pick(line, 0, target::FIRST, allies)?;
                self.target = Some(ally);
                Deed::Assist { ally }
            }
            act::HEAL => self.heal(line)?,
            _ => Deed::Wait,
        })
    }

    /// Returns the use of a remedy: the first remedy that matches the line and helps somebody. The line's
    /// target rule picks the patient.
    fn heal(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let all = view.arena.lineup.allies(who);
        let (slot, patient) = self.remedies(line.item()).find_map(|slot| {
            let patients = all.filter(|patient| view.may_heal(who, slot, patient));
            Some((slot, self.pick(line, 1, target::WOUNDED, patients)?))
        })?;
        self.target = Some(patient);
        let remedy = view.arena.remedy(who, slot);
        Some(Deed::Heal {
            slot,
            patient,
            halves: remedy.halves,
            power: remedy.power,
        })
    }

    /// Returns an attack on the enemy that the line's target rule picks from all enemies that can be
    /// attacked. The weapon is the first that the line matches and that can be used against this enemy.
    pub(super) fn swing(&mut self, line: &Line, manner: Manner) -> Option<Swing> {
        self.swing_if(line, manner, |_, _| true)
    }

    pub(super) fn swing_if(
        &mut self,
        line: &Line,
        manner: Manner,
        fits: impl Fn(&Self, Swing) -> bool,
    ) -> Option<Swing> {
        let item = line.item();
        let spreads = manner.is_many() && line.word(2) == 1;
        let at = |asker: &Self, foe: FighterId| {
            let mut weapons = asker.view.meant(asker.who, item);
            weapons.find_map(|weapon| {
                let swing = Swing {
                    several: spreads,
                    ..Swing::new(manner, weapon, foe)
                };
                (asker.view.may_swing(asker.who, swing) && fits(asker, swing)).then_some(swing)
            })
        };
        let pick = |among| self.pick(line, 1, target::LAST, among);
        let foes = self.view.foes(self.who);
        let (foe, swing) = foes.pick_fit(pick, |foe| at(self, foe))?;
        self.target = Some(foe);
        Some(swing)
    }

    /// Returns a Called Shot at the part of the body that the line names, or else at the part with the least
    /// armour [PER-12.5-2].
    fn called_shot(&mut self, line: &Line) -> Option<Swing> {
        let swing = self.swing(line, Manner::Called(BodyPart::Head))?;
        let part = match line.word(2) {
            0 => self.view.fighter(swing.target).weakest_part(),
            named => BodyPart::ALL[usize::from(named) - 1],
        };
        let manner = Manner::Called(part);
        Some(Swing { manner, ..swing })
    }

    /// Returns the enemy that the line's target rule picks from those that satisfy `fits` and are within
    /// reach of bare hands or of a melee weapon.
    fn touched(
        &mut self,
        line: &Line,
        fits: impl Fn(&Self, FighterId) -> bool,
    ) -> Option<FighterId> {
        let foes = self.view.foes(self.who);
        let foes = foes.filter(|foe| self.view.may_touch(self.who, foe) && fits(self, foe));
        let foe = self.pick(line, 0, target::LAST, foes)?;
        self.target = Some(foe);
        Some(foe)
    }

    /// Returns a charge at an enemy at a suitable distance. The charge ends with an attack, a Grapple or a
    /// Knock Down, as the line says [PER-12.7-1, PER-12.7-2].
    fn charge(&mut self, line: &Line) -> Option<Deed> {
        let view = self.view;
        let item = line.item();
        let mut weapons = view.meant(self.who, item);
        let weapon = weapons.find(|&weapon| {
            view.usable(self.who, weapon) && view.arena.weapon(weapon).is_melee()
        })?;
        let into = line.word(2);
        let foes = view.foes(self.who).filter(|foe| {
            view.may_charge(self.who, foe) && (into != 1 || view.may_grapple(self.who, foe))
        });
        let foe = self.pick(line, 1, target::LAST, foes)?;
        self.target = Some(foe);
        Some(match into {
            1 => Deed::Charge(Swing::new(Manner::GrappleCharge, UNARMED, foe)),
            2 => Deed::ChargeDown {
                target: foe,
                hurt: true,
            },
            _ => Deed::Charge(Swing::new(Manner::Charge, weapon, foe)),
        })
    }

    /// Returns an attack with each hand [PER-12.31-1, PER-12.31-4].
    fn two_weapons(&mut self, line: &Line) -> Option<Deed> {
        const FIRST: [Manner; 6] = [
            Manner::Standard,
            Manner::Swift,
            Manner::Lightning,
            Manner::Semi,
            Manner::Full,
            Manner::Called(BodyPart::Head),
        ];
        const SECOND: [Manner; 4] = [
            Manner::Standard,
            Manner::Semi,
            Manner::Full,
            Manner::Called(BodyPart::Head),
        ];
        let view = self.view;
        let fighter = view.fighter(self.who);
        let [main, off] = view.pair(self.who)?;
        for weapon in [main, off] {
            let talent = match view.arena.weapon(weapon).kind {
                WeaponKind::Ranged => Talent::TwoWeaponsRanged,
                _ => Talent::TwoWeaponsMelee,
            };
            if !fighter.has(talent) {
                return None;
            }
        }
        let [main_manner, off_manner] = [
            FIRST[usize::from(line.word(2))],
            SECOND[usize::from(line.word(3))],
        ];
        let swing = |weapon: u8, manner: Manner, second: bool, foe: FighterId| {
            let manner = match manner {
                Manner::Called(_) => Manner::Called(view.fighter(foe).weakest_part()),
                manner => manner,
            };
            Swing {
                penalty: view.two_weapon_penalty(self.who, weapon, second),
                ..Swing::new(manner, weapon, foe)
            }
        };
        let within = |weapon: u8, manner: Manner, second: bool| {
            view.foes(self.who)
                .filter(|foe| view.may_swing(self.who, swing(weapon, manner, second, foe)))
        };
        let first = self.pick(line, 0, target::LAST, within(main, main_manner, false))?;
        let others = within(off, off_manner, true);
        let second = match line.slots[1] {
            crate::policy::Slot::Absent if others.has(first) => first,
            _ => self.pick(line, 1, target::LAST, others)?,
        };
        let deed = Deed::Two {
            first: swing(main, main_manner, false, first),
            second: swing(off, off_manner, true, second),
        };
        self.target = Some(first);
        Some(deed)
    }

    /// Returns an Overwatch towards the side with more enemies in reach. If there are equally many on both
    /// sides, the Overwatch is towards the first enemy [PER-12.32-1].
    fn overwatch(&mut self, line: &Line) -> Option<Deed> {
        let view = self.view;
        let shot = SHOTS[usize::from(line.word(1))];
        let fits = |&weapon: &u8| {
            let kind = view.arena.weapon(weapon).kind;
            kind == WeaponKind::Ranged
                && view.usable(self.who, weapon)
                && view.capacity(self.who, weapon, shot) > 0
        };
        let weapon = view.meant(self.who, line.item()).find(fits)?;
        let own = view.body(self.who).at;
        let foes = view.foes(self.who);
        let within = |up: bool| view.side(self.who, weapon, up).count();
        let upwards = match within(true).cmp(&within(false)) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => foes
                .iter()
                .next()
                .is_none_or(|foe| view.body(foe).at >= own),
        };
        Some(Deed::Overwatch(Overwatch {
            weapon,
            shot,
            trigger: TRIGGERS[usize::from(line.word(2))],
            upwards,
        }))
    }

    /// Returns a burst of Suppressing Fire towards the side on which the line's target is [PER-12.35-1].
    fn suppression(&mut self, line: &Line) -> Option<Deed> {
        let view = self.view;
        let wanted = match line.slots[2] {
            crate::policy::Slot::Word(word) => &[Shot::Semi, Shot::Full][usize::from(word)..][..1],
            _ => &[Shot::Semi, Shot::Full],
        };
        let mode = |weapon: u8| {
            wanted
                .iter()
                .find(|&&shot| view.capacity(self.who, weapon, shot) > 0)
        };
        let weapon = view.meant(self.who, line.item()).find(|&weapon| {
            let class = view.arena.weapon(weapon).class;
            view.usable(self.who, weapon)
                && mode(weapon).is_some()
                && view.may_shoot(self.who, class)
        })?;
        let full = *mode(weapon)? == Shot::Full;
        let row = view.arena.weapon(weapon);
        let foes = view
            .foes(self.who)
            .filter(|foe| view.reaches(self.who, foe, row));
        let foe = self.pick(line, 1, target::LAST, foes)?;
        self.target = Some(foe);
        let upwards = view.body(foe).at >= view.body(self.who).at;
        Some(Deed::Suppress {
            weapon,
            full,
            upwards,
        })
    }

    /// Returns a move towards an enemy. `None` if the fighter is pinned or already there [PER-13.2-8,
    /// PER-13.3-2].
    fn towards(&mut self, line: &Line) -> Option<Deed> {
        let view = self.view;
        if !view.can_walk(self.who) || view.body(self.who).pinned {
            return None;
        }
        let band = self.band(line, 1);
        let foe = self.pick(line, 0, target::NEAREST, view.foes(self.who))?;
        self.target = Some(foe);
        let gets_on = view.along(self.who, foe) > view.numbers().moves.adjacent
            || band.is_some_and(|band| band != view.body(self.who).band);
        let pace = match line.action {
            act::MOVE => Pace::Half,
            act::FULL_MOVE => Pace::Full,
            _ => Pace::Run,
        };
        gets_on.then_some(Deed::Move(Move {
            heading: Heading::Towards(foe),
            pace,
            most: None,
            band,
        }))
    }

    /// Returns a move away from the nearest enemy. `None` if the fighter is pinned and would move towards
    /// another enemy [PER-13.2-8].
    fn away(&mut self, line: &Line) -> Option<Deed> {
        let view = self.view;
        let nearest = view.nearest_foe(self.who)?;
        let side = view.direction_from(self.who, nearest);
        (view.can_walk(self.who) && !self.is_kept_from(side)).then_some(())?;
        let pace = match line.action {
            act::MOVE_AWAY => Pace::Half,
            act::FULL_MOVE_AWAY => Pace::Full,
            act::RUN_AWAY => Pace::Run,
            act::FLEE => Pace::Flight,
            _ => Pace::Disengage,
        };
        Some(Deed::Move(Move {
            heading: Heading::Away,
            pace,
            most: None,
            band: match pace {
                Pace::Disengage | Pace::Flight => None,
                _ => self.band(line, 0),
            },
        }))
    }

    /// Returns a move to the place of an objective. `None` if there is no place to reach, if the fighter
    /// cannot walk, or if it is pinned and has an enemy on that side [PER-13.2-8].
    fn go(&self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let goal = view.place_to_reach(who)?;
        let side = (i32::from(goal) - i32::from(view.body(who).at)).signum();
        (view.can_walk(who) && !self.is_kept_from(side)).then_some(())?;
        let pace = match line.word(0) {
            GO_BY_FULL_MOVE => Pace::Full,
            GO_BY_RUN => Pace::Run,
            _ => Pace::Half,
        };
        Some(Deed::Move(Move {
            heading: Heading::To(goal),
            pace,
            most: None,
            band: None,
        }))
    }

    /// Returns whether the fighter is pinned and has an enemy on this side, 1 or -1.
    fn is_kept_from(&self, side: i32) -> bool {
        let (view, own) = (self.view, self.view.body(self.who));
        let there = |foe: FighterId| i32::from(view.body(foe).at - own.at).signum() == side;
        own.pinned && view.foes(self.who).iter().any(there)
    }

    /// Returns the altitude band that a line names. `None` if it names none or the fighter does not fly
    /// [PER-7-6].
    fn band(&self, line: &Line, slot: usize) -> Option<Band> {
        let flies = self.view.fighter(self.who).flies;
        match line.slots[slot] {
            crate::policy::Slot::Word(word) if flies => Some(Band::ALL[usize::from(word)]),
            _ => None,
        }
    }

    /// Returns the fighter's first weapon that matches the line and satisfies `fits`.
    pub(super) fn of_mine(&self, line: &Line, fits: impl Fn(&Self, u8) -> bool) -> Option<u8> {
        let mut weapons = self.view.meant(self.who, line.item());
        weapons.find(|&weapon| fits(self, weapon))
    }
}
