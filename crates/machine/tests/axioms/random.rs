//! Random programs, and smaller ones made of a given one.

use super::language::*;
use super::litmus;

/// Splitmix64.
pub struct Dice(pub u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// Which operations a program may have.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub orders: Orders,
    pub sc_fences: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    All,
    /// Loads acquire, stores release, updates do both.
    AcquireRelease,
    SeqCst,
}

/// A random program or, of two of them one, a litmus test in which something is different.
pub fn program_or_variant(seed: u64, style: Style) -> Program {
    let mut dice = Dice(seed ^ 0x5eed);
    if style.orders != Orders::All || dice.one_in(2) {
        return program(seed, style);
    }
    let mut table = litmus::table();
    let mut program = table.swap_remove(dice.below(table.len())).program;
    for _ in 0..1 + dice.below(3) {
        change(&mut dice, &mut program, style);
    }
    if !style.sc_fences {
        let ops = program.threads.iter_mut().flatten();
        ops.filter(|guarded| guarded.op == Op::Fence(Order::SeqCst))
            .for_each(|guarded| guarded.op = Op::Fence(Order::AcqRel));
    }
    program
}

/// Gives an operation another order, or adds, replaces or removes one.
fn change(dice: &mut Dice, program: &mut Program, style: Style) {
    let palette = [order(dice)];
    let thread = dice.below(program.threads.len());
    let ops = &mut program.threads[thread];
    // Behind a try to lock the unlocking asks for what was read last.
    if ops.iter().any(|guarded| guarded.op == Op::TryLock) {
        return;
    }
    let fresh = Guarded {
        guard: None,
        op: atomic(dice, style, &palette, false),
    };
    // Main creates and joins at its ends.
    let ends = usize::from(thread == 0);
    if ops.len() < 6 && dice.one_in(4) {
        ops.insert(ends + dice.below(ops.len() + 1 - 2 * ends), fresh);
        return;
    }
    if ops.len() <= 2 * ends {
        return;
    }
    let place = ends + dice.below(ops.len() - 2 * ends);
    if is_fixed(ops[place].op) {
        return;
    }
    match dice.below(6) {
        0 => ops[place].op = fresh.op,
        1 => drop(ops.remove(place)),
        _ => ops[place].op = with_order(ops[place].op, palette[0]),
    }
}

fn is_fixed(op: Op) -> bool {
    matches!(
        op,
        Op::Create | Op::Join | Op::Lock | Op::TryLock | Op::Unlock
    )
}

/// Plain accesses stay plain.
fn with_order(op: Op, order: Order) -> Op {
    match op {
        Op::Load(x, old) if old != Order::Plain => Op::Load(x, of_load(order)),
        Op::Store(x, value, old) if old != Order::Plain => Op::Store(x, value, of_store(order)),
        Op::Add(x, value, _) => Op::Add(x, value, order),
        Op::Exchange(x, value, _) => Op::Exchange(x, value, order),
        Op::Fence(_) if order != Order::Relaxed => Op::Fence(order),
        op => op,
    }
}

const X: usize = 0;
const Y: usize = 1;
const P: usize = 2;

pub fn program(seed: u64, style: Style) -> Program {
    let mut dice = Dice(seed);
    // Half of the programs are about some orders only, in which those are met more often.
    let palette: Vec<Order> = (0..3).map(|_| order(&mut dice)).collect();
    let threads = if dice.one_in(3) { 3 } else { 2 };
    let total = 4 + dice.below(if threads == 3 { 5 } else { 6 });
    let mut program = Program::parse(&"|".repeat(threads - usize::from(!dice.one_in(3))));
    let workers = program.threads.len() - threads..program.threads.len();
    let uses_lock = dice.one_in(6);
    let uses_plain = dice.one_in(2);
    // A compare-exchange that is going to fail counts as a write in the machine's check of races.
    let mixes = uses_plain && dice.one_in(3);
    let mut left = total;
    while left > 0 {
        let thread = workers.start + dice.below(threads);
        let ops = &mut program.threads[thread];
        let op = if uses_plain && dice.one_in(4) {
            plain(&mut dice, mixes)
        } else {
            atomic(&mut dice, style, &palette, mixes)
        };
        let reads = ops.iter().any(|guarded| guarded.op.reads());
        let is_plain = matches!(op, Op::Load(P, _) | Op::Store(P, ..));
        let is_guarded = dice.below(8) < if is_plain { 6 } else { 1 };
        let guard = (reads && is_guarded).then(|| guard(&mut dice));
        let end = ops.len() - usize::from(thread == 0);
        // Main may do something before and after the others.
        let at = if thread == 0 && dice.one_in(4) {
            0
        } else {
            end
        };
        let at = if thread == 0 && dice.one_in(4) {
            ops.len()
        } else {
            at
        };
        ops.insert(
            at,
            Guarded {
                guard: guard.filter(|_| at != 0),
                op,
            },
        );
        left -= 1;
    }
    if uses_lock {
        program.threads[workers.clone()]
            .iter_mut()
            .for_each(|ops| lock(&mut dice, ops));
    }
    program
}

