//! What can be said to `cargo trailhound test`: Cargo's words for what to test, those of Rust's harness for
//! which tests, and ours.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, ValueEnum};
use trailhound_checker::package_tests::{Ignored, PackageTests, TestFilter};
use trailhound_checker::{ResourceLimits, SearchName, SearchRequest};

use crate::machine_arguments::MachineArguments;
use trailhound_checker::quantity;

pub const EXAMPLES: &str = "\
Examples:
  cargo trailhound test                          every test of the package, in all schedules
  cargo trailhound test -p queue fifo            the tests of a member with `fifo` in their names
  cargo trailhound test --workspace --lib        the unit tests of all members
  cargo trailhound test --no-fail-fast --junit target/junit.xml --sarif target/trails.sarif

Exit codes: 0 no test fails in any schedule, 1 a test fails, 2 something cannot be checked,
3 something was not decided within the limits.";

#[derive(Debug, Args)]
pub struct TestArguments {
    #[command(flatten)]
    harness: HarnessArguments,
    #[command(flatten)]
    selection: SelectionArguments,
    /// Define a cfg and an environment variable for the compiler
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    defines: Vec<String>,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    running: RunningArguments,
    #[command(flatten)]
    pub output: TestOutput,
    /// The same as the flags for tests before it, as with `cargo test`
    #[arg(last = true, value_name = "HARNESS FLAGS")]
    behind: Vec<String>,
}

/// Which tests of the selected targets, in the words of Rust's harness.
#[derive(Debug, Args)]
#[command(next_help_heading = "Tests")]
struct HarnessArguments {
    /// Only tests with one of these in their names
    #[arg(value_name = "FILTER")]
    names: Vec<String>,
    /// Filters are whole names
    #[arg(long)]
    exact: bool,
    /// Not the tests with this in their names
    #[arg(long, value_name = "FILTER")]
    skip: Vec<String>,
    /// Only tests that are marked #[ignore]
    #[arg(long, conflicts_with = "include_ignored")]
    ignored: bool,
    /// Tests that are marked #[ignore], too
    #[arg(long)]
    include_ignored: bool,
}

/// What stands behind `--`.
#[derive(Debug, Parser)]
#[command(name = "the flags behind `--`", no_binary_name = true)]
struct Behind {
    #[command(flatten)]
    harness: HarnessArguments,
}

impl HarnessArguments {
    fn filter(self, other: &HarnessArguments) -> TestFilter {
        TestFilter {
            names: [self.names, other.names.clone()].concat(),
            exact: self.exact || other.exact,
            skip: [self.skip, other.skip.clone()].concat(),
            ignored: match (
                self.ignored || other.ignored,
                self.include_ignored || other.include_ignored,
            ) {
                (_, true) => Ignored::Include,
                (true, false) => Ignored::Only,
                (false, false) => Ignored::Skip,
            },
        }
    }
}

/// Packages, targets and features, passed on to Cargo.
#[derive(Debug, Args)]
#[command(next_help_heading = "Packages")]
struct SelectionArguments {
    /// A member of the workspace
    #[arg(short, long, value_name = "NAME")]
    package: Vec<String>,
    /// All members of the workspace
    #[arg(long, alias = "all")]
    workspace: bool,
    /// Not this member
    #[arg(long, value_name = "NAME", requires = "workspace")]
    exclude: Vec<String>,
    /// The unit tests of libraries
    #[arg(long)]
    lib: bool,
    /// The unit tests of all programs
    #[arg(long)]
    bins: bool,
    /// The unit tests of a program
    #[arg(long, value_name = "NAME")]
    bin: Vec<String>,
    /// The unit tests of all examples
    #[arg(long)]
    examples: bool,
    /// The unit tests of an example
    #[arg(long, value_name = "NAME")]
    example: Vec<String>,
    /// All targets that Cargo tests by default, but for examples
    #[arg(long)]
    tests: bool,
    /// A file in tests/
    #[arg(long, value_name = "NAME")]
    test: Vec<String>,
    /// The unit tests of all benchmarks
    #[arg(long)]
    benches: bool,
    /// The unit tests of a benchmark
    #[arg(long, value_name = "NAME")]
    bench: Vec<String>,
    /// All targets: libraries, programs, tests, examples and benchmarks
    #[arg(long)]
    all_targets: bool,
    /// Features to switch on
    #[arg(short = 'F', long, value_name = "LIST")]
    features: Vec<String>,
    /// All features
    #[arg(long)]
    all_features: bool,
    /// Not the default features
    #[arg(long)]
    no_default_features: bool,
    /// The package or workspace [default: that of the current directory]
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    /// Where Cargo puts what it makes, and trails are saved [default: Cargo's own]
    #[arg(long, value_name = "DIR")]
    target_dir: Option<PathBuf>,
    /// Cargo.lock must be up to date
    #[arg(long)]
    locked: bool,
    /// Cargo does not use the network
    #[arg(long)]
    offline: bool,
    /// Both
    #[arg(long)]
    frozen: bool,
}

