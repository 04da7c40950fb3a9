//! The operands of a text by their constraints, and the registers and flags while it is lowered. It does not
//! know the instructions.

use super::flags::Flags;
use super::syntax::{self, Name, Physical, Written};
use crate::code::{IntOp, Op, RmwOp};
use crate::draft::UNDEFINED;
use crate::layout::Scalar;
use crate::lower::{Lowering, Reg, Registers, Unsupported};
use crate::memory_order::Order;
use trailhound_llvm as llvm;

/// Where a value of an instruction lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Physical(Physical),
    /// A register that the compiler chooses, by the operand that it is for.
    Chosen(usize),
}

/// What an operand of a text is by its constraint.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    Register { slot: Slot, w: u8 },
    Immediate(i64),
    Memory { pointer: Reg },
    Flag(String),
}

/// An operand of one instruction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Immediate(i64),
    Register { slot: Slot, w: Option<u8> },
    Memory { pointer: Reg, w: Option<u8> },
}

impl Place {
    pub(super) fn width(&self) -> Option<u8> {
        match *self {
            Place::Immediate(_) => None,
            Place::Register { w, .. } | Place::Memory { w, .. } => w,
        }
    }
}

/// The registers and flags while a text is lowered.
pub(super) struct Processor {
    pub(super) operands: Vec<Operand>,
    pub(super) physical: [Reg; 16],
    pub(super) chosen: Vec<Reg>,
    pub(super) flags: Flags,
}

impl Processor {
    pub(super) fn value(&mut self, slot: Slot) -> &mut Reg {
        match slot {
            Slot::Physical(number) => &mut self.physical[usize::from(number)],
            Slot::Chosen(operand) => &mut self.chosen[operand],
        }
    }
}

/// A constraint without its marks: the register that it names, if it names one.
fn named_register(constraint: &str) -> Option<Physical> {
    let braced = constraint
        .strip_prefix('{')
        .and_then(|c| c.strip_suffix('}'));
    let name = match (braced, constraint) {
        (Some(name), _) => name,
        (_, "a") => "ax",
        (_, "b") => "bx",
        (_, "c") => "cx",
        (_, "d") => "dx",
        (_, "S") => "si",
        (_, "D") => "di",
        _ => return None,
    };
    syntax::physical(name).map(|(number, _)| number)
}

/// The number as the assembler extends it to the width of an instruction.
fn signed(bits: u64, w: u8) -> i64 {
    let unused = 64 - u32::from(w);
    ((bits << unused) as i64) >> unused
}

/// Whether the compiler writes this number into the text: a letter of the constraint lets it.
fn takes_immediate(constraint: &str, number: i64) -> bool {
    let is_taken = |letter| match letter {
        'i' | 'n' | 'g' | 'X' => true,
        'e' => i32::try_from(number).is_ok(),
        'I' => (0..32).contains(&number),
        'J' => (0..64).contains(&number),
        'K' => i8::try_from(number).is_ok(),
        'L' => [0xff, 0xffff, 0xffff_ffff].contains(&number),
        'M' => (0..4).contains(&number),
        'N' => u8::try_from(number).is_ok(),
        'O' => (0..128).contains(&number),
        'Z' => u32::try_from(number).is_ok(),
        _ => false,
    };
    !constraint.starts_with('{') && constraint.chars().any(is_taken)
}

