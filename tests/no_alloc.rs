//! Checks that the fight loop and the tally allocate no memory. A global allocator counts the allocations in
//! thousands of fights, with every kind of policy and rule.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use skirmish::fight::Stream;
use skirmish::tally::Tally;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

#[expect(
    unsafe_code,
    reason = "a global allocator is unsafe by its trait; this one only counts and passes on"
)]
// SAFETY: every call is passed unchanged to the system allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The number of fights. Some of them are rolled, and the others are drawn from tables if possible.
const FIGHTS: u64 = 5_000;

fn allocates_nothing(text: &str) {
    allocate_nothing(FIGHTS, text);
}

fn allocate_nothing(fights: u64, text: &str) {
    for found in common::matches(text) {
        let bout = &found.seats[0];
        let stream = Stream::new(1, bout.label());
        let mut tally = Tally::new(bout.cast());
        // Tables are built when the first fight needs them, so the first fights of both kinds are played
        // before counting starts.
        bout.outcome(&stream, 0);
        bout.outcome(&stream, fights);
        let before = ALLOCATIONS.with(Cell::get);
        bout.play(&stream, 0..fights, &mut tally);
        let after = ALLOCATIONS.with(Cell::get);
        assert_eq!(tally.fights(), fights);
        // A run allocates a few lists of counts, and a list for each fight that is played at the same time as
        // others. This does not depend on the number of fights.
        assert!(after - before <= 36, "{}: {}", found.name, after - before);
    }
}

fn shipped(name: &str) -> String {
    shipped_for("brp", name)
}

/// Returns a shipped scenario without its expectations, because the variants in these tests would not meet
/// them.
fn shipped_for(book: &str, name: &str) -> String {
    let path = format!("scenarios/{book}/{name}.toml");
    let text = std::fs::read_to_string(path).expect("a shipped scenario");
    let (scenario, _) = text.split_once("[[expect]]").unwrap_or((&text, ""));
    scenario.to_owned()
}

#[test]
fn the_counter_counts() {
    let before = ALLOCATIONS.with(Cell::get);
    drop(std::hint::black_box(vec![1u8; 100]));
    assert!(ALLOCATIONS.with(Cell::get) > before);
}

#[test]
fn a_duel() {
    allocates_nothing(&shipped("reference-duel"));
}

#[test]
fn missiles_against_melee() {
    allocates_nothing(&shipped("bow-against-charge"));
}

#[test]
fn kneeling_waiting_and_ammunition() {
    allocate_nothing(1000, &shipped("shield-wall"));
}

#[test]
fn first_aid_and_waking() {
    allocates_nothing(&shipped("medic"));
}

