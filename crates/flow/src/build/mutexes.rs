//! Whether a program has mutexes that their owner may lock again, or that report an error instead
//! of waiting: then taking a mutex does not mean that it was free. It does not say which.

use std::collections::HashSet;

use trailhound_analysis::{CallGraph, global_of};
use trailhound_contracts::{MUTEX_KIND, MUTEX_SIZE, MutexKind, is_recursive_mutex, mutex_kind};
use trailhound_program::{Body, Callee, FunctionId, Op, Program};

/// The kinds that are not plain.
const ODD_KINDS: std::ops::RangeInclusive<u32> = 1..=3;

pub(super) fn some_are_odd(call_graph: &CallGraph<'_>) -> bool {
    let program = call_graph.program;
    let bodies: Vec<&Body> = call_graph.bodies().map(|(_, body)| body).collect();
    let is_class =
        |function: FunctionId| is_recursive_mutex(&program.functions[function.index()].display);
    call_graph.reached().any(is_class)
        || program
            .globals
            .iter()
            .any(|global| begins_odd(&global.bytes))
        || bodies.iter().any(|body| calls_maker(program, body))
        || becomes_odd(&bodies)
}

fn calls_maker(program: &Program, body: &Body) -> bool {
    body.calls.iter().any(|call| match call.callee {
        Callee::Direct(callee) => {
            let kind = mutex_kind(&program.functions[callee.index()]);
            matches!(
                kind,
                Some(MutexKind::Number(_) | MutexKind::OfAttributes(_))
            )
        }
        Callee::Indirect(_) => false,
    })
}

/// Initial content that could be an odd mutex: nothing but a kind. That a table of numbers may
/// look alike costs precision only.
fn begins_odd(bytes: &[u8]) -> bool {
    let mut windows = bytes.windows(MUTEX_SIZE).step_by(8);
    windows.any(|window| {
        let (before, rest) = window.split_at(MUTEX_KIND);
        let (kind, after) = rest.split_first_chunk().expect("a mutex is larger");
        ODD_KINDS.contains(&u32::from_le_bytes(*kind))
            && before.iter().chain(after).all(|&byte| byte == 0)
    })
}

/// A kind is written where something begins, sixteen bytes before, that the program speaks of.
fn becomes_odd(bodies: &[&Body]) -> bool {
    let known: HashSet<u64> = bodies.iter().flat_map(|b| &b.constants).copied().collect();
    bodies.iter().any(|body| {
        let constant = |register: u32| body.constants.get(register as usize).copied();
        body.code.iter().any(|op| {
            let Op::Store {
                w: 32,
                v,
                p,
                offset,
                ..
            } = *op
            else {
                return false;
            };
            let (Some(value), Some(address)) = (constant(v), constant(p)) else {
                return false;
            };
            let begin = address
                .wrapping_add_signed(offset as i64)
                .wrapping_sub(MUTEX_KIND as u64);
            ODD_KINDS.contains(&(value as u32))
                && global_of(address).is_some()
                && known.contains(&begin)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recursive_initialiser_is_seen_wherever_it_stands() {
        let mut bytes = vec![0; 64];
        assert!(!begins_odd(&bytes));
        bytes[8 + MUTEX_KIND] = 1;
        assert!(begins_odd(&bytes));
        bytes[8] = 7;
        assert!(!begins_odd(&bytes), "a locked one is no initial content");
    }
}
