//! What all threads of a search share: the visited states, the counters, and why to end.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};

use trailhound_host::Budget;

use crate::graph::Weight;
use crate::options::Options;
use crate::outcome::{End, Stats};
use crate::store::{Cells, StateId, Tree};

pub(super) struct Shared {
    /// Threads explore under read locks, which they let go when it is `wanted` by others: to make room,
    /// one needs it alone.
    pub visited: RwLock<Visited>,
    /// How many want it alone.
    pub wanted: AtomicUsize,
    pub is_over: AtomicBool,
    end: Mutex<Option<End>>,
    pub totals: Totals,
    /// States stored, counted one by one if there is a limit.
    stored: AtomicU64,
    most_states: Option<u64>,
    /// Looked at when the tables grow: the thread that looks at it otherwise may be busy.
    pub budget: Budget,
    pub stop_at: Weight,
    pub most_depth: usize,
    /// Where states lead is noted for the search for livelocks.
    pub livelocks: bool,
}

/// The visited states and what is known of them, by number.
pub(super) struct Visited {
    pub tree: Tree,
    /// From which state it was reached first; none of the initial state.
    pub predecessors: Links,
    /// A state that a step leads to.
    pub onward: Option<Links>,
}

/// By the number of a state, another state or none.
pub(super) struct Links(Cells<AtomicU32>);

/// Sums over all threads, brought up to date now and then.
#[derive(Default)]
pub(super) struct Totals {
    generated: AtomicU64,
    stored: AtomicU64,
    expanded: AtomicU64,
    transitions: AtomicU64,
    revisited: AtomicU64,
    depth: AtomicU64,
    pub frontier: AtomicUsize,
    /// Bytes of the views of the graph but the first.
    pub other_graphs: AtomicUsize,
}

impl Shared {
    pub fn new(options: &Options) -> Shared {
        let limits = &options.limits;
        Shared {
            visited: RwLock::new(Visited {
                tree: Tree::new(),
                predecessors: Links(Cells::new()),
                onward: options.livelocks.then(|| Links(Cells::new())),
            }),
            wanted: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            end: Mutex::new(None),
            totals: Totals::default(),
            stored: AtomicU64::new(1),
            most_states: limits.states,
            budget: limits.budget.clone(),
            stop_at: options.stop_at,
            most_depth: limits.depth.map_or(usize::MAX, |depth| depth as usize),
            livelocks: options.livelocks,
        }
    }

    /// Stores the initial state.
    pub fn start(&mut self, initial: &[u32]) -> StateId {
        let changes: Vec<(u32, u32)> = (0..).zip(initial.iter().copied()).collect();
        let visited = self.visited.get_mut().expect("it is not shared yet");
        loop {
            // A wide state takes more room than is made at once.
            visited.make_room(&changes);
            let mut writer = visited.tree.writer();
            let mut live = visited.tree.zeros();
            let stored = visited.tree.insert(&mut writer, &mut live, &changes);
            visited.tree.give_back(&mut writer);
            if let Some((state, _)) = stored {
                return state;
            }
        }
    }

    /// Ends the search for all. The first reason counts, but that an error was found counts more
    /// than that a limit was reached.
    pub fn halt(&self, why: End) {
        let mut end = self.end.lock().expect("no holder panics");
        if end.is_none() || why == End::Found {
            *end = Some(why);
        }
        self.is_over.store(true, Ordering::Release);
    }

    #[inline]
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// The visited states, the counters, and why the search ended before its end.
    pub fn into_parts(self) -> (Visited, Totals, Option<End>) {
        let end = self.end.into_inner().expect("no holder panics");
        let visited = self.visited.into_inner().expect("no holder panics");
        (visited, self.totals, end)
    }

    /// Whether one more state is within the limit.
    #[inline]
    pub fn may_store(&self) -> bool {
        match self.most_states {
            None => true,
            Some(most) => self.stored.fetch_add(1, Ordering::Relaxed) < most,
        }
    }
}

impl Visited {
    /// Makes room while no other thread reads.
    pub fn make_room(&mut self, changes: &[(u32, u32)]) {
        self.tree.make_room(changes);
        let numbers = self.tree.room() + 1;
        self.predecessors.0.extend_to(numbers);
        if let Some(onward) = &mut self.onward {
            onward.0.extend_to(numbers);
        }
    }

    pub fn bytes(&self) -> usize {
        let onward = self.onward.as_ref().map_or(0, |onward| onward.0.bytes());
        self.tree.bytes() + self.predecessors.0.bytes() + onward
    }

    /// The number of steps that led to a state first.
    pub fn steps_to(&self, state: StateId) -> usize {
        let back = |&state: &StateId| self.predecessors.get(state);
        std::iter::successors(Some(state), back).count() - 1
    }
}

impl Links {
    pub fn get(&self, state: StateId) -> Option<StateId> {
        StateId::numbered(self.0.get(state.number()).load(Ordering::Relaxed))
    }

    #[inline]
    pub fn set(&self, state: StateId, other: StateId) {
        let cell = self.0.get(state.number());
        cell.store(other.number() as u32, Ordering::Relaxed);
    }
}

impl Totals {
    /// Adds what a thread has counted since the last time.
    pub fn add(&self, counted: &mut Stats) {
        let add = |to: &AtomicU64, count: &mut u64| {
            to.fetch_add(std::mem::take(count), Ordering::Relaxed);
        };
        add(&self.generated, &mut counted.states_generated);
        add(&self.stored, &mut counted.states_stored);
        add(&self.expanded, &mut counted.states_expanded);
        add(&self.transitions, &mut counted.transitions);
        add(&self.revisited, &mut counted.revisited);
        self.depth.fetch_max(counted.depth, Ordering::Relaxed);
    }

    /// Puts the sums into the counters of the search.
    pub fn show(&self, stats: &mut Stats) {
        let load = |total: &AtomicU64| total.load(Ordering::Relaxed);
        // The initial state is counted beforehand.
        stats.states_generated = 1 + load(&self.generated);
        stats.states_stored = 1 + load(&self.stored);
        stats.states_expanded = load(&self.expanded);
        stats.transitions = load(&self.transitions);
        stats.revisited = load(&self.revisited);
        stats.depth = load(&self.depth);
    }
}
