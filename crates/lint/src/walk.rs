//! Walks through the functions of each thread with the locks in hand, calls included. At
//! joins only what is held on all paths is kept. First everything is walked until nothing
//! changes, then once more to note down what holds.

mod locks;

use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_analysis::{Unwinding, successors};
use trailhound_contracts::{Joining, creates_thread, joining, locking};
use trailhound_program::{Body, CallSite, Callee, Function, Op, Passed, Pc, Reg, uses};

use crate::address::{ContextId, ObjectNumber, Points};
use crate::facts::{Access, Facts, Touch};
use crate::failing::Failing;
use crate::points::PointsTo;
use crate::shape::{Loops, Sharing};
use crate::state::{Mode, Place, Provenance, State, add_provenance};

use locks::Wait;

pub struct Walk<'a, 'p> {
    pub points: &'a PointsTo<'p>,
    pub sharing: &'a Sharing,
    pub loops: &'a Loops,
    pub failing: Failing,
    visits: Vec<Visit>,
    numbers: FxHashMap<(ContextId, State), usize>,
    visits_of: FxHashMap<ContextId, Vec<usize>>,
    depth: usize,
    /// Set while facts are noted down: the thread, and visits that are still to be made.
    noting: Option<Noting>,
    pub facts: Facts,
}

struct Noting {
    root: ContextId,
    waiting: Vec<usize>,
    seen: FxHashSet<usize>,
    /// Visits that began otherwise than they do here, and what is called there: what is in hand
    /// is a guess.
    guessed: FxHashSet<usize>,
    is_guess: bool,
}

impl Noting {
    fn next(&mut self) -> Option<usize> {
        let visit = self.waiting.pop()?;
        self.is_guess = self.guessed.contains(&visit);
        Some(visit)
    }

    /// A visit is to be noted down, too.
    fn add(&mut self, visit: usize, begins_so: bool) {
        let is_new = self.seen.insert(visit);
        if is_new && (self.is_guess || !begins_so) {
            self.guessed.insert(visit);
        }
        // What was a guess before may be known now.
        let is_known = begins_so && !self.is_guess && self.guessed.remove(&visit);
        if is_new || is_known {
            self.waiting.push(visit);
        }
    }
}

/// A function walked through from one state.
struct Visit {
    context: ContextId,
    joins: FxHashMap<Pc, State>,
    end: Option<State>,
}

/// States from which one function is walked through; later ones get the answer of the last.
const MOST_VISITS: usize = 16;
const DEEPEST: usize = 300;

/// Walks through all threads of the program.
pub fn walk(points: &PointsTo<'_>, sharing: &Sharing, loops: &Loops) -> Facts {
    let mut walk = Walk {
        points,
        sharing,
        loops,
        failing: Failing::default(),
        visits: Vec::new(),
        numbers: FxHashMap::default(),
        visits_of: FxHashMap::default(),
        depth: 0,
        noting: None,
        facts: Facts::default(),
    };
    let contexts = points.contexts.ids();
    let threads = contexts.filter(|&id| points.contexts.get(id).is_thread);
    let mut start = State::default();
    for &root in &points.main {
        let visit = walk.visit(root, start.clone());
        walk.note(root, visit);
        start = walk.visits[visit].end.clone().unwrap_or_default();
        start.provenances.clear();
    }
    for root in threads {
        let visit = walk.visit(root, State::default());
        walk.note(root, visit);
    }
    walk.facts
}

