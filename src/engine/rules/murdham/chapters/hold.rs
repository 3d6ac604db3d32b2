//! Grabs: characters that hold others, and how a hold ends.
//!
//! Clauses: MUR-10-8, MUR-10-11, MUR-10-12, MUR-13-2, MUR-16-12.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::murdham::events::GRABBED;
use crate::rules::murdham::nouns::{AttackMeans, Scene};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// [MUR-10-12] Releases a captive of the grabber's own size before an action that ends a hold. Such
    /// actions are dodging, guarding, a blast, picking up an item, and every other one that the book does not
    /// list as keeping the hold.
    pub(crate) fn let_go(&mut self, who: FighterId) {
        self.settle_before(who, None);
    }

    /// Releases a captive of the grabber's own size before an action, unless the action is an attack that
    /// keeps the hold. `attack` has the target and the weapon of that attack, and is `None` for other
    /// actions.
    #[inline]
    pub(crate) fn settle_before(
        &mut self,
        who: FighterId,
        attack: Option<(FighterId, AttackMeans)>,
    ) {
        if self.arena.scope.grabs {
            self.end_holds_before(who, attack);
        }
    }

    #[inline(never)]
    fn end_holds_before(&mut self, who: FighterId, attack: Option<(FighterId, AttackMeans)>) {
        for captive in self.state.captives(who).iter() {
            if self.arena.over(who, captive) > 0 {
                continue;
            }
            let keeps = match attack {
                Some((_, means @ (AttackMeans::Item(_) | AttackMeans::Unarmed))) => {
                    !self.view().weapon_of(who, means).two_handed && !self.view().swaps(who, means)
                }
                Some((target, AttackMeans::Disarm { .. })) => target == captive,
                _ => false,
            };
            if !keeps {
                self.set_free(captive);
            }
        }
    }

    /// Ends every hold that cannot continue. A hold ends if either of the two is out of the fight, if the
    /// grabber is grabbed itself, or if they are no longer nearby each other.
    #[inline]
    pub(crate) fn settle_holds(&mut self) {
        if self.arena.scope.grabs {
            self.end_holds();
        }
    }

    #[inline(never)]
    fn end_holds(&mut self) {
        for captive in self.arena.lineup.everybody() {
            let Some(captor) = self.body(captive).captor else {
                continue;
            };
            if !self.state.fighting.has(captive) {
                self.body_mut(captive).captor = None;
            } else if !self.state.fighting.has(captor)
                || self.state.is_grabbed(captor)
                || !self.view().nearby(captor, captive)
            {
                self.set_free(captive);
            }
        }
    }

    /// Sets a captive free and reports it.
    pub(crate) fn set_free(&mut self, captive: FighterId) {
        self.body_mut(captive).captor = None;
        self.tell("MUR-10-12", captive, "is free");
    }

    /// Makes a character grab another. If it already holds a captive and both captives are of its own size,
    /// it releases the first one [MUR-10-8].
    pub(crate) fn grab(&mut self, who: FighterId, captive: FighterId) {
        if self.arena.over(who, captive) == 0 {
            self.let_go(who);
        }
        self.body_mut(captive).captor = Some(who);
        self.note(captive, GRABBED);
        self.tell_of("MUR-10-8", [who, captive], "holds");
        self.settle_holds();
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::murdham::nouns::state::Whereabouts;
    use crate::rules::murdham::testing::{Setup, Trial, fighters};

    /// Returns a fight of `a` against `b`. `stats` are lines of the stat block of `a`, and `lists` are the
    /// lists of its policy. `b` stands in zone 0, where a test can make it the captive of `a`. A wounded
    /// friend of `a` takes part too, and another enemy, `c`, stands in zone 1.
    fn holder(stats: &str, lists: &str) -> Setup {
        fighters("a", &format!("policy = 'does'\n{stats}"))
            .and("friend", "policy = 'idle'\nstart_health = 3")
            .against("b", "policy = 'idle'\nhealth = 30")
            .and("c", "policy = 'idle'\nhealth = 30\nat = 1")
            .field("zones = 3")
            .policy("does", lists)
    }

    fn held(setup: &Setup) -> Trial {
        setup.ready().holding("a", "b")
    }

    #[test] // MUR-10-12, MUR-2-8
    fn whoever_picks_something_up_lets_go() {
        let picks = holder("carries = ['sword']", "bonus = ['pick-up']");
        let lies = held(&picks).given("a", |body| body.items[0].at = Whereabouts::Lying(0));
        let after = lies.turn([]);
        assert_eq!((after.captor("b"), after.holds("a")), (None, vec!["sword"]));
    }

    #[test] // MUR-10-12, MUR-2-10
    fn whoever_uses_a_remedy_lets_go() {
        let treats = holder("remedies = { salve = 1 }", "act = ['use at friend']");
        let after = held(&treats.with("[remedies.salve]\nheals = '1d6'")).turn([2]);
        assert_eq!((after.captor("b"), after.health("friend")), (None, 5));
    }

    #[test] // MUR-10-12, MUR-10-10
    fn whoever_tries_to_free_another_lets_go() {
        let frees = held(&holder("", "act = ['free', 'grapple']")).holding("c", "friend");
        let after = frees.given("c", |body| body.place = 0).turn([11]);
        let captors = ["b", "friend"].map(|name| after.captor(name));
        assert_eq!(captors, [None, Some("c".to_owned())]);
    }

    #[test] // MUR-10-12, MUR-8-4
    fn whoever_makes_a_blast_lets_go() {
        let bomb = "[weapons.bomb]\ndamage = '1d6'\nmelee = false\nrange = 4\nblast = true";
        let throws = holder("carries = ['bomb']", "act = ['blast at c']");
        let after = held(&throws.with(bomb)).turn([1]);
        assert_eq!((after.captor("b"), after.health("c")), (None, 29));
    }

    #[test] // MUR-10-12, MUR-17-6
    fn whoever_gets_on_a_mount_lets_go() {
        let mounts = fighters("a", "policy = 'does'")
            .and("mare", "seats = 1\npolicy = 'idle'")
            .against("b", "policy = 'idle'")
            .policy("does", "saddle = ['mount']");
        let after = held(&mounts).turn([]);
        assert_eq!(after.captor("b"), None);
        assert!(after.state.mount_of(after.who("a")).is_some());
    }

    #[test] // MUR-10-12, MUR-4-11
    fn a_grabber_that_is_swapped_away_from_its_captive_lets_go() {
        let after = fighters("a", "carries = ['sword']\npolicy = 'plain'")
            .and("friend", "policy = 'idle'\nat = 1")
            .against("b", "policy = 'hides'")
            .and("c", "policy = 'idle'\nat = '0|1'")
            .field("zones = 2")
            .reacts("hides", "hide at c")
            .ready()
            .holding("c", "friend")
            .turn([3]);
        assert_eq!((after.at("c"), after.health("c")), ("0", 5));
        assert_eq!(after.captor("friend"), None);
    }
}
