//! From a matchup's names to an [`Arena`]'s numbers.
//!
//! Clauses: BRP-5.9-1, BRP-5.9-4, BRP-5.9-9, BRP-5.10-2, BRP-5.10-4, BRP-5.11-5, BRP-X-6, BRP-X-10. Every table,
//! stat block and policy of the scenario is checked, used or not.

use indexmap::IndexMap;

use super::arena::{Arena, Scope};
use super::chance::{Limits, modified};
use super::damage::Damage;
use super::fighter::{Attack, Fighter, Item, ItemKind, MOST_ITEMS, Parry, Shot};
use super::options::{Options, Settings};
use super::sheet::{self, Sheet};
use super::state::{Body, Condition, INJURY_SIZES, Intent, ItemState, State};
use super::tables::{Class, Tables, WeaponKind, WeaponRow};
use super::words::{ACT, Fact, MOVE, STANCE, TURN, VOCABULARY, act, turn};
use crate::bout::{Bout, Compiled};
use crate::fight::{
    Cast, CastCombatant, CastWeapon, CombatantId, FighterId, FighterSet, ListId, SideId, WeaponId,
};
use crate::policy::Policy;
use crate::rules::{self, label};
use crate::scenario::{Fault, Faults, Matchup, Node, Side, Value, scaled_node};

/// Default reach of melee weapons, in centimetres [BRP-X-6].
const REACH: i32 = 200;

/// Compiles one matchup; `None` when it has faults.
pub(in crate::rules) fn compile(
    matchup: &Matchup,
    round_cap: u32,
    faults: &Faults,
) -> Option<(Box<dyn Bout>, Settings)> {
    let (draft, settings) = draft(matchup, faults)?;
    let label = label::of(matchup, &settings, &draft.content(matchup));
    let sides = &matchup.sides;
    let bout: Box<dyn Bout> = match draft.places.len() {
        ..=2 => Box::new(Compiled::new(draft.arena::<2>(sides, round_cap), label)),
        ..=8 => Box::new(Compiled::new(draft.arena::<8>(sides, round_cap), label)),
        _ => Box::new(Compiled::new(draft.arena::<64>(sides, round_cap), label)),
    };
    Some((bout, settings))
}

/// The arena itself, for tests that look inside.
#[cfg(test)]
pub(super) fn arena<const N: usize>(
    matchup: &Matchup,
    round_cap: u32,
    faults: &Faults,
) -> Option<Arena<N>> {
    let (draft, _) = draft(matchup, faults)?;
    Some(draft.arena(&matchup.sides, round_cap))
}

/// Reads and checks everything in a matchup.
fn draft<'m>(matchup: &'m Matchup, faults: &Faults) -> Option<(Draft<'m>, Settings)> {
    let before = faults.len();
    let tree = &matchup.tree;
    let (options, settings) = Options::read(rules::section(matchup, "options", faults), faults);
    let reach = reach(matchup, faults);
    let tables = Tables::read(tree, faults);
    let sheets: IndexMap<&str, Option<Sheet>> = sheet::combatants(tree)
        .map(|(name, node)| (name, sheet::read(name, node, &tables, faults)))
        .collect();
    let items: Vec<String> = tables.carriable().map(str::to_owned).collect();
    let combatants: Vec<String> = sheets.keys().map(|&name| name.to_owned()).collect();
    let policies = rules::policies(tree, &VOCABULARY, &items, &combatants, faults);
    check_references(&sheets, &policies, &matchup.sides, faults);
    let places = places(&matchup.sides, faults);
    let draft = Draft {
        options,
        reach,
        tables,
        sheets,
        items,
        combatants,
        policies,
        places,
    };
    (faults.len() == before).then_some((draft, settings))
}

fn reach(matchup: &Matchup, faults: &Faults) -> i32 {
    let mut fields = rules::section(matchup, "field", faults);
    let reach = fields.scaled("melee_reach", 100, "metres", 0..=100_000);
    fields.finish();
    reach.map_or(REACH, |cm| {
        i32::try_from(cm).expect("the range was checked")
    })
}

