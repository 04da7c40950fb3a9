<<<<<<< HEAD
//! The command line: `trailhound check`, `replay` and `run`.

mod args;
mod check;
mod conclusion;
mod interrupt;
mod prepare;
mod progress;
mod quantity;
mod replay;
mod report;
mod run;
mod shorten;
mod system;
=======
use trailhound_frontend::{Request, compile};
use trailhound_llvm::Module;
use trailhound_machine::*;
use trailhound_search::{Engine, Graph, Unwatched, Weight};

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let run = args.iter().position(|a| a == "--run").map(|i| args.remove(i)).is_some();
    let t = std::time::Instant::now();
    let defines = args.iter().filter_map(|a| a.strip_prefix("-D")).map(str::to_owned).collect();
    let inputs = args.iter().filter(|a| !a.starts_with('-')).map(Into::into).collect();
    let fine = args.iter().any(|a| a == "--fine");
    let compiled = match compile(&Request { inputs, defines, compiler_flags: args.iter().filter(|a| a.starts_with("-std")).cloned().collect(), ..Default::default() }) {
        Ok(c) => c,
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(2)
        }
    };
    eprintln!("compiled {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let modules = compiled.modules.into_iter().map(|m| Module::read(m.text, &m.name).unwrap()).collect();
    let program = load(modules).unwrap();
    eprintln!("linked {:?}, {} functions", t.elapsed(), program.functions.iter().filter(|f| f.body.is_some()).count());
    let options = Options {
        granularity: if fine { Granularity::Instruction } else { Granularity::Shared },
        wide_values: { let mut v: Vec<i64> = program.compared_constants.iter().flat_map(|&c| [c.wrapping_sub(1), c, c.wrapping_add(1)]).chain([0, 1, -1]).collect(); v.sort(); v.dedup(); v },
        ..Default::default()
    };
    let mut machine = Machine::new(&program, options);
    if run {
        machine.observer.active = true;
        let mut graph = ProgramGraph::new(machine, Races::Off);
        let mut state = match graph.initial() {
            Ok(s) => s,
            Err(f) => {
                show(&graph.machine);
                println!("{:?}", graph.problems[f.id as usize]);
                dump(&graph.machine);
                return;
            }
        };
        let mut changes = Vec::new();
        while let Some(edge) = graph.successor(&state, 0, &mut changes) {
            if let trailhound_search::EdgeKind::Finding(f) = edge.kind {
                println!("{:?}", graph.problems[f.id as usize]);
                dump(&graph.machine);
                break;
            }
            for &(s, l) in &changes {
                if state.len() <= s as usize {
                    state.resize(s as usize + 1, 0);
                }
                state[s as usize] = l;
            }
        }
        show(&graph.machine);
        return;
    }
    machine.options.leaks = args.iter().any(|a| a == "--leaks");
    machine.options.exit_status = args.iter().any(|a| a == "--exit-status");
    machine.options.spurious_wakeups = args.iter().any(|a| a == "--spurious-wakeups");
    let races = if args.iter().any(|a| a == "--races-off") { Races::Off } else if args.iter().any(|a| a == "--races-error") { Races::Error } else { Races::Weak };
    let mut graph = ProgramGraph::new(machine, races);
    let livelock = graph.livelock();
    let engine = if args.iter().any(|a| a == "--bfs") { Engine::Bfs } else { Engine::Dfs };
    let outcome = trailhound_search::run(
        engine,
        &mut graph,
        &trailhound_search::Options { stop_at: Weight::Strong, livelock: Some(livelock), ..Default::default() },
        &mut Unwatched,
    );
    graph.debug();
    println!("{:?}", outcome.end);
    if let Some(found) = &outcome.finding {
        println!("{:?} after {} steps", graph.problems[found.finding.id as usize], found.choices.len());
        println!("{:?}", found.choices.iter().map(|&c| parts_of(c).0).collect::<Vec<_>>());
    }
    println!("{:?}", outcome.stats);
    match &outcome.finding {
        Some(f) => match graph.problems[f.finding.id as usize].kind() {
            Some(k) => println!("VERDICT error {k}"),
            None => println!("VERDICT unsupported {:?}", graph.problems[f.finding.id as usize]),
        },
        None if graph.machine.values_left_out => println!("VERDICT undecided"),
        None => println!("VERDICT ok missed={}", graph.machine.memory.missed_escape),
    }
    println!("{:.0} states/s {:.0} trans/s", outcome.stats.states_stored as f64 / outcome.stats.seconds, outcome.stats.transitions as f64 / outcome.stats.seconds);
}
>>>>>>> 90c1d66be62e8717c03f53cfe8b3d951779248de

use std::panic;
use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};

fn main() -> ExitCode {
    panic::set_hook(Box::new(|info| {
        eprintln!("internal error: {info}");
        eprintln!("This is a bug in Trailhound, not in your program. Please report it.");
        std::process::exit(2);
    }));
    let arguments = Arguments::parse();
    let colour = arguments.colour();
    match arguments.command {
        Command::Check(check) => check::check(&check, colour),
        Command::Replay(replay) => replay::replay(&replay, colour),
        Command::Run(run) => run::run(&run, colour),
    }
}
