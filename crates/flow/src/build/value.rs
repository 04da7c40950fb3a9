//! What is known of a value while the text of a program is followed: a small lattice of
//! constants and addresses, and the arithmetic on them. It does not know where values are.

use smallvec::SmallVec;
use trailhound_analysis::global_of;
use trailhound_program::numbers::cut;

/// A local variable or a heap block that one place of a task makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectNumber(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// Anything, but an address only of what has escaped.
    Unknown,
    /// The same, after addresses were lost here: nothing will be known again.
    Any,
    /// A number, or the address of a global or a function.
    Constant(u64),
    /// A number of which some of the low bits are known, at least one: several small values
    /// that are passed as one.
    Partly { bits: u32, known: u32 },
    /// An address somewhere in this global.
    Within(u32),
    /// An address somewhere in this global, or anything that may be unknown.
    Perhaps(u32),
    /// An address in an object of the task.
    Object { object: ObjectNumber, offset: i32 },
    /// An address somewhere in this object, or anything that may be unknown.
    Maybe(ObjectNumber),
    /// An address, or what may be null, of something that has no name and is not followed.
    Foreign,
    /// None of the values that this variable is known to be given (see `variables`).
    Other(u32),
    /// The handle of a task.
    Thread(u32),
}

/// Addresses of which nothing is known from here on.
pub type Lost = SmallVec<[Value; 4]>;

impl Value {
    pub fn constant(self) -> Option<u64> {
        match self {
            Value::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    /// What is known of a number of `w` bits of which these low ones are.
    pub fn partly(bits: u32, known: u32, w: u8) -> Value {
        let within = cut(u32::MAX.into(), w) as u32;
        match known & within {
            0 => Value::Unknown,
            known if known == within && w <= 32 => Value::Constant(u64::from(bits & known)),
            known => Value::Partly {
                bits: bits & known,
                known,
            },
        }
    }

    /// Its low bits, and which of them are known; None of what may be an address.
    pub fn low_bits(self) -> Option<(u32, u32)> {
        match self {
            Value::Constant(bits) if !self.is_address() => Some((bits as u32, u32::MAX)),
            Value::Partly { bits, known } => Some((bits, known)),
            Value::Unknown => Some((0, 0)),
            _ => None,
        }
    }

    /// The global that it is an address of, or may be.
    pub fn global(self) -> Option<u32> {
        match self {
            Value::Constant(bits) => global_of(bits).map(|(global, _)| global),
            Value::Within(global) | Value::Perhaps(global) => Some(global),
            _ => None,
        }
    }

    pub fn is_address(self) -> bool {
        self.global().is_some() || self.object().is_some()
    }

    /// The object that it is an address of, or may be.
    pub fn object(self) -> Option<ObjectNumber> {
        match self {
            Value::Object { object, .. } | Value::Maybe(object) => Some(object),
            _ => None,
        }
    }

    /// What is known when it may be either.
    pub fn join(self, other: Value, lost: &mut Lost) -> Value {
        if self == other {
            return self;
        }
        if self == Value::Any || other == Value::Any {
            lost.extend([self, other].into_iter().filter(|value| value.is_address()));
            return Value::Any;
        }
        let perhaps = |value| matches!(value, Value::Perhaps(_));
        match (self.global(), other.global()) {
            (Some(a), Some(b)) if a == b && (perhaps(self) || perhaps(other)) => {
                return Value::Perhaps(a);
            }
            (Some(a), Some(b)) if a == b => return Value::Within(a),
            (Some(global), None) if !other.is_address() => return Value::Perhaps(global),
            (None, Some(global)) if !self.is_address() => return Value::Perhaps(global),
            _ => {}
        }
        if !self.is_address() && !other.is_address() {
            return Value::Unknown;
        }
        match (self.object(), other.object()) {
            (Some(a), Some(b)) if a == b => return Value::Maybe(a),
            (Some(object), None) if !other.is_address() => return Value::Maybe(object),
            (None, Some(object)) if !self.is_address() => return Value::Maybe(object),
            _ => {}
        }
        lost.extend([self, other].into_iter().filter(|value| value.is_address()));
        Value::Any
    }

    /// The address so many bytes further on.
    pub fn offset_by(self, bytes: i64) -> Value {
        match self {
            Value::Constant(bits) => Value::Constant(bits.wrapping_add_signed(bytes)),
            Value::Object { object, offset } => match i32::try_from(i64::from(offset) + bytes) {
                Ok(offset) => Value::Object { object, offset },
                Err(_) => Value::Unknown,
            },
            Value::Within(_) | Value::Perhaps(_) | Value::Maybe(_) | Value::Foreign => self,
            _ => Value::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trailhound_program::{ObjectId, Space};

    #[test]
    fn what_may_be_either_address_is_lost() {
        let a = Value::Constant(ObjectId::new(Space::STATIC, 1).at(0).0);
        let b = Value::Constant(ObjectId::new(Space::STATIC, 2).at(0).0);
        let mut lost = Lost::new();
        assert_eq!(a.join(a.offset_by(8), &mut lost), Value::Within(1));
        assert!(lost.is_empty());
        let perhaps = a.join(Value::Unknown, &mut lost);
        assert_eq!(perhaps, Value::Perhaps(1));
        assert_eq!(perhaps.join(a, &mut lost), perhaps);
        assert!(lost.is_empty());
        assert_eq!(a.join(b, &mut lost), Value::Any);
        assert_eq!(lost[..], [a, b]);
    }
}
