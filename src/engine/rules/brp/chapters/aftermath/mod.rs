//! Applies the effects of an attack: defences used up, items damaged or broken, shots used up, and wounds.
//!
//! Clauses: BRP-5.6-4, BRP-5.6-7, BRP-5.9-8, BRP-5.9-9, BRP-5.12-1..6. Code in this file rolls no dice.

use crate::fight::{FighterId, Witness};
use crate::policy::Columns;
use crate::rules::brp::events::{SHIELD_BROKEN, WEAPON_BROKEN};
use crate::rules::brp::nouns::columns::{AMMUNITION, HIT_POINTS, POINTS};
use crate::rules::brp::nouns::{Condition, Effects, Scene};
use crate::rules::brp::telling::count;

impl<D, W: Witness> Scene<'_, D, W> {
    /// Applies the effects of an attack to the state of the fight.
    #[inline]
    pub(super) fn leave(&mut self, effects: &Effects) {
        let swing = effects.swing;
        let (attacker, target, item) = (swing.attacker, swing.target, swing.item);
        let one_use = !self.arena.options.same_weapon;
        if one_use {
            self.body_mut(attacker).struck |= 1 << item;
        }
        if let Some(landed) = effects.landed {
            self.tell_harm(target, landed);
        }
        if swing.missile {
            self.spend(attacker, item);
        }
        if effects.defences > 0 && self.arena.scope.counts_defences {
            let body = self.body_mut(target);
            let parried = u8::from(effects.tool.is_some());
            body.defences = body.defences.saturating_add(effects.defences);
            body.parries = body.parries.saturating_add(parried);
        }
        if let Some((tool, loss)) = effects.tool {
            if one_use {
                self.body_mut(target).parried |= 1 << tool;
            }
            self.wear(target, tool, loss);
            self.wear(attacker, item, effects.weapon_loss);
        }
        self.wound(target, effects.dealt);
        if self.arena.scope.afflicts && effects.hits {
            self.afflict([attacker, target], (item, swing.missile), effects.dealt > 0);
        }
    }

    /// Uses up one shot, charge or piece of an item. The item then has to be reloaded for its full number of
    /// rounds [BRP-5.9-8, BRP-5.9-9].
    fn spend(&mut self, who: FighterId, item: u8) {
        let thing = self.arena.item(who, item);
        let (counted, reload) = (thing.ammo.is_some(), thing.reload);
        if counted {
            self.state.use_up(who, item);
            self.write(who, AMMUNITION);
        }
        self.state.unload(who, item, reload);
    }

    /// Takes parrying points from an item. The item breaks if the points left are at most the number in the
    /// option `breaks_at` [BRP-5.6-7]. If the fighter carries several pieces of the item, the next piece
    /// replaces the broken one.
    #[inline]
    pub(crate) fn wear(&mut self, who: FighterId, item: u8, loss: i16) {
        if loss == 0 {
            return;
        }
        let thing = self.arena.item(who, item);
        let Some(points) = thing.points else { return };
        let breaks_at = self.arena.options.breaks_at;
        let left = &mut self.body_mut(who).items[usize::from(item)];
        left.lost += loss;
        self.write(who, POINTS);
        let left = &mut self.body_mut(who).items[usize::from(item)];
        let breaks = i32::from(points - left.lost) <= breaks_at && !left.broken;
        if breaks && thing.is_thrown() && thing.ammo.is_some() && left.ammo > 1 {
            self.state.take_next_piece(who, item);
        } else if breaks {
            self.state.break_thing(who, item);
        }
        let rest = points - self.body(who).items[usize::from(item)].lost;
        if breaks {
            let event = if thing.is_shield() {
                SHIELD_BROKEN
            } else {
                WEAPON_BROKEN
            };
            self.note(who, event);
        }
        self.say("BRP-5.6-7", [who], |[who]| {
            let (name, loss) = (&thing.name, count(loss.into(), "point"));
            let end = match rest {
                _ if breaks => "breaks".to_owned(),
                rest => format!("has {rest} left"),
            };
            format!("The {name} of {who} loses {loss} and {end}.")
        });
    }

    /// Records that a column of a fighter's state has changed (see `columns.rs`). Does nothing if no
    /// statement depends on that column.
    #[inline]
    pub(super) fn write(&mut self, who: FighterId, column: Columns) {
        if self.arena.scope.reads.meets(column) {
            self.state.write(who, column);
        }
    }

    /// Takes hit points from a fighter and sets the condition that results [BRP-5.12-1..4].
    #[inline]
    pub(crate) fn wound(&mut self, who: FighterId, dealt: i32) {
        if dealt <= 0 {
            return;
        }
        let (options, scope) = (&self.arena.options, &self.arena.scope);
        if scope.first_aid {
            self.state.injure(who, dealt);
        }
        let body = self.body_mut(who);
        body.hp = body.hp.saturating_sub(dealt);
        let (hp, before) = (body.hp, body.condition);
        self.write(who, HIT_POINTS);
        let woken = self.body(who).woken || before == Condition::Waking;
        let condition = match hp {
            hp if hp <= 0 && options.death_at_end => Condition::Dying,
            hp if hp <= 0 => Condition::Dead,
            _ if hp <= options.unconscious_at || woken => Condition::Unconscious,
            _ => return,
        };
        // Only First Aid, policies and transcripts distinguish hit points below 0. In fights without any of
        // these, they are set to 0.
        if hp < 0 && !(scope.first_aid || scope.asks_points || W::LISTENS) {
            self.body_mut(who).hp = 0;
        }
        if condition == before || before == Condition::Dead {
            return;
        }
        self.state.set_condition(who, condition);
        let falls = before == Condition::Able;
        if falls {
            self.witness.downed(who, self.state.round);
        }
        let clause = match condition {
            Condition::Unconscious if hp > options.unconscious_at => "BRP-5.12-5",
            Condition::Unconscious => "BRP-5.12-2",
            _ => "BRP-5.12-3",
        };
        let (down, already) = match condition {
            Condition::Unconscious => ("falls unconscious", "sleeps on"),
            Condition::Dying => ("falls and is dying", "is dying"),
            _ => ("falls dead", "is dead"),
        };
        self.tell(clause, who, if falls { down } else { already });
    }
}