impl Lowering<'_, '_> {
    /// Operands by their constraints, with the values that are given.
    pub(super) fn operands(
        &mut self,
        constraints: &str,
        call: &llvm::Call,
    ) -> Result<Option<Processor>, Unsupported> {
        let mut processor = Processor {
            operands: Vec::new(),
            physical: [UNDEFINED; 16],
            chosen: Vec::new(),
            flags: Flags::Unknown,
        };
        let mut arguments = call.arguments.iter();
        let mut results = self.leaves(call.result).to_vec().into_iter();
        let written = constraints.split(',').filter(|c| !c.is_empty());
        for constraint in written.filter(|c| !c.starts_with('~')) {
            let is_output = constraint.starts_with('=');
            let kind = constraint.trim_start_matches(['=', '&', '%']);
            processor.chosen.push(UNDEFINED);
            if kind.starts_with('!') {
                return Ok(None);
            }
            if kind.starts_with('*') {
                let Some(argument) = arguments.next() else {
                    return Ok(None);
                };
                let pointer = self.pointer(&argument.value)?;
                processor.operands.push(Operand::Memory { pointer });
                continue;
            }
            if is_output {
                let Some(leaf) = results.next() else {
                    return Ok(None);
                };
                let code = kind.strip_prefix("{@cc").and_then(|c| c.strip_suffix('}'));
                let slot = match named_register(kind) {
                    Some(number) => Slot::Physical(number),
                    None if kind.starts_with('{') && code.is_none() => return Ok(None),
                    None => Slot::Chosen(processor.operands.len()),
                };
                processor.operands.push(match code {
                    Some(code) => Operand::Flag(code.to_owned()),
                    None => Operand::Register { slot, w: leaf.w },
                });
                continue;
            }
            let Some(argument) = arguments.next() else {
                return Ok(None);
            };
            let leaves = self.known_leaves(argument.ty)?;
            let [leaf] = leaves[..] else {
                return Ok(None);
            };
            if !is_word(leaf.scalar) {
                return Ok(None);
            }
            let constant = self.constant_bits(&argument.value, argument.ty);
            if let Some(number) = constant.map(|bits| signed(bits, leaf.w))
                && takes_immediate(kind, number)
            {
                processor.operands.push(Operand::Immediate(number));
                continue;
            }
            let slot = match (kind.parse::<usize>(), named_register(kind)) {
                (Ok(tied), _) => match processor.operands.get(tied) {
                    Some(Operand::Register { slot, .. }) => *slot,
                    _ => return Ok(None),
                },
                (_, Some(number)) => Slot::Physical(number),
                _ if kind.starts_with('{') => return Ok(None),
                _ => Slot::Chosen(processor.operands.len()),
            };
            *processor.value(slot) = self.single(&argument.value, argument.ty)?;
            let w = leaf.w;
            processor.operands.push(Operand::Register { slot, w });
        }
        Ok(Some(processor))
    }

    /// What the text leaves in its outputs.
    pub(super) fn outputs(
        &mut self,
        processor: &mut Processor,
        call: &llvm::Call,
    ) -> Result<Option<Registers>, Unsupported> {
        let leaves = self.known_leaves(call.result)?;
        let mut registers = Registers::new();
        for (leaf, operand) in leaves.iter().zip(
            processor
                .operands
                .clone()
                .iter()
                .filter(|operand| !matches!(operand, Operand::Memory { .. })),
        ) {
            if !is_word(leaf.scalar) {
                return Ok(None);
            }
            registers.push(match operand {
                Operand::Register { slot, .. } => self.read_slot(processor, *slot, leaf.w),
                Operand::Flag(code) => match self.condition_code(processor.flags, code) {
                    Some(register) => register,
                    None => return Ok(None),
                },
                Operand::Immediate(_) | Operand::Memory { .. } => return Ok(None),
            });
        }
        Ok((registers.len() == leaves.len()).then_some(registers))
    }

    pub(super) fn read_slot(&mut self, processor: &mut Processor, slot: Slot, w: u8) -> Reg {
        let a = *processor.value(slot);
        if a == UNDEFINED {
            return self.within(a, w);
        }
        self.cut(a, w)
    }

    pub(super) fn cut(&mut self, a: Reg, w: u8) -> Reg {
        if self.draft.width(a) <= w {
            return a;
        }
        let d = self.draft.fresh(w);
        self.emit(Op::Truncate { w, d, a });
        d
    }

    /// A register of 32 bits is written as a whole, a shorter one keeps what is above.
    pub(super) fn write_slot(&mut self, processor: &mut Processor, slot: Slot, w: u8, value: Reg) {
        let old = *processor.value(slot);
        let merged = if w >= 32 || old == UNDEFINED {
            value
        } else {
            let above = self.draft.constant(!0 << w);
            let kept = self.int(IntOp::And, 64, old, above);
            self.int(IntOp::Or, 64, kept, value)
        };
        *processor.value(slot) = merged;
    }

