//! Tests that read a workbook after it was written.

use std::io::{Cursor, Read};

use calamine::{Data, Range, Reader, Xlsx};

use super::super::fixtures::{in_both_seats, played, report};
use super::super::{Dialect, Report};
use super::*;

fn read(book: &Book) -> Xlsx<Cursor<&[u8]>> {
    Xlsx::new(Cursor::new(book.bytes.as_slice())).expect("it is a workbook")
}

fn sheet(book: &Book, name: &str) -> Range<Data> {
    read(book)
        .worksheet_range(name)
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns every text in a sheet.
fn texts(range: &Range<Data>) -> Vec<String> {
    let cells = range.cells().map(|(_, _, cell)| cell.to_string());
    cells.filter(|text| !text.is_empty()).collect()
}

/// Returns a report with four matchups on two axes.
fn matrix() -> Report {
    let pairs = [("5", "axe"), ("5", "=1+1"), ("7.5", "axe"), ("7.5", "=1+1")];
    let matchups = pairs.iter().zip(1..).map(|((skill, weapon), wins)| {
        let axes = [("skill", *skill), ("weapon", *weapon)];
        played("blades", &axes, [wins * 10, 30, 6, 4])
    });
    report(matchups.collect())
}

#[test]
fn every_table_is_a_sheet_with_the_same_cells() {
    for dialect in [Dialect::Standard, Dialect::ExcelEu] {
        let mut report = matrix().in_dialect(dialect);
        report.add("matrix.csv", b"name,rate\r\naxe,0.500000\r\n".to_vec());
        if dialect == Dialect::ExcelEu {
            report.further[0].1 = b"name;rate\r\naxe;0,500000\r\n".to_vec();
        }
        let book = report.workbook().expect("it fits");
        let names = read(&book).sheet_names();
        let tables = matrix().tables();
        let tables = tables.iter().map(|(file, _)| file.trim_end_matches(".csv"));
        let wanted: Vec<&str> = (["about", "charts", "heat"].into_iter())
            .chain(tables)
            .chain(["matrix", "columns", "chart data"])
            .collect();
        assert_eq!(names, wanted);
        let standard = matrix().tables();
        for (file, bytes) in standard {
            let name = file.trim_end_matches(".csv");
            let range = sheet(&book, name);
            let mut rows = csv::ReaderBuilder::new()
                .has_headers(false)
                .from_reader(bytes.as_slice());
            let mut count = 0;
            for (row, record) in rows.records().enumerate() {
                for (column, cell) in record.expect("it is CSV").iter().enumerate() {
                    let found = range.get((row, column)).cloned().unwrap_or_default();
                    let wanted = Dialect::read(cell);
                    let same = match &found {
                        Data::Float(number) => wanted.parse::<f64>() == Ok(*number),
                        other => other.to_string() == wanted,
                    };
                    assert!(same, "{name} {row} {column}: {found:?}, not {wanted}");
                }
                count += 1;
            }
            assert_eq!(range.height(), count, "{name}");
        }
        assert_eq!(sheet(&book, "matrix").get((1, 1)), Some(&Data::Float(0.5)));
    }
}

#[test]
fn numbers_are_numbers_and_texts_are_no_formulas() {
    let book = matrix().workbook().expect("it fits");
    let summary = sheet(&book, "summary");
    let row: Vec<&Data> = summary.rows().nth(2).expect("rows").iter().collect();
    let heads = texts(&summary);
    let column = |name: &str| {
        heads
            .iter()
            .position(|head| head == name)
            .expect("a column")
    };
    assert!(matches!(row[column("skill")], Data::Float(_)));
    assert!(matches!(row[column("axis weapon")], Data::String(_)));
    assert!(matches!(row[column("matchup")], Data::String(_)));
    assert!(matches!(row[column("wins")], Data::Float(_)));
    assert!(matches!(row[column("win_rate")], Data::Float(_)));
    // A column of numbers without any values is left out.
    assert!(heads.iter().all(|head| head != "seat_effect"));
    let weapons: Vec<String> = summary
        .rows()
        .map(|row| row[column("axis weapon")].to_string())
        .collect();
    assert!(weapons.contains(&"=1+1".to_owned()), "{weapons:?}");
    for name in read(&book).sheet_names() {
        let formulas = read(&book).worksheet_formula(&name).expect("it is there");
        assert!(formulas.is_empty(), "{name}");
    }
}

#[test]
fn the_first_sheet_says_what_was_run() {
    let duel = played("duel", &[], [60, 30, 6, 4]);
    let book = report(vec![in_both_seats(duel, [35, 55, 6, 4])])
        .workbook()
        .expect("it fits");
    let said = texts(&sheet(&book, "about")).join("\n");
    for part in [
        "skirmish 1.2.3",
        "Who wins?",
        "skirmish run blades.toml",
        "00ff",
        "parry = weapon",
        "\n7\n",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("left out"), "{said}");
    // The list of sheets comes before the settings of the run.
    let at = |part: &str| said.find(part).expect("it is there");
    assert!(
        at("\nsheets") < at("\nrun") && at("\nrun") < at("00ff"),
        "{said}"
    );
}

#[test]
fn every_sheet_is_printed_with_all_its_columns_on_a_page() {
    let book = matrix().workbook().expect("it fits");
    let mut archive = zip::ZipArchive::new(Cursor::new(&book.bytes)).expect("a ZIP archive");
    let mut sheets = 0;
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).expect("it is there");
        let name = file.name().expect("a name").into_owned();
        if name.starts_with("xl/worksheets/sheet") {
            let mut text = String::new();
            file.read_to_string(&mut text).expect("XML");
            assert!(text.contains("fitToPage=\"1\""), "{name}");
            assert!(
                text.contains("fitToHeight=\"0\"") && text.contains("landscape"),
                "{name}"
            );
            sheets += 1;
        }
    }
    assert!(sheets >= 10, "{sheets}");
}