/// Plays scenarios with every feature of the policy language, every action, every target rule and every fact.
#[test]
fn every_policy_feature() {
    allocates_nothing(
        r#"
ruleset = "brp"
[options]
double_defence = "yes"
disengage = "run"
leaving = "yes"
first_aid_time = "next_round"
dodge_missiles = "yes"
draw_rank_cost = 2

[combatants.one]
dex = 14
hit_points = 14
carries = ["light-crossbow", "hand-axe", "hoplite-shield", "knife"]
ammo = { knife = 3, hand-axe = 2 }
dodge = 40
first_aid = 60
policy = "everything"

[combatants.two]
dex = 13
hit_points = 12
carries = ["broad-sword", "round-shield", "thrown-rock"]
dodge = 50
policy = "everything"

[policies.everything]
stance = ["kneel if round == 2 and foes.in_reach == 0", "stand"]
act = [
    "do emergency if self.hp < 50% * self.hp_max",
    "flee if allies.down > 0 and foes.fled == 0 and chance(40%)",
    "surrender if self.hp < 4 and chance(30%)",
    "wake at nearest if allies.fallen > 0 and chance(30%)",
    "shoot with thrown at strongest if target.distance <= 10 and ammo(thrown) > 1",
    "shoot with missile at weakest if loaded(missile) and not target.in_reach",
    "reload with missile if foes.distance > 20",
    "attack with melee at two if target.hp_max - target.hp > 2 or target.intent >= attacks",
    "attack with shield at first if points(shield) < 5 or self.armed",
    "attack with hands at fallen if target.down and target.hp > 0",
    "attack nearest",
]
move = [
    "withdraw at nearest by 3 * round if hurt and self.defences >= 0",
    "advance at nearest by foes.distance / 2 if foes.distance > 12",
    "close at nearest if target.distance < 60",
    "stay",
]
turn = ["first-aid at self on smallest if hurt and chance(20%)", "first-aid on largest", "proceed"]
react = [
    "parry-then-dodge with shield if attack.level == special and not attack.missile",
    "parry with melee if usable(melee) and self.parries < 2 and attacker.hp > 3",
    "dodge if self.dodge >= self.parry or attack.unarmed or attack.weapon(dagger) or attacker.distance > 3",
    "parry",
    "nothing",
]
let = { hurt = "self.hp <= 6 and self.moved >= 0 and self.dex > 3 and self.kneels == false" }
[policies.everything.lists]
emergency = [
    "first-aid at self if allies.standing > 0 or allies.dying > 0",
    "wait if foes.aiming_at_me == 0 and foes.standing > 1 and foes.fallen == 0",
    "attack weakest if allies.aiming_at_target > 0",
]

[afflictions.venom]
damage = "1d2"
save = "con"
rounds = 3
[afflictions.fire]
damage = 1
rounds = 2
on = "hit"
[weapons.broad-sword]
affliction = ["venom", "fire"]
[weapons.knife]
affliction = ["venom", "fire"]
[[sides]]
name = "left"
fighters = [{ combatant = "one", count = 2, at = 0 }, { combatant = "two", at = 1 }]
[[sides]]
name = "right"
fighters = [{ combatant = "two", count = 2, at = 35 }, { combatant = "one", at = 40 }]
"#,
    );
}

#[test]
fn swift_swords_duels() {
    let duel = shipped_for("swift-swords", "duel");
    for policy in ["plain", "default", "parrier", "dodger", "blocker"] {
        let skills = "heroic = true\nparry = 4\ndodge = 4\nblock = 4\nshield = 1";
        let duel = duel.replace("heroic = true", skills);
        let fight = duel.replace("\"plain\"", &format!("\"{policy}\""));
        allocates_nothing(&fight);
        allocates_nothing(&fight.replace(
            "{ combatant = \"goblin\" }",
            "{ combatant = \"goblin\", count = 12 }",
        ));
    }
}

/// A fight with places, missiles, two weapons and close combat.
const SWIFT_SWORDS_MELEE: &str = r#"
ruleset = "swift-swords"
title = "A gate is stormed"
[field]
zones = ["gate", "yard", "hall"]
start = "alone"
light = "poor"
max_attackers = 3
clusters = ["orcs"]
walls = { "gate|yard" = { cover = "soft-light", choke = 1 } }
[combatants]
archer = { attack = 5, carries = ["bow", "dagger"], policy = "archer" }
wrestler = { heroic = true, physical = 8, attack = 6, wrestle = 8, carries = ["great-axe"], policy = "wrestler" }
twin = { heroic = true, attack = 5, dual = true, carries = ["broadsword", "dagger"], policy = "twin" }
orc = { size = 4, policy = "orc" }
spear = { carries = ["spear", "axe"], policy = "spear" }
[policies.archer]
act = ["shoot weakest if self.gathered > 0", "aim if self.usable > 1", "shoot", "move to 0 if self.in_contact and chance(50%)", "withdraw to 0"]
[policies.wrestler]
act = ["stand", "hold", "close weakest", "knock-down", "charge nearest", "move at nearest if not self.in_contact"]
grip = ["subdue if hold > 1", "improve if chance(50%)", "let-go if chance(10%)", "damage"]
[policies.twin]
act = ["double-strike weakest then exposed", "follow-on", "all-out", "charge", "move at nearest if not self.in_contact"]
interrupt = ["attack"]
[policies.orc]
act = ["drag if chance(20%)", "retreat if self.physical < 2", "attack", "charge", "move at nearest if not self.in_contact"]
held = ["reverse if chance(30%)", "break"]
opportunity = ["strike if other.physical < 4"]
[policies.spear]
act = ["stand", "attack with spear", "ready with axe if self.bare", "attack", "move at nearest if not self.in_contact"]
intercept = ["intercept"]
[afflictions.venom]
damage = "1d2"
save = "body"
rounds = 3
[afflictions.fire]
damage = 1
rounds = 2
on = "hit"
[weapons.great-axe]
affliction = ["venom", "fire"]
[weapons.dagger]
affliction = ["venom", "fire"]
[[sides]]
name = "town"
fighters = [
    { combatant = "archer", count = 2, at = { zone = "gate", cover = "hard-light" } },
    { combatant = "wrestler", at = "yard" },
    { combatant = "twin", at = "yard" },
]
[[sides]]
name = "orcs"
fighters = [{ combatant = "orc", count = 3, at = "hall" }, { combatant = "spear", count = 2, at = "hall" }]
"#;

