//! The turns of loops: which of them are told apart, and when that ends. A loop that goes on for
//! too long, or in which nothing matters, has one turn that stands for all.

use smallvec::SmallVec;
use trailhound_program::{Callee, FunctionId, Op, Pc};

use super::shape::Shape;
use super::state::State;
use super::walk::{ANY_TURN, Current, Turn, Walk};

impl<'a> Walk<'a> {
    /// The turns in which a function begins.
    pub fn first_turns(&mut self, function: FunctionId, pc: Pc) -> SmallVec<[Turn; 4]> {
        let shape = self.shape(function);
        let heads = shape.loops(pc).iter();
        heads
            .copied()
            .map(|head| self.first_turn(function, &shape, head))
            .collect()
    }

    fn first_turn(&mut self, function: FunctionId, shape: &Shape, head: u32) -> Turn {
        let rolled = self
            .assumed
            .rolled
            .contains(&(function, shape.head_of(head)));
        match shape.counts(head) && !rolled && !self.is_idle(function, shape, head) {
            true => 0,
            false => ANY_TURN,
        }
    }

    /// Whether a loop belongs to a library and nothing happens in it that must be followed: its
    /// turns need not be told apart.
    fn is_idle(&mut self, function: FunctionId, shape: &Shape, head: u32) -> bool {
        if let Some(&known) = self.idle_loops.get(&(function, head)) {
            return known;
        }
        let body = self.body(function).expect("only bodies are entered");
        let source = &self.program.source;
        let location = source.location(body.locations[shape.head_of(head) as usize]);
        let library = location.is_some_and(|location| source.file(location.file).library);
        let matters = |call: u32| match body.calls[call as usize].callee {
            Callee::Direct(callee) => self.facts.of_function(callee).relevant,
            Callee::Indirect(_) => true,
        };
        let idle = library
            && (0..body.code.len() as Pc)
                .filter(|&pc| shape.loops(pc).contains(&head))
                .all(|pc| !matches!(body.code[pc as usize], Op::Call { call } if matters(call)));
        self.idle_loops.insert((function, head), idle);
        idle
    }

    /// The turns of loops at an operation that follows another.
    pub fn turns_after(
        &mut self,
        from: &Current<'a>,
        pc: Pc,
        state: &State,
    ) -> SmallVec<[Turn; 4]> {
        let shape = from.shape.clone();
        let (before, after) = (shape.loops(from.pc), shape.loops(pc));
        let mut turns = SmallVec::new();
        let mut inside = true;
        for (depth, &head) in after.iter().enumerate() {
            inside &= before.get(depth) == Some(&head);
            turns.push(match inside {
                false => self.first_turn(from.function, &shape, head),
                true if shape.is_head(pc, head) => self.next_turn(from, pc, depth, state),
                true => from.turns[depth],
            });
        }
        turns
    }

    /// The turn that comes after one of the loop at this depth. It is told apart from the one
    /// before if something that is known has changed.
    fn next_turn(&mut self, from: &Current<'a>, head: Pc, depth: usize, state: &State) -> Turn {
        let turn = from.turns[depth];
        if turn == ANY_TURN {
            return ANY_TURN;
        }
        let key = (from.context, head, from.turns[..=depth].into());
        let mut state = state.clone();
        state.keep(from.body, &from.shape.live(head));
        let moved = match self.turns.get(&key) {
            Some(&before) => self.points[before as usize].state.moves_on(&state),
            None => false,
        };
        if !moved {
            return ANY_TURN;
        }
        if u32::from(turn) + 1 >= self.options.turns {
            self.found.rolled.insert((from.function, head));
            return ANY_TURN;
        }
        turn + 1
    }

    /// The loops around a point are not told apart by turns any more.
    pub fn roll_loops(&mut self, at: &Current<'a>) {
        let mut around = Some(at.point);
        while let Some(point) = around {
            let key = &self.points[point as usize].key;
            let context = &self.contexts[key.context as usize];
            let shape = &self.shapes[&context.function];
            for (&head, &turn) in shape.loops(key.pc).iter().zip(&key.turns) {
                if turn != ANY_TURN {
                    let head = shape.head_of(head);
                    self.found.rolled.insert((context.function, head));
                }
            }
            around = context.callers.first().copied();
        }
    }
}
