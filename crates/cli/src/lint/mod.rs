//! `trailhound lint`: warnings from the program's text, each put to the test by a search that
//! is led through its places.

mod confirm;
mod hunt;
mod lead;
mod print;
mod words;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anstream::ColorChoice;
use clap::Args;
use trailhound_distance::{Callees, Externals};
use trailhound_host::Printable;
use trailhound_lint::{Warning, warnings};
use trailhound_machine::{entered_by_models, has_models};
use trailhound_program::{FunctionId, Program};
use trailhound_trail::{self as trail, MachineSetup, ProgramSetup};

use crate::args::{Format, OutputArguments, ProgramArguments};
use crate::check::{not_prepared, saved_trail, told};
use crate::conclusion::Conclusion;
use crate::guard::{self, Given};
use crate::prepare::{Prepared, prepare_wide, values_for};
use crate::progress::Progress;
use crate::quantity;
use crate::report::Printer;
use confirm::{Allowed, Answer, Proof, Tested, marked};
use print::{Finding, Place, Summary};
use words::Words;

pub const EXAMPLES: &str = "\
Examples:
  trailhound lint bank.c                  warnings, those that a schedule proves first
  trailhound lint bank.c --show 1         the whole trail of the first
  trailhound lint bank.c --trails found   keep all trails, for `trailhound replay`

Exit codes: 0 no warning, or none that can come true; 1 a warning has come true; 2 the input
cannot be checked; 3 none has, and not all could be decided within the limits.";

#[derive(Debug, Args)]
pub struct LintArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// States that each search for a schedule may store
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200_000,
        help_heading = "Searching"
    )]
    pub max_states: u64,
    /// Time that each search for a schedule may take
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantity::duration, help_heading = "Searching")]
    pub max_time: Duration,
    /// Memory that each search for a schedule may take
    #[arg(long, value_name = "SIZE", value_parser = quantity::size, help_heading = "Searching")]
    pub max_memory: Option<usize>,
    /// Only list the warnings
    #[arg(long, help_heading = "Searching")]
    pub no_search: bool,
    /// Show the whole trail of the warning with this number
    #[arg(long, value_name = "N", conflicts_with = "no_search")]
    pub show: Option<usize>,
    /// Save the trails of errors in this directory, for `trailhound replay`
    #[arg(long, value_name = "DIR", conflicts_with = "no_search")]
    pub trails: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArguments,
}

pub fn lint(arguments: &LintArguments, colour: ColorChoice) -> ExitCode {
    // The limits of the user are for each search.
    guard::limit(Given::default(), &arguments.output, colour);
    let setup = arguments.program.setup();
    let printer = Printer::new(&arguments.output, colour);
    let prepared = match prepare_wide(&setup, setup.files.clone()) {
        Ok(prepared) => prepared,
        Err(error) => return printer.print(&not_prepared(error)),
    };
    let started = Instant::now();
    let found = suspected(&prepared.program);
    let linting = Linting {
        arguments,
        prepared: &prepared,
        machine: MachineSetup {
            values: values_for(&prepared.program),
            ..MachineSetup::default()
        },
        setup,
    };
    let seconds = started.elapsed().as_secs_f64();
    if let Some(number) = arguments.show {
        return printer.print(&linting.show(&found, number));
    }
    let findings = linting.findings(&found);
    let summary = Summary { findings, seconds };
    guard::answer_is_known();
    match arguments.output.format {
        Format::Json => print::json(&summary),
        Format::Text => print::text(&summary, &linting.command(), colour),
    }
    summary.exit_code()
}

/// What the program's text is suspected of.
fn suspected(program: &Program) -> Vec<Warning> {
    let models = has_models(program);
    let is_model = |function: FunctionId| models[function.index()];
    let externals = Externals {
        models: &is_model,
        entered: entered_by_models(program),
    };
    let callees = Callees::new(program, externals.models, &externals.entered);
    warnings(program, &callees, &is_model)
}

struct Linting<'a> {
    arguments: &'a LintArguments,
    prepared: &'a Prepared,
    setup: ProgramSetup,
    machine: MachineSetup,
}

