//! Walks through the functions of each thread with the locks in hand, calls included. At
//! joins only what is held on all ways is kept.

use crate::facts::{Access, Acquisition, Facts, Held, Object, Site};
use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_distance::{Callees, acquires, creates_thread, local_successors, releases};
use trailhound_program::{Body, CallSite, Callee, FunctionId, Op, Passed, Pc, Program};

pub(crate) struct Walk<'p> {
    program: &'p Program,
    callees: &'p Callees,
    models: &'p dyn Fn(FunctionId) -> bool,
    pub facts: Facts,
    root: FunctionId,
    /// What is in hand at the end of a function, by what was in hand at its start.
    ends: FxHashMap<(FunctionId, Held, bool), Option<State>>,
    /// Functions that threads start with, found on the way.
    roots: Vec<FunctionId>,
}

/// What holds before an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    held: Held,
    /// There may be other threads.
    concurrent: bool,
}

impl State {
    /// What holds on both ways. True: something has changed.
    fn join(&mut self, other: &State) -> bool {
        let before = (self.held.len(), self.concurrent);
        let held = |lock: Object| other.held.iter().any(|&(o, _)| o == lock);
        self.held.retain(|&(lock, _)| held(lock));
        self.concurrent |= other.concurrent;
        before != (self.held.len(), self.concurrent)
    }
}

/// Walks through all threads of the program.
pub(crate) fn walk(
    program: &Program,
    callees: &Callees,
    models: &dyn Fn(FunctionId) -> bool,
) -> Facts {
    let mut walk = Walk {
        program,
        callees,
        models,
        facts: Facts::default(),
        root: program.main,
        ends: FxHashMap::default(),
        roots: vec![program.main],
    };
    let mut seen = FxHashSet::default();
    while let Some(root) = walk.roots.pop() {
        if seen.insert(root) {
            walk.root = root;
            walk.ends.clear();
            let concurrent = root != program.main;
            walk.function(
                root,
                State {
                    held: Held::new(),
                    concurrent,
                },
            );
        }
    }
    walk.facts
}

impl<'p> Walk<'p> {
    fn body(&self, function: FunctionId) -> Option<&'p Body> {
        if (self.models)(function) {
            return None;
        }
        self.program.functions[function.index()].body.as_ref()
    }

    /// The state at the end of a function; None if it has none.
    fn function(&mut self, function: FunctionId, start: State) -> Option<State> {
        let key = (function, start.held.clone(), start.concurrent);
        if let Some(known) = self.ends.get(&key) {
            return known.clone();
        }
        // A recursive call changes nothing, as far as is known by now.
        self.ends.insert(key.clone(), Some(start.clone()));
        let body = self.body(function)?;
        let mut states: Vec<Option<State>> = vec![None; body.code.len()];
        states[0] = Some(start);
        let mut waiting: Vec<Pc> = vec![0];
        let mut end: Option<State> = None;
        // First to a fixed point, then once more over all to note down what holds.
        while let Some(pc) = waiting.pop() {
            let Some(before) = states[pc as usize].clone() else {
                continue;
            };
            if matches!(body.code[pc as usize], Op::Return { .. }) {
                match &mut end {
                    None => end = Some(before),
                    Some(end) => {
                        end.join(&before);
                    }
                }
                continue;
            }
            let Some(after) = self.after((function, pc), body, before) else {
                continue;
            };
            for next in local_successors(body, pc) {
                let changed = match &mut states[next as usize] {
                    Some(known) => known.join(&after),
                    empty => {
                        *empty = Some(after.clone());
                        true
                    }
                };
                if changed {
                    waiting.push(next);
                }
            }
        }
        for (pc, state) in states.iter().enumerate() {
            if let Some(state) = state {
                self.note((function, pc as Pc), body, state);
            }
        }
        self.ends.insert(key, end.clone());
        end
    }

    fn after(&mut self, site: Site, body: &Body, mut state: State) -> Option<State> {
        let Op::Call { call } = body.code[site.1 as usize] else {
            return Some(state);
        };
        let call_site = &body.calls[call as usize];
        if let Callee::Direct(callee) = call_site.callee
            && self.body(callee).is_none()
        {
            let function = &self.program.functions[callee.index()];
            let lock = self.lock(body, site.1, call_site);
            if acquires(function) {
                if let Some(lock) = lock {
                    state.held.retain(|&(held, _)| held != lock);
                    state.held.push((lock, site));
                    state.held.sort_unstable();
                }
            } else if releases(&function.name) {
                match lock {
                    Some(lock) => state.held.retain(|&(held, _)| held != lock),
                    None => state.held.clear(),
                }
            } else if creates_thread(&function.name).is_some() {
                state.concurrent = true;
                let set = self.callees.of(site.0, call);
                self.roots
                    .extend(set.into_iter().flat_map(|set| self.callees.set(set)));
            }
            return Some(state);
        }
        let set = self.callees.of(site.0, call)?;
        let mut joined: Option<State> = None;
        for &callee in self.callees.set(set) {
            let end = match self.body(callee) {
                Some(_) => self.function(callee, state.clone()),
                None => Some(state.clone()),
            };
            match (&mut joined, end) {
                (Some(joined), Some(end)) => {
                    joined.join(&end);
                }
                (None, end) => joined = end,
                _ => {}
            }
        }
        joined
    }

    fn lock(&self, body: &Body, pc: Pc, site: &CallSite) -> Option<Object> {
        match site.arguments.first() {
            Some(&Passed::Register(register)) => Object::of(self.program, body, pc, register, 0),
            _ => None,
        }
    }

    fn note(&mut self, site: Site, body: &Body, state: &State) {
        let object = |p, offset| Object::of(self.program, body, site.1, p, offset);
        let (variable, writes) = match body.code[site.1 as usize] {
            Op::Load {
                atomic: false,
                p,
                offset,
                ..
            } => (object(p, offset), false),
            Op::Store {
                atomic: false,
                p,
                offset,
                ..
            } => (object(p, offset), true),
            Op::Call { call } => {
                let call_site = &body.calls[call as usize];
                if let Callee::Direct(callee) = call_site.callee
                    && acquires(&self.program.functions[callee.index()])
                    && let Some(lock) = self.lock(body, site.1, call_site)
                    && state.concurrent
                {
                    self.facts.acquisitions.push(Acquisition {
                        held: state.held.clone(),
                        lock,
                        site,
                    });
                }
                return;
            }
            _ => return,
        };
        if let Some(variable) = variable.filter(|_| state.concurrent) {
            self.facts.accesses.push(Access {
                variable,
                writes,
                held: state.held.clone(),
                site,
                root: self.root,
            });
        }
    }
}
