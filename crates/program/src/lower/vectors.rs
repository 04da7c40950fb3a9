//! Vectors taken apart: elements by index, shuffles, reductions.

use super::arithmetic::Lane;
use super::{Lowering, Reg, Registers, Unsupported};
use crate::code::{IntOp, Op};
use crate::draft::UNDEFINED;
use smallvec::SmallVec;
use trailhound_llvm::{IntPredicate, Operation, TypeId, Value};

impl Lowering<'_, '_> {
    /// An operation on a part of a structure, an array or a vector.
    pub(super) fn aggregate_operation(
        &mut self,
        operation: &Operation,
    ) -> Result<Registers, Unsupported> {
        match operation {
            Operation::ExtractValue {
                aggregate_ty,
                aggregate,
                path,
            } => {
                let (first, ty) = self.inside(*aggregate_ty, path);
                let count = self.leaves(ty).len();
                let all = self.operand(aggregate, *aggregate_ty)?;
                Ok(all[first..first + count].into())
            }
            Operation::InsertValue {
                aggregate_ty,
                aggregate,
                element_ty,
                element,
                path,
            } => {
                let (first, _) = self.inside(*aggregate_ty, path);
                let mut all = self.operand(aggregate, *aggregate_ty)?;
                let element = self.operand(element, *element_ty)?;
                all[first..first + element.len()].copy_from_slice(&element);
                Ok(all)
            }
            Operation::ExtractElement {
                vector_ty,
                vector,
                index_ty,
                index,
            } => self.extract_element(*vector_ty, vector, *index_ty, index),
            Operation::InsertElement {
                vector_ty,
                vector,
                element,
                index_ty,
                index,
            } => self.insert_element(*vector_ty, vector, element, *index_ty, index),
            Operation::ShuffleVector {
                vector_ty,
                a,
                b,
                mask,
            } => self.shuffle(*vector_ty, a, b, mask),
            other => unreachable!("{other:?} is no operation on parts"),
        }
    }

    /// Registers of one element.
    fn element_words(&mut self, vector_ty: TypeId) -> usize {
        let (element, _) = self.lanes(vector_ty);
        self.leaves(element).len().max(1)
    }

    pub(super) fn extract_element(
        &mut self,
        vector_ty: TypeId,
        vector: &Value,
        index_ty: TypeId,
        index: &Value,
    ) -> Result<Registers, Unsupported> {
        let leaves = self.known_leaves(vector_ty)?;
        let words = self.element_words(vector_ty);
        let registers = self.operand(vector, vector_ty)?;
        if let Some(index) = self.constant_bits(index, index_ty) {
            let chunk = registers.chunks(words).nth(index as usize);
            return Ok(chunk.map_or_else(|| SmallVec::from_elem(UNDEFINED, words), SmallVec::from));
        }
        let index = self.single(index, index_ty)?;
        let mut result: Registers = registers[..words].into();
        for (i, chunk) in registers.chunks(words).enumerate().skip(1) {
            let condition = self.is_index(index, i);
            for (word, &a) in chunk.iter().enumerate() {
                let d = self.draft.fresh(leaves[word].w);
                self.emit(Op::Select {
                    d,
                    condition,
                    a,
                    b: result[word],
                });
                result[word] = d;
            }
        }
        Ok(result)
    }

    pub(super) fn insert_element(
        &mut self,
        vector_ty: TypeId,
        vector: &Value,
        element: &Value,
        index_ty: TypeId,
        index: &Value,
    ) -> Result<Registers, Unsupported> {
        let leaves = self.known_leaves(vector_ty)?;
        let words = self.element_words(vector_ty);
        let mut registers = self.operand(vector, vector_ty)?;
        let (element_ty, count) = self.lanes(vector_ty);
        let element = self.operand(element, element_ty)?;
        if let Some(index) = self.constant_bits(index, index_ty) {
            if (index as usize) < count {
                let start = index as usize * words;
                registers[start..start + words].copy_from_slice(&element);
            }
            return Ok(registers);
        }
        let index = self.single(index, index_ty)?;
        for i in 0..count {
            let condition = self.is_index(index, i);
            for (word, &a) in element.iter().enumerate() {
                let at = i * words + word;
                let d = self.draft.fresh(leaves[at].w);
                self.emit(Op::Select {
                    d,
                    condition,
                    a,
                    b: registers[at],
                });
                registers[at] = d;
            }
        }
        Ok(registers)
    }

    fn is_index(&mut self, a: Reg, index: usize) -> Reg {
        let b = self.draft.constant(index as u64);
        let d = self.draft.fresh(1);
        self.emit(Op::Compare {
            predicate: IntPredicate::Eq,
            w: 64,
            d,
            a,
            b,
        });
        d
    }

    pub(super) fn shuffle(
        &mut self,
        vector_ty: TypeId,
        a: &Value,
        b: &Value,
        mask: &[Option<u32>],
    ) -> Result<Registers, Unsupported> {
        let words = self.element_words(vector_ty);
        let mut both = self.operand(a, vector_ty)?;
        both.extend(self.operand(b, vector_ty)?);
        let mut result = SmallVec::new();
        for index in mask {
            match index {
                Some(index) => {
                    let start = *index as usize * words;
                    result.extend_from_slice(&both[start..start + words]);
                }
                None => result.extend(std::iter::repeat_n(UNDEFINED, words)),
            }
        }
        Ok(result)
    }

    /// llvm.vector.reduce.* over integers.
    pub(super) fn reduce(
        &mut self,
        op: IntOp,
        vector_ty: TypeId,
        registers: &[Reg],
    ) -> Result<Registers, Unsupported> {
        let (w, _) = self.int_lane(vector_ty)?;
        let mut lanes = registers.chunks(Lane::Int(w).words());
        let mut result: Registers = lanes.next().unwrap_or_default().into();
        for lane in lanes {
            result = self.int_lanes(op, w, &result, lane)?;
        }
        Ok(result)
    }
}
