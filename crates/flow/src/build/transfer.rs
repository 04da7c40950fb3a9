//! What single operations do to what is known: arithmetic, branches, locals. Memory and
//! calls have files of their own.

use std::rc::Rc;

use trailhound_program::numbers::{cut, evaluate, extend};
use trailhound_program::{IntOp, IntPredicate, Op, Reg, compare_integers, definitions, uses};

use super::BuildError;
use super::memory::Place;
use super::value::{Lost, ObjectNumber, Value};
use super::walk::{Current, Effect, Target, Walk};

impl<'a> Walk<'a> {
    /// Carries out the operation. True: the next one follows, and nothing was to be seen.
    pub fn step(&mut self, at: &mut Current<'a>) -> Result<bool, BuildError> {
        let op = at.body.code[at.pc as usize];
        if !at.state.following.is_empty() {
            at.state.follow(at.body, &op);
        }
        match op {
            Op::Jump { target } => self.go(at, target, Vec::new(), Effect::None),
            Op::Branch { condition, target } => {
                let truth = at.get(condition).constant().map(|bits| bits & 1 == 1);
                self.branch(at, truth, target);
            }
            Op::BranchUnless { condition, target } => {
                let truth = at.get(condition).constant().map(|bits| bits & 1 == 0);
                self.branch(at, truth, target);
            }
            Op::CompareBranch {
                predicate,
                w,
                a,
                b,
                target,
            } => {
                let truth = self.compares(predicate, w, at.get(a), at.get(b));
                self.branch(at, truth, target);
            }
            Op::Switch { v, table } => self.switch(at, v, table),
            Op::IndirectJump { .. } => {
                for &target in &at.body.indirect_targets {
                    self.go(at, target, Vec::new(), Effect::None);
                }
            }
            Op::Unreachable | Op::Trap => {
                self.outcome(at, Vec::new(), Effect::None, Target::Nowhere);
            }
            Op::Unsupported { what } => {
                let what = at.body.unsupported[what as usize].to_string();
                return Err(BuildError::UnknownConstruct(what));
            }
            Op::Return { a, count } => self.returns(at, a, count),
            Op::Resume { .. } => self.raise(at, Vec::new()),
            Op::Call { call } => return self.call(at, call),
            Op::Load { .. }
            | Op::Store { .. }
            | Op::LoadMany { .. }
            | Op::StoreMany { .. }
            | Op::CompareExchange { .. }
            | Op::WideCompareExchange { .. }
            | Op::ReadModifyWrite { .. }
            | Op::CopyMemory { .. }
            | Op::SetMemory { .. } => return Ok(self.access(at, op)),
            _ => {
                self.compute(at, &op);
                at.pc += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn branch(&mut self, at: &mut Current<'a>, truth: Option<bool>, target: u32) {
        if truth != Some(true) {
            self.go(at, at.pc + 1, Vec::new(), Effect::None);
        }
        if truth != Some(false) {
            self.go(at, target, Vec::new(), Effect::None);
        }
    }

    fn switch(&mut self, at: &mut Current<'a>, v: Reg, table: u32) {
        let table = &at.body.switches[table as usize];
        let value = at.get(v);
        let mut targets: Vec<u32> = match value {
            Value::Constant(bits) => {
                let case = table.cases.iter().find(|(value, _)| *value == bits);
                vec![case.map_or(table.default, |&(_, target)| target)]
            }
            _ => {
                let cases = table
                    .cases
                    .iter()
                    .filter(|(bits, _)| !self.differs(value, *bits));
                cases
                    .map(|&(_, target)| target)
                    .chain([table.default])
                    .collect()
            }
        };
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            self.go(at, target, Vec::new(), Effect::None);
        }
    }

    /// The value is surely not this one.
    fn differs(&self, value: Value, bits: u64) -> bool {
        match value {
            Value::Constant(known) => known != bits,
            Value::Partly { bits: low, known } => (low ^ bits as u32) & known != 0,
            Value::Other(variable) => self.variable_values(variable).contains(&bits),
            _ => false,
        }
    }

    fn compares(&self, predicate: IntPredicate, w: u8, a: Value, b: Value) -> Option<bool> {
        match (a, b, predicate) {
            (Value::Constant(a), Value::Constant(b), _) => {
                Some(compare_integers(predicate, w.into(), a.into(), b.into()))
            }
            (other, Value::Constant(bits), IntPredicate::Eq | IntPredicate::Ne)
            | (Value::Constant(bits), other, IntPredicate::Eq | IntPredicate::Ne)
                if self.differs(other, bits) =>
            {
                Some(predicate == IntPredicate::Ne)
            }
            // Objects are not at address null.
            (Value::Object { .. } | Value::Within(_), Value::Constant(0), IntPredicate::Eq) => {
                Some(false)
            }
            (Value::Object { .. } | Value::Within(_), Value::Constant(0), IntPredicate::Ne) => {
                Some(true)
            }
            _ => None,
        }
    }

    fn compute(&mut self, at: &mut Current<'a>, op: &Op) {
        let mut lost = Lost::new();
        match *op {
            Op::Move { d, a } | Op::Freeze { d, a } => {
                at.set(d, at.get(a));
                if let Some(&truth @ (0 | 1)) = at.body.constants.get(a as usize) {
                    at.state.begin_decision(d, truth);
                }
            }
            Op::Int { op, w, d, a, b } => {
                let value = match self.tag(op, at.get(a), at.get(b)) {
                    Some(tag) => tag,
                    None => integer(op, w, at.get(a), at.get(b), &mut lost),
                };
                at.set(d, value);
            }
            Op::Compare {
                predicate,
                w,
                d,
                a,
                b,
            } => {
                let truth = self.compares(predicate, w, at.get(a), at.get(b));
                let value = truth.map_or(Value::Unknown, |truth| Value::Constant(truth.into()));
                at.set(d, value);
            }
            Op::Truncate { w, d, a } => {
                let value = match at.get(a) {
                    Value::Constant(bits) => Value::Constant(cut(bits, w)),
                    Value::Partly { bits, known } => Value::partly(bits, known, w),
                    _ => Value::Unknown,
                };
                at.set(d, value);
            }
            Op::SignExtend { from, to, d, a } => {
                let value = at.get(a).constant();
                let extend = |bits| Value::Constant(cut(extend(bits, from) as u64, to));
                at.set(d, value.map_or(Value::Unknown, extend));
            }
            Op::Select { d, condition, a, b } => {
                let value = match at.get(condition).constant() {
                    Some(bits) if bits & 1 == 1 => at.get(a),
                    Some(_) => at.get(b),
                    None => at.get(a).join(at.get(b), &mut lost),
                };
                at.set(d, value);
            }
            Op::AddOffset { d, a, offset } => at.set(d, at.get(a).offset_by(i64::from(offset))),
            Op::AddScaled { d, a, index, scale } => {
                let value = match (at.get(a), at.get(index)) {
                    (base, Value::Constant(index)) => {
                        base.offset_by((index as i64).wrapping_mul(i64::from(scale)))
                    }
                    (Value::Foreign, _) => Value::Foreign,
                    (base, index) => {
                        lost.extend(Some(index).filter(|index| index.is_address()));
                        match (base, base.global()) {
                            (Value::Perhaps(_), _) => base,
                            (_, Some(global)) => Value::Within(global),
                            (_, None) => base.object().map_or(Value::Unknown, Value::Maybe),
                        }
                    }
                };
                at.set(d, value);
            }
            Op::Alloca { d, alloca } => self.new_local(at, d, alloca),
            Op::ThreadLocal { d, .. } => at.set(d, Value::Foreign),
            Op::LifetimeStart { p } | Op::LifetimeEnd { p } => {
                if let Value::Object { object, offset: 0 } = at.get(p) {
                    Rc::make_mut(&mut at.state.memory).forget_all(Place::Object(object));
                }
            }
            Op::StackRestore { .. } | Op::Fence { .. } | Op::Place { .. } | Op::Nop => {}
            _ => self.obscure(at, op),
        }
        self.lose_at(at, lost);
    }

    /// What stands in the low bits of an address, by which programs tell kinds of pointers.
    fn tag(&self, op: IntOp, a: Value, b: Value) -> Option<Value> {
        let (Value::Object { object, offset }, Value::Constant(mask)) = (a, b) else {
            return None;
        };
        let align = u64::from(self.made.get(&object)?.align);
        (op == IntOp::And && mask < align).then_some(Value::Constant(offset as u64 & mask))
    }

    /// An operation that is not followed: its results may be anything, made from its operands.
    pub fn obscure(&mut self, at: &mut Current<'a>, op: &Op) {
        let mut lost = Lost::new();
        uses(op, at.body, |register| {
            let value = at.state.get(at.body, register);
            lost.extend(Some(value).filter(|value| value.is_address()));
        });
        let (body, state) = (at.body, &mut at.state);
        definitions(op, body, |d| state.set(body, d, Value::Unknown));
        self.lose_at(at, lost);
    }

    pub fn lose_at(&mut self, at: &mut Current<'a>, lost: Lost) {
        if !lost.is_empty() {
            self.lose(at.task, &mut at.state, lost);
        }
    }

    fn new_local(&mut self, at: &mut Current<'a>, d: Reg, alloca: u32) {
        let align = at.body.allocas[alloca as usize].align;
        let object = self.local(at, align);
        self.begin_object(at, d, object);
    }

    /// A register leads to a new object, or to something that is not followed.
    pub fn begin_object(&mut self, at: &mut Current<'a>, d: Reg, object: Option<ObjectNumber>) {
        let value = match object {
            Some(object) => {
                Rc::make_mut(&mut at.state.memory).renew(object);
                Value::Object { object, offset: 0 }
            }
            None => Value::Foreign,
        };
        at.set(d, value);
    }
}

fn integer(op: IntOp, w: u8, a: Value, b: Value, lost: &mut Lost) -> Value {
    match (op, a, b) {
        (_, Value::Constant(a), Value::Constant(b)) => {
            evaluate(op, w, a, b).map_or(Value::Unknown, Value::Constant)
        }
        (IntOp::Add, address, Value::Constant(bytes))
        | (IntOp::Add, Value::Constant(bytes), address)
            if w == 64 && address.is_address() =>
        {
            address.offset_by(bytes as i64)
        }
        (IntOp::Sub, address, Value::Constant(bytes)) if w == 64 && address.is_address() => {
            address.offset_by((bytes as i64).wrapping_neg())
        }
        (IntOp::And | IntOp::Mul, _, Value::Constant(0))
        | (IntOp::And | IntOp::Mul, Value::Constant(0), _) => Value::Constant(0),
        _ => {
            lost.extend([a, b].into_iter().filter(|value| value.is_address()));
            low_bits(op, w, a, b).unwrap_or(Value::Unknown)
        }
    }
}

/// What is known of the low bits of a result: numbers are put together from smaller ones, and
/// taken apart again.
fn low_bits(op: IntOp, w: u8, a: Value, b: Value) -> Option<Value> {
    let ((a, known_a), (b, known_b)) = (a.low_bits()?, b.low_bits()?);
    let both = known_a & known_b;
    let (bits, known) = match op {
        IntOp::And => (a & b, both | known_a & !a | known_b & !b),
        IntOp::Or => (a | b, both | a | b),
        IntOp::Shl if known_b == u32::MAX && b < u32::from(w) => match b {
            0..32 => (a << b, known_a << b | ((1 << b) - 1)),
            _ => (0, u32::MAX),
        },
        IntOp::LShr if known_b == u32::MAX && b < u32::from(w) => match b {
            0..32 => (a >> b, known_a >> b),
            _ => (0, 0),
        },
        _ => return None,
    };
    Some(Value::partly(bits, known, w))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compute(op: IntOp, w: u8, a: Value, b: Value) -> Value {
        integer(op, w, a, b, &mut Lost::new())
    }

    #[test]
    fn a_small_value_within_a_larger_one_is_found_again() {
        let masked = compute(IntOp::And, 64, Value::Unknown, Value::Constant(!0xff));
        let packed = compute(IntOp::Or, 64, masked, Value::Constant(3));
        let (bits, known) = (3, 0xff);
        assert_eq!(packed, Value::Partly { bits, known });
        let shifted = compute(IntOp::Shl, 64, packed, Value::Constant(8));
        let back = compute(IntOp::LShr, 64, shifted, Value::Constant(8));
        assert_eq!(back, packed);
        assert_eq!(Value::partly(bits, known, 8), Value::Constant(3));
    }

    #[test]
    fn bits_that_are_known_are_those_of_every_value() {
        let (a, b) = (0x5c, 0x36);
        let fits = |of: u32, value: Value| match value.low_bits() {
            Some((bits, known)) => of & known & 0xff == bits & 0xff,
            None => false,
        };
        for (known_a, known_b) in [(0xf0, 0x3c), (0xff, 0x0f), (0, 0xaa)] {
            let (left, right) = (Value::partly(a, known_a, 8), Value::partly(b, known_b, 8));
            // Whatever the bits are that are not known.
            for (x, y) in (0..256).flat_map(|x| (0..256).map(move |y| (x, y))) {
                let (x, y) = (a & known_a | x & !known_a, b & known_b | y & !known_b);
                let (x, y) = (x & 0xff, y & 0xff);
                let two = Value::Constant(2);
                assert!(fits(x & y, compute(IntOp::And, 8, left, right)));
                assert!(fits(x | y, compute(IntOp::Or, 8, left, right)));
                assert!(fits(x << 2 & 0xff, compute(IntOp::Shl, 8, left, two)));
                assert!(fits(x >> 2, compute(IntOp::LShr, 8, left, two)));
            }
        }
    }
}