#[test]
fn swift_swords_places_missiles_two_weapons_and_close_combat() {
    allocates_nothing(SWIFT_SWORDS_MELEE);
}

#[test]
fn murdham_duels_archers_morale_and_blasts() {
    for name in [
        "duel",
        "bow-against-charge",
        "bandits-and-morale",
        "wyrm",
        "hold-your-turn",
    ] {
        allocates_nothing(&shipped_for("murdham", name));
    }
}

/// Plays days of two books, with rests and supplies.
#[test]
fn days_of_murdham_and_swift_swords() {
    for (book, name) in [
        ("murdham", "three-encounters-and-a-night"),
        ("murdham", "gear-for-the-day"),
        ("swift-swords", "two-battles-and-a-rest"),
        ("swift-swords", "march-or-camp"),
    ] {
        allocate_nothing(300, &shipped_for(book, name));
    }
}

#[test]
fn every_policy_feature_of_murdham() {
    allocates_nothing(
        r#"
ruleset = "murdham"
afflictions = { venom = { damage = "1d2", save = "str", rounds = 3 }, fire = { damage = 1, rounds = 2, on = "hit" } }
weapons.sword.affliction = ["venom", "fire"]
[options]
stunts = "yield"
guard_blast = "yes"
open_dice = "on"
zero_health = "dying"
moving_away = "any_step"
weapon_swap = "bonus"
zone_capacity = 4
group_save = "individual"
[field]
zones = 4
dark = false
blocked = [[0, 3]]
exits = { left = 0, right = 3 }
[field.places.2]
cover = true
[field.places."1|2"]
barrier = true
hazard = "1d6"

[remedies.salve]
heals = "1d4"

[combatants.one]
health = 12
agi = 12
carries = ["sword", "bow", "fire-bomb"]
remedies = { salve = 2 }
extra_reactions = 1
policy = "everything"

[combatants.two]
health = 9
carries = ["improvised-great", "dagger"]
shield = 1
damaged = ["shield"]
concealed = true
policy = "everything"

[combatants.ogre]
size = "large"
health = 15
carries = ["bite", "fire-breath"]
policy = "everything"

[policies.everything]
lead = ["give-way if round == 2", "go-first"]
ready = ["hold if foes.ready > 2 and chance(30%)", "last if self.armour == 0", "act"]
pace = ["sneak if self.concealed", "sprint if foes.distance > 2 and chance(50%)", "walk"]
bonus = ["pick-up with one-handed if not self.armed", "pick-up if chance(20%)", "nothing"]
act = [
    "do emergency if self.health < 30% * self.health_max",
    "free if allies.grabbed > 0 and chance(50%)",
    "death-blow if foes.down > 0 and chance(10%)",
    "use at self if self.remedies > 0 and self.health < 6",
    "blast with blast if foes.nearby > 1",
    "split with melee among 3 if target.larger < 0",
    "shoot with ranged at weakest while moving if target.distance <= 2 and usable(bow) and shots(bow) > 3",
    "shoot at deadliest",
    "disarm at strongest of sword if target.ready and chance(30%)",
    "shove at nearest to 2 if chance(20%)",
    "grapple at first if not target.grabbed and target.str < 12 and chance(40%)",
    "hold-back with hands at spent if chance(10%)",
    "attack with melee at two if target.health_max - target.health > 2",
    "attack spent if target.nearby and target.armour < 3 and target.agi > 1",
    "attack nearest",
]
move = ["withdraw if self.health <= 2", "close if self.size >= large", "go to 1 if chance(5%)"]
after = ["withdraw at nearest if foes.nearby > 2", "stay"]
react = [
    "hide if allies.nearby > 1 and chance(30%)",
    "counter-grapple if chance(10%)",
    "counter-disarm if chance(10%)",
    "counter-shove to 0 if chance(10%)",
    "counter with melee if counter.risk >= attack.risk and attack.damage > 2",
    "dodge if attack.most > 3 or attack.ranged or attack.nonlethal or attack.several",
    "counter if attacker.health > 0 and attacker.distance == 0 and attacker.armour < 3",
    "nothing",
]
guard = ["guard at one if self.health > 5", "nothing"]
opportunity = ["grapple if chance(20%)", "strike with melee", "strike"]
captive = ["break-free if self.str > 5", "nothing"]
broken = ["retreat if chance(50%)", "surrender"]
offer = ["offer if target.health <= 3"]
accept = ["accept if self.health <= 2 and attack.risk > 50%"]
[policies.everything.lists]
emergency = [
    "surrender if allies.fighting == 0 and foes.fighting > 1 and chance(30%)",
    "attack at surrendered if foes.surrendered > 0 and chance(10%)",
    "nothing if allies.down > 1 and allies.ready > 0 and self.wit < 3",
]

[[sides]]
name = "left"
fighters = [{ combatant = "one", count = 3 }, { combatant = "ogre", at = 1 }]
[[sides]]
name = "right"
fighters = [{ combatant = "two", count = 3, at = "2|3" }, { combatant = "one", count = 2, at = 3 }]
"#,
    );
}

