//! Warnings: what is suspected of which things at which places. How that is said, and
//! whether it is true, is decided elsewhere.

use crate::contexts::Site;

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
    Checks,
    Acts,
    /// Reads it again, and fails if it has changed.
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
