//! What can be said on the command line, and what `--help` teaches. It does nothing.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use anstream::ColorChoice;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Parser, Subcommand, ValueEnum};
use trailhound_checker::{
    AnyGuide, Check, ProgramRequest, ResourceLimits, SearchName, SearchRequest, StoreName,
};

use crate::compare::{self, CompareArguments};
use crate::flow::FlowArguments;
use crate::goals::GoalArguments;
use crate::lint::{self, LintArguments};
use crate::machine_arguments::MachineArguments;
use crate::properties::PropertyArguments;
use crate::quantity;
use crate::sample::SampleArguments;
use crate::test::{self, TestArguments};

/// Finds the thread schedules in which a concurrent program fails.
///
/// Trailhound compiles an ordinary Rust, C or C++ program, runs it on a machine of its own, and
/// goes through all schedules of its threads. It answers with a trail (the schedule that
/// fails, line by line), with the proof that no schedule fails, or with what it has covered.
#[derive(Debug, Parser)]
#[command(name = "trailhound", version, after_help = EXAMPLES, subcommand_required = true, arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,

    /// When to use colours
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Output"
    )]
    color: Colour,

    /// The same as --color never
    #[arg(long, global = true, help_heading = "Output")]
    no_color: bool,
}

/// The command line, with flags that every compiler knows as `--cflag`.
pub fn given() -> Vec<OsString> {
    let mut own = false;
    let passed_on = |word: &str| {
        ["-std=", "-stdlib=", "-f", "-m", "-U"]
            .iter()
            .any(|flag| word.starts_with(flag))
    };
    std::env::args_os()
        .map(|word| {
            // What follows belongs to the checked program.
            own |= word == "--";
            match word.to_str() {
                Some(text) if !own && passed_on(text) => format!("--cflag={text}").into(),
                _ => word,
            }
        })
        .collect()
}

impl Arguments {
    pub fn colour(&self) -> ColorChoice {
        match self.color {
            _ if self.no_color => ColorChoice::Never,
            Colour::Auto => ColorChoice::Auto,
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  trailhound check philosophers.rs             all schedules of a Rust program
  trailhound check queue.c main.c -DN=3        C files that belong together
  trailhound check -p build --entry main.cpp   a project with compile_commands.json
  trailhound check bank.c --trail bank.json    keep the trail of an error
  trailhound replay bank.json                  walk it again
  trailhound run bank.c --schedule random --seed 7
                                               one schedule, with the program's output

Exit codes: 0 no error in any schedule, 1 error found, 2 the input cannot be checked,
3 not decided within the limits.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check a program in all schedules of its threads
    #[command(after_help = EXAMPLES)]
    Check(CheckArguments),
    /// Walk a saved trail again, to the same error
    Replay(ReplayArguments),
    /// Let an editor walk along a saved trail, forwards and backwards: see docs/debugger.md
    Debug(DebugArguments),
    /// Run a program in one schedule and show what it prints
    Run(RunArguments),
    /// Look at random executions, and say with which confidence how few of them fail
    Sample(SampleArguments),
    /// Warn about locks and shared variables, and search for schedules that prove it
    #[command(after_help = lint::EXAMPLES)]
    Lint(LintArguments),
    /// Prove that a sequence rule of events holds on every execution, without running the program
    Flow(FlowArguments),
    /// Check every test of a Cargo package or workspace, each by itself in all schedules
    #[command(after_help = test::EXAMPLES)]
    Test(TestArguments),
    /// Compare engines, guides and granularities on a program that grows
    #[command(after_help = compare::EXAMPLES)]
    Compare(CompareArguments),
}

#[derive(Debug, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    #[command(flatten)]
    pub machine: MachineArguments,
    #[command(flatten)]
    pub goals: GoalArguments,
    #[command(flatten)]
    pub properties: PropertyArguments,
    /// Write the automaton of the violations of --ltl and --automaton here, for Graphviz
    #[arg(long, value_name = "FILE", help_heading = "What shall hold")]
    pub dot: Option<PathBuf>,
    #[command(flatten)]
    pub search: SearchArguments,
    /// Save the trail of an error here, for `trailhound replay`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trail: Option<PathBuf>,
    /// List what of the reachable program cannot be executed (functions without a model, assembly,
    /// instructions, constants), and where, instead of checking it
    #[arg(long, help_heading = "Output", conflicts_with_all = ["trail", "dot"])]
    pub what_is_missing: bool,
    /// Write the content of the globals in every state in which the program has ended here, one
    /// line for each: the tests of the reductions compare them
    #[arg(long, value_name = "FILE", hide = true)]
    pub final_states: Option<PathBuf>,
    /// Search again, even if the verdict on the same program is known from before; so does
    /// TRAILHOUND_NO_CACHE=1 in the environment
    #[arg(long, help_heading = "Searching")]
    pub no_cache: bool,
    #[command(flatten)]
    pub output: OutputArguments,
}

impl CheckArguments {
    /// The check without its properties, which are read from files.
    pub fn check(&self) -> Check {
        let mut machine = self.machine.request();
        machine.goals = self.goals.request();
        Check {
            program: self.program.request(),
            machine,
            search: self.search.request(),
            limits: self.search.limits.resources(),
            final_states: self.final_states.is_some(),
            use_cache: !self.no_cache && std::env::var_os("TRAILHOUND_NO_CACHE").is_none(),
        }
    }
}

#[derive(Debug, Args)]
pub struct ReplayArguments {
    /// A trail that `trailhound check --trail FILE` has saved
    pub trail: PathBuf,
    /// The program, if its files are not where they were; a Cargo package must be named, for its
    /// build scripts and macros run on this machine
    pub program: Vec<PathBuf>,
    /// Take all compiler flags that the trail asks for, harmless or not
    #[arg(long)]
    pub trust_flags: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub output: OutputArguments,
}

#[derive(Debug, Args)]
pub struct DebugArguments {
    /// A trail that `trailhound check --trail FILE` has saved [default: what the editor's launch
    /// request has as `trail`]
    pub trail: Option<PathBuf>,
    /// The program, if its files are not where they were; a Cargo package must be named, for its
    /// build scripts and macros run on this machine
    pub program: Vec<PathBuf>,
    /// Take all compiler flags that the trail asks for, harmless or not
    #[arg(long)]
    pub trust_flags: bool,
}

#[derive(Debug, Args)]
pub struct RunArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    #[command(flatten)]
    pub machine: MachineArguments,
    /// Who runs when several threads can
    #[arg(long, default_value = "first", value_name = "WHO")]
    pub schedule: ScheduleName,
    /// The number that decides a random schedule
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Save the trail here if the schedule fails
    #[arg(long, value_name = "FILE")]
    pub trail: Option<PathBuf>,
    /// Show steps inside library code one by one
    #[arg(long)]
    pub show_library: bool,
}