/// Plays fights with mounts and vehicles. Mounts are mounted, ridden, left and lost, and policies use all
/// words about them.
#[test]
fn mounts_and_vehicles_of_murdham() {
    let lancers = shipped_for("murdham", "lancers-against-spears");
    allocates_nothing(&lancers.replace("to = [4, 6, 8]", "to = [4]"));
    allocates_nothing(
        r#"
ruleset = "murdham"
[options]
mount_down = "save"
zone_capacity = 40
[field]
zones = 4

[combatants.horse]
size = "large"
health = 9
speed = 3
seats = 2
carries = ["bite"]
policy = "everything"

[combatants.wagon]
size = "large"
health = 8
seats = 3
vehicle = true

[combatants.one]
health = 12
agi = 12
carries = ["sword", "bow", "fire-bomb"]
extra_reactions = 1
policy = "everything"

[combatants.two]
health = 9
concealed = true
policy = "everything"

[policies.everything]
ready = ["hold if foes.mounted > 1 and chance(30%)", "act"]
pace = ["sneak if self.concealed", "sprint if chance(20%)"]
saddle = [
    "dismount if mount.health < mount.health_max and chance(40%)",
    "leave if mount.moved and chance(20%)",
    "mount at nearest if mount.distance < 2",
    "board at wagon if chance(50%)",
    "stay",
]
ride = [
    "close at mount while racing if mount.speed > 2 and chance(30%)",
    "go to 2 while racing if chance(10%)",
    "withdraw if self.mounted and chance(20%)",
    "close if chance(50%)",
]
onward = ["withdraw while racing if chance(50%)", "go to 1", "stay"]
act = [
    "nothing if self.riders > 0 and chance(30%)",
    "nothing if chance(20%)",
    "shove at rider if chance(20%)",
    "grapple at rider if target.mounted and not target.grabbed and chance(20%)",
    "blast with blast if chance(20%)",
    "attack at vehicle if target.riders > 0 and chance(30%)",
    "attack at mount if chance(30%)",
    "attack",
]
react = ["hide if chance(20%)", "counter", "dodge"]
opportunity = ["strike at rider", "strike"]
broken = ["retreat if chance(50%)", "surrender"]

[[sides]]
name = "left"
fighters = [
    { combatant = "one", count = 2, riding = "horse" },
    { combatant = "two", riding = "horse" },
    { combatant = "one", count = 2, riding = "wagon" },
]
[[sides]]
name = "right"
fighters = [{ combatant = "two", count = 3, at = 2 }, { combatant = "one", riding = "horse", at = 3 }, { combatant = "horse", at = 3 }]
"#,
    );
}

