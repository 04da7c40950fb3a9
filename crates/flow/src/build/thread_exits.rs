//! `pthread_exit` unwinds the stack of its thread: destructors and handlers of C++ run. Graphs do not show
//! that, so a program in which there may be any to run is refused.

use trailhound_contracts::{creates_thread, ends_thread};
use trailhound_distance::Callees;
use trailhound_program::{Body, Callee, FunctionId, Op, Program};

use super::BuildError;

pub fn check(program: &Program, callees: &Callees) -> Result<(), BuildError> {
    let mut ends: Vec<bool> = program.functions.iter().map(ends_thread).collect();
    if !ends.contains(&true) {
        return Ok(());
    }
    let reached: Vec<(FunctionId, &Body)> = (0..program.functions.len() as u32)
        .map(FunctionId)
        .filter(|function| callees.reached[function.index()])
        .filter_map(|function| {
            let body = program.functions[function.index()].body.as_ref()?;
            Some((function, body))
        })
        .collect();
    loop {
        let mut changed = false;
        for &(caller, body) in &reached {
            for op in &body.code {
                let Op::Call { call } = *op else { continue };
                let site = &body.calls[call as usize];
                let direct = match site.callee {
                    Callee::Direct(callee) => Some(callee),
                    Callee::Indirect(_) => None,
                };
                let called = direct.map(|callee| &program.functions[callee.index()]);
                if called.and_then(creates_thread).is_some() {
                    continue;
                }
                let entered = callees.of(caller, call).map(|set| callees.set(set));
                let mut called = entered.into_iter().flatten().copied().chain(direct);
                if !called.any(|callee| ends[callee.index()]) {
                    continue;
                }
                if site.landing_pad.is_some() {
                    let display = program.functions[caller.index()].display.clone();
                    return Err(BuildError::UnwindsThread(display));
                }
                changed |= !std::mem::replace(&mut ends[caller.index()], true);
            }
        }
        if !changed {
            return Ok(());
        }
    }
}
