//! The ends of blocks, and the order in which blocks are lowered.

use super::{Lowering, Unsupported};
use crate::code::{Op, SwitchTable};
use crate::draft::{BlockIndex, End};
use trailhound_llvm::{Body, Constant, IntPredicate, Operation, Type, TypeId, Value};

/// The blocks that a block may go to, each once.
fn successors(body: &Body, block: BlockIndex) -> Vec<BlockIndex> {
    let mut targets: Vec<BlockIndex> = Vec::new();
    let mut add = |b: trailhound_llvm::BlockId| {
        if !targets.contains(&b.0) {
            targets.push(b.0);
        }
    };
    match body.blocks[block as usize]
        .instructions
        .last()
        .map(|i| &i.operation)
    {
        Some(Operation::Br(target)) => add(*target),
        Some(Operation::CondBr {
            then, otherwise, ..
        }) => {
            add(*then);
            add(*otherwise);
        }
        Some(Operation::Switch { default, cases, .. }) => {
            add(*default);
            cases.iter().for_each(|(_, b)| add(*b));
        }
        Some(Operation::IndirectBr { targets, .. }) => targets.iter().for_each(|b| add(*b)),
        Some(Operation::Invoke { normal, unwind, .. }) => {
            add(*normal);
            add(*unwind);
        }
        _ => {}
    }
    targets
}

/// Reachable blocks, definitions before uses.
pub(super) fn reverse_postorder(body: &Body) -> Vec<BlockIndex> {
    let mut seen = vec![false; body.blocks.len()];
    let mut order = Vec::with_capacity(body.blocks.len());
    let mut stack = vec![(0, successors(body, 0))];
    seen[0] = true;
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if !seen[next as usize] => {
                seen[next as usize] = true;
                stack.push((next, successors(body, next)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The reachable predecessors of each block.
pub(super) fn predecessors(body: &Body, order: &[BlockIndex]) -> Vec<Vec<BlockIndex>> {
    let mut predecessors = vec![Vec::new(); body.blocks.len()];
    for &block in order {
        for target in successors(body, block) {
            predecessors[target as usize].push(block);
        }
    }
    predecessors
}

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
