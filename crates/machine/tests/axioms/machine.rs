//! What the machine shows of a program.

use super::finals::outcome_in;
use super::graph::Outcome;
use super::ir;
use super::language::Program;
use std::collections::BTreeSet;
use trailhound_llvm::Module;
use trailhound_machine::{
    ErrorKind, FinalStates, Machine, Options, Problem, ProgramGraph, Races, load,
};
use trailhound_search::{End, Unwatched, Weight, dfs};

#[derive(Debug)]
pub struct Seen {
    pub outcomes: BTreeSet<Outcome>,
    pub race: bool,
}

/// Goes through all states, or to a race.
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
    let is_race = |problem: &Problem| problem.kind() == Some(ErrorKind::DataRace);
    let race = !graph.problems.is_empty() && graph.problems.iter().all(is_race);
    if outcome.end != End::Exhausted && !race {
        return Err(format!("{:?}: {:?}", outcome.end, graph.problems));
    }
    let lines = graph.final_states.take().expect("they are wanted").lines;
    let mut outcomes = BTreeSet::new();
    for line in &lines {
        outcomes.insert(outcome_in(program, line));
    }
    Ok(Seen { outcomes, race })
}
