//! The transcript in plain English: its longer passages, and phrases that many sentences use.
//!
//! A sentence about a roll gives its target number, its result and the clause of its rule. Functions in this
//! module decide nothing, and they make no text unless a witness records a transcript.

mod attacks;
pub(crate) mod phrases;

pub(crate) use phrases::{Roll, count, metres, when};

use super::nouns::{Action, Scene};
use super::words::LENGTHS;
use crate::fight::{FighterId, Witness};

impl<D, W: Witness> Scene<'_, D, W> {
    /// Adds the sentence about the stated intent of a fighter to the transcript.
    pub(crate) fn tell_intent(&mut self, who: FighterId) {
        let (arena, intent) = (self.arena, self.body(who).intent);
        self.say("BRP-5.2-1", [who], |[name]| {
            let item = |at| &arena.item(who, at).name;
            let other = |who| arena.cast.name(who);
            let deed = match intent.action {
                Action::None => "wait".to_owned(),
                Action::Strike { item: at, target } => {
                    let mut lengths = LENGTHS.iter();
                    let length = lengths
                        .find(|(_, class)| Some(*class) == intent.length)
                        .map_or(String::new(), |(word, _)| format!(" as a {word} weapon"));
                    format!("attack {} with {}{length}", other(target.who), item(at))
                }
                Action::Shoot { item: at, target } => {
                    format!("shoot at {} with {}", other(target.who), item(at))
                }
                Action::Reload { item: at } => format!("reload {}", item(at)),
                Action::FirstAid(aid) => format!("give First Aid to {}", other(aid.patient)),
                Action::Wake { patient } => format!("wake {}", other(patient)),
                Action::Flee => "flee".to_owned(),
                Action::Surrender => "surrender".to_owned(),
            };
            let kneeling = when(intent.kneel, ", kneeling behind the shield");
            format!("{name} means to {deed}{kneeling}.")
        });
    }
}
