//! The states that wait to be expanded, as loads that threads take. Breadth first, new states wait
//! until all of their level have been expanded; in any order, a thread keeps the states that it finds
//! and hands out half of them when others have nothing to do. A thread goes on with states that it has
//! found itself, as long as there are any: they lie close to each other in the store, and so in its cache.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use super::order::Order;
use super::shared::Shared;
use super::worker::Worker;
use crate::graph::Graph;
use crate::outcome::End;
use crate::store::StateId;

pub(super) struct Queue<'s> {
    shared: &'s Shared,
    order: Order,
    threads: usize,
    shelf: Mutex<Shelf>,
    changed: Condvar,
    /// Threads without states.
    hungry: AtomicUsize,
}

struct Shelf {
    /// By the seat of the thread that found the states.
    loads: Vec<VecDeque<Vec<StateId>>>,
    /// Breadth first: the states of the next level, and who found them.
    next: Vec<(Seat, Vec<StateId>)>,
    depth: usize,
    /// Threads that have states.
    busy: usize,
    /// Breadth first: an error was found on this level that ends the search with it.
    has_found: bool,
    is_done: bool,
}

/// The number of a thread of the search.
#[derive(Clone, Copy)]
pub(super) struct Seat(pub usize);

/// Breadth first, a load has at most so many states, and in small levels at least so many.
const LARGEST_LOAD: usize = 256;
const SMALLEST_LOAD: usize = 8;

/// With fewer states than this a thread hands none out.
const WORTH_SHARING: usize = 8;

/// The thread that looks at the limits wakes up so often.
const NAP: Duration = Duration::from_millis(20);

/// In any order, the depth is looked up after so many states: it costs as many steps as it has.
const BETWEEN_DEPTHS: u64 = 1 << 16;

/// In any order, the states that wait are counted after so many.
const BETWEEN_COUNTS: u64 = 1 << 8;

