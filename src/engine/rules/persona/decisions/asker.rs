//! The decision context: the fighter that decides, and the choice that the latest line of its policy offers.

use crate::fight::FighterId;
use crate::policy::{Decision, ItemRef, Line, Slot};
use crate::rules::persona::nouns::deeds::{Choice, Deed, Move};
use crate::rules::persona::nouns::evasion::Attack;
use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::words::{ACT, CONTROL, EVADE, RESTRAINED};

/// A fighter that decides, and everything that its policy may read for this decision.
#[derive(Debug)]
pub(crate) struct Asker<'a> {
    pub view: View<'a>,
    pub who: FighterId,
    list: usize,
    /// The attack that the fighter may evade. `None` in all other decisions.
    pub attack: Option<Attack>,
    /// The enemy that the fighter may attack out of turn. `None` in all other decisions.
    pub mover: Option<FighterId>,
    /// The target of the latest line that was tried.
    pub target: Option<FighterId>,
    /// The choice of the latest line that was tried.
    choice: Option<Choice>,
}

impl<'a> Asker<'a> {
    pub(super) fn new(
        view: View<'a>,
        who: FighterId,
        list: usize,
        attack: Option<Attack>,
        mover: Option<FighterId>,
    ) -> Self {
        Self {
            view,
            who,
            list,
            attack,
            mover,
            target: attack.map(|attack| attack.who).or(mover),
            choice: None,
        }
    }
}

impl Decision for Asker<'_> {
    type Choice = Choice;

    fn who(&self) -> FighterId {
        self.who
    }

    fn aim(&mut self, line: &Line) -> bool {
        self.choice = match self.list {
            ACT => self.deed(line).map(Choice::Deed),
            RESTRAINED => self.when_held(line).map(Choice::Deed),
            CONTROL => self.as_controller(line),
            EVADE => self.evasion(line),
            _ => self.out_of_turn(line),
        };
        self.choice.is_some()
    }

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        let (spec, answer) = &Self::FACTS[fact];
        spec.kept(answer(self, item))
    }

    fn take(&mut self, line: &Line, numbers: [i64; 4]) -> Choice {
        let choice = self.choice.expect("a line is taken that was aimed");
        let measured = line
            .slots
            .iter()
            .position(|slot| matches!(slot, Slot::Number(_)));
        match (choice, measured) {
            (Choice::Deed(Deed::Move(going)), Some(slot)) => {
                let most = u16::try_from((numbers[slot] / 1000).max(0)).unwrap_or(u16::MAX);
                let most = Some(most);
                Choice::Deed(Deed::Move(Move { most, ..going }))
            }
            _ => choice,
        }
    }
}
