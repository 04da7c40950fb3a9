//! Warnings: what is suspected of which things at which places. How that is said, and
//! whether it is true, is decided elsewhere.

use trailhound_analysis::CallGraph;
use trailhound_program::{FunctionId, Op};

use crate::address::{AbstractAddress, Object, Points};
use crate::again::taken_again;
use crate::contexts::{ContextId, Site};
use crate::facts::Facts;
use crate::guards::unguarded;
use crate::orders::lock_orders;
use crate::points::{PointsTo, follow};
use crate::shape::{Loops, Sharing};
use crate::stale::checks_then_acts;
use crate::state::Place;
use crate::walk::walk;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Locks are taken in an order that leads back to the first.
    LockOrder,
    /// A thread takes a lock that it holds already.
    DoubleLock,
    /// A variable is touched with a lock in hand here and without it there.
    Unguarded,
    /// What was seen under a lock, or by an atomic operation, is acted upon when it may be old.
    CheckThenAct,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::LockOrder => "lock-order",
            Kind::DoubleLock => "double-lock",
            Kind::Unguarded => "unguarded",
            Kind::CheckThenAct => "check-then-act",
        }
    }
}

/// Where a thing comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    Global(u32),
    /// A local variable, by its name.
    Local(Option<String>, Site),
    /// A heap block, by the user's place that led to its allocation.
    Block(Site),
}

/// A lock or a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thing {
    pub origin: Origin,
    /// Where in it, if that is known.
    pub offset: Option<u32>,
    /// Where in an element, and the size of one.
    pub element: Option<(u32, u32)>,
    /// There may be several of them.
    pub is_one_of_many: bool,
}

/// What happens at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// The lock of this number is waited for while another is held since a place.
    Takes {
        lock: usize,
        holding: usize,
        since: Spotted,
    },
    /// The one lock is waited for by the thread that holds it since a place.
    TakesAgain {
        since: Spotted,
    },
    /// Touches the variable with the lock in hand.
    Guarded {
        writes: bool,
    },
    /// Touches it without.
    Unguarded {
        writes: bool,
    },
    Looks,
    Acts,
    /// Looks again, and fails if it has changed.
    Compares,
    /// Another thread may write in between.
    Writes,
}

/// An operation, and the user's own places that belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spotted {
    pub site: Site,
    /// The user's place that led to it.
    pub via: Site,
    /// The user's place to tell of.
    pub user: Site,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub at: Spotted,
    pub role: Role,
}

#[derive(Clone, Debug)]
pub struct Warning {
    pub kind: Kind,
    /// The locks of the circle in order; the lock that guards, if there is one.
    pub locks: Vec<Thing>,
    pub variable: Option<Thing>,
    /// The places that make it up, in the order in which a search should pass them.
    pub spots: Vec<Spot>,
    /// Other operations of the same lines, by the number of the place: of other cases, or of
    /// other instances of a generic function.
    pub same_lines: Vec<(usize, Spotted)>,
    /// Where the lock is taken again after the check.
    pub again: Option<Spotted>,
    /// All places where the variable is touched.
    pub touched: Vec<Spotted>,
}

impl Warning {
    /// All operations of a place.
    pub fn operations(&self, number: usize) -> impl Iterator<Item = Spotted> {
        let first = self.spots.get(number).map(|spot| spot.at);
        let others = self.same_lines.iter();
        let others = others.filter(move |(place, _)| *place == number);
        first.into_iter().chain(others.map(|(_, at)| *at))
    }

    /// Takes in a warning of the same kind about the same lines.
    pub fn join(&mut self, other: Warning) {
        for (number, spot) in other.spots.iter().enumerate() {
            if !self.operations(number).any(|known| known == spot.at) {
                self.same_lines.push((number, spot.at));
            }
        }
        self.touched.extend(other.touched);
        self.touched.sort_unstable();
        self.touched.dedup();
    }
}

/// All warnings about a program.
pub fn warnings(call_graph: &CallGraph<'_>) -> Vec<Warning> {
    let points = follow(call_graph);
    let sharing = Sharing::new(&points);
    let loops = Loops::default();
    let facts = walk(&points, &sharing, &loops);
    let scene = Scene {
        points: &points,
        loops: &loops,
        facts: &facts,
    };
    let mut found = lock_orders(&scene);
    found.extend(taken_again(&scene));
    found.extend(unguarded(&scene));
    found.extend(checks_then_acts(&scene));
    found
}

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