/// What the whole command may take.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArguments {
    /// End after this time, as in 10s, 5m, 1h: the time to compile counts
    #[arg(long, value_name = "DURATION", value_parser = quantity::duration)]
    pub max_time: Option<Duration>,
    /// End when so much memory is in use, as in 512M, 4G [default: 80 % of what is free]
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    pub max_memory: Option<usize>,
}

impl LimitArguments {
    pub fn resources(&self) -> ResourceLimits {
        ResourceLimits {
            time: self.max_time,
            memory: self.max_memory.map(|bytes| bytes as u64),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScheduleName {
    /// A thread runs until it waits, then the next
    First,
    /// Drawn anew for each step
    Random,
}

#[derive(Debug, Args)]
pub struct ProgramArguments {
    /// One Rust file (a crate root) or Cargo package, or any number of .c, .cpp and .ll files
    #[arg(required_unless_present = "entry", value_name = "PROGRAM")]
    pub files: Vec<PathBuf>,
    /// Compile the files as a project does: its compile_commands.json, or the directory with it
    #[arg(short = 'p', long, value_name = "FILE", help_heading = "Compiling")]
    pub project: Option<PathBuf>,
    /// The file of the project with `main`; the other files are linked as far as they are needed
    #[arg(
        long,
        value_name = "FILE",
        requires = "project",
        help_heading = "Compiling"
    )]
    pub entry: Option<PathBuf>,
    /// Define a macro for C, a cfg and an environment variable for Rust
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Compiling")]
    pub defines: Vec<String>,
    /// Look for headers here
    #[arg(short = 'I', value_name = "DIR", help_heading = "Compiling")]
    pub include_dirs: Vec<PathBuf>,
    /// Pass a flag on to the compiler; -std=, -stdlib=, -f, -m and -U need no --cflag
    #[arg(
        long = "cflag",
        value_name = "FLAG",
        allow_hyphen_values = true,
        help_heading = "Compiling"
    )]
    pub compiler_flags: Vec<String>,
    /// Take all flags that the project's compile commands ask for, harmless or not
    #[arg(long, requires = "project", help_heading = "Compiling")]
    pub trust_flags: bool,
    /// Let the compiler optimise [default: every access of the source stays]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3), help_heading = "Compiling")]
    pub opt_level: Option<u8>,
    #[command(flatten)]
    pub package: PackageArguments,
    /// What the program gets as its arguments
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
}

