//! Happens-before of an execution graph, and the orders of its writes that agree with it.

use super::graph::{Graph, Kind};
use super::language::Order;
use super::relation::Relation;

impl Graph {
    pub fn program_order(&self) -> Relation {
        let thread = |event: usize| self.events[event].thread;
        Relation::of(self.events.len(), |from, to| {
            from < to && thread(from).is_some() && thread(from) == thread(to)
        })
    }

    /// Happens-before, and what it makes of the order of writes; None if that is not coherent.
    pub fn orders(&self) -> Option<(Relation, Relation)> {
        let hb = self.happens_before();
        let mut forced = Relation::empty(self.events.len());
        for (number, event) in self.events.iter().enumerate() {
            let Some(location) = event.location else {
                continue;
            };
            for write in self.writes(location) {
                if event.writes.is_some() && hb.has(write, number) {
                    forced.add(write, number);
                }
                let Some(source) = event.source else {
                    continue;
                };
                if write != source && hb.has(write, number) {
                    forced.add(write, source);
                }
                if write != number && hb.has(number, write) {
                    forced.add(source, write);
                }
                if write == number {
                    forced.add(source, write);
                }
            }
            for (later, other) in self.events.iter().enumerate() {
                if let (Some(one), Some(two)) = (event.source, other.source)
                    && other.location == event.location
                    && one != two
                    && hb.has(number, later)
                {
                    forced.add(one, two);
                }
            }
        }
        (hb.is_irreflexive() && forced.is_acyclic()).then_some((hb, forced))
    }

    /// (po ∪ sw ∪ creation and join)+, with release sequences as in C++20: a write and the updates that
    /// read from it, directly or through each other.
    fn happens_before(&self) -> Relation {
        let events = &self.events;
        let is_first = |event: usize| events[event].thread.is_none();
        let mut hb = self
            .program_order()
            .union(&Relation::of(events.len(), |from, to| {
                let whole = (events[from].kind, events[to].kind);
                is_first(from) && !is_first(to)
                    || matches!(whole, (Kind::Create, Kind::Begin) | (Kind::End, Kind::Join))
                        && events[from].thread != events[to].thread
            }));
        let is_atomic = |event: usize| events[event].order != Order::Plain;
        let order = self.program_order();
        let fences = |test: &dyn Fn(usize) -> bool, has_order: fn(Order) -> bool| {
            let all = (0..events.len()).filter(|&event| {
                events[event].kind == Kind::Fence && has_order(events[event].order) && test(event)
            });
            all.collect::<Vec<usize>>()
        };
        for reader in (0..events.len()).filter(|&event| is_atomic(event)) {
            let mut targets = fences(&|fence| order.has(reader, fence), Order::acquires);
            targets.extend(events[reader].order.acquires().then_some(reader));
            let mut next = events[reader].source;
            while let Some(write) = next {
                next = events[write].source;
                if !is_atomic(write) {
                    break;
                }
                let mut sources = fences(&|fence| order.has(fence, write), Order::releases);
                sources.extend(events[write].order.releases().then_some(write));
                for &source in &sources {
                    targets.iter().for_each(|&target| hb.add(source, target));
                }
            }
        }
        hb.closure()
    }

    /// The orders of the writes to a location that follow `forced` and have nothing between an update and
    /// what it read.
    pub fn chains(
        &self,
        location: usize,
        forced: &Relation,
        chain: &mut Vec<usize>,
        found: &mut Vec<Vec<usize>>,
    ) {
        let open: Vec<usize> = self
            .writes(location)
            .filter(|w| !chain.contains(w))
            .collect();
        if open.is_empty() {
            found.push(chain.clone());
        }
        let last = chain.last().copied();
        let next_update = open
            .iter()
            .find(|&&write| last.is_some() && self.events[write].source == last);
        for &write in &open {
            let fits = match next_update {
                Some(&update) => write == update,
                None => self.events[write].source.is_none(),
            };
            if fits && !open.iter().any(|&other| forced.has(other, write)) {
                chain.push(write);
                self.chains(location, forced, chain, found);
                chain.pop();
            }
        }
    }
}
