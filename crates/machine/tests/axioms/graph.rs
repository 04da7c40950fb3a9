//! All execution graphs of a program that have no cycle in po ∪ rf and are coherent in every variable,
//! found by adding one event after the other: so reads read from what is there already.

use super::axioms::{Consistent, Execution};
use super::language::*;
use std::collections::{BTreeSet, HashSet};

/// What an event is besides its accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Access,
    Fence,
    /// The beginning or the end of a thread, its creation or the wait for it.
    Begin,
    End,
    Create,
    Join,
}

#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// None writes the initial values.
    pub thread: Option<usize>,
    pub kind: Kind,
    pub location: Option<usize>,
    pub order: Order,
    /// The event that it reads from.
    pub source: Option<usize>,
    pub writes: Option<u8>,
    /// Whether the operation is one instruction that reads and writes, even if it did not write.
    pub is_update: bool,
}

/// Registers of each thread, then the last values of the variables.
pub type Outcome = Vec<u8>;

#[derive(Clone)]
pub struct Graph {
    pub events: Vec<Event>,
    next: Vec<usize>,
    registers: Vec<Vec<u8>>,
    begun: Vec<bool>,
    ended: Vec<bool>,
}

/// What all executions of a program together show, model by model.
#[derive(Default, Debug)]
pub struct Truth {
    pub rc11: Shown,
    /// RC11 with one order that SC events and the execution share: no cycle in po ∪ rf ∪ psc.
    pub common: Shown,
    pub sc: Shown,
    pub tso: Shown,
    /// An execution of RC11 has a race of accesses that could both be made next.
    pub pending_race: bool,
}

#[derive(Default, Debug)]
pub struct Shown {
    pub outcomes: BTreeSet<Outcome>,
    pub race: bool,
    pub executions: u64,
}

impl Shown {
    fn add(&mut self, consistent: bool, race: bool, outcome: &Outcome) {
        if consistent {
            self.outcomes.insert(outcome.clone());
            self.race |= race;
            self.executions += 1;
        }
    }
}

/// None if there are more than `most` graphs, finished or not.
pub fn enumerate(program: &Program, most: usize) -> Option<Truth> {
    let mut search = Search {
        program,
        seen: HashSet::new(),
        truth: Truth::default(),
        most,
    };
    let mut start = Graph::new(program);
    start.run(program);
    search.grow(&start)?;
    Some(search.truth)
}

struct Search<'p> {
    program: &'p Program,
    seen: HashSet<Vec<u8>>,
    truth: Truth,
    most: usize,
}

impl Search<'_> {
    fn grow(&mut self, graph: &Graph) -> Option<()> {
        if graph.ended.iter().all(|&ended| ended) {
            self.finish(graph);
            return Some(());
        }
        for thread in 0..self.program.threads.len() {
            let Some(op) = graph.pending(self.program, thread) else {
                continue;
            };
            for source in graph.sources(op) {
                for fails in [false, true] {
                    let mut next = graph.clone();
                    if !next.read(self.program, thread, source, fails) {
                        continue;
                    }
                    next.run(self.program);
                    if self.seen.len() > self.most {
                        return None;
                    }
                    if next.orders().is_some() && self.seen.insert(next.key()) {
                        self.grow(&next)?;
                    }
                }
            }
        }
        Some(())
    }

    fn finish(&mut self, graph: &Graph) {
        let Some((hb, forced)) = graph.orders() else {
            return;
        };
        let mut orders = vec![Vec::new()];
        for location in 0..=MUTEX {
            let mut chains = Vec::new();
            graph.chains(location, &forced, &mut Vec::new(), &mut chains);
            orders = orders
                .iter()
                .flat_map(|order| {
                    chains.iter().map(|chain| {
                        let mut order: Vec<Vec<usize>> = order.clone();
                        order.push(chain.clone());
                        order
                    })
                })
                .collect();
        }
        for order in orders {
            let execution = Execution::new(graph, &hb, &order);
            let Some(Consistent {
                common,
                sc,
                tso,
                rc11,
            }) = execution.judge()
            else {
                continue;
            };
            let last = |chain: &Vec<usize>| graph.written(*chain.last().expect("a first value"));
            let registers = graph.registers.iter().flatten().copied();
            let outcome: Outcome = registers.chain(order[..MUTEX].iter().map(last)).collect();
            let race = execution.has_race();
            self.truth.pending_race |= rc11 && execution.has_pending_race();
            self.truth.rc11.add(rc11, race, &outcome);
            self.truth.common.add(common, race, &outcome);
            self.truth
                .sc
                .add(sc, sc && execution.has_neighbours(), &outcome);
            self.truth.tso.add(tso, race, &outcome);
        }
    }
}

impl Graph {
    fn new(program: &Program) -> Graph {
        let initial = |location| Event {
            location: Some(location),
            writes: Some(0),
            ..Event::plain(None, Kind::Access)
        };
        let threads = program.threads.len();
        let registers = (0..threads).map(|thread| vec![UNREAD; program.registers(thread)]);
        Graph {
            events: (0..=MUTEX).map(initial).collect(),
            next: vec![0; threads],
            registers: registers.collect(),
            begun: (0..threads).map(|thread| thread == 0).collect(),
            ended: vec![false; threads],
        }
    }

    /// Executes all that does not read.
    fn run(&mut self, program: &Program) {
        while (0..program.threads.len()).any(|thread| self.advance(program, thread)) {}
    }

