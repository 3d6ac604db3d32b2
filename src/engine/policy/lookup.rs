//! Looks up names in the vocabulary of the ruleset and in the scenario. For an unknown name, suggests similar
//! names.
//!
//! A scenario may give an item or a combatant a name that is also a word of the ruleset. In the book's
//! default lines, such a name means the word. In the scenario's own lines, the name of an item means the
//! item, and the name of a combatant is reported as ambiguous.

use super::check::{Checker, Typed};
use super::{FactSpec, ItemRef, TargetRef};
use crate::suggest::{help_for, nearest};

/// The meaning of a name in an expression.
#[derive(Debug)]
pub(super) enum Referent {
    Fact(u16, &'static FactSpec),
    Let(Typed),
    Nothing,
}

impl Checker<'_> {
    pub(super) fn find(&self, name: &str) -> Referent {
        let facts = self.vocabulary.facts;
        if let Some(position) = facts.iter().position(|fact| fact.name == name) {
            let number = u16::try_from(position).expect("a vocabulary has few facts");
            return Referent::Fact(number, &facts[position]);
        }
        match self.lets.get(name) {
            Some(typed) => Referent::Let(typed.clone()),
            None => Referent::Nothing,
        }
    }

    /// Returns the item that `name` means. `lent` says whether the name is in one of the book's default
    /// lines.
    pub(super) fn find_item(&self, name: &str, lent: bool) -> Option<ItemRef> {
        let items = self.names.items;
        let item = items.iter().position(|item| item == name);
        let item = item.and_then(|item| u16::try_from(item).ok());
        let selector = self.find_selector(name);
        let (item, selector) = (item.map(ItemRef::Named), selector.map(ItemRef::Selector));
        if lent {
            selector.or(item)
        } else {
            item.or(selector)
        }
    }

    /// Returns the target that `name` means. `lent` says whether the name is in one of the book's default
    /// lines.
    pub(super) fn find_target(&self, name: &str, lent: bool) -> Option<TargetRef> {
        let combatants = self.names.combatants;
        let who = combatants.iter().position(|who| who == name);
        let who = who.and_then(|who| u16::try_from(who).ok());
        let rule = self.find_rule(name);
        let (who, rule) = (who.map(TargetRef::Combatant), rule.map(TargetRef::Rule));
        if lent { rule.or(who) } else { who.or(rule) }
    }

    /// Returns the number of the zone named `name`.
    pub(super) fn find_zone(&self, name: &str) -> Option<i64> {
        let zone = self.names.zones.iter().position(|zone| zone == name)?;
        i64::try_from(zone).ok()
    }

    fn find_selector(&self, name: &str) -> Option<u8> {
        let mut selectors = self.vocabulary.selectors.iter();
        let selector = selectors.position(|word| word.name == name)?;
        Some(u8::try_from(selector).expect("a vocabulary has few selectors"))
    }

    fn find_rule(&self, name: &str) -> Option<u8> {
        let mut rules = self.vocabulary.targets.iter();
        let rule = rules.position(|rule| rule.name == name)?;
        Some(u8::try_from(rule).expect("a vocabulary has few target rules"))
    }

    pub(super) fn is_rule_and_combatant(&self, name: &str) -> bool {
        let combatants = self.names.combatants;
        self.find_rule(name).is_some() && combatants.iter().any(|who| who == name)
    }

    /// Returns all names and words that mean an item.
    pub(super) fn item_names(&self) -> impl Iterator<Item = &str> + Clone {
        let selectors = self.vocabulary.selectors.iter().map(|word| word.name);
        selectors.chain(self.names.items.iter().map(String::as_str))
    }

    /// Returns all names and words that mean a target.
    pub(super) fn target_names(&self) -> impl Iterator<Item = &str> + Clone {
        let rules = self.vocabulary.targets.iter().map(|rule| rule.name);
        rules.chain(self.names.combatants.iter().map(String::as_str))
    }

    /// Returns the names of all zones.
    pub(super) fn zone_names(&self) -> impl Iterator<Item = &str> {
        self.names.zones.iter().map(String::as_str)
    }

    /// Returns help on a name that is neither that of a fact nor that of a `let`.
    pub(super) fn help_for_value(&self, name: &str) -> Option<String> {
        if name == "chance" {
            return Some("add the probability: `chance(30%)`".to_owned());
        }
        let facts = || self.vocabulary.facts.iter().map(|fact| fact.name);
        let known = || facts().chain(self.lets.keys().copied());
        if let Some((left, right)) = name.split_once('-')
            && known().any(|known| known == left)
        {
            return Some(format!(
                "put spaces around the minus sign to subtract: `{left} - {right}`"
            ));
        }
        let mut words = self.vocabulary.scales.iter().flat_map(|s| s.words);
        if words.any(|word| word.name == name) {
            return Some("compare the word with a fact: `FACT >= {name}`".to_owned());
        }
        nearest(name, known().chain(["chance"]).chain(self.zone_names()))
            .map(|near| format!("did you mean `{near}`?"))
            .or_else(|| {
                // Only facts with the same first part, such as `self.`, are listed, because a list of all
                // facts would be too long.
                let family = format!("{}.", name.split('.').next().unwrap_or(name));
                help_for(name, facts().filter(|fact| fact.starts_with(&family)))
            })
            .or_else(|| help_for(name, self.lets.keys().copied().chain(facts())))
    }
}