impl SelectionArguments {
    fn flags(&self) -> Vec<String> {
        let plain = [
            ("--workspace", self.workspace),
            ("--lib", self.lib),
            ("--bins", self.bins),
            ("--examples", self.examples),
            ("--tests", self.tests),
            ("--benches", self.benches),
            ("--all-targets", self.all_targets),
            ("--all-features", self.all_features),
            ("--no-default-features", self.no_default_features),
            ("--locked", self.locked),
            ("--offline", self.offline),
            ("--frozen", self.frozen),
        ];
        let valued = [
            ("--package", &self.package),
            ("--exclude", &self.exclude),
            ("--bin", &self.bin),
            ("--example", &self.example),
            ("--test", &self.test),
            ("--bench", &self.bench),
            ("--features", &self.features),
        ];
        let plain = plain.into_iter().filter(|(_, given)| *given);
        let plain = plain.map(|(flag, _)| flag.to_owned());
        let valued = valued.into_iter().flat_map(|(flag, values)| {
            values
                .iter()
                .flat_map(move |value| [flag.to_owned(), value.clone()])
        });
        plain.chain(valued).collect()
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Searching")]
struct RunningArguments {
    /// Search again, even if verdicts on the same programs are known from before; so does
    /// TRAILHOUND_NO_CACHE=1 in the environment
    #[arg(long)]
    no_cache: bool,
    /// So many tests at a time [default: the number of processors]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Go on after a test has failed
    #[arg(long)]
    no_fail_fast: bool,
    /// End each test after this time, as in 10s, 5m, 1h
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = quantity::duration)]
    max_time: Duration,
    /// End each test when its states take so much memory, as in 512M, 4G
    /// [default: a job's part of 80 % of what is free]
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    max_memory: Option<usize>,
    /// Begin no test after this time, and end those that run: the time to compile counts
    #[arg(long, value_name = "DURATION", value_parser = quantity::duration)]
    max_total_time: Option<Duration>,
    /// How to go through the states of each test, as for `check`
    #[arg(long, default_value = "auto", value_name = "ENGINE")]
    search: SearchName,
    /// Only schedules in which at most N times a thread is interrupted that could go on
    #[arg(long, value_name = "N")]
    preemptions: Option<u32>,
    /// End each test after this many states
    #[arg(long, value_name = "N")]
    max_states: Option<u64>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct TestOutput {
    /// What to print
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub format: TestFormat,
    /// Only tests that did not pass, and the summary
    #[arg(short, long)]
    pub quiet: bool,
    /// Annotations of the source for GitHub Actions, too
    #[arg(long)]
    pub github: bool,
    /// Write a report in JUnit's form here
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write the errors in SARIF's form here, for code scanning
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write pages for a browser into this directory: index.html, and one for each trail
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TestFormat {
    /// For people
    Text,
    /// One object a line for programs: see docs/ci.md
    Json,
}

impl TestArguments {
    pub fn request(&self) -> Result<PackageTests, clap::Error> {
        let Behind { harness } = Behind::try_parse_from(&self.behind)?;
        let running = &self.running;
        Ok(PackageTests {
            manifest: self.selection.manifest_path.clone(),
            cargo_flags: self.selection.flags(),
            target_directory: self.selection.target_dir.clone(),
            filter: harness.filter(&self.harness),
            defines: self.defines.clone(),
            machine: self.machine.request(),
            search: SearchRequest {
                search: running.search,
                preemptions: running.preemptions,
                max_states: running.max_states,
                ..SearchRequest::default()
            },
            limits: ResourceLimits {
                time: Some(running.max_time),
                memory: running.max_memory.map(|bytes| bytes as u64),
            },
            jobs: running.jobs,
            no_fail_fast: running.no_fail_fast,
            use_cache: !running.no_cache && std::env::var_os("TRAILHOUND_NO_CACHE").is_none(),
        })
    }

    /// What all tests together may take.
    pub fn limits(&self) -> ResourceLimits {
        ResourceLimits {
            time: self.running.max_total_time,
            memory: None,
        }
    }
}
