//! The decision lists of a policy. Each list has lines, and each line names one of the actions in this file.
//!
//! Clauses: MUR-1-8, MUR-1-9, MUR-2-12, MUR-3-6, MUR-3-8, MUR-3-15, MUR-4-14, MUR-5-5, MUR-6-4, MUR-8-7,
//! MUR-9-2, MUR-10-5, MUR-10-6, MUR-10-9, MUR-10-10, MUR-11-7, MUR-12-6, MUR-13-1, MUR-16-5, MUR-17-2,
//! MUR-17-3, MUR-17-6. Distances are in zones.

use super::asker::{Asker, Choice};
use crate::frame::goals::MUST_REACH;
use crate::frame::resting;
use crate::policy::vocabulary::{Rows, action, all_actions, all_lists, count, list, slot, word};
use crate::policy::{ActionSpec, Line, ListSpec, SlotSpec, Takes};
use crate::rules::murdham::nouns::{AttackMeans, Deed, Go, Manner, Pace, Ready, Reply, Seat};

/// A function that makes the choice of a policy line. It returns `None` if that choice is not possible.
pub(super) type Act = fn(&mut Asker<'_>, &Line) -> Option<Choice>;

/// The actions of a list, each with the function that makes its choice.
type Actions = &'static [(ActionSpec, Act)];

const ACTIONS: [ActionSpec; count(Asker::LISTS)] = all_actions(Asker::LISTS);

/// The specifications of the decision lists, as the policy language needs them.
pub(super) const LISTS: [ListSpec; Asker::LISTS.len()] = all_lists(Asker::LISTS, &ACTIONS);

#[rustfmt::skip]
mod slots {
    use super::{SlotSpec, Takes, slot, word};

    pub(super) const WITH: SlotSpec = slot("with", Takes::Item, "the weapon; without it the first of the list that can be used, else bare hands");
    pub(super) const WITH_BEST: SlotSpec = slot("with", Takes::Item, "the weapon; without it the one with the highest dice");
    pub(super) const WITH_BLAST: SlotSpec = slot("with", Takes::Item, "the weapon; without it the first whose attacks are blasts");
    pub(super) const WITH_LYING: SlotSpec = slot("with", Takes::Item, "the weapon; without it the first");
    pub(super) const OF: SlotSpec = slot("of", Takes::Item, "the weapon that is to be dropped; without it the first in hand");
    pub(super) const AT_ENEMY: SlotSpec = slot("at", Takes::Enemy, "the enemy; without it the nearest who is visible");
    pub(super) const AT_FALLEN: SlotSpec = slot("at", Takes::Enemy, "the enemy; without it the nearest who is down");
    pub(super) const AT_SIDE: SlotSpec = slot("at", Takes::Enemy, "an enemy of that side; without it the next side listed");
    pub(super) const AT_THAT: SlotSpec = slot("at", Takes::Enemy, "only if it is this enemy; without it anybody");
    pub(super) const AT_ALLY: SlotSpec = slot("at", Takes::Target, "the ally; without it the nearest");
    pub(super) const AT_PATIENT: SlotSpec = slot("at", Takes::Target, "the patient; without it oneself");
    pub(super) const AT_SHELTER: SlotSpec = slot("at", Takes::Target, "behind whom; without it the nearest");
    pub(super) const AT_GUARDED: SlotSpec = slot("at", Takes::Target, "whom; without it anybody");
    pub(super) const AT_MOUNT: SlotSpec = slot("at", Takes::Target, "which of those with a free seat; without it the nearest");
    pub(super) const AMONG: SlotSpec = slot("among", Takes::Whole(1, 64), "how many targets at most; without it two");
    pub(super) const TO: SlotSpec = slot("to", Takes::Zone(63), "the zone towards which, by its name or its number from 0; without it away");
    pub(super) const TO_ZONE: SlotSpec = slot("to", Takes::Zone(63), "the zone, by its name or its number from 0; without it the place of an objective that one must reach");
    pub(super) const WHILE: SlotSpec = slot("while", Takes::Word(&[
        word("standing", "without moving in this turn; the default"),
        word("moving", "with movement before or after, which needs a WIT save"),
    ]), "how it is done");
    /// The pace of a mount or vehicle.
    pub(super) const PACE: SlotSpec = slot("while", Takes::Word(&[
        word("steady", "half its speed at most, so that riders can act; the default"),
        word("racing", "up to full speed; beyond half of it, riders neither act nor react for the rest of the round"),
    ]), "how fast");
}

use slots::{
    AMONG, AT_ALLY, AT_ENEMY, AT_FALLEN, AT_GUARDED, AT_MOUNT, AT_PATIENT, AT_SHELTER, AT_SIDE,
    AT_THAT, OF, PACE, TO, TO_ZONE, WHILE, WITH, WITH_BEST, WITH_BLAST, WITH_LYING,
};

pub(super) const MOVING: u8 = WHILE.word("moving");
pub(super) const RACING: u8 = PACE.word("racing");

impl Asker<'_> {
    // Lists for yes-or-no decisions have two actions. `YES` is the choice of the first action, and `NO` that
    // of the second.
    const YES: Act = |_, _| Some(Choice::Does(true));
    const NO: Act = |_, _| Some(Choice::Does(false));

    /// Makes no choice. The code that all books share carries out the lines of the list `rest`.
    const BETWEEN: Act = |_, _| None;

    #[rustfmt::skip]
    const MOVES: Actions = &[
        (action("close", "walks towards an enemy's place", &[AT_ENEMY]), |a, line| a.go(line, Go::Towards)),
        (action("withdraw", "walks away from an enemy", &[AT_ENEMY]), |a, line| a.go(line, Go::From)),
        (action("go", "walks to a zone", &[TO_ZONE]).needs(MUST_REACH), |a, line| a.go_to(line)),
        (action("stay", "stays", &[]), |a, line| Some(a.stay(line))),
    ];

    #[rustfmt::skip]
    const RIDES: Actions = &[
        (action("close", "rides towards an enemy's place", &[AT_ENEMY, PACE]), |a, line| a.go(line, Go::Towards)),
        (action("withdraw", "rides away from an enemy", &[AT_ENEMY, PACE]), |a, line| a.go(line, Go::From)),
        (action("go", "rides to a zone", &[TO_ZONE, PACE]).needs(MUST_REACH), |a, line| a.go_to(line)),
        (action("stay", "stays", &[]), |a, line| Some(a.stay(line))),
    ];

    /// The decisions in their usual order within a fight, each with its actions.
    #[rustfmt::skip]
    pub(super) const LISTS: &'static [Rows<Act>] = &[
        (list("lead", "asked at the start of a round of the first fighter of the side with the initiative: which side has the first \
            opportunity; without a line, its own", &[]), &[
            (action("go-first", "the own side", &[]), |a, _| Some(Choice::Lead(a.view.arena.lineup.alliance(a.who)))),
            (action("give-way", "another side", &[AT_SIDE]), |a, line| a.give_way(line)),
        ]),
        (list("ready", "asked of each fighter of a side whose turn is unused, in listed order, when the side has an opportunity; if nobody \
            acts, the side passes. Not asked of those who are grabbed or give up: they act. Without a line, act", &[]), &[
            (action("act", "takes its turn now", &[]), |_, _| Some(Choice::Ready(Ready::Acts))),
            (action("last", "takes its turn now if nobody else of its side does", &[]), |_, _| Some(Choice::Ready(Ready::Last))),
            (action("hold", "keeps its turn, for a reaction or for later", &[]), |_, _| Some(Choice::Ready(Ready::Holds))),
        ]),
        (list("pace", "asked when the turn begins: how to move in it; without a line, walk", &[]), &[
            (action("walk", "at the usual speed", &[]), |_, _| Some(Choice::Pace(Pace::Walk))),
            (action("sprint", "by default twice as fast, where that is allowed", &[]), |a, _| a.may_sprint().then_some(Choice::Pace(Pace::Sprint))),
            (action("sneak", "by default half as fast, and concealed as before", &[]), |_, _| Some(Choice::Pace(Pace::Sneak))),
        ]),
        (list("bonus", "asked before the main action: a bonus action; without a line, none", &[]), &[
            (action("pick-up", "picks up a weapon that lies nearby", &[WITH_LYING]), |a, line| a.pick_up(line)),
            (action("nothing", "does nothing", &[]), |_, _| Some(Choice::Act(Deed::Nothing))),
        ]),
        (list("act", "the main action of the turn, walking up to half speed for it where needed; without a line, none. Riders, passengers and \
            mounts that stand keep the turn for a reaction where they do nothing", &[]), &[
            (action("attack", "attacks; if the target cannot be attacked from here, walks up to it, and strikes if half speed is enough", &[WITH, AT_ENEMY]),
                |a, line| a.attack(line, Manner::Plain, false)),
            (action("hold-back", "the same, with impaired damage", &[WITH, AT_ENEMY]), |a, line| a.attack(line, Manner::HeldBack, false)),
            (action("death-blow", "kills an incapacitated enemy who is nearby, walking up to it if need be", &[WITH, AT_FALLEN]),
                |a, line| a.attack(line, Manner::DeathBlow, false)),
            (action("shoot", "shoots or throws from here; only where the range allows it", &[WITH, AT_ENEMY, WHILE]),
                |a, line| a.attack(line, Manner::Plain, true)),
            (action("blast", "a blast at the enemy's zone, be it the own one; only where it reaches from here. Without an enemy named, one that \
                strikes goes to where more enemies are", &[WITH_BLAST, AT_ENEMY]), |a, line| a.blast(line)),
            (action("split", "a melee attack with its dice shared out evenly among smaller enemies in reach, what is left over on the first", &[WITH, AT_ENEMY, AMONG]),
                |a, line| a.split(line)),
            (action("disarm", "makes an enemy drop a weapon, unless it passes a STR save", &[AT_ENEMY, OF]), |a, line| a.handle(line, AttackMeans::Disarm { of: a.wish(line) })),
            (action("shove", "pushes an enemy, unless it passes a STR save", &[AT_ENEMY, TO]), |a, line| a.handle(line, AttackMeans::Shove { to: None })),
            (action("grapple", "grabs an enemy, unless it passes a STR save", &[AT_ENEMY]), |a, line| a.handle(line, AttackMeans::Grapple)),
            (action("free", "tries to free a grabbed ally by a STR save of one's own", &[AT_ALLY]), |a, line| a.free(line)),
            (action("pick-up", "picks up a weapon that lies nearby, as a second bonus action", &[WITH_LYING]), |a, line| a.pick_up(line)),
            (action("use", "uses a remedy on oneself or an ally nearby", &[AT_PATIENT]), |a, line| a.treat(line)),
            (action("go", "walks to the place of an objective that one must reach, without a main action; only while the way is open", &[]).needs(MUST_REACH),
                |a, _| a.run()),
            (action("surrender", "gives up, throwing the weapons away", &[]), |_, _| Some(Choice::Act(Deed::Surrender))),
            (action("nothing", "does nothing", &[]), |_, _| Some(Choice::Act(Deed::Nothing))),
        ]),
        (list("move", "asked once the main action is chosen: movement before it, half speed at most; without a line, as the action needs. \
            Without an action it may be full speed; not asked for a shot taken standing", &[]).about_target(), Self::MOVES),
        (list("after", "asked after the main action: movement with what is left, unless a shot was taken standing", &[]).about_target(), Self::MOVES),
        (list("react", "asked of the target of an attack that hits, if it has a turn or reaction left; without a line, nothing", &[]), &[
            (action("counter", "strikes back; the blow that does more comes first", &[WITH_BEST]), |a, line| a.strike(line, None)),
            (action("counter-disarm", "disarms the attacker in return", &[OF]), |a, line| a.strike(line, Some(AttackMeans::Disarm { of: a.wish(line) }))),
            (action("counter-shove", "shoves the attacker in return", &[TO]), |a, line| a.strike(line, Some(AttackMeans::Shove { to: None }))),
            (action("counter-grapple", "grabs the attacker in return", &[]), |a, line| a.strike(line, Some(AttackMeans::Grapple))),
            (action("dodge", "evades the attack by an AGI save", &[]), |a, _| a.dodge()),
            (action("hide", "swaps places with a willing ally nearby, or with one's captive, who becomes the target", &[AT_SHELTER]), |a, line| a.hide(line)),
            (action("nothing", "does nothing", &[]), |_, _| Some(Choice::React(Reply::Nothing))),
        ]),
        (list("guard", "asked of allies near the target of an attack that hits, before the target; without a line, nothing", &[]), &[
            (action("guard", "takes the attack instead", &[AT_GUARDED]), |a, line| a.is_meant(line).then_some(Choice::Does(true))),
            (action("nothing", "does nothing", &[]), Self::NO),
        ]),
        (list("opportunity", "asked when an enemy nearby moves away; without a line, nothing", &[]), &[
            (action("strike", "attacks it before it is gone", &[WITH, AT_THAT]), |a, line| a.strike(line, None)),
            (action("disarm", "makes it drop a weapon", &[OF, AT_THAT]), |a, line| a.strike(line, Some(AttackMeans::Disarm { of: a.wish(line) }))),
            (action("shove", "pushes it", &[TO, AT_THAT]), |a, line| a.strike(line, Some(AttackMeans::Shove { to: None }))),
            (action("grapple", "grabs it", &[AT_THAT]), |a, line| a.strike(line, Some(AttackMeans::Grapple))),
            (action("nothing", "does nothing", &[]), |_, _| Some(Choice::React(Reply::Nothing))),
        ]),
        (list("captive", "asked of those who are grabbed in their turn; without a line, break free", &[]), &[
            (action("break-free", "tries a STR save", &[]), Self::YES),
            (action("nothing", "does nothing", &[]), Self::NO),
        ]),
        (list("broken", "asked of those who fail a morale check; without a line, surrender", &[]), &[
            (action("surrender", "gives up", &[]), Self::YES),
            (action("retreat", "walks off the map by the side's exit", &[]), Self::NO),
        ]),
        (list("offer", "asked of an attacker that hits, under `stunts = \"yield\"`: whether to spare the target if it gives up; without a line, no", &[]), &[
            (action("offer", "offers it", &[AT_THAT]), |a, line| a.is_meant(line).then_some(Choice::Does(true))),
            (action("nothing", "does nothing", &[]), Self::NO),
        ]),
        (list("accept", "asked of a target that is offered to be spared; without a line, no", &[]), &[
            (action("accept", "is disarmed and incapacitated, at the health it has", &[]), Self::YES),
            (action("refuse", "has the attack settled as usual", &[]), Self::NO),
        ]),
        (list("saddle", "asked when one's turn begins, where anybody can ride, but for the mounts: whether to take or leave one's seat, by default for \
            half a zone of one's movement; without a line, stay", &[]), &[
            (action("mount", "gets on a mount of the own side, walking up to it if need be", &[AT_MOUNT]), |a, line| a.take_seat(line, false)),
            (action("board", "gets into a vehicle of the own side, walking up to it if need be", &[AT_MOUNT]), |a, line| a.take_seat(line, true)),
            (action("dismount", "gets off the mount", &[]), |a, _| a.leave_seat(false)),
            (action("leave", "gets out of the vehicle", &[]), |a, _| a.leave_seat(true)),
            (action("stay", "stays where it is", &[]), |_, _| Some(Choice::Seat(Seat::Stays))),
        ]),
        (list("ride", "asked of the first listed rider or passenger when the shared turn begins: how mount or vehicle moves before anybody \
            acts; without a line, towards the nearest enemy until that one can attack: at half speed, or at full speed under fire where half is not \
            enough", &[]), Self::RIDES),
        (list("onward", "asked of the same when all have acted: movement with what is left, half speed in all where anybody has acted and none \
            after a shot taken standing; without a line, none", &[]), Self::RIDES),
        (resting::REST, &[(resting::STOP, Self::BETWEEN), (resting::CONTINUE, Self::BETWEEN)]),
    ];
}
