//! Measures what Trailhound promises about speed and memory, always as a ratio of two sides
//! that take turns in one run, and writes the page of results. It knows the product only as
//! a command: it starts `trailhound` and reads its JSON; `flow` alone calls the library.

#![forbid(unsafe_code)]

mod ballast;
mod cargo;
mod cpp;
mod distance;
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
`suites` alone checks programs of the kinds of public suites: docs/results/suites.md.
`reduction` alone measures the reduction of independent steps: docs/results/reduction.md.
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

struct Request {
    size: Size,
    repeat: usize,
    page: Option<PathBuf>,
    sections: Vec<String>,
    /// The page of the distance heuristics instead of the sections.
    distance: bool,
    /// The page of the GMC² paper's experiments instead.
    gmc2: bool,
    /// The page of the tests of a workspace instead.
    cargo: bool,
    lint: bool,
    /// The page of the reduction of independent steps instead.
    reduction: bool,
    /// The page of searches by several threads instead.
    scale: bool,
    /// The page of the memory models instead.
    memory_models: bool,
    /// The page of the programs of public suites' kinds instead.
    suites: bool,
    /// The page of the StEAM paper's programs instead.
    steam: Option<Steam>,
    /// The experiment of the FLAVERS paper instead.
    flavers: Option<Flavers>,
    /// Its properties, or the parts of the memory models' page; all if none is named.
    properties: Vec<String>,
}

/// What to do about the FLAVERS paper.
enum Flavers {
    Page,
    Minimal,
    FromNothing,
}

/// What to measure of the StEAM paper.
#[derive(Clone, Copy)]
enum Steam {
    Page,
    Goals,
}

fn request(mut arguments: impl Iterator<Item = String>) -> Result<Request, String> {
    let mut request = Request {
        size: Size::Full,
        repeat: 5,
        page: None,
        sections: Vec::new(),
        distance: false,
        gmc2: false,
        cargo: false,
        lint: false,
        reduction: false,
        scale: false,
        memory_models: false,
        suites: false,
        steam: None,
        flavers: None,
        properties: Vec::new(),
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "distance" => request.distance = true,
            "gmc2" => request.gmc2 = true,
            "cargo" => request.cargo = true,
            "lint" => request.lint = true,
            "reduction" => request.reduction = true,
            "scale" => request.scale = true,
            "memory-models" => request.memory_models = true,
            "suites" => request.suites = true,
            "steam" => request.steam = Some(Steam::Page),
            "flavers" => request.flavers = Some(Flavers::Page),
            "flavers-minimal" => request.flavers = Some(Flavers::Minimal),
            "flavers-from-nothing" => request.flavers = Some(Flavers::FromNothing),
            "steam-goals" => request.steam = Some(Steam::Goals),
            "--quick" => request.size = Size::Quick,
            "--repeat" => {
                let count = arguments.next().and_then(|text| text.parse().ok());
                request.repeat = count
                    .filter(|&count| count > 0)
                    .ok_or("--repeat needs a number above 0")?;
            }
            "--page" => request.page = Some(arguments.next().ok_or("--page needs a file")?.into()),
            _ if request.flavers.is_some() || request.memory_models => {
                request.properties.push(argument)
            }
            name if SECTIONS.iter().any(|(section, _)| *section == name) => {
                request.sections.push(argument)
            }
            _ => return Err(format!("`{argument}` is not known\n\n{USAGE}")),
        }
    }
    Ok(request)
}

fn run() -> Result<(), String> {
    let request = request(std::env::args().skip(1))?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the crate lies in the repository");
    let bench = Bench {
        trailhound: match request.flavers {
            // The library is called there.
            Some(_) => PathBuf::new(),
            None => process::built(root)?,
        },
        root: root.to_owned(),
        scratch: tempfile::tempdir().map_err(|cause| format!("no scratch folder: {cause}"))?,
        size: request.size,
        repeat: request.repeat,
    };
    if request.distance {
        let text = distance::page(&bench)?;
        let usual = (bench.size == Size::Full).then(|| root.join("docs/results/distance.md"));
        return write(request.page.or(usual), &text);
    }
    if request.cargo {
        let text = cargo::page(&bench)?;
        let usual = root.join("docs/results/cargo.md");
        return write(request.page.or(Some(usual)), &text);
    }
    if request.lint {
        let text = lint::page(&bench)?;
        let usual = root.join("docs/results/lint.md");
        return write(request.page.or(Some(usual)), &text);
    }
    if request.reduction {
        let text = reduction::page(&bench)?;
        let usual = root.join("docs/results/reduction.md");
        return write(request.page.or(Some(usual)), &text);
    }
    if request.scale {
        let text = scale::page(&bench)?;
        let usual = root.join("docs/results/scale.md");
        return write(request.page.or(Some(usual)), &text);
    }
    if request.memory_models {
        let text = weak::page(&bench, &request.properties)?;
        let is_whole = request.properties.is_empty();
        let usual = is_whole.then(|| root.join("docs/results/memory.md"));
        return write(request.page.or(usual), &text);
    }
    if request.suites {
        let text = suites::page(&bench)?;
        let usual = root.join("docs/results/suites.md");
        return write(request.page.or(Some(usual)), &text);
    }
    if request.gmc2 {
        let text = gmc2::run(&bench)?;
        let usual = (bench.size == Size::Full).then(|| root.join("docs/results/gmc2.md"));
        return write(request.page.or(usual), &text);
    }
    match request.steam {
        Some(Steam::Page) => return steam::run(&bench),
        Some(Steam::Goals) => return steam::measure_goals(&bench),
        None => {}
    }
    match request.flavers {
        Some(Flavers::Page) => return flow::run(&bench, &request.properties),
        Some(Flavers::Minimal) => return flow::print_minimal(&bench, &request.properties),
        Some(Flavers::FromNothing) => return flow::from_nothing(&bench, &request.properties),
        None => {}
    }
    let complete = request.sections.is_empty();
    let mut sections = Vec::new();
    for (name, measure) in SECTIONS {
        if complete || request.sections.iter().any(|wanted| wanted == name) {
            bench.tell(name);
            sections.push(measure(&bench).map_err(|cause| format!("{name}: {cause}"))?);
        }
    }
    let text = page::render(&bench, &sections);
    print!("{text}");
    let usual =
        (complete && bench.size == Size::Full).then(|| root.join("docs/results/foundation.md"));
    if let Some(path) = request.page.or(usual) {
        std::fs::write(&path, text).map_err(|cause| format!("{}: {cause}", path.display()))?;
    }
    Ok(())
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
