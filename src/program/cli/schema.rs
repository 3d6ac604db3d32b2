//! Implements `skirmish schema`, which writes a JSON Schema of a book's scenarios for editors, or the schemas
//! of skirmish's own JSON output.
//!
//! The schemas are of draft 2020-12. One schema covers scenarios and the files that they include. A name may
//! be defined by the scenario itself. A row may lack values because another file sets them or because it
//! inherits them. The schema cannot check such names and rows, so it accepts them. It requires complete rows
//! only in a scenario without includes and without inheritance.

use serde_json::{Map, Value as Json, json};
use toml::de::DeTable;

use clap::Args;

use super::output::{self, Failure};
use crate::frame::{Allowed, BookInfo, OptionSpec};
use crate::scenario::scenario_only;
use crate::scenario::spec::{FieldKind, FieldSpec, Unsaid};

/// Write a JSON Schema of a rulebook's scenarios, or of skirmish's JSON output
#[derive(Debug, Args)]
#[command(
    long_about = "Writes a JSON Schema (draft 2020-12) of the scenarios of a book to standard \
        output: every key with its possible values, its default and its meaning. Editors use it to \
        complete and check scenarios: save it as a file, and name the file in the first line of a \
        scenario, as in `#:schema brp.json`.\n\n\
        With --output, it writes the schema of a line of `run` or `solve` with --format json; with \
        --messages, of a line of any command with --message-format json; with --events, of a line \
        of `explain` with --format jsonl.",
    after_long_help = "Examples:\n  \
        skirmish schema brp > brp.json\n  \
        skirmish schema --output > run-output.json"
)]
pub(super) struct SchemaArgs {
    /// Name of the book
    #[arg(value_name = "BOOK", required_unless_present_any = ["output", "messages", "events"])]
    pub(super) book: Option<String>,

    /// The schema of a line of `run --format json`
    #[arg(long, conflicts_with_all = ["book", "messages", "events"])]
    pub(super) output: bool,

    /// The schema of a line of `--message-format json`
    #[arg(long, conflicts_with = "book")]
    pub(super) messages: bool,

    /// The schema of a line of `explain --format jsonl`
    #[arg(long, conflicts_with_all = ["book", "messages"])]
    pub(super) events: bool,
}

/// Regular expression for texts that the program reads as dice.
const DICE: &str = r"^\s*[+\-\u2010-\u2014\u2212]?\s*(\d*\s*[dD]\s*(\d+|%)|\d+)\s*([+\-\u2010-\u2014\u2212]\s*(\d*\s*[dD]\s*(\d+|%)|\d+)\s*)*$";

/// The schemas of skirmish's output, which are shipped with it.
const OUTPUT: &str = include_str!("../../../schemas/run-output.json");
const MESSAGES: &str = include_str!("../../../schemas/message.json");
const EVENTS: &str = include_str!("../../../schemas/fight-event.json");

/// Prints the schema of a book's scenarios, or that of skirmish's output.
pub(super) fn schema(args: &SchemaArgs) -> Result<(), Failure> {
    let Some(book) = &args.book else {
        let text = match (args.output, args.events) {
            (true, _) => OUTPUT,
            (_, true) => EVENTS,
            _ => MESSAGES,
        };
        return output::raw(text.as_bytes());
    };
    let book = super::book_named(book)?;
    let schema = Schema::new(book).of_scenarios();
    let text = serde_json::to_string_pretty(&schema).expect("texts and numbers are JSON");
    output::raw(format!("{text}\n").as_bytes())
}

/// A builder of the schema of a book's scenarios.
struct Schema<'b> {
    book: &'b BookInfo,
    tables: DeTable<'static>,
}

impl<'b> Schema<'b> {
    fn new(book: &'b BookInfo) -> Self {
        let tables = DeTable::parse(book.tables).expect("a book's tables are TOML");
        let tables = tables.into_inner();
        Self { book, tables }
    }