#[cfg(test)]
mod tests {
    mod wounds;

    use crate::rules::brp::testing::{Setup, Trial, fighters};

    /// Returns a fight of a knight against a goblin. The knight's attack is special up to 11. The goblin
    /// parries with the item `tool` at 60, and its armour stops all damage.
    fn wearing_out(tool: &str) -> Setup {
        fighters(
            "knight",
            "dex = 13\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 60 }",
        )
        .against(
            "goblin",
            &format!(
                "natural_ap = 50\ncarries = [\"{tool}\"]\nskills = {{ {tool} = 60 }}\npolicy = \"wall\""
            ),
        )
        .with("[policies.wall]\nact = [\"wait\"]\nreact = [\"parry\"]")
        .option("stalemate = \"go-on\"")
    }

    /// Returns the number of the round when the goblin's tool breaks. A parry costs the tool 2 points in
    /// every round.
    fn breaks_in(setup: &Setup, tool: &str) -> u32 {
        let mut trial = setup.ready();
        while !trial.item("goblin", tool).broken {
            trial = trial.round([11, 60, 1]);
        }
        trial.state.round
    }

    fn lost(trial: &Trial, name: &str, tool: &str) -> i16 {
        trial.item(name, tool).lost
    }

    #[test] // BRP-5.6-7
    fn a_tool_breaks_when_its_points_are_gone() {
        assert_eq!(breaks_in(&wearing_out("light-mace"), "light-mace"), 3);
        assert_eq!(breaks_in(&wearing_out("broad-sword"), "broad-sword"), 6);
    }

