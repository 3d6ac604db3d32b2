//! The decision lists of a policy, each with its actions and with what each action means.
//!
//! Clauses: SST-0-9, SST-0-10, SST-6-2, SST-7-6, SST-8-1, SST-9-1..3, SST-12-5, SST-12-6, SST-13-8,
//! SST-13-11, SST-17-1, SST-17-3, SST-19-4, SST-22-2, SST-22-5, SST-32-2, SST-35-2.

use super::asker::Asker;
use super::facts::FACTS;
use crate::fight::{FighterId, FighterSet};
use crate::frame::goals::MUST_REACH;
use crate::frame::resting;
use crate::policy::vocabulary::{action, list, slot, specs, word};
use crate::policy::{ActionSpec, ListSpec, SlotSpec, Takes, TargetRef, Vocabulary, WordSpec};
use crate::rules::swift_swords::nouns::{
    Act, Aim, Attack, Daze, Defence, DefenceKind, FISTS, LastOption, Payment, SELECTORS, Spending,
    View,
};

#[rustfmt::skip]
const WITH: SlotSpec = slot("with", Takes::Item, "the weapon; without it the one in hand, else a natural one, else bare hands");
#[rustfmt::skip]
const WITH_MISSILE: SlotSpec = slot("with", Takes::Item, "the weapon; without it the one in hand");
#[rustfmt::skip]
const AT_ENEMY: SlotSpec = slot("at", Takes::Enemy, "the enemy; without it the first in listed order who can be attacked");
#[rustfmt::skip]
const THEN: SlotSpec = slot("then", Takes::Enemy, "the enemy of the second blow; without it the same");
#[rustfmt::skip]
const TO: SlotSpec = slot("to", Takes::Zone(31), "the zone, by its name or its number from 0, or towards it; without it the own one");
const TOWARDS: SlotSpec = slot("at", Takes::Enemy, "the enemy to go towards");
#[rustfmt::skip]
const REMEDY: SlotSpec = slot("with", Takes::Item, "the remedy; without it the first of its own that helps somebody");
#[rustfmt::skip]
const PATIENT: SlotSpec = slot("at", Takes::Target, "itself or an ally; without it whoever has lost most Ranks");
#[rustfmt::skip]
const BY: SlotSpec = slot("by", Takes::Word(&[
    word("move", "at the risk of opportunity attacks; the default"),
    word("withdraw", "safely, and only from contact"),
]), "the action by which it goes");
pub(super) const WITHDRAW: u8 = BY.word("withdraw");
const TO_PART: SlotSpec = slot("to", Takes::Word(&PARTS), "the part of the body").required();

/// The words for the parts of the body, in the order of the book's table.
#[rustfmt::skip]
pub(super) const PARTS: [WordSpec; 8] = [
    word("right-leg", "the right leg"),
    word("left-leg", "the left leg"),
    word("left-arm", "the left arm, with the shield or off hand"),
    word("right-arm", "the right arm, with the weapon"),
    word("chest", "the chest"),
    word("head", "the head"),
    word("neck", "the neck"),
    word("groin", "the groin"),
];