    fn advance(&mut self, program: &Program, thread: usize) -> bool {
        if !self.begun[thread] || self.ended[thread] {
            return false;
        }
        let ops = &program.threads[thread];
        let Some(&Guarded { guard, op }) = ops.get(self.next[thread]) else {
            self.ended[thread] = true;
            self.events.push(Event::plain(Some(thread), Kind::End));
            return true;
        };
        if guard.is_some_and(|guard| !self.passes(program, thread, guard)) {
            self.next[thread] += 1;
            return true;
        }
        let mut event = Event::plain(Some(thread), Kind::Access);
        match op {
            Op::Store(location, value, order) => {
                event.location = Some(location);
                event.writes = Some(value);
                event.order = order;
            }
            Op::Unlock => {
                event.location = Some(MUTEX);
                event.writes = Some(0);
                event.order = Order::Release;
            }
            Op::Fence(order) => {
                event.kind = Kind::Fence;
                event.order = order;
            }
            Op::Create => event.kind = Kind::Create,
            Op::Join if self.ended[1..].iter().all(|&ended| ended) => event.kind = Kind::Join,
            _ => return false,
        }
        self.events.push(event);
        self.next[thread] += 1;
        if op == Op::Create {
            for other in 1..program.threads.len() {
                self.begun[other] = true;
                self.events.push(Event::plain(Some(other), Kind::Begin));
            }
        }
        true
    }

    fn passes(&self, program: &Program, thread: usize, guard: u8) -> bool {
        let read = self.register_of(program, thread);
        read > 0 && self.registers[thread][read - 1] == guard
    }

    /// The operation of a thread that reads next.
    fn pending(&self, program: &Program, thread: usize) -> Option<Op> {
        if !self.begun[thread] || self.ended[thread] {
            return None;
        }
        let op = program.threads[thread][self.next[thread]].op;
        (op.reads() || op == Op::Lock).then_some(op)
    }

    fn sources(&self, op: Op) -> Vec<usize> {
        let location = match op {
            Op::Load(location, _)
            | Op::Add(location, ..)
            | Op::Exchange(location, ..)
            | Op::CompareExchange { location, .. } => location,
            _ => MUTEX,
        };
        self.writes(location).collect()
    }

    /// Adds the operation that reads from the source; false if it cannot be so.
    fn read(&mut self, program: &Program, thread: usize, source: usize, fails: bool) -> bool {
        let op = program.threads[thread][self.next[thread]].op;
        let read = self.written(source);
        let (order, writes, register) = match op {
            Op::Load(_, order) => (order, None, read),
            Op::Add(_, value, order) => (order, Some(read + value), read),
            Op::Exchange(_, value, order) => (order, Some(value), read),
            Op::CompareExchange {
                old, new, orders, ..
            } if read == old && !fails => (orders.0, Some(new), read | EXCHANGED),
            Op::CompareExchange { orders, .. } => (orders.1, None, read),
            _ if read == 0 => (Order::Acquire, Some(1), 0),
            Op::TryLock => (Order::Relaxed, None, 1),
            _ => return false,
        };
        let may_fail = matches!(op, Op::CompareExchange { weak: true, old, .. } if old == read);
        let is_taken = |event: &Event| event.source == Some(source) && event.writes.is_some();
        if fails && !may_fail || writes.is_some() && self.events.iter().any(is_taken) {
            return false;
        }
        self.events.push(Event {
            thread: Some(thread),
            kind: Kind::Access,
            location: self.events[source].location,
            order,
            source: Some(source),
            writes,
            is_update: !matches!(op, Op::Load(..)),
        });
        if op.reads() {
            let place = self.register_of(program, thread);
            self.registers[thread][place] = register;
        }
        self.next[thread] += 1;
        true
    }

    /// The register of a thread's next operation that reads.
    fn register_of(&self, program: &Program, thread: usize) -> usize {
        let before = program.threads[thread][..self.next[thread]].iter();
        before.filter(|guarded| guarded.op.reads()).count()
    }

    pub fn written(&self, event: usize) -> u8 {
        self.events[event].writes.expect("a write")
    }

    pub fn writes(&self, location: usize) -> impl Iterator<Item = usize> {
        let events = self.events.iter().enumerate();
        let here = events
            .filter(move |(_, event)| event.location == Some(location) && event.writes.is_some());
        here.map(|(number, _)| number)
    }

    /// The same for graphs that differ in the order of adding only.
    fn key(&self) -> Vec<u8> {
        let mut places = vec![0; self.next.len()];
        let mut names = Vec::new();
        let mut reads = vec![Vec::new(); self.next.len()];
        for event in &self.events {
            let name = match event.thread {
                Some(thread) => {
                    places[thread] += 1;
                    (thread as u8 + 1, places[thread])
                }
                None => (0, event.location.expect("a variable") as u8),
            };
            names.push(name);
            if let (Some(thread), Some(source)) = (event.thread, event.source) {
                let (whose, which) = names[source];
                reads[thread].extend([whose, which, u8::from(event.writes.is_some())]);
            }
        }
        reads.join(&255)
    }
}

impl Event {
    fn plain(thread: Option<usize>, kind: Kind) -> Event {
        Event {
            thread,
            kind,
            location: None,
            order: Order::Plain,
            source: None,
            writes: None,
            is_update: false,
        }
    }
}