/// Which program of a Cargo package is meant, in Cargo's own words.
#[derive(Debug, Args)]
#[command(next_help_heading = "Packages")]
pub struct PackageArguments {
    /// The member of the workspace
    #[arg(long, value_name = "NAME")]
    pub package: Option<String>,
    /// A program of the package [default: its only one]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["example", "test"])]
    pub bin: Option<String>,
    /// An example of the package
    #[arg(long, value_name = "NAME", conflicts_with = "test")]
    pub example: Option<String>,
    /// A file in the package's tests/; a single test is named after `--`
    #[arg(long, value_name = "NAME", conflicts_with = "lib")]
    pub test: Option<String>,
    /// The unit tests of the package's library; a single one is named after `--`
    #[arg(long, conflicts_with_all = ["bin", "example"])]
    pub lib: bool,
    /// Features to switch on
    #[arg(long, value_name = "LIST")]
    pub features: Option<String>,
}

impl PackageArguments {
    fn flags(&self) -> Vec<String> {
        let given = [
            ("--package", &self.package),
            ("--bin", &self.bin),
            ("--example", &self.example),
            ("--test", &self.test),
            ("--features", &self.features),
        ];
        let lib = self.lib.then(|| "--lib".to_string());
        given
            .into_iter()
            .filter_map(|(flag, value)| Some([flag.to_string(), value.clone()?]))
            .flatten()
            .chain(lib)
            .collect()
    }

    /// What the harness of Rust's tests is told besides: one test at a time, and what it prints is
    /// not kept, for which the threads of the test would share memory with it.
    fn harness(&self, arguments: &[String]) -> Vec<String> {
        let told = |flag: &str| arguments.iter().any(|word| word.starts_with(flag));
        let tests = self.test.is_some() || self.lib;
        let ours = [
            ("--test-threads", "--test-threads=1"),
            ("--no-capture", "--no-capture"),
        ];
        ours.into_iter()
            .filter(|(flag, _)| tests && !told(flag))
            .map(|(_, word)| word.to_string())
            .collect()
    }
}

