//! Inline assembly of x86 as people write it for concurrency: an instruction of [`table`] becomes
//! the operations that do the same. What is in memory is accessed as the processor does it: a
//! locked instruction and `xchg` as one sequentially consistent operation between fences, a plain one as a load
//! with acquire and a store with release, which others may come between.

mod flags;
mod instructions;
mod processor;
mod syntax;
mod table;

use super::{Lowering, Reg, Registers, Unsupported};
use crate::code::{IntOp, Op};
use crate::memory_order::Order;
use crate::target::DataModel;
use processor::{Place, Processor};
use smallvec::{SmallVec, smallvec};
use syntax::{Dialect, RAX, RBX, RCX, RDX, Statement};
use table::{BitWork, Work};
use trailhound_llvm as llvm;

impl Lowering<'_, '_> {
    pub(super) fn inline_assembly(
        &mut self,
        assembly: &llvm::Assembly,
        call: &llvm::Call,
    ) -> Result<Registers, Unsupported> {
        let refused = || Unsupported::Assembly(format!("inline assembly: {}", assembly.template));
        let dialect = match assembly.intel {
            true => Dialect::Intel,
            false => Dialect::Att,
        };
        if let Some(()) = self.arm_barrier(&assembly.template) {
            return Ok(SmallVec::new());
        }
        let statements = syntax::statements(&assembly.template, dialect).ok_or_else(refused)?;
        let mut processor = self
            .operands(&assembly.constraints, call)?
            .ok_or_else(refused)?;
        for statement in &statements {
            self.statement(&mut processor, statement, dialect)
                .ok_or_else(refused)?;
        }
        self.outputs(&mut processor, call)?.ok_or_else(|| {
            let constraints = &assembly.constraints;
            let template = &assembly.template;
            Unsupported::Assembly(format!(
                "inline assembly: {template}, constraints {constraints}"
            ))
        })
    }

    /// Barriers of ARM, in texts of their own.
    fn arm_barrier(&mut self, template: &str) -> Option<()> {
        let order = match template.trim() {
            "dmb ish" | "dmb sy" => Order::SeqCst,
            "dmb ishld" => Order::Acquire,
            "dmb ishst" => Order::Release,
            _ => return None,
        };
        self.emit(Op::Fence { order });
        Some(())
    }

    fn statement(
        &mut self,
        processor: &mut Processor,
        statement: &Statement,
        dialect: Dialect,
    ) -> Option<()> {
        if let Some(code) = statement.name.strip_prefix("set")
            && let [written] = &statement.operands[..]
        {
            let place = self.place(processor, written)?;
            let condition = self.condition_code(processor.flags, code)?;
            return self.write_place(processor, place, 8, condition);
        }
        let (work, suffix) = table::find(&statement.name, dialect)?;
        if self.model() == DataModel::Ilp32 && !matches!(work, Work::Fence(_) | Work::Wait) {
            return None;
        }
        let places: Vec<Place> = statement
            .operands
            .iter()
            .map(|written| self.place(processor, written))
            .collect::<Option<_>>()?;
        if statement.locked && !is_lockable(work, &places) {
            return None;
        }
        let in_memory = |place: &Place| matches!(place, Place::Memory { .. });
        let is_locked = statement.locked || work == Work::Exchange && places.iter().any(in_memory);
        if !is_locked {
            return self.work(processor, work, suffix, &places, false);
        }
        // Nothing passes a locked instruction.
        let order = Order::SeqCst;
        self.emit(Op::Fence { order });
        self.work(processor, work, suffix, &places, statement.locked)?;
        self.emit(Op::Fence { order });
        Some(())
    }

    fn work(
        &mut self,
        processor: &mut Processor,
        work: Work,
        suffix: Option<u8>,
        places: &[Place],
        locked: bool,
    ) -> Option<()> {
        let width = suffix.or_else(|| places.iter().find_map(Place::width));
        match (work, places) {
            (Work::Wait, []) => {}
            (Work::Fence(order), []) => self.emit(Op::Fence { order }),
            (Work::ProcessorIdentity, []) => {
                let zero = self.draft.constant(0);
                for register in [RAX, RBX, RCX, RDX] {
                    processor.physical[usize::from(register)] = zero;
                }
            }
            (Work::TimeStamp, []) => {
                let cycles = self.time_stamp()?;
                let low = self.cut(cycles, 32);
                let amount = self.draft.constant(32);
                let high = self.int(IntOp::LShr, 64, cycles, amount);
                processor.physical[usize::from(RAX)] = low;
                processor.physical[usize::from(RDX)] = high;
            }
            (Work::CompareExchangePair(half), &[place]) => {
                self.compare_exchange_pair(processor, half, place, locked)?;
            }
            (_, &[place]) => self.unary(processor, work, (place, width?, locked))?,
            (Work::ExtendZero(from), &[to, source]) => {
                let from = from.or_else(|| source.width()).or(suffix)?;
                let value = self.read_place(processor, source, from);
                self.write_place(processor, to, to.width()?, value)?;
            }
            (Work::ExtendSign(from), &[to, source]) => {
                let from = from.or_else(|| source.width()).or(suffix)?;
                let a = self.read_place(processor, source, from);
                let w = to.width()?;
                let d = self.draft.fresh(w);
                self.emit(Op::SignExtend { from, to: w, d, a });
                self.write_place(processor, to, w, d)?;
            }
            (_, &[to, source]) => {
                self.binary_work(processor, work, (to, width?, locked), source)?
            }
            _ => return None,
        }
        Some(())
    }

    /// A look at the machine's clock, in nanoseconds.
    pub(super) fn time_stamp(&mut self) -> Option<Reg> {
        let function = self.context.symbols.named(TIME_STAMP)?;
        Some(self.library_call(function, Vec::new(), 64))
    }

    /// The time stamp counter as an intrinsic.
    pub(super) fn cycle_counter(&mut self) -> Result<Registers, Unsupported> {
        let stamp = self.time_stamp();
        stamp
            .map(|stamp| smallvec![stamp])
            .ok_or_else(|| "the time stamp counter".into())
    }
}

/// The function of the machine that looks at the clock.
const TIME_STAMP: &str = "__trailhound_time_stamp";

/// Whether an instruction may be locked: it changes memory.
fn is_lockable(work: Work, places: &[Place]) -> bool {
    let in_memory = |place: &Place| matches!(place, Place::Memory { .. });
    let changes = match work {
        Work::Binary(_)
        | Work::Increment
        | Work::Decrement
        | Work::Not
        | Work::Negate
        | Work::ExchangeAdd
        | Work::CompareExchange
        | Work::CompareExchangePair(_)
        | Work::Bit(BitWork::Set | BitWork::Reset | BitWork::Complement) => true,
        Work::Exchange => return places.iter().any(in_memory),
        _ => false,
    };
    changes && places.first().is_some_and(in_memory)
}