/// A function that returns the weapon for an action, from the weapons that a line names. It returns bare
/// hands for an action without a weapon, and `None` if the action is impossible.
type WeaponRule = fn(View<'_>, FighterId, u64) -> Option<u8>;

/// A function that returns the possible targets of an action with this weapon.
type Foes = fn(View<'_>, FighterId, u8) -> FighterSet;

/// An action with its rule for the weapon and, if it has targets, its rule for them.
type ActionForm = (Act, WeaponRule, Option<Foes>);

impl Asker<'_> {
    /// The actions of the list `act`.
    #[rustfmt::skip]
    pub(super) const ACTS: &'static [(ActionSpec, ActionForm)] = &[
        (action("attack", "a melee attack, coming into contact for it where needed", &[WITH, AT_ENEMY]),
            (Act::Attack, |v, who, wish| v.melee_weapon(who, wish), Some(|v, who, _| v.strikeable(who)))),
        (action("charge", "comes into contact from this zone or, by default, the next, from the air from as far as a dive goes, and attacks with more dice; only from outside contact", &[WITH, AT_ENEMY]),
            (Act::Charge, |v, who, wish| (v.body(who).group == 0).then(|| v.weapon_in_contact(who, wish))?, Some(|v, who, _| v.foes(who).filter(|foe| v.can_charge(who, foe))))),
        (action("all-out", "one attack with more dice; by default no defence until the next action; only for who is `dual`, with a weapon in either hand", &[WITH, AT_ENEMY]),
            (Act::AllOut, |v, who, wish| v.one_of_two(who, wish), Some(|v, who, _| v.strikeable(who)))),
        (action("double-strike", "an attack and another with the off hand; by default only Dodge until the next action; only for who is `dual`", &[AT_ENEMY, THEN]),
            (Act::DoubleStrike, |v, who, wish| v.one_of_two(who, wish), Some(|v, who, _| v.strikeable(who)))),
        (action("follow-on", "an attack, and if it hurts and a die is paid, another with the off hand; only for who is `dual`", &[AT_ENEMY]),
            (Act::FollowOn, |v, who, wish| v.one_of_two(who, wish), Some(|v, who, _| v.strikeable(who)))),
        (action("slam", "a blow with the body that throws down; only under `slam = \"on\"`", &[AT_ENEMY]),
            (Act::Slam, |v, _, _| v.arena.options.slam.then_some(FISTS), Some(|v, who, _| v.strikeable(who).filter(|foe| !v.body(foe).prone)))),
        (action("shoot", "shoots or throws; what has been gathered by aiming counts", &[WITH_MISSILE, AT_ENEMY]),
            (Act::Shoot, |v, who, wish| v.shooting_weapon(who, wish), Some(|v, who, weapon| v.foes(who).filter(|foe| v.carries(who, Some(weapon), foe))))),
        (action("aim", "pays for a shot and begins to aim; later, adds a die", &[WITH_MISSILE]),
            (Act::Aim, |v, who, wish| v.shooting_weapon(who, wish).filter(|&item| v.body(who).aim != Aim::Shot { item, dice: v.rules().actions.most_gathered }), None)),
        (action("intimidate", "attacks the mind of an enemy in the zone", &[AT_ENEMY]),
            (Act::Daunt, |v, who, _| (v.fighter(who).mental_attack > 0).then_some(FISTS), Some(|v, who, _| v.foes(who).filter(|foe| v.body(foe).zone == v.body(who).zone)))),
        (action("cast", "casts the spell; what has been gathered for it counts", &[AT_ENEMY]),
            (Act::Cast, |v, who, _| v.fighter(who).cast.map(|_| FISTS), Some(|v, who, _| v.foes(who).filter(|foe| v.carries(who, None, foe))))),
        (action("gather", "pays for the spell and begins to gather for it; later, adds a die", &[]),
            (Act::Gather, |v, who, _| v.fighter(who).cast.filter(|_| v.body(who).aim != (Aim::Spell { dice: v.rules().actions.most_gathered })).map(|_| FISTS), None)),
        (action("pool", "adds a die to the defence that is kept up", &[]), (Act::Pool, |v, who, _| (v.pool_room(who) > 0).then_some(FISTS), None)),
        (action("break", "an attack on an enemy's defence pool", &[WITH, AT_ENEMY]),
            (Act::Break, |v, who, wish| v.melee_weapon(who, wish), Some(|v, who, _| v.strikeable(who).filter(|foe| v.body(foe).pool != Defence::NONE)))),
        (action("move", "goes to a zone next to this one, or leaves its melee in this one, at the risk of opportunity attacks", &[TO, TOWARDS]), (Act::Move, |_, _, _| None, None)),
        (action("retreat", "goes where the enemies are farthest; out of the fight where there is nowhere to go", &[]),
            (Act::Retreat, |v, who, _| v.can_retreat(who).then_some(FISTS), None)),
        (action("withdraw", "leaves contact safely", &[TO]), (Act::Withdraw, |v, who, _| (v.body(who).group != 0).then_some(FISTS), None)),
        (action("go", "goes towards the place of an objective that one must reach", &[BY]).needs(MUST_REACH), (Act::Move, |_, _, _| None, None)),
        (action("drag", "pulls an enemy who stands alone into contact", &[AT_ENEMY]),
            (Act::Drag, |v, who, _| (v.body(who).group != 0).then_some(FISTS), Some(|v, who, _| v.foes(who).filter(|foe| v.can_drag(who, foe))))),
        (action("stand", "stands up", &[]), (Act::Stand, |v, who, _| v.can_stand(who).then_some(FISTS), None)),
        (action("ready", "takes another weapon in hand, or picks up the one that was dropped", &[WITH]), (Act::Ready, |v, who, wish| v.to_ready(who, wish), None)),
        (action("close", "goes into close combat", &[AT_ENEMY]),
            (Act::Close, |v, who, _| v.closing_weapon(who), Some(|v, who, _| v.strikeable(who).filter(|foe| !v.state.locked(who, foe))))),
        (action("hold", "takes hold of somebody in close combat; only for who has `wrestle` dice", &[AT_ENEMY]),
            (Act::Hold, |v, who, _| v.wrestles(who).then_some(FISTS), Some(|v, who, _| v.foes(who).filter(|foe| v.can_hold(who, foe))))),
        (action("knock-down", "throws down somebody who stands in close combat", &[AT_ENEMY]),
            (Act::KnockDown, |_, _, _| Some(FISTS), Some(|v, who, _| v.foes(who).filter(|foe| v.state.locked(who, foe) && !v.body(foe).prone)))),
        (action("heal", "uses a remedy on itself or an ally whom it helps", &[REMEDY, PATIENT]), (Act::Heal, |_, _, _| None, None)),
        (action("yield", "gives up", &[]), (Act::Yield, |_, _, _| Some(FISTS), None)),
        (action("wait", "waits until somebody else has acted", &[]), (Act::Wait, |_, _, _| Some(FISTS), None)),
    ];
}