fn order(dice: &mut Dice) -> Order {
    dice.pick(&[
        Order::Relaxed,
        Order::Acquire,
        Order::Release,
        Order::AcqRel,
        Order::SeqCst,
    ])
}

fn guard(dice: &mut Dice) -> u8 {
    dice.pick(&[0, 1, 1, 2, EXCHANGED])
}

fn plain(dice: &mut Dice, mixes: bool) -> Op {
    let location = if mixes && dice.one_in(3) { X } else { P };
    match dice.below(2) {
        0 => Op::Load(location, Order::Plain),
        _ => Op::Store(location, 1 + dice.below(2) as u8, Order::Plain),
    }
}

fn atomic(dice: &mut Dice, style: Style, palette: &[Order], mixes: bool) -> Op {
    let location = dice.below(2);
    let value = 1 + dice.below(2) as u8;
    let order = dice.pick(palette);
    let (load, store, update) = match style.orders {
        Orders::SeqCst => (Order::SeqCst, Order::SeqCst, Order::SeqCst),
        Orders::AcquireRelease => (Order::Acquire, Order::Release, Order::AcqRel),
        Orders::All => (of_load(order), of_store(order), order),
    };
    match dice.below(11) {
        0..=3 => Op::Load(location, load),
        4..=6 => Op::Store(location, value, store),
        7 => Op::Add(location, 1, update),
        8 => Op::Exchange(location, value, update),
        9 => Op::CompareExchange {
            location: if mixes { Y } else { location },
            old: dice.below(2) as u8,
            new: 2,
            orders: (update, load),
            weak: false,
        },
        _ if style.orders == Orders::SeqCst => Op::Load(location, load),
        _ => {
            let fence = dice.pick(&[Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst]);
            match fence {
                Order::SeqCst if !style.sc_fences => Op::Fence(Order::AcqRel),
                fence => Op::Fence(fence),
            }
        }
    }
}

fn of_load(order: Order) -> Order {
    match order {
        Order::Release => Order::Relaxed,
        Order::AcqRel => Order::Acquire,
        order => order,
    }
}

fn of_store(order: Order) -> Order {
    match order {
        Order::Acquire => Order::Relaxed,
        Order::AcqRel => Order::Release,
        order => order,
    }
}

/// Puts a section of the thread under the mutex, or some of it if the mutex is free.
fn lock(dice: &mut Dice, ops: &mut Vec<Guarded>) {
    let is_main = ops.iter().any(|guarded| guarded.op == Op::Create);
    let unguarded = |op| Guarded { guard: None, op };
    if is_main || dice.one_in(4) {
        return;
    }
    let from = dice.below(ops.len() + 1);
    let to = from + dice.below(ops.len() + 1 - from);
    if dice.one_in(3) {
        // What stands between would change the register that the unlock asks for.
        let unlock = Guarded {
            guard: Some(0),
            op: Op::Unlock,
        };
        let inside = ops.get(from).filter(|next| !next.op.reads()).copied();
        ops.insert(from, unguarded(Op::TryLock));
        match inside {
            Some(next) => {
                ops[from + 1] = Guarded {
                    guard: Some(0),
                    ..next
                };
                ops.insert(from + 2, unlock);
            }
            None => ops.insert(from + 1, unlock),
        }
    } else {
        ops.insert(to, unguarded(Op::Unlock));
        ops.insert(from, unguarded(Op::Lock));
    }
}

/// Makes a program smaller as long as something is wrong with it.
pub fn shrink(mut program: Program, wrong: impl Fn(&Program) -> bool) -> Program {
    while let Some(smaller) = smaller(&program).into_iter().find(&wrong) {
        program = smaller;
    }
    program
}

fn smaller(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for (thread, ops) in program.threads.iter().enumerate() {
        if thread > 1 || thread == 1 && program.threads.len() > 2 {
            let mut less = program.clone();
            less.threads.remove(thread);
            all.push(less);
        }
        for (place, guarded) in ops.iter().enumerate() {
            if is_fixed(guarded.op) {
                continue;
            }
            let mut less = program.clone();
            less.threads[thread].remove(place);
            all.push(less);
            if guarded.guard.is_some() {
                let mut less = program.clone();
                less.threads[thread][place].guard = None;
                all.push(less);
            }
        }
        if ops
            .iter()
            .any(|guarded| matches!(guarded.op, Op::Lock | Op::TryLock))
        {
            let mut less = program.clone();
            less.threads[thread].retain(|g| !matches!(g.op, Op::Lock | Op::TryLock | Op::Unlock));
            all.push(less);
        }
    }
    all
}
