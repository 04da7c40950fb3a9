//! The operations on memory that are not plain loads and stores of one register.

use crate::arithmetic as compute;
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::memory::{Flags, Slow, check_apart};
use crate::pause::Pause;
use crate::tracking::undefined_bytes;
use trailhound_program::{Address, Body, DataModel, ObjectId, Op, Reg, RmwOp, Space};

/// The thread stops before the operation.
const STOP: Result<Option<Pause>, Fault> = Ok(Some(Pause::Stopped));

impl Machine<'_> {
    /// True: the access is visible and the step has had its turn. Checks the access as well.
    pub(crate) fn stops_before(&mut self, address: u64, size: u64) -> Result<bool, Fault> {
        Ok(self.memory.is_visible(address, size)? && self.stops())
    }

    /// The same before a write.
    pub(crate) fn stops_before_write(&mut self, address: u64, size: u64) -> Result<bool, Fault> {
        let visible = self.memory.is_visible(address, size)?;
        Ok(self.memory.stops_before_write(address, size) || visible && self.stops())
    }

    /// Runs accesses that have passed the gate as one.
    fn ungated<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let gate = self.memory.gate;
        self.memory.gate.concurrent = false;
        self.memory.gate.watches = false;
        let result = run(self);
        self.memory.gate = gate;
        result
    }

    /// Executes a memory operation of the topmost frame; Some: the thread pauses before it.
    pub(crate) fn memory_op(
        &mut self,
        body: &Body,
        base: usize,
        op: Op,
    ) -> Result<Option<Pause>, Fault> {
        if self.memory.weak.is_on
            && let Some(done) = self.weak_op(body, base, op)?
        {
            return Ok(done);
        }
        let get =
            |machine: &Self, register: Reg| machine.thread.registers[base + register as usize];
        match op {
            Op::LoadMany { .. } | Op::StoreMany { .. } => self.many_registers_op(body, base, op),
            Op::CompareExchange { .. }
            | Op::WideCompareExchange { .. }
            | Op::ReadModifyWrite { .. } => self.atomic_op(base, op),
            Op::CopyMemory { .. } | Op::SetMemory { .. } => self.block_op(base, op),
            Op::ThreadLocal { d, global } => {
                let address = self.thread_local(global)?;
                self.set_defined(base, d, address);
                Ok(None)
            }
            Op::Alloca { d, alloca } => {
                let alloca = &body.allocas[alloca as usize];
                let count = alloca.count.map_or(1, |register| get(self, register));
                let size = alloca.size.saturating_mul(count);
                let address = self.new_local(size, alloca.align)?;
                self.set_defined(base, d, address.0);
                Ok(None)
            }
            Op::LifetimeStart { p } => {
                self.memory.set_scope(get(self, p), true);
                Ok(None)
            }
            Op::LifetimeEnd { p } => {
                let local = get(self, p);
                let frame = self.thread.frames.len() - 1;
                if !self.thread.detours.keeps_local(frame, local) {
                    self.memory.set_scope(local, false);
                }
                Ok(None)
            }
            Op::StackSave { d } => {
                let depth = self.thread.locals as u64;
                self.set_defined(base, d, depth);
                Ok(None)
            }
            Op::StackRestore { p } => {
                let depth = get(self, p) as u32;
                self.release_locals(depth);
                Ok(None)
            }
            Op::VaStart { p } => {
                // All registers are used up, everything lies in the overflow area.
                let area = self
                    .thread
                    .top()
                    .variadic
                    .map_or(0, |object| object.at(0).0);
                if self.data_model() == DataModel::Ilp32 {
                    let short = self.shorten(area)?;
                    self.memory.write(get(self, p), &short.to_le_bytes())?;
                    return Ok(None);
                }
                let mut list = [0; 24];
                list[..4].copy_from_slice(&48u32.to_le_bytes());
                list[4..8].copy_from_slice(&176u32.to_le_bytes());
                list[8..16].copy_from_slice(&area.to_le_bytes());
                self.memory.write(get(self, p), &list)?;
                Ok(None)
            }
            Op::VaCopy { to, from } => {
                let size = self.data_model().choose(4, 24);
                self.memory.copy(get(self, to), get(self, from), size)?;
                Ok(None)
            }
            Op::TypeId { d, a } => {
                let selector = selector_of(get(self, a));
                self.set_defined(base, d, selector);
                Ok(None)
            }
            other => unreachable!("{other:?} is executed by the loop"),
        }
    }

    /// Loads or stores several registers in one access.
    fn many_registers_op(
        &mut self,
        body: &Body,
        base: usize,
        op: Op,
    ) -> Result<Option<Pause>, Fault> {
        let get =
            |machine: &Self, register: Reg| machine.thread.registers[base + register as usize];
        match op {
            Op::LoadMany {
                d,
                p,
                offset,
                shape,
                order,
            } => {
                let shape = &body.shapes[shape as usize];
                let address = get(self, p).wrapping_add(offset as i64 as u64);
                if self.stops_before(address, shape.size as u64)? {
                    return STOP;
                }
                if !order.is_atomic() {
                    self.note_whole(address, shape.size.into());
                    self.note_plain(address, shape.size.into(), false)?;
                }
                self.ungated(|machine| {
                    for (n, part) in shape.parts.iter().enumerate() {
                        let register = base + d as usize + n;
                        let at = address + part.offset as u64;
                        let (value, undefined) =
                            match machine.memory.load(at, (part.w as u32).div_ceil(8)) {
                                Ok(value) => (value, 0),
                                Err(Slow::Undefined(value, mask)) => (value, mask),
                                Err(Slow::Fault(fault)) => return Err(fault),
                                Err(Slow::Stop) => unreachable!("the gate is out of the way"),
                            };
                        machine.thread.registers[register] = value & compute::mask(part.w);
                        machine.thread.undefined[register] = undefined;
                        if undefined != 0 {
                            machine.thread.top_mut().tracked = true;
                        }
                        machine.observe_access(at, part.w as u32, value, None);
                    }
                    Ok(None)
                })
            }
            Op::StoreMany {
                v,
                p,
                offset,
                shape,
                order,
            } => {
                let shape = &body.shapes[shape as usize];
                let address = get(self, p).wrapping_add(offset as i64 as u64);
                if self.stops_before_write(address, shape.size as u64)? {
                    return STOP;
                }
                if !order.is_atomic() {
                    self.note_whole(address, shape.size.into());
                    self.note_plain(address, shape.size.into(), true)?;
                }
                self.ungated(|machine| {
                    for (n, part) in shape.parts.iter().enumerate() {
                        let register = base + v as usize + n;
                        let (value, undefined) = (
                            machine.thread.registers[register],
                            machine.thread.undefined[register],
                        );
                        let at = address + part.offset as u64;
                        let size = (part.w as u32).div_ceil(8);
                        let before = machine.memory.peek(at, size).unwrap_or(0);
                        match machine.memory.store(at, size, value, undefined) {
                            Err(Slow::Fault(fault)) => return Err(fault),
                            _ => machine.observe_access(at, part.w as u32, value, Some(before)),
                        }
                    }
                    Ok(None)
                })
            }
            other => unreachable!("{other:?} moves one register"),
        }
    }

    /// Reads and changes memory in one access.
    fn atomic_op(&mut self, base: usize, op: Op) -> Result<Option<Pause>, Fault> {
        let get =
            |machine: &Self, register: Reg| machine.thread.registers[base + register as usize];
        match op {
            Op::CompareExchange {
                w,
                d,
                p,
                expected,
                new,
                ..
            } => {
                let address = get(self, p);
                let size = (w as u32).div_ceil(8);
                if self.stops_before_write(address, size as u64)? {
                    return STOP;
                }
                let (expected, new) = (get(self, expected), get(self, new));
                let old = self.ungated(|machine| machine.load_defined(address, size))?;
                let success = old == expected;
                if !success && self.waits_instead() {
                    return Ok(Some(Pause::Blocked { waits_for: None }));
                }
                if success {
                    self.memory
                        .write(address, &new.to_le_bytes()[..size as usize])?;
                }
                self.set_defined(base, d, old);
                self.set_defined(base, d + 1, success as u64);
                let after = if success { new } else { old };
                self.observe_access(address, w as u32, after, Some(old));
                self.follow_lock_word(address, old, after);
                Ok(None)
            }
            Op::WideCompareExchange {
                d,
                p,
                expected,
                new,
                ..
            } => {
                let address = get(self, p);
                if self.stops_before_write(address, 16)? {
                    return STOP;
                }
                let old: [u64; 2] = self.ungated(|machine| {
                    Ok::<_, Fault>([
                        machine.load_defined(address, 8)?,
                        machine.load_defined(address + 8, 8)?,
                    ])
                })?;
                let success = old == [get(self, expected), get(self, expected + 1)];
                if success {
                    let (low, high) = (get(self, new), get(self, new + 1));
                    self.memory.write(address, &low.to_le_bytes())?;
                    self.memory.write(address + 8, &high.to_le_bytes())?;
                }
                self.set_defined(base, d, old[0]);
                self.set_defined(base, d + 1, old[1]);
                self.set_defined(base, d + 2, success as u64);
                Ok(None)
            }
            Op::ReadModifyWrite { op, w, d, p, v, .. } => {
                let address = get(self, p);
                let size = (w as u32).div_ceil(8);
                if self.stops_before_write(address, size as u64)? {
                    return STOP;
                }
                let (old, unwritten) =
                    self.ungated(|machine| machine.load_marked(address, size))?;
                let old = old & compute::mask(w);
                if unwritten == 0 && self.waits_for_token(old) {
                    return Ok(Some(Pause::Blocked { waits_for: None }));
                }
                let new = compute::modify(op, w, old, get(self, v));
                let given = self.thread.undefined[base + v as usize];
                let undefined = match op {
                    RmwOp::Xchg => given,
                    _ if unwritten | given == 0 => 0,
                    _ => undefined_bytes(w),
                };
                self.thread.registers[base + d as usize] = old;
                self.thread.undefined[base + d as usize] = unwritten;
                if unwritten != 0 {
                    self.thread.top_mut().tracked = true;
                }
                self.ungated(|machine| machine.store_marked(address, size, new, undefined))?;
                self.observe_access(address, w as u32, new, Some(old));
                self.follow_lock_word(address, old, new);
                Ok(None)
            }
            other => unreachable!("{other:?} is no atomic change"),
        }
    }

    /// Copies or fills a block of memory.
    fn block_op(&mut self, base: usize, op: Op) -> Result<Option<Pause>, Fault> {
        let get =
            |machine: &Self, register: Reg| machine.thread.registers[base + register as usize];
        match op {
            Op::CopyMemory {
                to,
                from,
                n,
                may_overlap,
            } => {
                let (to, from, n) = (get(self, to), get(self, from), get(self, n));
                let visible = self.memory.is_visible(from, n)? | self.memory.is_visible(to, n)?;
                if self.memory.stops_before_write(to, n) || visible && self.stops() {
                    return STOP;
                }
                self.note_whole(from, n);
                self.note_whole(to, n);
                self.note_plain(from, n, false)?;
                self.note_plain(to, n, true)?;
                // A copy of something onto itself is right for LLVM.
                if !may_overlap && to != from {
                    check_apart((to, n), (from, n))?;
                }
                self.memory.copy(to, from, n)?;
                Ok(None)
            }
            Op::SetMemory { to, byte, n } => {
                let (to, byte, n) = (get(self, to), get(self, byte), get(self, n));
                if self.stops_before_write(to, n)? {
                    return STOP;
                }
                self.note_whole(to, n);
                self.note_plain(to, n, true)?;
                self.memory.fill(to, byte as u8, n)?;
                Ok(None)
            }
            other => unreachable!("{other:?} works on no block"),
        }
    }

    /// A value whose comparison decides what an atomic operation does.
    fn load_defined(&mut self, address: u64, size: u32) -> Result<u64, Fault> {
        match self.load_marked(address, size)? {
            (value, 0) => Ok(value),
            _ => Err(Fault::error(
                ErrorKind::Uninitialised,
                "an atomic operation compares unwritten memory",
            )),
        }
    }

    /// A value and a bit for each of its bytes that was never written, past the gate.
    fn load_marked(&mut self, address: u64, size: u32) -> Result<(u64, u8), Fault> {
        match self.memory.load(address, size) {
            Ok(value) => Ok((value, 0)),
            Err(Slow::Undefined(value, unwritten)) => Ok((value, unwritten)),
            Err(Slow::Fault(fault)) => Err(fault),
            Err(Slow::Stop) => unreachable!("the gate is out of the way"),
        }
    }

    fn store_marked(
        &mut self,
        address: u64,
        size: u32,
        value: u64,
        undefined: u8,
    ) -> Result<(), Fault> {
        match self.memory.store(address, size, value, undefined) {
            Ok(()) => Ok(()),
            Err(Slow::Fault(fault)) => Err(fault),
            Err(_) => unreachable!("the gate is out of the way"),
        }
    }

    pub(crate) fn set_defined(&mut self, base: usize, register: Reg, value: u64) {
        self.thread.registers[base + register as usize] = value;
        self.thread.undefined[base + register as usize] = 0;
    }

    /// The running thread's copy of a thread-local global, made when first asked for.
    pub(crate) fn thread_local(&mut self, global: u32) -> Result<u64, Fault> {
        if let Some((_, object)) = self
            .thread
            .thread_locals
            .iter()
            .find(|entry| entry.0 == global)
        {
            return Ok(object.at(0).0);
        }
        let bytes: &[u8] = match self.program.globals.get(global as usize) {
            Some(global) => {
                self.memory.refuse_unknown(global)?;
                &global.bytes
            }
            None => &[0; 8],
        };
        let object = self.allocate(bytes.len() as u64, Flags::ZEROED)?;
        if bytes.iter().any(|&byte| byte != 0) {
            self.memory.write(object.at(0).0, bytes)?;
        }
        self.thread.thread_locals.push((global, object));
        Ok(object.at(0).0)
    }
}

/// The number by which landing pads tell exception types apart.
pub(crate) fn selector_of(type_info: u64) -> u64 {
    let object: ObjectId = Address(type_info).object();
    match object.space() {
        Space::STATIC => object.index() as u64 + 2,
        _ => 1,
    }
}
