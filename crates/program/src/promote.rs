//! Finds the locals that can live in registers: allocas whose address goes nowhere but
//! into whole loads and stores of parts that do not overlap. Each part becomes a variable.
//! Does not lower anything.

use crate::constants::element_type;
use crate::draft::BlockIndex;
use crate::layout::{Layout, Leaf, Scalar};
use crate::values::each_value;
use rustc_hash::FxHashMap;
use std::ops::Range;
use trailhound_llvm::{
    Body, Call, CastOp, Constant, LocalId, Operation, Type, TypeId, Types, Value,
};

/// A part of an alloca that is loaded and stored as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    offset: u64,
    bytes: u64,
    /// Bits of its register.
    w: u8,
}

#[derive(Debug, Default)]
struct Candidate {
    size: u64,
    escapes: bool,
    slots: Vec<Slot>,
    first_variable: u32,
}

/// The promoted locals of a function.
#[derive(Debug, Default)]
pub struct Promotion {
    /// Allocas and constant offsets into them.
    places: FxHashMap<LocalId, (usize, u64)>,
    candidates: Vec<Candidate>,
    widths: Vec<u8>,
}

impl Promotion {
    pub fn of(
        body: &Body,
        order: &[BlockIndex],
        types: &Types,
        layout: &mut Layout,
        is_lifetime: impl Fn(&Call) -> bool,
    ) -> Promotion {
        let mut promotion = Promotion::default();
        let instructions = || {
            order
                .iter()
                .flat_map(|&b| &body.blocks[b as usize].instructions)
        };
        for instruction in instructions() {
            let operation = &instruction.operation;
            promotion.visit(operation, instruction.result, types, layout, &is_lifetime);
        }
        // A phi may name an address that is computed further down: they come last.
        for instruction in instructions() {
            if let Operation::Phi { .. } = instruction.operation {
                each_value(&instruction.operation, |value| promotion.escape(value));
            }
        }
        for candidate in &mut promotion.candidates {
            candidate.settle();
            if !candidate.escapes {
                candidate.first_variable = promotion.widths.len() as u32;
                promotion
                    .widths
                    .extend(candidate.slots.iter().map(|slot| slot.w));
            }
        }
        promotion
            .places
            .retain(|_, (alloca, _)| !promotion.candidates[*alloca].escapes);
        promotion
    }

    fn visit(
        &mut self,
        operation: &Operation,
        result: Option<LocalId>,
        types: &Types,
        layout: &mut Layout,
        is_lifetime: &impl Fn(&Call) -> bool,
    ) {
        match operation {
            Operation::Alloca {
                ty, count: None, ..
            } => {
                let size = layout.size(types, *ty);
                if let Some(result) = result {
                    self.places.insert(result, (self.candidates.len(), 0));
                    self.candidates.push(Candidate {
                        size,
                        ..Candidate::default()
                    });
                }
            }
            Operation::Load {
                ty,
                pointer: Value::Local(pointer),
                atomic: None,
                ..
            } => {
                self.access(*pointer, &layout.leaves(types, *ty));
            }
            Operation::Store {
                ty,
                value,
                pointer,
                atomic: None,
                ..
            } => {
                self.escape(value);
                if let Value::Local(pointer) = pointer {
                    self.access(*pointer, &layout.leaves(types, *ty));
                }
            }
            Operation::Gep {
                element,
                base: Value::Local(base),
                indices,
                ..
            } => {
                if let (Some(&(alloca, start)), Some(result)) = (self.places.get(base), result) {
                    match constant_offset(*element, indices, types, layout) {
                        Some(offset) => {
                            let offset = start.wrapping_add(offset as u64);
                            self.places.insert(result, (alloca, offset));
                        }
                        None => self.candidates[alloca].escapes = true,
                    }
                }
                indices.iter().for_each(|(_, index)| self.escape(index));
            }
            Operation::Cast {
                op: CastOp::BitCast | CastOp::AddrSpaceCast,
                value,
                ..
            } => {
                if let (Value::Local(value), Some(result)) = (value, result)
                    && let Some(&place) = self.places.get(value)
                {
                    self.places.insert(result, place);
                }
            }
            Operation::Call(call) if is_lifetime(call) => {}
            Operation::Phi { .. } => {}
            other => each_value(other, |value| self.escape(value)),
        }
    }

