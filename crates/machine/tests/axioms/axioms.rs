//! The axioms of RC11, SC and x86-TSO over one execution graph with its orders of writes.
//!
//! RC11 is that of Lahav et al., *Repairing sequential consistency in C/C++11*, PLDI 2017, with the release
//! sequences of C++20 and, as there, sb;hb;sb in the order of SC events where the paper has sb≠loc;hb;sb≠loc.

use super::graph::{Graph, Kind};
use super::language::{MUTEX, Order};
use super::relation::Relation;

pub struct Execution<'g> {
    graph: &'g Graph,
    sb: Relation,
    hb: &'g Relation,
    rf: Relation,
    mo: Relation,
    rb: Relation,
    /// (rf ∪ mo ∪ rb)+
    eco: Relation,
}

/// The models that allow an execution.
pub struct Consistent {
    pub rc11: bool,
    pub common: bool,
    pub sc: bool,
    pub tso: bool,
}

impl<'g> Execution<'g> {
    pub fn new(graph: &'g Graph, hb: &'g Relation, chains: &[Vec<usize>]) -> Execution<'g> {
        let events = graph.events.len();
        let mut mo = Relation::empty(events);
        for chain in chains {
            for (place, &write) in chain.iter().enumerate() {
                chain[place + 1..]
                    .iter()
                    .for_each(|&later| mo.add(write, later));
            }
        }
        let source = |event: usize| graph.events[event].source;
        let rf = Relation::of(events, |from, to| source(to) == Some(from));
        let rb = Relation::of(events, |read, write| {
            read != write && source(read).is_some_and(|source| mo.has(source, write))
        });
        Execution {
            graph,
            sb: graph.program_order(),
            hb,
            eco: rf.union(&mo).union(&rb).closure(),
            rf,
            mo,
            rb,
        }
    }

    fn location(&self, event: usize) -> Option<usize> {
        self.graph.events[event].location
    }

    /// None if it is not even coherent.
    pub fn judge(&self) -> Option<Consistent> {
        // Atomicity holds by the choice of the order of writes.
        let coherent = self.hb.then(&self.eco.or_same()).is_irreflexive();
        // Locks have no past that could be read.
        let of_mutex = |event: usize| self.location(event) == Some(MUTEX);
        let steps = self.hb.union(&self.rf);
        let locks = self.mo.union(&self.rb).between(of_mutex, of_mutex);
        if !coherent || !steps.union(&locks).is_acyclic() {
            return None;
        }
        let psc = self.psc();
        Some(Consistent {
            rc11: psc.is_acyclic(),
            common: steps.union(&locks).union(&psc).is_acyclic(),
            sc: self.steps_and_conflicts().is_acyclic(),
            tso: self.is_tso(),
        })
    }

    fn psc(&self) -> Relation {
        let is_sc = |event: usize| self.graph.events[event].order == Order::SeqCst;
        let is_fence = |event: usize| is_sc(event) && self.graph.events[event].kind == Kind::Fence;
        let (hb, sb) = (self.hb, &self.sb);
        let same = |from: usize, to: usize| {
            self.location(from).is_some() && self.location(from) == self.location(to)
        };
        let events = self.graph.events.len();
        let hb_loc = Relation::of(events, |from, to| hb.has(from, to) && same(from, to));
        let scb = sb
            .union(&sb.then(hb).then(sb))
            .union(&hb_loc)
            .union(&self.mo)
            .union(&self.rb);
        let all = |_| true;
        let only = |test: &dyn Fn(usize) -> bool| {
            Relation::of(events, |from, to| from == to && test(from))
        };
        let maybe_hb = hb.or_same();
        let before = only(&is_sc).union(&maybe_hb.between(is_fence, all));
        let after = only(&is_sc).union(&maybe_hb.between(all, is_fence));
        let base = before.then(&scb).then(&after);
        let fences = hb.union(&hb.then(&self.eco).then(hb));
        base.union(&fences.between(is_fence, is_fence))
    }

    /// What is before what if all events take place one after the other.
    fn steps_and_conflicts(&self) -> Relation {
        self.hb.union(&self.rf).union(&self.mo).union(&self.rb)
    }

    /// Two accesses of different threads to one place, one of them a write and one of them plain.
    fn conflict(&self, one: usize, two: usize) -> bool {
        let (a, b) = (&self.graph.events[one], &self.graph.events[two]);
        a.location.is_some()
            && a.location == b.location
            && a.thread != b.thread
            && a.thread.is_some()
            && b.thread.is_some()
            && (a.writes.is_some() || b.writes.is_some())
            && (a.order == Order::Plain || b.order == Order::Plain)
    }

    pub fn has_race(&self) -> bool {
        self.any_conflict(|one, two| !self.hb.has(one, two) && !self.hb.has(two, one))
    }

    /// A race of two accesses that no path of po ∪ rf connects: both can be made next.
    pub fn has_pending_race(&self) -> bool {
        let steps = self.hb.union(&self.rf).closure();
        self.any_conflict(|one, two| !steps.has(one, two) && !steps.has(two, one))
    }

    /// Whether, in SC, two threads can stand before accesses that conflict.
    pub fn has_neighbours(&self) -> bool {
        let before = self.steps_and_conflicts().closure();
        let through = before.then(&before);
        self.any_conflict(|one, two| !before.has(two, one) && !through.has(one, two))
    }

    fn any_conflict(&self, test: impl Fn(usize, usize) -> bool) -> bool {
        let events = 0..self.graph.events.len();
        events.clone().any(|one| {
            events
                .clone()
                .any(|two| self.conflict(one, two) && test(one, two))
        })
    }

    /// x86-TSO: a store may be passed by later loads, unless an update, a fence or a system call comes between.
    fn is_tso(&self) -> bool {
        let events = &self.graph.events;
        let is_store = |event: usize| {
            let event = &events[event];
            event.writes.is_some()
                && !event.is_update
                && event.order != Order::SeqCst
                && event.location != Some(MUTEX)
        };
        let is_load = |event: usize| events[event].source.is_some() && !events[event].is_update;
        let is_nothing = |event: usize| {
            events[event].kind == Kind::Fence && events[event].order != Order::SeqCst
        };
        let is_passed = |from: usize, to: usize| is_store(from) && is_load(to);
        let kept = Relation::of(events.len(), |from, to| {
            let counts = !is_nothing(from) && !is_nothing(to);
            counts && self.sb.has(from, to) && !is_passed(from, to)
        });
        let across = Relation::of(events.len(), |from, to| {
            let threads = (events[from].thread, events[to].thread);
            let created = matches!(
                (events[from].kind, events[to].kind),
                (Kind::Create, Kind::Begin) | (Kind::End, Kind::Join)
            );
            threads.0 != threads.1 && (self.rf.has(from, to) || created)
        });
        let conflicts = self.mo.union(&self.rb);
        let in_place = Relation::of(events.len(), |from, to| {
            self.sb.has(from, to)
                && self.location(from) == self.location(to)
                && self.location(from).is_some()
        });
        kept.union(&across).union(&conflicts).is_acyclic()
            && in_place.union(&self.rf).union(&conflicts).is_acyclic()
    }
}
