//! Reads weapons, combos and poisons from the tables of a scenario.
//!
//! Clauses: SAM-2-4, SAM-5-5, SAM-6-1, SAM-7-2, SAM-7-3, SAM-7-6, SAM-7-7, SAM-8-1, SAM-9-8, SAM-10-5..7,
//! SAM-13-1, SAM-13-2, SAM-13-5, SAM-15-3, SAM-19-8, SAM-20-1..4, SAM-21-2, SAM-21-3, SAM-21-7.

use indexmap::IndexMap;

use super::charts::{Printed, Spread, Technique};
use super::remedies::{Remedy, remedies};
use crate::dice::Throw;
use crate::frame::draft::number_of;
use crate::rules::semiautomagic::fields::{COMBO, COMPONENT, ITEM, POISON, READY, TYPES, WEAPON};
use crate::rules::semiautomagic::rules::{self, Rules};
use crate::scenario::tables::{combatants, known_name, known_names, listed, read};
use crate::scenario::{Fault, Faults, Fields, Node, Span, Table, keyed};

/// The checked rows of all tables that a scenario of this book may have.
#[derive(Debug)]
pub(crate) struct Tables {
    pub weapons: IndexMap<String, Weapon>,
    pub combos: IndexMap<String, Combo>,
    pub components: IndexMap<String, Ready>,
    pub remedies: IndexMap<String, Remedy>,
    pub poisons: IndexMap<String, Poison>,
    pub printed: Printed,
    pub rules: Rules,
}

/// The kind of a weapon, which decides what can be done with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum WeaponKind {
    #[default]
    Melee,
    Ranged,
    /// A source of morale damage, such as a terrible cry.
    Morale,
    Shield,
}

/// The skill whose bonus is used for attacks with a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Skill {
    #[default]
    Melee,
    Ranged,
    Magic,
}

/// The shape of an area [SAM-9-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Sphere,
    Line,
    Cone,
}

/// The effect of morale damage that exceeds the Will [SAM-15-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Dread {
    #[default]
    Fear,
    Insanity,
    Rage,
    Untyped,
}

keyed! {
    /// A weapon, a shield, a spell, or a source of morale damage.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub(crate) struct Weapon {
        /// The reach in squares: 0 Close, 1 Standard, 2 Long.
        pub reach: u8,
        pub hands: u8,
        pub delay: u8,
        pub attack_mod: i32,
        pub dc_mod: i32,
        pub shots: Option<u8>,
        pub ammunition: Option<u8>,
        /// The scale of the weapon. `None` means that it has the scale of its owner.
        pub scale: Option<i32>,
        pub light: bool,
        pub area_scale: i32,
        /// Number of rounds that the weapon's area stays on the map.
        pub lasts: u8,
        pub nonlethal: bool,
        pub emp: bool,
        pub firearm: bool,
        /// Number of doses of poison on the weapon. With 0 there is no limit.
        pub doses: u8,
        pub everybody: bool,
        pub rolled: bool,
    }
    beside {
        pub name: String,
        /// The index under which the statistics of the fight count this weapon.
        pub counted: u8,
        pub kind: WeaponKind,
        pub skill: Skill,
        pub max_doublings: u8,
        pub seconds: u8,
        pub reload: u8,
        pub damage: Throw,
        pub adds_strength: bool,
        /// The range increment in metres. A source of morale damage has no increments, and this is its whole
        /// range.
        pub range: u16,
        pub parries: bool,
        /// Whether the weapon is an item that can be attacked and dropped [SAM-13-1].
        pub held: bool,
        pub area: Option<Shape>,
        /// The sizes of the weapon's area in cells.
        pub spread: Spread,
        /// The name of the damage type, such as `piercing`.
        pub damage_type: &'static str,
        /// Target score and Toughness of the weapon when it is attacked as an item. If the Toughness is
        /// `None`, the house rule for hafts decides it [SAM-13-2].
        pub thing: (i32, Option<i32>),
        /// The poison on the weapon, as an index into the table of poisons.
        pub poison: Option<u8>,
        pub dread: Dread,
        pub ailment: Option<Ailment>,
        pub unarmed: bool,
    }
}

