//! Checks the meaning of expressions: finds out what names mean, checks the kinds of values, and compiles to
//! code.
//!
//! Checking continues after a flaw. An expression with a flaw has no kind. Expressions that contain it report
//! no further flaw because of it, so every flaw is reported once.

use std::collections::BTreeMap;
use std::ops::Range;

use super::code::{self, Combine, DEPTH, ONE, Op};
use super::lookup::Referent;
use super::script::{Flaw, Names, Text};
use super::syntax::{Expr, Name, Tree};
use super::{Bounds, FactSpec, ItemRef, Kind, ListSpec, Mention, Vocabulary};
use crate::suggest::help_for;

/// The greatest number of operations in an expression, after each `let` in it has been replaced by its code.
const MOST_OPS: usize = 4096;

/// A checked expression. Its code puts one value on the stack, which has this kind and is within these
/// bounds. The kind is `None` if the expression has a flaw.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub(super) kind: Option<Kind>,
    pub(super) code: Vec<Op>,
    pub(super) bounds: Bounds,
}

impl Typed {
    pub(super) const FAULTY: Self = Self {
        kind: None,
        code: Vec::new(),
        bounds: Bounds::ANY,
    };

    fn new(kind: Kind, code: Vec<Op>, bounds: Bounds) -> Self {
        Self {
            kind: Some(kind),
            code,
            bounds,
        }
    }

    /// Creates the checked expression for a literal value.
    fn known(kind: Kind, value: i64) -> Self {
        Self::new(kind, vec![Op::Push(value)], Bounds::new(value, value))
    }

    /// Returns the checked expression for the use of a `let`. If the `let` is a literal, a user may vary its
    /// value, so its bounds become those of any value of its kind.
    fn named(mut self) -> Self {
        if let (Some(kind), [Op::Push(_)]) = (self.kind, &self.code[..]) {
            self.bounds = Bounds::of(kind);
        }
        self
    }
}

/// What the check of an expression needs to know about it: its text, its line, and whether it may always be
/// false.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) text: Text<'a>,
    /// The line that contains the expression. `None` for the expression of a `let`. Its facts are checked in
    /// the lines that use the `let`.
    pub(super) line: Option<Site>,
    /// Whether the expression may be a condition that never holds. This is so after `not`, for example.
    pub(super) may_fail: bool,
}

/// The properties of a line that decide which facts its expressions may use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site {
    /// The kind of decision that the line is for, as a position in [`Vocabulary::lists`].
    pub(super) list: usize,
    /// Whether the line has an action with a target.
    pub(super) target: bool,
}

/// Checks expressions, and collects the flaws that it finds.
#[derive(Debug)]
pub(super) struct Checker<'a> {
    pub(super) vocabulary: &'static Vocabulary,
    pub(super) names: &'a Names<'a>,
    /// The `let`s that have been checked, by name.
    pub(super) lets: BTreeMap<&'a str, Typed>,
    pub(super) flaws: Vec<Flaw>,
    /// The zones, enemies and objectives that the lines name or need.
    pub(super) mentions: Vec<Mention>,
}

