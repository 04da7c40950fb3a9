//! What can be said on the command line, and what `--help` teaches. It does nothing.

use std::ffi::OsString;

use anstream::ColorChoice;
use clap::{Parser, Subcommand, ValueEnum};

use crate::check::CheckArguments;
use crate::compare::{self, CompareArguments};
use crate::debug::DebugArguments;
use crate::flow::FlowArguments;
use crate::lint::{self, LintArguments};
use crate::replay::ReplayArguments;
use crate::run::RunArguments;
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
    Check(Box<CheckArguments>),
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