/// Plays fights with mental attacks, wounds, fear, large groups, flyers, and the uses of extra successes.
#[test]
fn wounds_and_minds_of_swift_swords() {
    allocates_nothing(
        r#"
ruleset = "swift-swords"
[run]
round_cap = 12
[options]
neck_groin = "used"
soak = "both"
slam = "on"
[field]
zones = 3
events = [
    { round = 2, side = "left", ranks = 1, test = true },
    { round = 3, side = "right", ranks = -1 },
]

[combatants.hero]
heroic = true
armour = "light"
mental_attack = 5
mental_fear = true
carries = ["great-axe", "dagger"]
policy = "everything"

[combatants.crowd]
unit = "crowd"
fatigue_physical = 1
policy = "everything"

[combatants.horror]
fear = "fell"
mental_attack = 6
flies = { speed = 2, turns = 2, dive = 3 }
carries = ["fangs"]
policy = "everything"

[combatants.crew]
chariot = "four-horse"
carries = ["javelin", "broadsword"]
policy = "everything"

[policies.everything]
act = [
    "stand",
    "wait if self.can_stand",
    "move to 1 if chance(10%)",
    "intimidate weakest if chance(30%)",
    "slam if chance(20%)",
    "attack weakest",
    "charge nearest",
]
defend = ["dodge if chance(30%)", "parry if chance(30%)"]
shift = ["shift to neck if wound.steps > 1", "shift to head if wound.number == 5"]
soak = ["soak if damage > 1 or damage.mental"]
burn = ["highest if chance(50%)"]
shake = ["roll"]
special = [
    "disarm if chance(50%)",
    "drain if spare > 1",
    "stun",
    "break-weapon",
    "expose",
    "strip",
    "knock-down",
    "hamstring",
    "wear-down",
    "more-damage",
    "knock-back",
    "step-away",
    "draw-in",
]

[[sides]]
name = "left"
fighters = [{ combatant = "hero", count = 3 }, { combatant = "crew" }]
[[sides]]
name = "right"
fighters = [{ combatant = "crowd" }, { combatant = "horror" }]
"#,
    );
}

/// Plays fights with two weapons, with Fury, and with large groups against one fighter.
#[test]
fn persona_duels_and_melees() {
    for name in ["mooks-per-hero", "two-weapons-or-one"] {
        allocates_nothing(&shipped_for("persona", name));
    }
}

/// Plays a fight with bursts, jams, Overwatch, suppression, grapples, ailments, ledges and falls.
#[test]
fn everything_else_of_persona() {
    allocates_nothing(
        r#"
ruleset = "persona"
title = "A bridge is held"
[options]
suppress_random = "distinct"
leaving = "yes"
grapple_grab = true
fury = "both"
[field]
obstacle_at = [6]
ledge_at = [-9]
[weapons.blade]
damage = "1d10"
fury_from = 9
type = "cold"
ailment = { effect = "stunned" }
[weapons.gun]
kind = "ranged"
damage = "2d10"
range = 40
semi = 2
full = 4
clip = 8
reload = "half"
[weapons.javelin]
kind = "thrown"
damage = "1d5"
range = 12
[combatants.guard]
ws = 50
bs = 40
s = 40
t = 40
ag = 40
wp = 40
wounds = 20
talents = ["lightning-attack", "disarm", "takedown", "counter-attack"]
carries = ["blade", "javelin"]
weak_to = ["cold"]
policy = "guard"
[combatants.gunner]
like = "guard"
carries = ["gun", "blade"]
stowed = ["blade"]
deflect = 20
policy = "gunner"
[combatants.flyer]
like = "guard"
flies = true
altitude = "high"
flight_ends = 6
policy = "flyer"
[policies.guard]
act = ["assist", "stand", "flee if allies.out > 0 and chance(20%)", "surrender if self.wounds < 4", "ready", "disarm if chance(10%)", "called-shot on head if chance(20%)", "lightning-attack over several", "maneuver by past then follow", "knock-down", "grapple if chance(30%)", "stun", "take-down", "attack with thrown", "disengage if chance(5%)", "charge into knock-down", "full-move"]
control = ["grab if chance(50%)", "stand for both", "push then follow", "damage then release"]
restrained = ["take-control if chance(30%)", "slip-free"]
[policies.gunner]
act = ["ready", "clear", "reload", "suppress as full if foes.pinned == 0", "overwatch as semi when enemy-acts", "full-burst over several", "attack"]
[policies.flyer]
act = ["full-move to nearest in ground", "aim-long if chance(20%)", "two-weapons", "heavy-attack", "run"]
[[sides]]
name = "bridge"
fighters = [{ combatant = "guard", count = 3, at = 0 }, { combatant = "gunner", at = -4 }]
[[sides]]
name = "road"
fighters = [{ combatant = "guard", count = 2, at = 5 }, { combatant = "flyer", at = 9 }]
[[sides]]
name = "woods"
fighters = [{ combatant = "gunner", count = 2, at = 20 }]
"#,
    );
}