impl Linting<'_> {
    fn words(&self) -> Words<'_> {
        let program = &self.prepared.program;
        Words::new(program, &self.prepared.names)
    }

    /// The command line that asks for the same again.
    fn command(&self) -> String {
        let given: Vec<String> = std::env::args().skip(1).collect();
        format!("trailhound {}", given.join(" "))
    }

    fn findings(&self, warnings: &[Warning]) -> Vec<Finding> {
        let mut words = self.words();
        let mut findings = Vec::new();
        for (index, warning) in warnings.iter().enumerate() {
            let title = words.title(warning);
            let tested = match self.arguments.no_search {
                true => None,
                false => Some(self.test(warning, &title, index + 1, warnings.len())),
            };
            let mut finding = self.finding(&mut words, warning, index + 1, title, &tested);
            if let Some(Tested {
                answer: Answer::Confirmed(proof),
                ..
            }) = &tested
            {
                finding.trail = self.save(proof, index + 1);
            }
            findings.push(finding);
        }
        findings.sort_by_key(|finding| finding.rank());
        findings
    }

    fn test(&self, warning: &Warning, title: &str, number: usize, of: usize) -> Tested {
        let quiet = self.arguments.output.quiet || self.arguments.output.format == Format::Json;
        let label = format!("warning {number} of {of}, {}", warning.kind.name());
        let mut progress = Progress::new(label, quiet);
        if guard::interrupted() {
            return Tested {
                answer: Answer::Open("interrupted".to_owned()),
                states: 0,
            };
        }
        let allowed = Allowed {
            states: self.arguments.max_states,
            time: self.arguments.max_time,
            memory: self.arguments.max_memory,
        };
        confirm::test(
            &self.prepared.program,
            &self.setup,
            &self.machine,
            warning,
            title,
            &allowed,
            &mut progress,
        )
    }

    fn finding(
        &self,
        words: &mut Words<'_>,
        warning: &Warning,
        number: usize,
        title: String,
        tested: &Option<Tested>,
    ) -> Finding {
        let mut places: Vec<Place> = Vec::new();
        for spot in &warning.spots {
            let place = Place {
                place: words.place(spot.at.user),
                text: words.text(spot.at.user),
                role: words.role(warning, spot),
            };
            if !places.contains(&place) {
                places.push(place);
            }
        }
        Finding::new(warning.kind, number, title, places, tested)
    }

    /// Saves the trail, if that is wanted and everybody can walk it.
    fn save(&self, proof: &Proof, number: usize) -> Option<String> {
        let directory = self.arguments.trails.as_ref().filter(|_| !proof.marked)?;
        let conclusion = self.told(proof, None);
        let found = conclusion.found.as_ref()?;
        let saved = saved_trail(&self.prepared.program, &self.setup, &self.machine, found);
        let path = directory.join(format!("warning-{number}.json"));
        let written = std::fs::create_dir_all(directory).and_then(|()| saved.write(&path));
        match written {
            Ok(()) => Some(path.display().to_string()),
            Err(cause) => {
                eprintln!(
                    "warning: the trail could not be saved: {}",
                    Printable(cause)
                );
                None
            }
        }
    }

    fn told(&self, proof: &Proof, warning: Option<&Warning>) -> Conclusion {
        let with_marks;
        let program = match warning {
            Some(warning) if proof.marked => {
                with_marks = marked(&self.prepared.program, warning);
                &with_marks
            }
            _ => &self.prepared.program,
        };
        let options = self.machine.options(&self.setup);
        let names = &self.prepared.names;
        let report = trail::replay(program, names, &options, &proof.choices, &proof.problem);
        told(&proof.problem, report, proof.choices.clone(), None)
    }

    /// The whole trail of one warning.
    fn show(&self, warnings: &[Warning], number: usize) -> Conclusion {
        let Some(warning) = number.checked_sub(1).and_then(|n| warnings.get(n)) else {
            let count = warnings.len();
            return Conclusion::unsupported(format!("there is no warning {number} of {count}"));
        };
        let title = self.words().title(warning);
        let tested = self.test(warning, &title, number, warnings.len());
        match tested.answer {
            Answer::Confirmed(proof) => self.told(&proof, Some(warning)),
            Answer::CannotHappen => Conclusion {
                reason: Some(format!("warning {number} cannot come true: {title}")),
                ..Conclusion::new(crate::conclusion::Verdict::Ok)
            },
            Answer::Open(reason) => Conclusion {
                reason: Some(format!("warning {number} is not decided: {reason}")),
                ..Conclusion::new(crate::conclusion::Verdict::Undecided)
            },
        }
    }
}
