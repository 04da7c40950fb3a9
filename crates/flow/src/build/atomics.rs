//! Atomic operations that read and write in one step, and the alternatives of their results.

use std::rc::Rc;

use trailhound_analysis::lock_word;
use trailhound_program::numbers::{cut, extend};
use trailhound_program::{Reg, RmwOp};

use super::reach::Reach;
use super::value::{Lost, Value};
use super::walk::{Current, Effect, Walk};
use crate::action::Action;

/// Registers and what they are set to.
pub type Results<const N: usize> = [(Reg, Value); N];

/// One of the results of an operation: what is seen, and what registers it sets to what.
pub type Alternative<const N: usize> = (Vec<Action>, Results<N>);

impl<'a> Walk<'a> {
    pub fn compare_exchange(
        &mut self,
        at: &mut Current<'a>,
        w: u8,
        d: Reg,
        p: Reg,
        (expected, new): (Reg, Reg),
    ) -> bool {
        let address = at.get(p);
        let (expected, new) = (at.get(expected), at.get(new));
        let lock = lock_word(self.program, at.function, at.location());
        if lock.is_none() {
            self.exchange(at, address, w, new);
        }
        let success = |old: Value| [(d, old), (d + 1, Value::Constant(1))];
        let failure = |old: Value| [(d, old), (d + 1, Value::Constant(0))];
        if let Some(lock) = lock {
            self.forget_word(at, address);
            return self.exchange_lock(
                at,
                lock,
                address,
                (success(expected), failure(Value::Unknown)),
            );
        }
        let Some(meant) = self.meant(at, address) else {
            at.set(d, Value::Unknown);
            at.set(d + 1, Value::Unknown);
            let write = Action::Write {
                object: None,
                value: None,
            };
            return self.see(at, vec![Action::Read(None), write]);
        };
        let mut alternatives = Vec::new();
        for meant in meant {
            let (mut done, mut not) = (Vec::new(), Vec::new());
            if let Some((global, offset, object)) = meant {
                let is_variable = self.is_variable(global, offset, w);
                let test = |equal| {
                    let bits = expected.constant().filter(|_| is_variable);
                    bits.map(|bits| Action::Test {
                        object: object.clone(),
                        value: extend(bits, w),
                        equal,
                    })
                };
                let read = Action::Read(Some(object.clone()));
                done.push(read.clone());
                done.extend(test(true));
                done.extend(self.writes((global, offset, w), &object, new));
                not.push(read);
                not.extend(test(false));
            }
            alternatives.push((done, success(expected)));
            alternatives.push((not, failure(Value::Unknown)));
        }
        self.split(at, alternatives)
    }

    /// The word of a lock has changed; nothing relies on it.
    fn forget_word(&mut self, at: &mut Current<'a>, address: Value) {
        match self.reach(at, address) {
            Reach::Local(place, offset) => {
                let bytes = offset..offset.saturating_add(8);
                self.note_change(at, place, bytes.clone());
                Rc::make_mut(&mut at.state.memory).forget(place, bytes);
            }
            _ => self.overwrite(at, address, Some(8)),
        }
    }

    /// What was there may come out and may stay, and what is put in may be anywhere.
    fn exchange(&mut self, at: &mut Current<'a>, address: Value, w: u8, new: Value) {
        let mut lost = Lost::new();
        let old = self.peek(at, address, w, &mut lost);
        lost.extend([old, new]);
        self.overwrite(at, address, Some(u64::from(w).div_ceil(8)));
        self.lose_at(at, lost);
    }

    /// Goes on in each of several alternatives, which are followed apart if their results differ.
    pub fn split<const N: usize>(
        &mut self,
        at: &mut Current<'a>,
        alternatives: Vec<Alternative<N>>,
    ) -> bool {
        let next = at.pc + 1;
        let before = at.state.clone();
        for (number, (mut actions, results)) in alternatives.into_iter().enumerate() {
            actions.retain(|action| self.interest.wants(action));
            at.state = before.clone();
            for (register, value) in results {
                at.set(register, value);
            }
            let registers = results.iter().map(|&(register, _)| register);
            at.state.begin_case_of(at.pc, number, registers);
            self.go(at, next, actions, Effect::None);
        }
        false
    }

    pub fn read_modify_write(
        &mut self,
        at: &mut Current<'a>,
        (op, w): (RmwOp, u8),
        d: Reg,
        p: Reg,
        v: Reg,
    ) -> bool {
        let address = at.get(p);
        let operand = at.get(v);
        at.set(d, Value::Unknown);
        let lock = lock_word(self.program, at.function, at.location());
        if lock.is_none() {
            self.exchange(at, address, w, operand);
        }
        if let Some(lock) = lock {
            self.forget_word(at, address);
            return self.change_lock(at, lock, address, op);
        }
        let Some(meant) = self.meant(at, address) else {
            let write = Action::Write {
                object: None,
                value: None,
            };
            return self.see(at, vec![Action::Read(None), write]);
        };
        let mut alternatives: Vec<Alternative<1>> = Vec::new();
        for meant in meant {
            let Some((global, offset, object)) = meant else {
                alternatives.push((Vec::new(), [(d, Value::Unknown)]));
                continue;
            };
            for (mut actions, old) in self.reads(at, (global, offset, w), &object, Value::Unknown) {
                let new = modified(op, w, old, operand);
                actions.extend(self.writes((global, offset, w), &object, new));
                alternatives.push((actions, [(d, old)]));
            }
        }
        if let [(actions, _)] = &alternatives[..] {
            let actions = actions.clone();
            return self.see(at, actions);
        }
        self.split(at, alternatives)
    }
}

/// What a variable is after it was changed.
fn modified(op: RmwOp, w: u8, old: Value, operand: Value) -> Value {
    let (Some(old), Some(operand)) = (old.constant(), operand.constant()) else {
        return match op {
            RmwOp::Xchg => operand,
            _ => Value::Unknown,
        };
    };
    let new = match op {
        RmwOp::Xchg => operand,
        RmwOp::Add => old.wrapping_add(operand),
        RmwOp::Sub => old.wrapping_sub(operand),
        RmwOp::And => old & operand,
        RmwOp::Or => old | operand,
        RmwOp::Xor => old ^ operand,
        _ => return Value::Unknown,
    };
    Value::Constant(cut(new, w))
}
