//! What can be said to `trailhound compare`. It does nothing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use trailhound_checker::{Compare, Granularity, SearchName};

use crate::machine_arguments::granularities;
use crate::program_arguments::ProgramArguments;
use trailhound_checker::quantity;

pub const EXAMPLES: &str = "\
Examples:
  trailhound compare philosophers.c            all engines and guides, -DN=2, 4, 8, ...
  trailhound compare ring.c --search dfs,best-first --guide rw,mb --granularity shared,line
  trailhound compare queue.rs -DSLOTS={} --csv queue.csv --plots queue/
  trailhound compare server.rs -- --clients {}

The scale takes the place of {} in definitions and in the program's arguments; where there is
no {}, it is defined as N. Each run is a `trailhound check` in a process of its own.";

#[derive(Debug, Args)]
pub struct CompareArguments {
    #[command(flatten)]
    pub program: ProgramArguments,

    /// Engines, as `check --search` knows them, and auto
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "LIST",
        default_value = "dfs,bfs,best-first,astar",
        help_heading = "What to compare"
    )]
    pub search: Vec<SearchName>,
    /// Guides for the directed ones among them, as `check --guide` knows them
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "LIST",
        default_value = "mb,int,pba,pbb,rw,lnb,pl1,pl2,aa",
        help_heading = "What to compare"
    )]
    pub guide: Vec<String>,
    /// Granularities
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "LIST",
        default_value = "shared",
        value_parser = granularities(),
        help_heading = "What to compare"
    )]
    pub granularity: Vec<Granularity>,
    /// What every run is expected to end with: `error`, one of the kinds of errors, or `ok`
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "error",
        help_heading = "What to compare"
    )]
    pub expect: String,
    /// Shorten trails before they are measured
    #[arg(long, help_heading = "What to compare")]
    pub shorten: bool,
    /// A further option for every check, as in --with=--races=off
    #[arg(
        long = "with",
        value_name = "OPTION",
        allow_hyphen_values = true,
        help_heading = "What to compare"
    )]
    pub options: Vec<String>,

    /// The first scale
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..), help_heading = "How far")]
    pub from: u64,
    /// The last scale
    #[arg(long, value_name = "N", default_value_t = 1 << 20, value_parser = clap::value_parser!(u64).range(1..), help_heading = "How far")]
    pub to: u64,
    /// How exactly to find the largest scale that is solved, in per cent of it
    #[arg(
        long,
        value_name = "PERCENT",
        default_value_t = 5,
        help_heading = "How far"
    )]
    pub precision: u64,
    /// Time for one run, compiling included, as in 10s, 5m
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = quantity::duration, help_heading = "How far")]
    pub max_time: Duration,
    /// Memory for the process of one run, as in 512M, 4G
    #[arg(long, value_name = "SIZE", default_value = "900M", value_parser = quantity::size, help_heading = "How far")]
    pub max_memory: usize,

    /// Write every run as a line of a table of comma-separated values here
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub csv: Option<PathBuf>,
    /// Draw the runs into this folder: log-log plots over the scale, as SVG
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub plots: Option<PathBuf>,
    /// Print the table only, without progress
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
}

impl CompareArguments {
    pub fn request(&self, trailhound: &Path) -> Compare {
        Compare {
            searches: self.search.clone(),
            guides: self.guide.clone(),
            granularities: self.granularity.clone(),
            expect: self.expect.clone(),
            shorten: self.shorten,
            options: self.options.clone(),
            from: self.from,
            to: self.to,
            precision: self.precision,
            max_time: self.max_time,
            max_memory: self.max_memory,
            ..Compare::of(self.program.request(), trailhound)
        }
    }
}