    fn of_scenarios(&self) -> Json {
        let top = self.book.top();
        let mut properties = self.properties(&top, false);
        properties.insert(
            "ruleset".to_owned(),
            json!({ "const": self.book.name, "description": "the book" }),
        );
        properties.insert("options".to_owned(), options(self.book.options));
        properties.insert("policies".to_owned(), self.policies());
        let any: Vec<Json> = scenario_only()
            .map(|key| json!({ "required": [key] }))
            .collect();
        let complete: Map<String, Json> = top.iter().filter_map(|row| self.complete(row)).collect();
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": format!("A scenario of the book `{}`, or a file that a scenario includes", self.book.name),
            "description": "Written by `skirmish schema`.",
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
            "allOf": [
                { "if": { "anyOf": any }, "then": { "required": needed(&top) } },
                {
                    "if": { "required": ["ruleset"], "not": { "required": ["include"] } },
                    "then": { "properties": complete },
                },
            ],
        })
    }

    /// Returns the name of a table, and the schema that requires the keys that each of its rows needs. Rows
    /// whose names are in the book are excepted, because the book has their missing keys. Returns `None` if
    /// no key is required.
    fn complete(&self, row: &FieldSpec) -> Option<(String, Json)> {
        let FieldKind::ByName(_, FieldKind::Table(rows)) = row.kind else {
            return None;
        };
        let whole = whole(rows)?;
        let known: Map<String, Json> = self
            .names(row.key)
            .map(|name| (name, json!(true)))
            .collect();
        let either = json!({ "anyOf": [{ "required": ["like"] }, whole] });
        let mut rows = json!({ "additionalProperties": either });
        if !known.is_empty() {
            rows["properties"] = json!(known);
        }
        Some((row.key.to_owned(), rows))
    }

    /// Returns the names of the book's own rows in the tables that `tables` lists. `tables` is a text such as
    /// `weapons or shields`.
    fn names(&self, tables: &str) -> impl Iterator<Item = String> {
        let tables = tables
            .split([' ', ','])
            .filter_map(|table| self.tables.get(table));
        let rows = tables.filter_map(|rows| rows.get_ref().as_table());
        let mut keys: Vec<_> = rows.flat_map(|rows| rows.keys()).collect();
        keys.sort_by_key(|key| key.span().start);
        keys.into_iter().map(|key| key.get_ref().to_string())
    }

    /// Returns the schema of each key. If `whole` is true, the tables inside these keys must have all their
    /// required keys.
    fn properties(&self, rows: &[FieldSpec], whole: bool) -> Map<String, Json> {
        let rows = self.book.rows(rows);
        rows.iter()
            .map(|row| (row.key.to_owned(), self.property(row, whole)))
            .collect()
    }

    fn property(&self, row: &FieldSpec, whole: bool) -> Json {
        let mut schema = match row.kind {
            FieldKind::ByName(_, FieldKind::Table(rows)) => {
                let mut properties = self.properties(rows, whole);
                let like = BookInfo::like(row.key);
                properties.insert("like".to_owned(), self.property(&like, whole));
                by_name(&object(&properties, &[]))
            }
            kind => self.kind(kind, whole),
        };
        let schema_of = schema.as_object_mut().expect("a schema is an object");
        let mut doc = row.doc.to_owned();
        match row.unsaid {
            Unsaid::Whole(number) => schema_of.insert("default".to_owned(), json!(number)),
            Unsaid::Rule { default, .. } => schema_of.insert("default".to_owned(), json!(default)),
            Unsaid::Truth(truth) => schema_of.insert("default".to_owned(), json!(truth)),
            Unsaid::Word(word) => schema_of.insert("default".to_owned(), json!(word)),
            Unsaid::As(words) => {
                doc = format!("{doc}; default: {words}");
                None
            }
            Unsaid::Nothing | Unsaid::Needed => None,
        };
        if !row.clause.is_empty() {
            doc = format!("{doc} [{}]", row.clause);
        }
        schema_of.insert("description".to_owned(), json!(doc));
        schema
    }

    fn kind(&self, kind: FieldKind, whole: bool) -> Json {
        match kind {
            FieldKind::Whole { least, most, .. } => {
                json!({ "type": "integer", "minimum": least, "maximum": most })
            }
            FieldKind::Scaled {
                scale, least, most, ..
            } => {
                let mut number = json!({
                    "type": "number",
                    "minimum": parts(least, scale),
                    "maximum": parts(most, scale),
                });
                // A hundredth has no exact floating-point value, so `multipleOf` cannot express steps of a
                // hundredth.
                if scale == 2 {
                    number["multipleOf"] = json!(0.5);
                }
                number
            }
            FieldKind::Number => json!({ "type": "number" }),
            FieldKind::Truth => json!({ "type": "boolean" }),
            FieldKind::False => json!({ "const": false }),
            FieldKind::Text => json!({ "type": "string" }),
            FieldKind::Word(words) => json!({ "enum": words }),
            FieldKind::Words(words) => {
                let some = json!({
                    "type": "array",
                    "items": { "enum": words },
                    "minItems": 1,
                    "uniqueItems": true,
                });
                json!({ "anyOf": [{ "enum": words }, some] })
            }
            FieldKind::Throw => json!({
                "anyOf": [{ "type": "string", "pattern": DICE }, { "type": "integer" }],
            }),
            FieldKind::Name(table) => {
                let names: Vec<String> = self.names(table).collect();
                if names.is_empty() {
                    json!({ "type": "string" })
                } else {
                    json!({ "type": "string", "examples": names })
                }
            }
            FieldKind::List(of) => json!({ "type": "array", "items": self.kind(*of, true) }),
            FieldKind::Table(rows) => {
                let rows = self.book.rows(rows);
                let needed = if whole { needed(&rows) } else { Vec::new() };
                object(&self.properties(&rows, whole), &needed)
            }
            FieldKind::ByName(_, of) => by_name(&self.kind(*of, whole)),
            FieldKind::AnyOf(kinds) => {
                let kinds: Vec<Json> = kinds.iter().map(|kind| self.kind(*kind, whole)).collect();
                json!({ "anyOf": kinds })
            }
            FieldKind::Anything => json!({}),
        }
    }

    /// Returns the schema of the policies and their lists.
    fn policies(&self) -> Json {
        let texts = json!({ "type": "array", "items": { "type": "string" } });
        let lists = self.book.vocabulary.lists.iter();
        let mut properties: Map<String, Json> = lists
            .map(|list| {
                let mut lines = texts.clone();
                lines["description"] = json!(list.doc);
                (list.name.to_owned(), lines)
            })
            .collect();
        let mut more = |key: &str, mut schema: Json, doc: &str| {
            schema["description"] = json!(doc);
            properties.insert(key.to_owned(), schema);
        };
        more(
            "lists",
            by_name(&texts),
            "additional lists, which a line calls by `do`",
        );
        more(
            "let",
            by_name(&json!({ "type": "string" })),
            "names of conditions",
        );
        more(
            "like",
            json!({ "type": "string" }),
            "another policy, from which it inherits the lists that it leaves out",
        );
        let mut policies = by_name(&object(&properties, &[]));
        policies["description"] = json!("how combatants decide, by name");
        policies
    }
}

