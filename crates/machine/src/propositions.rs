//! Expressions over one state of the program, with all names resolved: what properties ask
//! of globals, places and threads. Evaluation looks at a state and changes nothing. It knows
//! neither the names nor the text that an expression comes from, nor what it is asked for.

use crate::thread_id::ThreadId;
use crate::unsupported::Unsupported;
use std::sync::Arc;
use trailhound_program::{FunctionId, Pc};
use trailhound_property::BinaryOperator;

/// What an expression comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Boolean(bool),
    Integer(i128),
    Float(f64),
}

/// How the bytes of a variable are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    Signed,
    Unsigned,
    Boolean,
    Float,
}

/// A number inside a global variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    pub global: u32,
    pub offset: u32,
    /// At most 8 bytes.
    pub size: u32,
    pub reading: Reading,
    /// Indices that are known only in the state.
    pub subscripts: Vec<Subscript>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Subscript {
    pub index: Term,
    pub count: u32,
    pub stride: u32,
}

/// A number that a pointer leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    pub pointer: Box<Term>,
    pub offset: u32,
    /// At most 8 bytes.
    pub size: u32,
    pub reading: Reading,
    pub subscripts: Vec<Subscript>,
}

impl Variable {
    /// The bytes that it can lie in, whatever the indices are.
    pub fn range(&self) -> (u32, u32) {
        let reach: u32 = self
            .subscripts
            .iter()
            .map(|subscript| subscript.count.saturating_sub(1) * subscript.stride)
            .sum();
        (self.offset, self.offset + reach + self.size)
    }
}

/// Operations of the program, sorted.
pub type Operations = Arc<Vec<(FunctionId, Pc)>>;

/// An expression. Its parts fit each other: the resolver of names ensures that.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    Constant(Value),
    Variable(Variable),
    Target(Target),
    /// What a function of the program without arguments says.
    Function(FunctionId),
    Not(Box<Term>),
    Negate(Box<Term>),
    BitNot(Box<Term>),
    Binary(BinaryOperator, Box<Term>, Box<Term>),
    /// The innermost frame of the user's own code stands at one of these operations.
    At(Operations, Option<ThreadId>),
    /// Some frame stands at one of these operations.
    In(Operations, Option<ThreadId>),
    Blocked(ThreadId),
    Alive(ThreadId),
}

/// An expression that is true or false in each state.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposition {
    /// As the user wrote it.
    pub text: String,
    pub term: Term,
    /// A state in which it is false is an error.
    pub always: bool,
}