#[test]
fn a_heat_table_has_every_matchup_and_the_averages() {
    let book = matrix().workbook().expect("it fits");
    let heat = sheet(&book, "heat");
    assert_eq!(heat.get((1, 1)), Some(&Data::String("axe".to_owned())));
    assert_eq!(heat.get((1, 3)), Some(&Data::String("average".to_owned())));
    assert_eq!(heat.get((2, 1)), Some(&Data::Float(10.0 / 50.0)));
    assert_eq!(heat.get((3, 2)), Some(&Data::Float(40.0 / 80.0)));
    let Some(Data::Float(average)) = heat.get((2, 3)) else {
        panic!("no average");
    };
    assert!((average - f64::midpoint(10.0 / 50.0, 20.0 / 60.0)).abs() < 1e-12);
}

#[test]
fn charts_show_figures_of_a_sheet() {
    let book = matrix().workbook().expect("it fits");
    let figures = sheet(&book, "chart data");
    // Numbers are in the order of their axis, each with the distances to the ends of its interval.
    assert_eq!(figures.get((2, 0)), Some(&Data::String("5".to_owned())));
    assert_eq!(figures.get((3, 0)), Some(&Data::String("7.5".to_owned())));
    let number = |column| match figures.get((3, column)) {
        Some(Data::Float(number)) => *number,
        other => panic!("{other:?}"),
    };
    assert!(number(1) > 0.4 && number(2) > 0.05 && number(3) > 0.05);
    let names = |place: &str| {
        let archive = String::from_utf8_lossy(&book.bytes).into_owned();
        archive.matches(place).count()
    };
    // There is a chart for each of the two axes and one for the rounds. A ZIP archive has each file name
    // twice, at the file and in its directory.
    assert_eq!(names("xl/charts/chart3.xml"), 2);
    assert_eq!(names("xl/charts/chart4.xml"), 0);
}

#[test]
fn equal_runs_give_equal_bytes() {
    let bytes = || matrix().workbook().expect("it fits").bytes;
    let first = bytes();
    // Times in a ZIP archive and in documents have a precision of one or two seconds.
    std::thread::sleep(std::time::Duration::from_millis(2100));
    assert!(first == bytes());
}

#[test]
fn hits_are_flat_rows_under_a_header_that_stays_and_has_filters() {
    let book = matrix().workbook().expect("it fits");
    let hits = sheet(&book, "hits");
    let rows: Vec<&[Data]> = hits.rows().collect();
    let heads: Vec<String> = rows[0].iter().map(ToString::to_string).collect();
    for column in [
        "matchup",
        "side",
        "combatant",
        "weapon",
        "target_side",
        "target",
        "attacks",
        "hits",
        "damage_dealt",
    ] {
        assert!(heads.iter().any(|head| head == column), "{heads:?}");
    }
    // The columns that identify a row have no empty cells.
    assert!(rows.len() > 4);
    for row in &rows[1..] {
        let named = heads
            .iter()
            .zip(*row)
            .filter(|(head, _)| !head.starts_with("fights"));
        let empty = |(head, cell): (&String, &Data)| {
            ["weapon", "target", "attacks"].contains(&head.as_str()) && cell.to_string().is_empty()
        };
        assert!(!named.into_iter().any(empty), "{row:?}");
    }
    let place = read(&book)
        .sheet_names()
        .iter()
        .position(|name| name == "hits");
    let part = format!("xl/worksheets/sheet{}.xml", place.expect("a sheet") + 1);
    let mut archive = zip::ZipArchive::new(Cursor::new(&book.bytes)).expect("a ZIP archive");
    let mut text = String::new();
    let mut file = archive.by_name(&part).expect("the sheet");
    file.read_to_string(&mut text).expect("XML");
    assert!(
        text.contains("<pane ySplit=\"1\"") && text.contains("state=\"frozen\""),
        "{text}"
    );
    let last = rust_xlsxwriter::utility::column_number_to_name(
        u16::try_from(heads.len() - 1).expect("few"),
    );
    let filter = format!("<autoFilter ref=\"A1:{last}{}\"", rows.len());
    assert!(text.contains(&filter), "{filter}: {text}");
}

#[test]
fn what_a_sheet_cannot_hold_is_cut_and_said() {
    let mut report = matrix();
    let long = format!("name,count\r\n{},12345678901234567\r\n", "x".repeat(40_000));
    report.add("compare.csv", long.into_bytes());
    let book = report.put_together(Cuts::holding(16)).expect("it fits");
    assert_eq!(sheet(&book, "damage").height(), 16);
    assert_eq!(sheet(&book, "summary").height(), 9);
    let rows = |cut: &String| cut.contains("`rounds` has the first 15 of 16 rows");
    assert!(book.cuts.iter().any(rows), "{:?}", book.cuts);
    let long = book.cuts.last().expect("a text was too long");
    assert!(long.starts_with("1 text is longer"), "{long}");
    let said = texts(&sheet(&book, "about")).join("\n");
    assert!(said.contains("left out") && said.contains(long), "{said}");
    let compare = sheet(&book, "compare");
    // A spreadsheet would round such a long number.
    assert_eq!(
        compare.get((1, 1)),
        Some(&Data::String("12345678901234567".to_owned()))
    );
    assert_eq!(
        compare
            .get((1, 0))
            .expect("a cell")
            .to_string()
            .chars()
            .count(),
        32_767
    );
}
