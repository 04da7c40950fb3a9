//! The control flow of one function as the walk needs it: blocks, loops and which of them
//! count, live registers. It does not know values.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use trailhound_distance::local_successors;
use trailhound_program::{Body, IntOp, Liveness, Op, Pc, Reg, definitions};

use super::components::Nesting;

#[derive(Debug)]
pub struct Shape {
    /// The block of each operation, and the first operation of each block.
    block: Vec<u32>,
    starts: Vec<Pc>,
    nesting: Nesting,
    /// Blocks that head a loop which counts something.
    counts: Vec<bool>,
    liveness: Liveness,
    live: RefCell<FxHashMap<Pc, Rc<[Reg]>>>,
}

impl Shape {
    pub fn of(body: &Body) -> Shape {
        let length = body.code.len();
        let mut begins = vec![false; length];
        begins[0] = true;
        for pc in 0..length as Pc {
            let targets = local_successors(body, pc);
            if targets[..] != [pc + 1] {
                targets.iter().for_each(|&to| begins[to as usize] = true);
                if let Some(next) = begins.get_mut(pc as usize + 1) {
                    *next = true;
                }
            }
        }
        let starts: Vec<Pc> = (0..length as Pc)
            .filter(|&pc| begins[pc as usize])
            .collect();
        let mut block = vec![0; length];
        for (number, &start) in starts.iter().enumerate() {
            let end = starts.get(number + 1).map_or(length, |&next| next as usize);
            block[start as usize..end].fill(number as u32);
        }
        let successors = |number: u32| -> Vec<u32> {
            let end = starts
                .get(number as usize + 1)
                .map_or(length as Pc, |&next| next);
            let targets = local_successors(body, end - 1);
            targets.iter().map(|&pc| block[pc as usize]).collect()
        };
        let nesting = Nesting::of(starts.len(), &successors);
        let mut shape = Shape {
            counts: vec![false; starts.len()],
            block,
            starts,
            nesting,
            liveness: Liveness::of(body),
            live: RefCell::default(),
        };
        shape.find_counting(body);
        shape
    }

    /// A loop counts if a register that is alive at its head is stepped by a constant in it.
    fn find_counting(&mut self, body: &Body) {
        let constant = |register: Reg| (register as usize) < body.constants.len();
        for (pc, op) in body.code.iter().enumerate() {
            let steps = match *op {
                Op::Int { op, a, b, .. } => {
                    matches!(op, IntOp::Add | IntOp::Sub) && (constant(a) || constant(b))
                }
                Op::AddOffset { .. } => true,
                _ => false,
            };
            if !steps {
                continue;
            }
            for head in self.nesting.heads[self.block[pc] as usize].clone() {
                if !self.counts[head as usize] {
                    let alive = self.live(self.starts[head as usize]);
                    // The sum may reach the register that is alive by moves.
                    let reaches = |register: Reg| {
                        alive.contains(&register)
                            || body.code.iter().any(|op| {
                                matches!(*op, Op::Move { d, a } | Op::Truncate { d, a, .. } | Op::SignExtend { d, a, .. }
                                    if a == register && alive.contains(&d))
                            })
                    };
                    let mut counts = false;
                    definitions(op, body, |d| counts |= reaches(d));
                    self.counts[head as usize] = counts;
                }
            }
        }
    }

    /// Whether a block begins here.
    pub fn begins_block(&self, pc: Pc) -> bool {
        self.starts[self.block[pc as usize] as usize] == pc
    }

    /// The heads of the loops around an operation, outermost first.
    pub fn loops(&self, pc: Pc) -> &[u32] {
        &self.nesting.heads[self.block[pc as usize] as usize]
    }

    /// Whether the operation is the head of this loop.
    pub fn is_head(&self, pc: Pc, head: u32) -> bool {
        self.block[pc as usize] == head && self.begins_block(pc)
    }

    pub fn head_of(&self, head: u32) -> Pc {
        self.starts[head as usize]
    }

    pub fn counts(&self, head: u32) -> bool {
        self.counts[head as usize]
    }

    /// A place in an order that follows the control flow, loops contiguous.
    pub fn position(&self, pc: Pc) -> u32 {
        self.nesting.position[self.block[pc as usize] as usize]
    }

    pub fn head_position(&self, head: u32) -> u32 {
        self.nesting.position[head as usize]
    }

    /// The registers that are read before they are written from here on.
    pub fn live(&self, pc: Pc) -> Rc<[Reg]> {
        let mut live = self.live.borrow_mut();
        live.entry(pc)
            .or_insert_with(|| self.liveness.before(pc).into())
            .clone()
    }
}
