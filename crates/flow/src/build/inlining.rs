//! Functions that are asked about and were inlined by the compiler, so that their calls cannot be seen.

use trailhound_analysis::CallGraph;
use trailhound_program::{FunctionId, Op, Program, SourceFunctionId};

use super::interest::Interest;
use super::options::BuildError;
use crate::action::Action;

/// Calls that are asked about must be calls: those that the compiler has inlined are not seen.
pub fn check_inlined(call_graph: &CallGraph<'_>, interest: &Interest) -> Result<(), BuildError> {
    let program = call_graph.program;
    let name = |function: SourceFunctionId| &program.source.function(function).display;
    let wanted = |function: SourceFunctionId| {
        interest.wants(&Action::Call {
            function: name(function).clone(),
            arguments: Vec::new(),
        })
    };
    match inlined(program, &|id| call_graph.reaches(id), &wanted)[..] {
        [first, ..] => Err(BuildError::Inlined(name(first).clone())),
        [] => Ok(()),
    }
}

/// The functions that are `wanted`, of which code was inlined
/// into functions that are reached.
pub fn inlined(
    program: &Program,
    reached: &dyn Fn(FunctionId) -> bool,
    wanted: &dyn Fn(SourceFunctionId) -> bool,
) -> Vec<SourceFunctionId> {
    let mut seen = vec![false; program.source.functions.len()];
    let mut found = Vec::new();
    for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
        let Some(body) = function.body.as_ref().filter(|_| reached(id)) else {
            continue;
        };
        for (op, &location) in body.code.iter().zip(&body.locations) {
            if matches!(op, Op::Nop) {
                continue;
            }
            for (_, location) in program.source.inline_chain(location) {
                if location.inlined_at.is_some()
                    && !std::mem::replace(&mut seen[location.function.index()], true)
                    && wanted(location.function)
                {
                    found.push(location.function);
                }
            }
        }
    }
    found
}