/// The actions of a creature that holds another. `None` is letting go.
#[rustfmt::skip]
pub(crate) const GRIPS: &[(ActionSpec, Option<Act>)] = &[
    (action("damage", "hurts the held", &[]), Some(Act::Squeeze)),
    (action("improve", "tightens the hold by a new attack; only for who has `wrestle` dice", &[]), Some(Act::Improve)),
    (action("subdue", "tries to put the held out", &[]), Some(Act::Subdue)),
    (action("let-go", "lets go and does something else", &[]), None),
    (action("wait", "waits", &[]), Some(Act::Wait)),
];

/// The actions of a held creature.
#[rustfmt::skip]
pub(crate) const STRUGGLES: &[(ActionSpec, Act)] = &[
    (action("break", "tries to loosen the hold", &[]), Act::BreakHold),
    (action("reverse", "tries to turn it round", &[]), Act::Reverse),
    (action("yield", "gives up", &[]), Act::Yield),
    (action("wait", "waits", &[]), Act::Wait),
];

/// The ways to choose the dice that pay a cost.
#[rustfmt::skip]
pub(crate) const PAYMENTS: &[(ActionSpec, Payment)] = &[
    (action("cheapest", "the lowest total; then the fewest dice", &[]), Payment::Cheapest),
    (action("fewest", "the fewest dice; then the lowest total", &[]), Payment::Fewest),
    (action("most", "the most dice of which none could be left out; then the lowest total", &[]), Payment::Most),
];

/// The defences against an attack. `None` is no defence.
#[rustfmt::skip]
pub(crate) const DEFENCES: &[(ActionSpec, Option<DefenceKind>)] = &[
    (action("dodge", "each success takes away an attack die", &[]), Some(DefenceKind::Dodge)),
    (action("block", "any success adds the shield to the armour", &[]), Some(DefenceKind::Block)),
    (action("parry", "each success turns a miss into an exposure die", &[]), Some(DefenceKind::Parry)),
    (action("nothing", "saves the die", &[]), None),
];

/// The actions of the list `raise`. The flags say whether a die that is just short of a success may be
/// raised, and whether a 1 may.
#[rustfmt::skip]
pub(crate) const RAISES: &[(ActionSpec, [bool; 2])] = &[
    (action("raise", "spends a one to raise a die by 1: one that is just short of a success, else a 1 of an attack", &[]), [true, true]),
    (action("spare", "spends a one to raise a 1 of an attack to a 2", &[]), [false, true]),
    (action("nothing", "keeps it", &[]), [false, false]),
];

/// The ways to spend successes on a Block.
#[rustfmt::skip]
pub(crate) const SPENDINGS: &[(ActionSpec, Spending)] = &[
    (action("best", "as leaves the most successes; then the fewest exposures", &[]), Spending::Best),
    (action("never", "none", &[]), Spending::Never),
    (action("break-through", "as many as stop the Block, if there are enough", &[]), Spending::Through),
];

/// The last options that creatures have when a refresh ends the round.
#[rustfmt::skip]
pub(super) const LASTS: &[(ActionSpec, LastOption)] = &[
    (action("act", "acts, if the wanted action can be paid", &[]), LastOption::Act),
    (action("carry", "keeps the lowest usable die for the next round", &[]), LastOption::Carry { highest: false }),
    (action("carry-high", "keeps the highest usable die for the next round", &[]), LastOption::Carry { highest: true }),
    (action("nothing", "lets its dice go", &[]), LastOption::Nothing),
];

