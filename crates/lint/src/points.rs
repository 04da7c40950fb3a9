//! Follows addresses through the whole program: what every memory operation, lock and call
//! through a pointer may mean, in each context of its function. Registers are followed along
//! the code, memory as a whole. It guesses where it must, and knows no locks.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use trailhound_analysis::{CallGraph, ControlFlow, Unwinding, successors};
use trailhound_contracts::{
    MutexKind, allocation, calls_back, copies, creates_thread, fails, is_rust, locking, mutex_kind,
    never_returns, reallocates, stores_block,
};
use trailhound_program::{
    Body, CallSite, Callee, Function, FunctionId, IntOp, Op, Passed, Pc, Program, Reg, RmwOp,
    Table, definitions,
};

use crate::address::{AbstractAddress, AddressBook, Object, Offset, Points};
use crate::contexts::{ContextId, Contexts, Entered, Key, Origin, Site};
use crate::memory::{Memory, addressed};
use crate::state::Place;

mod calls;

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

    /// The control flow of a function without the ways of exceptions: what they undo matters to nobody here.
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

    /// The registers where ways meet, with what is known of the calls by now.
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

    /// Follows code up to where ways meet or part; the last operation, if it goes on.
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
        let op = &body.code[pc as usize];
        let get = |register: Reg| registers[register as usize];
        let plain = Offset::exactly(0);
        let result: (Reg, Points) = match *op {
            Op::Move { d, a } | Op::Freeze { d, a } => (d, get(a)),
            Op::Select { d, a, b, .. } => (d, self.book.union(get(a), get(b))),
            Op::AddOffset { d, a, offset } => {
                let moved = self
                    .book
                    .moved(get(a), |at: Offset| at.plus(i64::from(offset)));
                (d, moved)
            }
            Op::AddScaled {
                d, a, index, scale, ..
            } => {
                let by = body.constants.get(index as usize).copied();
                let moved = self.book.moved(get(a), |at| match by {
                    Some(by) => at.plus((by as i64).wrapping_mul(i64::from(scale))),
                    None => at.moved(scale),
                });
                (d, moved)
            }
            Op::Int { op, w: 64, d, a, b } => {
                let constant = |register: Reg| {
                    let word = body.constants.get(register as usize).copied();
                    word.filter(|_| get(register) == Points::NOWHERE)
                };
                let (base, other) = match get(a) {
                    Points::NOWHERE => (get(b), a),
                    points => (points, b),
                };
                let result = match op {
                    IntOp::Add => self.book.moved(base, |at| match constant(other) {
                        Some(by) => at.plus(by as i64),
                        None => Offset::ANYWHERE,
                    }),
                    IntOp::Sub if get(b) == Points::NOWHERE => {
                        self.book.moved(base, |at| match constant(other) {
                            Some(by) => at.plus((by as i64).wrapping_neg()),
                            None => Offset::ANYWHERE,
                        })
                    }
                    IntOp::And | IntOp::Or | IntOp::Xor => base,
                    _ => Points::NOWHERE,
                };
                (d, result)
            }
            Op::Load {
                w, d, p, offset, ..
            } => {
                let from = self.place(get(p), offset);
                self.note(id, pc, from);
                let loaded = match w {
                    64 => self.load(id, from, plain),
                    _ => Points::NOWHERE,
                };
                (d, loaded)
            }
            Op::Store {
                w, v, p, offset, ..
            } => {
                let to = self.place(get(p), offset);
                self.note(id, pc, to);
                if w == 64 {
                    self.store(to, plain, get(v));
                }
                return true;
            }
            Op::LoadMany {
                d,
                p,
                offset,
                shape,
                ..
            } => {
                let from = self.place(get(p), offset);
                self.note(id, pc, from);
                for (index, part) in body.shapes[shape as usize].parts.iter().enumerate() {
                    let loaded = match part.w {
                        64 => self.load(id, from, Offset::exactly(part.offset as i32)),
                        _ => Points::NOWHERE,
                    };
                    registers[d as usize + index] = loaded;
                }
                return true;
            }
            Op::StoreMany {
                v,
                p,
                offset,
                shape,
                ..
            } => {
                let to = self.place(get(p), offset);
                self.note(id, pc, to);
                for (index, part) in body.shapes[shape as usize].parts.iter().enumerate() {
                    let at = Offset::exactly(part.offset as i32);
                    let value = registers[v as usize + index];
                    self.store(to, at, value);
                }
                return true;
            }
            Op::CompareExchange { w, d, p, new, .. } => {
                let at = get(p);
                self.note(id, pc, at);
                let value = get(new);
                registers[d as usize + 1] = Points::NOWHERE;
                if w != 64 {
                    (d, Points::NOWHERE)
                } else {
                    self.store(at, plain, value);
                    (d, self.load(id, at, plain))
                }
            }
            Op::ReadModifyWrite { op, w, d, p, v, .. } => {
                let at = get(p);
                self.note(id, pc, at);
                if w != 64 {
                    (d, Points::NOWHERE)
                } else {
                    if op == RmwOp::Xchg {
                        self.store(at, plain, get(v));
                    }
                    (d, self.load(id, at, plain))
                }
            }
            Op::CopyMemory { to, from, n } => {
                let size = body.constants.get(n as usize).copied();
                self.note(id, pc, get(to));
                self.copy(id, get(to), get(from), size);
                return true;
            }
            Op::SetMemory { to, .. } => {
                let to = get(to);
                self.note(id, pc, to);
                return true;
            }
            Op::ThreadLocal { d, global } => (d, self.book.one(Object::ThreadLocal(global), plain)),
            Op::Alloca { d, .. } => {
                let object = Object::Local { context: id, pc };
                (d, self.book.one(object, plain))
            }
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
                return true;
            }
            _ => {
                definitions(op, body, |d| registers[d as usize] = Points::NOWHERE);
                return true;
            }
        };
        registers[result.0 as usize] = result.1;
        true
    }

    fn place(&mut self, points: Points, offset: i32) -> Points {
        match offset {
            0 => points,
            offset => self.book.moved(points, |at| at.plus(i64::from(offset))),
        }
    }

    fn places(&self, points: Points, offset: Offset) -> SmallVec<[AbstractAddress; 4]> {
        let by = i64::from(offset.exact().unwrap_or(0));
        let addresses = self.book.addresses(points).iter();
        addresses
            .map(|address| AbstractAddress {
                offset: address.offset.plus(by),
                ..*address
            })
            .collect()
    }

    fn load(&mut self, reader: ContextId, points: Points, offset: Offset) -> Points {
        let mut found = Points::NOWHERE;
        for address in self.places(points, offset) {
            let here = self
                .memory
                .load(self.program, &mut self.book, reader, address);
            found = self.book.union(found, here);
        }
        found
    }

    fn store(&mut self, points: Points, offset: Offset, value: Points) {
        for address in self.places(points, offset) {
            self.memory.store(&mut self.book, address, value);
        }
    }

    fn copy(&mut self, reader: ContextId, to: Points, from: Points, size: Option<u64>) {
        let plain = Offset::exactly(0);
        let size = size.and_then(|size| u32::try_from(size).ok());
        for from in self.places(from, plain) {
            for to in self.places(to, plain) {
                if from.object != to.object {
                    self.memory
                        .copy(self.program, &mut self.book, reader, to, from, size);
                }
            }
        }
    }
}
