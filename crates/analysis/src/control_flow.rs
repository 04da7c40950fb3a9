//! The control flow of one function: where its operations lead, its blocks and loops. It does not know values.

use smallvec::{SmallVec, smallvec};
use trailhound_program::{Body, Op, Pc};

use crate::components::Nesting;

/// Whether control flow includes the paths of exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwinding {
    Included,
    LeftOut,
}

/// The blocks and loops of a function.
#[derive(Debug)]
pub struct ControlFlow {
    /// The block of each operation, and the first operation of each block.
    block: Vec<u32>,
    starts: Vec<Pc>,
    nesting: Nesting,
}

impl ControlFlow {
    pub fn of(body: &Body, unwinding: Unwinding) -> ControlFlow {
        let length = body.code.len();
        let begins = block_starts(body, unwinding);
        let starts: Vec<Pc> = (0..length as Pc)
            .filter(|&pc| begins[pc as usize])
            .collect();
        let mut block = vec![0; length];
        for (number, &start) in starts.iter().enumerate() {
            let end = starts.get(number + 1).map_or(length, |&next| next as usize);
            block[start as usize..end].fill(number as u32);
        }
        let successors_of = |number: u32| -> Vec<u32> {
            let end = starts
                .get(number as usize + 1)
                .map_or(length as Pc, |&next| next);
            let targets = successors(body, end - 1, unwinding);
            targets.iter().map(|&pc| block[pc as usize]).collect()
        };
        let nesting = Nesting::of(starts.len(), &successors_of);
        ControlFlow {
            block,
            starts,
            nesting,
        }
    }

    pub fn blocks(&self) -> usize {
        self.starts.len()
    }

    pub fn block(&self, pc: Pc) -> u32 {
        self.block[pc as usize]
    }

    pub fn start(&self, block: u32) -> Pc {
        self.starts[block as usize]
    }

    /// Whether a block begins here.
    pub fn begins_block(&self, pc: Pc) -> bool {
        self.start(self.block(pc)) == pc
    }

    /// The blocks that head the loops around an operation, outermost first.
    pub fn loops(&self, pc: Pc) -> &[u32] {
        &self.nesting.heads[self.block(pc) as usize]
    }

    /// The place of a block in an order that follows the control flow, loops contiguous.
    pub fn position(&self, block: u32) -> u32 {
        self.nesting.position[block as usize]
    }
}

/// Whether a block begins, for each operation.
pub fn block_starts(body: &Body, unwinding: Unwinding) -> Vec<bool> {
    let mut begins = vec![false; body.code.len()];
    begins[0] = true;
    for pc in 0..body.code.len() as Pc {
        let targets = successors(body, pc, unwinding);
        if targets[..] != [pc + 1] {
            targets.iter().for_each(|&to| begins[to as usize] = true);
            if let Some(next) = begins.get_mut(pc as usize + 1) {
                *next = true;
            }
        }
    }
    begins
}

/// Where an operation may go in its function; from a call, when it is over.
pub fn successors(body: &Body, pc: Pc, unwinding: Unwinding) -> SmallVec<[Pc; 2]> {
    match body.code[pc as usize] {
        Op::Jump { target } => smallvec![target],
        Op::Branch { target, .. }
        | Op::BranchUnless { target, .. }
        | Op::CompareBranch { target, .. } => smallvec![pc + 1, target],
        Op::Switch { table, .. } => {
            let table = &body.switches[table as usize];
            let mut targets: SmallVec<[Pc; 2]> =
                table.cases.iter().map(|&(_, target)| target).collect();
            targets.push(table.default);
            targets.sort_unstable();
            targets.dedup();
            targets
        }
        Op::IndirectJump { .. } => body.indirect_targets.as_slice().into(),
        Op::Return { .. }
        | Op::Resume { .. }
        | Op::Unreachable
        | Op::Trap
        | Op::Unsupported { .. } => SmallVec::new(),
        Op::Call { call } => {
            let pad = body.calls[call as usize].landing_pad;
            let pad = pad.filter(|_| unwinding == Unwinding::Included);
            let pad = pad.map(|pad| body.landing_pads[pad as usize].target);
            let next = Some(pc + 1).filter(|&next| (next as usize) < body.code.len());
            next.into_iter().chain(pad).collect()
        }
        _ => smallvec![pc + 1],
    }
}
