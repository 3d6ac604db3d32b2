//! A character at the moment of a decision: what each line of its policy would come to here and now.
//!
//! Clauses: MUR-2-12, MUR-3-7, MUR-3-15, MUR-4-7, MUR-4-11..13, MUR-6-3, MUR-10-2, MUR-10-10, MUR-12-7. Numbers of a
//! policy are thousandths.

use super::targets::{enemies, pick};
use super::{Deed, Go, Lying, Pace, Pick, Ready, Reply, in_reach};
use crate::dice::{Dice, Die};
use crate::fight::{FighterId, FighterSet, LineId, ListId, SideId, Witness};
use crate::policy::{self, ItemRef, Situation, Slot, TargetRef};
use crate::rules::murdham::access::{Means, Stance, Way};
use crate::rules::murdham::arena::Arena;
use crate::rules::murdham::attack::{Incoming, Manner};
use crate::rules::murdham::facts;
use crate::rules::murdham::fighter::UNARMED;
use crate::rules::murdham::options::Sprint;
use crate::rules::murdham::state::State;
use crate::rules::murdham::words::{
    ACCEPT, ACT, AFTER, BONUS, BROKEN, CAPTIVE, GUARD, LEAD, MOVE, OFFER, OPPORTUNITY, PACE, REACT,
    READY, act, bonus, go as moves, guard as guarding, lead, opportunity as chances, pace, react,
    ready, target,
};

/// What a policy can come to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Choice {
    Lead(SideId),
    Ready(Ready),
    Pace(Pace),
    Act(Deed),
    Go(Go),
    React(Reply),
    /// The first action of a list of two, or the other.
    Does(bool),
}

/// A character at the moment of a decision.
pub(super) struct Mind<'a, const N: usize, D, W> {
    arena: &'a Arena<N>,
    state: &'a State<N>,
    who: FighterId,
    list: usize,
    /// The attack that is to be answered.
    pub(super) incoming: Option<Incoming>,
    /// Whom the decision is about, where the rules say so.
    pub(super) stated: Option<FighterId>,
    /// Those who have hidden from this attack already.
    pub(super) hidden: FighterSet,
    target: Option<FighterId>,
    aimed: Choice,
    dice: &'a mut D,
    witness: &'a mut W,
}

impl<'a, const N: usize, D: Dice, W: Witness> Mind<'a, N, D, W> {
    #[inline]
    pub(super) fn new(
        arena: &'a Arena<N>,
        state: &'a State<N>,
        who: FighterId,
        dice: &'a mut D,
        witness: &'a mut W,
    ) -> Self {
        Self {
            arena,
            state,
            who,
            list: 0,
            incoming: None,
            stated: None,
            hidden: FighterSet::NONE,
            target: None,
            aimed: Choice::Does(false),
            dice,
            witness,
        }
    }

    #[inline]
    pub(super) fn decide(&mut self, list: usize) -> Option<Choice> {
        let policy = &self.arena.fighter(self.who).policy;
        let id = ListId::at(list);
        if policy.list(id).is_empty() {
            return None;
        }
        self.list = list;
        self.target = self.stated.or(self.incoming.map(|seen| seen.target));
        policy.decide(id, self)
    }

    /// The weapons that a slot means; all of them without one.
    fn wish(&self, slot: Slot) -> u64 {
        match slot {
            Slot::Item(item) => self.arena.meant(item),
            _ => u64::MAX,
        }
    }

    fn aim_at(&mut self, rule: TargetRef) -> Option<FighterId> {
        let among = enemies(self.arena, self.state, self.who, rule);
        let found = pick(self.arena, self.state, self.who, rule, among)?;
        self.target = Some(found);
        Some(found)
    }

    /// Somebody of the own side, by a rule.
    fn aim_at_ally(
        &mut self,
        rule: TargetRef,
        which: impl Fn(FighterId) -> bool,
    ) -> Option<FighterId> {
        let allies = self.arena.allies(self.who).iter();
        let among = allies.filter(|&ally| which(ally)).collect();
        let found = pick(self.arena, self.state, self.who, rule, among)?;
        self.target = Some(found);
        Some(found)
    }

    /// Whether one has a weapon of these with a shot for it.
    fn has_any(&self, wish: u64, fits: impl Fn(usize) -> bool) -> bool {
        let items = &self.state.body(self.who).items;
        (0..items.len())
            .any(|at| wish >> items[at].weapon & 1 == 1 && self.is_usable(at) && fits(at))
    }