impl<'s> Queue<'s> {
    /// One state, and one thread to begin with.
    pub fn new(order: Order, threads: usize, first: StateId, shared: &'s Shared) -> Queue<'s> {
        let mut loads = vec![VecDeque::new(); threads.max(1)];
        loads[0].push_back(vec![first]);
        Queue {
            shared,
            order,
            threads,
            shelf: Mutex::new(Shelf {
                loads,
                next: Vec::new(),
                depth: 0,
                busy: 1,
                has_found: false,
                is_done: false,
            }),
            changed: Condvar::new(),
            hungry: AtomicUsize::new(0),
        }
    }

    /// So many threads more take part.
    pub fn welcome(&self, helpers: usize) {
        self.shelf().busy += helpers;
    }

    pub fn is_done(&self) -> bool {
        self.shelf().is_done
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().expect("no holder panics")
    }

    /// Expands states until there are none, the search is over, or so many have been expanded.
    pub fn work<G: Graph>(&self, seat: Seat, worker: &mut Worker<'_, '_, G>, most: u64) {
        // If this thread panics, the others must not wait for it.
        let _alarm = Alarm(self);
        let mut found = Vec::new();
        let mut expanded = 0;
        while let Some((mut load, depth)) = self.take(seat, worker, &mut found) {
            while let Some(state) = load.pop() {
                expanded += 1;
                let step = match self.order {
                    Order::BreadthFirst if depth >= worker.shared.most_depth => {
                        worker.judge_only(state, depth)
                    }
                    Order::BreadthFirst => worker.expand(state, depth, |new| found.push(new)),
                    Order::Any => {
                        let step = worker.expand(state, 0, |new| load.push(new));
                        if worker.has_found() {
                            worker.shared.halt(End::Found);
                        }
                        if expanded % BETWEEN_DEPTHS == 0 {
                            let depth = worker.steps_to(state);
                            worker.note_depth(depth);
                        }
                        step
                    }
                };
                if step.is_break() || worker.shared.is_over() {
                    return self.give_up(worker);
                }
                if worker.is_pause_due() {
                    // Others go on with the states meanwhile.
                    self.lay_down(seat, &mut load);
                    worker.pause();
                }
                if self.hungry.load(Ordering::Relaxed) > 0 && load.len() >= WORTH_SHARING {
                    self.hand_out(seat, &mut load);
                }
                if self.order == Order::Any && expanded % BETWEEN_COUNTS == 0 {
                    worker.count_waiting(load.len());
                }
                if expanded >= most {
                    let mut shelf = self.shelf();
                    shelf.put(seat, load);
                    shelf.next.push((seat, std::mem::take(&mut found)));
                    return;
                }
            }
        }
    }

    /// States to expand, and how deep they are. Hands in the states of the next level that were found
    /// with the last ones. `None` when the search is over.
    fn take<G: Graph>(
        &self,
        seat: Seat,
        worker: &mut Worker<'_, '_, G>,
        found: &mut Vec<StateId>,
    ) -> Option<(Vec<StateId>, usize)> {
        let mut shelf = self.shelf();
        if !found.is_empty() {
            shelf.next.push((seat, std::mem::take(found)));
        }
        shelf.has_found |= worker.has_found();
        if let Some(load) = shelf.get(seat) {
            return Some((load, shelf.depth));
        }
        shelf.busy -= 1;
        self.hungry.fetch_add(1, Ordering::Relaxed);
        if shelf.busy == 0 {
            self.next_level(&mut shelf, worker);
            self.changed.notify_all();
        }
        drop(shelf);
        // Nothing may be held while it waits.
        worker.settle();
        let mut shelf = self.shelf();
        loop {
            if shelf.is_done || worker.shared.is_over() {
                shelf.is_done = true;
                self.changed.notify_all();
                return None;
            }
            if let Some(load) = shelf.get(seat) {
                shelf.busy += 1;
                self.hungry.fetch_sub(1, Ordering::Relaxed);
                return Some((load, shelf.depth));
            }
            let wait = self.changed.wait_timeout(shelf, NAP);
            drop(wait.expect("no holder panics").0);
            worker.check_limits_if_due();
            shelf = self.shelf();
        }
    }

    /// No thread has a state any more: goes on with the next level, if there is one.
    fn next_level<G: Graph>(&self, shelf: &mut Shelf, worker: &mut Worker<'_, '_, G>) {
        let next = std::mem::take(&mut shelf.next);
        let states: usize = next.iter().map(|(_, load)| load.len()).sum();
        if shelf.has_found {
            worker.shared.halt(End::Found);
        }
        if states == 0 || shelf.has_found {
            shelf.is_done = true;
            return;
        }
        shelf.depth += 1;
        worker.note_depth(shelf.depth);
        let frontier = &worker.shared.totals.frontier;
        frontier.store(states, Ordering::Relaxed);
        let most = (states / (4 * self.threads)).clamp(SMALLEST_LOAD, LARGEST_LOAD);
        for (seat, load) in next {
            for part in load.chunks(most) {
                shelf.put(seat, part.to_vec());
            }
        }
    }

    /// Hands out half of the states, those that have waited longest.
    #[cold]
    fn hand_out(&self, seat: Seat, load: &mut Vec<StateId>) {
        let kept = load.split_off(load.len() / 2);
        let handed = std::mem::replace(load, kept);
        self.shelf().put(seat, handed);
        self.changed.notify_one();
    }

    /// Leaves all states to others.
    #[cold]
    fn lay_down(&self, seat: Seat, load: &mut Vec<StateId>) {
        self.shelf().put(seat, std::mem::take(load));
        self.changed.notify_one();
    }

    /// The search is over for all.
    fn give_up<G: Graph>(&self, worker: &mut Worker<'_, '_, G>) {
        worker.settle();
        self.shelf().is_done = true;
        self.changed.notify_all();
    }
}

impl Shelf {
    fn put(&mut self, seat: Seat, load: Vec<StateId>) {
        if !load.is_empty() {
            self.loads[seat.0].push_back(load);
        }
    }

    /// The last load of this seat, or else the first of the seat that has most.
    fn get(&mut self, seat: Seat) -> Option<Vec<StateId>> {
        self.loads[seat.0].pop_back().or_else(|| {
            let richest = self.loads.iter_mut().max_by_key(|loads| loads.len());
            richest.and_then(VecDeque::pop_front)
        })
    }
}

struct Alarm<'a>(&'a Queue<'a>);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.shared.halt(End::Interrupted);
            if let Ok(mut shelf) = self.0.shelf.lock() {
                shelf.is_done = true;
            }
            self.0.changed.notify_all();
        }
    }
}
