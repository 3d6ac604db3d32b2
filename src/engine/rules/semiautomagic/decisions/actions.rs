//! The actions and defences that policy lines can name. A line leaves some choices open, such as the weapon,
//! the target, the body part, or the place of an area. The functions in this file make these choices.
//!
//! Clauses: SAM-0-14, SAM-2-6, SAM-2-7, SAM-5-9, SAM-7-4, SAM-7-7, SAM-9-1, SAM-10-4, SAM-10-7, SAM-12-5,
//! SAM-13-1, SAM-14-1, SAM-15-3, SAM-17-1, SAM-17-7, SAM-17-10, SAM-18-9.

use super::asker::{Asker, Decided};
use crate::fight::{FighterId, FighterSet};
use crate::frame::goals::MUST_REACH;
use crate::policy::vocabulary::{action, specs};
use crate::policy::{ActionSpec, Line};
use crate::rules::semiautomagic::nouns::{
    Aimed, BodyPart, Deed, DefenceMeans, Effect, Handling, Strike, Strikes,
};
use crate::rules::semiautomagic::questions::Mover;
use crate::rules::semiautomagic::reading::{
    Component, MOST_ATTACKS, Posture, Skill, Weapon, WeaponKind,
};
use crate::rules::semiautomagic::words::{
    ALLY, AT, BY, COMBO, FROM, ON, OVER, PATIENT, PUT, REMEDY, TO, WITH,
};

