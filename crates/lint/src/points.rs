//! Follows addresses through the whole program: what every memory operation, lock and call
//! through a pointer may mean, in each context of its function. Registers are followed along
//! the code, memory as a whole. It guesses where it must, and knows no locks.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use trailhound_analysis::{CallGraph, ControlFlow, Unwinding, successors};
use trailhound_contracts::{
    MutexKind, RECURSIVE, allocation, calls_back, copies, creates_thread, fails, is_beside_threads,
    locking, mutex_kind, never_returns, reallocates, stores_block,
};
use trailhound_program::{
    Body, CallSite, Callee, Function, FunctionId, IntOp, Op, Passed, Pc, Program, Reg, RmwOp,
    Table, definitions,
};

use crate::address::{AbstractAddress, AddressBook, ContextId, Object, Offset, Points};
use crate::contexts::{Contexts, Entered, Key, Origin, Site};
use crate::memory::{Memory, addressed};
use crate::state::Place;

mod calls;
mod operations;

/// What is known when the whole program has been followed.
pub struct PointsTo<'p> {
    pub program: &'p Program,
    call_graph: &'p CallGraph<'p>,
    pub book: AddressBook,
    pub contexts: Contexts,
    pub memory: Memory,
    control_flows: RefCell<FxHashMap<FunctionId, Rc<ControlFlow>>>,
    waiting: Vec<ContextId>,
    is_waiting: FxHashSet<ContextId>,
    depth: usize,
    /// A call has given something that was not known.
    news: bool,
    budget: usize,
    pub main: Vec<ContextId>,
    /// Mutexes that are made with attributes: they may be ones that can be taken twice.
    pub special_mutexes: FxHashSet<Points>,
}

/// Calls that are followed right away; what lies deeper waits for its turn.
const DEEPEST: usize = 160;
/// Passes through functions, after which what is known must do.
const BUDGET: usize = 40_000;
/// A call through a pointer of which nothing is known is followed to this many functions.
const MOST_GUESSES: usize = 6;

type Registers = Vec<Points>;

/// Whether calls are made, or what they gave before is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Calls {
    Known,
    Made,
}

pub fn follow<'p>(call_graph: &'p CallGraph<'p>) -> PointsTo<'p> {
    let program = call_graph.program;
    let mut follower = PointsTo {
        program,
        call_graph,
        book: AddressBook::new(),
        contexts: Contexts::default(),
        memory: Memory::default(),
        control_flows: RefCell::default(),
        waiting: Vec::new(),
        is_waiting: FxHashSet::default(),
        depth: 0,
        news: false,
        budget: BUDGET,
        main: Vec::new(),
        special_mutexes: FxHashSet::default(),
    };
    for &function in program.constructors.iter().chain([&program.main]) {
        if follower.body(function).is_some() {
            let context = follower.enter(function, Vec::new(), None);
            follower.main.push(context);
        }
    }
    follower.settle();
    follower
}

