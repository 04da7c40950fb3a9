//! The program's instructions that go through histories, from registers to registers.

use super::state::Value;
use crate::arithmetic as compute;
use crate::error::Fault;
use crate::machine::Machine;
use crate::pause::Pause;
use crate::tracking::undefined_bytes;
use trailhound_program::{Body, Op, Order, Reg, RmwOp, Shape};

/// What became of an operation: done, or the thread pauses before it.
type Done = Result<Option<Pause>, Fault>;

impl Machine<'_> {
    /// Executes an atomic operation of the topmost frame on memory that others can reach; None: it is
    /// none.
    pub(crate) fn weak_op(
        &mut self,
        body: &Body,
        base: usize,
        op: Op,
    ) -> Result<Option<Option<Pause>>, Fault> {
        let get =
            |machine: &Self, register: Reg| machine.thread.registers[base + register as usize];
        let (address, size, writes) = match op {
            Op::Load { w, p, offset, .. } | Op::Store { w, p, offset, .. } => {
                let address = get(self, p).wrapping_add(offset as i64 as u64);
                (
                    address,
                    (w as u32).div_ceil(8),
                    matches!(op, Op::Store { .. }),
                )
            }
            Op::LoadMany {
                order,
                p,
                offset,
                shape,
                ..
            }
            | Op::StoreMany {
                order,
                p,
                offset,
                shape,
                ..
            } if order.is_atomic() => {
                let address = get(self, p).wrapping_add(offset as i64 as u64);
                let size = body.shapes[shape as usize].size;
                (address, size, matches!(op, Op::StoreMany { .. }))
            }
            Op::CompareExchange { w, p, .. } | Op::ReadModifyWrite { w, p, .. } => {
                (get(self, p), (w as u32).div_ceil(8), true)
            }
            Op::WideCompareExchange { p, .. } => (get(self, p), 16, true),
            Op::Fence { order } => {
                let is_done = self.fence_weakly(order);
                return Ok(Some((!is_done).then_some(Pause::Stopped)));
            }
            _ => return Ok(None),
        };
        if !self.is_weak_access(address) {
            return self.fails_for_no_reason(base, op, address);
        }
        let stops = match writes {
            true => self.stops_before_write(address, size.into())?,
            false => self.stops_before(address, size.into())?,
        };
        if stops {
            return Ok(Some(Some(Pause::Stopped)));
        }
        let pause = match op {
            Op::Load { w, order, d, .. } => self.load_register(base, (w, d), address, order)?,
            Op::Store { w, order, v, .. } => self.store_register(base, (w, v), address, order)?,
            Op::LoadMany {
                order, d, shape, ..
            } => self.load_parts(
                base + d as usize,
                address,
                &body.shapes[shape as usize],
                order,
            )?,
            Op::StoreMany {
                order, v, shape, ..
            } => self.store_parts(
                base + v as usize,
                address,
                &body.shapes[shape as usize],
                order,
            )?,
            Op::CompareExchange { .. } | Op::WideCompareExchange { .. } => {
                self.exchange_registers(base, op, address)?
            }
            _ => self.modify_register(base, op, address)?,
        };
        Ok(Some(pause))
    }

    fn load_register(
        &mut self,
        base: usize,
        (w, d): (u8, Reg),
        address: u64,
        order: Order,
    ) -> Done {
        let value = match self.load_weakly(address, (w as u32).div_ceil(8), order)? {
            Ok(value) => value,
            Err(pause) => return Ok(Some(pause)),
        };
        let bits = value.bits as u64 & compute::mask(w);
        self.set_marked(base + d as usize, bits, value.undefined as u8);
        self.observe_access(address, w as u32, bits, None);
        Ok(None)
    }

    fn store_register(
        &mut self,
        base: usize,
        (w, v): (u8, Reg),
        address: u64,
        order: Order,
    ) -> Done {
        let register = base + v as usize;
        let size = (w as u32).div_ceil(8);
        let value = Value {
            bits: cut(self.thread.registers[register], size).into(),
            undefined: self.thread.undefined[register].into(),
        };
        let before = match self.observer.active {
            true => self.memory.glance(address, size).unwrap_or(0),
            false => 0,
        };
        if let Err(pause) = self.store_weakly(address, size, value, order)? {
            return Ok(Some(pause));
        }
        self.observe_access(address, w as u32, value.bits as u64, Some(before));
        Ok(None)
    }

    fn load_parts(&mut self, first: usize, address: u64, shape: &Shape, order: Order) -> Done {
        let value = match self.load_weakly(address, shape.size, order)? {
            Ok(value) => value,
            Err(pause) => return Ok(Some(pause)),
        };
        for (n, part) in shape.parts.iter().enumerate() {
            let bits = (value.bits >> (8 * part.offset)) as u64 & compute::mask(part.w);
            let undefined = (value.undefined >> part.offset) as u8 & bytes_of(part.w);
            self.set_marked(first + n, bits, undefined);
            self.observe_access(address + part.offset as u64, part.w as u32, bits, None);
        }
        Ok(None)
    }

    fn store_parts(&mut self, first: usize, address: u64, shape: &Shape, order: Order) -> Done {
        let mut value = Value::default();
        for (n, part) in shape.parts.iter().enumerate() {
            let bits = cut(
                self.thread.registers[first + n],
                (part.w as u32).div_ceil(8),
            );
            value.bits |= u128::from(bits) << (8 * part.offset);
            value.undefined |= u16::from(self.thread.undefined[first + n]) << part.offset;
        }
        if let Err(pause) = self.store_weakly(address, shape.size, value, order)? {
            return Ok(Some(pause));
        }
        self.observe_access(address, 64, value.bits as u64, Some(0));
        Ok(None)
    }

    fn exchange_registers(&mut self, base: usize, op: Op, address: u64) -> Done {
        let get = |register: Reg| self.thread.registers[base + register as usize];
        let wide = |register: Reg| u128::from(get(register)) | u128::from(get(register + 1)) << 64;
        let (size, order, values) = match op {
            Op::CompareExchange {
                w,
                order,
                expected,
                new,
                ..
            } => {
                let values = (get(expected).into(), get(new).into());
                ((w as u32).div_ceil(8), order, values)
            }
            Op::WideCompareExchange {
                order,
                expected,
                new,
                ..
            } => (16, order, (wide(expected), wide(new))),
            other => unreachable!("{other:?} is no exchange"),
        };
        let (old, success) = match self.exchange_weakly(address, size, order, values)? {
            Ok(done) => done,
            Err(pause) => return Ok(Some(pause)),
        };
        let low = old.bits as u64;
        match op {
            Op::CompareExchange { w, d, .. } => {
                self.set_defined(base, d, low);
                self.set_defined(base, d + 1, success as u64);
                let after = if success { values.1 as u64 } else { low };
                self.observe_access(address, w as u32, after, Some(low));
                self.follow_lock_word(address, low, after);
            }
            Op::WideCompareExchange { d, .. } => {
                self.set_defined(base, d, low);
                self.set_defined(base, d + 1, (old.bits >> 64) as u64);
                self.set_defined(base, d + 2, success as u64);
            }
            _ => {}
        }
        Ok(None)
    }

    /// A `compare_exchange_weak` of memory that no other thread can reach may fail for no reason as well.
    /// None: it does what it does on a sequentially consistent machine.
    fn fails_for_no_reason(
        &mut self,
        base: usize,
        op: Op,
        address: u64,
    ) -> Result<Option<Option<Pause>>, Fault> {
        let Op::CompareExchange {
            w,
            order,
            d,
            expected,
            ..
        } = op
        else {
            return Ok(None);
        };
        if !order.fails_spuriously() || !self.explores_here() {
            return Ok(None);
        }
        let expected = self.thread.registers[base + expected as usize] & compute::mask(w);
        let old = self.memory.load_past_gate(address, (w as u32).div_ceil(8));
        match old {
            Ok(old) if old & compute::mask(w) == expected => {}
            _ => return Ok(None),
        }
        match self.pick(&[true, false]) {
            Err(pause) => Ok(Some(Some(pause))),
            Ok(true) => Ok(None),
            Ok(false) => {
                self.set_defined(base, d, expected);
                self.set_defined(base, d + 1, 0);
                self.observe_access(address, w as u32, expected, Some(expected));
                Ok(Some(None))
            }
        }
    }

    fn modify_register(&mut self, base: usize, op: Op, address: u64) -> Done {
        let Op::ReadModifyWrite {
            op, w, order, d, v, ..
        } = op
        else {
            unreachable!("{op:?} is no update");
        };
        let operand = self.thread.registers[base + v as usize];
        let given = self.thread.undefined[base + v as usize];
        let change = |machine: &mut Self, old: Value| {
            let bits = old.bits as u64 & compute::mask(w);
            if old.undefined == 0 && machine.waits_for_token(bits) {
                return Ok(Err(Pause::Blocked { waits_for: None }));
            }
            let undefined = match op {
                RmwOp::Xchg => given,
                _ if old.undefined == 0 && given == 0 => 0,
                _ => undefined_bytes(w),
            };
            let bits = compute::modify(op, w, bits, operand);
            Ok(Ok(Value {
                bits: bits.into(),
                undefined: undefined.into(),
            }))
        };
        let (old, new) = match self.update_weakly(address, (w as u32).div_ceil(8), order, change)? {
            Ok(values) => values,
            Err(pause) => return Ok(Some(pause)),
        };
        let (bits, after) = (old.bits as u64 & compute::mask(w), new.bits as u64);
        self.set_marked(base + d as usize, bits, old.undefined as u8);
        self.observe_access(address, w as u32, after, Some(bits));
        self.follow_lock_word(address, bits, after);
        Ok(None)
    }

    /// Sets a register of which some bytes may be undefined.
    fn set_marked(&mut self, register: usize, bits: u64, undefined: u8) {
        self.thread.registers[register] = bits;
        self.thread.undefined[register] = undefined;
        if undefined != 0 {
            self.thread.top_mut().tracked = true;
        }
    }
}

fn cut(word: u64, bytes: u32) -> u64 {
    word & (u64::MAX >> (64 - 8 * bytes))
}

/// A bit for each byte of an integer.
fn bytes_of(w: u8) -> u8 {
    (0xff_u16 >> (8 - (w as u16).div_ceil(8))) as u8
}
