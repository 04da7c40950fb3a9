//! Checks whose result is used when it may be old: to write the variable again, or to fail if
//! it has changed.

use rustc_hash::FxHashMap;

use crate::address::{AbstractAddress, ContextId};
use crate::scene::Scene;
use crate::state::{Observation, Place};
use crate::warning::{Kind, Role, Spot, Spotted, Warning};

pub fn checks_then_acts(scene: &Scene<'_, '_>) -> Vec<Warning> {
    let mut found: Vec<Warning> = Vec::new();
    // What is told by lines is told once, of all operations that they have.
    let mut told = FxHashMap::default();
    let mut tell = |lines, warning: Warning| match told.get(&lines) {
        Some(&number) if found[number as usize].variable == warning.variable => {
            found[number as usize].join(warning);
        }
        Some(_) => {}
        None => {
            told.insert(lines, found.len() as u32);
            found.push(warning);
        }
    };
    for act in &scene.facts.acts {
        let check = act.observation.place;
        let again = act.since;
        let Some(suspicion) = Suspicion::new(scene, act.observation, (act.place, again), act.root)
        else {
            continue;
        };
        let (check, acting) = (scene.spotted(check), scene.spotted(act.place));
        if check.user == acting.user {
            continue;
        }
        let lines = (scene.line(check), scene.line(acting));
        let warning = suspicion.warning(scene, (check, Role::Checks), (acting, Role::Acts));
        tell(lines, warning);
    }
    for comparison in &scene.facts.comparisons {
        let (before, after) = (comparison.before, comparison.after);
        let later = (after.place, after.since);
        let Some(suspicion) = Suspicion::new(scene, before, later, comparison.root) else {
            continue;
        };
        // The places to tell of are those where what was seen decides something.
        let told_of = |place: Place, otherwise: Place| match scene.is_users(place) {
            true => scene.spotted(place).user,
            false => scene.spotted(otherwise).user,
        };
        let check = Spotted {
            user: told_of(comparison.decided.unwrap_or(before.place), before.place),
            ..scene.spotted(before.place)
        };
        let failing = Spotted {
            user: told_of(comparison.place, after.place),
            ..scene.spotted(after.place)
        };
        let lines = (scene.line(check), scene.line(failing));
        let warning = suspicion.warning(scene, (check, Role::Checks), (failing, Role::Compares));
        tell(lines, warning);
    }
    found
}

/// An observation whose result may be old, and who may have written in between.
struct Suspicion {
    observation: Observation,
    address: AbstractAddress,
    writer: Place,
    again: Option<Place>,
}

impl Suspicion {
    fn new(
        scene: &Scene<'_, '_>,
        observation: Observation,
        (later, again): (Place, Option<Place>),
        root: ContextId,
    ) -> Option<Suspicion> {
        let address = *scene.points.book.addresses(observation.variable).first()?;
        let users = scene.is_users(observation.place) && scene.is_users(later);
        if !users || scene.is_library_thing(address) {
            return None;
        }
        let mut accesses = scene.facts.accesses.iter();
        let writer = accesses.find(|access| {
            access.variable == observation.variable
                && access.touch.writes
                && scene.is_users(access.place)
                && scene.run_together(access.root, root)
        })?;
        Some(Suspicion {
            observation,
            address,
            writer: writer.place,
            again,
        })
    }

    fn warning(
        &self,
        scene: &Scene<'_, '_>,
        check: (Spotted, Role),
        later: (Spotted, Role),
    ) -> Warning {
        let accesses = scene.facts.accesses.iter();
        let of = accesses.filter(|access| access.variable == self.observation.variable);
        let mut touched: Vec<Spotted> = of.map(|access| scene.spotted(access.place)).collect();
        touched.sort_unstable();
        touched.dedup();
        let lock = self.observation.lock.and_then(|lock| scene.thing(lock));
        let writes = (scene.spotted(self.writer), Role::Writes);
        let spots = [check, writes, later];
        Warning {
            kind: Kind::CheckThenAct,
            locks: lock.into_iter().collect(),
            variable: Some(scene.thing_at(self.address)),
            spots: spots.map(|(at, role)| Spot { at, role }).into(),
            again: self.again.map(|place| scene.spotted(place)),
            same_lines: Vec::new(),
            touched,
        }
    }
}
