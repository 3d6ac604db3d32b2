//! Tests of the documentation. The output on a page must be the output of the program, and the targets of
//! links must exist.
//!
//! Each page is tested in a folder with the files that the page shows. Its commands are run in order. All of
//! the output is compared, except for durations and speeds, which differ between runs.

use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use trycmd::TestCases;

/// Returns the README, all pages of `docs`, and the pages of the books.
fn pages() -> Vec<PathBuf> {
    iter::once(root().join("README.md"))
        .chain(pages_of(&root().join("docs")))
        .chain(pages_of(&root().join("docs/books")))
        .collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the pages in a folder, but not those in its subfolders.
fn pages_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    paths.filter(is_page).collect()
}

fn read(page: &Path) -> String {
    fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// A piece of a page.
enum Piece<'p> {
    /// A line of prose.
    Prose(&'p str),
    /// A block of code and its language.
    Block(&'p str, String),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        pieces.push(match line.strip_prefix("```") {
            Some(language) => {
                let inside = lines.by_ref().take_while(|line| *line != "```");
                let block = inside.flat_map(|line| [line, "\n"]).collect();
                Piece::Block(language, block)
            }
            None => Piece::Prose(line),
        });
    }
    pieces
}

/// Returns the names and contents of the files that a page shows in full. Such a file is a block of TOML with
/// its name in a comment on the first line.
fn files(text: &str) -> Vec<(String, String)> {
    let named = |piece: Piece| {
        let Piece::Block("toml", block) = piece else {
            return None;
        };
        let name = block.lines().next()?.strip_prefix("# ")?.to_owned();
        (!name.contains(' ')).then_some((name, block))
    };
    pieces(text).into_iter().filter_map(named).collect()
}

/// Returns the targets of all links on a page.
fn links(text: &str) -> Vec<&str> {
    let prose = pieces(text).into_iter().filter_map(|piece| match piece {
        Piece::Prose(line) => Some(line),
        Piece::Block(..) => None,
    });
    prose
        .flat_map(|line| line.split("](").skip(1))
        .filter_map(|rest| Some(rest.split_once(')')?.0))
        .collect()
}

/// Returns the anchors of all headings on a page.
fn headings(text: &str) -> Vec<String> {
    let heading = |piece| match piece {
        Piece::Prose(line) => str::strip_prefix(line, "#"),
        Piece::Block(..) => None,
    };
    let name = |heading: &str| {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
        heading
            .chars()
            .filter(kept)
            .collect::<String>()
            .replace(' ', "-")
    };
    pieces(text)
        .into_iter()
        .filter_map(heading)
        .map(name)
        .collect()
}

