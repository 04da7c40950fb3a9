//! The ends of blocks.

use super::{Lowering, Unsupported};
use crate::code::{Op, SwitchTable};
use crate::draft::{BlockIndex, End};
use trailhound_llvm::{Constant, IntPredicate, Operation, Type, TypeId, Value};

impl Lowering<'_, '_> {
    pub(super) fn terminator(&mut self, operation: &Operation) -> Result<(), Unsupported> {
        // If an operand has no value the block ends here, in `Unsupported`.
        self.end(End::Unreachable);
        let end = match operation {
            Operation::Ret(None) => End::Return { a: 0, count: 0 },
            Operation::Ret(Some((ty, value))) => {
                self.known_leaves(*ty)?;
                let registers = self.operand(value, *ty)?;
                let a = self.in_a_row(&registers);
                End::Return {
                    a,
                    count: registers.len() as u32,
                }
            }
            Operation::Resume { ty, value } => {
                let registers = self.operand(value, *ty)?;
                if registers.len() != 2 {
                    return Err("resume of an unusual type".into());
                }
                End::Resume {
                    a: self.in_a_row(&registers),
                }
            }
            Operation::Br(target) => End::Jump(target.0),
            Operation::CondBr {
                then, otherwise, ..
            } if then == otherwise => End::Jump(then.0),
            Operation::CondBr {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.condition(condition)?;
                End::Branch {
                    condition,
                    then: then.0,
                    otherwise: otherwise.0,
                }
            }
            Operation::Switch {
                ty,
                value,
                default,
                cases,
            } => self.switch(*ty, value, default.0, cases)?,
            Operation::IndirectBr { address, targets } => {
                let a = self.pointer(address)?;
                End::Indirect {
                    a,
                    targets: targets.iter().map(|b| b.0).collect(),
                }
            }
            _ => End::Unreachable,
        };
        self.end(end);
        Ok(())
    }

    fn condition(&mut self, value: &Value) -> Result<crate::code::Reg, Unsupported> {
        match value {
            Value::Local(local) => {
                let ty = self.body.local_types[local.index()];
                self.single(value, ty)
            }
            Value::Constant(constant) => {
                let value = self.evaluator().scalar(constant)?;
                Ok(self.materialise(value))
            }
            Value::Metadata(_) => Err("metadata as a condition".into()),
        }
    }

    fn switch(
        &mut self,
        ty: TypeId,
        value: &Value,
        default: BlockIndex,
        cases: &[(Constant, trailhound_llvm::BlockId)],
    ) -> Result<End, Unsupported> {
        let Type::Int(w) = *self.context.types.get(ty) else {
            return Err("switch on what is no integer".into());
        };
        let registers = self.operand(value, ty)?;
        let mut table = SwitchTable {
            cases: Vec::with_capacity(cases.len()),
            default,
        };
        if w <= 64 {
            for (constant, target) in cases {
                let Constant::Int { words, .. } = constant else {
                    return Err("switch case that is no number".into());
                };
                table
                    .cases
                    .push((words.first().copied().unwrap_or(0), target.0));
            }
        } else {
            // The number of the case, found by comparing: the table has one word for a value.
            let mut number = self.draft.constant(cases.len() as u64);
            for (i, (constant, target)) in cases.iter().enumerate() {
                let case = self.constant(constant, ty)?;
                let condition = self.compare_lane(IntPredicate::Eq, w, &registers, &case)?;
                let a = self.draft.constant(i as u64);
                let d = self.draft.fresh(64);
                self.emit(Op::Select {
                    d,
                    condition,
                    a,
                    b: number,
                });
                number = d;
                table.cases.push((i as u64, target.0));
            }
            table.cases.sort_unstable();
            self.draft.body.switches.push(table);
            let table = self.draft.body.switches.len() as u32 - 1;
            return Ok(End::Switch { v: number, table });
        }
        table.cases.sort_unstable();
        self.draft.body.switches.push(table);
        let table = self.draft.body.switches.len() as u32 - 1;
        Ok(End::Switch {
            v: registers[0],
            table,
        })
    }
}
