//! The facts that conditions of a policy may use, and the function that computes each.
//!
//! Clauses: SST-0-10. Distances are in zones.

use super::asker::Asker;
use crate::fight::{FighterId, FighterSet};
use crate::frame::goals::{MUST_LEAVE, MUST_REACH, MUST_STAY};
use crate::frame::resting;
use crate::frame::time::{HELP_ARRIVES, OBJECTIVE_LEFT};
use crate::policy::vocabulary::{holds, number, share, specs, truth, whole};
use crate::policy::{FactSpec, ItemRef};
use crate::rules::swift_swords::nouns::{
    Body, DefenceKind, FISTS, Hand, Incoming, Payment, Phase, Status, Track, chance, need,
};
use crate::rules::swift_swords::questions::arms;

// The decision lists about one attack. The next constants are the lists about damage, a roll, a hold, or
// another creature.
const OF_ATTACK: &[&str] = &["defend", "riposte", "suffer", "soak", "effort"];
const OF_DAMAGE: &[&str] = &["suffer", "soak"];
const OF_ROLL: &[&str] = &["raise", "spend", "special"];
const OF_HOLD: &[&str] = &["grip", "held"];
#[rustfmt::skip]
const OF_OTHER: &[&str] = &["pick-up", "grip", "held", "opportunity", "intercept", "interrupt", "follow"];

/// The facts, in the form that the policy language uses.
pub(crate) const FACTS: [FactSpec; Asker::FACTS.len()] = specs(Asker::FACTS);

