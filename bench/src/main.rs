//! Measures what Trailhound promises about speed and memory, always as a ratio of two sides
//! that take turns in one run, and writes the page of results. It knows the product only as
//! a command: it starts `trailhound` and reads its JSON; `flow` alone calls the library.

#![forbid(unsafe_code)]

mod ballast;
mod cargo;
mod coverage;
mod cpp;
mod distance;
mod drivers;
mod flow;
mod gmc2;
mod lint;
mod memory;
mod page;
mod printing;
mod process;
mod reader;
mod reduction;
mod scale;
mod search;
mod setup;
mod single_thread;
mod steam;
mod suites;
mod weak;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use page::Section;
use setup::{Bench, Size};

const USAGE: &str = "\
usage: cargo run --release -p trailhound-bench -- [--quick] [--repeat N] [--page FILE] [SECTION...]

Sections: reader machine search ballast memory printing cpp (all of them if none is named).
`distance` alone measures the tables of the distance heuristics: docs/results/distance.md.
`cargo` alone measures `cargo trailhound test`: docs/results/cargo.md.
`lint` alone counts what lint says about the test programs: docs/results/lint.md.
`coverage` alone checks drivers of popular crates: docs/coverage.md; with names of crates behind it, these only.
`suites` alone checks programs of the kinds of public suites: docs/results/suites.md.
`reduction` alone measures the reduction of independent steps: docs/results/reduction.md; with names of parts
behind it (programs, writers, crates, auto), it prints these only.
`scale` alone measures searches by several threads: docs/results/scale.md.
`memory-models` alone measures weaker orders of atomics: docs/results/memory.md; with names of parts behind
it (unaffected, programs, tools, crates), it prints these only.
`gmc2` alone measures the experiments of the GMC² paper: docs/results/gmc2.md.
`steam` alone measures the programs of the StEAM paper instead, and writes docs/results/steam.md;
`steam-goals` only what was promised of them, and writes docs/results/steam-goals.md.
`flavers` repeats the experiment of the FLAVERS paper: docs/results/flavers.md; with names of
properties behind it, it measures these only;
`flavers-minimal [PROPERTY...]` looks for minimal sets of constraints and prints them.
--quick     small programs, for a look; the goals are meant for the large ones
--repeat N  how often each side is measured [default: 5]
--page FILE where the page goes [default: docs/results/foundation.md if all sections are
            measured in full, otherwise nowhere]

Needs: clang, rustc, and for `search` spin and cc.";

type Measurement = fn(&Bench) -> Result<Section, String>;

const SECTIONS: [(&str, Measurement); 7] = [
    ("reader", reader::measure),
    ("machine", single_thread::measure),
    ("search", search::measure),
    ("ballast", ballast::measure),
    ("memory", memory::measure),
    ("printing", printing::measure),
    ("cpp", cpp::measure),
];

/// A page of its own in place of the sections: it takes the words behind its name, and gives its text.
type Page = fn(&Bench, &[String]) -> Result<String, String>;

/// By name, with the file below `docs` that the whole page is written to.
const PAGES: [(&str, Page, &str); 9] = [
    ("coverage", coverage::page, "coverage.md"),
    (
        "distance",
        |bench, _| distance::page(bench),
        "results/distance.md",
    ),
    ("cargo", |bench, _| cargo::page(bench), "results/cargo.md"),
    ("lint", |bench, _| lint::page(bench), "results/lint.md"),
    (
        "suites",
        |bench, _| suites::page(bench),
        "results/suites.md",
    ),
    ("scale", |bench, _| scale::page(bench), "results/scale.md"),
    ("gmc2", |bench, _| gmc2::run(bench), "results/gmc2.md"),
    ("reduction", reduction::page, "results/reduction.md"),
    ("memory-models", weak::page, "results/memory.md"),
];

/// The same for what writes its own files.
type Experiment = fn(&Bench, &[String]) -> Result<(), String>;

const EXPERIMENTS: [(&str, Experiment); 5] = [
    ("steam", |bench, _| steam::run(bench)),
    ("steam-goals", |bench, _| steam::measure_goals(bench)),
    ("flavers", flow::run),
    ("flavers-minimal", flow::print_minimal),
    ("flavers-from-nothing", flow::from_nothing),
];

struct Request {
    size: Size,
    repeat: usize,
    page: Option<PathBuf>,
    /// Sections, or the name of a page or an experiment and what it is to measure.
    words: Vec<String>,
}

fn request(mut arguments: impl Iterator<Item = String>) -> Result<Request, String> {
    let mut request = Request {
        size: Size::Full,
        repeat: 5,
        page: None,
        words: Vec::new(),
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => request.size = Size::Quick,
            "--repeat" => {
                let count = arguments.next().and_then(|text| text.parse().ok());
                request.repeat = count
                    .filter(|&count| count > 0)
                    .ok_or("--repeat needs a number above 0")?;
            }
            "--page" => request.page = Some(arguments.next().ok_or("--page needs a file")?.into()),
            _ => request.words.push(argument),
        }
    }
    Ok(request)
}

fn run() -> Result<(), String> {
    let Request {
        size,
        repeat,
        page,
        words,
    } = request(std::env::args().skip(1))?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the crate lies in the repository");
    let (name, parts) = match words.split_first() {
        Some((name, parts)) => (name.as_str(), parts),
        None => ("", [].as_slice()),
    };
    let bench = Bench {
        trailhound: match name.starts_with("flavers") {
            // The library is called there.
            true => PathBuf::new(),
            false => process::built(root)?,
        },
        root: root.to_owned(),
        scratch: tempfile::tempdir().map_err(|cause| format!("no scratch folder: {cause}"))?,
        size,
        repeat,
    };
    if let Some((_, text, file)) = PAGES.iter().find(|page| page.0 == name) {
        let is_whole = size == Size::Full && parts.is_empty();
        let usual = is_whole.then(|| root.join("docs").join(file));
        return write(page.or(usual), &text(&bench, parts)?);
    }
    if let Some((_, experiment)) = EXPERIMENTS.iter().find(|known| known.0 == name) {
        return experiment(&bench, parts);
    }
    let sections = measure(&bench, &words)?;
    let is_whole = size == Size::Full && words.is_empty();
    let usual = is_whole.then(|| root.join("docs/results/foundation.md"));
    write(page.or(usual), &page::render(&bench, &sections))
}

/// The sections of these names, or all.
fn measure(bench: &Bench, names: &[String]) -> Result<Vec<Section>, String> {
    let is_known = |name: &&String| SECTIONS.iter().any(|(section, _)| section == name);
    if let Some(unknown) = names.iter().find(|name| !is_known(name)) {
        return Err(format!("`{unknown}` is not known\n\n{USAGE}"));
    }
    let mut sections = Vec::new();
    for (name, measure) in SECTIONS {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            bench.tell(name);
            sections.push(measure(bench).map_err(|cause| format!("{name}: {cause}"))?);
        }
    }
    Ok(sections)
}

/// Prints a page, and keeps it if it has a place.
fn write(path: Option<PathBuf>, text: &str) -> Result<(), String> {
    print!("{text}");
    match path {
        None => Ok(()),
        Some(path) => {
            std::fs::write(&path, text).map_err(|cause| format!("{}: {cause}", path.display()))
        }
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