    #[test] // BRP-5.6-7
    fn a_house_rule_lets_it_last_until_below_zero() {
        let mace =
            |rule: &str| wearing_out("light-mace").option(&format!("breaks_at = \"{rule}\""));
        assert_eq!(breaks_in(&mace("zero"), "light-mace"), 3);
        assert_eq!(breaks_in(&mace("below_zero"), "light-mace"), 4);
    }

    #[test] // BRP-5.6-7
    fn only_the_matrix_damages_and_points_do_not_come_back() {
        // In the first round, a parry of a special attack costs the mace 2 points. In the second, a special
        // parry costs the knight's sword 1 point. No other pair of results costs points.
        let after = wearing_out("light-mace").round([11, 60, 1]).round([12, 11]);
        let worn = |after: &Trial| {
            (
                lost(after, "knight", "broad-sword"),
                lost(after, "goblin", "light-mace"),
            )
        };
        assert_eq!(worn(&after), (1, 2));
        let after = after
            .round([12, 60])
            .round([11, 61, 1])
            .round([12, 61, 1])
            .round([61]);
        assert_eq!(worn(&after), (1, 2));
        assert_eq!(worn(&after.round([11, 60, 1])), (1, 4));
    }

    #[test] // BRP-5.6-7
    fn a_broken_weapon_neither_attacks_nor_parries() {
        let after = wearing_out("light-mace")
            .ready()
            .given("goblin", |body| body.items[0].lost = 4)
            .round([11, 60, 1]);
        assert!(after.item("goblin", "light-mace").broken);
        // The goblin can no longer parry, so the second die is the damage roll.
        let after = after.round([12, 1]);
        assert_eq!(after.hp("goblin"), 13);
        let attacker = wearing_out("light-mace")
            .ready()
            .given("knight", |body| body.items[0].broken = true)
            .round([26]);
        assert_eq!(attacker.attacks()[0].2, "brawl");
    }

    #[test] // BRP-5.6-7
    fn the_exchange_that_breaks_a_weapon_keeps_its_result() {
        let worn = || {
            wearing_out("light-mace")
                .ready()
                .given("goblin", |body| body.items[0].lost = 5)
                .given("knight", |body| body.items[0].lost = 11)
        };
        // The parry breaks the mace, but it still turns the special hit into a normal one, which does 9
        // points at most.
        let after = worn().round([11, 60, 8]);
        assert!(after.item("goblin", "light-mace").broken);
        assert!(matches!(
            after.blows()[0],
            crate::fight::Blow::Landed { rolled: 9, .. }
        ));
        let after = worn().round([12, 11]);
        assert!(after.item("knight", "broad-sword").broken);
        assert!(!after.item("goblin", "light-mace").broken);
    }

    #[test] // BRP-5.6-7
    fn a_shield_wears_and_breaks_like_a_weapon() {
        let after = fighters(
            "knight",
            "dex = 13\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 60 }",
        )
        .against(
            "goblin",
            "natural_ap = 50\ncarries = [\"round-shield\"]\nshield_skill = 60\npolicy = \"wall\"",
        )
        .with("[policies.wall]\nact = [\"wait\"]\nreact = [\"parry\"]")
        .option("stalemate = \"go-on\"")
        .ready()
        .given("goblin", |body| body.items[0].lost = 10)
        .round([11, 60, 1]);
        assert!(after.item("goblin", "round-shield").broken);
        assert_eq!(after.round([12, 1]).hp("goblin"), 13);
    }

    #[test] // BRP-5.6-7, BRP-5.9-9
    fn the_next_piece_takes_the_place_of_one_that_breaks() {
        let worn = |pieces: u16| {
            let ready = wearing_out("dagger").ready();
            let ready = ready.given("goblin", |body| {
                (body.items[0].lost, body.items[0].ammo) = (14, pieces);
            });
            ready.round([11, 60, 1]).item("goblin", "dagger")
        };
        let next = worn(2);
        assert_eq!((next.broken, next.ammo, next.lost), (false, 1, 0));
        assert!(worn(1).broken);
    }
}