/// Start positions in centimetres, in listing order: `at` is one place for all of a group, or a list of one each.
fn places(sides: &[Side], faults: &Faults) -> Vec<i32> {
    let place = |node: &Node| {
        let cm = scaled_node(node, 100, "metres", -10_000_000..=10_000_000, "at", faults);
        i32::try_from(cm.unwrap_or(0)).expect("the range was checked")
    };
    let mut places = Vec::new();
    for group in sides.iter().flat_map(|side| &side.groups) {
        let count = group.count as usize;
        match group.at.as_ref().map(|node| (node, &node.value)) {
            None => places.extend(std::iter::repeat_n(0, count)),
            Some((node, Value::List(list))) => {
                if list.len() != count {
                    faults.push(Fault {
                        code: "brp::places",
                        message: format!("{} places for {count} fighters", list.len()),
                        span: Some(node.span),
                        label: "one place each, or one for all".to_owned(),
                        help: None,
                    });
                }
                places.extend((0..count).map(|i| list.get(i).map_or(0, place)));
            }
            Some((node, _)) => places.extend(std::iter::repeat_n(place(node), count)),
        }
    }
    places
}

/// Names that stat blocks use: policies, and those they are unaware of.
fn check_references(
    sheets: &IndexMap<&str, Option<Sheet>>,
    policies: &IndexMap<String, Option<Policy>>,
    sides: &[Side],
    faults: &Faults,
) {
    for sheet in sheets.values().flatten() {
        if let (name, Some(span)) = &sheet.policy
            && !policies.contains_key(name)
        {
            let known = policies.keys().map(String::as_str);
            faults.unknown(
                "policy::unknown-policy",
                "policy",
                name,
                *span,
                known,
                "among the policies",
            );
        }
        for (name, span) in &sheet.unaware_of {
            let known = || {
                sheets
                    .keys()
                    .copied()
                    .chain(sides.iter().map(|side| side.name.as_str()))
            };
            if !known().any(|other| other == name) {
                faults.unknown(
                    "scenario::unknown-combatant",
                    "combatant or side",
                    name,
                    *span,
                    known(),
                    "in this scenario",
                );
            }
        }
    }
}

/// A matchup with every name resolved.
struct Draft<'t> {
    options: Options,
    reach: i32,
    tables: Tables,
    sheets: IndexMap<&'t str, Option<Sheet>>,
    items: Vec<String>,
    combatants: Vec<String>,
    policies: IndexMap<String, Option<Policy>>,
    places: Vec<i32>,
}

/// A stat block of one side, and how many fight by it.
struct Role<'t> {
    name: &'t str,
    side: SideId,
    count: u32,
}

