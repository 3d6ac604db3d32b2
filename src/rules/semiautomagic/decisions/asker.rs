//! A moment of decision: who decides, what the latest line would come to.

use crate::fight::{FighterId, LineId};
use crate::policy::{Decision, ItemRef, Line, Slot};
use crate::rules::semiautomagic::nouns::deeds::Deed;
use crate::rules::semiautomagic::nouns::scene::View;
use crate::rules::semiautomagic::questions::defences::{Attack, Means};
use crate::rules::semiautomagic::words::{ABANDON, ACT, DEFEND, FINISH, YES};

/// What a decision off one's turn comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Means(Option<Means>),
    /// Whether it goes on, breaks in, or vetoes.
    Does(bool),
}

/// A fighter who decides.
#[derive(Debug)]
pub(crate) struct Asker<'a, const N: usize> {
    pub view: View<'a, N>,
    /// The body that is to act.
    pub who: FighterId,
    /// Who decides for it.
    pub mind: FighterId,
    list: usize,
    /// The attack that it may defend against.
    pub attack: Option<Attack>,
    /// The best defence against it.
    pub best: Option<Means>,
    /// Whether an action is being finished that has begun before: it need not be possible to begin it.
    pub finishing: bool,
    /// Whom the latest line is aimed at.
    pub target: Option<FighterId>,
    /// What the latest line comes to, and which line was taken.
    pub deed: Option<Deed>,
    pub answer: Option<Answer>,
    pub taken: Option<LineId>,
}

impl<'a, const N: usize> Asker<'a, N> {
    pub(super) fn new(view: View<'a, N>, [who, mind]: [FighterId; 2], list: usize) -> Self {
        Self {
            view,
            who,
            mind,
            list,
            attack: None,
            best: None,
            finishing: false,
            target: None,
            deed: None,
            answer: None,
            taken: None,
        }
    }

    /// The same, about an attack and the best defence against it.
    pub(super) fn about(mut self, attack: Attack, best: Means) -> Self {
        (self.attack, self.best) = (Some(attack), Some(best));
        self.target = Some(attack.who);
        self
    }
}

impl<const N: usize> Decision for Asker<'_, N> {
    /// It stands in [`Asker::deed`] or [`Asker::answer`].
    type Choice = ();

    #[expect(clippy::misnamed_getters, reason = "whose body it is does not decide")]
    fn who(&self) -> FighterId {
        self.mind
    }

    fn aim(&mut self, line: &Line) -> bool {
        if self.list == ACT {
            self.deed = self.deed(line);
            return self.deed.is_some();
        }
        self.answer = match self.list {
            DEFEND => self.defence(line),
            FINISH => Some(Answer::Does(line.action != ABANDON)),
            _ => Some(Answer::Does(line.action == YES)),
        };
        self.answer.is_some()
    }

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        let (spec, answer) = &Self::FACTS[fact];
        spec.kept(answer(self, item))
    }

    fn take(&mut self, line: &Line, _: [i64; 4]) {
        self.taken = Some(line.id);
    }
}

/// What a slot of a line takes as a thing.
pub(super) fn item_in(line: &Line, slot: usize) -> Option<ItemRef> {
    match line.slots[slot] {
        Slot::Item(item) => Some(item),
        _ => None,
    }
}

/// The word in a slot, by its position; without any, the first.
pub(super) fn word_in(line: &Line, slot: usize) -> u8 {
    match line.slots[slot] {
        Slot::Word(word) => word,
        _ => 0,
    }
}
