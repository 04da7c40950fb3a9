//! Atomic operations of programs under the memory model: what they may read or where they store is a
//! choice, of which the first is what a sequentially consistent machine does.

use super::history::Exchange;
use super::state::{Kind, Strength, Value, Weak};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::memory::{Flags, Slow};
use crate::pause::Pause;
use crate::reduction::footprint::{self, Access as Touched};
use crate::thread::{After, Frame};
use crate::unfollowed::Unfollowed;
use trailhound_program::{Address, Order, Space};

/// What was picked, or the thread stands at a choice, waits, or is cut off.
pub(super) type Picked<T> = Result<Result<T, Pause>, Fault>;

impl Machine<'_> {
    /// Whether an atomic access to this address is one to a history. What properties run is no
    /// thread of the program.
    pub(crate) fn is_weak_access(&mut self, address: u64) -> bool {
        if !self.is_explored() {
            return false;
        }
        let header = self.memory.header(Address(address).object());
        header.is_some_and(|(_, flags)| flags.contains(Flags::SHARED))
    }

    fn is_explored(&self) -> bool {
        let asks = |frame: &Frame| frame.after == After::Answer;
        self.memory.weak.is_on && !self.thread.frames.first().is_some_and(asks)
    }

    /// Whether the operation at which the running thread stands may do anything that its order allows.
    pub(super) fn explores_here(&mut self) -> bool {
        self.is_explored() && self.thread.atomic_depth == 0 && !self.is_trusted_here()
    }

    /// What the order of the operation at which the running thread stands asks for.
    pub(crate) fn strength(&mut self, order: Order) -> Strength {
        let strength = Strength {
            acquires: order.acquires(),
            releases: order.releases(),
            sc: order == Order::SeqCst,
            is_trusted: false,
            is_library: false,
            is_apart: false,
            in_section: self.thread.atomic_depth > 0,
        };
        match self.is_trusted_here() {
            true => strength.of_library(),
            false if strength.in_section => strength.trusted(),
            false => strength,
        }
    }

    /// The same for an operation at this address.
    fn strength_at(&mut self, order: Order, address: u64) -> Strength {
        let object = Address(address).object();
        let global = (object.space() == Space::STATIC).then(|| object.index() as usize);
        let global = global.and_then(|index| self.program.globals.get(index));
        Strength {
            // The standard streams.
            is_apart: global.is_some_and(|global| global.display.starts_with("std::io::")),
            ..self.strength(order)
        }
    }

    /// What memory has, which is the newest message.
    fn newest(&mut self, address: u64, size: u32) -> Result<Value, Fault> {
        let mut value = Value::default();
        for start in (0..size).step_by(8) {
            let (bits, undefined) = match self
                .memory
                .load_past_gate(address + u64::from(start), (size - start).min(8))
            {
                Ok(bits) => (bits, 0),
                Err(Slow::Undefined(bits, undefined)) => (bits, undefined),
                Err(Slow::Fault(fault)) => return Err(fault),
                Err(Slow::Stop) => unreachable!("the gate is out of the way"),
            };
            value.bits |= u128::from(bits) << (8 * start);
            value.undefined |= u16::from(undefined) << start;
        }
        Ok(value)
    }

    /// The history of a location, for an operation of this strength.
    fn history(&mut self, address: u64, size: u32, strength: Strength) -> Result<usize, Fault> {
        self.log_order(strength);
        self.memory.log.is_weak = !strength.is_trusted;
        let value = self.newest(address, size);
        self.memory.log.is_weak = false;
        let value = value?;
        let memory = &mut self.memory;
        // A choice is made in the state that is committed before it: its alternatives are counted there.
        let weak = memory.weak.settled(&mut memory.snapshot);
        if weak.overlaps(address, size) {
            return Err(Fault::unsupported(
                "atomic accesses of different sizes to one place, while an older value of it can \
                 be read (memory model c11)",
            ));
        }
        Ok(weak.cell(address, size, value))
    }

    /// Which older values an SC access may read depends on all SC accesses before it.
    fn log_order(&mut self, strength: Strength) {
        if strength.sc {
            let log = &mut self.memory.log;
            log.place(footprint::SC_ORDER, Touched::Write, None);
        }
    }

    fn weak(&mut self) -> &mut Weak {
        let memory = &mut self.memory;
        memory.weak.change(&mut memory.snapshot)
    }

    /// Picks one of several alternatives; the first is that of a sequentially consistent machine. The first pick of a
    /// step that no choice precedes takes what the search wants; a later one is a choice of its own.
    pub(super) fn pick<T: Copy>(&mut self, alternatives: &[T]) -> Result<T, Pause> {
        if let Some(alternative) = self.alternative.take() {
            self.alternatives = alternatives.len() as u32;
            let picked = alternatives.get(alternative as usize).copied();
            return picked.ok_or(Pause::Blocked { waits_for: None });
        }
        let picked = self.choose_by(alternatives.len() as u32, true);
        picked
            .map(|index| alternatives[index as usize])
            .ok_or(Pause::Stopped)
    }

    /// An atomic load that has passed the gate.
    pub(super) fn load_weakly(&mut self, address: u64, size: u32, order: Order) -> Picked<Value> {
        let strength = self.strength_at(order, address);
        let at = self.history(address, size, strength)?;
        let thread = self.current;
        let alternatives = self.weak().readable(thread, at, strength);
        let index = match self.pick(&alternatives) {
            Ok(index) => index,
            Err(pause) => return Ok(Err(pause)),
        };
        self.note_atomic(address, size, Kind::AtomicRead, strength)?;
        Ok(Ok(self.weak().load(thread, at, index, strength)))
    }

    /// An atomic store that has passed the gate.
    pub(super) fn store_weakly(
        &mut self,
        address: u64,
        size: u32,
        value: Value,
        order: Order,
    ) -> Picked<()> {
        let strength = self.strength_at(order, address);
        let at = self.history(address, size, strength)?;
        let thread = self.current;
        let alternatives = self.weak().places(thread, at, strength);
        let place = match self.pick(&alternatives) {
            Ok(place) => place,
            Err(pause) => return Ok(Err(pause)),
        };
        if let Err(pause) = self.within_bound(address, |weak, at| {
            weak.store(thread, at, place, value, strength);
        }) {
            return Ok(Err(pause));
        }
        self.note_atomic(address, size, Kind::AtomicWrite, strength)?;
        let is_newest = place == alternatives[0];
        self.put_message(address, size, value, is_newest, strength)?;
        let at = self.weak().find(address).expect("it was found before");
        self.weak().store(thread, at, place, value, strength);
        Ok(Ok(()))
    }

    /// An update that has passed the gate: `change` makes the new value of the old one, or says why
    /// the thread must wait.
    pub(super) fn update_weakly(
        &mut self,
        address: u64,
        size: u32,
        order: Order,
        change: impl FnOnce(&mut Self, Value) -> Result<Result<Value, Pause>, Fault>,
    ) -> Picked<(Value, Value)> {
        let strength = self.strength_at(order, address);
        let at = self.history(address, size, strength)?;
        let thread = self.current;
        let alternatives = self.weak().updatable(thread, at, strength);
        let index = match self.pick(&alternatives) {
            Ok(index) => index,
            Err(pause) => return Ok(Err(pause)),
        };
        let old = self.message(at, index);
        let new = match change(self, old)? {
            Ok(new) => new,
            Err(pause) => return Ok(Err(pause)),
        };
        let put = self.put_update(address, size, index, new, strength)?;
        Ok(put.map(|()| (old, new)))
    }

    /// A compare-exchange that has passed the gate: the old value, and whether it was exchanged.
    pub(super) fn exchange_weakly(
        &mut self,
        address: u64,
        size: u32,
        order: trailhound_program::ExchangeOrder,
        (expected, new): (u128, u128),
    ) -> Picked<(Value, bool)> {
        let orders = (
            self.strength_at(order.success(), address),
            self.strength_at(order.failure(), address),
        );
        self.log_order(orders.1);
        let at = self.history(address, size, orders.0)?;
        let thread = self.current;
        let spurious = order.fails_spuriously();
        let is_expected = |value: Value| value.bits == expected;
        let alternatives = self
            .weak()
            .exchangeable(thread, at, orders, spurious, is_expected);
        let Exchange { index, succeeds } = match self.pick(&alternatives) {
            Ok(exchange) => exchange,
            Err(pause) => return Ok(Err(pause)),
        };
        let old = self.message(at, index);
        if old.undefined != 0 {
            return Err(Fault::error(
                ErrorKind::Uninitialised,
                "an atomic operation compares unwritten memory",
            ));
        }
        if !succeeds {
            if self.waits_instead() {
                return Ok(Err(Pause::Blocked { waits_for: None }));
            }
            self.note_atomic(address, size, Kind::AtomicRead, orders.1)?;
            self.weak().load(thread, at, index, orders.1);
            return Ok(Ok((old, false)));
        }
        let value = Value {
            bits: new,
            undefined: 0,
        };
        let put = self.put_update(address, size, index, value, orders.0)?;
        Ok(put.map(|()| (old, true)))
    }

    fn message(&mut self, at: usize, index: u32) -> Value {
        self.weak().cells[at].messages[index as usize].value
    }

    fn put_update(
        &mut self,
        address: u64,
        size: u32,
        index: u32,
        value: Value,
        strength: Strength,
    ) -> Picked<()> {
        let thread = self.current;
        if let Err(pause) = self.within_bound(address, |weak, at| {
            weak.update(thread, at, index, value, strength);
        }) {
            return Ok(Err(pause));
        }
        self.note_atomic(address, size, Kind::AtomicWrite, strength)?;
        let at = self.weak().find(address).expect("it was found before");
        let is_newest = index == self.weak().cells[at].newest();
        self.put_message(address, size, value, is_newest, strength)?;
        let at = self.weak().find(address).expect("it was found before");
        self.weak().update(thread, at, index, value, strength);
        Ok(Ok(()))
    }

    /// Memory has the newest message; what another one points to can be reached as well. This is done
    /// before the message is made, which tells of it.
    fn put_message(
        &mut self,
        address: u64,
        size: u32,
        value: Value,
        is_newest: bool,
        strength: Strength,
    ) -> Result<(), Fault> {
        if !is_newest {
            let log = &mut self.memory.log;
            log.memory(address, size.into(), Touched::Write, None);
        }
        for start in (0..size).step_by(8) {
            let word = (value.bits >> (8 * start)) as u64;
            let undefined = (value.undefined >> start) as u8;
            if is_newest {
                self.memory.log.is_weak = !strength.is_trusted;
                let stored = self.memory.store_past_gate(
                    address + u64::from(start),
                    (size - start).min(8),
                    word,
                    undefined,
                );
                self.memory.log.is_weak = false;
                stored?;
            } else {
                self.memory.escape(word);
            }
        }
        Ok(())
    }

    /// An execution whose history would become too long by an operation is cut before it.
    fn within_bound(
        &mut self,
        address: u64,
        operate: impl FnOnce(&mut Weak, usize),
    ) -> Result<(), Pause> {
        let bound = self.memory.weak.bound;
        let weak = self.weak();
        let at = weak.find(address).expect("it was found before");
        if weak.cells[at].messages.len() < bound {
            return Ok(());
        }
        let mut after = weak.clone();
        operate(&mut after, at);
        after.settle();
        let length = |at: usize| after.cells[at].messages.len();
        if after.find(address).map_or(0, length) <= bound {
            return Ok(());
        }
        let name = self.name_of(address);
        self.unfollowed = Some(Unfollowed::History(name));
        self.memory.weak.cut(self.memory.snapshot.epoch);
        Err(Pause::Pruned)
    }

    /// A fence. False: it is visible, and the step has had its turn.
    pub(super) fn fence_weakly(&mut self, order: Order) -> bool {
        let strength = self.strength(order);
        let thread = self.current;
        if strength.sc && self.stops() {
            return false;
        }
        self.log_order(strength);
        self.weak().fence(thread, strength);
        true
    }
}
