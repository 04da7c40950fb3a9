//! The memory orders of atomic operations, as C11, C++20 and Rust have them.

use std::fmt;
use trailhound_llvm::Ordering;

/// How an access or a fence orders memory between threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Order {
    /// Not atomic.
    #[default]
    Plain,
    /// Also a fence that binds the compiler alone.
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

const ORDERS: [Order; 6] = [
    Order::Plain,
    Order::Relaxed,
    Order::Acquire,
    Order::Release,
    Order::AcqRel,
    Order::SeqCst,
];

impl Order {
    #[inline]
    pub fn is_atomic(self) -> bool {
        self != Order::Plain
    }

    #[inline]
    pub fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcqRel | Order::SeqCst)
    }

    #[inline]
    pub fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcqRel | Order::SeqCst)
    }

    /// Atomic, and weaker than `seq_cst`.
    #[inline]
    pub fn is_weak(self) -> bool {
        self.is_atomic() && self != Order::SeqCst
    }

    /// The order of an access as its instruction says it.
    pub(crate) fn of_access(ordering: Option<Ordering>) -> Order {
        ordering.map_or(Order::Plain, Order::from)
    }

    /// The order that a load, a store or both have when they synchronise, or `seq_cst`.
    pub(crate) fn stronger(self, stronger: Stronger, synchronising: Order) -> Order {
        match (self, stronger) {
            (Order::Plain, _) => Order::Plain,
            (Order::SeqCst, _) | (_, Stronger::SeqCst) => Order::SeqCst,
            (_, Stronger::Synchronising) => synchronising,
        }
    }

    /// The word in listings and messages.
    pub fn name(self) -> &'static str {
        match self {
            Order::Plain => "plain",
            Order::Relaxed => "relaxed",
            Order::Acquire => "acquire",
            Order::Release => "release",
            Order::AcqRel => "acq_rel",
            Order::SeqCst => "seq_cst",
        }
    }
}

/// How much stronger an operation could be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stronger {
    /// Loads acquire, stores release, updates do both.
    Synchronising,
    SeqCst,
}

/// `unordered` is the relaxed order of Java: no program of ours can tell the two apart.
impl From<Ordering> for Order {
    fn from(ordering: Ordering) -> Order {
        match ordering {
            Ordering::Unordered | Ordering::Monotonic => Order::Relaxed,
            Ordering::Acquire => Order::Acquire,
            Ordering::Release => Order::Release,
            Ordering::AcqRel => Order::AcqRel,
            Ordering::SeqCst => Order::SeqCst,
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// The orders of a compare-exchange, in one byte: an operation has no room for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExchangeOrder(u8);

const FAILURE: u8 = 3;
const SPURIOUS: u8 = 1 << 6;

impl ExchangeOrder {
    /// `spurious`: it may fail although the value is the expected one.
    pub fn new(success: Order, failure: Order, spurious: bool) -> ExchangeOrder {
        let spurious = if spurious { SPURIOUS } else { 0 };
        ExchangeOrder(success as u8 | (failure as u8) << FAILURE | spurious)
    }

    /// The order of the update.
    pub fn success(self) -> Order {
        ORDERS[(self.0 & 7) as usize]
    }

    /// The order of the load that a failed exchange is.
    pub fn failure(self) -> Order {
        ORDERS[(self.0 >> FAILURE & 7) as usize]
    }

    /// `compare_exchange_weak`
    pub fn fails_spuriously(self) -> bool {
        self.0 & SPURIOUS != 0
    }

    /// It may do something else than a sequentially consistent machine: one of the two is weaker than
    /// `seq_cst`, or it may fail for no reason.
    pub fn is_weak(self) -> bool {
        self.success().is_weak() || self.failure().is_weak() || self.fails_spuriously()
    }
}

impl fmt::Display for ExchangeOrder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.success(), self.failure())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_of_an_exchange_are_kept() {
        for success in ORDERS {
            for failure in ORDERS {
                for spurious in [false, true] {
                    let order = ExchangeOrder::new(success, failure, spurious);
                    assert_eq!(order.success(), success);
                    assert_eq!(order.failure(), failure);
                    assert_eq!(order.fails_spuriously(), spurious);
                }
            }
        }
    }

    #[test]
    fn an_operation_stays_small() {
        assert_eq!(size_of::<crate::Op>(), 20);
    }
}
