//! A function on its way from LLVM to compact code: blocks of [`Op`]s over registers that
//! are written once, with phis. Side tables lie in a [`Body`] whose targets are block
//! numbers until the code is laid out. Knows nothing of LLVM.

use crate::code::{FunctionId, IntPredicate, Op, Reg};
use crate::function::Body;
use crate::operands::{self, Role};
use crate::source::LocationId;
use crate::unknown::UnknownConstruct;
use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;

/// A block of a [`Draft`]; the entry is 0.
pub type BlockIndex = u32;

#[derive(Clone, Debug, PartialEq)]
pub struct Phi {
    pub d: Reg,
    /// One entry for each predecessor.
    pub incoming: Vec<(BlockIndex, Reg)>,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    Jump(BlockIndex),
    Branch {
        condition: Reg,
        then: BlockIndex,
        otherwise: BlockIndex,
    },
    Compare {
        predicate: IntPredicate,
        w: u8,
        a: Reg,
        b: Reg,
        then: BlockIndex,
        otherwise: BlockIndex,
    },
    /// The cases are in `body.switches`.
    Switch {
        v: Reg,
        table: u32,
    },
    Indirect {
        a: Reg,
        targets: Vec<BlockIndex>,
    },
    /// The call's landing pad has `unwind` as target.
    Invoke {
        call: u32,
        normal: BlockIndex,
        unwind: BlockIndex,
    },
    Return {
        a: Reg,
        count: u32,
    },
    Resume {
        a: Reg,
    },
    Unreachable,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    pub op: Op,
    pub location: LocationId,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DraftBlock {
    pub phis: Vec<Phi>,
    /// The exception registers (two) that the machine writes on the way in.
    pub pad: Option<Reg>,
    pub steps: Vec<Step>,
    pub end: End,
    pub end_location: LocationId,
}

impl Default for DraftBlock {
    fn default() -> Self {
        DraftBlock {
            phis: Vec::new(),
            pad: None,
            steps: Vec::new(),
            end: End::Unreachable,
            end_location: LocationId::UNKNOWN,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Constant(u64),
    /// The address of a block, known when all functions are laid out: index into `Draft::block_addresses`.
    BlockAddress(u32),
    Parameter,
    Computed,
}

/// What is known of one register of a draft.
#[derive(Clone, Copy, Debug)]
pub struct Register {
    pub kind: Kind,
    /// No bit at or above this one is ever set.
    pub width: u8,
    /// The registers that must stay in a row: the first, and how many.
    pub run: (Reg, u32),
}

#[derive(Debug, Default)]
pub struct Draft {
    pub blocks: Vec<DraftBlock>,
    pub registers: Vec<Register>,
    /// Side tables.
    pub body: Body,
    /// Function (number in the program) and block name.
    pub block_addresses: Vec<(FunctionId, String)>,
    constant_runs: FxHashMap<Vec<u64>, Reg>,
}

/// The register that is never written: undef, poison, a local before its first store.
pub const UNDEFINED: Reg = 0;

impl Draft {
    pub fn new() -> Draft {
        let mut draft = Draft::default();
        let undefined = draft.fresh(64);
        debug_assert_eq!(undefined, UNDEFINED);
        draft
    }

    fn add(&mut self, kind: Kind, widths: &[u8]) -> Reg {
        let first = self.registers.len() as Reg;
        let run = (first, widths.len() as u32);
        self.registers
            .extend(widths.iter().map(|&width| Register { kind, width, run }));
        first
    }

    /// A new register for a value of `width` bits.
    pub fn fresh(&mut self, width: u8) -> Reg {
        self.add(Kind::Computed, &[width.min(64)])
    }

    /// New registers that stay in a row.
    pub fn fresh_run(&mut self, widths: &[u8]) -> Reg {
        self.add(Kind::Computed, widths)
    }

    pub fn parameters(&mut self, widths: &[u8]) -> Reg {
        self.add(Kind::Parameter, widths)
    }

    pub fn constant(&mut self, value: u64) -> Reg {
        self.constant_run(&[value])
    }

    /// Constants in a row.
    pub fn constant_run(&mut self, values: &[u64]) -> Reg {
        if let Some(&reg) = self.constant_runs.get(values) {
            return reg;
        }
        let first = self.registers.len() as Reg;
        let run = (first, values.len() as u32);
        for &value in values {
            let width = (64 - value.leading_zeros()) as u8;
            self.registers.push(Register {
                kind: Kind::Constant(value),
                width,
                run,
            });
        }
        self.constant_runs.insert(values.to_vec(), first);
        first
    }

    pub fn block_address(&mut self, function: FunctionId, block: &str) -> Reg {
        let known = self
            .block_addresses
            .iter()
            .position(|(f, b)| *f == function && b == block);
        let index = known.unwrap_or_else(|| {
            self.block_addresses.push((function, block.to_string()));
            self.block_addresses.len() - 1
        });
        self.add(Kind::BlockAddress(index as u32), &[64])
    }

    pub fn constant_value(&self, reg: Reg) -> Option<u64> {
        match self.registers[reg as usize].kind {
            Kind::Constant(value) => Some(value),
            _ => None,
        }
    }

    pub fn width(&self, reg: Reg) -> u8 {
        self.registers[reg as usize].width
    }

    /// Whether the register may be renamed freely: it belongs to no row.
    pub fn is_single(&self, reg: Reg) -> bool {
        self.registers[reg as usize].run.1 == 1
    }

    pub fn unsupported(&mut self, what: UnknownConstruct) -> u32 {
        let known = self.body.unsupported.iter().position(|w| *w == what);
        known.unwrap_or_else(|| {
            self.body.unsupported.push(what);
            self.body.unsupported.len() - 1
        }) as u32
    }

    /// The blocks that `block` may go to, each once.
    pub fn successors(&self, block: BlockIndex) -> Vec<BlockIndex> {
        let mut targets = Vec::new();
        self.for_each_target(block, |b| targets.push(b));
        each_once(&mut targets);
        targets
    }

    pub fn for_each_target(&self, block: BlockIndex, mut f: impl FnMut(BlockIndex)) {
        match &self.blocks[block as usize].end {
            End::Jump(b) => f(*b),
            End::Branch {
                then, otherwise, ..
            }
            | End::Compare {
                then, otherwise, ..
            } => {
                f(*then);
                f(*otherwise);
            }
            End::Switch { table, .. } => {
                let table = &self.body.switches[*table as usize];
                table.cases.iter().for_each(|&(_, b)| f(b));
                f(table.default);
            }
            End::Indirect { targets, .. } => targets.iter().for_each(|&b| f(b)),
            End::Invoke { normal, unwind, .. } => {
                f(*normal);
                f(*unwind);
            }
            End::Return { .. } | End::Resume { .. } | End::Unreachable => {}
        }
    }

    pub fn for_each_target_mut(&mut self, block: BlockIndex, mut f: impl FnMut(&mut BlockIndex)) {
        match &mut self.blocks[block as usize].end {
            End::Jump(b) => f(b),
            End::Branch {
                then, otherwise, ..
            }
            | End::Compare {
                then, otherwise, ..
            } => {
                f(then);
                f(otherwise);
            }
            End::Switch { table, .. } => {
                let table = &mut self.body.switches[*table as usize];
                table.cases.iter_mut().for_each(|(_, b)| f(b));
                f(&mut table.default);
            }
            End::Indirect { targets, .. } => targets.iter_mut().for_each(f),
            End::Invoke {
                call,
                normal,
                unwind,
            } => {
                f(normal);
                f(unwind);
                if let Some(pad) = self.body.calls[*call as usize].landing_pad {
                    self.body.landing_pads[pad as usize].target = *unwind;
                }
            }
            End::Return { .. } | End::Resume { .. } | End::Unreachable => {}
        }
    }

    pub fn predecessors(&self) -> Vec<Vec<BlockIndex>> {
        let mut predecessors = vec![Vec::new(); self.blocks.len()];
        for block in 0..self.blocks.len() as BlockIndex {
            for target in self.successors(block) {
                predecessors[target as usize].push(block);
            }
        }
        predecessors
    }

    /// Reachable blocks, every block before its successors except along back edges.
    pub fn reverse_postorder(&self) -> Vec<BlockIndex> {
        reverse_postorder(self.blocks.len(), |block| self.successors(block))
    }

    /// Registers that the end of a block reads (and, for an invoke, writes).
    pub fn end_operands(&self, end: &End, mut f: impl FnMut(Reg, Role)) {
        match *end {
            End::Branch { condition, .. } => f(condition, Role::Use),
            End::Compare { a, b, .. } => {
                f(a, Role::Use);
                f(b, Role::Use);
            }
            End::Switch { v, .. } => f(v, Role::Use),
            End::Indirect { a, .. } => f(a, Role::Use),
            End::Invoke { call, .. } => operands::operands(&Op::Call { call }, &self.body, f),
            End::Return { a, count } => f(a, Role::UseRun(count)),
            End::Resume { a } => f(a, Role::UseRun(2)),
            End::Jump(_) | End::Unreachable => {}
        }
    }

    pub fn rewrite_end(&mut self, block: BlockIndex, mut f: impl FnMut(&mut Reg, Role)) {
        match &mut self.blocks[block as usize].end {
            End::Branch { condition, .. } => f(condition, Role::Use),
            End::Compare { a, b, .. } => {
                f(a, Role::Use);
                f(b, Role::Use);
            }
            End::Switch { v, .. } => f(v, Role::Use),
            End::Indirect { a, .. } => f(a, Role::Use),
            End::Invoke { call, .. } => {
                operands::visit_call(&mut self.body.calls[*call as usize], f);
            }
            End::Return { a, count } => f(a, Role::UseRun(*count)),
            End::Resume { a } => f(a, Role::UseRun(2)),
            End::Jump(_) | End::Unreachable => {}
        }
    }
}

/// Keeps the first of several equal ones.
pub fn each_once(targets: &mut Vec<BlockIndex>) {
    match targets[..] {
        [] | [_] => {}
        [a, b] if a != b => {}
        _ => {
            let mut seen = FxHashSet::default();
            targets.retain(|target| seen.insert(*target));
        }
    }
}

/// Of `count` blocks those that the first one reaches, every block before its successors except along back edges.
pub fn reverse_postorder(
    count: usize,
    successors: impl Fn(BlockIndex) -> Vec<BlockIndex>,
) -> Vec<BlockIndex> {
    let mut seen = vec![false; count];
    let mut order = Vec::with_capacity(count);
    let mut stack = vec![(0, successors(0))];
    seen[0] = true;
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if !seen[next as usize] => {
                seen[next as usize] = true;
                stack.push((next, successors(next)));
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
