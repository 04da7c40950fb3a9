//! Under which memory model a program is searched, and what an answer says of it.

use trailhound_contracts::forks;
use trailhound_machine::MemoryModel;
use trailhound_program::{Function, Program};
use trailhound_trail::MachineRequest;

use crate::quantity::counted;
use crate::verdict::{Answer, Verdict};
use crate::weak_atomics::{MemoryReport, WeakAtomics};

/// Why a program cannot be searched under a model.
pub fn refusal(
    model: MemoryModel,
    machine: &MachineRequest,
    program: &Program,
) -> Option<&'static str> {
    let has = |is_wanted: fn(&Function) -> bool| program.functions.iter().any(is_wanted);
    match model {
        MemoryModel::Sc => None,
        MemoryModel::Tso => Some("--memory tso is not available yet"),
        MemoryModel::C11 if machine.properties.is_temporal() => {
            Some("--memory c11 does not go with --ltl and --automaton yet")
        }
        MemoryModel::C11 if !program.is_rust() && has(|function| forks(function)) => {
            Some("--memory c11 does not know fork yet")
        }
        MemoryModel::C11 if has(|function| function.name.starts_with("__atomic_")) => {
            Some("--memory c11 does not know atomics that the processor does not have yet")
        }
        MemoryModel::C11 => None,
    }
}

/// Whether a program that is ok under sequential consistency is searched again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    /// The user has chosen a model.
    NotAsked,
    /// Its atomics cannot do anything else.
    Nothing,
    Needed,
    Refused(&'static str),
}

impl More {
    /// What became of the weaker orders, if an answer is about sequential consistency.
    pub fn words(self) -> &'static str {
        match self {
            More::NotAsked | More::Nothing => "--memory auto explores them",
            More::Needed => "to be explored afterwards",
            More::Refused(reason) => reason,
        }
    }
}

pub fn more_needed(machine: &MachineRequest, program: &Program, weaker: &WeakAtomics) -> More {
    if machine.memory.model.is_some() {
        return More::NotAsked;
    }
    match refusal(MemoryModel::C11, machine, program) {
        _ if weaker.count == 0 => More::Nothing,
        Some(reason) => More::Refused(reason),
        None => More::Needed,
    }
}

/// Inspections of steps that a search under weaker orders may take after one under sequential
/// consistency, by what that one has taken: as many again, or [`FEWEST`]. It is a count, so that
/// the answer is the same on every computer.
pub fn inspections_for_weaker_orders(sequential: u64) -> u64 {
    sequential.max(FEWEST)
}

const FEWEST: u64 = 100_000;

/// What an answer about sequential consistency says of weaker orders, if a search under them has decided
/// nothing; None: it has.
pub fn left_open(weak: &Verdict) -> Option<String> {
    let reason = weak.reason.as_deref().unwrap_or_default();
    match weak.answer {
        Answer::Ok | Answer::Error => None,
        Answer::Unsupported => Some(format!("they could not be explored: {reason}")),
        Answer::Undecided if weak.sampling.is_some() => Some(format!("with them: {reason}")),
        Answer::Undecided => {
            let states = counted(weak.most_states(), "state");
            Some(format!(
                "with them no error in {states}, which are not all: {reason}"
            ))
        }
    }
}

/// The verdict with the model that it is about. That of a search under sequential consistency
/// says so where the program could do more, and what became of that.
pub fn with_model(
    verdict: Verdict,
    model: MemoryModel,
    weaker: WeakAtomics,
    weaker_orders: &str,
) -> Verdict {
    let mut verdict = verdict;
    if model == MemoryModel::Sc && weaker.count > 0 {
        match verdict.answer {
            Answer::Ok => {
                let established = verdict.reason.as_deref();
                let established = established.unwrap_or("no error in any schedule");
                verdict.reason = Some(format!("{established} {}", weaker.caveat(weaker_orders)));
            }
            Answer::Undecided => verdict.notes.extend(weaker.note(weaker_orders)),
            Answer::Error | Answer::Unsupported => {}
        }
    }
    verdict.memory = Some(MemoryReport { model, weaker });
    verdict
}