/// Returns the text with each duration replaced by `[..]`.
fn without_pace(text: &str) -> String {
    let line = |line: &str| match line.split_once(" fights in ") {
        Some((start, rest)) if rest.ends_with(" a second") => {
            format!("{start} fights in [..] a second\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[test]
fn commands_say_what_they_said() {
    TestCases::new()
        .env("GITHUB_ACTIONS", "false")
        .case("tests/cmd/*.trycmd")
        .run();
}

#[test]
fn only_figures_that_depend_on_the_machine_are_left_out() {
    let text = "4 matchups, 80,000 fights in 0.3 s: 250,000 a second\nfights in a second\n";
    assert_eq!(
        without_pace(text),
        "4 matchups, 80,000 fights in [..] a second\nfights in a second\n"
    );
}

#[test]
fn every_shipped_scenario_asks_something_and_runs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let entries = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("the folder is there");
        entries.map(|entry| entry.expect("it can be read").path())
    };
    let mut asked = 0;
    let is_scenario = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    for path in entries(&folder)
        .flat_map(|book| entries(&book))
        .filter(is_scenario)
    {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        command.arg("run").arg(&path);
        let said = command
            .args(["--fights", "20", "--quiet"])
            .assert()
            .success();
        let text = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
        let title = text.lines().nth(1).expect("a title under the name");
        assert!(title.ends_with('?'), "{}: {title}", path.display());
        asked += 1;
    }
    assert!(asked >= 16, "{asked} scenarios");
}

/// Runs the commands on all pages. Copies of the pages are used, because a page that lies next to a folder of
/// the same name would be run inside that folder.
#[cfg(unix)]
#[test]
fn every_page_is_true() {
    let desk = tempfile::tempdir().expect("a directory for temporary files");
    for page in pages() {
        let text = read(&page);
        let copy = desk.path().join(page.file_name().expect("a page"));
        fs::write(&copy, without_pace(&text)).expect("the directory is ours");
        for folder in ["in", "out"] {
            fs::create_dir(copy.with_extension(folder)).expect("the directory is ours");
        }
        for (name, text) in files(&text) {
            let file = copy.with_extension("in").join(name);
            fs::write(file, text).expect("the directory is ours");
        }
    }
    let cases = TestCases::new();
    cases.env("GITHUB_ACTIONS", "false");
    cases.register_bin("head", Path::new("/usr/bin/head"));
    cases.case(desk.path().join("*.md")).run();
}

#[test]
fn every_link_leads_to_something() {
    let mut followed = 0;
    let reports = pages_of(&root().join("reports"));
    for page in pages().into_iter().chain(reports) {
        let text = read(&page);
        for link in links(&text) {
            if link.contains("://") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let mut target = page.clone();
            if !file.is_empty() {
                target.set_file_name(file);
            }
            let place = page.display();
            assert!(target.exists(), "{place}: no {link}");
            if !heading.is_empty() {
                let known = headings(&read(&target));
                assert!(
                    known.iter().any(|name| name == heading),
                    "{place}: no {link} in {known:?}"
                );
            }
            followed += 1;
        }
    }
    assert!(followed >= 50, "{followed} links");
}

/// Checks that the README is short, because designers read it before they install anything.
#[test]
fn the_readme_is_short() {
    let lines = read(&root().join("README.md")).lines().count();
    assert!(lines <= 250, "{lines} lines");
}

#[test]
fn the_readme_leads_to_every_page() {
    let readme = read(&root().join("README.md"));
    for page in pages_of(&root().join("docs")) {
        let name = page.file_name().expect("a page").to_string_lossy();
        let link = format!("docs/{name}");
        assert!(links(&readme).contains(&&*link), "{link}");
    }
}

/// Checks that each book has a page, and that `docs/books.md` links to it. All these pages must have the same
/// headings. They must quote the answers of the reports in the words of the index of reports.
#[test]
fn every_book_has_its_page() {
    let index = read(&root().join("reports/README.md"));
    let overview = read(&root().join("docs/books.md"));
    let books: Vec<String> = fs::read_dir(root().join("scenarios"))
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    assert_eq!(books.len(), 5, "{books:?}");
    let under_the_title = |book: &str| {
        let page = read(&root().join(format!("docs/books/{book}.md")));
        let mut all = headings(&page).split_off(1);
        // A book whose numbers cannot be set has no section about them.
        all.retain(|heading| heading != "the-numbers-of-the-rules");
        all
    };
    for book in &books {
        assert!(links(&overview).contains(&&*format!("books/{book}.md")));
        assert_eq!(under_the_title(book), under_the_title("brp"), "{book}");
        let page = read(&root().join(format!("docs/books/{book}.md")));
        let quoted = |line: &&str| line.starts_with("- [");
        let answers: Vec<_> = index
            .lines()
            .filter(|line| quoted(line) && line.contains(&format!("]({book}-")))
            .map(|line| line.replacen("](", "](../../reports/", 1))
            .collect();
        assert!(answers.len() >= 8, "{book}: {answers:?}");
        assert!(answers.iter().eq(page.lines().filter(quoted)), "{book}");
    }
}

/// Checks that commands quote words that a shell such as zsh would take for a pattern or a comment.
#[test]
fn commands_can_be_pasted_into_any_shell() {
    let mut commands = 0;
    for page in pages() {
        for piece in pieces(&read(&page)) {
            let Piece::Block(language @ ("console" | "sh"), block) = piece else {
                continue;
            };
            let typed = block.lines().filter_map(|line| match language {
                "sh" => Some(line),
                _ => line.strip_prefix("$ ").or(line.strip_prefix("> ")),
            });
            for line in typed {
                let bare: String = line.split('\'').step_by(2).collect();
                assert!(
                    !bare.contains(['*', '?', '[', ']', '{', '}', '#', '~']),
                    "{}: {line}",
                    page.display()
                );
                commands += 1;
            }
        }
    }
    assert!(commands >= 30, "{commands} commands");
}
