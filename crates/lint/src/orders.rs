//! Orders of locks: who waits for what with what in hand, and circles in that.

use rustc_hash::FxHashSet;

use crate::address::{AbstractAddress, ContextId};
use crate::scene::Scene;
use crate::state::{Hold, Mode, Place};
use crate::warning::{Kind, Role, Spot, Warning};

/// One lock is waited for while another is held.
struct Step {
    outer: AbstractAddress,
    inner: AbstractAddress,
    outer_mode: Mode,
    inner_mode: Mode,
    since: Place,
    place: Place,
    root: ContextId,
    /// All that is held meanwhile.
    held: Vec<Hold>,
}

/// Locks in a circle that is looked for.
const LONGEST: usize = 5;
/// Warnings of one program about orders.
const MOST_CIRCLES: usize = 40;

pub fn lock_orders(scene: &Scene<'_, '_>) -> Vec<Warning> {
    let steps = steps(scene);
    let mut found = Vec::new();
    let mut told = FxHashSet::default();
    let mut path: Vec<usize> = Vec::new();
    for length in 1..=LONGEST {
        for first in 0..steps.len() {
            path.push(first);
            extend(scene, &steps, &mut path, length, &mut told, &mut found);
            path.pop();
        }
    }
    found
}

fn steps(scene: &Scene<'_, '_>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut seen = FxHashSet::default();
    let book = &scene.points.book;
    for acquisition in &scene.facts.acquisitions {
        if !scene.is_users(acquisition.place) {
            continue;
        }
        for hold in &acquisition.held {
            if !scene.is_users(hold.place) {
                continue;
            }
            for &outer in book.addresses(hold.lock) {
                for &inner in book.addresses(acquisition.lock) {
                    let is_one = outer == inner && !scene.is_one_of_many(outer);
                    let mut is_new = || {
                        let line = scene.line(scene.spotted(acquisition.place));
                        let since = scene.line(scene.spotted(hold.place));
                        seen.insert((outer, inner, line, since, acquisition.root))
                    };
                    // One lock taken twice is another mistake.
                    if is_one || scene.is_library_thing(outer) || !is_new() {
                        continue;
                    }
                    steps.push(Step {
                        outer,
                        inner,
                        outer_mode: hold.mode,
                        inner_mode: acquisition.mode,
                        since: hold.place,
                        place: acquisition.place,
                        root: acquisition.root,
                        held: acquisition.held.clone(),
                    });
                }
            }
        }
    }
    steps
}

fn extend(
    scene: &Scene<'_, '_>,
    steps: &[Step],
    path: &mut Vec<usize>,
    length: usize,
    told: &mut FxHashSet<Vec<Option<(u32, u32)>>>,
    found: &mut Vec<Warning>,
) {
    if found.len() >= MOST_CIRCLES {
        return;
    }
    let (first, last) = (&steps[path[0]], &steps[path[path.len() - 1]]);
    if path.len() == length {
        let closes = first.outer.meets(last.inner) && blocks(last, first);
        if closes && (length > 1 || scene.run_together(first.root, first.root)) {
            report(scene, steps, path, told, found);
        }
        return;
    }
    for (next, step) in steps.iter().enumerate() {
        // Each circle once: from its first step on.
        let goes_on = next > path[0] && step.outer.meets(last.inner) && blocks(last, step);
        let is_other = path
            .iter()
            .all(|&known| can_be_both(scene, &steps[known], step));
        if goes_on && is_other {
            path.push(next);
            extend(scene, steps, path, length, told, found);
            path.pop();
        }
    }
}

/// Who waits as `waiting` does may wait for who holds as `holding` does.
fn blocks(waiting: &Step, holding: &Step) -> bool {
    waiting.inner_mode == Mode::Exclusive || holding.outer_mode == Mode::Exclusive
}

/// Two threads may be at the two steps at the same time, each with another lock.
fn can_be_both(scene: &Scene<'_, '_>, a: &Step, b: &Step) -> bool {
    if !scene.run_together(a.root, b.root) || a.outer == b.outer && !scene.is_one_of_many(a.outer) {
        return false;
    }
    // A lock that both hold already keeps one of them out.
    let gate = |hold: &&Hold| {
        hold.mode == Mode::Exclusive
            && scene.only(hold.lock).is_some_and(|gate| {
                !scene.is_one_of_many(gate) && gate != a.outer && gate != b.outer
            })
    };
    let mut gates = a.held.iter().filter(gate);
    !gates.any(|gate| b.held.iter().any(|hold| hold.lock == gate.lock))
}

fn report(
    scene: &Scene<'_, '_>,
    steps: &[Step],
    path: &[usize],
    told: &mut FxHashSet<Vec<Option<(u32, u32)>>>,
    found: &mut Vec<Warning>,
) {
    let lines = path
        .iter()
        .map(|&step| scene.line(scene.spotted(steps[step].place)));
    let mut lines: Vec<_> = lines.collect();
    lines.sort_unstable();
    lines.dedup();
    // A longer circle through the same lines says nothing new.
    let is_known = told
        .iter()
        .any(|known| known.iter().all(|line| lines.contains(line)));
    if is_known {
        return;
    }
    told.insert(lines);
    let mut locks: Vec<AbstractAddress> = path.iter().map(|&step| steps[step].outer).collect();
    locks.dedup();
    let number = |lock: AbstractAddress| {
        locks
            .iter()
            .position(|known| known.meets(lock))
            .unwrap_or(0)
    };
    let spots = path.iter().map(|&step| {
        let step = &steps[step];
        Spot {
            at: scene.spotted(step.place),
            role: Role::Takes {
                lock: number(step.inner),
                holding: number(step.outer),
                since: scene.spotted(step.since),
            },
        }
    });
    found.push(Warning {
        kind: Kind::LockOrder,
        spots: spots.collect(),
        locks: locks.iter().map(|&lock| scene.thing_at(lock)).collect(),
        variable: None,
        again: None,
        same_lines: Vec::new(),
        touched: Vec::new(),
    });
}
