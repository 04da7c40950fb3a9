//! The command line: `trailhound check`, `replay`, `debug`, `run`, `sample`, `lint`, `flow`, `compare` and `test`.

#![forbid(unsafe_code)]

mod answer;
mod args;
mod check;
mod checkpoint_arguments;
mod compare;
mod debug;
mod flow;
mod goals;
mod guard;
mod limit_arguments;
mod lint;
mod machine_arguments;
mod memory_arguments;
mod output_arguments;
mod program_arguments;
mod progress;
mod properties;
mod replay;
mod report;
mod run;
mod sample;
mod search_arguments;
mod test;

use std::panic;
use std::process::ExitCode;

use clap::Parser;
use trailhound_host::printable;

use args::{Arguments, Command};

fn main() -> ExitCode {
    panic::set_hook(Box::new(|info| {
        eprintln!("internal error: {}", printable(&info.to_string()));
        eprintln!("This is a bug in Trailhound, not in your program. Please report it.");
        if std::env::args().any(|argument| argument == "json" || argument == "--format=json") {
            println!("{}", report::internal_error(&info.to_string()));
        }
        trailhound_host::clean_up();
        std::process::exit(2);
    }));
    guard::begin();
    let arguments = Arguments::parse_from(args::given());
    let colour = arguments.colour();
    match arguments.command {
        Command::Check(check) => check::check(&check, colour),
        Command::Debug(debug) => debug::debug(&debug),
        Command::Replay(replay) => replay::replay(&replay, colour),
        Command::Run(run) => run::run(&run, colour),
        Command::Sample(sample) => sample::sample(&sample, colour),
        Command::Lint(lint) => lint::lint(&lint, colour),
        Command::Flow(flow) => flow::flow(&flow, colour),
        Command::Compare(compare) => compare::compare(&compare),
        Command::Test(test) => test::test(&test, colour),
    }
}