/// A function that returns the action of a line of `act`, or `None` if the action is not possible now.
type Act = fn(&mut Asker<'_>, &Line) -> Option<Deed>;

/// A function that returns the defence of a line of `defend`, or `None` for no defence.
type Defence = fn(&Asker<'_>) -> Option<DefenceMeans>;

pub(super) const ACTIONS: [ActionSpec; Asker::ACTIONS.len()] = specs(Asker::ACTIONS);

pub(super) const DEFENCES: [ActionSpec; Asker::DEFENCES.len()] = specs(Asker::DEFENCES);

/// The body parts that the word after `on` can name. Policies store such a word as an index into this list.
#[rustfmt::skip]
const PARTS: [BodyPart; 7] = [BodyPart::Leg, BodyPart::Arm, BodyPart::Hand, BodyPart::Head, BodyPart::Vitals, BodyPart::Torso, BodyPart::Wings];

/// The number of the word `best` among the words after `on`. It aims the attack where it does most harm.
const BEST: u8 = 13;

impl Asker<'_> {
    /// Every action of a turn, with the function that makes the choices that a line with this action leaves
    /// open.
    #[rustfmt::skip]
    const ACTIONS: &'static [(ActionSpec, Act)] = &[
        (action("attack", "4 s by default: a single attack", &[WITH, AT, ON]), |a, line| Some(Deed::Effect(Effect::Strike(a.strike(line, a.who)?)))),
        (action("combo", "4 s by default: all attacks of a combo at once", &[COMBO, AT, ON, OVER]), |a, line| a.combo(line)),
        (action("area", "4 s by default: an attack on all in an area", &[WITH, AT, PUT]), |a, line| a.area(line)),
        (action("daunt", "4 s by default: morale damage", &[WITH, AT]), |a, line| a.daunt(line)),
        (action("aim", "2 s: less range penalty for the next ranged attack on the target", &[AT]), |a, line| a.aim_at(line)),
        (action("reload", "4 s by default: loads a weapon", &[WITH]), |a, line| a.reload(line)),
        (action("clear", "4 s by default: clears a jam", &[WITH]), |a, line| a.handle(line, Handling::Clear)),
        (action("draw", "1 s by default: draws a sheathed weapon", &[WITH]), |a, line| a.handle(line, Handling::Draw)),
        (action("sheathe", "1 s by default: sheathes a weapon", &[WITH]), |a, line| a.handle(line, Handling::Sheathe)),
        (action("drop", "0 s by default: drops a weapon", &[WITH]), |a, line| a.handle(line, Handling::Drop)),
        (action("pick-up", "2 s by default: picks a weapon up from its own cell or one that touches it", &[WITH]), |a, line| a.handle(line, Handling::PickUp)),
        (action("take-out", "2 s by default: takes a weapon out of a pack or pocket", &[WITH]), |a, line| a.handle(line, Handling::TakeOut)),
        (action("move", "1 s by default: moves by the cheapest way to where the weapon reaches; the prone crawl, 4 s a square by default", &[WITH, TO]), |a, line| a.walk(line)),
        (action("move-away", "1 s by default: moves in the direction that gains most distance", &[FROM]), |a, line| a.back_off(line, false)),
        (action("move-to-flank", "1 s by default: moves to where the enemy is between itself and an ally", &[WITH, TO]), |a, line| a.moves(line, false, Mover::way_to_flank)),
        (action("move-to-cover", "1 s by default: moves to the nearest cell with better cover from the enemy than here", &[FROM]),
            |a, line| a.moves(line, false, |mover, foe, _| mover.way_to_cover(foe))),
        (action("charge", "1 s by default: moves straight, by default 6 m at least in all, to where the weapon reaches", &[WITH, TO]),
            |a, line| a.charge(line)),
        (action("run", "3 s or more: runs straight, at three times the speed by default, as near as that gets it; of who rides the mount runs, in its own seconds", &[WITH, TO]), |a, line| a.run(line, false)),
        (action("run-away", "3 s or more: runs straight in the direction that gains most distance; of who rides the mount", &[FROM]), |a, line| a.run(line, true)),
        (action("go", "moves or runs to the place of an objective that one must reach; of who rides the mount", &[BY]).needs(MUST_REACH), |a, line| a.go(line)),
        (action("crouch", "1 s by default: from standing or from prone", &[]), |a, _| a.change(Posture::Crouched)),
        (action("go-prone", "1 s by default: from standing or crouching", &[]), |a, _| a.change(Posture::Prone)),
        (action("stand", "by default 1 s from a crouch, 2 s from prone", &[]), |a, _| a.change(Posture::Standing)),
        (action("ride", "the mount makes a move in its own seconds, as `move` says; the first costs the rider 2 s by default", &[WITH, TO]), |a, line| a.moves(line, true, Mover::way_to)),
        (action("ride-away", "the mount makes a move away in its own seconds", &[FROM]), |a, line| a.back_off(line, true)),
        (action("mount-attack", "the mount attacks, in the seconds of the attack", &[WITH, AT, ON]), |a, line| a.mount_strike(line)),
        (action("stabilise", "4 s by default: a Medicine check for a dying ally who is near", &[ALLY]), |a, line| a.stabilise(line)),
        (action("heal", "4 s by default: a remedy for itself or an ally whom it helps", &[REMEDY, PATIENT]), |a, line| a.heal(line)),
        (action("break-free", "4 s by default: a fortitude check against a hold that one can break", &[]), |a, _| a.view.may_break_free(a.who).then_some(Deed::BreakFree)),
        (action("possess", "4 s by default: a possession check", &[AT]), |a, line| a.possess(line, false)),
        (action("join", "4 s by default: possesses a willing ally, without a check", &[ALLY]), |a, line| a.possess(line, true)),
        (action("leave", "0 s: leaves the body that it possesses", &[]), |a, _| (a.mind != a.who).then_some(Deed::Leave)),
        (action("delay", "its whole turn waits, until `interrupt` takes it", &[]), |a, _| a.delay()),
        (action("wait", "the rest of the turn is lost", &[]), |_, _| Some(Deed::Wait)),
    ];

    /// Every defence that a line of `defend` can name, with a function that returns the means of this
    /// defence.
    #[rustfmt::skip]
    const DEFENCES: &'static [(ActionSpec, Defence)] = &[
        (action("block", "with a shield", &[]), |_| Some(DefenceMeans::Block)),
        (action("dodge", "out of the way", &[]), |_| Some(DefenceMeans::Dodge)),
        (action("parry", "with a weapon", &[]), |_| Some(DefenceMeans::Parry)),
        (action("best", "the highest bonus: block before parry before dodge", &[]), |a| a.attack.map(|(_, best)| best)),
        (action("nothing", "lets it come", &[]), |_| None),
    ];

    /// Returns the action of a line of `act`, if it is possible now.
    pub(super) fn deed(&mut self, line: &Line) -> Option<Deed> {
        let deed = Self::ACTIONS[usize::from(line.action)].1(self, line)?;
        if !self.view.may_spill(&deed) {
            self.reads_clock();
        }
        (self.finishing || self.view.affords(self.who, &deed)).then_some(deed)
    }

    /// Returns an attack by the mount of the fighter, which takes seconds of the mount's turn [SAM-14-2].
    fn mount_strike(&mut self, line: &Line) -> Option<Deed> {
        self.reads_clock();
        let mount = self.view.mount(self.who)?;
        let strike = self.strike(line, mount)?;
        let seconds = self.view.weapon(strike.weapon).seconds;
        (seconds <= self.view.body(mount).clock.left).then_some(Deed::MountStrike(strike))
    }

    /// Returns the use of Medicine on a dying ally [SAM-18-9].
    fn stabilise(&mut self, line: &Line) -> Option<Deed> {
        let allies = self.view.arena.lineup.allies(self.mind);
        let patients = allies.filter(|ally| self.view.may_stabilise(self.who, ally));
        self.aim_among(line, patients).map(Deed::Stabilise)
    }

    /// Returns the use of the first remedy that the line names and that helps somebody. The target rule of
    /// the line chooses the patient. Without a target rule, the most wounded fighter is chosen.
    fn heal(&mut self, line: &Line) -> Option<Deed> {
        self.reads_wounds();
        let (view, who) = (self.view, self.who);
        let mut all = view.arena.lineup.allies(self.mind);
        all.add(who);
        let mut slots = self.remedies(line.item());
        let (slot, patient) = slots.find_map(|slot| {
            let patients = all.filter(|patient| view.may_heal(who, slot, patient));
            let patient = match line.target() {
                Some(_) => self.pick(line, patients),
                None => self.most_wounded(patients),
            };
            Some((slot, patient?))
        })?;
        drop(slots);
        self.target = Some(patient);
        Some(Deed::Heal { slot, patient })
    }

    /// Returns the delay of the fighter's own turn, or `None` if it has already done something in the turn
    /// [SAM-1-4].
    fn delay(&self) -> Option<Deed> {
        self.reads_clock();
        let (who, me) = (self.who, self.me());
        let whole = me.clock.fresh && me.clock.busy.is_none() && !me.delays;
        let own = self.view.state.next_up == who && self.mind == who;
        (whole && own).then_some(Deed::Delay)
    }

    /// Chooses a target and a weapon, and returns what `fit` returns for them. Targets are tried in the order
    /// that the target rule of the line prefers. For each target, `fit` is called with the weapons of `body`
    /// that the line names, that are usable and that `suits` accepts. The first value that is not `None` is
    /// returned. `body` is the fighter or its mount.
    fn aim_with<T>(
        &mut self,
        line: &Line,
        body: FighterId,
        among: FighterSet,
        suits: fn(&Weapon) -> bool,
        fit: impl Fn(&Self, FighterId, u8) -> Option<T>,
    ) -> Option<T> {
        let view = self.view;
        let meant = || view.meant(body, line.item());
        let usable = |&weapon: &u8| suits(view.weapon(weapon)) && view.usable(body, weapon);
        let usable = meant()
            .filter(usable)
            .fold(0u64, |all, weapon| all | 1 << weapon);
        if usable == 0 {
            return None;
        }
        let among = self.within_reach(body, usable, among);
        let fitting = |foe: FighterId| {
            let mut weapons = meant().filter(|weapon| usable >> weapon & 1 == 1);
            weapons.find_map(|weapon| fit(self, foe, weapon))
        };
        let (target, fits) = among.pick_fit(|some| self.pick(line, some), fitting)?;
        self.target = Some(target);
        Some(fits)
    }

    /// Returns the fighters of `some` that one of these weapons of `body` reaches, if all of them are melee
    /// weapons. If there is a ranged weapon, returns all of `some`, because a check of the range would cost
    /// as much time as it saves.
    fn within_reach(&self, body: FighterId, weapons: u64, some: FighterSet) -> FighterSet {
        let view = self.view;
        // A bit mask of weapons is read as a set of fighters, which has the same bits.
        let all = FighterSet(weapons);
        let strikes = |weapon: FighterId| view.weapon(weapon.0).is_melee();
        if !some.is_several() || !all.iter().all(strikes) {
            return some;
        }
        some.filter(|foe| {
            let gap = view.gap(body, foe);
            let reaches = |weapon: FighterId| view.reaches_over(body, view.weapon(weapon.0), gap);
            all.iter().any(reaches)
        })
    }

    /// Returns a possible attack of `body` with the first suitable weapon that the line names. The target
    /// rule of the line chooses among the enemies that can be attacked.
    fn strike(&mut self, line: &Line, body: FighterId) -> Option<Strike> {
        let prey = self.prey(line);
        let fit = |asker: &Self, target, weapon| {
            let strike = Strike {
                aimed: asker.aimed(line, target)?,
                ..Strike::new(weapon, target)
            };
            let possible = asker.view.may_hit(body, strike);
            possible.then(|| asker.well_aimed(line, body, strike))
        };
        self.aim_with(line, body, prey, Weapon::strikes, fit)
    }

    /// Returns `strike`, aimed where it does most harm if the line says `on best`.
    fn well_aimed(&self, line: &Line, body: FighterId, strike: Strike) -> Strike {
        if line.word(2) == BEST && !strike.harmless {
            self.reads_aim();
            self.view.best_aim(body, strike)
        } else {
            strike
        }
    }

    /// Returns the body part or item of `foe` that the line aims at. Returns `None` if `foe` does not have it
    /// [SAM-12-5, SAM-13-1].
    fn aimed(&self, line: &Line, foe: FighterId) -> Option<Aimed> {
        Some(match line.word(2) {
            0 | BEST => Aimed::Body,
            8 => Aimed::Thing(self.view.main_slot(foe)?),
            9 => Aimed::Thing(
                self.view
                    .held_slot(foe, |row| row.kind == WeaponKind::Shield)?,
            ),
            10 => Aimed::Armour,
            11 => Aimed::Part(BodyPart::OffArm),
            12 => Aimed::Part(BodyPart::OffHand),
            part => Aimed::Part(*PARTS.get(usize::from(part) - 1)?),
        })
    }

    /// Returns the first combo that the line names and that has a possible attack. The targets of all its
    /// attacks are chosen as well [SAM-10-4].
    fn combo(&mut self, line: &Line) -> Option<Deed> {
        let [_, bits] = self.view.arena.meant(line.item());
        let own = self.view.fighter(self.mind).combos.iter().copied();
        let lent = self.view.lent_combos(self.who, self.mind);
        let (view, who) = (self.view, self.who);
        let may = move |combo: &u8| bits >> combo & 1 == 1 && view.may_combine(who, *combo);
        let all = own.chain(lent);
        let mut combos = all.filter(may);
        combos.find_map(|combo| {
            if view.arena.combos[usize::from(combo)].charge {
                self.reads_clock();
            }
            let begins = self.finishing || self.view.may_begin(self.who, combo);
            let row = &self.view.arena.combos[usize::from(combo)];
            let strikes = begins.then(|| self.strikes(line, &row.attacks))??;
            Some(Deed::Combo { combo, strikes })
        })
    }

    /// Chooses a target for each attack of a combo, and returns the attacks. Returns `None` if none of them
    /// has a target.
    fn strikes(&mut self, line: &Line, attacks: &[Component]) -> Option<Strikes> {
        let one = |asker: &Self, component: &Component, foe: FighterId| {
            let aimed = asker.aimed(line, foe)?;
            asker.view.component(asker.who, component, foe, aimed)
        };
        let prey = self.prey(line);
        // Most combos repeat the same attack. For an attack that equals the one before, the result is reused.
        let again = |at: usize| at > 0 && attacks[at] == attacks[at - 1];
        let mut within = [FighterSet::NONE; MOST_ATTACKS];
        for (at, component) in attacks.iter().enumerate() {
            let legal = || prey.filter(|foe| one(self, component, foe).is_some());
            within[at] = if again(at) { within[at - 1] } else { legal() };
        }
        let all = FighterSet(within.iter().fold(0, |all, each| all | each.0));
        let main = self.aim_among(line, all)?;
        let several = line.word(3) == 1;
        let mut strikes: Strikes = [None; MOST_ATTACKS];
        let mut left = all;
        for (at, (component, legal)) in attacks.iter().zip(within).enumerate() {
            if several && left.and(legal).is_empty() {
                left = all;
            }
            let among = if several { left.and(legal) } else { legal };
            let main = Some(main).filter(|&main| among.has(main));
            let mut foe = main.or_else(|| self.pick(line, among));
            if several && foe.is_none() {
                left = all;
                foe = self.pick(line, legal);
            }
            let before = (at.checked_sub(1).filter(|_| again(at))).and_then(|at| strikes[at]);
            strikes[at] = before.filter(|one| Some(one.target) == foe).or_else(|| {
                let strike = one(self, component, foe?)?;
                Some(self.well_aimed(line, self.who, strike))
            });
            if let Some(foe) = foe {
                left.remove(foe);
            }
        }
        Some(strikes)
    }

    /// Returns an area attack, placed according to the line, or `None` if none is possible [SAM-9-1].
    fn area(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let spreads = |row: &Weapon| row.area.is_some();
        self.aim_with(line, who, self.foes(), spreads, |_, target, weapon| {
            let row = view.weapon(weapon);
            let possible = view.may_cast(who, row.skill);
            let friend = [Some(2), None, Some(64)][usize::from(line.word(2))];
            let landing = possible.then(|| view.landing(who, row, target, friend))??;
            Some(Deed::Effect(Effect::Area {
                weapon,
                target,
                landing,
            }))
        })
    }

    /// Returns an attack on the morale of an enemy, or `None` if none is possible [SAM-15-3].
    fn daunt(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let daunts = |row: &Weapon| row.kind == WeaponKind::Morale;
        self.aim_with(line, who, self.foes(), daunts, |_, target, weapon| {
            let possible = view.reaches(who, target, weapon) && view.body(who).rage.is_none();
            possible.then_some(Deed::Effect(Effect::Daunt { weapon, target }))
        })
    }

    /// Returns an aim at an enemy within reach of a ranged weapon. Returns `None` if the aim has no use,
    /// because the enemy is near enough or is already aimed at [SAM-7-4].
    fn aim_at(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let shoots = |row: &Weapon| row.kind == WeaponKind::Ranged && row.skill != Skill::Magic;
        let deed = self.aim_with(line, who, self.foes(), shoots, |_, target, weapon| {
            let far = view.doublings_to(who, target, view.weapon(weapon)) > 0;
            (far && view.reaches(who, target, weapon)).then_some(Deed::Aim(target))
        })?;
        (view.body(who).aim != self.target).then_some(deed)
    }

    /// Returns a second of loading: a weapon of the fighter itself or, if none needs it, of an adjacent ally
    /// [SAM-7-7].
    fn reload(&self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let near = view.friends(self.mind);
        let near = near.filter(|ally| view.gap(who, ally) <= 1);
        let owners = std::iter::once(who).chain(near.iter());
        let mut all = owners.flat_map(|owner| {
            let slots = view.meant_slots(owner, line.item());
            slots.map(move |slot| (owner, slot))
        });
        let (owner, slot) = all.find(|&(owner, slot)| view.wants_loading(owner, slot))?;
        Some(Deed::Reload { owner, slot })
    }

    fn handle(&self, line: &Line, handling: Handling) -> Option<Deed> {
        let mut slots = self.view.meant_slots(self.who, line.item());
        let slot = slots.find(|&slot| self.view.may_handle(self.who, slot, handling))?;
        Some(Deed::Handle(handling, slot))
    }

    fn change(&self, posture: Posture) -> Option<Deed> {
        let possible = self.view.may_change(self.who, posture);
        possible.then_some(Deed::Posture(posture))
    }

    /// Returns an attempt to enter the body of an enemy [SAM-17-1] or, if `joins`, of a willing ally
    /// [SAM-17-7].
    fn possess(&mut self, line: &Line, joins: bool) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        if self.mind != who || view.fighter(who).possession.is_none() {
            return None;
        }
        let friends = view.friends(self.mind);
        let willing = friends.filter(|ally| view.fighter(ally).willing);
        let all = if joins { willing } else { view.foes(self.mind) };
        let bodies = all.filter(|body| view.may_possess(who, body));
        let target = self.aim_among(line, bodies)?;
        Some(Deed::Possess { target, joins })
    }

    /// Returns the defence that a line of `defend` chooses, which may be no defence. Returns `None` if the
    /// defence that it names is not possible [SAM-5-9].
    pub(super) fn defence(&self, line: &Line) -> Option<Decided> {
        let (attack, best) = self.attack?;
        let means = Self::DEFENCES[usize::from(line.action)].1(self);
        let may = |means| means == best || self.view.bare_bonus(self.who, attack, means).is_some();
        means.is_none_or(may).then_some(Decided::Means(means))
    }
}