impl ProgramArguments {
    pub fn request(&self) -> ProgramRequest {
        ProgramRequest {
            files: self.entry.iter().chain(&self.files).cloned().collect(),
            project: self.project.clone(),
            whole_project: self.entry.is_some(),
            directory: std::env::current_dir().unwrap_or_default(),
            defines: self.defines.clone(),
            include_dirs: self.include_dirs.clone(),
            compiler_flags: self.compiler_flags.clone(),
            opt_level: self.opt_level,
            trust_flags: self.trust_flags,
            cargo_flags: self.package.flags(),
            arguments: {
                let own = self.package.harness(&self.arguments);
                self.arguments.iter().cloned().chain(own).collect()
            },
        }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Searching")]
pub struct SearchArguments {
    /// How to go through the states: auto, dfs, bfs, iddfs, best-first, greedy, beam[:WIDTH],
    /// astar, wastar[:WEIGHT] or random
    ///
    /// auto: depth first for a while, then best first with the guides that fit the program,
    /// and again with more states each time, until an error is found or nothing is left.
    /// dfs: depth first: little memory, long trails.
    /// bfs: breadth first: shortest trails.
    /// iddfs: depth first, deeper each time: short trails, little memory, slow.
    /// best-first: the state that the guide ranks best is expanded next.
    /// greedy: depth first, the best successor first.
    /// beam: best-first that keeps only WIDTH states waiting: decides nothing but what it
    /// meets.
    /// astar, wastar: steps so far plus WEIGHT times the rank: shorter trails.
    /// random: random walks: decides nothing but what it meets.
    #[arg(long, default_value = "auto", value_name = "ENGINE")]
    pub search: SearchName,
    /// What directs the search: mb, int, pba, pbb, rw, lnb, pl1, pl2, aa, lock, shared, thread,
    /// random, none, or two of them, as in pl1+int; or fsm, efsm:K, fca, efca, pfsm
    /// [default: what fits the program]
    ///
    /// The last five count instructions to the places of --target, --mutex and --via, or to
    /// assertions, panics and aborts, or to locks: fsm whoever called whom, efsm:K with K
    /// return addresses, fca and efca with calls summed up, efca and efsm:K with the stack,
    /// pfsm for virtual calls.

    /// For deadlocks: mb (most blocked threads), lnb and pl1 (locks and blocked threads), pl2,
    /// pbb and pba (also their neighbourhood), lock. For failed assertions: rw (writes, few
    /// reads), aa (reads and writes in turn), int (threads in turn), shared. With --search
    /// auto it means best-first. See docs/guides.md.
    #[arg(long, value_name = "GUIDE")]
    pub guide: Option<AnyGuide>,
    /// Only schedules in which at most N times a thread is interrupted that could go on
    #[arg(long, value_name = "N")]
    pub preemptions: Option<u32>,
    /// Threads of a search that visits every state
    ///
    /// For --search bfs, for dfs with --all-orders, and for the exhaustive part of auto where it leaves out no
    /// orders. The verdict and the number of states without an error do not depend on it. What cannot use several
    /// uses one, and says so.
    #[arg(short, long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// What is kept of visited states: exact, compact or bitstate[:SIZE]
    ///
    /// exact: all of them, compressed. compact: hashes of 64 bits, about 13 bytes a state however large it is.
    /// bitstate: three bits a state, in a field of SIZE [default: 256M]. The last two search depth first, may
    /// take a state for another and leave it out, and say how likely that is: they find errors and prove nothing.
    #[arg(long, value_name = "STORE", default_value = "exact", value_parser = store_name)]
    pub store: StoreName,
    /// End after this many states
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
    /// Do not look beyond this many steps
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u32>,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// The number that decides random walks and, unless it is 0, between states that a guide
    /// ranks alike
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Search with so many seeds, from --seed on, and tell how often that finds an error, and
    /// after how many states
    ///
    /// For random walks and for guides whose ties are broken at random. The program is compiled
    /// and analysed once, and the searches share the processors. The trail is that of the search
    /// that takes the fewest states.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub trials: Option<u64>,
    /// Print the first trail that is found, however long it is
    #[arg(long)]
    pub no_shorten: bool,
    /// Look at no random executions when the search has come to a limit
    #[arg(long)]
    pub no_sampling: bool,
    /// Measure what a guide by distance takes
    #[arg(long, hide = true)]
    pub time_guide: bool,
}

/// The store that a word names.
fn store_name(text: &str) -> Result<StoreName, String> {
    const USUAL_FIELD: u64 = 256 << 20;
    match text.split_once(':') {
        None if text == "exact" => Ok(StoreName::Exact),
        None if text == "compact" => Ok(StoreName::Compact),
        None if text == "bitstate" => Ok(StoreName::Bitstate(USUAL_FIELD)),
        Some(("bitstate", size)) => {
            quantity::size(size).map(|bytes| StoreName::Bitstate(bytes as u64))
        }
        _ => Err("there are exact, compact and bitstate[:SIZE]".to_owned()),
    }
}

impl SearchArguments {
    pub fn request(&self) -> SearchRequest {
        SearchRequest {
            search: self.search,
            guide: self.guide,
            preemptions: self.preemptions,
            store: self.store,
            jobs: self.jobs,
            max_states: self.max_states,
            max_depth: self.max_depth,
            seed: self.seed,
            trials: self.trials,
            shorten: !self.no_shorten,
            sample: !self.no_sampling,
            time_guide: self.time_guide,
        }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArguments {
    /// What to print
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub format: Format,
    /// Print the verdict only
    #[arg(short, long)]
    pub quiet: bool,
    /// Show steps inside library code one by one
    #[arg(long)]
    pub show_library: bool,
    /// Show every step of a very long trail
    #[arg(long)]
    pub all_steps: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One object for programs: see docs/json.md
    Json,
    /// One page for a browser, to walk along the trail: see docs/html.md
    Html,
}

/// The formats of commands whose answer is more than a verdict.
pub fn without_pages(format: Arg) -> Arg {
    let known = [Format::Text, Format::Json];
    let values = known.iter().filter_map(ValueEnum::to_possible_value);
    let values = PossibleValuesParser::new(values);
    format.value_parser(values.map(|name| match name.as_str() {
        "json" => Format::Json,
        _ => Format::Text,
    }))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colour {
    Auto,
    Always,
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn values_may_be_negative() {
        let parsed = Arguments::parse_from(["trailhound", "check", "x.c", "--values", "-1,0,7"]);
        let Command::Check(check) = parsed.command else {
            panic!("a check")
        };
        assert_eq!(check.machine.values, Some(vec![-1, 0, 7]));
    }
}
