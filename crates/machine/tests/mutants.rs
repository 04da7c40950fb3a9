//! Changed LLVM IR is refused or runs: nothing in it makes the reader, the linker or the
//! machine panic.

use trailhound_llvm::Module;
use trailhound_machine::{Granularity, Machine, Options, ProgramGraph, Races, load};
use trailhound_program::Program;
use trailhound_search::{End, Engine, Limits, Unguided, Unwatched};

const CORPUS: [&str; 7] = [
    include_str!("mutants/constructs.ll"),
    include_str!("mutants/objects14.ll"),
    include_str!("mutants/objects19.ll"),
    include_str!("mutants/threads14.ll"),
    include_str!("mutants/threads19.ll"),
    include_str!("mutants/values14.ll"),
    include_str!("mutants/values19.ll"),
];

/// How a search of a part of the states ends.
fn search(program: &Program, granularity: Granularity, states: u64) -> End {
    let options = Options {
        granularity,
        wide_values: vec![0, 1],
        ..Options::default()
    };
    let mut graph = ProgramGraph::new(Machine::new(program, options), Races::Report);
    let options = trailhound_search::Options {
        limits: Limits {
            states: Some(states),
            ..Limits::default()
        },
        ..Default::default()
    };
    trailhound_search::run(
        Engine::Dfs,
        &mut graph,
        &mut Unguided,
        &options,
        &mut Unwatched,
    )
    .end
}

/// Reads, links and runs a text, as far as it lets itself.
fn try_all(text: &str) {
    let Ok(module) = Module::read(text.to_owned(), "mutant.ll") else {
        return;
    };
    let Ok(program) = load(&mut vec![module]) else {
        return;
    };
    // Steps of single operations end; longer ones surely do only when all states are known.
    if search(&program, Granularity::Instruction, 400) == End::Exhausted {
        search(&program, Granularity::Shared, 400);
    }
}

#[test]
fn changed_ir_is_refused_or_runs() {
    trailhound_mutants::each(1_000, &CORPUS, try_all);
}

#[test]
fn the_corpus_itself_runs() {
    for text in CORPUS {
        let module = Module::read(text.to_owned(), "corpus.ll").expect("valid IR");
        load(&mut vec![module]).expect("a program");
    }
}