    fn escape(&mut self, value: &Value) {
        if let Value::Local(local) = value
            && let Some(&(alloca, _)) = self.places.get(local)
        {
            self.candidates[alloca].escapes = true;
        }
    }

    fn access(&mut self, pointer: LocalId, leaves: &[Leaf]) {
        let Some(&(alloca, offset)) = self.places.get(&pointer) else {
            return;
        };
        let candidate = &mut self.candidates[alloca];
        if leaves.is_empty() || leaves.iter().any(|leaf| leaf.scalar == Scalar::Foreign) {
            candidate.escapes = true;
        }
        for leaf in leaves {
            let slot = Slot {
                offset: offset.wrapping_add(leaf.offset),
                bytes: leaf.bytes().into(),
                w: match leaf.is_short() {
                    true => leaf.w,
                    false => leaf.bytes() as u8 * 8,
                },
            };
            // What lies outside is an error that the machine must see.
            let inside = slot
                .offset
                .checked_add(slot.bytes)
                .is_some_and(|end| end <= candidate.size);
            candidate.escapes |= !inside;
            if !candidate.slots.contains(&slot) {
                candidate.slots.push(slot);
            }
        }
    }

    /// Whether this pointer is into a promoted alloca.
    pub fn is_promoted(&self, pointer: LocalId) -> bool {
        self.places.contains_key(&pointer)
    }

    /// The variable that a leaf of an access through `pointer` is.
    pub fn variable(&self, pointer: LocalId, leaf: &Leaf) -> u32 {
        let (alloca, offset) = self.places[&pointer];
        let candidate = &self.candidates[alloca];
        let offset = offset + leaf.offset;
        let slot = candidate
            .slots
            .binary_search_by_key(&offset, |slot| slot.offset);
        candidate.first_variable + slot.expect("every access of a promoted local has a slot") as u32
    }

    /// All variables of the alloca that `pointer` points into.
    pub fn variables(&self, pointer: LocalId) -> Range<u32> {
        let candidate = &self.candidates[self.places[&pointer].0];
        candidate.first_variable..candidate.first_variable + candidate.slots.len() as u32
    }

    /// The width of a variable in bits.
    pub fn width(&self, variable: u32) -> u8 {
        self.widths[variable as usize]
    }
}

impl Candidate {
    /// Sorts the slots; overlapping ones keep the alloca in memory.
    fn settle(&mut self) {
        self.slots.sort_by_key(|slot| slot.offset);
        let overlaps = |pair: &[Slot]| pair[0].offset + pair[0].bytes > pair[1].offset;
        self.escapes |= self.slots.windows(2).any(overlaps);
    }
}

/// The distance that a GEP covers, if all its indices are numbers.
pub fn constant_offset(
    element: TypeId,
    indices: &[(TypeId, Value)],
    types: &Types,
    layout: &mut Layout,
) -> Option<i64> {
    let mut ty = element;
    let mut offset = 0i64;
    for (position, (index_ty, index)) in indices.iter().enumerate() {
        let index = match index {
            Value::Constant(Constant::Int { words, .. }) => {
                let w = match types.get(*index_ty) {
                    Type::Int(w @ 1..=64) => *w,
                    _ => return None,
                };
                (words.first().copied().unwrap_or(0) as i64) << (64 - w) >> (64 - w)
            }
            Value::Constant(Constant::Zero(_)) => 0,
            _ => return None,
        };
        if position == 0 {
            offset = index.checked_mul(layout.size(types, ty) as i64)?;
            continue;
        }
        let step = match types.get(ty) {
            Type::Struct { .. } => layout.offset(types, ty, index as u64) as i64,
            Type::Array { element, .. } | Type::Vector { element, .. } => {
                index.checked_mul(layout.size(types, *element) as i64)?
            }
            _ => return None,
        };
        offset = offset.checked_add(step)?;
        ty = element_type(types, ty, index as u64);
    }
    Some(offset)
}