/// A function that returns whether a special result would change anything for the target of an attack.
type Fits = fn(View<'_>, &Attack) -> bool;

impl View<'_> {
    /// The special results that an attacker may buy with successes.
    #[rustfmt::skip]
    pub(crate) const SPECIALS: &'static [(ActionSpec, Fits)] = &[
        (action("more-damage", "rolls dice more, two by default; each success is a success more", &[]), |_, _| true),
        (action("disarm", "tries to make the target drop its weapon", &[]), |v, attack| v.is_armed(attack.target)),
        (action("drain", "the target loses its lowest dice, one by default", &[]), |v, attack| v.body(attack.target).hand.is_usable()),
        (action("stun", "the target is stunned besides", &[]), |v, attack| v.may_take(attack.target, Daze::Stun)),
        (action("break-weapon", "tries to break the target's weapon", &[]), |v, attack| v.is_armed(attack.target)),
        (action("expose", "exposure dice on the target, one by default", &[]), |_, _| true),
        (action("strip", "the target's armour is worth less, by one by default", &[]), |v, attack| v.fighter(attack.target).armour > v.body(attack.target).stripped),
        (action("step-away", "leaves contact safely", &[]), |v, attack| v.body(attack.attacker).group != 0),
        (action("draw-in", "brings somebody with a reach weapon into contact", &[]), |v, attack| v.keeps_off(attack.target, attack.attacker)),
        (action("knock-down", "tries to throw the target down", &[]), |v, attack| !v.body(attack.target).prone),
        (action("knock-back", "tries to throw the target out of contact", &[]), |v, attack| v.body(attack.target).group != 0),
        (action("hamstring", "the target dodges with fewer dice and moves at more pips, one each by default", &[]), |v, attack| !v.body(attack.target).hamstrung),
        (action("wear-down", "the target's defence pool is less, by one by default", &[]), |v, attack| v.body(attack.target).pool != Defence::NONE),
        (action("nothing", "keeps the successes for damage", &[]), |_, _| true),
    ];
}

/// Returns two actions that have no slots.
const fn either(
    one: (&'static str, &'static str),
    other: (&'static str, &'static str),
) -> [ActionSpec; 2] {
    [action(one.0, one.1, &[]), action(other.0, other.1, &[])]
}

/// The decision lists, in their usual order within a fight.
#[rustfmt::skip]
pub(crate) const LISTS: [ListSpec; 25] = [
    list("order", "asked in listed order of those who could act next with as many dice and the same controller; without a line, first", &either(("first", "acts now"), ("after", "lets the others of them go before"))),
    list("shake", "asked of somebody in a State who holds a one, when its turn comes; without a line, nothing", &either(("roll", "spends a one for a roll to be rid of the State"), ("nothing", "keeps it"))),
    list("act", "what to do in one's turn; without a line, or when the dice do not pay for it, waits", &specs::<_, _, { Asker::ACTS.len() }>(Asker::ACTS)),
    list("grip", "asked instead of `act` of somebody who holds an enemy; without a line, damage", &specs::<_, _, { GRIPS.len() }>(GRIPS)),
    list("held", "asked instead of `act` of somebody who is held; without a line, break", &specs::<_, _, { STRUGGLES.len() }>(STRUGGLES)),
    list("recover", "asked of somebody in a State, when its turn comes; without a line, by-die", &either(("by-die", "spends a die and does nothing else"), ("by-roll", "pays for an action and rolls; it takes place if the roll succeeds"))),
    list("pay", "which dice pay for a cost in pips; without a line, cheapest", &specs::<_, _, { PAYMENTS.len() }>(PAYMENTS)),
    list("die", "which die pays for a cost of one die; without a line, lowest", &either(("lowest", "the lowest usable die"), ("highest", "the highest usable die"))),
    list("pick-up", "asked of an attacker whose target has exposure dice; without a line, take", &either(("take", "adds them to the attack, as many as the rules allow"), ("leave", "leaves them for others"))),
    list("effort", "asked of somebody with a one before a roll; without a line, nothing", &either(("effort", "spends a one for one die more"), ("nothing", "keeps it"))),
    list("defend", "asked of the target of an attack who has a die and keeps no defence up; without a line, nothing", &specs::<_, _, { DEFENCES.len() }>(DEFENCES)),
    list("raise", "asked after an attack or a defence roll of somebody with a one and no effort in it; without a line, nothing", &specs::<_, _, { RAISES.len() }>(RAISES)),
    list("spend", "how many successes an attacker spends on a Block; without a line, best", &specs::<_, _, { SPENDINGS.len() }>(SPENDINGS)),
    list("riposte", "asked after a Parry of somebody whose attacker has exposure dice; without a line, riposte", &either(("riposte", "attacks at once with all those dice"), ("nothing", "leaves them for others"))),
    list("suffer", "asked of somebody hit who may take a State instead of losing a Rank; without a line, state", &either(("state", "takes the State"), ("rank", "loses the Rank"))),
    list("soak", "asked of somebody with a die whose damage can be soaked off; without a line, nothing", &either(("soak", "spends a die for a roll; each success takes off one point"), ("nothing", "saves the die"))),
    list("burn", "which dice an injury turns into ones; without a line, lowest", &either(("lowest", "the lowest usable dice"), ("highest", "the highest usable dice"))),
    list("shift", "asked of an attacker who may shift where an injury lands; without a line, stay", &[
        action("stay", "leaves it as rolled", &[]),
        action("shift", "shifts it to this part, or as far towards it as the dice allow", &[TO_PART]),
    ]),
    list("special", "asked of an attacker with successes to spare, again until there is nothing more to buy; without a line, nothing", &specs::<_, _, { View::SPECIALS.len() }>(View::SPECIALS)),
    list("last", "the last option in a refresh; without a line, act if the wanted action can be paid, else carry the lowest die", &specs::<_, _, { LASTS.len() }>(LASTS)),
    list("opportunity", "asked of somebody whose enemy leaves contact without withdrawing; without a line, strike", &either(("strike", "attacks it before it is gone"), ("nothing", "lets it go"))),
    list("intercept", "asked of somebody whom an enemy passes; without a line, nothing", &either(("intercept", "pays to stop it"), ("nothing", "lets it pass"))),
    list("interrupt", "asked of somebody who waits when an enemy's action is declared; without a line, nothing", &[
        action("attack", "pays for an attack on that enemy, which comes first", &[WITH]),
        action("nothing", "waits on", &[]),
    ]),
    list("follow", "asked after the first blow of a follow-on that has hurt; without a line, follow", &either(("follow", "pays a die for the second"), ("nothing", "saves the die"))),
    resting::REST,
];