/// Plays duels on a map, with a crossbow and with combos.
#[test]
fn semiautomagic_duels() {
    allocates_nothing(&shipped_for("semiautomagic", "leg-or-plain-blow"));
    for name in ["crossbow-against-charge", "fireball-into-melee"] {
        allocate_nothing(200, &shipped_for("semiautomagic", name));
    }
}

/// Plays melees with many steps, which are drawn from a tree.
#[test]
fn semiautomagic_melees() {
    allocates_nothing(&shipped_for("semiautomagic", "fear"));
}

/// Plays a fight with mounts, areas, morale, confusion, possession, poisons, called shots, delays and late
/// arrivals.
#[test]
fn everything_else_of_semiautomagic() {
    allocate_nothing(
        500,
        r#"
ruleset = "semiautomagic"
title = "All that there is"
[run]
round_cap = 6
[options]
hit_cover = "on"
speed_damage = "on"
mount_fall_metres = 5
[field]
map = """
##############
#...,,...;..w#
#.a.,,...;.bw#
#...........w#
##############
"""
radiation = [{ at = [5, 2], severity = "extreme" }]
collisions = [{ round = 2, who = ["right"], scale = 1, speed = 10 }]
[field.legend.w]
cover = "heavy"
light = "hazy"
[weapons.sword]
damage = "1d8"
poison = "spider-venom"
[weapons.bow]
kind = "ranged"
damage = "1d8"
range = 4
shots = 2
hands = 2
[weapons.fire]
kind = "ranged"
skill = "magic"
damage = "1d6"
range = 10
area = "sphere"
area_scale = 1
poison = "tear-gas"
lasts = 2
delay = 2
[weapons.howl]
kind = "morale"
damage = "1d8+6"
morale = "insanity"
everybody = true
[combos.two]
components = [{}, { attack_mod = -1 }, { kind = "charge" }]
[combatants.knight]
melee = 3
parry = 2
dodge = 1
carries = ["sword"]
combos = ["two"]
policy = "knight"
[combatants.horse]
scale = 1
speed = 6
carries = ["sword"]
[combatants.archer]
like = "knight"
ranged = 3
carries = ["bow", "sword"]
policy = "archer"
[combatants.wizard]
like = "knight"
magic = 3
carries = ["fire", "howl"]
falls = { round = 2, metres = 10, ledge = true }
policy = "wizard"
[combatants.ghost]
possession = 6
carries = []
afflicted = ["plague"]
policy = "ghost"
[combatants.late]
like = "knight"
arrives = 2
hidden = true
[policies.knight]
act = ["stand", "combo", "ride", "charge", "attack on leg if chance(30%)", "attack on weapon if chance(10%)", "attack", "delay if chance(10%)", "move-to-flank", "move"]
interrupt = ["act if foes.touching > 0"]
[policies.archer]
act = ["draw if not self.armed", "aim", "attack", "reload", "move-to-cover", "crouch", "run-away"]
[policies.wizard]
act = ["area", "daunt if chance(40%)", "attack", "move-away"]
[policies.ghost]
act = ["possess", "attack", "leave if chance(20%)", "move"]
[[sides]]
name = "left"
fighters = [{ combatant = "knight", at = [6, 1], riding = "horse" }, { combatant = "horse" }, { combatant = "wizard", at = "a" }]
[[sides]]
name = "right"
fighters = [{ combatant = "archer", at = "b" }, { combatant = "ghost", at = [10, 1] }, { combatant = "late", at = [12, 1] }]
"#,
    );
}

