//! Fighters that leave the fight alive, a house rule of this program under the option `leaving`.
//!
//! Clauses: BRP-5.3-1, BRP-5.3-4, BRP-5.4-4. In the book, a fighter that only defends may run about 30 m in a
//! round, and nobody gets a free attack on it. A flight is such a run, also out of melee. It happens in the
//! Movement phase in order of DEX, and enemies may follow, shoot and strike in the same round. A surrender
//! takes the action of a round.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::brp::nouns::{Condition, Scene};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// [BRP-5.3-1] Takes all fleeing fighters out of the fight at once, except those that an enemy has kept
    /// up with. An enemy has kept up if it does not flee itself, is within reach, and moved so little that it
    /// could still act.
    pub(crate) fn flights(&mut self) {
        let view = self.view();
        let flees = |who: FighterId| view.body(who).flees;
        let keeps_up = |who: FighterId, foe: FighterId| {
            view.in_reach(who, foe) && !flees(foe) && !view.body(foe).intent.late
        };
        let escapes = |who: FighterId| {
            let mut foes = view.able_enemies(who).iter();
            flees(who) && !foes.any(|foe| keeps_up(who, foe))
        };
        for who in view.state.able.filter(escapes).iter() {
            self.departs(who, Condition::Fled, "has fled");
        }
    }

    /// Takes a fighter out of the fight alive. `how` is its new condition, and `told` is the phrase for the
    /// transcript.
    pub(crate) fn departs(&mut self, who: FighterId, how: Condition, told: &str) {
        self.state.set_condition(who, how);
        self.witness.fled(who, self.state.round);
        self.tell("BRP-5.3-1", who, told);
    }
}

#[cfg(test)]
mod tests {
    use crate::fight::{Ending, SideId};
    use crate::rules::brp::nouns::Condition;
    use crate::rules::brp::testing::{SIMPLE, Setup, Trial, fighters};

    /// Returns a fight of a runner with this DEX, which flees, and a hunter with DEX 12, which attacks. They
    /// are `gap` metres apart.
    fn hunt(dex: i32, gap: f64) -> Setup {
        fighters("runner", &format!("dex = {dex}\npolicy = \"runner\""))
            .against(
                "hunter",
                &format!("dex = 12\nbrawl = 60\nat = {gap}\npolicy = \"bold\""),
            )
            .with(SIMPLE)
            .with("[policies.runner]\nact = [\"flee\"]\nreact = []")
            .option("leaving = \"yes\"")
    }

    #[test] // BRP-5.3-1
    fn a_fighter_flees_from_melee_and_has_left_at_the_end_of_the_round() {
        // The hunter moves before the runner does. When it is the hunter's turn to act, nobody is in reach.
        let after = hunt(11, 1.0).round([]);
        assert_eq!(after.at("runner"), -3000);
        assert_eq!(after.condition("runner"), Condition::Fled);
        assert_eq!(after.names(&after.heard.fled), ["runner"]);
        assert!(after.heard.downed.is_empty() && after.says("runner has fled"));
        let outcome = after.outcome.expect("one side is left");
        assert_eq!(outcome.ending, Ending::Won(SideId::at(1)));
    }

    #[test] // BRP-5.3-1, BRP-5.3-3
    fn an_enemy_that_keeps_up_strikes_at_a_quarter_of_its_rank_and_nobody_escapes() {
        // The hunter moves after the runner, by 29 m, and strikes.
        let after = hunt(13, 1.0).round([50, 1]);
        assert!(after.says("DEX rank 3: hunter"));
        assert!(after.fights("runner") && after.heard.fled.is_empty());
        // From a distance of 2 m, the hunter has to run 30 m. It has no action left and does not keep up.
        let after = hunt(13, 2.0).round([]);
        assert_eq!(after.condition("runner"), Condition::Fled);
        // In the first round the hunter keeps up. The second round begins at a distance of 2 m, so the runner
        // escapes then.
        let again = hunt(13, 1.0).round([100]).round([]);
        assert_eq!(again.condition("runner"), Condition::Fled);
    }

    #[test] // BRP-5.3-1
    fn two_who_flee_from_each_other_both_leave() {
        let text = hunt(11, 1.0)
            .text()
            .replace("policy = \"bold\"", "policy = \"runner\"");
        let arena = crate::rules::testing::compiled(&text);
        let after = Trial::of(arena).round([]);
        assert_eq!(after.names(&after.heard.fled), ["runner", "hunter"]);
        let outcome = after.outcome.expect("nobody is left");
        assert_eq!(outcome.ending, Ending::Draw);
    }

    #[test] // BRP-5.3-1
    fn nobody_flees_or_surrenders_unless_the_option_says_so() {
        for act in ["flee", "surrender"] {
            let setup = fighters("runner", "policy = \"runner\"")
                .against("hunter", "brawl = 60\npolicy = \"idle\"")
                .with(SIMPLE)
                .with(&format!("[policies.runner]\nact = [\"{act}\"]\nreact = []"));
            let after = setup.round([]);
            assert!(after.fights("runner") && after.at("runner") == 0, "{act}");
            let after = setup.option("leaving = \"yes\"").round([]);
            assert!(!after.fights("runner"), "{act}");
        }
    }

