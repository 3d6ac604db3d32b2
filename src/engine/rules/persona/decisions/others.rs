//! The choices of policy lines outside the list `act`: in a grapple, against an attack, and out of turn.
//!
//! Clauses: PER-4-9, PER-12.2-2, PER-12.8-2, PER-12.13-3, PER-12.15-1, PER-12.16-1, PER-12.17-1, PER-12.17-2,
//! PER-12.18-1, PER-12.19-1, PER-12.20-1, PER-12.23-1, PER-12.24-1, PER-12.25-1, PER-12.26-1, PER-12.26-2.

use super::asker::Asker;
use crate::policy::Line;
use crate::rules::persona::nouns::deeds::{Choice, Control, Deed, Wrestle};
use crate::rules::persona::nouns::evasion::EvasionMeans;
use crate::rules::persona::nouns::swing::{Manner, Swing};
use crate::rules::persona::reading::tables::Class;
use crate::rules::persona::words::{STRIKE, control, evade, restrained};

impl Asker<'_> {
    /// Returns the choice of a line of the list `evade` [PER-4-9].
    pub(super) fn evasion(&self, line: &Line) -> Option<Choice> {
        let attack = self.attack?;
        let means = match line.action {
            evade::DODGE => EvasionMeans::Dodge,
            evade::PARRY => EvasionMeans::Parry,
            evade::DEFLECT => EvasionMeans::Deflect,
            evade::BEST => {
                let best = self.view.best_evasion(self.who, attack)?;
                return Some(Choice::Means(Some(best)));
            }
            _ => return Some(Choice::Means(None)),
        };
        let number = self.view.evasion(self.who, attack, means)?;
        Some(Choice::Means(Some((means, number))))
    }

    /// Returns the attack out of turn that a line chooses, or the choice to make none [PER-12.2-2,
    /// PER-12.8-2].
    pub(super) fn out_of_turn(&self, line: &Line) -> Option<Choice> {
        if line.action != STRIKE {
            return Some(Choice::Strike(None));
        }
        let foe = self.mover?;
        let weapon = self.of_mine(line, |asker, weapon| {
            let swing = Swing::new(Manner::Standard, weapon, foe);
            asker.view.arena.weapon(weapon).is_melee() && asker.view.may_swing(asker.who, swing)
        })?;
        Some(Choice::Strike(Some(weapon)))
    }

    /// Returns the action that a line of the list `restrained` chooses.
    pub(super) fn when_held(&mut self, line: &Line) -> Option<Deed> {
        self.target = self.view.body(self.who).hold.other();
        let wrestle = match line.action {
            restrained::BREAK_FREE => Wrestle::BreakFree,
            restrained::SLIP_FREE => Wrestle::SlipFree,
            restrained::TAKE_CONTROL => Wrestle::TakeControl,
            restrained::ATTACK => {
                let swing = self.swing_if(line, Manner::Standard, |asker, swing| {
                    asker.view.may_strike_close(asker.who, swing)
                })?;
                let deed = Deed::CloseAttack(swing);
                return self.view.affords(self.who, &deed).then_some(deed);
            }
            restrained::SURRENDER => {
                return self.view.arena.options.leaving.then_some(Deed::Surrender);
            }
            _ => return Some(Deed::Wait),
        };
        let deed = Deed::Wrestle(wrestle);
        self.view.affords(self.who, &deed).then_some(deed)
    }

    /// Returns the action that a line of the list `control` chooses, and whether the controller then releases
    /// the other.
    pub(super) fn as_controller(&mut self, line: &Line) -> Option<Choice> {
        let other = self.view.body(self.who).hold.other()?;
        self.target = Some(other);
        let body = self.view.body(self.who);
        let (choice, then) = match line.action {
            control::DAMAGE => {
                let weapon = self.of_mine(line, |asker, weapon| {
                    let row = asker.view.arena.weapon(weapon);
                    let natural = row.class == Class::Natural && row.is_melee();
                    natural && asker.view.usable(asker.who, weapon)
                })?;
                (Control::Damage { weapon }, 1)
            }
            control::PUSH => (
                Control::Push {
                    follow: line.word(0) == 1,
                },
                3,
            ),
            control::READY => {
                let weapon = self.of_mine(line, |asker, weapon| {
                    asker.view.may_ready(asker.who, weapon)
                })?;
                (Control::Ready { weapon }, 1)
            }
            control::GRAB => {
                let allowed =
                    self.view.arena.options.grapple_grab && self.view.main_weapon(other).is_some();
                (allowed.then_some(Control::Grab)?, 0)
            }
            control::THROW_DOWN => (
                (!self.view.body(other).prone).then_some(Control::ThrowDown)?,
                0,
            ),
            control::STAND => (
                body.prone.then_some(Control::Stand {
                    pull: line.word(0) == 1,
                })?,
                1,
            ),
            // A fighter that has just taken control may not attack [PER-12.26-1].
            control::ATTACK if self.view.state.turn.fresh => {
                let swing = self.swing_if(line, Manner::Standard, |asker, swing| {
                    asker.view.may_strike_close(asker.who, swing)
                })?;
                (Control::Attack(swing), 2)
            }
            control::ATTACK => return None,
            _ => (Control::Release, 3),
        };
        let releases = then < 3 && line.word(then) == 1;
        Some(Choice::Control(choice, releases))
    }
}