/// A combo: several attacks made at the same time [SAM-10-5].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Combo {
    pub name: String,
    pub seconds: u8,
    /// Whether the combo must directly follow a straight movement [SAM-10-7].
    pub charge: bool,
    pub attacks: Vec<Component>,
    pub rating: i32,
    pub components: usize,
    /// The names of the predefined components that the combo uses.
    pub ready: Vec<String>,
}

/// A component of a combo, which is one attack [SAM-10-6].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Component {
    pub named: Option<String>,
    /// The index of its weapon among the weapons of the matchup. With `None` any weapon may be used.
    pub weapon: Option<u8>,
    pub attack_mod: i8,
    pub dc_mod: i8,
    pub damage: i8,
    /// Whether the attack does no damage.
    pub harmless: bool,
    pub ailment: Option<Ailment>,
    /// The ailment of this component, as an index from 1 into `Arena::ailments`. 0 means that the attack
    /// causes the ailment of its weapon.
    pub ails: u8,
}

keyed! {
    /// A predefined component, which combos can refer to by name [SAM-10-8].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(crate) struct Ready {
        pub attack_mod: i8,
        pub dc_mod: i8,
        pub damage: i8,
        pub rating: i32,
        pub harmless: bool,
    }
    beside {
        pub ailment: Option<Ailment>,
    }
}

/// The condition that an ailment causes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Suffering {
    Prone,
    Held,
    Stunned,
    Staggered,
    Disabled,
    Blinded,
    FlatFooted,
    Mobility,
    Asleep,
    Paralysed,
    Unconscious,
    Disarmed,
}

/// A condition that an attack causes when it lands, unless the target resists it [SAM-6-4, SAM-12-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Ailment {
    pub effect: Suffering,
    /// Whether the target may resist with a fortitude check.
    pub resisted: bool,
    /// The number that the fortitude check must reach. With `None` it is the damage of the attack.
    pub dc: Option<i32>,
    /// Dice for the number of seconds or rounds that the condition lasts. With `None` it lasts for the whole
    /// fight.
    pub lasts: Option<Throw>,
    /// The number that a check to break free must reach. With 0 breaking free is impossible.
    pub escape: u8,
}

impl Combo {
    /// Returns whether the combo has a single component of rating 1, so that it can replace a single attack
    /// [SAM-10-8].
    pub(crate) fn is_single(&self) -> bool {
        self.components == 1 && self.rating == 1
    }

    /// Returns a copy of the combo with the `weapon` of each component set to the index in `armoury`. A
    /// weapon that nobody carries gets an index that no weapon has.
    pub(crate) fn with(&self, armoury: &[String]) -> Self {
        let mut combo = self.clone();
        let number = |name: &String| armoury.contains(name).then(|| number_of(name, armoury));
        for part in &mut combo.attacks {
            let named = part.named.as_ref();
            part.weapon = named.map(|name| number(name).unwrap_or(u8::MAX));
        }
        combo
    }
}

/// The effect of a failed check against a poison or disease [SAM-21-7].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Symptom {
    Wound,
    Morale,
    Mobility,
    Staggered,
    StaggeredThenParalysed,
    Unconscious,
    BlindedAndStaggered,
    Random,
    Nothing,
}

/// A row of the table of poisons: a poison, a disease or radiation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Poison {
    pub name: String,
    /// Whether the poison is caught only from an attack that does damage.
    pub by_injury: bool,
    pub dc: i32,
    /// Number of checks in each turn. With 0 they are so rare that none takes place in a fight.
    pub checks: u8,
    pub symptom: Symptom,
    pub airborne: bool,
    /// The stat block of the fighter as which a dead victim rises, if it rises [SAM-21-8].
    pub rises: Option<(String, Span)>,
}

