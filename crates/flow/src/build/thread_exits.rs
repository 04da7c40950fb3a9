//! `pthread_exit` unwinds the stack of its thread: destructors and handlers of C++ run. Graphs do not show
//! that, so a program in which there may be any to run is refused.

use trailhound_analysis::{CallGraph, direct_callee};
use trailhound_contracts::{creates_thread, ends_thread};
use trailhound_program::{Op, Pc};

use super::BuildError;

pub fn check(call_graph: &CallGraph<'_>) -> Result<(), BuildError> {
    let program = call_graph.program;
    let mut ends: Vec<bool> = program.functions.iter().map(ends_thread).collect();
    if !ends.contains(&true) {
        return Ok(());
    }
    loop {
        let mut changed = false;
        for (caller, body) in call_graph.bodies() {
            for pc in 0..body.code.len() as Pc {
                let Op::Call { call } = body.code[pc as usize] else {
                    continue;
                };
                let site = &body.calls[call as usize];
                let direct = direct_callee(body, pc);
                let called = direct.map(|callee| &program.functions[callee.index()]);
                if called.and_then(creates_thread).is_some() {
                    continue;
                }
                let entered = call_graph.targets(caller, call).iter().copied();
                let mut called = entered.chain(direct);
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
