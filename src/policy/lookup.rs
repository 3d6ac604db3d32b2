//! Names looked up in the vocabulary and the scenario, and what to say when they are not there.
//!
//! The scenario's own name of a thing or a combatant goes before a word of the ruleset that is the same.

use super::check::{Checker, Typed};
use super::{FactSpec, ItemRef, TargetRef};
use crate::suggest::{help_for, nearest};

/// What a name in an expression stands for.
#[derive(Debug)]
pub(super) enum Found {
    Fact(u16, &'static FactSpec),
    Let(Typed),
    Nothing,
}

impl Checker<'_> {
    pub(super) fn find(&self, name: &str) -> Found {
        let facts = self.vocabulary.facts;
        if let Some(position) = facts.iter().position(|fact| fact.name == name) {
            let number = u16::try_from(position).expect("a vocabulary has few facts");
            return Found::Fact(number, &facts[position]);
        }
        match self.lets.get(name) {
            Some(typed) => Found::Let(typed.clone()),
            None => Found::Nothing,
        }
    }

    pub(super) fn find_item(&self, name: &str) -> Option<ItemRef> {
        if let Some(item) = self.names.items.iter().position(|item| item == name) {
            return u16::try_from(item).ok().map(ItemRef::Named);
        }
        let selectors = self.vocabulary.selectors;
        let selector = selectors.iter().position(|word| word.name == name)?;
        let selector = u8::try_from(selector).expect("a vocabulary has few selectors");
        Some(ItemRef::Selector(selector))
    }

    pub(super) fn find_target(&self, name: &str) -> Option<TargetRef> {
        let combatants = self.names.combatants;
        if let Some(position) = combatants.iter().position(|who| who == name) {
            return u16::try_from(position).ok().map(TargetRef::Combatant);
        }
        let targets = self.vocabulary.targets;
        let rule = targets.iter().position(|rule| rule.name == name)?;
        let rule = u8::try_from(rule).expect("a vocabulary has few target rules");
        Some(TargetRef::Rule(rule))
    }

    /// Everything that [`Checker::find_item`] finds.
    pub(super) fn item_names(&self) -> impl Iterator<Item = &str> + Clone {
        let selectors = self.vocabulary.selectors.iter().map(|word| word.name);
        self.names.items.iter().map(String::as_str).chain(selectors)
    }

    /// Everything that [`Checker::find_target`] finds.
    pub(super) fn target_names(&self) -> impl Iterator<Item = &str> + Clone {
        let rules = self.vocabulary.targets.iter().map(|rule| rule.name);
        rules.chain(self.names.combatants.iter().map(String::as_str))
    }

    /// What may have been meant by a name that is neither a fact nor a `let`.
    pub(super) fn help_for_value(&self, name: &str) -> Option<String> {
        if name == "chance" {
            return Some("write it with its probability: `chance(30%)`".to_owned());
        }
        let facts = || self.vocabulary.facts.iter().map(|fact| fact.name);
        let known = || facts().chain(self.lets.keys().copied());
        if let Some((left, right)) = name.split_once('-')
            && known().any(|known| known == left)
        {
            return Some(format!("to subtract, write spaces: `{left} - {right}`"));
        }
        let mut words = self.vocabulary.scales.iter().flat_map(|s| s.words);
        if words.any(|word| word.name == name) {
            return Some("a word is compared with a fact of its scale: `fact >= word`".to_owned());
        }
        nearest(name, known())
            .map(|near| format!("did you mean `{near}`?"))
            .or_else(|| {
                // All facts would be a long list; those of the same family are not.
                let family = format!("{}.", name.split('.').next().unwrap_or(name));
                help_for(name, facts().filter(|fact| fact.starts_with(&family)))
            })
    }
}