impl Draft<'_> {
    fn sheet(&self, name: &str) -> &Sheet {
        self.sheets[name]
            .as_ref()
            .expect("sheets with faults end the compilation")
    }

    fn policy(&self, name: &str) -> &Policy {
        self.policies[name]
            .as_ref()
            .expect("policies with faults end the compilation")
    }

    /// The parts of the tree that this matchup consists of: what its label is made from.
    fn content(&self, matchup: &Matchup) -> Vec<(&'static str, String)> {
        let mut content = vec![
            ("weapons", "brawl".to_owned()),
            ("policies", "default".to_owned()),
        ];
        for group in matchup.sides.iter().flat_map(|side| &side.groups) {
            let sheet = self.sheet(&group.combatant);
            content.push(("combatants", group.combatant.clone()));
            content.push(("policies", sheet.policy.0.clone()));
            for name in &sheet.carries {
                content.push(("weapons", name.clone()));
                content.push(("shields", name.clone()));
                if let Some(thrown) = self
                    .tables
                    .weapons
                    .get(name)
                    .and_then(|row| row.throws_as.clone())
                {
                    content.push(("weapons", thrown));
                }
            }
            content.extend(
                self.armour_names(matchup, &group.combatant)
                    .map(|name| ("armour", name)),
            );
        }
        content
    }

    fn armour_names<'m>(
        &'m self,
        matchup: &'m Matchup,
        combatant: &str,
    ) -> impl Iterator<Item = String> + 'm {
        let table = |node: &'m Node| node.as_table();
        let sheets = matchup.tree.get("combatants").and_then(table);
        let worn = sheets
            .and_then(|sheets| sheets.get(combatant))
            .and_then(table)
            .and_then(|sheet| sheet.get("armour"));
        let mentions = |node: &Node, name: &str| match &node.value {
            Value::Text(text) => text == name,
            Value::List(list) => list.iter().any(|node| node.as_text() == Some(name)),
            _ => false,
        };
        self.tables
            .armour
            .keys()
            .filter(move |name| worn.is_some_and(|worn| mentions(worn, name)))
            .cloned()
    }

    fn arena<const N: usize>(self, sides: &[Side], round_cap: u32) -> Arena<N> {
        let (roles, role_of) = roles(sides);
        let side_of: Vec<SideId> = role_of
            .iter()
            .map(|&role| roles[usize::from(role)].side)
            .collect();
        let members = |which: &dyn Fn(FighterId) -> bool| -> FighterSet {
            (0..role_of.len())
                .map(FighterId::at)
                .filter(|&who| which(who))
                .collect()
        };
        let side_sets: Vec<FighterSet> = (0..sides.len())
            .map(|at| members(&|who| side_of[who.index()] == SideId::at(at)))
            .collect();
        let mut roster: Vec<Fighter> = Vec::new();
        let mut cast_combatants = Vec::new();
        for role in &roles {
            let sheet = self.sheet(role.name);
            let unaware_of = members(&|who| {
                let enemy = &roles[usize::from(role_of[who.index()])];
                enemy.side != role.side
                    && sheet.unaware_of.iter().any(|(name, _)| {
                        name == enemy.name || *name == sides[enemy.side.index()].name
                    })
            });
            let (fighter, weapons) = self.fighter(sheet, unaware_of);
            cast_combatants.push(CastCombatant {
                name: role.name.to_owned(),
                side: role.side,
                count: role.count,
                weapons,
                playbook: fighter.policy.playbook(),
            });
            roster.push(fighter);
        }
        let called = roles
            .iter()
            .map(|role| {
                self.combatants
                    .iter()
                    .position(|name| name == role.name)
                    .expect("roles are combatants")
            })
            .map(|at| u16::try_from(at).expect("fewer combatants than that"))
            .collect();
        let scope = scope(&self.options, &roster);
        let start = start(&roster, &role_of, &self.places);
        Arena {
            reach: self.reach,
            cast: Cast {
                sides: sides.iter().map(|side| side.name.clone()).collect(),
                combatants: cast_combatants,
                fighters: role_of.iter().map(|&role| CombatantId(role)).collect(),
                round_cap,
            },
            options: self.options,
            roster,
            roles: role_of,
            called,
            sides: side_sets,
            side_of,
            scope,
            start,
        }
    }

    /// A stat block in numbers, and its weapons as the tally counts them.
    fn fighter(&self, sheet: &Sheet, unaware_of: FighterSet) -> (Fighter, Vec<CastWeapon>) {
        let mut weapons: Vec<CastWeapon> = Vec::new();
        let mut names: Vec<&str> = sheet.carries.iter().map(String::as_str).collect();
        if !names.contains(&"brawl") {
            names.push("brawl");
        }
        assert!(
            names.len() <= MOST_ITEMS,
            "the sheet limits what is carried"
        );
        let items: Vec<Item> = names
            .iter()
            .map(|name| self.item(sheet, name, &mut weapons))
            .collect();
        let named = self
            .items
            .iter()
            .map(|name| {
                (0..items.len())
                    .filter(|&at| items[at].name == *name)
                    .fold(0, |bits, at| bits | 1 << at)
            })
            .collect();
        let options = &self.options;
        let armour_of = |points: &dyn Fn(&super::tables::ArmourRow) -> i32| {
            let worn = sheet
                .armour
                .iter()
                .filter(|row| options.helmet || !row.helmet);
            worn.map(points).sum::<i32>() + sheet.natural_ap
        };
        let slow = |row: &super::tables::ArmourRow| {
            if options.riot_gear_all_missiles {
                row.ap_missile
            } else {
                row.ap
            }
        };
        let physical: i32 = sheet.armour.iter().map(|row| row.physical).sum();
        let policy = self.policy(&sheet.policy.0).clone();
        let statements = [STANCE, ACT, MOVE].map(|list| ListId::at(list));
        let fighter = Fighter {
            dex: sheet.dex,
            hit_points: sheet.hit_points,
            armour: [
                armour_of(&|row| row.ap),
                armour_of(&slow),
                armour_of(&|row| row.ap_missile),
            ],
            cover: sheet.fixed_cover_ap,
            dodge: (sheet.dodge + physical).max(0),
            first_aid: Limits::of(sheet.first_aid, options),
            items,
            named,
            unaware_of,
            steady: options.declared && statements.iter().all(|&list| policy.steady(list)),
            policy,
        };
        (fighter, weapons)
    }

    /// One thing carried, with all its uses.
    fn item(&self, sheet: &Sheet, name: &str, weapons: &mut Vec<CastWeapon>) -> Item {
        if let Some(shield) = self.tables.shields.get(name) {
            let rating = sheet.shield_skill.unwrap_or(shield.base);
            let damage = Damage {
                weapon: shield.damage,
                bonus: sheet.db,
                share: shield.share,
            };
            return Item {
                name: name.to_owned(),
                kind: ItemKind::Shield {
                    missile: shield.missile,
                    kneeling: shield.kneeling,
                },
                hands: 1,
                points: Some(shield.points),
                ammo: None,
                reload: 0,
                strike: Some(self.attack(name, Class::Short, (rating, rating), 0, damage, weapons)),
                shoot: None,
                parry: Some(self.parry(rating, 0)),
            };
        }
        let row = &self.tables.weapons[name];
        let halves = u32::from(sheet.halved.iter().any(|halved| halved == name));
        let rating = rating(sheet, name, row);
        let damage = Damage {
            weapon: row.damage,
            bonus: sheet.db,
            share: row.share,
        };
        match &row.reach {
            WeaponKind::Melee(class) => {
                let brawl = name == "brawl";
                let shoot = row
                    .throws_as
                    .as_ref()
                    .map(|thrown| self.shot(sheet, thrown, weapons));
                Item {
                    name: name.to_owned(),
                    kind: if brawl {
                        ItemKind::Brawl
                    } else {
                        ItemKind::Melee
                    },
                    hands: row.hands,
                    points: row.points.filter(|_| !brawl),
                    ammo: row
                        .throws_as
                        .as_ref()
                        .map(|thrown| ammo(sheet, &[name, thrown]).unwrap_or(1)),
                    reload: 0,
                    strike: Some(self.attack(
                        name,
                        *class,
                        (rating, rating),
                        halves,
                        damage,
                        weapons,
                    )),
                    shoot,
                    parry: Some(self.parry(rating, halves)),
                }
            }
            WeaponKind::Missile {
                thrown,
                shots,
                reload,
                ..
            } => Item {
                name: name.to_owned(),
                kind: ItemKind::Missile,
                hands: row.hands,
                points: row.points,
                ammo: ammo(sheet, &[name]).or(*shots).or(thrown.then_some(1)),
                reload: *reload,
                strike: None,
                shoot: Some(self.shot(sheet, name, weapons)),
                parry: sheet
                    .parry_skill
                    .get(name)
                    .map(|&chance| self.parry(chance, 0)),
            },
        }
    }

    fn shot(&self, sheet: &Sheet, name: &str, weapons: &mut Vec<CastWeapon>) -> Shot {
        let row = &self.tables.weapons[name];
        let WeaponKind::Missile {
            range,
            fast,
            thrown,
            ..
        } = row.reach
        else {
            unreachable!("links between rows are checked")
        };
        let rating = rating(sheet, name, row);
        // Only the Throw skill itself is a physical skill [BRP-5.10-4].
        let physical: i32 = sheet.armour.iter().map(|armour| armour.physical).sum();
        let chance = if row.base.is_none() {
            (rating + physical).max(0)
        } else {
            rating
        };
        let halves = u32::from(sheet.halved.iter().any(|halved| halved == name));
        let damage = Damage {
            weapon: row.damage,
            bonus: sheet.db,
            share: row.share,
        };
        let attack = self.attack(
            name,
            Class::Missile,
            (rating, chance),
            halves,
            damage,
            weapons,
        );
        Shot {
            attack,
            range,
            fast,
            thrown,
        }
    }

    fn attack(
        &self,
        name: &str,
        class: Class,
        (rating, chance): (i32, i32),
        halves: u32,
        damage: Damage,
        weapons: &mut Vec<CastWeapon>,
    ) -> Attack {
        let most = damage.most(&self.options).cast_unsigned();
        let known = weapons.iter().position(|weapon| weapon.name == name);
        let weapon = known.unwrap_or_else(|| {
            weapons.push(CastWeapon {
                name: name.to_owned(),
                most,
            });
            weapons.len() - 1
        });
        let limits = Limits::of(modified(chance, 0, halves, &self.options), &self.options);
        Attack {
            weapon: WeaponId::at(weapon),
            class,
            rating,
            chance,
            halves,
            limits,
            damage,
        }
    }

    fn parry(&self, chance: i32, halves: u32) -> Parry {
        Parry {
            chance,
            halves,
            limits: Limits::of(modified(chance, 0, halves, &self.options), &self.options),
        }
    }
}