impl<'a, 'p> Walk<'a, 'p> {
    fn body(&self, context: ContextId) -> &'p Body {
        let function = self.points.contexts.get(context).function;
        self.points.body(function).expect("contexts are of bodies")
    }

    fn note(&mut self, root: ContextId, first: usize) {
        self.noting = Some(Noting {
            root,
            waiting: vec![first],
            seen: [first].into_iter().collect(),
            guessed: FxHashSet::default(),
            is_guess: false,
        });
        while let Some(visit) = self.noting.as_mut().and_then(Noting::next) {
            let context = self.visits[visit].context;
            let joins: Vec<Pc> = self.visits[visit].joins.keys().copied().collect();
            for start in joins {
                let state = self.visits[visit].joins[&start].clone();
                self.run(context, start, state);
            }
        }
        self.noting = None;
    }

    /// Walks through a function.
    fn visit(&mut self, context: ContextId, start: State) -> usize {
        let key = (context, start);
        if let Some(&known) = self.numbers.get(&key) {
            return known;
        }
        let earlier = self.visits_of.entry(context).or_default();
        let is_enough =
            earlier.len() >= MOST_VISITS || self.noting.is_some() || self.depth > DEEPEST;
        if let Some(&last) = earlier.last().filter(|_| is_enough) {
            return last;
        }
        let number = self.visits.len();
        earlier.push(number);
        let start = key.1.clone();
        self.visits.push(Visit {
            context,
            joins: [(0, start.clone())].into_iter().collect(),
            // A recursive call changes nothing, as far as is known by now.
            end: Some(State {
                provenances: Vec::new(),
                ..start
            }),
        });
        self.numbers.insert(key, number);
        if self.depth > DEEPEST {
            return number;
        }
        self.depth += 1;
        let mut end: Option<State> = None;
        let mut pending = vec![0];
        while let Some(start) = pending.pop() {
            let state = self.visits[number].joins[&start].clone();
            for (next, state) in self.run(context, start, state) {
                let Some(next) = next else {
                    match &mut end {
                        None => end = Some(state),
                        Some(end) => {
                            end.join(&state);
                        }
                    }
                    continue;
                };
                let joins = &mut self.visits[number].joins;
                let changed = match joins.get_mut(&next) {
                    Some(known) => known.join(&state),
                    None => {
                        joins.insert(next, state);
                        true
                    }
                };
                if changed && !pending.contains(&next) {
                    pending.push(next);
                }
            }
        }
        self.depth -= 1;
        self.visits[number].end = end;
        number
    }

    /// From a join to the next ones; None stands for the end of the function.
    fn run(&mut self, context: ContextId, start: Pc, mut state: State) -> Vec<(Option<Pc>, State)> {
        let body = self.body(context);
        let mut pc = start;
        loop {
            let place = Place { context, pc };
            if let Op::Return { a, count } = body.code[pc as usize] {
                let results = (0..count).filter_map(|index| {
                    let provenance = state.provenance(a + index);
                    (!provenance.is_empty()).then_some((index, provenance))
                });
                let provenances = results.collect();
                return vec![(
                    None,
                    State {
                        provenances,
                        ..state
                    },
                )];
            }
            if !self.step(place, body, &mut state) {
                return Vec::new();
            }
            let next = successors(body, pc, Unwinding::LeftOut);
            match next[..] {
                [next] if !self.loops.is_join(context, next, self.points) => pc = next,
                _ => {
                    let successors = next.iter();
                    return successors
                        .filter(|&&to| !self.loops.is_dead(place, to, self.points))
                        .map(|&to| {
                            let mut state = state.clone();
                            if next.len() > 1 {
                                self.compare(place, body, to, &state);
                                self.decide(place, body, to, &mut state);
                            }
                            (Some(to), state)
                        })
                        .collect();
                }
            }
        }
    }

    pub fn pointed(&self, place: Place) -> Points {
        let context = self.points.contexts.get(place.context);
        context.points.get(&place.pc).copied().unwrap_or_default()
    }

    /// Executes an operation. False: the code does not go on behind it.
    fn step(&mut self, place: Place, body: &'p Body, state: &mut State) -> bool {
        let op = &body.code[place.pc as usize];
        match *op {
            Op::Call { call } => {
                let site = &body.calls[call as usize];
                return self.call(place, site, state);
            }
            Op::Load { order, d, .. } => {
                self.touch(place, state, read(order.is_atomic()));
                let provenance = self.observe(place, state, order.is_atomic());
                state.set_provenance(d, provenance);
            }
            Op::LoadMany {
                order, d, shape, ..
            } => {
                self.touch(place, state, read(order.is_atomic()));
                let provenance = self.observe(place, state, order.is_atomic());
                for index in 0..body.shapes[shape as usize].parts.len() as Reg {
                    state.set_provenance(d + index, provenance.clone());
                }
            }
            Op::Store { order, v, .. } => {
                self.touch(place, state, written(order.is_atomic()));
                self.act(place, state, &state.provenance(v), order.is_atomic());
                self.keep(place, state, state.provenance(v));
            }
            Op::StoreMany {
                order, v, shape, ..
            } => {
                self.touch(place, state, written(order.is_atomic()));
                let mut provenance = Provenance::new();
                for index in 0..body.shapes[shape as usize].parts.len() as Reg {
                    add_provenance(&mut provenance, &state.provenance(v + index));
                }
                self.act(place, state, &provenance, order.is_atomic());
                self.keep(place, state, provenance);
            }
            Op::CopyMemory { .. } | Op::SetMemory { .. } => {
                self.touch(place, state, written(false));
                self.act(place, state, &Provenance::new(), false);
            }
            Op::CompareExchange { d, .. } => {
                if !self.lock_operation(place, body, state) {
                    self.touch(place, state, written(true));
                }
                state.set_provenance(d, Provenance::new());
                state.set_provenance(d + 1, Provenance::new());
            }
            Op::ReadModifyWrite { d, .. } => {
                if !self.lock_operation(place, body, state) {
                    self.touch(place, state, written(true));
                    self.act(place, state, &Provenance::new(), true);
                }
                state.set_provenance(d, Provenance::new());
            }
            _ => {
                let mut provenance = Provenance::new();
                if !state.provenances.is_empty() {
                    uses(op, body, |register| {
                        add_provenance(&mut provenance, &state.provenance(register))
                    });
                }
                trailhound_program::definitions(op, body, |d| {
                    state.set_provenance(d, provenance.clone())
                });
            }
        }
        true
    }

    fn call(&mut self, place: Place, site: &'p CallSite, state: &mut State) -> bool {
        let passed: Vec<Provenance> = site
            .arguments
            .iter()
            .map(|argument| match *argument {
                Passed::Register(register) => state.provenance(register),
                Passed::ByValue { .. } => Provenance::new(),
            })
            .collect();
        for register in site.d..site.d + site.results {
            state.set_provenance(register, Provenance::new());
        }
        let program = self.points.program;
        if let Callee::Direct(function) = site.callee {
            let code = &program.functions[function.index()];
            if let Some(locks) = self.locked_together(place, code) {
                for lock in locks {
                    self.take(place, lock, Mode::Exclusive, Wait::Together, state);
                }
                return true;
            }
            if self.points.body(function).is_none() {
                self.external(place, code, state);
            }
        }
        let context = self.points.contexts.get(place.context);
        let Some(callees) = context.calls.get(&place.pc) else {
            return true;
        };
        let own = std::mem::take(&mut state.provenances);
        let released = std::mem::take(&mut state.released);
        let mut joined: Option<State> = None;
        for &callee in callees {
            let first = self.body(callee).first_parameter();
            let parameters = self.body(callee).parameters;
            let arguments = passed.iter().take(parameters as usize).enumerate();
            let provenances = arguments
                .filter(|(_, provenance)| !provenance.is_empty())
                .map(|(index, provenance)| (first + index as Reg, provenance.clone()));
            let start = State {
                provenances: provenances.collect(),
                ..state.clone()
            };
            let begins_so =
                self.noting.is_some() && self.numbers.contains_key(&(callee, start.clone()));
            let visit = self.visit(callee, start);
            if let Some(noting) = &mut self.noting {
                noting.add(visit, begins_so);
            }
            match (&mut joined, &self.visits[visit].end) {
                (Some(joined), Some(end)) => {
                    joined.join(end);
                }
                (None, end) => joined = end.clone(),
                _ => {}
            }
        }
        let Some(mut end) = joined else { return false };
        let results = std::mem::replace(&mut end.provenances, own);
        let given_back = std::mem::replace(&mut end.released, released);
        // What the callee has decided says nothing about the branches of its caller.
        end.decisions.retain(|decision| {
            let same = |own: &crate::state::Decision| {
                (own.seen.observation, own.branch, own.target)
                    == (decision.seen.observation, decision.branch, decision.target)
            };
            state.decisions.iter().any(same)
        });
        *state = end;
        for lock in given_back {
            state.release(lock);
        }
        for (index, provenance) in results {
            if index < site.results {
                state.set_provenance(site.d + index, provenance);
            }
        }
        if let Callee::Direct(function) = site.callee {
            let display = program.functions[function.index()].display.as_str();
            if display.contains("std::thread::scoped::scope") {
                state.has_joined = true;
            }
            // The branch for threads that have none to wait for is never taken.
            if display == "std::thread::join()" {
                self.joined(place, state);
            }
        }
        true
    }

    /// A thread has been waited for; in a loop, all of them.
    fn joined(&self, place: Place, state: &mut State) {
        let user = self.points.user_place(place).unwrap_or(place);
        match self.loops.repeats(user, self.points) {
            true => state.has_joined = true,
            false => {
                state.running.pop();
            }
        }
    }

    fn external(&mut self, place: Place, function: &Function, state: &mut State) {
        if let Some((locking, _)) = locking(function) {
            let lock = self.pointed(place);
            let is_known = state.held.iter().any(|hold| hold.lock == lock);
            if !(is_known && function.display.ends_with("_contended")) {
                self.lock(place, lock, locking, state);
            }
        } else if creates_thread(function).is_some() {
            state.has_joined = false;
            if !state.running.contains(&place) {
                state.running.push(place);
                state.running.sort_unstable();
            }
        } else if matches!(joining(function), Some(Joining::Thread | Joining::Attempt)) {
            self.joined(place, state);
        }
    }

    /// The thread that is walked, if facts are noted down and others may run.
    pub fn root_if_concurrent(&self, state: &State) -> Option<ContextId> {
        let noting = self.noting.as_ref()?;
        let is_thread = self.points.contexts.get(noting.root).is_thread;
        let has_others = !state.running.is_empty() && !state.has_joined;
        (is_thread || has_others).then_some(noting.root)
    }

    pub fn is_shared(&self, variable: Points) -> bool {
        let mut addresses = self.points.book.addresses(variable).iter();
        addresses.any(|address| self.object_is_shared(address.object))
    }

    fn object_is_shared(&self, object: ObjectNumber) -> bool {
        self.sharing.contains(object)
    }

    fn touch(&mut self, place: Place, state: &State, touch: Touch) {
        let Some(root) = self.root_if_concurrent(state) else {
            return;
        };
        let variable = self.pointed(place);
        if self.is_shared(variable) {
            self.facts.accesses.push(Access {
                variable,
                touch,
                held: state.held.clone(),
                place,
                root,
            });
        }
    }
}

fn read(atomic: bool) -> Touch {
    Touch {
        writes: false,
        atomic,
    }
}

fn written(atomic: bool) -> Touch {
    Touch {
        writes: true,
        atomic,
    }
}