/// A function that returns the value of a fact for the creature that decides, or for an item.
type Answer = fn(&Asker<'_>, Option<ItemRef>) -> i64;

impl Asker<'_> {
    /// All facts, each with the function that computes its value. A number is in thousandths, a truth value
    /// is 0 or 1.
    #[rustfmt::skip]
    const FACTS: &'static [(FactSpec, Answer)] = resting::facts![
        (number("round", "the number of the round").from(1), |a, _| whole(a.view.state.round)),
        (truth("closing", "whether a refresh has been called in this round"), |a, _| holds(a.view.state.phase == Phase::Closing)),
        (number("self.dice", "own Action Dice in hand, ones included").from(0), |a, _| whole(a.me().hand.total())),
        (number("self.usable", "own dice that show 2 to 6").from(0), |a, _| whole(a.me().hand.usable())),
        (number("self.ones", "own dice that show 1").from(0), |a, _| whole(a.me().hand.ones())),
        (number("self.pips", "what the own usable dice show together").from(0), |a, _| whole(a.me().hand.pips())),
        (number("self.attacks", "attacks with the weapon in hand that the own dice still pay for").from(0), |a, _| whole(a.attacks(a.me().hand))),
        (truth("self.spare", "whether the lowest usable die could be spent without an attack less"), |a, _| holds(a.has_spare())),
        (number("self.physical", "own Physical Ranks that can still be lost").from(0), |a, _| a.left(a.who, Track::Physical)),
        (number("self.mental", "own Mental Ranks that can still be lost").from(0), |a, _| a.left(a.who, Track::Mental)),
        (number("self.rank", "own total Physical rank, which damage is held against").from(0), |a, _| whole(a.view.rank(a.who, Track::Physical))),
        (number("self.attack", "own attack dice, without modifiers").from(0), |a, _| whole(a.view.fighter(a.who).attack)),
        (number("self.dodge", "own Dodge dice").from(0), |a, _| a.skill(DefenceKind::Dodge)),
        (number("self.block", "own Block dice").from(0), |a, _| a.skill(DefenceKind::Block)),
        (number("self.parry", "own Parry dice").from(0), |a, _| a.skill(DefenceKind::Parry)),
        (number("self.armour", "own armour").from(0), |a, _| whole(a.view.worn(a.who))),
        (number("self.shield", "what the own shield adds to a Block").from(0), |a, _| whole(a.view.fighter(a.who).shield)),
        (truth("self.stateless", "whether one can never take a State instead of losing a Rank"), |a, _| holds(a.view.fighter(a.who).stateless)),
        (number("self.pool", "dice of the defence that one keeps up").from(0), |a, _| whole(a.me().pool.dice)),
        (number("self.pool_room", "dice that a Pool action could still add to it").from(0), |a, _| whole(a.view.pool_room(a.who))),
        (number("self.gathered", "dice gathered by aiming or for a spell").from(0), |a, _| whole(a.me().aim.dice())),
        (number("self.exposures", "own exposure dice").from(0), |a, _| whole(a.me().exposures)),
        (truth("self.fumbled", "whether one is marked as Fumbled"), |a, _| holds(a.me().fumbled)),
        (truth("self.dazed", "whether one is in a State"), |a, _| holds(a.me().states.any())),
        (truth("self.armed", "whether one has a weapon in hand"), |a, _| holds(a.view.in_hand(a.who).is_some())),
        (truth("self.bare", "whether one would strike with bare hands, having nothing better of use here"),
            |a, _| holds(a.view.melee_weapon(a.who, arms::ANY) == Some(FISTS))),
        (truth("self.in_contact", "whether one is in contact"), |a, _| holds(a.me().group != 0)),
        (truth("self.in_close", "whether one is in close combat"), |a, _| holds(a.me().close != 0)),
        (truth("self.prone", "whether one is prone"), |a, _| holds(a.me().prone)),
        (truth("self.holding", "whether one holds somebody"), |a, _| holds(a.view.holding(a.who).is_some())),
        (truth("self.covered", "whether one is behind the cover one started with"), |a, _| holds(a.me().covered)),
        (number("self.zone", "the number of the own zone").from(0), |a, _| whole(a.me().zone)),
        (number("self.afflictions", "afflictions that one suffers from").from(0), |a, _| whole(a.me().suffers.count())),
        (number("target.lost", "Ranks that the target has lost on both tracks").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.lost(who)))),
        (truth("target.ails", "whether the target is in a State, has panicked, bleeds, or suffers from an affliction").of_target(), |a, _| a.on_target(|who| holds(a.view.ails(who)))),
        (number("uses", "uses left of this remedy; 0 of one without limit").from(0).of_item(), |a, item| whole(a.remedies(item).map(|slot| a.me().uses[usize::from(slot)]).next().unwrap_or(0))),
        (number("target.afflictions", "afflictions that the target suffers from").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.body(who).suffers.count()))),
        (number("target.dice", "the target's Action Dice in hand").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.body(who).hand.total()))),
        (number("target.usable", "the target's dice that show 2 to 6").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.body(who).hand.usable()))),
        (number("target.ones", "the target's dice that show 1").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.body(who).hand.ones()))),
        (number("target.physical", "Physical Ranks that the target can still lose").from(0).of_target(),
            |a, _| a.on_target(|who| a.left(who, Track::Physical))),
        (number("target.mental", "Mental Ranks that the target can still lose").from(0).of_target(), |a, _| a.on_target(|who| a.left(who, Track::Mental))),
        (number("target.rank", "the target's total Physical rank").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.rank(who, Track::Physical)))),
        (number("target.attack", "the target's attack dice").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.fighter(who).attack))),
        (number("target.armour", "the target's armour").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.worn(who)))),
        (number("target.pool", "dice of the defence that the target keeps up").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.body(who).pool.dice))),
        (number("target.exposures", "exposure dice on the target").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.body(who).exposures))),
        (truth("target.fumbled", "whether the target is marked as Fumbled").of_target(), |a, _| a.on_target(|who| holds(a.view.body(who).fumbled))),
        (truth("target.dazed", "whether the target is in a State").of_target(), |a, _| a.on_target(|who| holds(a.view.body(who).states.any()))),
        (truth("target.defends", "whether the target could declare a defence against some attack").of_target(),
            |a, _| a.on_target(|who| holds(a.defends(who)))),
        (truth("target.in_contact", "whether the target is in contact").of_target(), |a, _| a.on_target(|who| holds(a.view.body(who).group != 0))),
        (truth("target.in_group", "whether the target is in the same melee").of_target(),
            |a, _| a.on_target(|who| holds(a.view.state.together(a.who, who)))),
        (truth("target.in_close", "whether the target is in close combat").of_target(), |a, _| a.on_target(|who| holds(a.view.body(who).close != 0))),
        (truth("target.prone", "whether the target is prone").of_target(), |a, _| a.on_target(|who| holds(a.view.body(who).prone))),
        (truth("target.armed", "whether the target has a weapon in hand").of_target(),
            |a, _| a.on_target(|who| holds(a.view.in_hand(who).is_some()))),
        (truth("target.held", "whether somebody holds the target").of_target(), |a, _| a.on_target(|who| holds(a.view.body(who).held.is_some()))),
        (number("target.distance", "zones to the target").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.distance(a.who, who)))),
        (number("target.larger", "how much larger the target is; negative where it is smaller").within(-9, 9).of_target(), |a, _| a.on_target(|who| whole(a.view.larger(who, a.who)))),
        (number("foes.fighting", "enemies who are not out").from(0), |a, _| whole(a.view.foes(a.who).count())),
        (number("foes.in_group", "enemies in the own melee").from(0), |a, _| whole(a.view.foes(a.who).and(a.view.state.group(a.who)).count())),
        (number("foes.dice", "usable dice of all enemies together").from(0), |a, _| a.dice(a.view.foes(a.who))),
        (number("foes.distance", "zones to the nearest enemy").from(0), |a, _| a.view.foes(a.who).iter().map(|foe| whole(a.view.distance(a.who, foe))).min().unwrap_or(0)),
        (number("foes.out", "enemies who are Out of Action, and not killed").from(0), |a, _| whole(a.those(a.view.arena.lineup.enemies(a.who), Status::Out))),
        (number("foes.killed", "enemies who are killed").from(0), |a, _| whole(a.those(a.view.arena.lineup.enemies(a.who), Status::Killed))),
        (number("allies.out", "others of the own side who are Out of Action, and not killed").from(0),
            |a, _| whole(a.those(a.view.arena.lineup.allies(a.who), Status::Out))),
        (number("allies.killed", "others of the own side who are killed").from(0),
            |a, _| whole(a.those(a.view.arena.lineup.allies(a.who), Status::Killed))),
        (number("allies.fighting", "others of the own side who are not out").from(0), |a, _| whole(a.view.mates(a.who).count())),
        (number("allies.in_group", "others of the own side in the own melee").from(0), |a, _| whole(a.view.mates(a.who).and(a.view.state.group(a.who)).count())),
        (number("allies.dice", "usable dice of the others of the own side").from(0), |a, _| a.dice(a.view.mates(a.who))),
        (number("attack.dice", "dice of the attack that is to be answered, before any defence").from(0).only_in(OF_ATTACK),
            |a, _| a.on_attack(|seen| whole(seen.dice))),
        (share("attack.chance", "the chance that it does damage if nothing is done against it, from 0 to 1").only_in(OF_ATTACK),
            |a, _| a.on_attack(|seen| a.chance(seen))),
        (number("attack.sl", "its Superiority Level").only_in(OF_ATTACK), |a, _| a.on_attack(|seen| whole(seen.sl))),
        (truth("attack.missile", "whether it is a missile").only_in(OF_ATTACK), |a, _| a.on_attack(|seen| holds(seen.attack.means.is_shot()))),
        (number("attack.base", "damage of its first success").from(0).only_in(OF_ATTACK), |a, _| a.on_attack(|seen| whole(a.view.code(&seen.attack).base))),
        (number("attacker.exposures", "exposure dice on the attacker").from(0).only_in(OF_ATTACK), |a, _| a.on_target(|who| whole(a.view.body(who).exposures))),
        (number("attacker.dice", "the attacker's Action Dice in hand").from(0).only_in(OF_ATTACK), |a, _| a.on_target(|who| whole(a.view.body(who).hand.total()))),
        (number("attacker.physical", "Physical Ranks that the attacker can still lose").from(0).only_in(OF_ATTACK),
            |a, _| a.on_target(|who| a.left(who, Track::Physical))),
        (number("damage", "the damage of the hit").from(0).only_in(OF_DAMAGE), |a, _| whole(a.matter.damage.map_or(0, |(damage, _)| damage))),
        (truth("damage.mental", "whether it hurts the mind").only_in(OF_DAMAGE), |a, _| holds(a.matter.damage.is_some_and(|(_, track)| track == Track::Mental))),
        (number("roll.hits", "successes of the roll").from(0).only_in(OF_ROLL), |a, _| whole(a.matter.rolled.hits)),
        (number("roll.near", "dice that are just short of a success").from(0).only_in(OF_ROLL), |a, _| whole(a.matter.rolled.near)),
        (number("roll.ones", "ones of the roll").from(0).only_in(OF_ROLL), |a, _| whole(a.matter.rolled.ones)),
        (number("roll.misses", "dice that are neither successes nor ones").from(0).only_in(OF_ROLL), |a, _| whole(a.matter.rolled.misses + a.matter.rolled.near)),
        (number("block.pool", "dice of the Block that the attack meets").from(0).only_in(&["spend"]), |a, _| whole(a.matter.block.0)),
        (number("block.shield", "what the Block adds to the armour if it works").from(0).only_in(&["spend"]),
            |a, _| whole(a.matter.block.1)),
        (number("spare", "successes that can still be spent on special results").from(0).only_in(&["special"]), |a, _| whole(a.matter.spare)),
        (number("cost", "the pips to be paid").from(0).only_in(&["pay"]), |a, _| whole(a.matter.cost)),
        (number("effort.for", "what the roll is for: 0 an attack, 1 a defence, 2 anything else").within(0, 2).only_in(&["effort"]), |a, _| a.helps()),
        (number("wound.number", "the number rolled for where a wound is: 1 and 2 the legs, 3 and 4 the arms, 5 the chest, 6 the head").from(0)
            .only_in(&["shift"]), |a, _| whole(a.matter.landing.0)),
        (number("wound.steps", "how far it may be shifted: 1 or 2 by default").from(0).only_in(&["shift"]), |a, _| whole(a.matter.landing.1)),
        (truth("self.can_stand", "whether one lies on the ground and could stand up, the cost left aside"),
            |a, _| holds(a.view.can_stand(a.who))),
        (number("other.physical", "Physical Ranks that the other one can still lose: the target, the held, the holder, the mover").from(0)
            .only_in(OF_OTHER), |a, _| a.on_target(|who| a.left(who, Track::Physical))),
        (number("other.dice", "the other one's Action Dice in hand").from(0).only_in(OF_OTHER), |a, _| a.on_target(|who| whole(a.view.body(who).hand.total()))),
        (number("other.exposures", "exposure dice on the other one").from(0).only_in(OF_OTHER), |a, _| a.on_target(|who| whole(a.view.body(who).exposures))),
        (truth("other.dazed", "whether the other one is in a State").only_in(OF_OTHER), |a, _| a.on_target(|who| holds(a.view.body(who).states.any()))),
        (number("other.larger", "how much larger the other one is; negative where it is smaller").within(-9, 9).only_in(OF_OTHER),
            |a, _| a.on_target(|who| whole(a.view.larger(who, a.who)))),
        (number("hold", "how tight the hold is: from 0, light, over medium, heavy and large to 4, huge").from(0).only_in(OF_HOLD), |a, _| a.hold()),
        (number("roll.for", "what the roll is for: 0 an attack, 1 a defence").from(0).only_in(&["raise"]), |a, _| a.helps()),
        (HELP_ARRIVES, |a, _| whole(a.view.arena.lineup.help_arrives(a.who, a.view.state.round, a.view.state.stage()))),
        (OBJECTIVE_LEFT, |a, _| whole(a.view.arena.lineup.objective_left(a.who, a.view.state.round))),
        (MUST_REACH, |a, _| holds(a.view.zone_to_reach(a.who).is_some())),
        (MUST_STAY, |a, _| holds(a.view.must_stay(a.who))),
        (MUST_LEAVE, |a, _| holds(a.view.must_leave(a.who))),
    ];

    /// Returns the value of a fact, by its index in the list.
    pub(crate) fn answer(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        let (spec, answer) = &Self::FACTS[fact];
        spec.kept(answer(self, item))
    }

    /// Returns the creature's remedies that a word of a policy matches, by index in its list.
    pub(super) fn remedies(&self, item: Option<ItemRef>) -> impl Iterator<Item = u8> + use<'_> {
        let own = &self.view.fighter(self.who).remedies;
        self.view.arena.remedies.meant(own, item)
    }

    pub(super) fn me(&self) -> &Body {
        self.view.body(self.who)
    }

    /// Returns a value that `read` gets from the line's target, or from the creature that the decision is
    /// about. 0 without one.
    fn on_target(&self, read: impl Fn(FighterId) -> i64) -> i64 {
        self.target.map_or(0, read)
    }

    /// Returns a value that `read` gets from the attack that the decision is about. 0 without one.
    fn on_attack(&self, read: impl Fn(Incoming) -> i64) -> i64 {
        self.matter.incoming.map_or(0, read)
    }

    /// Returns whether the decision is about the creature's own attack.
    pub(super) fn is_own_attack(&self) -> bool {
        let seen = self.matter.incoming;
        seen.is_some_and(|seen| seen.attack.attacker == self.who)
    }

    /// Returns what the roll is for, as a number: 0 for the creature's own attack, 1 for a reply to an
    /// attack, 2 for another roll.
    fn helps(&self) -> i64 {
        match self.matter.incoming {
            Some(_) if self.is_own_attack() => 0,
            seen => whole(if seen.is_some() { 1 } else { 2 }),
        }
    }

    fn left(&self, who: FighterId, track: Track) -> i64 {
        whole(self.view.ranks_left(who, track))
    }

    fn skill(&self, kind: DefenceKind) -> i64 {
        whole(self.view.skill(self.who, kind))
    }

    /// Returns the number of creatures in `among` that have this status.
    fn those(&self, among: FighterSet, status: Status) -> u32 {
        let is = |who: FighterId| self.view.body(who).status == status;
        among.filter(is).count()
    }

    /// Returns the number of usable dice that these creatures have together.
    fn dice(&self, those: FighterSet) -> i64 {
        let usable = |who| u32::from(self.view.body(who).hand.usable());
        whole(those.iter().map(usable).sum::<u32>())
    }

    /// Returns the tightness of the hold on the creature, or else of the hold on its target.
    fn hold(&self) -> i64 {
        let own = self.me().held;
        let grip = own.or_else(|| self.target.and_then(|who| self.view.body(who).held));
        whole(grip.map_or(0, |grip| grip.level))
    }

    /// Returns the chance, in thousandths, that an attack on the creature does damage if it makes no defence.
    fn chance(&self, seen: Incoming) -> i64 {
        let rules = self.view.rules();
        let need = need(rules.rolls.attack_face, seen.sl);
        let successes = self.view.worn(self.who) + 1;
        chance(seen.dice, need, successes, rules.attacks.fumble).into()
    }

    /// Returns whether a creature could declare at least one kind of defence.
    fn defends(&self, who: FighterId) -> bool {
        let view = self.view;
        let ready = |&kind: &DefenceKind| view.is_ready(who, kind) && view.skill(who, kind) > 0;
        let able = view.can_defend(who) && view.pays_dice(who, view.rules().actions.defence);
        able && DefenceKind::ALL.iter().any(ready)
    }

    /// Returns the number of melee attacks that a hand can pay for.
    fn attacks(&self, mut hand: Hand) -> u8 {
        let (view, who) = (self.view, self.who);
        let Some(weapon) = view.melee_weapon(who, arms::ANY) else {
            return 0;
        };
        let cost = view.attack_cost(who, weapon);
        let mut attacks = 0;
        while let Some(paid) = hand.pay(cost, Payment::Cheapest) {
            hand = hand.without(paid);
            attacks += 1;
        }
        attacks
    }

    /// Returns whether the hand can pay for the same number of attacks without its lowest usable die.
    fn has_spare(&self) -> bool {
        let hand = self.me().hand;
        let without = |face: u8| hand.without(Hand::of(&[face]));
        let is_spare = |face| self.attacks(without(face)) == self.attacks(hand);
        hand.lowest().is_some_and(is_spare)
    }
}