/// Returns `number / scale` as JSON.
#[expect(clippy::cast_precision_loss, reason = "limits have few digits")]
fn parts(number: i64, scale: i64) -> Json {
    if number % scale == 0 {
        json!(number / scale)
    } else {
        json!(number as f64 / scale as f64)
    }
}

fn object(properties: &Map<String, Json>, needed: &[&str]) -> Json {
    let mut object = json!({
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    });
    if !needed.is_empty() {
        object["required"] = json!(needed);
    }
    object
}

fn by_name(of: &Json) -> Json {
    json!({ "type": "object", "additionalProperties": of })
}

fn needed(rows: &[FieldSpec]) -> Vec<&'static str> {
    let rows = rows.iter().filter(|row| row.unsaid == Unsaid::Needed);
    rows.map(|row| row.key).collect()
}

/// Returns the schema that requires the needed keys, also in the tables inside. Returns `None` if no key is
/// needed.
fn whole(rows: &[FieldSpec]) -> Option<Json> {
    let inner = rows.iter().filter_map(|row| match row.kind {
        FieldKind::Table(rows) => Some((row.key.to_owned(), whole(rows)?)),
        _ => None,
    });
    let inner: Map<String, Json> = inner.collect();
    let needed = needed(rows);
    let mut whole = Map::new();
    if !needed.is_empty() {
        whole.insert("required".to_owned(), json!(needed));
    }
    if !inner.is_empty() {
        whole.insert("properties".to_owned(), json!(inner));
    }
    (!whole.is_empty()).then_some(Json::Object(whole))
}

/// Returns the schema of the table `[options]`.
fn options(options: &[OptionSpec]) -> Json {
    let property = |option: &OptionSpec| {
        let mut words = Vec::new();
        let mut kinds = Vec::new();
        for value in &option.values {
            match value.value {
                Allowed::Word(word) => words.push(json!(word)),
                Allowed::Number(number) => kinds.push(json!({ "const": number })),
                Allowed::Range(least, most) => {
                    kinds.push(json!({ "type": "integer", "minimum": least, "maximum": most }));
                }
            }
        }
        if ["yes", "no"]
            .iter()
            .all(|word| words.contains(&json!(word)))
        {
            words.extend([json!(true), json!(false)]);
        }
        if !words.is_empty() {
            kinds.push(json!({ "enum": words }));
        }
        let default = match option.values[0].value {
            Allowed::Word(word) => json!(word),
            Allowed::Number(number) | Allowed::Range(number, _) => json!(number),
        };
        let values = option.values.iter();
        let values: Vec<String> = values
            .map(|value| format!("{}: {}", value.value, value.doc))
            .collect();
        let doc = format!("{} [{}]\n{}", option.doc, option.clause, values.join("\n"));
        let schema = json!({ "anyOf": kinds, "default": default, "description": doc });
        (option.name.to_owned(), schema)
    };
    let mut options = object(&options.iter().map(property).collect(), &[]);
    options["description"] = json!("house rules; an option that is not listed follows the book");
    options
}