/// The rating with a weapon: given for it, given for its specialty, given for the skill as such, or the base chance
/// [BRP-5.9-1, BRP-X-3].
fn rating(sheet: &Sheet, name: &str, row: &WeaponRow) -> i32 {
    let given = sheet
        .skills
        .get(name)
        .or_else(|| sheet.skills.get(&row.specialty))
        .copied();
    let brawl = sheet.brawl.filter(|_| name == "brawl");
    given.or(brawl).or(row.base).unwrap_or(sheet.throw)
}

fn ammo(sheet: &Sheet, names: &[&str]) -> Option<u16> {
    names.iter().find_map(|&name| sheet.ammo.get(name)).copied()
}

/// The stat blocks of each side in listing order, and which of them each fighter has.
fn roles(sides: &[Side]) -> (Vec<Role<'_>>, Vec<u8>) {
    let mut roles: Vec<Role<'_>> = Vec::new();
    let mut role_of = Vec::new();
    for (at, side) in sides.iter().enumerate() {
        for group in &side.groups {
            let side = SideId::at(at);
            let known = roles
                .iter()
                .position(|role| role.side == side && role.name == group.combatant);
            let role = known.unwrap_or_else(|| {
                roles.push(Role {
                    name: &group.combatant,
                    side,
                    count: 0,
                });
                roles.len() - 1
            });
            roles[role].count += group.count;
            role_of.extend(std::iter::repeat_n(
                u8::try_from(role).expect("at most 64 fighters"),
                group.count as usize,
            ));
        }
    }
    (roles, role_of)
}