/// The words that a policy of this book can use.
pub(crate) const WORDS: Vocabulary = Vocabulary {
    lists: &LISTS,
    facts: &FACTS,
    scales: &[],
    targets: &specs::<_, _, { View::TARGETS.len() }>(View::TARGETS),
    selectors: &specs::<_, _, { SELECTORS.len() }>(SELECTORS),
};

/// The action of `act` that leads to the place of an objective.
pub(super) const GO: u8 = answer("act", "go").1;

// The indices of the decisions in the vocabulary.
pub(crate) const ORDER: usize = WORDS.list("order");
pub(crate) const ACT: usize = WORDS.list("act");
pub(crate) const GRIP: usize = WORDS.list("grip");
pub(crate) const HELD: usize = WORDS.list("held");
pub(crate) const PAY: usize = WORDS.list("pay");
pub(crate) const DEFEND: usize = WORDS.list("defend");
pub(crate) const RAISE: usize = WORDS.list("raise");
pub(crate) const SPEND: usize = WORDS.list("spend");
pub(crate) const SHIFT: usize = WORDS.list("shift");
pub(crate) const SPECIAL: usize = WORDS.list("special");
pub(super) const LAST: usize = WORDS.list("last");
pub(super) const REST: usize = WORDS.list(resting::NAME);
pub(crate) const INTERRUPT: usize = WORDS.list("interrupt");

/// Lists with actions that are not always possible.
#[rustfmt::skip]
pub(crate) const LIMITED: [usize; 9] = [ACT, GRIP, HELD, DEFEND, RAISE, SHIFT, SPECIAL, LAST, INTERRUPT];

/// The target rules for the first possible enemy, for the creature that has lost most Ranks, and for an enemy
/// that is out.
pub(crate) const FIRST: TargetRef = TargetRef::Rule(WORDS.target("first"));
pub(super) const WOUNDED: TargetRef = TargetRef::Rule(WORDS.target("wounded"));
pub(super) const FALLEN: TargetRef = TargetRef::Rule(WORDS.target("fallen"));

/// Returns the index of a special result.
pub(crate) const fn special(name: &str) -> u8 {
    LISTS[SPECIAL].action(name)
}

/// The index of a list and the index of one of its actions.
pub(crate) type ActionKey = (usize, u8);

pub(crate) const fn answer(list: &str, action: &str) -> ActionKey {
    let list = WORDS.list(list);
    (list, LISTS[list].action(action))
}
