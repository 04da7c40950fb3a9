//! Small programs of atomic and plain accesses, written as litmus tests are: `Wx1.rlx Rp | Rx.acq ?1:Rp`.
//!
//! Threads stand between bars; the first one creates the others at its beginning, or at `{`, and joins
//! them at its end, or at `}`. Operations, `x`, `y` and `p` being variables:
//!
//! | text | operation |
//! | --- | --- |
//! | `Rx.acq`, `Wx1.rel` | load, store; without an order a plain access |
//! | `Ax1.ar`, `Xx2.rlx` | fetch-and-add, exchange |
//! | `Cx0>1.ar.rlx`, `Dx0>1.ar.rlx` | compare-exchange with its two orders, strong and weak |
//! | `F.sc` | fence |
//! | `L`, `T`, `U` | lock, try to lock (reads 0 if it did), unlock the one mutex; `?0:` may stand before U |
//! | `?1:Rp` | the operation, if the last one that read has read 1 |
//!
//! What operations read goes into registers, in their order.

use std::fmt;

pub const VARIABLES: [char; 3] = ['x', 'y', 'p'];
/// The location of the mutex: 0 unlocked, 1 locked.
pub const MUTEX: usize = VARIABLES.len();
/// What a register holds whose operation was passed over.
pub const UNREAD: u8 = 255;
/// In the register of a compare-exchange that has stored.
pub const EXCHANGED: u8 = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    Plain,
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}
use Order::*;

impl Order {
    pub fn acquires(self) -> bool {
        matches!(self, Acquire | AcqRel | SeqCst)
    }

    pub fn releases(self) -> bool {
        matches!(self, Release | AcqRel | SeqCst)
    }

    fn name(self) -> &'static str {
        match self {
            Plain => "",
            Relaxed => ".rlx",
            Acquire => ".acq",
            Release => ".rel",
            AcqRel => ".ar",
            SeqCst => ".sc",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    Load(usize, Order),
    Store(usize, u8, Order),
    Add(usize, u8, Order),
    Exchange(usize, u8, Order),
    CompareExchange {
        location: usize,
        old: u8,
        new: u8,
        orders: (Order, Order),
        weak: bool,
    },
    Fence(Order),
    Lock,
    TryLock,
    Unlock,
    /// Of all the other threads.
    Create,
    Join,
}

impl Op {
    pub fn reads(self) -> bool {
        !matches!(
            self,
            Op::Store(..) | Op::Fence(_) | Op::Lock | Op::Unlock | Op::Create | Op::Join
        )
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Guarded {
    /// The value that the last operation that reads must have read.
    pub guard: Option<u8>,
    pub op: Op,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub threads: Vec<Vec<Guarded>>,
}

impl Program {
    /// How many registers a thread has.
    pub fn registers(&self, thread: usize) -> usize {
        let ops = self.threads[thread].iter();
        ops.filter(|guarded| guarded.op.reads()).count()
    }

    pub fn has(&self, test: impl Fn(Op) -> bool) -> bool {
        self.threads
            .iter()
            .flatten()
            .any(|guarded| test(guarded.op))
    }

    pub fn parse(text: &str) -> Program {
        let parse_thread = |thread: &str| thread.split_whitespace().map(parse_guarded).collect();
        let mut threads: Vec<Vec<Guarded>> = text.split('|').map(parse_thread).collect();
        let main = &mut threads[0];
        let unguarded = |op| Guarded { guard: None, op };
        if !main.contains(&unguarded(Op::Create)) {
            main.insert(0, unguarded(Op::Create));
        }
        if !main.contains(&unguarded(Op::Join)) {
            main.push(unguarded(Op::Join));
        }
        Program { threads }
    }
}

fn parse_guarded(text: &str) -> Guarded {
    match text.strip_prefix('?').and_then(|rest| rest.split_once(':')) {
        Some((value, op)) => Guarded {
            guard: Some(value.parse().expect("a value")),
            op: parse_op(op),
        },
        None => Guarded {
            guard: None,
            op: parse_op(text),
        },
    }
}

fn parse_op(text: &str) -> Op {
    let mut parts = text.split('.');
    let body = parts.next().expect("an operation");
    let orders: Vec<Order> = parts.map(parse_order).collect();
    let order = orders.first().copied().unwrap_or(Plain);
    let location = || {
        let name = body.chars().nth(1).expect("a variable");
        let found = VARIABLES.iter().position(|&variable| variable == name);
        found.unwrap_or_else(|| panic!("no variable in {text}"))
    };
    let value = |text: &str| text.parse().expect("a value");
    match &body[..1] {
        "R" => Op::Load(location(), order),
        "W" => Op::Store(location(), value(&body[2..]), order),
        "A" => Op::Add(location(), value(&body[2..]), order),
        "X" => Op::Exchange(location(), value(&body[2..]), order),
        "C" | "D" => {
            let (old, new) = body[2..].split_once('>').expect("old>new");
            Op::CompareExchange {
                location: location(),
                old: value(old),
                new: value(new),
                orders: (order, orders[1]),
                weak: body.starts_with('D'),
            }
        }
        "F" => Op::Fence(order),
        "L" => Op::Lock,
        "T" => Op::TryLock,
        "U" => Op::Unlock,
        "{" => Op::Create,
        "}" => Op::Join,
        _ => panic!("unknown operation {text}"),
    }
}

fn parse_order(name: &str) -> Order {
    let orders = [Relaxed, Acquire, Release, AcqRel, SeqCst];
    let mut orders = orders.into_iter();
    let found = orders.find(|order| &order.name()[1..] == name);
    found.unwrap_or_else(|| panic!("unknown order {name}"))
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |location: usize| VARIABLES[location];
        match *self {
            Op::Load(x, order) => write!(f, "R{}{}", name(x), order.name()),
            Op::Store(x, value, order) => write!(f, "W{}{value}{}", name(x), order.name()),
            Op::Add(x, value, order) => write!(f, "A{}{value}{}", name(x), order.name()),
            Op::Exchange(x, value, order) => write!(f, "X{}{value}{}", name(x), order.name()),
            Op::CompareExchange {
                location,
                old,
                new,
                orders,
                weak,
            } => {
                let letter = if weak { 'D' } else { 'C' };
                let (success, failure) = (orders.0.name(), orders.1.name());
                write!(f, "{letter}{}{old}>{new}{success}{failure}", name(location))
            }
            Op::Fence(order) => write!(f, "F{}", order.name()),
            Op::Lock => write!(f, "L"),
            Op::TryLock => write!(f, "T"),
            Op::Unlock => write!(f, "U"),
            Op::Create => write!(f, "{{"),
            Op::Join => write!(f, "}}"),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, thread) in self.threads.iter().enumerate() {
            if number > 0 {
                write!(f, " |")?;
            }
            for (place, Guarded { guard, op }) in thread.iter().enumerate() {
                let space = if number + place > 0 { " " } else { "" };
                match guard {
                    Some(value) => write!(f, "{space}?{value}:{op}")?,
                    None => write!(f, "{space}{op}")?,
                }
            }
        }
        Ok(())
    }
}
