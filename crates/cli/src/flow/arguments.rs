//! What can be said to `trailhound flow`.

use std::path::PathBuf;
use std::time::Duration;
use std::{fs, io};

use clap::Args;
use trailhound_checker::flow::TupleSearch;
use trailhound_checker::{AutomatonText, Flow, ResourceLimits};

use crate::output_arguments::{Format, OutputArguments, without_pages};
use crate::program_arguments::ProgramArguments;
use trailhound_checker::quantity;

/// The property file cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read `{}`: {cause}", path.display())]
pub struct UnreadProperty {
    path: PathBuf,
    cause: io::Error,
}

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
    pub fn output(&self) -> OutputArguments {
        OutputArguments {
            format: self.format,
            quiet: self.quiet,
            show_library: false,
            all_steps: self.all_steps,
        }
    }

    pub fn request(&self) -> Result<Flow, UnreadProperty> {
        let path = &self.property;
        let text = fs::read_to_string(path).map_err(|cause| UnreadProperty {
            path: path.clone(),
            cause,
        })?;
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

    pub fn resources(&self) -> ResourceLimits {
        ResourceLimits {
            time: self.max_time,
            memory: self.max_memory.map(|bytes| bytes as u64),
        }
    }
}