    #[test] // BRP-5.11-3
    fn a_kneeling_fighter_does_not_flee() {
        let setup = fighters(
            "runner",
            "carries = [\"hoplite-shield\"]\npolicy = \"runner\"",
        );
        let after = setup
            .against("hunter", "policy = \"idle\"")
            .with(SIMPLE)
            .with("[policies.runner]\nstance = [\"kneel\"]\nact = [\"flee\", \"wait\"]")
            .option("leaving = \"yes\"")
            .round([]);
        assert!(after.fights("runner") && after.at("runner") == 0);
    }

    #[test] // BRP-5.4-1
    fn a_fighter_that_surrenders_may_be_struck_until_its_rank_comes() {
        let surrender = |dex: i32| {
            fighters("meek", &format!("dex = {dex}\npolicy = \"meek\""))
                .against("bold", "dex = 12\nbrawl = 60\npolicy = \"bold\"")
                .with(SIMPLE)
                .with("[policies.meek]\nact = [\"surrender\"]\nreact = []")
                .option("leaving = \"yes\"")
        };
        let before = surrender(11).round([50, 2]);
        assert_eq!(before.attackers(), ["bold"]);
        assert_eq!(before.condition("meek"), Condition::Surrendered);
        let after = surrender(13).round([]);
        assert!(after.attackers().is_empty() && after.says("meek surrenders"));
        assert_eq!(after.names(&after.heard.fled), ["meek"]);
    }

    #[test] // BRP-5.4-4
    fn a_blow_of_the_same_moment_that_fells_a_fighter_comes_before_its_surrender() {
        // The thrower acts at the same moment as the surrender. Both have a rating of 0, and thrown weapons
        // have the same place in the order of classes as short weapons.
        let struck = |hit_points: i32| {
            let meek = format!("hit_points = {hit_points}\npolicy = \"meek\"");
            let thrower = "carries = [\"thrown-rock\"]\nthrow = 0\n\
                           armour = { ap = 0, physical = 60 }\npolicy = \"thrower\"";
            fighters("thrower", thrower)
                .against("meek", &meek)
                .with("[policies.meek]\nact = [\"surrender\"]\nreact = []")
                .with("[policies.thrower]\nact = [\"shoot\"]\nreact = []")
                .with("[rules.order]\nmissile = 0")
                .option("leaving = \"yes\"")
                .round([50, 1])
        };
        let fallen = struck(3);
        assert!(fallen.says("act at the same moment") && fallen.heard.fled.is_empty());
        assert_eq!(fallen.condition("meek"), Condition::Unconscious);
        assert_eq!(struck(13).condition("meek"), Condition::Surrendered);
    }

    #[test] // BRP-5.2-5
    fn without_statements_a_fighter_that_has_run_is_not_asked_again() {
        let setup = hunt(11, 1.0)
            .with("[policies.turncoat]\nact = [\"flee\", \"attack nearest\"]\nreact = []")
            .option("intent = \"skip\"")
            .with(
                "[rules.movement]\nfarthest = 1.5\nquarter_rank = 1.4\nhalf_rank = 1.3\nfree = 1.2",
            );
        let text = setup
            .text()
            .replace("policy = \"runner\"", "policy = \"turncoat\"");
        let arena = crate::rules::testing::compiled(&text);
        let after = Trial::of(arena).round([]);
        assert_eq!(after.at("runner"), -150);
        assert!(after.attackers().is_empty(), "{:?}", after.heard.said);
    }

    #[test] // BRP-X-9
    fn a_fight_whose_fighters_may_leave_is_no_stalemate() {
        let after = fighters("wall", "natural_ap = 50\npolicy = \"late\"")
            .against("other", "natural_ap = 50\npolicy = \"bold\"")
            .with(SIMPLE)
            .with("[policies.late]\nact = [\"flee if round > 1\", \"wait\"]\nreact = []")
            .option("leaving = \"yes\"")
            .round([100]);
        assert!(after.outcome.is_none());
        assert_eq!(after.round([]).condition("wall"), Condition::Fled);
    }

    #[test] // BRP-5.14-2
    fn fighters_that_have_left_get_no_first_aid_and_are_no_targets() {
        let after = fighters("meek", "dex = 13\npolicy = \"meek\"")
            .and("medic", "dex = 11\npolicy = \"medic\"")
            .against("bold", "dex = 12\nbrawl = 60\npolicy = \"bold\"")
            .with(SIMPLE)
            .with("[policies.meek]\nact = [\"surrender\"]\nreact = []")
            .with("[policies.medic]\nact = [\"first-aid first if allies.fled > 0\", \"wait\"]\nreact = []")
            .option("leaving = \"yes\"")
            .ready()
            .given("meek", |body| body.injuries[2] = 1)
            .round([100]);
        assert_eq!(after.targets(), ["medic"]);
        let after = after.round([100]);
        assert!(!after.says("tends to"), "{:?}", after.heard.said);
    }
}
