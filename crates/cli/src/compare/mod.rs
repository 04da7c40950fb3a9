//! `trailhound compare`: engines, guides and granularities on one program that grows, as the
//! table of the StEAM paper. Every run is a check of its own; here they are put in order.

mod arguments;
mod climb;
mod csv;
mod plan;
mod plot;
mod run;
mod table;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use trailhound_host::{printable, write_whole};

pub use arguments::{CompareArguments, EXAMPLES};

use crate::guard;
use crate::quantity::{bytes, count, seconds};
use climb::Climb;
use plan::{Contender, Family, contenders};
use run::{Outcome, Runner};
use table::{Record, table};

pub fn compare(arguments: &CompareArguments) -> ExitCode {
    match compared(arguments) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {}", printable(&message));
            ExitCode::from(2)
        }
    }
}

fn compared(arguments: &CompareArguments) -> Result<ExitCode, String> {
    let family = Family::new(arguments);
    let runner = Runner::new(arguments)?;
    let climb = Climb {
        from: arguments.from,
        to: arguments.to.max(arguments.from),
        precision: arguments.precision,
    };
    let contenders = contenders(arguments);
    let mut progress = Progress::new(arguments.quiet, contenders.len());
    let mut records = Vec::new();
    for contender in contenders {
        if guard::interrupted() {
            break;
        }
        records.push(measure(&runner, &family, contender, climb, &mut progress));
    }
    progress.clear();

    let text = format!("{family}\n\n{}\n{}", table(&records), rules(arguments));
    println!("{}", printable(&text));
    write(arguments, &family, &records)?;
    Ok(verdict(&records))
}

fn measure(
    runner: &Runner,
    family: &Family,
    contender: Contender,
    climb: Climb,
    progress: &mut Progress,
) -> Record {
    let mut runs = Vec::new();
    progress.next_contender();
    let reached = climb.run(|scale| {
        if guard::interrupted() {
            return ControlFlow::Break(());
        }
        progress.show(&contender, scale);
        let outcome = runner.run(family, &contender, scale);
        if guard::interrupted() {
            return ControlFlow::Break(());
        }
        let solved = matches!(outcome, Outcome::Solved(_));
        runs.push((scale, outcome));
        ControlFlow::Continue(solved)
    });
    Record {
        contender,
        runs,
        reached,
    }
}

/// How the table came about, for the reader of the table.
fn rules(arguments: &CompareArguments) -> String {
    let trails = if arguments.shorten {
        "Trails were shortened."
    } else {
        "Trails are as they were found."
    };
    format!(
        "Each run is a process of its own with {} for its search and {} of memory. n doubles from {}\n\
         until a run is not solved; then the gap is halved until it is at most {} % of n. What is not\n\
         solved at one n is taken to be unsolvable at larger ones. {trails}\n",
        seconds(arguments.max_time.as_secs_f64()),
        bytes(arguments.max_memory as u64),
        count(arguments.from),
        arguments.precision,
    )
}

fn write(arguments: &CompareArguments, family: &Family, records: &[Record]) -> Result<(), String> {
    let put = |path: &Path, text: String| {
        write_whole(path, text.as_bytes()).map_err(|cause| format!("`{}`: {cause}", path.display()))
    };
    if let Some(path) = &arguments.csv {
        put(path, csv::csv(records))?;
    }
    if let Some(folder) = &arguments.plots {
        fs::create_dir_all(folder).map_err(|cause| format!("`{}`: {cause}", folder.display()))?;
        for measure in &plot::MEASURES {
            if let Some(svg) = plot::plot(records, measure, &family.to_string()) {
                put(&folder.join(format!("{}.svg", measure.name)), svg)?;
            }
        }
    }
    Ok(())
}

/// 0 if every answer was the expected one, 1 if one was not, 2 if a run could not be made, 3 if
/// the comparison was interrupted. Wrong answers are named once more, aloud.
fn verdict(records: &[Record]) -> ExitCode {
    let mut code = if guard::interrupted() { 3 } else { 0 };
    for record in records {
        for (scale, outcome) in &record.runs {
            let contender = &record.contender;
            match outcome {
                Outcome::Failed(why) => {
                    eprintln!("FAILED: {contender} at n = {scale}: {}", printable(why));
                    code = code.max(2);
                }
                Outcome::Wrong(cost) => {
                    eprintln!("WRONG: {contender} at n = {scale} says `{}`", cost.answer);
                }
                Outcome::Solved(_) | Outcome::Unsolved(_) => {}
            }
        }
    }
    let runs = || records.iter().flat_map(|record| &record.runs);
    if runs().any(|(_, outcome)| matches!(outcome, Outcome::Wrong(_))) {
        code = 1;
    }
    ExitCode::from(code)
}

/// Which run is being made, on a terminal only.
struct Progress {
    shown: bool,
    contenders: usize,
    current: usize,
}

impl Progress {
    fn new(quiet: bool, contenders: usize) -> Progress {
        Progress {
            shown: !quiet && io::stderr().is_terminal(),
            contenders,
            current: 0,
        }
    }

    fn next_contender(&mut self) {
        self.current += 1;
    }

    fn show(&self, contender: &Contender, scale: u64) {
        if self.shown {
            let (current, all) = (self.current, self.contenders);
            let line = format!("{current}/{all} {contender}: n = {}", count(scale));
            let _ = write!(io::stderr(), "\r\x1b[2K{line}");
            let _ = io::stderr().flush();
        }
    }

    fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
    }
}