impl<'p> PointsTo<'p> {
    pub fn body(&self, function: FunctionId) -> Option<&'p Body> {
        self.call_graph.body(function)
    }

    /// The control flow of a function without the paths of exceptions: what they undo does not matter here.
    pub fn control_flow(&self, function: FunctionId) -> Rc<ControlFlow> {
        let mut known = self.control_flows.borrow_mut();
        let entry = known.entry(function).or_insert_with(|| {
            let body = self.body(function).expect("contexts are of bodies");
            Rc::new(ControlFlow::of(body, Unwinding::LeftOut))
        });
        entry.clone()
    }

    /// Whether a function is part of a library.
    pub fn is_library(&self, function: FunctionId) -> bool {
        let source = &self.program.source;
        let code = &self.program.functions[function.index()];
        match code.location.and_then(|id| source.location(id)) {
            Some(location) => source.file(location.file).library,
            None => code.name != "main",
        }
    }

    /// Whether an operation is the user's: in a library's function, it was inlined there.
    pub fn is_users(&self, (function, pc): Site) -> bool {
        let code = &self.program.functions[function.index()];
        let location = code.body.as_ref().map(|body| body.locations[pc as usize]);
        location.is_some_and(|id| self.program.source.user_location(id).is_some())
    }

    /// The operation of the user's own code that led to a place. None: the thread has not
    /// come to any yet.
    pub fn user_place(&self, place: Place) -> Option<Place> {
        let context = self.contexts.get(place.context);
        if self.is_users((context.function, place.pc)) {
            return Some(place);
        }
        let origin = context.origin.filter(|origin| !origin.begins_thread)?;
        let (context, pc) = origin.user;
        Some(Place { context, pc })
    }

    fn settle(&mut self) {
        loop {
            for outdated in self.memory.take_outdated() {
                self.put_off(outdated);
            }
            let Some(context) = self.waiting.pop() else {
                return;
            };
            self.is_waiting.remove(&context);
            self.pass(context);
            if self.budget == 0 {
                return;
            }
        }
    }

    fn put_off(&mut self, context: ContextId) {
        if self.is_waiting.insert(context) {
            self.waiting.push(context);
        }
    }

    /// The context of a function that is called with these arguments.
    fn enter(
        &mut self,
        function: FunctionId,
        mut arguments: Vec<Points>,
        origin: Option<Origin>,
    ) -> ContextId {
        let parameters = self.body(function).map_or(0, |body| body.parameters);
        arguments.resize(parameters as usize, Points::NOWHERE);
        let entered = self.contexts.enter(Key {
            function,
            arguments: arguments.clone(),
            origin,
        });
        match entered {
            Entered::Known(id) => id,
            Entered::New(id) => {
                match self.depth < DEEPEST {
                    true => self.pass(id),
                    false => self.put_off(id),
                }
                id
            }
            Entered::Shared(id) => {
                let mut grown = false;
                for (index, &points) in arguments.iter().enumerate() {
                    let known = self.contexts.get(id).arguments[index];
                    let union = self.book.union(known, points);
                    grown |= union != known;
                    self.contexts.get_mut(id).arguments[index] = union;
                }
                if grown || self.contexts.get(id).callers.is_empty() {
                    self.put_off(id);
                }
                id
            }
        }
    }

    /// Goes through a function once, until nothing new comes of it.
    fn pass(&mut self, id: ContextId) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        self.depth += 1;
        let function = self.contexts.get(id).function;
        let body = self.body(function).expect("contexts are of bodies");
        let control_flow = self.control_flow(function);
        let mut registers: Registers = vec![Points::NOWHERE; body.registers as usize];
        for (register, &word) in body.constants.iter().enumerate() {
            registers[register] = addressed(&mut self.book, word);
        }
        let first = body.first_parameter() as usize;
        for (index, &points) in self.contexts.get(id).arguments.iter().enumerate() {
            registers[first + index] = points;
        }
        loop {
            let known = self.settled(id, body, &control_flow, registers.clone());
            if !self.make_calls(id, body, &control_flow, &known) {
                break;
            }
        }
        self.depth -= 1;
    }

    /// The registers at joins, with what is known of the calls by now.
    fn settled(
        &mut self,
        id: ContextId,
        body: &'p Body,
        control_flow: &ControlFlow,
        registers: Registers,
    ) -> FxHashMap<Pc, Registers> {
        let mut known: FxHashMap<Pc, Registers> = FxHashMap::default();
        known.insert(0, registers);
        let mut pending: Vec<Pc> = vec![0];
        while let Some(start) = pending.pop() {
            let mut registers = known[&start].clone();
            let Some(last) =
                self.straight(id, body, control_flow, start, &mut registers, Calls::Known)
            else {
                continue;
            };
            for target in successors(body, last, Unwinding::LeftOut) {
                match known.get_mut(&target) {
                    None => {
                        known.insert(target, registers.clone());
                        pending.push(target);
                    }
                    Some(before) => {
                        let mut changed = false;
                        for (old, &new) in before.iter_mut().zip(&registers) {
                            if *old != new {
                                let union = self.book.union(*old, new);
                                changed |= union != *old;
                                *old = union;
                            }
                        }
                        if changed && !pending.contains(&target) {
                            pending.push(target);
                        }
                    }
                }
            }
        }
        known
    }

    /// Follows code up to the end of a block; the last operation, if it goes on.
    fn straight(
        &mut self,
        id: ContextId,
        body: &'p Body,
        control_flow: &ControlFlow,
        start: Pc,
        registers: &mut Registers,
        calls: Calls,
    ) -> Option<Pc> {
        let mut pc = start;
        loop {
            if !self.step(id, body, pc, registers, calls) {
                return None;
            }
            match successors(body, pc, Unwinding::LeftOut)[..] {
                [next] if !control_flow.begins_block(next) => pc = next,
                _ => return Some(pc),
            }
        }
    }

    /// Makes the calls of a function with what their arguments have come to. True: one has
    /// given something new, and those behind it must wait for that.
    fn make_calls(
        &mut self,
        id: ContextId,
        body: &'p Body,
        control_flow: &ControlFlow,
        known: &FxHashMap<Pc, Registers>,
    ) -> bool {
        let mut starts: Vec<Pc> = known.keys().copied().collect();
        starts.sort_unstable();
        for start in starts {
            let mut registers = known[&start].clone();
            self.news = false;
            self.straight(id, body, control_flow, start, &mut registers, Calls::Made);
            if self.news {
                return true;
            }
        }
        false
    }

    /// Notes what the operation points at.
    fn note(&mut self, id: ContextId, pc: Pc, points: Points) {
        let known = self.contexts.get(id).points.get(&pc).copied();
        let union = self.book.union(known.unwrap_or_default(), points);
        if union != Points::NOWHERE {
            self.contexts.get_mut(id).points.insert(pc, union);
        }
    }

    /// Executes an operation. False: the code does not go on behind it.
    fn step(
        &mut self,
        id: ContextId,
        body: &'p Body,
        pc: Pc,
        registers: &mut Registers,
        calls: Calls,
    ) -> bool {
        match body.code[pc as usize] {
            Op::Call { call } => {
                return match calls {
                    Calls::Known => {
                        let site = &body.calls[call as usize];
                        self.recall(id, pc, site, registers)
                    }
                    Calls::Made => self.call(id, body, pc, call, registers),
                };
            }
            Op::Return { a, count } => {
                let results = &registers[a as usize..(a + count) as usize];
                self.give_back(id, results);
            }
            op => {
                let place = Place { context: id, pc };
                if !self.access(place, body, registers) {
                    let result = self.computed(place, body, registers);
                    definitions(&op, body, |d| registers[d as usize] = result);
                }
            }
        }
        true
    }
}
