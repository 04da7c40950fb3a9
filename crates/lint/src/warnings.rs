//! From what was noted down to warnings, each with the places that a search should pass to
//! see whether it is true.

use crate::facts::{Access, Facts, Object, Site};
use crate::walk::walk;
use rustc_hash::FxHashSet;
use trailhound_distance::{Callees, Flow, Summaries, Target};
use trailhound_program::{FunctionId, Program};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two locks are taken in both orders.
    LockOrder,
    /// A variable is touched with a lock in hand here and without it there.
    Unguarded,
    /// What was read under a lock is acted upon after the lock was free in between.
    CheckThenAct,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::LockOrder => "lock-order",
            Kind::Unguarded => "unguarded",
            Kind::CheckThenAct => "check-then-act",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Warning {
    pub kind: Kind,
    pub message: String,
    /// The places that make it up, in the order in which a search should pass them.
    pub sites: Vec<Site>,
}

/// All warnings about a program.
pub fn warnings(
    program: &Program,
    flow: &Flow,
    callees: &Callees,
    models: &dyn Fn(FunctionId) -> bool,
) -> Vec<Warning> {
    let facts = walk(program, callees, models);
    let mut found = lock_orders(program, &facts);
    found.extend(unguarded(program, &facts));
    found.extend(checks_then_acts(program, flow, &facts));
    found
}

fn name_of(program: &Program, object: Object) -> String {
    let name = &program.globals[object.global() as usize].display;
    match object {
        Object::At { offset: 0, .. } => name.clone(),
        Object::At { offset, .. } => format!("{name}+{offset}"),
        Object::In { .. } => format!("{name}[...]"),
    }
}

/// Two may be the same: an element of an array may be any of them.
fn may_meet(a: Object, b: Object) -> bool {
    match (a, b) {
        (Object::At { .. }, Object::At { .. }) => a == b,
        _ => a.global() == b.global(),
    }
}

fn lock_orders(program: &Program, facts: &Facts) -> Vec<Warning> {
    let edges = facts.acquisitions.iter().flat_map(|acquisition| {
        let inner = (acquisition.lock, acquisition.site);
        acquisition
            .held
            .iter()
            .map(move |&(outer, _)| (outer, inner))
    });
    let edges: Vec<_> = edges.collect();
    let mut found = Vec::new();
    let mut told = FxHashSet::default();
    for (i, &(outer, (inner, site))) in edges.iter().enumerate() {
        for &(other_outer, (other_inner, other_site)) in &edges[i..] {
            let is_circle = may_meet(outer, other_inner) && may_meet(inner, other_outer);
            // One lock taken twice is another mistake.
            let is_one = matches!((outer, inner), (Object::At { .. }, _) if outer == inner);
            if !is_circle || is_one || !told.insert((site.min(other_site), site.max(other_site))) {
                continue;
            }
            let (outer, inner) = (name_of(program, outer), name_of(program, inner));
            found.push(Warning {
                kind: Kind::LockOrder,
                message: format!(
                    "{inner} is taken while {outer} is held, and {outer} while {inner} is held"
                ),
                sites: vec![site, other_site],
            });
        }
    }
    found
}

/// Accesses by threads that can run at the same time: another thread, or another one that
/// started in the same function.
fn conflicts(a: &Access, b: &Access, main: FunctionId) -> bool {
    (a.writes || b.writes) && (a.root != b.root || a.root != main)
}

fn variables(facts: &Facts) -> Vec<Object> {
    let mut variables: Vec<Object> = facts.accesses.iter().map(|a| a.variable).collect();
    variables.sort_unstable();
    variables.dedup();
    variables
}

fn unguarded(program: &Program, facts: &Facts) -> Vec<Warning> {
    let mut found = Vec::new();
    for variable in variables(facts) {
        let of = || facts.accesses.iter().filter(|a| a.variable == variable);
        let guarded = of().filter(|a| !a.held.is_empty());
        let Some(with) = guarded.max_by_key(|a| a.writes) else {
            continue;
        };
        let lock = with.held[0].0;
        let without = of().find(|a| {
            a.held.iter().all(|&(held, _)| held != lock) && conflicts(a, with, program.main)
        });
        if let Some(without) = without {
            found.push(Warning {
                kind: Kind::Unguarded,
                message: format!(
                    "{} is guarded by {} in one place and not in another",
                    name_of(program, variable),
                    name_of(program, lock)
                ),
                sites: vec![with.site, without.site],
            });
        }
    }
    found
}

fn checks_then_acts(program: &Program, flow: &Flow, facts: &Facts) -> Vec<Warning> {
    let mut found = Vec::new();
    for variable in variables(facts) {
        let of = || facts.accesses.iter().filter(|a| a.variable == variable);
        let mut told = FxHashSet::default();
        for act in of().filter(|a| a.writes && !a.held.is_empty()) {
            let (lock, taken) = act.held[0];
            // Whoever reads again under the same hold checks again.
            let rechecks = of().any(|a| !a.writes && a.held.contains(&(lock, taken)));
            if rechecks {
                continue;
            }
            let target = Target::from(flow.node(act.site.0.0, act.site.1));
            let ways = Summaries::new(flow, &[target]).without_stack(flow);
            let check = of().find(|a| {
                let other_hold = a.held.iter().any(|&(l, at)| l == lock && at != taken);
                let leads = ways[flow.node(a.site.0.0, a.site.1) as usize] != u32::MAX;
                !a.writes && a.root == act.root && other_hold && leads
            });
            let Some(check) = check.filter(|check| told.insert(check.site)) else {
                continue;
            };
            found.push(Warning {
                kind: Kind::CheckThenAct,
                message: format!(
                    "{} is read under {} and written later under it, which was free in between",
                    name_of(program, variable),
                    name_of(program, lock)
                ),
                sites: vec![check.site, act.site, act.site],
            });
        }
    }
    found
}
