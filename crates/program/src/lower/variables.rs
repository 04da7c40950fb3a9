//! The values that blocks pass on: LLVM's phis, and the promoted variables, which get
//! theirs when they are read.

use super::{Lowering, Reg};
use crate::code::Op;
use crate::draft::{BlockIndex, Phi, UNDEFINED};
use smallvec::SmallVec;
use trailhound_llvm::Operation;

impl Lowering<'_, '_> {
    /// Gives the phis that LLVM wrote their incoming registers.
    pub(super) fn fill_phis(&mut self, order: &[BlockIndex]) {
        for &block in order {
            let mut next = 0;
            for instruction in &self.body.blocks[block as usize].instructions {
                let Operation::Phi { ty, incoming } = &instruction.operation else {
                    break;
                };
                let count = self.leaves(*ty).len();
                for from in self.predecessors[block as usize].clone() {
                    // Constants may need operations at the end of the block they come from.
                    self.block = from;
                    self.location = self.draft.blocks[from as usize].end_location;
                    let value = incoming.iter().find(|(_, b)| b.0 == from).map(|(v, _)| v);
                    let registers = match value.map(|value| self.operand(value, *ty)) {
                        Some(Ok(registers)) => registers,
                        Some(Err(what)) => {
                            let what = self.draft.unsupported(what);
                            self.emit(Op::Unsupported { what });
                            SmallVec::from_elem(UNDEFINED, count)
                        }
                        None => SmallVec::from_elem(UNDEFINED, count),
                    };
                    let phis = &mut self.draft.blocks[block as usize].phis[next..next + count];
                    for (phi, register) in phis.iter_mut().zip(registers) {
                        phi.incoming.push((from, register));
                    }
                }
                next += count;
            }
        }
    }

    pub(super) fn fill_variables(&mut self) {
        while let Some((block, phi, variable)) = self.unfilled.pop() {
            for from in self.predecessors[block as usize].clone() {
                let register = self.read_variable(from, variable);
                self.draft.blocks[block as usize].phis[phi]
                    .incoming
                    .push((from, register));
            }
        }
    }

    /// What a promoted variable holds at the end of a block, as far as the block is lowered.
    pub(super) fn read_variable(&mut self, block: BlockIndex, variable: u32) -> Reg {
        let mut passed = Vec::new();
        let mut at = block;
        let register = loop {
            if let Some(&register) = self.current[at as usize].get(&variable) {
                break register;
            }
            passed.push(at);
            match self.predecessors[at as usize][..] {
                [] => break UNDEFINED,
                [single] => at = single,
                _ => {
                    let d = self.draft.fresh(self.promotion.width(variable));
                    let phis = &mut self.draft.blocks[at as usize].phis;
                    phis.push(Phi {
                        d,
                        incoming: Vec::new(),
                    });
                    self.unfilled.push((at, phis.len() - 1, variable));
                    break d;
                }
            }
        };
        for block in passed {
            self.current[block as usize].insert(variable, register);
        }
        register
    }

    pub(super) fn write_variable(&mut self, variable: u32, register: Reg) {
        self.current[self.block as usize].insert(variable, register);
    }
}