/// What can happen in a fight of these fighters.
fn scope(options: &Options, roster: &[Fighter]) -> Scope {
    let list = ListId::at;
    let uses = |at: usize, action: u8| {
        roster
            .iter()
            .any(|fighter| fighter.policy.uses_action(list(at), usize::from(action)))
    };
    let first_aid = uses(ACT, act::FIRST_AID) || uses(TURN, turn::FIRST_AID);
    let asks = |fact: Fact| {
        roster
            .iter()
            .any(|fighter| fighter.policy.asks(fact as usize))
    };
    let least_harm = roster
        .iter()
        .flat_map(|fighter| &fighter.items)
        .filter_map(|item| {
            let most = |damage: Damage| damage.most(options);
            [
                item.strike.map(|a| most(a.damage)),
                item.shoot.map(|s| most(s.attack.damage)),
            ]
            .into_iter()
            .flatten()
            .min()
        });
    let thickest = roster
        .iter()
        .map(|fighter| fighter.armour.iter().max().expect("three kinds") + fighter.cover);
    Scope {
        first_aid,
        chores: first_aid || uses(ACT, act::RELOAD),
        counts_defences: options.parry_limit.is_some()
            || options.successive_defence_penalty > 0
            || asks(Fact::SelfDefences)
            || asks(Fact::SelfParries),
        steady: roster.iter().all(|fighter| fighter.steady),
        turns: roster
            .iter()
            .any(|fighter| !fighter.policy.list(list(TURN)).is_empty()),
        stalemates: least_harm.min() <= thickest.max(),
    }
}

fn start<const N: usize>(roster: &[Fighter], role_of: &[u8], places: &[i32]) -> State<N> {
    let body = |at: usize| {
        let mut items = [ItemState::default(); MOST_ITEMS];
        let fighter = role_of.get(at).map(|&role| &roster[usize::from(role)]);
        for (state, item) in items
            .iter_mut()
            .zip(fighter.map_or(&[][..], |fighter| &fighter.items))
        {
            state.ammo = item.ammo.unwrap_or(0);
        }
        Body {
            hp: fighter.map_or(0, |fighter| fighter.hit_points),
            at: places.get(at).copied().unwrap_or(0),
            condition: if fighter.is_some() {
                Condition::Able
            } else {
                Condition::Dead
            },
            woken: false,
            moved: false,
            in_hand: 0,
            defences: 0,
            parries: 0,
            struck: 0,
            parried: 0,
            items,
            injuries: [0; INJURY_SIZES],
            treating: None,
            treating_later: None,
            intent: Intent::NONE,
        }
    };
    State {
        round: 0,
        acting: 0,
        acted: 0,
        stale: true,
        able: (0..role_of.len()).map(FighterId::at).collect(),
        order: [FighterId(0); N],
        bodies: std::array::from_fn(body),
    }
}
