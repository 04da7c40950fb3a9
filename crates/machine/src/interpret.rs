//! The interpreter's loop: runs the running thread's code until it must pause. What is
//! not hot, calls and undefined values above all, is done elsewhere.

use crate::arithmetic as compute;
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::memory::Slow;
use crate::options::Granularity;
use crate::pause::{Leave, Pause};
use crate::quick;
use crate::thread::Status;
use crate::tracking::{ROUNDS, undefined_bytes};
use trailhound_program::{Address, Body, Op, Space};

impl Machine<'_> {
    /// Runs until the thread stops before a visible operation, blocks or ends.
    pub(crate) fn run(&mut self) -> Result<Pause, Fault> {
        loop {
            let frame = self.thread.top();
            let leave = match (frame.tracked, self.interruptible) {
                (false, false) => self.run_frame::<false, false>()?,
                (true, false) => self.run_frame::<true, false>()?,
                (false, true) => self.run_frame::<false, true>()?,
                (true, true) => self.run_frame::<true, true>()?,
            };
            if let Leave::Pause(pause) = leave {
                return Ok(pause);
            }
        }
    }

    /// `TRACK`: registers may be undefined. `FINE`: others may run before every line or operation.
    // Not inlined: each of the four gets registers of its own.
    #[inline(never)]
    fn run_frame<const TRACK: bool, const FINE: bool>(&mut self) -> Result<Leave, Fault> {
        let program = self.program;
        let frame = *self.thread.top_mut();
        let body: &Body = program.functions[frame.function.index()]
            .body
            .as_ref()
            .expect("a frame runs a body");
        let code = &body.code[..];
        let base = frame.base as usize;
        let mut pc = frame.pc as usize;
        let mut rounds = 0u32;

        // The registers are taken out of the thread while the loop runs, so that the compiler
        // can keep their place at hand; they are put back where they are needed in the thread.
        let mut registers = std::mem::take(&mut self.thread.registers);
        macro_rules! get {
            ($r:expr) => {
                registers[base + $r as usize]
            };
        }
        macro_rules! set {
            ($r:expr, $value:expr) => {{
                let value = $value;
                registers[base + $r as usize] = value;
            }};
        }
        macro_rules! give_back {
            () => {
                self.thread.registers = std::mem::take(&mut registers)
            };
        }
        macro_rules! lend {
            ($call:expr) => {{
                give_back!();
                let result = $call;
                registers = std::mem::take(&mut self.thread.registers);
                result
            }};
        }
        macro_rules! get_wide {
            ($r:expr) => {
                get!($r) as u128 | (get!($r + 1) as u128) << 64
            };
        }
        macro_rules! set_wide {
            ($r:expr, $value:expr) => {{
                let value: u128 = $value;
                set!($r, value as u64);
                set!($r + 1, (value >> 64) as u64);
            }};
        }
        // Leaves the loop with the thread standing at the current operation.
        macro_rules! leave {
            ($leave:expr) => {{
                give_back!();
                self.thread.top_mut().pc = pc as u32;
                return $leave;
            }};
        }
        macro_rules! jump {
            ($target:expr) => {{
                let target = $target as usize;
                if target <= pc {
                    self.fuel -= 1;
                    if self.fuel == 0 {
                        pc = target;
                        leave!(Ok(Leave::Pause(Pause::Stopped)));
                    }
                    if TRACK {
                        rounds += 1;
                        if rounds % ROUNDS == 0 && lend!(self.ends_tracking(target)) {
                            pc = target;
                            leave!(Ok(Leave::Frame));
                        }
                    }
                }
                pc = target;
                continue;
            }};
        }
        macro_rules! check {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(fault) => leave!(Err(fault)),
                }
            };
        }
        // The value of an access, or out of here.
        macro_rules! access {
            ($result:expr, $d:expr) => {
                match $result {
                    Ok(value) => {
                        if TRACK {
                            self.thread.undefined[base + $d as usize] = 0;
                        }
                        value
                    }
                    Err(Slow::Stop) => {
                        if lend!(self.passes(pc)) {
                            continue;
                        }
                        leave!(Ok(Leave::Pause(Pause::Stopped)))
                    }
                    Err(Slow::Fault(fault)) => leave!(Err(fault)),
                    Err(Slow::Undefined(value, mask)) => {
                        self.thread.undefined[base + $d as usize] = mask;
                        registers[base + $d as usize] = value;
                        self.thread.top_mut().tracked = true;
                        pc += 1;
                        leave!(Ok(Leave::Frame));
                    }
                }
            };
        }

        // An operation on memory that is executed elsewhere.
        macro_rules! memory_op {
            () => {{
                self.thread.top_mut().pc = pc as u32;
                let tracked = self.thread.top().tracked;
                match check!(lend!(self.memory_op(body, base, code[pc]))) {
                    Some(Pause::Stopped)
                        if self.thread.status == Status::Ready && lend!(self.passes(pc)) =>
                    {
                        continue;
                    }
                    Some(pause) => leave!(Ok(Leave::Pause(pause))),
                    None if self.thread.top().tracked != tracked => {
                        pc += 1;
                        leave!(Ok(Leave::Frame));
                    }
                    None => {}
                }
            }};
        }

        let weak = self.memory.weak.is_on;
        let noting = self.observer.rounds.is_some();
        let quick = !TRACK && !FINE && !noting && !self.observer.active;
        loop {
            if quick {
                pc = quick::run(
                    &self.quick[frame.function.index()],
                    &mut registers[base..],
                    &mut self.memory,
                    &mut self.fuel,
                    pc,
                );
            }
            if FINE && self.pauses_here(body, pc) {
                leave!(Ok(Leave::Pause(Pause::Stopped)));
            }
            if noting {
                self.note_operation(pc as u32);
            }
            if TRACK {
                check!(lend!(self.track(body, base, code[pc])));
            }
            match code[pc] {
                Op::Move { d, a } | Op::Freeze { d, a } => set!(d, get!(a)),
                Op::Int { op, w, d, a, b } => {
                    set!(d, check!(compute::int(op, w, get!(a), get!(b))))
                }
                Op::Compare {
                    predicate,
                    w,
                    d,
                    a,
                    b,
                } => {
                    set!(d, compute::compare(predicate, w, get!(a), get!(b)) as u64)
                }
                Op::CompareBranch {
                    predicate,
                    w,
                    a,
                    b,
                    target,
                } => {
                    if compute::compare(predicate, w, get!(a), get!(b)) {
                        jump!(target);
                    }
                }
                Op::Jump { target } => jump!(target),
                Op::Branch { condition, target } => {
                    if get!(condition) != 0 {
                        jump!(target);
                    }
                }
                Op::BranchUnless { condition, target } => {
                    if get!(condition) == 0 {
                        jump!(target);
                    }
                }
                Op::AddScaled { d, a, index, scale } => {
                    set!(
                        d,
                        get!(a).wrapping_add(get!(index).wrapping_mul(scale as i64 as u64))
                    )
                }
                Op::AddOffset { d, a, offset } => {
                    set!(d, get!(a).wrapping_add(offset as i64 as u64))
                }
                Op::Load {
                    order, p, offset, ..
                }
                | Op::Store {
                    order, p, offset, ..
                } if weak
                    && order.is_atomic()
                    && self.is_weak_access(get!(p).wrapping_add(offset as i64 as u64)) =>
                {
                    memory_op!()
                }
                Op::Load {
                    w, d, p, offset, ..
                } => {
                    let address = get!(p).wrapping_add(offset as i64 as u64);
                    let size = (w as u32).div_ceil(8);
                    let value = access!(self.memory.load(address, size), d);
                    if weak {
                        check!(lend!(self.note_plain_at(pc, address, size, false)));
                    }
                    set!(d, value & compute::mask(w));
                    if self.observer.active {
                        self.thread.top_mut().pc = pc as u32;
                        self.observe_access(address, w as u32, value, None);
                    }
                }
                Op::Store {
                    w, v, p, offset, ..
                } => {
                    let address = get!(p).wrapping_add(offset as i64 as u64);
                    let size = (w as u32).div_ceil(8);
                    let undefined = if TRACK {
                        self.thread.undefined[base + v as usize]
                    } else {
                        0
                    };
                    let before = if self.observer.active {
                        self.memory.glance(address, size)
                    } else {
                        None
                    };
                    let result = self.memory.store(address, size, get!(v), undefined);
                    match result {
                        Ok(()) => {}
                        Err(Slow::Fault(fault)) => leave!(Err(fault)),
                        Err(_) => {
                            if lend!(self.passes(pc)) {
                                continue;
                            }
                            leave!(Ok(Leave::Pause(Pause::Stopped)))
                        }
                    }
                    if weak {
                        check!(lend!(self.note_plain_at(pc, address, size, true)));
                    }
                    if self.observer.active {
                        self.thread.top_mut().pc = pc as u32;
                        self.observe_access(address, w as u32, get!(v), Some(before.unwrap_or(0)));
                    }
                }
                Op::Truncate { w, d, a } => set!(d, get!(a) & compute::mask(w)),
                Op::Shorten { d, a } => {
                    let short = self.shorten(get!(a))?;
                    set!(d, short.into())
                }
                Op::Lengthen { d, a } => {
                    let short = self.program.short.as_ref();
                    let address = short.map_or(0, |short| short.lengthen(get!(a) as u32));
                    set!(d, address)
                }
                Op::SignExtend { from, to, d, a } => {
                    set!(d, compute::signed(get!(a), from) as u64 & compute::mask(to))
                }
                Op::Select { d, condition, a, b } => {
                    set!(
                        d,
                        if get!(condition) != 0 {
                            get!(a)
                        } else {
                            get!(b)
                        }
                    )
                }
                Op::Undefined { w, d } => {
                    set!(d, 0);
                    if !TRACK {
                        self.thread.undefined[base + d as usize] = undefined_bytes(w);
                        self.thread.top_mut().tracked = true;
                        pc += 1;
                        leave!(Ok(Leave::Frame));
                    }
                }
                Op::Call { call } => {
                    give_back!();
                    self.thread.top_mut().pc = pc as u32;
                    match self.call(&body.calls[call as usize])? {
                        None => pc += 1,
                        Some(leave) => return Ok(leave),
                    }
                    registers = std::mem::take(&mut self.thread.registers);
                    // A model may have changed what is tracked or who may run.
                    if self.interruptible != FINE {
                        leave!(Ok(Leave::Frame));
                    }
                    continue;
                }
                Op::Return { a, count } => {
                    give_back!();
                    self.thread.top_mut().pc = pc as u32;
                    return self.return_from_frame(base, a, count);
                }
                Op::Switch { v, table } => {
                    let table = &body.switches[table as usize];
                    let value = get!(v);
                    let target = match table.cases.binary_search_by_key(&value, |case| case.0) {
                        Ok(index) => table.cases[index].1,
                        Err(_) => table.default,
                    };
                    jump!(target);
                }
                Op::IntUnary { op, w, d, a } => set!(d, compute::unary(op, w, get!(a))),
                Op::Overflow { op, w, d, a, b } => {
                    let (value, over) = compute::overflow(op, w, get!(a), get!(b));
                    set!(d, value);
                    set!(d + 1, over as u64);
                }
                Op::FunnelLeft { w, d, a, b, c } => {
                    set!(d, compute::funnel(w, get!(a), get!(b), get!(c), true))
                }
                Op::FunnelRight { w, d, a, b, c } => {
                    set!(d, compute::funnel(w, get!(a), get!(b), get!(c), false))
                }
                Op::Wide { op, w, d, a, b } => {
                    set_wide!(d, check!(compute::wide(op, w, get_wide!(a), get_wide!(b))))
                }
                Op::WideUnary { op, w, d, a } => {
                    set_wide!(d, compute::unary_wide(op, w, get_wide!(a)))
                }
                Op::WideOverflow { op, w, d, a, b } => {
                    let (value, over) = compute::overflow_wide(op, w, get_wide!(a), get_wide!(b));
                    set_wide!(d, value);
                    set!(d + 2, over as u64);
                }
                Op::WideCompare {
                    predicate,
                    w,
                    d,
                    a,
                    b,
                } => {
                    set!(
                        d,
                        trailhound_program::compare_integers(
                            predicate,
                            w.into(),
                            get_wide!(a),
                            get_wide!(b)
                        ) as u64
                    )
                }
                Op::WideSignExtend { from, to, d, a } => {
                    let value = if from > 64 {
                        get_wide!(a)
                    } else {
                        get!(a) as u128
                    };
                    set_wide!(
                        d,
                        compute::signed_wide(value, from) as u128 & compute::mask_wide(to)
                    )
                }
                Op::WideTruncate { w, d, a } => {
                    let value = get_wide!(a) & compute::mask_wide(w);
                    set!(d, value as u64);
                    if w > 64 {
                        set!(d + 1, (value >> 64) as u64);
                    }
                }
                Op::Float { op, p, d, a, b } => set!(d, compute::float(op, p, get!(a), get!(b))),
                Op::FloatUnary { op, p, d, a } => set!(d, compute::float_unary(op, p, get!(a))),
                Op::FusedMultiplyAdd { p, d, a, b, c } => {
                    set!(d, compute::fused(p, get!(a), get!(b), get!(c)))
                }
                Op::FloatCompare {
                    predicate,
                    p,
                    d,
                    a,
                    b,
                } => {
                    set!(
                        d,
                        compute::float_compare(predicate, p, get!(a), get!(b)) as u64
                    )
                }
                Op::FloatClass { p, mask, d, a } => {
                    set!(d, compute::float_class(p, mask, get!(a)) as u64)
                }
                Op::FloatExtend { d, a } => {
                    set!(d, (f32::from_bits(get!(a) as u32) as f64).to_bits())
                }
                Op::FloatTruncate { d, a } => {
                    set!(d, (f64::from_bits(get!(a)) as f32).to_bits() as u64)
                }
                Op::FloatToInt {
                    p,
                    signed,
                    saturate,
                    w,
                    d,
                    a,
                } => {
                    let value = compute::float_to_int(p, signed, saturate, w, get!(a));
                    set!(d, value as u64);
                    if w > 64 {
                        set!(d + 1, (value >> 64) as u64);
                    }
                }
                Op::IntToFloat { p, signed, w, d, a } => {
                    let value = if w > 64 {
                        get_wide!(a)
                    } else {
                        get!(a) as u128
                    };
                    set!(d, compute::int_to_float(p, signed, w, value))
                }
                Op::Fence { .. } if weak => memory_op!(),
                Op::Fence { .. } | Op::Nop => {}
                Op::Place { goal, .. } => {
                    // Not in an atomic section, and not again where the step began.
                    let function = self.thread.top().function;
                    let here = (self.thread.frames.len(), function, pc as u32);
                    let begun_here = self.began_at.take() == Some(here);
                    if !begun_here && self.thread.atomic_depth == 0 {
                        leave!(Ok(Leave::Pause(Pause::Stopped)));
                    }
                    self.observer.has_passed_place |= !begun_here;
                    if self.options.step_at_places {
                        self.memory.gate.open = false;
                    }
                    if goal {
                        leave!(Err(Fault::error(
                            ErrorKind::TargetReached,
                            "the thread comes to the target"
                        )));
                    }
                }
                Op::Unreachable => {
                    leave!(Err(Fault::error(
                        ErrorKind::Unreachable,
                        "code that cannot be reached was reached"
                    )))
                }
                Op::Trap => leave!(Err(Fault::error(ErrorKind::Abort, "the program trapped"))),
                Op::Unsupported { what } => leave!(Err(Fault::unsupported(
                    body.unsupported[what as usize].clone()
                ))),
                Op::IndirectJump { a } => {
                    let address = Address(get!(a));
                    if address.object().space() != Space::FUNCTION || address.offset() == 0 {
                        leave!(Err(Fault::error(
                            ErrorKind::InvalidPointer,
                            "jump to something that is no label"
                        )));
                    }
                    jump!(address.offset() - 1)
                }
                Op::Resume { a } => {
                    let exception = get!(a);
                    give_back!();
                    self.thread.top_mut().pc = pc as u32;
                    self.pop_frame();
                    return self.unwind(exception);
                }
                _ => memory_op!(),
            }
            pc += 1;
        }
    }

    /// True: the operation is no scheduling point after all and may be executed.
    #[cold]
    fn passes(&mut self, pc: usize) -> bool {
        let watched = self.memory.stopped_at_watched();
        self.memory.gate.pass = !watched && self.is_bookkeeping(pc as u32);
        self.memory.gate.pass
    }

    /// With line or instruction granularity: is here a place where another thread may run?
    fn pauses_here(&mut self, body: &Body, pc: usize) -> bool {
        match self.options.granularity {
            Granularity::Shared => false,
            Granularity::Instruction => {
                self.executed += 1;
                self.executed > 1
            }
            Granularity::Line => {
                let Some((_, location)) = self.program.source.user_location(body.locations[pc])
                else {
                    return false;
                };
                let line = (location.file.0, location.line);
                match self.step_line {
                    None => {
                        // A settling thread has had its turn: it stops at its first line.
                        self.step_line = Some(line);
                        self.executed > 0
                    }
                    Some(current) => current != line,
                }
            }
        }
    }
}
