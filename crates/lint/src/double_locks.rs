//! A lock that a thread takes again while it holds it, and so waits for itself. Locks that
//! may be taken twice are left alone, as far as the text tells which these are.

use rustc_hash::FxHashSet;
use trailhound_analysis::direct_callee;
use trailhound_contracts::{LockKind, MUTEX_KIND, is_recursive_mutex, lock_kind};

use crate::address::{AbstractAddress, ContextId, Object};
use crate::facts::Relock;
use crate::scene::Scene;
use crate::state::{Mode, Place};
use crate::warning::{Kind, Role, Spot, Warning};

pub fn double_locks(scene: &Scene<'_, '_>) -> Vec<Warning> {
    let mut found = Vec::new();
    let mut told = FxHashSet::default();
    for relock in &scene.facts.relocks {
        let Some(lock) = scene
            .only(relock.lock)
            .filter(|&l| is_meant(scene, relock, l))
        else {
            continue;
        };
        let at = scene.spotted(relock.place);
        if !told.insert(scene.line(at)) {
            continue;
        }
        let since = scene.spotted(relock.held.place);
        found.push(Warning {
            kind: Kind::DoubleLock,
            spots: vec![Spot {
                at,
                role: Role::TakesAgain { since },
            }],
            locks: vec![scene.thing_at(lock)],
            variable: None,
            again: None,
            same_lines: Vec::new(),
            touched: Vec::new(),
        });
    }
    found
}

/// Whether it is the same lock for sure, the user's, and one that has to be waited for.
fn is_meant(scene: &Scene<'_, '_>, relock: &Relock, lock: AbstractAddress) -> bool {
    let hold = relock.held;
    let is_same = scene.only(hold.lock) == Some(lock) && !scene.is_one_of_many(lock);
    let is_users = scene.is_users(relock.place) && scene.is_users(hold.place);
    // A library that takes it twice in one call knows what it does.
    let (at, since) = (scene.spotted(relock.place), scene.spotted(hold.place));
    let is_inside = at.user == since.user && at.site != at.user;
    let waits = hold.mode == Mode::Exclusive || relock.mode == Mode::Exclusive;
    is_same
        && is_users
        && waits
        && !is_inside
        && is_called_with_it(scene, relock)
        && !scene.is_library_thing(lock)
        && !forgives(scene, relock, lock)
}

/// Whether the function that has taken the lock is still there when it is taken again: what
/// a function leaves locked may be given back where it is not seen here.
fn is_called_with_it(scene: &Scene<'_, '_>, relock: &Relock) -> bool {
    let points = scene.points;
    let users = |place| points.user_place(place).map(|place| place.context);
    let (Some(holder), Some(context)) = (users(relock.held.place), users(relock.place)) else {
        return false;
    };
    let mut waiting = vec![context];
    let mut seen = FxHashSet::default();
    while let Some(id) = waiting.pop() {
        if id == holder {
            return true;
        }
        if seen.insert(id) {
            let callers = &points.contexts.get(id).callers;
            waiting.extend(callers.iter().map(|caller| caller.0));
        }
    }
    false
}

/// Whether the thread goes on all the same.
fn forgives(scene: &Scene<'_, '_>, relock: &Relock, lock: AbstractAddress) -> bool {
    match called(scene, relock.place).and_then(lock_kind) {
        // A writer of pthread's is told that it waits for itself.
        Some(LockKind::ReadWrite) => relock.held.mode == Mode::Exclusive,
        Some(LockKind::Mutex) => {
            is_recursive(scene, relock.place.context) || is_special(scene, lock)
        }
        Some(LockKind::Spin) | None => false,
    }
}

/// Whether a library calls itself recursive where it takes the lock, as C++'s does.
fn is_recursive(scene: &Scene<'_, '_>, context: ContextId) -> bool {
    let points = scene.points;
    let mut waiting = vec![context];
    let mut seen = FxHashSet::default();
    while let Some(id) = waiting.pop() {
        let context = points.contexts.get(id);
        if !points.is_library(context.function) || !seen.insert(id) {
            continue;
        }
        let display = &points.program.functions[context.function.index()].display;
        if is_recursive_mutex(display) {
            return true;
        }
        waiting.extend(context.callers.iter().map(|caller| caller.0));
    }
    false
}

/// The function that is called at a place.
fn called<'p>(scene: &Scene<'_, 'p>, place: Place) -> Option<&'p str> {
    let program = scene.points.program;
    let function = scene.points.contexts.get(place.context).function;
    let callee = direct_callee(scene.points.body(function)?, place.pc)?;
    Some(program.functions[callee.index()].name.as_str())
}

/// Whether a mutex is made with attributes, or begins as one of another kind.
fn is_special(scene: &Scene<'_, '_>, lock: AbstractAddress) -> bool {
    let book = &scene.points.book;
    let mut made = scene.points.special_mutexes.iter();
    if made.any(|&points| book.addresses(points).iter().any(|a| a.meets(lock))) {
        return true;
    }
    let (Object::Global(global), Some(at)) = (book.object(lock.object), lock.offset.exact()) else {
        return false;
    };
    let bytes = &scene.points.program.globals[global as usize].bytes;
    let kind = usize::try_from(at)
        .ok()
        .and_then(|at| bytes.get(at + MUTEX_KIND));
    kind.is_some_and(|&kind| kind != 0)
}