    fn is_usable(&self, at: usize) -> bool {
        facts::is_usable(self.arena, self.state, self.who, at)
    }

    fn aim_attack(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Deed> {
        let wish = self.wish(slots[0]);
        let shoot = action == act::SHOOT;
        let default = if action == act::DEATH_BLOW {
            target::FALLEN
        } else {
            target::NEAREST
        };
        let ranged = |mind: &Self, at: usize| {
            let weapon = mind.state.body(mind.who).items[at].weapon;
            !shoot || mind.arena.weapon(weapon).range > 0
        };
        let bare = wish >> UNARMED & 1 == 1 && !shoot;
        if !bare && !self.has_any(wish, |at| ranged(self, at)) {
            return None;
        }
        let target = self.aim_at(target_of(slots[1], default))?;
        let manner = match action {
            act::HOLD_BACK => Manner::HeldBack,
            act::DEATH_BLOW => Manner::DeathBlow,
            _ => Manner::Plain,
        };
        if manner == Manner::DeathBlow && !self.state.body(target).status.is_down() {
            return None;
        }
        let pick = Pick {
            target,
            wish,
            manner,
            ranged: shoot,
            moving: shoot && slots[2] == Slot::Word(1),
        };
        (!shoot || self.reaches(pick)).then_some(Deed::Attack(pick))
    }

    /// Whether a shot is possible from here.
    fn reaches(&self, pick: Pick) -> bool {
        let stance = Stance {
            moving: pick.moving,
            ..Stance::default()
        };
        self.has_any(pick.wish, |at| {
            let weapon = self
                .arena
                .weapon(self.state.body(self.who).items[at].weapon);
            let item = small(at);
            if weapon.blast {
                let place = self.state.body(pick.target).place;
                let own = self.state.body(self.who).place;
                weapon.range > 0
                    && self.arena.field.zones_of(place).any(|zone| {
                        !self.arena.field.touches(own, zone)
                            && self.blast_reaches(item, zone, pick.moving)
                    })
            } else {
                let (arena, state) = (self.arena, self.state);
                let way = arena.way(state, self.who, pick.target, Means::Item(item), stance);
                way.is_some_and(|way| way.ranged)
            }
        })
    }

    fn blast_reaches(&self, item: u8, zone: u8, moving: bool) -> bool {
        let (arena, state) = (self.arena, self.state);
        let weapon = arena.weapon_of(state, self.who, Means::Item(item));
        crate::rules::murdham::blast::reach(arena, state, self.who, weapon, zone, moving).is_some()
    }

    /// A blast at the place of an enemy, with the first such weapon that reaches it.
    fn aim_blast(&mut self, slots: &[Slot; 4]) -> Option<Deed> {
        let wish = self.wish(slots[0]);
        let target = self.aim_at(target_of(slots[1], target::NEAREST))?;
        let place = self.state.body(target).place;
        let items = &self.state.body(self.who).items;
        let item = (0..items.len()).find(|&at| {
            let fits = wish >> items[at].weapon & 1 == 1 && self.is_usable(at);
            let mut zones = self.arena.field.zones_of(place);
            fits && self.arena.weapon(items[at].weapon).blast
                && zones.any(|zone| self.blast_reaches(small(at), zone, false))
        })?;
        Some(Deed::Blast {
            item: small(item),
            target,
        })
    }

    fn aim_split(&mut self, slots: &[Slot; 4]) -> Option<Deed> {
        let wish = self.wish(slots[0]);
        let first = self.aim_at(target_of(slots[1], target::NEAREST))?;
        let items = &self.state.body(self.who).items;
        let item = (0..items.len()).find(|&at| {
            let weapon = self.arena.weapon(items[at].weapon);
            wish >> items[at].weapon & 1 == 1 && self.is_usable(at) && weapon.melee && !weapon.blast
        })?;
        let (arena, state) = (self.arena, self.state);
        crate::rules::murdham::blast::shares(arena, state, self.who, small(item), first, 2)?;
        Some(Deed::Split {
            item: small(item),
            first,
            among: 2,
        })
    }

    /// Disarming, shoving, grabbing: of whom and to where is in the slots after the target.
    fn aim_nonlethal(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Deed> {
        let target = self.aim_at(target_of(slots[0], target::NEAREST))?;
        let means = match action {
            act::DISARM => Means::Disarm {
                of: self.wish(slots[1]),
            },
            act::SHOVE => Means::Shove { to: None },
            _ => Means::Grapple,
        };
        let (arena, state) = (self.arena, self.state);
        let sensible = match means {
            Means::Disarm { of } => arena.droppable(state, target, of).is_some(),
            Means::Grapple => !state.is_grabbed(target),
            _ => true,
        };
        (sensible && arena.over(self.who, target) >= 0).then_some(Deed::Nonlethal(target, means))
    }

    fn aim_pick_up(&self, slot: Slot) -> Option<Deed> {
        let wish = self.wish(slot);
        let everybody = self.arena.everybody();
        let own_first = std::iter::once(self.who).chain(everybody.filter(|&who| who != self.who));
        for owner in own_first {
            for (item, thing) in self.state.body(owner).items.iter().enumerate() {
                let lying = Lying { owner, item };
                let wanted = wish >> thing.weapon & 1 == 1;
                if wanted && in_reach(self.arena, self.state, self.who, lying) {
                    return Some(Deed::PickUp(lying));
                }
            }
        }
        None
    }

    fn aim_use(&mut self, slot: Slot) -> Option<Deed> {
        let body = self.state.body(self.who);
        let remedy = body.remedies.iter().position(|&uses| uses > 0)?;
        let (arena, state) = (self.arena, self.state);
        let hurt = |ally: FighterId| {
            let patient = state.body(ally);
            patient.status.is_there() && patient.health < arena.fighter(ally).health
        };
        let patient = match slot {
            Slot::Absent => hurt(self.who).then_some(self.who)?,
            _ => self.aim_at_ally(target_of(slot, target::SELF), hurt)?,
        };
        self.target = Some(patient);
        Some(Deed::Use { remedy, patient })
    }

    fn aim_act(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        let deed = match action {
            act::ATTACK | act::HOLD_BACK | act::DEATH_BLOW | act::SHOOT => {
                self.aim_attack(action, slots)?
            }
            act::BLAST => self.aim_blast(slots)?,
            act::SPLIT => self.aim_split(slots)?,
            act::DISARM | act::SHOVE | act::GRAPPLE => self.aim_nonlethal(action, slots)?,
            act::FREE => {
                let state = self.state;
                let rule = target_of(slots[0], target::NEAREST);
                Deed::Free(self.aim_at_ally(rule, |ally| state.is_grabbed(ally))?)
            }
            act::PICK_UP => self.aim_pick_up(slots[0])?,
            act::USE => self.aim_use(slots[0])?,
            act::SURRENDER => Deed::Surrender,
            _ => Deed::Nothing,
        };
        Some(Choice::Act(deed))
    }

    fn aim_go(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        if !matches!(action, moves::CLOSE | moves::WITHDRAW) {
            return Some(Choice::Go(Go::Stay));
        }
        let whom = match (self.stated, slots[0]) {
            (Some(stated), Slot::Absent) => stated,
            _ => self.aim_at(target_of(slots[0], target::NEAREST))?,
        };
        self.target = Some(whom);
        Some(Choice::Go(if action == moves::WITHDRAW {
            Go::From(whom)
        } else {
            Go::Towards(whom)
        }))
    }

    /// A blow in answer to an attack, or at somebody who moves away: the weapon with the highest dice of those meant
    /// that can be used on the other from here.
    fn blow(&self, other: FighterId, wish: u64, stance: Stance) -> Option<(Means, Way)> {
        let (arena, state) = (self.arena, self.state);
        let items = &state.body(self.who).items;
        let larger = arena.over(self.who, other);
        let mut best: Option<(i32, Means, Way)> = None;
        let mut offer = |means: Means, weapon: u8| {
            let Some(way) = arena.way(state, self.who, other, means, stance) else {
                return;
            };
            let pool = arena.pool(arena.weapon(weapon), larger, 0);
            let worth = if pool.twice { 0 } else { pool.most() };
            if best.is_none_or(|(most, ..)| worth > most) {
                best = Some((worth, means, way));
            }
        };
        for (at, item) in items.iter().enumerate() {
            let natural = arena.weapon(item.weapon).natural;
            let in_hand =
                !arena.options.swap_costs || natural || state.body(self.who).in_hand == small(at);
            if wish >> item.weapon & 1 == 1 && in_hand {
                offer(Means::Item(small(at)), item.weapon);
            }
        }
        if wish >> UNARMED & 1 == 1 {
            offer(Means::Unarmed, UNARMED);
        }
        best.map(|(_, means, way)| (means, way))
    }

    fn aim_reply(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Reply> {
        let seen = self.incoming.expect("only an attack asks for a reaction");
        let (arena, state) = (self.arena, self.state);
        let stance = Stance {
            exposed: true,
            ..Stance::default()
        };
        let may_counter = !seen.countered && !state.body(self.who).retreating;
        let counter = |means: Means| {
            let way = arena.way(state, self.who, seen.attacker, means, stance)?;
            may_counter.then_some(Reply::Counter(means, way))
        };
        match action {
            react::COUNTER => {
                let wish = self.wish(slots[0]);
                let (means, way) = self.blow(seen.attacker, wish, stance)?;
                may_counter.then_some(Reply::Counter(means, way))
            }
            react::COUNTER_DISARM => counter(Means::Disarm {
                of: self.wish(slots[0]),
            }),
            react::COUNTER_SHOVE => counter(Means::Shove { to: None }),
            react::COUNTER_GRAPPLE => counter(Means::Grapple),
            react::DODGE => Some(Reply::Dodge),
            react::HIDE if !seen.several => self.aim_hide(slots[0], seen.attacker),
            react::HIDE => None,
            _ => Some(Reply::Nothing),
        }
    }

    /// Behind a willing ally nearby, or one's own captive [MUR-4-13].
    fn aim_hide(&mut self, slot: Slot, attacker: FighterId) -> Option<Reply> {
        let (arena, state, who) = (self.arena, self.state, self.who);
        let shelters = |&other: &FighterId| {
            let ally = arena.allies(who).has(other)
                && !state.is_grabbed(other)
                && arena.fighter(other).willing;
            let captive = state.body(other).captor == Some(who) && arena.are_enemies(who, other);
            (ally || captive)
                && other != who
                && other != attacker
                && !self.hidden.has(other)
                && arena.nearby(state, who, other)
        };
        let among = state.fighting.iter().filter(shelters).collect();
        let behind = pick(arena, state, who, target_of(slot, target::NEAREST), among)?;
        Some(Reply::Hide(behind))
    }

    /// Whether the one that a decision is about is the one that a line names, if it names any.
    fn is_meant(&self, slots: &[Slot; 4]) -> bool {
        let among: FighterSet = self.stated.into_iter().collect();
        slots.iter().all(|slot| match slot {
            Slot::Target(rule) => pick(self.arena, self.state, self.who, *rule, among).is_some(),
            _ => true,
        })
    }

    fn aim_opportunity(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        let mover = self.stated.expect("somebody moves away");
        if !self.is_meant(slots) {
            return None;
        }
        let (arena, state) = (self.arena, self.state);
        let stance = Stance {
            close: true,
            ..Stance::default()
        };
        let means = match action {
            chances::STRIKE => {
                let (means, way) = self.blow(mover, self.wish(slots[0]), stance)?;
                return Some(Choice::React(Reply::Counter(means, way)));
            }
            chances::DISARM => Means::Disarm {
                of: self.wish(slots[0]),
            },
            chances::SHOVE => Means::Shove { to: None },
            chances::GRAPPLE => Means::Grapple,
            _ => return Some(Choice::React(Reply::Nothing)),
        };
        let way = arena.way(state, self.who, mover, means, stance)?;
        Some(Choice::React(Reply::Counter(means, way)))
    }

    fn aim_lead(&mut self, action: u8, slot: Slot) -> Option<Choice> {
        let own = self.arena.side(self.who);
        if action != lead::GIVE_WAY {
            return Some(Choice::Lead(own));
        }
        let enemy = match slot {
            Slot::Absent => {
                let sides = self.arena.sides.len();
                let fights =
                    |side: &usize| !self.arena.sides[*side].and(self.state.fighting).is_empty();
                let mut others = (1..sides).map(|step| (own.index() + step) % sides);
                return Some(Choice::Lead(SideId::at(others.find(fights)?)));
            }
            _ => self.aim_at(target_of(slot, target::NEAREST))?,
        };
        Some(Choice::Lead(self.arena.side(enemy)))
    }

    fn aim_guard(&self, action: u8, slot: Slot) -> Option<Choice> {
        if action != guarding::GUARD {
            return Some(Choice::Does(false));
        }
        let seen = self.incoming.expect("only an attack asks for a guard");
        let among = std::iter::once(seen.target).collect();
        let rule = target_of(slot, target::NEAREST);
        pick(self.arena, self.state, self.who, rule, among).map(|_| Choice::Does(true))
    }
}

fn small(at: usize) -> u8 {
    u8::try_from(at).expect("a list is short")
}

fn target_of(slot: Slot, default: u8) -> TargetRef {
    match slot {
        Slot::Target(target) => target,
        _ => TargetRef::Rule(default),
    }
}

impl<const N: usize, D: Dice, W: Witness> Situation for Mind<'_, N, D, W> {
    type Choice = Choice;

    fn aim(&mut self, line: &policy::Line) -> bool {
        let (action, slots) = (line.action, &line.slots);
        let aimed = match self.list {
            LEAD => self.aim_lead(action, slots[0]),
            READY => Some(Choice::Ready(match action {
                ready::LAST => Ready::Last,
                ready::HOLD => Ready::Holds,
                _ => Ready::Acts,
            })),
            PACE => match action {
                pace::SPRINT => self.may_sprint().then_some(Choice::Pace(Pace::Sprint)),
                pace::SNEAK => Some(Choice::Pace(Pace::Sneak)),
                _ => Some(Choice::Pace(Pace::Walk)),
            },
            BONUS if action == bonus::PICK_UP => self.aim_pick_up(slots[0]).map(Choice::Act),
            BONUS => Some(Choice::Act(Deed::Nothing)),
            ACT => self.aim_act(action, slots),
            MOVE | AFTER => self.aim_go(action, slots),
            REACT => self.aim_reply(action, slots).map(Choice::React),
            GUARD => self.aim_guard(action, slots[0]),
            OPPORTUNITY => self.aim_opportunity(action, slots),
            OFFER if !self.is_meant(slots) => None,
            CAPTIVE | BROKEN | OFFER | ACCEPT => Some(Choice::Does(action == 0)),
            list => unreachable!("the book has no list {list}"),
        };
        if let Some(choice) = aimed {
            self.aimed = choice;
        }
        aimed.is_some()
    }

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        let counter = || {
            let seen = self.incoming?;
            let stance = Stance {
                exposed: true,
                ..Stance::default()
            };
            let free = !seen.countered && !self.state.body(self.who).retreating;
            let (means, _) = self.blow(seen.attacker, u64::MAX, stance)?;
            free.then_some(means)
        };
        facts::Asker {
            arena: self.arena,
            state: self.state,
            who: self.who,
            target: self.target,
            incoming: self.incoming,
        }
        .answer(fact, item, counter)
    }

    fn chance(&mut self, thousandths: u32) -> bool {
        self.dice.band(Die(1000), &[thousandths]) == 0
    }

    fn take(&mut self, line: &policy::Line, numbers: [i64; 4]) -> Choice {
        let number = (0..4).find(|&at| matches!(line.slots[at], Slot::Number(_)));
        let Some(number) = number.map(|at| numbers[at] / 1000) else {
            return self.aimed;
        };
        let zones = i64::try_from(self.arena.field.zones).expect("few zones");
        let zone = u8::try_from(number.clamp(0, zones - 1)).expect("few zones");
        let to = Some(zone);
        match self.aimed {
            Choice::Go(_) => Choice::Go(Go::To(zone)),
            Choice::Act(Deed::Split { item, first, .. }) => Choice::Act(Deed::Split {
                item,
                first,
                among: u32::try_from(number.clamp(2, 64)).expect("a small number"),
            }),
            Choice::Act(Deed::Nonlethal(target, Means::Shove { .. })) => {
                Choice::Act(Deed::Nonlethal(target, Means::Shove { to }))
            }
            Choice::React(Reply::Counter(Means::Shove { .. }, way)) => {
                Choice::React(Reply::Counter(Means::Shove { to }, way))
            }
            aimed => aimed,
        }
    }

    #[inline]
    fn line_used(&mut self, line: LineId) {
        self.witness.line_used(self.who, line);
    }

    #[inline]
    fn list_ran_out(&mut self, list: ListId) {
        self.witness.list_ran_out(self.who, list);
    }
}

impl<const N: usize, D: Dice, W: Witness> Mind<'_, N, D, W> {
    fn may_sprint(&self) -> bool {
        self.arena.fighter(self.who).sprints && self.arena.options.sprint != Sprint::Forbidden
    }
}