    pub(super) fn place(&mut self, processor: &mut Processor, written: &Written) -> Option<Place> {
        let register = |operands: &[Operand], name: Name| match name {
            Name::Physical(number) => Some((Slot::Physical(number), 64)),
            Name::Operand(index) => match operands.get(index)? {
                Operand::Register { slot, w } => Some((*slot, *w)),
                _ => None,
            },
        };
        if let Written::Register(Name::Operand(index), _) = *written
            && let Some(&Operand::Immediate(value)) = processor.operands.get(index)
        {
            return Some(Place::Immediate(value));
        }
        match *written {
            Written::Immediate(value) => Some(Place::Immediate(value)),
            Written::Register(Name::Operand(index), w)
                if matches!(processor.operands.get(index), Some(Operand::Memory { .. })) =>
            {
                match processor.operands[index] {
                    Operand::Memory { pointer } => Some(Place::Memory { pointer, w }),
                    _ => None,
                }
            }
            Written::Register(name, w) => {
                let (slot, own) = register(&processor.operands, name)?;
                Some(Place::Register {
                    slot,
                    w: Some(w.unwrap_or(own)),
                })
            }
            Written::Memory {
                base,
                index,
                displacement,
                width,
            } => {
                let mut pointer = match base {
                    Some(Name::Operand(index))
                        if matches!(
                            processor.operands.get(index),
                            Some(Operand::Memory { .. })
                        ) =>
                    {
                        match processor.operands[index] {
                            Operand::Memory { pointer } => pointer,
                            _ => return None,
                        }
                    }
                    Some(name) => {
                        let (slot, _) = register(&processor.operands, name)?;
                        *processor.value(slot)
                    }
                    None => return None,
                };
                if let Some((name, scale)) = index {
                    let (slot, _) = register(&processor.operands, name)?;
                    let index = *processor.value(slot);
                    let factor = self.draft.constant(u64::from(scale));
                    let distance = self.int(IntOp::Mul, 64, index, factor);
                    pointer = self.int(IntOp::Add, 64, pointer, distance);
                }
                let pointer = self.add_offset(pointer, displacement);
                Some(Place::Memory { pointer, w: width })
            }
        }
    }

    pub(super) fn read_place(&mut self, processor: &mut Processor, place: Place, w: u8) -> Reg {
        match place {
            Place::Immediate(value) => {
                let bits = match w {
                    64 => value as u64,
                    _ => value as u64 & ((1 << w) - 1),
                };
                self.draft.constant(bits)
            }
            Place::Register { slot, .. } => self.read_slot(processor, slot, w),
            Place::Memory { pointer, .. } => {
                let d = self.draft.fresh(w);
                self.emit(Op::Load {
                    w,
                    order: Order::Acquire,
                    d,
                    p: pointer,
                    offset: 0,
                });
                d
            }
        }
    }

    pub(super) fn write_place(
        &mut self,
        processor: &mut Processor,
        place: Place,
        w: u8,
        v: Reg,
    ) -> Option<()> {
        match place {
            Place::Immediate(_) => return None,
            Place::Register { slot, .. } => self.write_slot(processor, slot, w, v),
            Place::Memory { pointer, .. } => self.emit(Op::Store {
                w,
                order: Order::Release,
                v,
                p: pointer,
                offset: 0,
            }),
        }
        Some(())
    }

    /// destination := f(destination), in one operation if it is locked. Gives what was there.
    pub(super) fn modify(
        &mut self,
        processor: &mut Processor,
        (place, w, locked): (Place, u8, bool),
        (rmw, op): (RmwOp, IntOp),
        v: Reg,
    ) -> Option<(Reg, Reg)> {
        let reversed = rmw == RmwOp::ReverseSub;
        let compute = |lowering: &mut Self, old: Reg| match reversed {
            true => lowering.int(op, w, v, old),
            false => lowering.int(op, w, old, v),
        };
        match place {
            Place::Memory { pointer, .. } if locked => {
                let d = self.draft.fresh(w);
                self.emit(Op::ReadModifyWrite {
                    op: rmw,
                    w,
                    order: Order::SeqCst,
                    d,
                    p: pointer,
                    v,
                });
                let result = compute(self, d);
                Some((d, result))
            }
            _ => {
                let old = self.read_place(processor, place, w);
                let result = compute(self, old);
                self.write_place(processor, place, w, result)?;
                Some((old, result))
            }
        }
    }
}

fn is_word(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int | Scalar::Pointer)
}