/// Plays a fight with a disease that makes dead fighters rise. The risen transmit it to others.
#[test]
fn the_dead_who_rise_of_semiautomagic() {
    allocate_nothing(
        500,
        r#"
ruleset = "semiautomagic"
title = "A plague"
[weapons.sword]
damage = "1d8"
[weapons.claw]
damage = "1d8"
poison = "rot"
[poisons.rot]
dc = 9
symptom = "wound"
rises = "ghoul"
[combatants.man]
melee = 2
carries = ["sword"]
[combatants.ghoul]
melee = 4
carries = ["claw"]
[[sides]]
name = "living"
fighters = [{ combatant = "man", count = 3 }]
[[sides]]
name = "dead"
fighters = [{ combatant = "ghoul", count = 2 }]
"#,
    );
}

/// Plays a fight with holds, stuns, sleep and other conditions. Weapons, areas and components of combos cause
/// them.
#[test]
fn ailments_of_semiautomagic() {
    allocate_nothing(
        500,
        r#"
ruleset = "semiautomagic"
title = "Nets and maces"
[run]
round_cap = 10
[weapons.mace]
damage = "1d6"
ailment = { effect = "stunned" }
[weapons.whip]
damage = "1d4"
ailment = { effect = "held", dc = 7, rounds = "1d3", escape = 6 }
[weapons.dust]
kind = "ranged"
skill = "magic"
damage = "0"
range = 10
area = "sphere"
ailment = { effect = "asleep", resist = "none" }
[combos.rough]
components = [{ component = "trip" }, { ailment = { effect = "disabled", rounds = 2 } }]
[combatants.man]
melee = 2
parry = 1
carries = ["mace"]
combos = ["grab", "rough"]
[combatants.mage]
magic = 2
melee = 2
carries = ["dust", "whip"]
combos = ["disarm"]
[[sides]]
name = "one"
fighters = [{ combatant = "man", count = 3 }]
[[sides]]
name = "other"
fighters = [{ combatant = "mage", count = 3 }]
"#,
    );
}

/// Plays a fight with remedies for wounds, morale and conditions, which the default policy uses.
#[test]
fn remedies_of_semiautomagic() {
    allocate_nothing(
        500,
        r#"
ruleset = "semiautomagic"
title = "Healers"
[run]
round_cap = 12
[weapons.mace]
damage = "1d6"
ailment = { effect = "stunned" }
[weapons.howl]
kind = "morale"
damage = "1d8+3"
morale = "insanity"
[remedies.balm]
wounds = "1d3"
morale = 1
ends = ["stunned", "dying", "confused"]
seconds = 2
uses = 3
[remedies.word]
wounds = 1
skill = "magic"
dc = 5
range = 10
[combatants.man]
melee = 2
parry = 1
carries = ["mace", "howl"]
[combatants.healer]
magic = 2
melee = 1
carries = ["mace"]
remedies = ["balm", "word"]
[[sides]]
name = "one"
fighters = [{ combatant = "man", count = 2 }, { combatant = "healer" }]
[[sides]]
name = "other"
fighters = [{ combatant = "man", count = 3 }]
"#,
    );
}

/// Plays a fight with a weapon that stuns, and with powers and items that heal. The default policy uses them.
#[test]
fn remedies_of_persona() {
    allocates_nothing(
        r#"
ruleset = "persona"
title = "Medics"
[run]
round_cap = 20
[weapons.sword]
damage = "1d10+2"
ailment = { effect = "stunned" }
[remedies.light]
wounds = "1d10"
fatigue = 1
test = "wp"
power = true
action = "full"
range = 20
[remedies.stimulant]
ends = ["stunned", "prone"]
uses = 2
[combatants.man]
ws = 40
bs = 30
s = 30
t = 30
ag = 30
wp = 40
wounds = 12
carries = ["sword"]
[combatants.medic]
like = "man"
remedies = ["light", "stimulant"]
[[sides]]
name = "one"
fighters = [{ combatant = "man", count = 2 }, { combatant = "medic" }]
[[sides]]
name = "other"
fighters = [{ combatant = "man", count = 3, at = 10 }]
"#,
    );
}

