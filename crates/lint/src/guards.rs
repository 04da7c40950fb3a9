//! Variables that several threads touch: which lock guards them, and where it does not.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::address::{Object, Points};
use crate::facts::Access;
use crate::scene::Scene;
use crate::state::{Mode, Place};
use crate::warning::{Kind, Role, Spot, Spotted, Warning};

pub fn unguarded(scene: &Scene<'_, '_>) -> Vec<Warning> {
    let mut of: FxHashMap<Points, Vec<&Access>> = FxHashMap::default();
    for access in &scene.facts.accesses {
        if scene.is_users(access.place) {
            of.entry(access.variable).or_default().push(access);
        }
    }
    let mut variables: Vec<Points> = of.keys().copied().collect();
    variables.sort_unstable();
    let mut told = FxHashSet::default();
    let mut found = Vec::new();
    for variable in variables {
        let accesses = &of[&variable];
        let Some(pair) = worst(scene, accesses) else {
            continue;
        };
        let (with, without) = pair;
        let lines = [with, without].map(|access| scene.line(scene.spotted(access.place)));
        if told.insert((lines[0].min(lines[1]), lines[0].max(lines[1]))) {
            found.extend(warning(scene, accesses, with, without));
        }
    }
    found
}

/// Whether a lock keeps the two apart.
fn is_kept_apart(a: &Access, b: &Access) -> bool {
    a.held.iter().any(|hold| {
        let serves = |mode: Mode, access: &Access| mode == Mode::Exclusive || !access.touch.writes;
        serves(hold.mode, a)
            && b.held
                .iter()
                .any(|other| other.lock == hold.lock && serves(other.mode, b))
    })
}

/// The first two accesses that nothing keeps apart; better one with a guard.
fn worst<'a>(scene: &Scene<'_, '_>, accesses: &[&'a Access]) -> Option<(&'a Access, &'a Access)> {
    let address = scene.only(accesses[0].variable)?;
    if scene.is_library_thing(address) {
        return None;
    }
    let mut worst = None;
    for (index, &a) in accesses.iter().enumerate() {
        for &b in &accesses[index..] {
            let conflict = (a.touch.writes || b.touch.writes)
                && !(a.touch.atomic && b.touch.atomic)
                && scene.run_together(a.root, b.root)
                && !is_kept_apart(a, b);
            if !conflict || makes(scene, a) || makes(scene, b) {
                continue;
            }
            let (with, without) = match a.held.is_empty() {
                true => (b, a),
                false => (a, b),
            };
            let is_guarded = !with.held.is_empty();
            if is_guarded {
                return Some((with, without));
            }
            // Each thread may have its own.
            if worst.is_none() && !scene.is_one_of_many(address) {
                worst = Some((with, without));
            }
        }
    }
    worst
}

/// A thread puts something together that it has just made and no other thread knows.
fn makes(scene: &Scene<'_, '_>, access: &Access) -> bool {
    let Some(address) = scene.only(access.variable) else {
        return false;
    };
    let contexts = &scene.points.contexts;
    let owner = |place| scene.points.user_place(place).unwrap_or(place).context;
    match scene.points.book.object(address.object) {
        Object::Block { context, pc } | Object::Local { context, pc } => {
            let maker = owner(Place { context, pc });
            let toucher = owner(access.place);
            let is_called = contexts
                .get(toucher)
                .callers
                .iter()
                .any(|caller| caller.0 == maker);
            contexts.get(access.root).is_thread
                && access.held.is_empty()
                && (maker == toucher || is_called)
        }
        _ => false,
    }
}

fn warning(
    scene: &Scene<'_, '_>,
    accesses: &[&Access],
    with: &Access,
    without: &Access,
) -> Option<Warning> {
    let lock = with.held.iter().find(|hold| {
        let other = without.held.iter();
        other.clone().all(|other| other.lock != hold.lock)
    });
    let lock = lock.or(with.held.first());
    let mut touched: Vec<Spotted> = accesses.iter().map(|a| scene.spotted(a.place)).collect();
    touched.sort_unstable();
    touched.dedup();
    let first = match lock {
        Some(_) => Role::Guarded {
            writes: with.touch.writes,
        },
        None => Role::Unguarded {
            writes: with.touch.writes,
        },
    };
    let second = Role::Unguarded {
        writes: without.touch.writes,
    };
    Some(Warning {
        kind: Kind::Unguarded,
        locks: lock
            .and_then(|hold| scene.thing(hold.lock))
            .into_iter()
            .collect(),
        variable: Some(scene.thing(with.variable)?),
        spots: vec![
            Spot {
                at: scene.spotted(with.place),
                role: first,
            },
            Spot {
                at: scene.spotted(without.place),
                role: second,
            },
        ],
        again: None,
        same_lines: Vec::new(),
        touched,
    })
}
