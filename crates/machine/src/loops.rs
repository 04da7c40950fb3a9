//! The loops of a function: whether a thread that goes round in one could leave it, as far as
//! the text says. It knows code, not states.

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use petgraph::visit::Dfs;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use trailhound_contracts::{ends_thread, exits};
use trailhound_program::{Body, Callee, FunctionId, Op, Pc, Program};

type Flow = DiGraphMap<Pc, ()>;

/// Whether the innermost loop around all of `round` has an exit. A failing assertion, a panic or
/// an exception that leaves the function is none. Where there is no loop, the thread is held
/// inside of a call, which is meant to return.
pub(crate) fn has_exit(program: &Program, function: FunctionId, round: &BTreeSet<Pc>) -> bool {
    let body = program.functions[function.index()]
        .body
        .as_ref()
        .expect("a frame runs a body");
    let flow = flow(body);
    let Some(inside) = innermost_loop(&flow, round) else {
        return true;
    };
    let cyclic: FxHashSet<Pc> = tarjan_scc(&flow)
        .into_iter()
        .filter(|component| is_cyclic(&flow, component))
        .flatten()
        .collect();
    let ends = |pc: Pc| match body.code[pc as usize] {
        Op::Return { .. } => true,
        Op::Call { .. } => is_ending_call(program, body, pc, &mut FxHashSet::default()),
        _ => false,
    };
    let leads_on = |from: Pc| {
        let mut search = Dfs::new(&flow, from);
        std::iter::from_fn(|| search.next(&flow)).any(|pc| cyclic.contains(&pc) || ends(pc))
    };
    inside
        .iter()
        .flat_map(|&pc| flow.neighbors(pc))
        .any(|target| !inside.contains(&target) && leads_on(target))
}

fn flow(body: &Body) -> Flow {
    let mut flow = Flow::new();
    for (pc, op) in body.code.iter().enumerate() {
        let pc = pc as Pc;
        flow.add_node(pc);
        let mut to = |target: Pc| {
            flow.add_edge(pc, target, ());
        };
        match *op {
            Op::Jump { target } => to(target),
            Op::Branch { target, .. }
            | Op::BranchUnless { target, .. }
            | Op::CompareBranch { target, .. } => {
                to(target);
                to(pc + 1);
            }
            Op::Switch { table, .. } => {
                let table = &body.switches[table as usize];
                table.cases.iter().for_each(|&(_, target)| to(target));
                to(table.default);
            }
            Op::IndirectJump { .. } => body.indirect_targets.iter().for_each(|&pc| to(pc)),
            Op::Return { .. } | Op::Resume { .. } | Op::Unreachable | Op::Trap => {}
            Op::Call { call } => {
                to(pc + 1);
                if let Some(pad) = body.calls[call as usize].landing_pad {
                    to(body.landing_pads[pad as usize].target);
                }
            }
            _ => to(pc + 1),
        }
    }
    flow
}

/// The smallest loop with all of `round` in it: from the largest one inwards, each time without
/// the operations at which the loop is entered, for as long as these are not in `round`.
fn innermost_loop(flow: &Flow, round: &BTreeSet<Pc>) -> Option<FxHashSet<Pc>> {
    let first = round.first()?;
    let around = |flow: &Flow| -> Option<FxHashSet<Pc>> {
        let component = tarjan_scc(flow)
            .into_iter()
            .find(|component| component.contains(first))?;
        let component: FxHashSet<Pc> =
            is_cyclic(flow, &component).then(|| component.into_iter().collect())?;
        round
            .iter()
            .all(|pc| component.contains(pc))
            .then_some(component)
    };
    let mut inside = around(flow)?;
    let mut within = flow.clone();
    loop {
        let is_entry = |&pc: &Pc| {
            let mut from = within.neighbors_directed(pc, petgraph::Direction::Incoming);
            pc == 0 || from.any(|from| !inside.contains(&from))
        };
        let entries: FxHashSet<Pc> = inside.iter().copied().filter(is_entry).collect();
        if entries.is_empty() || entries.iter().any(|pc| round.contains(pc)) {
            return Some(inside);
        }
        let keeps = |pc: Pc| inside.contains(&pc) && !entries.contains(&pc);
        let mut smaller = Flow::new();
        for (from, to, ()) in within.all_edges() {
            if keeps(from) && keeps(to) {
                smaller.add_edge(from, to, ());
            }
        }
        let Some(next) = around(&smaller) else {
            return Some(inside);
        };
        // Edges into the smaller loop show where it is entered.
        let edges = within.all_edges().filter(|(_, to, ())| keeps(*to));
        within = Flow::from_edges(edges.map(|(from, to, ())| (from, to)));
        inside = next;
    }
}

fn is_cyclic(flow: &Flow, component: &[Pc]) -> bool {
    component.len() > 1 || flow.contains_edge(component[0], component[0])
}

/// Whether the call at `pc` does not return because the thread or the program ends there.
fn is_ending_call(
    program: &Program,
    body: &Body,
    pc: Pc,
    seen: &mut FxHashSet<FunctionId>,
) -> bool {
    let Op::Call { call } = body.code[pc as usize] else {
        return false;
    };
    let returns = !matches!(body.code.get(pc as usize + 1), Some(Op::Unreachable));
    let Callee::Direct(callee) = body.calls[call as usize].callee else {
        return false;
    };
    if returns || !seen.insert(callee) {
        return false;
    }
    let callee = &program.functions[callee.index()];
    match &callee.body {
        None => exits(callee) || ends_thread(callee),
        Some(body) => (0..body.code.len() as Pc).any(|pc| is_ending_call(program, body, pc, seen)),
    }
}
