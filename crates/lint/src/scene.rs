//! Everything that is known of a program when its warnings are made.

use trailhound_program::{FunctionId, Op};

use crate::address::{AbstractAddress, ContextId, Object, Points};
use crate::contexts::Site;
use crate::facts::Facts;
use crate::points::PointsTo;
use crate::shape::Loops;
use crate::state::Place;
use crate::warning::{Origin, Spotted, Thing};

/// Everything that is known of the program.
pub struct Scene<'a, 'p> {
    pub points: &'a PointsTo<'p>,
    pub loops: &'a Loops,
    pub facts: &'a Facts,
}

impl Scene<'_, '_> {
    pub fn spotted(&self, place: Place) -> Spotted {
        let contexts = &self.points.contexts;
        let site = |place: Place| (contexts.get(place.context).function, place.pc);
        let user = self.points.user_place(place).unwrap_or(place);
        Spotted {
            site: site(place),
            via: site(user),
            user: site(user),
        }
    }

    /// Whether a place lies in the user's code, or in a library that it called.
    pub fn is_users(&self, place: Place) -> bool {
        self.points.user_place(place).is_some() && self.line(self.spotted(place)).is_some()
    }

    /// The user's line of a place.
    pub fn line(&self, spotted: Spotted) -> Option<(u32, u32)> {
        let (function, pc) = spotted.user;
        let program = self.points.program;
        let body = program.functions[function.index()].body.as_ref()?;
        let location = body.locations[pc as usize];
        let (_, location) = program.source.user_location(location)?;
        Some((location.file.0, location.line))
    }

    /// The one address that a set means, if it is one.
    pub fn only(&self, points: Points) -> Option<AbstractAddress> {
        match self.points.book.addresses(points) {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Whether an address may mean several things.
    pub fn is_one_of_many(&self, address: AbstractAddress) -> bool {
        if address.offset.exact().is_none() {
            return true;
        }
        match self.points.book.object(address.object) {
            Object::Block { context, pc } | Object::Local { context, pc } => {
                self.loops.repeats(Place { context, pc }, self.points)
            }
            _ => false,
        }
    }

    pub fn thing(&self, points: Points) -> Option<Thing> {
        let address = *self.points.book.addresses(points).first()?;
        Some(self.thing_at(address))
    }

    pub fn thing_at(&self, address: AbstractAddress) -> Thing {
        let origin = match self.points.book.object(address.object) {
            Object::Global(global) | Object::ThreadLocal(global) => Origin::Global(global),
            Object::Function(function) => Origin::Block((FunctionId(function), 0)),
            Object::Block { context, pc } => {
                Origin::Block(self.spotted(Place { context, pc }).user)
            }
            Object::Local { context, pc } => {
                let spotted = self.spotted(Place { context, pc });
                Origin::Local(self.local_name(spotted.site), spotted.user)
            }
        };
        Thing {
            origin,
            offset: address.offset.exact().and_then(|at| u32::try_from(at).ok()),
            element: address.offset.in_element(),
            is_one_of_many: self.is_one_of_many(address),
        }
    }

    fn local_name(&self, (function, pc): Site) -> Option<String> {
        let body = self.points.body(function)?;
        match body.code[pc as usize] {
            Op::Alloca { alloca, .. } => {
                let variable = body.allocas[alloca as usize].variable.as_ref();
                variable.map(|variable| variable.name.clone())
            }
            _ => None,
        }
    }

    /// Whether threads that begin in these contexts can run at the same time.
    pub fn run_together(&self, a: ContextId, b: ContextId) -> bool {
        a != b || self.loops.several(a, self.points)
    }

    /// Whether a global belongs to a library.
    pub fn is_library_thing(&self, address: AbstractAddress) -> bool {
        match self.points.book.object(address.object) {
            Object::Global(global) => {
                let name = &self.points.program.globals[global as usize].display;
                ["std::", "core::", "alloc::", "__", "trailhound"]
                    .iter()
                    .any(|library| name.starts_with(library))
            }
            _ => false,
        }
    }
}