impl Weapon {
    /// Returns bare hands as a weapon. The dice for their damage are in the fighter's stat block [SAM-6-3].
    pub(crate) fn unarmed(rules: &Rules) -> Self {
        Self {
            name: "unarmed".to_owned(),
            adds_strength: true,
            max_doublings: rules.attack.max_doublings,
            hands: 1,
            seconds: rules.time.melee_attack,
            reload: rules.time.reload,
            light: true,
            damage_type: TYPES[0],
            doses: 1,
            unarmed: true,
            ..Self::default()
        }
    }

    #[inline]
    pub(crate) fn is_melee(&self) -> bool {
        self.kind == WeaponKind::Melee
    }

    /// Returns whether a fighter can attack a single target with this weapon. Shields, sources of morale damage
    /// and weapons with an area cannot be used like this.
    #[inline]
    pub(crate) fn strikes(&self) -> bool {
        matches!(self.kind, WeaponKind::Melee | WeaponKind::Ranged) && self.area.is_none()
    }

    /// Reports a missing `damage`, a damage with too many dice or too large numbers, a missing `range`, and a
    /// `range` without use.
    fn check(&self, f: &mut Fields<'_>, node: &Node, has_range: bool) {
        let (name, damage, faults) = (&self.name, self.damage, f.faults());
        let span = f.node("damage").map(|node| node.span);
        if self.kind != WeaponKind::Shield && span.is_none() {
            let message = format!("weapon `{name}` has no `damage`");
            let label = "only shields need no damage";
            let fault = Fault::at("scenario::missing-key", node.span, message, label);
            faults.push(fault.help("add `damage = …`"));
        }
        let (count, sides, plus) = (damage.count, damage.sides, damage.plus.abs());
        if damage.negative || count > MOST_DICE || sides > 100 || plus > 100 {
            let message = format!("`damage` of `{name}` is {damage}");
            let label = format!("at most {MOST_DICE} dice of 100 sides, added up, and 100 more");
            let span = span.unwrap_or(node.span);
            faults.note("semiautomagic::dice", span, message, label);
        }
        let from_user = matches!(self.area, Some(Shape::Line | Shape::Cone));
        let needed = self.kind == WeaponKind::Ranged && !from_user;
        let (message, label) = match (needed, has_range) {
            (true, false) => (
                format!("weapon `{name}` has no range"),
                "ranged weapons need a `range`",
            ),
            (false, true) if self.kind != WeaponKind::Morale => (
                format!("`range` has no effect on `{name}`"),
                "only what shoots or daunts has this",
            ),
            _ => return,
        };
        let span = f.node("range").map_or(node.span, |node| node.span);
        faults.note("semiautomagic::range", span, message, label);
    }

