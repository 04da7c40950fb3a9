//! The programs of the StEAM paper: its tables beside what is measured here, on the page
//! docs/results/steam.md with plots, and what was promised beyond them, on steam-goals.md.

mod compared;
mod goals;
mod limits;
mod measured;
mod page;
mod paper;

use std::fs;

use crate::Bench;
use crate::process::Line;
use compared::compare;
use limits::MEMORY;
use measured::{Measured, granularity};
use paper::{PROGRAMS, TABLES};

const GUIDES: &str = "pl1,pl2,mb,lnb,int,aa,rw,pba,pbb";
/// Those for which the paper has A* without compaction.
const FEWER_GUIDES: &str = "pl2,mb,rw,pba,pbb";

/// What competes in one comparison: granularity, engines, guides.
const FIELDS: [(&str, &str, &str); 3] = [
    ("shared", "dfs,bfs,best-first,astar", GUIDES),
    ("line", "dfs,bfs,best-first", GUIDES),
    ("line", "astar", FEWER_GUIDES),
];

/// Measures the tables and writes their page.
pub fn run(bench: &Bench) -> Result<(), String> {
    let folder = bench.root.join("docs/results");
    let mut programs = Vec::new();
    for (index, program) in PROGRAMS.into_iter().enumerate() {
        let mut measured = climb(bench, program)?;
        second_chance(bench, index, &mut measured)?;
        programs.push(measured);
    }
    let text = page::render(bench, &programs)?;
    print!("{text}");
    if bench.size == crate::Size::Quick {
        return Ok(());
    }
    let plots = folder.join("steam");
    fs::create_dir_all(&plots).map_err(|cause| format!("{}: {cause}", plots.display()))?;
    for name in programs.iter().flat_map(|measured| &measured.plots) {
        let (from, to) = (bench.scratch.path().join(name), folder.join(name));
        fs::copy(&from, &to).map_err(|cause| format!("{}: {cause}", to.display()))?;
    }
    let path = folder.join("steam.md");
    fs::write(&path, text).map_err(|cause| format!("{}: {cause}", path.display()))
}

/// Measures what was promised beyond the tables, and writes a page of its own: minutes instead
/// of half an hour.
pub fn measure_goals(bench: &Bench) -> Result<(), String> {
    let text = page::render_goals(bench, &goals::measure(bench)?);
    print!("{text}");
    if bench.size == crate::Size::Quick {
        return Ok(());
    }
    let path = bench.root.join("docs/results/steam-goals.md");
    fs::write(&path, text).map_err(|cause| format!("{}: {cause}", path.display()))
}

/// All engines and guides on one program, under short limits.
fn climb(bench: &Bench, program: &'static str) -> Result<Measured, String> {
    let mut measured = Measured {
        program,
        runs: Vec::new(),
        commands: Vec::new(),
        plots: Vec::new(),
    };
    let first = if program == "cashit" { 1 } else { 2 };
    let last = bench.sized(8, if program == "philo" { 1000 } else { 400 });
    for (granularity, engines, guides) in FIELDS {
        let line = Line::new(format!(
            "trailhound compare examples/steam/{program}.c --search {engines} --guide {guides} \
             --granularity {granularity} --from {first} --to {last} --precision 40 --max-time {} --max-memory {MEMORY}",
            bench.sized("100ms", "1s")
        ));
        bench.tell(&line.0);
        let plots = bench.scratch.path().join("plots");
        measured.runs.extend(compare(bench, &line, Some(&plots))?);
        measured.commands.push(line);
        let name = format!("steam/{program}-{granularity}.svg");
        if plots.join("mean.svg").is_file() && !measured.plots.contains(&name) {
            let place = bench.scratch.path().join(&name);
            fs::create_dir_all(bench.scratch.path().join("steam"))
                .and_then(|()| fs::rename(plots.join("mean.svg"), &place))
                .map_err(|cause| format!("{}: {cause}", place.display()))?;
            measured.plots.push(name);
        }
    }
    Ok(measured)
}

/// A guide that does not reach the paper's scale in a short time gets a longer one, at that scale.
fn second_chance(bench: &Bench, index: usize, measured: &mut Measured) -> Result<(), String> {
    for row in TABLES.iter().flat_map(|table| table.rows()) {
        let Some(paper) = row.programs[index] else {
            continue;
        };
        let best = measured.best(row.search, row.guide, row.compaction);
        if best.solved.is_some_and(|run| run.scale >= paper.scale) {
            continue;
        }
        let (scale, guide) = (paper.scale, row.guide);
        let guides = if guide.is_empty() {
            String::new()
        } else {
            format!(" --guide {guide}")
        };
        let line = Line::new(format!(
            "trailhound compare examples/steam/{}.c --search {}{guides} --granularity {} \
             --from {scale} --to {scale} --max-time {} --max-memory {MEMORY}",
            measured.program,
            row.search,
            granularity(row.compaction),
            bench.sized("500ms", "10s")
        ));
        bench.tell(&line.0);
        let runs = compare(bench, &line, None)?;
        measured.runs.extend(runs);
    }
    Ok(())
}