/// Plays a fight with weapons that cause an affliction, and with spells and items that heal. The default
/// policy uses them.
#[test]
fn remedies_of_swift_swords() {
    allocates_nothing(
        r#"
ruleset = "swift-swords"
title = "Healers"
[run]
round_cap = 12
[weapons.fang]
code = "medium"
affliction = "venom"
[afflictions.venom]
damage = 1
save = "body"
[remedies.mending]
physical = "1d2"
mental = 1
test = "soul"
range = 1
[remedies.draught]
ends = ["stun", "shock", "doubt", "panic", "bleeding", "afflictions"]
cost = 2
uses = 2
[combatants.man]
heroic = true
attack = 6
carries = ["fang"]
[combatants.healer]
like = "man"
remedies = ["mending", "draught"]
[[sides]]
name = "one"
fighters = [{ combatant = "man", count = 2 }, { combatant = "healer" }]
[[sides]]
name = "other"
fighters = [{ combatant = "man", count = 3 }]
"#,
    );
}

#[test]
fn policies_that_decide_between_the_fights_of_a_day() {
    for (book, name, treats) in [
        (
            "brp",
            "is-a-healer-worth-it",
            "'treat weakest on smallest', ",
        ),
        ("murdham", "gear-for-the-day", ""),
        ("persona", "ammunition-for-the-day", ""),
        (
            "semiautomagic",
            "is-the-healer-worth-her-place",
            "'treat wounded', ",
        ),
        ("swift-swords", "march-or-camp", ""),
    ] {
        let text = shipped_for(book, name);
        let rest = "'stop if party.hurt > 60% or party.dead + party.out > 9', \
                    'stop if party.standing < 2 and day.fight + day.left > 9', \
                    'continue if party.ammunition + party.remedies > 0 or chance(90%)', 'stop'";
        let policy = format!("[policies.default]\nrest = [{treats}{rest}]\n");
        allocate_nothing(300, &format!("{text}\n{policy}"));
    }
}

#[test]
fn objectives_of_a_melee() {
    for name in ["hold-the-gate", "help-in-round-three"] {
        allocate_nothing(300, &shipped(name));
    }
}

/// Plays a fight of every book with fighters that arrive in a later round.
#[test]
fn help_in_round_three() {
    for book in ["brp", "murdham", "persona", "semiautomagic", "swift-swords"] {
        allocate_nothing(1000, &shipped_for(book, "help-in-round-three"));
    }
}

#[test]
fn days_with_rests_allocate_nothing() {
    for (book, name) in [
        ("brp", "three-fights-and-a-week"),
        ("persona", "an-hour-or-a-night"),
        ("semiautomagic", "three-fights-and-a-night"),
        ("semiautomagic", "is-the-healer-worth-her-place"),
    ] {
        allocate_nothing(300, &shipped_for(book, name));
    }
}

/// Plays a fight of every book with fighters that go to the place of an objective by the policy `default`.
#[test]
fn fighters_with_a_place_to_reach() {
    let persona = "ws = 40\nbs = 30\ns = 30\nt = 30\nag = 40\nwp = 30\nwounds = 12";
    for (book, field, block, [from, post, goal]) in [
        ("brp", "", "dex = 12\nhit_points = 12", ["0", "8", "90"]),
        (
            "murdham",
            "zones = 9\n",
            "health = 12\nspeed = 0.5",
            ["0", "2", "8"],
        ),
        ("persona", "", persona, ["0", "4", "60"]),
        (
            "semiautomagic",
            "map = \"\"\"\n..........#...\n..........#...\n..............\n\"\"\"\n",
            "",
            ["[[0, 2], [0, 1]]", "[[5, 1], [5, 0]]", "[13, 2]"],
        ),
        ("swift-swords", "zones = 6\n", "attack = 3", ["0", "2", "5"]),
    ] {
        allocate_nothing(
            1_000,
            &format!(
                "ruleset = \"{book}\"\n[field]\n{field}[combatants.messenger]\n{block}\n[combatants.post]\n{block}\n\
                 [[sides]]\nname = \"first\"\nwins = [{{ reach = {goal}, count = 2, who = 'messenger' }}]\n\
                 fighters = [{{ combatant = 'messenger', at = {from}, count = 2 }}]\n\
                 [[sides]]\nname = \"second\"\nfighters = [{{ combatant = 'post', at = {post}, count = 2 }}]\n"
            ),
        );
    }
}
