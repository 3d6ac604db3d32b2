//! Shared turns: a mount and its riders, or a vehicle and its passengers, take their turns together.
//!
//! Clauses: MUR-17-1..3, MUR-17-6, MUR-12-7, MUR-3-11, MUR-11-3. First the mount moves, as the character that
//! steers it decides. Then the riders act in listed order, and after them the mount acts. At the end the
//! mount may move on. The first rider in listed order that is free to steer does so.
//!
//! This program reads the book as follows. A mount that has used its turn for a reaction does not move.
//! Riders whose mount falls before they have acted take their turns later in the round.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::policy::TargetRef;
use crate::rules::murdham::decisions::targets::NEAREST;
use crate::rules::murdham::decisions::{ONWARD, RIDE, SADDLE};
use crate::rules::murdham::nouns::{Gait, Ride, Riding, Scene, Seat, Turn, View, WalkGoal};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// [MUR-17-6] Lets the fighter mount or dismount, if its policy says so. Returns false if it cannot act
    /// in this turn any more.
    #[inline]
    pub(super) fn take_seat(&mut self, turn: &mut Turn) -> bool {
        if !self.arena.scope.mounts || self.fighter(turn.who).seats > 0 {
            return true;
        }
        self.changes_seat(turn)
    }

    #[inline(never)]
    fn changes_seat(&mut self, turn: &mut Turn) -> bool {
        match self.chooses(turn.who, SADDLE, None) {
            Seat::Stays => true,
            Seat::Leaves => self.leave_seat(turn),
            Seat::Takes(mount) => self.mount_up(turn, mount),
        }
    }

    /// Dismounts. The rider continues on foot with the rest of its own movement. Returns whether it is still
    /// in the fight, because it may fall while dismounting.
    fn leave_seat(&mut self, turn: &mut Turn) -> bool {
        let mount = self.state.mount_of(turn.who);
        let mount = mount.expect("only who rides gets off");
        *turn = Turn {
            walked: self.arena.options.rules.mounts.seat,
            ..Turn::new(turn.who, self.fighter(turn.who))
        };
        self.climb(turn.who, mount, false);
        self.state.fighting.has(turn.who)
    }

    /// Walks up to a mount and gets on it, if enough movement is left. Returns whether the fighter can still
    /// act.
    fn mount_up(&mut self, turn: &mut Turn, mount: FighterId) -> bool {
        let who = turn.who;
        let cost = self.arena.options.rules.mounts.seat;
        let most = turn.full.saturating_sub(cost);
        let there = WalkGoal::To(self.body(mount).place);
        self.walk(turn, there, most);
        let able = self.state.is_free(who);
        let there = self.body(who).place == self.body(mount).place;
        if !able || !there || turn.walked + cost > turn.full || !self.view().has_seat(who, mount) {
            return able;
        }
        turn.walked += cost;
        self.climb(who, mount, true);
        if self.state.mount_of(who).is_none() {
            return self.state.fighting.has(who);
        }
        if self.state.gait(mount) == Some(Gait::Raced) {
            self.state.body_mut(who).extra = 0;
            return false;
        }
        // After mounting, the fighter cannot walk any more. It can still act if it has used at most half its
        // speed.
        turn.carried = true;
        true
    }

    /// Plays the turn that a mount and its riders share [MUR-17-1].
    pub(super) fn take_turn_together(&mut self, mount: FighterId) {
        let all = self.view().aboard(mount);
        let (mut turn, goes) = self.begin_shared_turn(mount);
        if goes && self.view().flees(mount) {
            self.flee(&mut turn);
            return;
        }
        if goes && let Some((goal, budget)) = self.sets_out(&turn) {
            self.travel(&mut turn, goal, budget);
        }
        while let Some(who) = self.next_of_group(&mut turn) {
            if self.view().over().is_some() {
                return;
            }
            self.act_carried(&mut turn, who);
            self.settle_riders();
        }
        if goes && !turn.still && self.view().moves_on(&turn) {
            self.ride_on(&mut turn);
        }
        if turn.sneaks && turn.walked > 0 {
            for who in all.and(self.state.fighting).iter() {
                self.is_noticed(who);
            }
        }
    }

    /// Records in the body of a mount how far the mount has moved in its turn.
    pub(super) fn note_gait(&mut self, turn: &Turn) {
        let gait = match turn.walked {
            0 => Gait::Stood,
            walked if walked > turn.half => Gait::Raced,
            _ => Gait::Rode,
        };
        self.body_mut(turn.who).riding = Riding::Bears(gait);
    }

    /// Begins the shared turn of a mount and its riders. Returns the turn, and whether the mount can move at
    /// all.
    fn begin_shared_turn(&mut self, mount: FighterId) -> (Turn, bool) {
        let all = self.view().aboard(mount);
        let waiting = all.and(self.state.unused);
        self.state.unused = self.state.unused.without(all);
        self.describe("MUR-17-1", |view| {
            let (arena, place) = (view.arena, view.body(mount).place);
            let at = if arena.field.zones > 1 {
                format!(", {}", arena.at_place(place))
            } else {
                String::new()
            };
            format!("{} take their turn together{at}.", arena.names(all))
        });
        let held = self.state.is_grabbed(mount) || self.body(mount).giving_up;
        let goes = (waiting.has(mount) || self.arena.is_vehicle(mount)) && !held;
        self.dice.about(Topic::Deed(mount.0));
        let mut turn = if goes {
            self.begin_turn(mount)
        } else {
            Turn::new(mount, self.fighter(mount))
        };
        self.body_mut(mount).riding = Riding::Bears(Gait::Stood);
        (turn.shared, turn.waiting) = (true, waiting);
        (turn, goes)
    }

    /// Returns the goal of the mount's movement before anybody acts, and the maximum of half-zones. Returns
    /// `None` if the mount does not move.
    fn sets_out(&mut self, turn: &Turn) -> Option<(WalkGoal, u8)> {
        let who = self.view().steers(turn.who)?;
        let (goal, races) = if let Some(Ride { go, racing }) = self.asks(who, RIDE, None, None) {
            (self.goal(go)?, racing)
        } else {
            self.customary_ride(who, turn)?
        };
        Some((goal, if races { turn.full } else { turn.half }))
    }

    /// Returns the default movement of a mount: its goal, which is the place of the nearest enemy, and
    /// whether the mount uses its full speed. It does so if the enemy can already attack the rider and half
    /// the speed is not enough for the rider to attack. Returns `None` if the rider can attack without
    /// moving, or if there is no enemy.
    fn customary_ride(&mut self, who: FighterId, turn: &Turn) -> Option<(WalkGoal, bool)> {
        let (view, rule) = (self.view(), TargetRef::Rule(NEAREST));
        let foe = view.pick(who, rule, view.enemies(who, rule))?;
        if view.can_attack(who, foe, false) {
            return None;
        }
        let to = view.body(foe).place;
        let under_fire = view.can_attack(foe, who, false);
        let there = view.ahead(turn.who, to, turn.half);
        let here = self.state.suppose_at(who, there);
        let is_enough = self.view().can_attack(who, foe, true);
        self.state.suppose_at(who, here);
        Some((WalkGoal::To(to), under_fire && !is_enough))
    }

    /// Moves up to `budget` half-zones. If this is a shared turn, also records how far the mount has moved.
    /// Riders whose mount has moved more than half its speed cannot act or react any more in the round
    /// [MUR-17-3].
    pub(crate) fn travel(&mut self, turn: &mut Turn, goal: WalkGoal, budget: u8) {
        let mount = turn.who;
        let all = self.view().aboard(mount);
        self.walk(turn, goal, budget);
        if !turn.shared {
            return;
        }
        self.note_gait(turn);
        if turn.walked > 0 {
            self.state.unused.remove(mount);
        }
        if turn.walked > turn.half {
            turn.waiting = turn.waiting.without(all);
            self.state.unused = self.state.unused.without(all);
            for who in all.iter().filter(|&who| who != mount) {
                self.state.body_mut(who).extra = 0;
            }
            let riders = self.view().riders(mount);
            if !riders.is_empty() {
                self.describe("MUR-17-3", |View { arena, .. }| {
                    let (riders, on) = (arena.names(riders), arena.seat_name(mount));
                    format!("At full speed, {riders} {on} can neither act nor react.")
                });
            }
        }
    }

    /// Returns the next of the riders and the mount to act in the shared turn: first the riders in listed
    /// order, then the mount. A rider that has lost its mount is passed over and takes its turn later in the
    /// round.
    fn next_of_group(&mut self, turn: &mut Turn) -> Option<FighterId> {
        turn.waiting = turn.waiting.and(self.state.fighting);
        let mount = turn.who;
        let sits = |who| who == mount || self.state.mount_of(who) == Some(mount);
        let astray = turn.waiting.filter(|who| !sits(who));
        for who in astray.iter() {
            self.state.unused.add(who);
            self.body_mut(who).riding = Riding::No;
        }
        turn.waiting = turn.waiting.without(astray);
        let mut riders = turn.waiting;
        riders.remove(mount);
        let own = turn.waiting.has(mount) && self.view().bears(mount);
        let next = riders.iter().next().or(own.then_some(mount))?;
        turn.waiting.remove(next);
        Some(next)
    }

    /// Lets a rider or the mount act in the shared turn. The distance that the mount has moved counts as the
    /// rider's own movement. A rider that dismounts acts on foot.
    fn act_carried(&mut self, ride: &mut Turn, who: FighterId) {
        self.dice.about(Topic::Deed(who.0));
        if !self.may_act(who) {
            return;
        }
        // The member cannot walk by itself. It can take any action, because the mount has moved at most half
        // its speed.
        let carried = ride.walked;
        let mut turn = Turn {
            full: carried,
            half: carried,
            walked: carried,
            carried: true,
            ..Turn::new(who, self.fighter(who))
        };
        if self.body(who).retreating {
            let walks = who != ride.who && self.view().can_alight(who);
            if walks && self.leave_seat(&mut turn) {
                self.flee(&mut turn);
            }
            return;
        }
        if self.take_seat(&mut turn) {
            self.play_turn(&mut turn);
        }
        if !turn.carried {
            return;
        }
        ride.acted |= turn.acted;
        ride.still |= turn.still;
        // A member that has done nothing keeps its turn for a reaction. A mount that has moved does not keep
        // its turn [MUR-17-2].
        let idle = !turn.acted && (who != ride.who || ride.walked == 0);
        if idle && self.state.is_free(who) {
            self.state.unused.add(who);
            self.tell("MUR-17-2", who, "keeps its turn for a reaction");
        }
    }

    /// Lets the mount move on after all members have acted, if the policy of the character that steers says
    /// so.
    fn ride_on(&mut self, turn: &mut Turn) {
        let left = turn.left();
        let steers = self.view().steers(turn.who);
        if let Some(who) = steers.filter(|_| left > 0)
            && let Some(Ride { go, racing }) = self.asks(who, ONWARD, None, None)
            && let Some(goal) = self.goal(go)
        {
            let most = if racing { left } else { turn.left_half() };
            self.travel(turn, goal, most);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::murdham::nouns::state::{Riding, Status, Whereabouts};
    use crate::rules::murdham::testing::{Setup, fighters};

    /// Returns a fight of a lancer on a horse against an enemy, on a line of eight zones. The lancer has a
    /// policy with these lists and begins in zone 0. The horse has a speed of four zones. `horse` and `foe`
    /// are lines of the stat blocks of the other two.
    fn lancer(lists: &str, horse: &str, foe: &str) -> Setup {
        let stats = "carries = ['sword']\nriding = 'horse'\npolicy = 'own'\nfearless = true";
        fighters("lancer", stats)
            .against("b", foe)
            .field("zones = 8")
            .with(&format!(
                "[combatants.horse]\nspeed = 4\nseats = 1\nfearless = true\n{horse}"
            ))
            .policy("own", lists)
    }

    const IDLE: &str = "health = 10\npolicy = 'idle'";

    #[test] // MUR-17-7
    fn a_mount_without_a_rider_that_has_moved_is_moving() {
        let walks = fighters(
            "horse",
            "health = 10\nseats = 1\nspeed = 4\npolicy = 'walks'",
        )
        .and("page", "policy = 'mounts'\nat = 1")
        .against("b", "policy = 'idle'\nat = 7")
        .field("zones = 8")
        .policy("walks", "move = ['go to 1']")
        .policy("mounts", "saddle = ['mount']");
        let fell = walks.round([11, 1]);
        assert_eq!((fell.at("horse"), fell.health("page")), ("1", 7));
    }

    #[test] // MUR-11-3, MUR-17-1
    fn whoever_sneaks_up_on_a_mount_is_noticed_without_an_attack_too() {
        let after = lancer(
            "ride = ['go to 1']",
            "health = 10\npolicy = 'sneaks'",
            "policy = 'idle'\nat = 1",
        )
        .policy("sneaks", "pace = ['sneak']")
        .ready()
        .given("lancer", |body| body.concealed = true)
        .given("horse", |body| body.concealed = true)
        .turn([]);
        assert_eq!(after.at("horse"), "1");
        let concealed = ["lancer", "horse"].map(|name| after.body(name).concealed);
        assert_eq!(concealed, [false, false]);
    }

    #[test] // MUR-17-1, MUR-2-5
    fn a_mount_that_has_reacted_does_not_move() {
        let dodged = fighters("b", "carries = ['sword']\npolicy = 'strikes'")
            .against("lancer", "riding = 'horse'\npolicy = 'own'")
            .field("zones = 8")
            .with("[combatants.horse]\nhealth = 10\nspeed = 4\nseats = 1\npolicy = 'dodges'")
            .acts("strikes", "attack at horse")
            .policy("own", "ride = ['go to 3']")
            .turn([10]);
        assert_eq!(
            (dodged.health("horse"), dodged.has_turn("horse")),
            (10, false)
        );
        assert_eq!(dodged.turn([]).at("horse"), "0");
    }

    #[test] // MUR-17-3
    fn riders_who_race_on_keep_no_turn_and_their_mount_its_reactions() {
        let lists = "ride = ['stay']\nonward = ['go to 7 while racing']";
        let horse = "health = 10\nextra_reactions = 1\npolicy = 'idle'";
        let after = lancer(lists, horse, "policy = 'idle'").turn([]);
        assert_eq!((after.at("horse"), after.has_turn("lancer")), ("4", false));
        assert_eq!(after.body("horse").extra, 1);
    }

    #[test] // MUR-2-1, MUR-17-3
    fn once_a_rider_has_acted_nobody_races_on() {
        let lists = "act = ['attack']\nride = ['stay']\nonward = ['go to 7 while racing']";
        let after = lancer(lists, IDLE, "policy = 'idle'").turn([3, 2]);
        assert_eq!((after.health("b"), after.at("horse")), (6, "2"));
    }

    #[test] // MUR-17-3
    fn without_a_line_the_mount_comes_near_enough_at_half_its_speed() {
        let foe = "carries = ['bow']\npolicy = 'idle'\nat = '2|3'";
        let rides = lancer("act = ['attack']", IDLE, foe);
        // In the first fight the lancer has its weapon, and in the second it has lost it and uses its bare
        // hands.
        for at in [Whereabouts::Held, Whereabouts::Gone] {
            let begun = rides.ready().given("lancer", |body| body.items[0].at = at);
            let after = begun.turn([1, 1]);
            assert_eq!((after.at("horse"), after.health("b")), ("2", 7));
        }
    }

    #[test] // MUR-17-1
    fn the_riders_act_before_the_mount() {
        let lists = "act = ['attack']\nride = ['stay']";
        let horse = "health = 10\npolicy = 'plain'";
        let after = lancer(lists, horse, "policy = 'idle'\nhealth = 40").turn([2, 3, 1, 1]);
        assert_eq!(after.attackers(), ["lancer", "horse"]);
    }

    #[test] // MUR-17-8, MUR-6-2
    fn riders_whose_mount_falls_on_its_way_take_their_turn_on_foot() {
        let foe = "carries = ['battleaxe']\npolicy = 'strikes'";
        let fell = lancer(
            "act = ['attack']\nride = ['withdraw']",
            "health = 4\npolicy = 'idle'",
            foe,
        )
        .policy("strikes", "opportunity = ['strike at horse']")
        .turn([8]);
        assert_eq!(
            (fell.status("horse"), fell.at("lancer")),
            (Status::Dead, "0|1")
        );
        assert_eq!((fell.health("lancer"), fell.has_turn("lancer")), (8, true));
        assert_eq!(fell.turn([3]).health("b"), 5);
    }

    #[test] // MUR-12-7, MUR-17-6
    fn a_rider_who_flees_without_steering_gets_off_if_it_can_walk() {
        let flees = |speed: u8| {
            let rider = "riding = 'elephant'\npolicy = 'idle'";
            fighters("p", rider)
                .and("q", &format!("{rider}\nspeed = {speed}"))
                .against("b", "policy = 'idle'")
                .field("zones = 4")
                .with("[combatants.elephant]\nhealth = 10\nseats = 2\npolicy = 'idle'")
                .ready()
                .given("q", |body| body.retreating = true)
                .turn([])
        };
        let walks = flees(2);
        let status = ["p", "q", "elephant"].map(|name| walks.status(name));
        assert_eq!(status, [Status::Fighting, Status::Fled, Status::Fighting]);
        let sits = flees(0);
        assert_eq!(sits.body("q").riding, Riding::On(sits.who("elephant")));
    }

    #[test] // MUR-17-8, MUR-17-4
    fn nobody_falls_with_a_wreck_or_off_a_mount_that_gives_up() {
        let wrecked = fighters("b", "carries = ['battleaxe']\npolicy = 'wrecks'")
            .against("crew", "riding = 'wagon'\npolicy = 'idle'")
            .option("mount_down = 'save'")
            .with("[combatants.wagon]\nhealth = 8\nseats = 1\nvehicle = true")
            .acts("wrecks", "attack at wagon")
            .turn([8]);
        assert_eq!(
            (wrecked.body("crew").riding, wrecked.health("crew")),
            (Riding::No, 8)
        );
        let gave_up = lancer("ride = ['stay']", IDLE, "policy = 'idle'")
            .option("mount_down = 'save'")
            .ready()
            .given("horse", |body| body.giving_up = true)
            .turn([]);
        assert_eq!(gave_up.status("horse"), Status::Surrendered);
        assert_eq!(
            (gave_up.body("lancer").riding, gave_up.health("lancer")),
            (Riding::Kept, 8)
        );
    }

    #[test] // MUR-17-2, MUR-17-8
    fn a_turn_kept_in_the_saddle_is_for_a_reaction_when_the_mount_falls() {
        let foe = "carries = ['battleaxe']\npolicy = 'kills'";
        let lists = "act = ['attack if not self.mounted']\nride = ['stay']";
        let round = lancer(lists, "health = 4\npolicy = 'idle'", foe)
            .acts("kills", "attack at horse")
            .round([8]);
        assert_eq!(
            (round.status("horse"), round.attackers()),
            (Status::Dead, vec!["b".to_owned()])
        );
        // In the next round the lancer is on foot and has a turn of its own.
        assert_eq!(round.turn([3]).health("b"), 5);
    }

    #[test] // MUR-17-6
    fn one_takes_a_seat_on_foot_and_leaves_it_if_one_can_walk() {
        let seat = |stats: &str, saddle: &str| {
            let after = fighters("a", &format!("policy = 'own'\n{stats}"))
                .and("mare", "seats = 1\npolicy = 'idle'")
                .and("cart", "seats = 1\nvehicle = true")
                .and("wagon", "seats = 1\nvehicle = true")
                .against("b", "policy = 'idle'")
                .policy("own", &format!("ride = ['stay']\nsaddle = ['{saddle}']"))
                .turn([]);
            after
                .state
                .mount_of(after.who("a"))
                .map(|mount| after.name(mount))
        };
        let on = |name: &str| Some(name.to_owned());
        assert_eq!(seat("", "mount"), on("mare"));
        assert_eq!(seat("", "board"), on("cart"));
        assert_eq!(seat("riding = 'wagon'", "mount"), on("wagon"));
        assert_eq!(seat("riding = 'wagon'", "dismount"), on("wagon"));
        assert_eq!(seat("riding = 'wagon'", "leave"), None);
        assert_eq!(seat("riding = 'wagon'\nspeed = 0", "leave"), on("wagon"));
        assert_eq!(seat("riding = 'mare'", "leave"), on("mare"));
        assert_eq!(seat("riding = 'mare'", "board"), on("mare"));
    }
}
