//! What the machine shows of a program.

use super::graph::Outcome;
use super::ir;
use super::language::{MUTEX, Program, VARIABLES};
use std::collections::BTreeSet;
use trailhound_llvm::Module;
use trailhound_machine::{FinalStates, Machine, Options, ProgramGraph, Races, load};
use trailhound_search::{End, Unwatched, Weight, dfs};

#[derive(Debug)]
pub struct Seen {
    pub outcomes: BTreeSet<Outcome>,
    pub race: bool,
}

/// Goes through all states.
pub fn explore(program: &Program, options: Options, races: Races) -> Result<Seen, String> {
    let module = Module::read(ir::text(program), "litmus.ll").map_err(|cause| cause.to_string())?;
    let code = load(&mut vec![module]).map_err(|cause| cause.to_string())?;
    let mut graph = ProgramGraph::new(Machine::new(&code, options), races);
    graph.final_states = Some(FinalStates::default());
    let options = trailhound_search::Options {
        stop_at: Weight::Strong,
        ..Default::default()
    };
    let outcome = dfs(&mut graph, &options, &mut Unwatched);
    if outcome.end != End::Exhausted {
        return Err(format!("{:?}: {:?}", outcome.end, graph.problems));
    }
    let lines = graph.final_states.take().expect("they are wanted").lines;
    let mut outcomes = BTreeSet::new();
    for line in &lines {
        outcomes.insert(read(program, line));
    }
    Ok(Seen {
        outcomes,
        race: !graph.problems.is_empty(),
    })
}

/// The outcome in a line like `exit=0 x=01000000 out0=0100000000000000`.
fn read(program: &Program, line: &str) -> Outcome {
    let bytes = |name: &str, count: usize| -> Vec<u8> {
        let mut parts = line.split(' ');
        let text = parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
        // A variable that the program does not mention is not in its memory.
        let text = text.unwrap_or("0000000000000000");
        let byte = |place: usize| u8::from_str_radix(&text[2 * place..2 * place + 2], 16);
        (0..count)
            .map(|place| byte(place).expect("a byte"))
            .collect()
    };
    let threads = 0..program.threads.len();
    let registers = threads.flat_map(|t| bytes(&format!("out{t}"), program.registers(t)));
    let variables = VARIABLES[..MUTEX]
        .iter()
        .flat_map(|name| bytes(&name.to_string(), 1));
    registers.chain(variables).collect()
}