impl Checker<'_> {
    /// Returns the code of an expression, which must be of this kind. Otherwise reports a flaw and returns
    /// `None`.
    pub(super) fn of_kind(&mut self, expr: &Expr, kind: Kind, place: &Context) -> Option<Vec<Op>> {
        self.typed(expr, kind, place).map(|typed| typed.code)
    }

    /// Returns the checked expression, which must be of this kind. Otherwise reports a flaw and returns
    /// `None`.
    fn typed(&mut self, expr: &Expr, kind: Kind, place: &Context) -> Option<Typed> {
        let typed = self.expr(expr, place);
        self.expect(&typed, kind, expr, place);
        (typed.kind == Some(kind)).then_some(typed)
    }

    /// Checks an expression. Reports a flaw if its code has too many operations or needs too many places on
    /// the stack.
    pub(super) fn expr(&mut self, expr: &Expr, place: &Context) -> Typed {
        let typed = self.tree(expr, place);
        if code::depth(&typed.code) <= DEPTH && typed.code.len() <= MOST_OPS {
            return typed;
        }
        let flaw = self.flaw(
            place,
            &expr.at,
            "policy::too-deep",
            "this condition is too complicated",
            "too complicated",
        );
        flaw.help = Some("use fewer nested parentheses and fewer nested `let` names".to_owned());
        Typed::FAULTY
    }

    fn tree(&mut self, expr: &Expr, place: &Context) -> Typed {
        match &expr.tree {
            Tree::Number(thousandths) => Typed::known(Kind::Number, *thousandths),
            Tree::Truth(truth) => {
                let typed = Typed::known(Kind::Truth, i64::from(*truth));
                self.check_holds(typed, &expr.at, place)
            }
            Tree::Name(name) => self.name(name, &expr.at, place),
            Tree::Call(name, inner) if name.text == "chance" => self.chance(inner, &expr.at, place),
            Tree::Call(name, inner) => self.call(name, inner, expr, place),
            Tree::Not(inner) => self.opposite(inner, &expr.at, place),
            Tree::Negate(inner) => self.negative(inner, place),
            Tree::And(left, right) => self.junction(left, right, Op::And, place),
            Tree::Or(left, right) => self.junction(left, right, Op::Or, place),
            Tree::Combine(how, left, right) => match how {
                Combine::Add | Combine::Subtract | Combine::Multiply | Combine::Divide => {
                    let left = self.typed(left, Kind::Number, place);
                    let at = &right.at;
                    let right = self.typed(right, Kind::Number, place);
                    let zero = |right: &Typed| right.code == [Op::Push(0)];
                    if *how == Combine::Divide && right.as_ref().is_some_and(zero) {
                        let message = "division by zero";
                        let flaw = self.flaw(place, at, "policy::division", message, "always zero");
                        flaw.help = Some("divide by something else, or remove this".to_owned());
                        return Typed::FAULTY;
                    }
                    combined(Kind::Number, *how, left, right)
                }
                _ => self.comparison(*how, left, right, place),
            },
        }
    }

    fn name(&mut self, name: &str, at: &Range<usize>, place: &Context) -> Typed {
        let found = self.find(name);
        if let (Referent::Nothing, Some(zone)) = (&found, self.find_zone(name)) {
            return Typed::known(Kind::Number, zone * ONE);
        }
        match found {
            Referent::Fact(position, fact) => {
                if fact.of_item {
                    let flaw = self.flaw(
                        place,
                        at,
                        "policy::missing-slot",
                        format!("`{name}` needs a thing in parentheses"),
                        "no thing is named",
                    );
                    flaw.help = Some(format!("write `{name}(THING)`"));
                    return Typed::FAULTY;
                }
                self.may_ask(fact, None, at, place);
                Typed::new(fact.kind, vec![Op::Fact(position)], fact.bounds)
            }
            Referent::Let(typed) => {
                for op in &typed.code {
                    if let Op::Fact(position) | Op::FactOf(position, _) = op {
                        let fact = &self.vocabulary.facts[usize::from(*position)];
                        if !self.may_ask(fact, Some(name), at, place) {
                            return Typed::FAULTY;
                        }
                    }
                }
                typed.named()
            }
            Referent::Nothing if name.starts_with(|first: char| first.is_ascii_digit()) => {
                let message = format!("`{name}` is not a number");
                let label = "neither a number nor a name";
                let flaw = self.flaw(place, at, "policy::syntax", message, label);
                flaw.help = Some(help_for_number(name));
                Typed::FAULTY
            }
            Referent::Nothing => {
                let help = self.help_for_value(name);
                let flaw = self.flaw(
                    place,
                    at,
                    "policy::unknown-fact",
                    format!("there is no fact named `{name}`"),
                    "neither a fact nor a name of `let`",
                );
                flaw.help = help;
                Typed::FAULTY
            }
        }
    }

    fn call(&mut self, name: &Name, inner: &Expr, expr: &Expr, place: &Context) -> Typed {
        match self.find(&name.text) {
            Referent::Fact(position, fact) if fact.of_item => {
                let allowed = self.may_ask(fact, None, &name.at, place);
                match self.item(inner, place) {
                    Some(item) if allowed => {
                        let code = vec![Op::FactOf(position, item)];
                        Typed::new(fact.kind, code, fact.bounds)
                    }
                    _ => Typed::FAULTY,
                }
            }
            Referent::Nothing => self.name(&name.text, &name.at, place),
            Referent::Fact(..) | Referent::Let(_) => {
                let flaw = self.flaw(
                    place,
                    &(name.at.end..expr.at.end),
                    "policy::extra-slot",
                    format!("`{}` takes nothing in parentheses", name.text),
                    "not allowed here",
                );
                flaw.help = Some(format!("write only `{}`", name.text));
                Typed::FAULTY
            }
        }
    }

    fn chance(&mut self, inner: &Expr, at: &Range<usize>, place: &Context) -> Typed {
        let Some(Typed {
            mut code, bounds, ..
        }) = self.typed(inner, Kind::Number, place)
        else {
            return Typed::FAULTY;
        };
        match code[..] {
            // This zero is the value of a `let`. The user may vary it, so it is not reported as a chance that
            // is always 0.
            [Op::Push(0)] if bounds != Bounds::new(0, 0) => {
                Typed::new(Kind::Truth, vec![Op::Push(0)], Bounds::TRUTH)
            }
            [Op::Push(0)] => self.check_holds(Typed::known(Kind::Truth, 0), at, place),
            [Op::Push(ONE)] => Typed::known(Kind::Truth, 1),
            [Op::Push(chance)] if !(0..=ONE).contains(&chance) => {
                let text = place.text.text.get(inner.at.clone()).unwrap_or_default();
                let is_plain = !text.contains('%') && (0..=100 * ONE).contains(&chance);
                let help = if is_plain {
                    "write it with a percent sign: `chance(30%)`"
                } else {
                    "write a percentage from 0% to 100%, such as `chance(30%)`"
                };
                let message = "a chance must be from 0% to 100%";
                let flaw = self.flaw(place, &inner.at, "policy::type", message, "out of range");
                flaw.help = Some(help.to_owned());
                Typed::FAULTY
            }
            _ => {
                code.push(Op::Chance);
                Typed::new(Kind::Truth, code, Bounds::TRUTH)
            }
        }
    }

    fn opposite(&mut self, inner: &Expr, at: &Range<usize>, place: &Context) -> Typed {
        let beneath = Context {
            may_fail: true,
            ..*place
        };
        let Some(mut typed) = self.typed(inner, Kind::Truth, &beneath) else {
            return Typed::FAULTY;
        };
        match &mut typed.code[..] {
            [Op::Push(truth)] => *truth = i64::from(*truth == 0),
            _ => typed.code.push(Op::Not),
        }
        typed.bounds = typed.bounds.not();
        self.check_holds(typed, at, place)
    }

    fn negative(&mut self, inner: &Expr, place: &Context) -> Typed {
        let Some(mut typed) = self.typed(inner, Kind::Number, place) else {
            return Typed::FAULTY;
        };
        match &mut typed.code[..] {
            [Op::Push(number)] => *number = number.saturating_neg(),
            _ => typed.code.push(Op::Negate),
        }
        typed.bounds = typed.bounds.negated();
        typed
    }

    fn junction(&mut self, left: &Expr, right: &Expr, op: fn(u16) -> Op, place: &Context) -> Typed {
        let left = self.typed(left, Kind::Truth, place);
        let right = self.typed(right, Kind::Truth, place);
        let (Some(mut left), Some(right)) = (left, right) else {
            return Typed::FAULTY;
        };
        let is_or = matches!(op(0), Op::Or(_));
        left.bounds = if is_or {
            left.bounds.or(right.bounds)
        } else {
            left.bounds.and(right.bounds)
        };
        if let [Op::Push(truth)] = left.code[..] {
            if (truth != 0) != is_or {
                left.code = right.code;
            }
            return left;
        }
        let skip = u16::try_from(right.code.len()).expect("no expression has more than MOST_OPS");
        left.code.push(op(skip));
        left.code.extend(right.code);
        left
    }

    /// Checks a comparison. If one side is a word, its value is the position of the word on the scale of the
    /// other side.
    fn comparison(&mut self, how: Combine, left: &Expr, right: &Expr, place: &Context) -> Typed {
        let sides = Context {
            may_fail: true,
            ..*place
        };
        let (whole, place) = (place, &sides);
        let is_word = |checker: &Self, expr: &Expr| {
            expr.name()
                .is_some_and(|name| matches!(checker.find(name), Referent::Nothing))
        };
        let (left_typed, right_typed) = if is_word(self, left) {
            let right = self.expr(right, place);
            (self.other_side(left, right.kind, place), right)
        } else {
            let left = self.expr(left, place);
            let right = self.other_side(right, left.kind, place);
            (left, right)
        };
        let (Some(left_kind), Some(right_kind)) = (left_typed.kind, right_typed.kind) else {
            return Typed::FAULTY;
        };
        if left_kind != right_kind {
            let flaw = self.kind_flaw(left_kind, right_kind, right, place);
            flaw.message = format!("values of different kinds are compared: {}", flaw.message);
            return Typed::FAULTY;
        }
        if left_kind == Kind::Truth && !matches!(how, Combine::Equal | Combine::NotEqual) {
            let flaw = self.flaw(
                place,
                &(left.at.start..right.at.end),
                "policy::type",
                "true and false have no order",
                "compared by order",
            );
            flaw.help = Some("use `and`, `or`, `not`, `==` or `!=`".to_owned());
            return Typed::FAULTY;
        }
        if !self.check_unit(&left_typed, &right_typed, right, place)
            || !self.check_unit(&right_typed, &left_typed, left, place)
        {
            return Typed::FAULTY;
        }
        let typed = combined(Kind::Truth, how, Some(left_typed), Some(right_typed));
        let at = left.at.start..right.at.end;
        let differs = matches!(how, Combine::Less | Combine::Greater | Combine::NotEqual);
        let asks = typed.code.iter().any(|op| op.fact().is_some());
        if differs && asks && !typed.code.contains(&Op::Chance) && left.is_like(right) {
            let help = "both sides are the same".to_owned();
            return self.never(typed, help, &at, whole);
        }
        self.check_holds(typed, &at, whole)
    }

    /// Reports a condition that never holds. This is known if the bounds of its facts exclude it, or if it
    /// uses no facts. The second case is allowed in a `let`, because the user may want to vary it.
    fn check_holds(&mut self, typed: Typed, at: &Range<usize>, place: &Context) -> Typed {
        let Typed { code, bounds, .. } = &typed;
        if place.may_fail || !bounds.never_holds() {
            return typed;
        }
        let mut asked: Vec<_> = code.iter().filter_map(Op::fact).collect();
        asked.sort_unstable();
        asked.dedup();
        let facts = asked.iter().map(|fact| &self.vocabulary.facts[*fact]);
        let known: Vec<_> = facts.filter_map(range).collect();
        if !known.is_empty() {
            return self.never(typed, known.join(", "), at, place);
        }
        if asked.is_empty() && place.line.is_some() {
            let help = "remove this condition, or give it a name in `let` if it is to be varied";
            return self.never(typed, help.to_owned(), at, place);
        }
        typed
    }

    /// Reports a condition that never holds, unless `place` allows such a condition.
    fn never(&mut self, typed: Typed, help: String, at: &Range<usize>, place: &Context) -> Typed {
        if place.may_fail {
            return typed;
        }
        let text = place.text.text.get(at.clone()).unwrap_or_default();
        let message = format!("`{text}` is never true");
        let flaw = self.flaw(place, at, "policy::never-true", message, "never true");
        flaw.help = Some(help);
        Typed::FAULTY
    }

    /// Checks the unit of a literal number that a fact is compared with. If the fact is a share, the number
    /// must be from 0 to 1. If it is not, the number must not be a percentage. Reports a flaw and returns
    /// false if the unit is wrong.
    fn check_unit(&mut self, fact: &Typed, number: &Typed, expr: &Expr, place: &Context) -> bool {
        let (&[Op::Fact(fact) | Op::FactOf(fact, _)], &[Op::Push(value)]) =
            (&fact.code[..], &number.code[..])
        else {
            return true;
        };
        let fact = &self.vocabulary.facts[usize::from(fact)];
        let text = place.text.text.get(expr.at.clone()).unwrap_or_default();
        let is_share = (0..=ONE).contains(&value);
        let (message, help) = match text.strip_suffix('%') {
            None if fact.is_share && !is_share && (0..=100 * ONE).contains(&value) => (
                format!("from 0% to 100%, not {text}"),
                format!("write `{text}%`"),
            ),
            _ if fact.is_share && !is_share => (
                format!("from 0% to 100%, not {text}"),
                "compare it with a possible value".to_owned(),
            ),
            Some(points) if !fact.is_share => (
                format!("not a percentage, unlike {text}"),
                format!("write `{points}`"),
            ),
            _ => return true,
        };
        let message = format!("`{}` is {message}", fact.name);
        let flaw = self.flaw(place, &expr.at, "policy::unit", message, "another unit");
        flaw.help = Some(help);
        false
    }

    /// Checks one side of a comparison. `other` is the kind of the other side. If this kind is a scale, this
    /// side may be one of its words.
    fn other_side(&mut self, expr: &Expr, other: Option<Kind>, place: &Context) -> Typed {
        let (Some(name), Some(kind @ Kind::Scale(scale))) = (expr.name(), other) else {
            return self.expr(expr, place);
        };
        let words = || scale.words.iter().map(|word| word.name);
        if let Some(position) = words().position(|word| word == name) {
            let position = i64::try_from(position).expect("scales are short");
            return Typed::known(kind, position);
        }
        if !matches!(self.find(name), Referent::Nothing) {
            return self.expr(expr, place);
        }
        let flaw = self.flaw(
            place,
            &expr.at,
            "policy::unknown-word",
            format!("`{name}` is not a word of the scale {}", scale.name),
            "not on this scale",
        );
        flaw.help = help_for(name, words());
        Typed::FAULTY
    }

    /// Returns whether the line that contains an expression may use a fact. If not, reports a flaw. `through`
    /// is the name of the `let` that uses the fact, if any.
    fn may_ask(
        &mut self,
        fact: &FactSpec,
        through: Option<&str>,
        at: &Range<usize>,
        place: &Context,
    ) -> bool {
        let Some(site) = place.line else { return true };
        let ListSpec {
            name: list,
            has_target,
            ..
        } = self.vocabulary.lists[site.list];
        let who = match through {
            Some(name) => format!("`{name}` uses `{}`, which", fact.name),
            None => format!("`{}`", fact.name),
        };
        if !fact.lists.is_empty() && !fact.lists.contains(&list) {
            let flaw = self.flaw(
                place,
                at,
                "policy::wrong-list",
                format!("{who} cannot be used in the list `{list}`"),
                "not available here",
            );
            flaw.help = Some(format!("it can be used in: {}", fact.lists.join(", ")));
            return false;
        }
        if fact.needs_target && !site.target && !has_target {
            let flaw = self.flaw(
                place,
                at,
                "policy::no-target",
                format!("{who} is about a target, but this line has no target"),
                "no target",
            );
            flaw.help = Some("use it in a line whose action takes a target".to_owned());
            return false;
        }
        true
    }

    fn expect(&mut self, typed: &Typed, kind: Kind, expr: &Expr, place: &Context) {
        if let Some(found) = typed.kind
            && found != kind
        {
            self.kind_flaw(kind, found, expr, place);
        }
    }

    fn kind_flaw(&mut self, wanted: Kind, found: Kind, expr: &Expr, place: &Context) -> &mut Flaw {
        let (wanted_text, found_text) = (describe(wanted), describe(found));
        let help = match (wanted, found) {
            (Kind::Truth, Kind::Number) => Some("compare it with a number: `… > 0`"),
            (Kind::Truth, Kind::Scale(_)) => Some("compare it with a word: `… == word`"),
            _ => None,
        };
        let flaw = self.flaw(
            place,
            &expr.at,
            "policy::type",
            format!("expected {wanted_text}, found {found_text}"),
            found_text,
        );
        flaw.help = help.map(str::to_owned);
        flaw
    }

    /// Adds a flaw and returns it, so that the caller can add help to it.
    pub(super) fn flaw(
        &mut self,
        place: &Context,
        at: &Range<usize>,
        code: &'static str,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> &mut Flaw {
        self.flaws
            .push(Flaw::new(place.text.key, at.clone(), code, message, label));
        self.flaws.last_mut().expect("one was just pushed")
    }

    /// Returns the item that an expression names, by its name or by a selector such as `best`. Reports a flaw
    /// and returns `None` if there is no such item.
    pub(super) fn item(&mut self, expr: &Expr, place: &Context) -> Option<ItemRef> {
        let name = as_name(expr, place);
        let found = self.find_item(name, place.text.lent);
        if found.is_none() {
            let help = help_for(name, self.item_names());
            let flaw = self.flaw(
                place,
                &expr.at,
                "policy::unknown-item",
                format!("there is nothing named `{name}`"),
                "neither an item nor a word for one",
            );
            flaw.help = help;
        }
        found
    }
}

