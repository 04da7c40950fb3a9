//! The control flow of one function as the walk needs it, with the loops that count and live registers. It does not know values.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use trailhound_analysis::{ControlFlow, Unwinding};
use trailhound_program::{Body, IntOp, Liveness, Op, Pc, Reg, definitions};

#[derive(Debug)]
pub struct Shape {
    control_flow: ControlFlow,
    /// Blocks that head a loop which counts something.
    counts: Vec<bool>,
    liveness: Liveness,
    live: RefCell<FxHashMap<Pc, Rc<[Reg]>>>,
}

impl Shape {
    pub fn of(body: &Body) -> Shape {
        let control_flow = ControlFlow::of(body, Unwinding::Included);
        let mut shape = Shape {
            counts: vec![false; control_flow.blocks()],
            control_flow,
            liveness: Liveness::of(body),
            live: RefCell::default(),
        };
        shape.find_counting(body);
        shape
    }

    /// A loop counts if a register that is alive at its head is stepped by a constant in it.
    fn find_counting(&mut self, body: &Body) {
        let constant = |register: Reg| (register as usize) < body.constants.len();
        for (pc, op) in (0..).zip(&body.code) {
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
            for head in self.loops(pc).to_vec() {
                if !self.counts[head as usize] {
                    let alive = self.live(self.head_of(head));
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
        self.control_flow.begins_block(pc)
    }

    /// The heads of the loops around an operation, outermost first.
    pub fn loops(&self, pc: Pc) -> &[u32] {
        self.control_flow.loops(pc)
    }

    /// Whether the operation is the head of this loop.
    pub fn is_head(&self, pc: Pc, head: u32) -> bool {
        self.head_of(head) == pc
    }

    pub fn head_of(&self, head: u32) -> Pc {
        self.control_flow.start(head)
    }

    pub fn counts(&self, head: u32) -> bool {
        self.counts[head as usize]
    }

    /// A place in an order that follows the control flow, loops contiguous.
    pub fn position(&self, pc: Pc) -> u32 {
        self.control_flow.position(self.control_flow.block(pc))
    }

    pub fn head_position(&self, head: u32) -> u32 {
        self.control_flow.position(head)
    }

    /// The registers that are read before they are written from here on.
    pub fn live(&self, pc: Pc) -> Rc<[Reg]> {
        let mut live = self.live.borrow_mut();
        live.entry(pc)
            .or_insert_with(|| self.liveness.before(pc).into())
            .clone()
    }
}