/// Why an expression has no value in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoValue {
    /// The expression asks for something that there is not.
    Expression(&'static str),
    /// A function of the program cannot be asked.
    Function(&'static str),
}

impl NoValue {
    pub(crate) fn unsupported(self) -> Unsupported {
        match self {
            NoValue::Expression(what) => Unsupported::Property(what),
            NoValue::Function(what) => Unsupported::PropertyFunction(what),
        }
    }
}

/// Where an expression reads the state.
pub(crate) trait View {
    fn load(&mut self, global: u32, offset: u32, size: u32) -> u64;
    /// What a pointer leads to.
    fn follow(&mut self, pointer: u64, offset: u32, size: u32) -> Result<u64, NoValue>;
    fn ask(&mut self, function: FunctionId) -> Result<bool, NoValue>;
    /// Some thread, or this one, stands at one of the operations.
    fn stands(&mut self, operations: &Operations, thread: Option<ThreadId>, anywhere: bool)
    -> bool;
    fn is_blocked(&mut self, thread: ThreadId) -> bool;
    fn is_alive(&mut self, thread: ThreadId) -> bool;
}

impl Term {
    pub(crate) fn is_true(&self, view: &mut impl View) -> Result<bool, NoValue> {
        match self.evaluate(view)? {
            Value::Boolean(truth) => Ok(truth),
            other => unreachable!("a proposition is true or false, not {other:?}"),
        }
    }

    fn evaluate(&self, view: &mut impl View) -> Result<Value, NoValue> {
        let boolean = |truth| Ok(Value::Boolean(truth));
        match self {
            Term::Constant(value) => Ok(*value),
            Term::Variable(variable) => variable.load(view),
            Term::Target(target) => target.load(view),
            Term::Function(function) => boolean(view.ask(*function)?),
            Term::Not(term) => boolean(!term.is_true(view)?),
            Term::Negate(term) => match term.evaluate(view)? {
                Value::Integer(value) => Ok(Value::Integer(-value)),
                Value::Float(value) => Ok(Value::Float(-value)),
                Value::Boolean(_) => unreachable!("numbers have a sign"),
            },
            Term::BitNot(term) => Ok(Value::Integer(!term.integer(view)?)),
            Term::Binary(operator, left, right) => apply(*operator, left, right, view),
            Term::At(operations, thread) => boolean(view.stands(operations, *thread, false)),
            Term::In(operations, thread) => boolean(view.stands(operations, *thread, true)),
            Term::Blocked(thread) => boolean(view.is_blocked(*thread)),
            Term::Alive(thread) => boolean(view.is_alive(*thread)),
        }
    }

    fn integer(&self, view: &mut impl View) -> Result<i128, NoValue> {
        match self.evaluate(view)? {
            Value::Integer(value) => Ok(value),
            other => unreachable!("an integer is wanted, not {other:?}"),
        }
    }

    /// Calls `f` for this expression and all inside it.
    pub fn each(&self, f: &mut impl FnMut(&Term)) {
        f(self);
        match self {
            Term::Not(term) | Term::Negate(term) | Term::BitNot(term) => term.each(f),
            Term::Binary(_, left, right) => {
                left.each(f);
                right.each(f);
            }
            Term::Variable(variable) => {
                for subscript in &variable.subscripts {
                    subscript.index.each(f);
                }
            }
            Term::Target(target) => {
                target.pointer.each(f);
                for subscript in &target.subscripts {
                    subscript.index.each(f);
                }
            }
            _ => {}
        }
    }

    /// Whether what it reads is known only in the state.
    pub(crate) fn reads_anything(&self) -> bool {
        matches!(self, Term::Target(_) | Term::Function(_))
    }
}

/// How far the elements that subscripts name lie from the first.
fn distance(subscripts: &[Subscript], view: &mut impl View) -> Result<u32, NoValue> {
    let mut offset = 0;
    for subscript in subscripts {
        let index = subscript.index.integer(view)?;
        if !(0..i128::from(subscript.count)).contains(&index) {
            return Err(NoValue::Expression(
                "a property with an index outside of its array",
            ));
        }
        offset += index as u32 * subscript.stride;
    }
    Ok(offset)
}

impl Reading {
    fn value(self, size: u32, word: u64) -> Value {
        let unused = 64 - 8 * size;
        match self {
            Reading::Unsigned => Value::Integer(i128::from(word)),
            Reading::Signed => Value::Integer(i128::from((word << unused) as i64 >> unused)),
            Reading::Boolean => Value::Boolean(word != 0),
            Reading::Float if size == 4 => Value::Float(f64::from(f32::from_bits(word as u32))),
            Reading::Float => Value::Float(f64::from_bits(word)),
        }
    }
}

impl Target {
    fn load(&self, view: &mut impl View) -> Result<Value, NoValue> {
        let pointer = self.pointer.integer(view)? as u64;
        let offset = self.offset + distance(&self.subscripts, view)?;
        let word = view.follow(pointer, offset, self.size)?;
        Ok(self.reading.value(self.size, word))
    }
}

impl Variable {
    fn load(&self, view: &mut impl View) -> Result<Value, NoValue> {
        let offset = self.offset + distance(&self.subscripts, view)?;
        let word = view.load(self.global, offset, self.size);
        Ok(self.reading.value(self.size, word))
    }
}

fn apply(
    operator: BinaryOperator,
    left: &Term,
    right: &Term,
    view: &mut impl View,
) -> Result<Value, NoValue> {
    let boolean = |truth| Ok(Value::Boolean(truth));
    // The right side is not looked at where the left one decides.
    match operator {
        BinaryOperator::And => return boolean(left.is_true(view)? && right.is_true(view)?),
        BinaryOperator::Or => return boolean(left.is_true(view)? || right.is_true(view)?),
        BinaryOperator::Implies => return boolean(!left.is_true(view)? || right.is_true(view)?),
        _ => {}
    }
    match (left.evaluate(view)?, right.evaluate(view)?) {
        (Value::Boolean(a), Value::Boolean(b)) => boolean(match operator {
            BinaryOperator::Equal | BinaryOperator::Iff => a == b,
            BinaryOperator::NotEqual | BinaryOperator::Xor => a != b,
            _ => unreachable!("truth values are joined or compared"),
        }),
        (Value::Integer(a), Value::Integer(b)) => on_integers(operator, a, b),
        (a, b) => on_floats(operator, a.as_float(), b.as_float()),
    }
}

fn on_integers(operator: BinaryOperator, a: i128, b: i128) -> Result<Value, NoValue> {
    const TOO_LARGE: NoValue = NoValue::Expression("a property with a number that grows too large");
    let bits = || u32::try_from(b).ok().filter(|&bits| bits < 127);
    let value = match operator {
        BinaryOperator::Add => a.checked_add(b).ok_or(TOO_LARGE)?,
        BinaryOperator::Subtract => a.checked_sub(b).ok_or(TOO_LARGE)?,
        BinaryOperator::Multiply => a.checked_mul(b).ok_or(TOO_LARGE)?,
        BinaryOperator::Divide | BinaryOperator::Remainder if b == 0 => {
            return Err(NoValue::Expression("a property that divides by zero"));
        }
        BinaryOperator::Divide => a.checked_div(b).ok_or(TOO_LARGE)?,
        BinaryOperator::Remainder => a.checked_rem(b).ok_or(TOO_LARGE)?,
        BinaryOperator::BitAnd => a & b,
        BinaryOperator::BitOr => a | b,
        BinaryOperator::BitXor => a ^ b,
        BinaryOperator::ShiftLeft => {
            let factor = bits().and_then(|bits| 1i128.checked_shl(bits));
            factor
                .and_then(|factor| a.checked_mul(factor))
                .ok_or(TOO_LARGE)?
        }
        BinaryOperator::ShiftRight => {
            a >> bits().ok_or(NoValue::Expression("a property that shifts too far"))?
        }
        _ => return Ok(Value::Boolean(compares(operator, a.cmp(&b)))),
    };
    Ok(Value::Integer(value))
}

fn on_floats(operator: BinaryOperator, a: f64, b: f64) -> Result<Value, NoValue> {
    Ok(match operator {
        BinaryOperator::Add => Value::Float(a + b),
        BinaryOperator::Subtract => Value::Float(a - b),
        BinaryOperator::Multiply => Value::Float(a * b),
        BinaryOperator::Divide => Value::Float(a / b),
        BinaryOperator::Remainder => Value::Float(a % b),
        // What is no number is unequal to everything.
        _ => Value::Boolean(match a.partial_cmp(&b) {
            Some(order) => compares(operator, order),
            None => operator == BinaryOperator::NotEqual,
        }),
    })
}

fn compares(operator: BinaryOperator, order: std::cmp::Ordering) -> bool {
    match operator {
        BinaryOperator::Equal => order.is_eq(),
        BinaryOperator::NotEqual => order.is_ne(),
        BinaryOperator::Less => order.is_lt(),
        BinaryOperator::LessEqual => order.is_le(),
        BinaryOperator::Greater => order.is_gt(),
        BinaryOperator::GreaterEqual => order.is_ge(),
        other => unreachable!("{other:?} compares nothing"),
    }
}

impl Value {
    fn as_float(self) -> f64 {
        match self {
            Value::Integer(value) => value as f64,
            Value::Float(value) => value,
            Value::Boolean(_) => unreachable!("a truth value is no number"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memory that counts up: the byte at offset n is n.
    struct Counting;

    impl View for Counting {
        fn load(&mut self, _: u32, offset: u32, size: u32) -> u64 {
            (0..size).fold(0, |word, n| word | u64::from(offset + n) << (8 * n))
        }
        fn follow(&mut self, pointer: u64, offset: u32, size: u32) -> Result<u64, NoValue> {
            Ok(self.load(0, pointer as u32 + offset, size))
        }
        fn ask(&mut self, _: FunctionId) -> Result<bool, NoValue> {
            Ok(true)
        }
        fn stands(&mut self, _: &Operations, _: Option<ThreadId>, _: bool) -> bool {
            false
        }
        fn is_blocked(&mut self, thread: ThreadId) -> bool {
            thread == ThreadId(1)
        }
        fn is_alive(&mut self, _: ThreadId) -> bool {
            true
        }
    }

    fn number(value: i128) -> Box<Term> {
        Box::new(Term::Constant(Value::Integer(value)))
    }

    fn byte(index: i128, reading: Reading) -> Term {
        Term::Variable(Variable {
            global: 0,
            offset: 200,
            size: 1,
            reading,
            subscripts: vec![Subscript {
                index: *number(index),
                count: 10,
                stride: 2,
            }],
        })
    }

    #[test]
    fn bytes_are_read_as_their_type_says() {
        let is = |reading, value| {
            let term = Term::Binary(
                BinaryOperator::Equal,
                Box::new(byte(3, reading)),
                number(value),
            );
            term.is_true(&mut Counting).expect("a value")
        };
        assert!(is(Reading::Unsigned, 206));
        assert!(is(Reading::Signed, 206 - 256));
        assert!(byte(10, Reading::Signed).evaluate(&mut Counting).is_err());
        assert!(byte(-1, Reading::Signed).evaluate(&mut Counting).is_err());
    }

    #[test]
    fn the_left_side_guards_the_right_one() {
        let division = Term::Binary(BinaryOperator::Divide, number(1), number(0));
        let compared = Term::Binary(BinaryOperator::Less, Box::new(division), number(5));
        assert!(compared.is_true(&mut Counting).is_err());
        let guard = Box::new(Term::Blocked(ThreadId(0)));
        let guarded = Term::Binary(BinaryOperator::Implies, guard, Box::new(compared));
        assert_eq!(guarded.is_true(&mut Counting), Ok(true));
    }
}