/// Returns help on a name that begins with a digit, such as `1e3`: how to write it as a number.
fn help_for_number(name: &str) -> String {
    let plain = name.replace('_', "").parse::<f64>();
    match plain.ok().filter(|number| *number < 1e12) {
        Some(number) => format!("write it in digits: `{number}`"),
        None => "write a number in digits, such as `30`, `2.5` or `30%`".to_owned(),
    }
}

/// Returns the text of an expression that stands where a name is needed. The parser may have taken the name
/// for something else: it takes `2-handed-axe` for a subtraction.
pub(super) fn as_name<'e>(expr: &'e Expr, place: &Context<'e>) -> &'e str {
    expr.name().unwrap_or(&place.text.text[expr.at.clone()])
}

/// Returns the checked expression for an operation on two values. If both are literals, the result is a
/// literal too.
fn combined(kind: Kind, how: Combine, left: Option<Typed>, right: Option<Typed>) -> Typed {
    let (Some(mut left), Some(right)) = (left, right) else {
        return Typed::FAULTY;
    };
    let bounds = left.bounds.combined(how, right.bounds);
    if let ([Op::Push(left)], [Op::Push(right)]) = (&mut left.code[..], &right.code[..]) {
        *left = how.apply(*left, *right);
    } else {
        left.code.extend(right.code);
        left.code.push(Op::Combine(how));
    }
    Typed::new(kind, left.code, bounds)
}

/// Returns the possible values of a fact in words. Returns `None` for a truth value, or if the fact has no
/// known bounds.
fn range(fact: &FactSpec) -> Option<String> {
    let FactSpec { name, bounds, .. } = fact;
    match fact.kind {
        Kind::Number => Some(format!("`{name}` is {}", bounds.in_words(fact.is_share)?)),
        Kind::Truth => None,
        Kind::Scale(scale) => {
            let ends = (scale.words.first()?.name, scale.words.last()?.name);
            Some(format!("`{name}` goes from `{}` to `{}`", ends.0, ends.1))
        }
    }
}

fn describe(kind: Kind) -> String {
    match kind {
        Kind::Number => "a number".to_owned(),
        Kind::Truth => "true or false".to_owned(),
        Kind::Scale(scale) => format!("a word of the scale {}", scale.name),
    }
}