    /// Reports keys of the row that have no effect on a weapon of this kind.
    fn check_use(&self, f: &mut Fields<'_>) {
        let is = |kind: WeaponKind| self.kind == kind;
        let (daunts, area) = (is(WeaponKind::Morale), self.area.is_some());
        let is_spell = self.skill == Skill::Magic;
        #[rustfmt::skip]
        let rows: [(&[&'static str], bool, &str); 10] = [
            (&["held"], !daunts && !is_spell, "spells and what daunts are no things"),
            (&["max_doublings", "shots", "ammunition", "reload", "firearm"], is(WeaponKind::Ranged), "only ranged weapons have this"),
            (&["reach"], is(WeaponKind::Melee), "only melee weapons have this"),
            (&["morale", "everybody", "rolled"], daunts, "only for what daunts"),
            (&["technique"], !is(WeaponKind::Shield), "shields do not attack"),
            (&["poison"], !daunts, "what daunts brings no poison"),
            (&["ailment"], !daunts && !is(WeaponKind::Shield), "only for what strikes or shoots"),
            (&["area"], !daunts || !area, "what daunts has no area"),
            (&["area_scale", "lasts"], area, "only for what has an `area`"),
            (&["doses"], f.node("poison").is_some(), "there is no `poison` on it"),
        ];
        for (keys, is_used, label) in rows {
            for key in keys {
                f.check_use(key, is_used, "semiautomagic::no-use", label);
            }
        }
    }
}

impl Tables {
    /// Reads all tables of a scenario, and reports all their faults.
    pub(crate) fn read(tree: &Table, faults: &Faults) -> Self {
        let blocks: Vec<&str> = combatants(tree).map(|(name, _)| name).collect();
        let rules = rules::read(tree, faults);
        let turn = rules.time.turn;
        let poison = |name: &str, _: &Node, f: &mut Fields<'_>| poison(f, name, &blocks, turn);
        let mut all = Self {
            weapons: IndexMap::new(),
            combos: IndexMap::new(),
            components: IndexMap::new(),
            remedies: remedies(tree, &rules, faults),
            poisons: read(tree, "poisons", "poison", POISON, faults, poison),
            printed: Printed::read(tree, faults),
            rules,
        };
        let weapon = |name: &str, node: &Node, f: &mut Fields<'_>| all.weapon(f, node, name);
        all.weapons = read(tree, "weapons", "weapon", WEAPON, faults, weapon);
        all.components = read(tree, "components", "component", READY, faults, |_, _, f| {
            let ready = Ready {
                ailment: all.ailment(f),
                ..Ready::keys(f)
            };
            check_resistible(f, ready.harmless, ready.ailment);
            ready
        });
        all.combos = read(tree, "combos", "combo", COMBO, faults, |name, _, f| {
            all.combo(f, name)
        });
        all
    }

    fn weapon(&self, f: &mut Fields<'_>, node: &Node, name: &str) -> Weapon {
        let faults = f.faults();
        let kinds = [
            WeaponKind::Melee,
            WeaponKind::Ranged,
            WeaponKind::Morale,
            WeaponKind::Shield,
        ];
        let kind = f.choice("kind", kinds);
        #[rustfmt::skip]
        let area = f.choice("area", [None, Some(Shape::Sphere), Some(Shape::Line), Some(Shape::Cone)]);
        let dreads = [Dread::Fear, Dread::Insanity, Dread::Rage, Dread::Untyped];
        let skills = [Skill::Melee, Skill::Ranged, Skill::Magic];
        let usual = skills[usize::from(kind == WeaponKind::Ranged)];
        let skill = f.word("skill").map_or(usual, |at| skills[at]);
        let is_thing = kind != WeaponKind::Morale && skill != Skill::Magic;
        let range: Option<u16> = f.whole_as("range");
        let melee = kind == WeaponKind::Melee;
        let time = &self.rules.time;
        let usual_seconds = match (kind, skill) {
            (WeaponKind::Morale, _) => time.daunt,
            (_, Skill::Magic) => time.spell,
            (WeaponKind::Ranged, _) => time.ranged_attack,
            (WeaponKind::Melee | WeaponKind::Shield, _) => time.melee_attack,
        };
        let mut weapon = Weapon {
            name: name.to_owned(),
            kind,
            skill,
            max_doublings: (f.whole_as("max_doublings")).unwrap_or(self.rules.attack.max_doublings),
            seconds: f.whole_as("seconds").unwrap_or(usual_seconds),
            reload: f.whole_as("reload").unwrap_or(time.reload),
            damage: f.throw("damage").unwrap_or_default(),
            adds_strength: (f.truth("adds_strength")).unwrap_or(melee && area.is_none()),
            range: range.unwrap_or(10),
            parries: f.truth("parries").unwrap_or(melee),
            area,
            damage_type: TYPES[f.word("type").unwrap_or(0)],
            thing: self.thing(f),
            poison: (f.text("poison")).and_then(|named| self.poisons_of(vec![named], faults).pop()),
            dread: f.choice("morale", dreads),
            ailment: self.ailment(f),
            ..Weapon::keys(f)
        };
        weapon.spread = self.printed.spread(weapon.area_scale);
        let technique = self.technique(f);
        weapon.attack_mod += i32::from(technique.attack_mod);
        weapon.dc_mod += i32::from(technique.dc_mod);
        weapon.held = is_thing && f.truth("held").unwrap_or(weapon.hands > 0);
        weapon.check(f, node, range.is_some());
        weapon.check_use(f);
        if f.flag("light_material") && weapon.damage_type == TYPES[0] {
            let span = f.node("damage").unwrap_or(node).span;
            weapon.damage = Self::lighter(weapon.damage, span, faults);
        }
        weapon
    }

    /// Returns the Target score and the Toughness of a weapon as an item [SAM-13-2].
    fn thing(&self, f: &mut Fields<'_>) -> (i32, Option<i32>) {
        let items = &self.printed.items;
        let named = f.text("item").and_then(|named| {
            let fault = ("semiautomagic::unknown-item", "item");
            known(items, vec![named], fault, f.faults()).pop()
        });
        let row = items.get(named.as_deref().unwrap_or(ITEM));
        row.map_or((0, None), |row| (row.target, row.toughness))
    }

    /// Returns the modifiers of the technique that a row of weapons names [SAM-5-5].
    fn technique(&self, f: &mut Fields<'_>) -> Technique {
        let all = &self.printed.techniques;
        let named = f.text("technique").and_then(|named| {
            let fault = ("semiautomagic::unknown-technique", "technique");
            known(all, vec![named], fault, f.faults()).pop()
        });
        named.map_or(Technique::default(), |name| all[&name])
    }

    /// Returns the damage of a bludgeon of light material, whose dice are one size smaller [SAM-20-2].
    fn lighter(damage: Throw, span: Span, faults: &Faults) -> Throw {
        const SIZES: [u16; 8] = [12, 10, 8, 6, 4, 3, 2, 1];
        let at = SIZES.iter().position(|&sides| sides == damage.sides);
        match at {
            Some(at) if SIZES[at] == 2 => Throw::new(0, 0, damage.plus + i32::from(damage.count)),
            Some(at) if at + 1 < SIZES.len() => Throw {
                sides: SIZES[at + 1],
                ..damage
            },
            _ => {
                let message = format!("{damage} has no next smaller die");
                let fault = Fault::at(
                    "semiautomagic::dice",
                    span,
                    message,
                    "damage of a light bludgeon",
                );
                faults.push(fault.help("write d12, d10, d8, d6, d4, d3 or d2"));
                damage
            }
        }
    }

    /// Reads the ailment in the row of a weapon or of a component.
    fn ailment(&self, f: &mut Fields<'_>) -> Option<Ailment> {
        #[rustfmt::skip]
        const EFFECTS: [Suffering; 12] = [
            Suffering::Prone, Suffering::Held, Suffering::Stunned, Suffering::Staggered, Suffering::Disabled,
            Suffering::Blinded, Suffering::FlatFooted, Suffering::Mobility, Suffering::Asleep, Suffering::Paralysed,
            Suffering::Unconscious, Suffering::Disarmed,
        ];
        let (mut inner, _) = f.inner("ailment", "ailment")?;
        let resisted = inner.choice("resist", [true, false]);
        let effect = inner.word("effect").map(|at| EFFECTS[at]);
        let [seconds, rounds] = ["seconds", "rounds"].map(|key| lasting(&mut inner, key));
        let rules = &self.rules.conditions;
        let lasts = match effect {
            Some(Suffering::Stunned) => Some(seconds.unwrap_or(rules.staggered_seconds)),
            Some(Suffering::Staggered) => Some(rounds.unwrap_or(rules.staggered_rounds)),
            Some(Suffering::FlatFooted) => {
                Some(rounds.unwrap_or(Throw::new(0, 0, rules.waking.into())))
            }
            _ => rounds,
        };
        let has_rounds = matches!(
            effect,
            Some(
                Suffering::Held
                    | Suffering::Staggered
                    | Suffering::Disabled
                    | Suffering::Blinded
                    | Suffering::FlatFooted
            )
        );
        let is = |one| effect.is_none_or(|effect| effect == one);
        for (key, is_used, why) in [
            ("dc", resisted, "nothing resists it"),
            (
                "seconds",
                is(Suffering::Stunned),
                "only `stunned` lasts seconds",
            ),
            (
                "rounds",
                effect.is_none() || has_rounds,
                "this effect does not last rounds",
            ),
            (
                "escape",
                is(Suffering::Held),
                "one breaks free of `held` only",
            ),
        ] {
            inner.check_use(key, is_used, "semiautomagic::no-use", why);
        }
        let ailment = Ailment {
            effect: effect.unwrap_or(Suffering::Prone),
            resisted,
            dc: inner.whole_as("dc"),
            lasts,
            escape: inner.whole_as("escape").unwrap_or(0),
        };
        inner.finish();
        effect.map(|_| ailment)
    }

    /// Returns the names in `names` that are names of weapons. Other names are reported as faults.
    pub(crate) fn weapons_of(&self, names: Vec<(&str, Span)>, faults: &Faults) -> Vec<String> {
        let fault = ("semiautomagic::unknown-weapon", "weapon");
        known(&self.weapons, names, fault, faults)
    }

    /// Returns the names in `names` that are names of combos. Other names are reported as faults.
    pub(crate) fn combos_of(&self, names: Vec<(&str, Span)>, faults: &Faults) -> Vec<String> {
        let fault = ("semiautomagic::unknown-combo", "combo");
        known(&self.combos, names, fault, faults)
    }

    /// Returns the indices of the poisons with these names. Names of no poison are reported as faults.
    pub(crate) fn poisons_of(&self, names: Vec<(&str, Span)>, faults: &Faults) -> Vec<u8> {
        let fault = ("semiautomagic::unknown-poison", "poison");
        let found = known(&self.poisons, names, fault, faults);
        let place = |name| u8::try_from(self.poisons.get_index_of(name)?).ok();
        found.iter().filter_map(place).collect()
    }

    fn combo(&self, f: &mut Fields<'_>, name: &str) -> Combo {
        let list = listed(f, "components", "a component", COMPONENT);
        let mut combo = Combo {
            name: name.to_owned(),
            seconds: f.whole_as("seconds").unwrap_or(self.rules.time.combo),
            charge: false,
            attacks: Vec::new(),
            rating: 0,
            components: list.len(),
            ready: Vec::new(),
        };
        for (component, _) in list {
            self.component(component, &mut combo);
        }
        let count = combo.attacks.len();
        if let Some((_, span)) = f.list("components")
            && !(1..=MOST_ATTACKS).contains(&count)
        {
            let message = format!("combo `{name}` has {count} attacks");
            let label = format!("a combo has 1 to {MOST_ATTACKS} attacks");
            let faults = f.faults();
            faults.note("semiautomagic::combo", span, message, label);
        }
        combo
    }

    fn component(&self, mut f: Fields<'_>, combo: &mut Combo) {
        let faults = f.faults();
        let charges = f.choice("kind", [false, true]);
        let named = f.text("weapon");
        let weapon = named.and_then(|named| self.weapons_of(vec![named], faults).pop());
        let strikes = |name: &String| {
            matches!(
                self.weapons[name].kind,
                WeaponKind::Melee | WeaponKind::Ranged
            )
        };
        if let (Some((name, span)), Some(false)) = (named, weapon.as_ref().map(strikes)) {
            let message = format!("`{name}` cannot be used to attack in a combo");
            let label = "can neither strike nor shoot";
            faults.note("semiautomagic::combo", span, message, label);
        }
        let technique = self.technique(&mut f);
        let own = |number: i8, more: i8| number.saturating_add(more);
        let named = f.text("component").and_then(|named| {
            let fault = ("semiautomagic::unknown-component", "component");
            known(&self.components, vec![named], fault, faults).pop()
        });
        let ready = named.as_ref().map(|name| self.components[name]);
        combo.ready.extend(named);
        let usual = ready.map_or(if charges { -1 } else { 1 }, |ready| ready.rating);
        let ready = ready.unwrap_or_default();
        let component = Component {
            named: weapon,
            weapon: None,
            attack_mod: own(
                own(f.number("attack_mod"), technique.attack_mod),
                ready.attack_mod,
            ),
            dc_mod: own(own(f.number("dc_mod"), technique.dc_mod), ready.dc_mod),
            damage: own(f.number("damage"), ready.damage),
            harmless: f.flag("harmless") || ready.harmless,
            ailment: self.ailment(&mut f).or(ready.ailment),
            ails: 0,
        };
        check_resistible(&mut f, component.harmless, component.ailment);
        for key in ["component", "harmless", "ailment"] {
            let why = "a charge is not an attack";
            f.check_use(key, !charges, "semiautomagic::no-use", why);
        }
        combo.rating += f.whole_as("rating").unwrap_or(usual);
        combo.charge |= charges;
        if !charges {
            combo.attacks.push(component);
        }
        f.finish();
    }
}

/// Reads dice for a duration. Reports dice that may show more than 200 seconds or rounds.
fn lasting(f: &mut Fields<'_>, key: &'static str) -> Option<Throw> {
    let dice = f.throw(key)?;
    if dice.count > MOST_DICE || dice.min() < 0 || dice.max() > 200 {
        let message = format!("`{key}` is {dice}");
        let label = format!("at most {MOST_DICE} dice, in all from 0 to 200");
        if let Some(node) = f.node(key) {
            f.faults()
                .note("semiautomagic::dice", node.span, message, label);
        }
        return None;
    }
    Some(dice)
}

/// Reports an ailment that nobody can ever suffer: the attack does no damage, and the fortitude check against
/// the ailment must reach the damage.
fn check_resistible(f: &mut Fields<'_>, harmless: bool, ailment: Option<Ailment>) {
    let is_void = |ailment: &Ailment| harmless && ailment.resisted && ailment.dc.is_none();
    if ailment.as_ref().is_some_and(is_void)
        && let Some(node) = f.node("ailment").or(f.node("harmless"))
    {
        let message = "the attack deals no damage, so the check has no difficulty".to_owned();
        let fault = Fault::at(
            "semiautomagic::ailment",
            node.span,
            message,
            "always resisted",
        );
        f.faults()
            .push(fault.help("set a `dc` or `resist = \"none\"` for the ailment"));
    }
}

/// Returns the names in `names` that are names of rows. Other names are reported with the fault code `code`,
/// as names of an unknown `kind`.
fn known<T>(
    rows: &IndexMap<String, T>,
    names: Vec<(&str, Span)>,
    (code, kind): (&'static str, &str),
    faults: &Faults,
) -> Vec<String> {
    let all = || rows.keys().map(String::as_str);
    let place = format!("in the {kind} table");
    known_names(names, all, (code, kind, &place), faults)
}

pub(crate) const MOST_ATTACKS: usize = 6;
pub(crate) const MOST_DICE: u16 = 12;

fn poison(f: &mut Fields<'_>, name: &str, blocks: &[&str], turn: u8) -> Poison {
    let faults = f.faults();
    #[rustfmt::skip]
    let symptoms = [
        Symptom::Wound, Symptom::Morale, Symptom::Mobility, Symptom::Staggered, Symptom::StaggeredThenParalysed,
        Symptom::Unconscious, Symptom::BlindedAndStaggered, Symptom::Random, Symptom::Nothing,
    ];
    Poison {
        name: name.to_owned(),
        by_injury: f.choice("by", [true, false, false, false]),
        dc: f.number("dc"),
        checks: f.choice("every", [1, turn, 0]),
        symptom: f.choice("symptom", symptoms),
        airborne: f.flag("airborne"),
        rises: f.text("rises").and_then(|(block, span)| {
            let code = (
                "semiautomagic::unknown-combatant",
                "combatant",
                "among the combatants",
            );
            known_name((block, span), || blocks.iter().copied(), code, faults)?;
            Some((block.to_owned(), span))
        }),
    }
}
