//! `trailhound flow`: whether a sequence rule of events holds on every execution.

mod tell;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anstream::ColorChoice;
use clap::Args;
use trailhound_checker::flow::{FlowError, Judgement, TupleSearch};
use trailhound_checker::{Answer, AutomatonText, Flow, ResourceLimits, Session};
use trailhound_host::{printable, write_whole};

use crate::args::{Format, OutputArguments, ProgramArguments, without_pages};
use crate::check::save_trail;
use crate::guard;
use crate::quantity;
use crate::report::style::render;
use crate::report::{Printer, exit_code};

#[derive(Debug, Args)]
#[command(mut_arg("format", without_pages))]
pub struct FlowArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The events and the rule: see docs/flow.md
    #[arg(long, value_name = "FILE", help_heading = "What shall hold")]
    pub property: PathBuf,
    /// Add a constraint, as in "task main", "variable turn", "lock m"
    ///
    /// Can be given several times. With constraints, here or in the property file, only these
    /// are used; without, the tool adds what excludes the paths that it finds.
    #[arg(long, value_name = "CONSTRAINT", help_heading = "What shall hold")]
    pub constraint: Vec<String>,
    /// Add constraints to those given, too
    #[arg(long, help_heading = "Searching")]
    pub refine: bool,
    /// How to go through the node tuples: bfs, dfs, wastar:WEIGHT, best-first, propagation, or
    /// two stages, as in trap+wastar:1/best-first
    #[arg(
        long,
        value_name = "SEARCH",
        default_value_t = TupleSearch::USUAL,
        help_heading = "Searching"
    )]
    pub search: TupleSearch,
    /// Threads that a loop may start before they are taken as any number of them
    #[arg(long, value_name = "N", default_value_t = Flow::THREADS, help_heading = "Searching")]
    pub threads: u32,
    /// End after this many node tuples
    #[arg(long, value_name = "N", help_heading = "Searching")]
    pub max_tuples: Option<u64>,
    /// End after this time, as in 10s, 5m, 1h, with what is known then
    #[arg(long, value_name = "DURATION", value_parser = quantity::duration, help_heading = "Searching")]
    pub max_time: Option<Duration>,
    /// End when the tuples take this much memory, as in 512M, 4G
    /// [default: 80 % of what is free]
    #[arg(long, value_name = "SIZE", value_parser = quantity::size, help_heading = "Searching")]
    pub max_memory: Option<usize>,
    /// States of the program that may be searched for an execution that breaks the rule
    #[arg(
        long,
        value_name = "N",
        default_value_t = Flow::MAX_STATES,
        help_heading = "Searching"
    )]
    pub max_states: u64,
    /// Do not look for an execution: only the path through the graph counts
    #[arg(long, help_heading = "Searching")]
    pub no_search: bool,
    /// Save the trail of an execution that breaks the rule here, for `trailhound replay`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trail: Option<PathBuf>,
    /// Draw the trace flow graph here, for Graphviz
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub dot: Option<PathBuf>,
    /// What to print
    #[arg(
        long,
        default_value = "text",
        value_name = "FORMAT",
        help_heading = "Output"
    )]
    pub format: Format,
    /// Print the verdict only
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
    /// Show the steps behind the violation, too
    #[arg(long, help_heading = "Output")]
    pub all_steps: bool,
}

impl FlowArguments {
    fn output(&self) -> OutputArguments {
        OutputArguments {
            format: self.format,
            quiet: self.quiet,
            show_library: false,
            all_steps: self.all_steps,
        }
    }

    fn request(&self) -> Result<Flow, String> {
        let path = &self.property;
        let text = fs::read_to_string(path)
            .map_err(|cause| format!("cannot read `{}`: {cause}", path.display()))?;
        let file = path.display().to_string();
        Ok(Flow {
            constraints: self.constraint.clone(),
            refine: self.refine,
            search: self.search,
            threads: self.threads,
            max_tuples: self.max_tuples,
            max_states: self.max_states,
            search_executions: !self.no_search,
            draw: self.dot.is_some(),
            limits: self.resources(),
            ..Flow::new(self.program.request(), AutomatonText { file, text })
        })
    }

    fn resources(&self) -> ResourceLimits {
        ResourceLimits {
            time: self.max_time,
            memory: self.max_memory.map(|bytes| bytes as u64),
        }
    }
}

pub fn flow(arguments: &FlowArguments, colour: ColorChoice) -> ExitCode {
    colour.write_global();
    let session = guard::limit(arguments.resources(), &arguments.output(), colour);
    match judged(arguments, &session, colour) {
        Ok(code) => code,
        Err(reason) => {
            guard::answer_is_known();
            match arguments.format {
                Format::Json => print!("{}", tell::refusal(&reason)),
                Format::Text | Format::Html => {
                    anstream::eprintln!("error: {}", printable(&reason));
                }
            }
            exit_code(Answer::Unsupported)
        }
    }
}

fn judged(
    arguments: &FlowArguments,
    session: &Session,
    colour: ColorChoice,
) -> Result<ExitCode, String> {
    let printer = Printer::new(&arguments.output(), colour);
    let verdict = match arguments.request()?.run_in(session) {
        Ok(verdict) => verdict,
        Err(FlowError::Program(verdict)) if verdict.answer == Answer::Undecided => {
            return Ok(printer.print(&verdict));
        }
        Err(error) => return Err(error.to_string()),
    };
    if let (Some(path), Some(drawn)) = (&arguments.dot, &verdict.graph_dot) {
        write_whole(path, drawn.as_bytes())
            .map_err(|cause| format!("cannot write `{}`: {cause}", path.display()))?;
    }
    let rule = match verdict.judgement {
        Judgement::Violated(mut verdict) => {
            save_trail(arguments.trail.as_deref(), &mut verdict);
            return Ok(printer.print(&verdict));
        }
        Judgement::Judged(rule) => rule,
    };
    guard::answer_is_known();
    match arguments.format {
        Format::Json => print!("{}", tell::json(&rule)),
        Format::Text | Format::Html => {
            anstream::print!("{}", render(&tell::text(&rule, arguments)))
        }
    }
    Ok(exit_code(match rule.holds() {
        true => Answer::Ok,
        false => Answer::Undecided,
    }))
}
