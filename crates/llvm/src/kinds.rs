//! What kinds of types there are, for the rules that operands have to follow: which of them
//! may be part of which, which casts there are, where indices lead.

use crate::module::{CastOp, RmwOp, Type, TypeId};
use crate::type_table::TypeTable;

impl TypeTable {
    /// A value can have this type.
    pub fn is_first_class(&self, ty: TypeId) -> bool {
        !matches!(
            self.get(ty),
            Type::Void | Type::Function { .. } | Type::Opaque(_)
        )
    }

    /// An array or a struct may hold it.
    pub fn is_element(&self, ty: TypeId) -> bool {
        !matches!(
            self.get(ty),
            Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Function { .. }
        )
    }

    /// A vector may hold it.
    pub fn is_lane(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Int(_) | Type::Ptr) || float_bits(self.get(ty)).is_some()
    }

    /// The type of the lanes of a vector, or the type itself.
    pub fn lane(&self, ty: TypeId) -> TypeId {
        match *self.get(ty) {
            Type::Vector { element, .. } => element,
            _ => ty,
        }
    }

    /// The length of a vector.
    pub fn lanes(&self, ty: TypeId) -> Option<u32> {
        match *self.get(ty) {
            Type::Vector { len, .. } => Some(len),
            _ => None,
        }
    }

    pub fn is_vector(&self, ty: TypeId) -> bool {
        self.lanes(ty).is_some()
    }

    pub fn is_int(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Int(_))
    }

    /// Integers, or a vector of them
    pub fn has_ints(&self, ty: TypeId) -> bool {
        self.is_int(self.lane(ty))
    }

    /// Floating-point numbers, or a vector of them
    pub fn has_floats(&self, ty: TypeId) -> bool {
        float_bits(self.get(self.lane(ty))).is_some()
    }

    /// Pointers, or a vector of them
    pub fn has_pointers(&self, ty: TypeId) -> bool {
        self.lane(ty) == self.pointer
    }

    /// Truth values, or a vector of them
    pub fn has_bits(&self, ty: TypeId) -> bool {
        self.lane(ty) == self.bit
    }

    pub fn is_aggregate(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Array { .. } | Type::Struct { .. })
    }

    /// Whether memory of this type can be accessed atomically: whole bytes, a power of two of them.
    pub fn is_atomic(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Int(width) => *width >= 8 && width.is_power_of_two(),
            Type::Ptr => true,
            other => float_bits(other).is_some_and(u32::is_power_of_two),
        }
    }

    /// Whether an `atomicrmw` of this operation works on this type.
    pub fn suits_rmw(&self, op: RmwOp, ty: TypeId) -> bool {
        match op {
            RmwOp::Xchg => self.is_atomic(ty),
            RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin => self.has_floats(ty),
            _ => self.is_int(ty) && self.is_atomic(ty),
        }
    }

    /// The width of a value without pointers or parts other than lanes.
    fn bits(&self, ty: TypeId) -> Option<u64> {
        match self.get(ty) {
            Type::Int(width) => Some(u64::from(*width)),
            Type::Vector { len, element } => Some(self.bits(*element)? * u64::from(*len)),
            other => float_bits(other).map(u64::from),
        }
    }

    pub fn is_cast(&self, op: CastOp, from: TypeId, to: TypeId) -> bool {
        let same_shape = self.lanes(from) == self.lanes(to);
        let ints = |ty| self.has_ints(ty);
        let floats = |ty| self.has_floats(ty);
        let pointers = |ty| self.has_pointers(ty);
        same_shape
            && match op {
                CastOp::Trunc => ints(from) && ints(to) && self.bits(from) > self.bits(to),
                CastOp::ZExt | CastOp::SExt => {
                    ints(from) && ints(to) && self.bits(from) < self.bits(to)
                }
                CastOp::FpTrunc => floats(from) && floats(to) && self.bits(from) > self.bits(to),
                CastOp::FpExt => floats(from) && floats(to) && self.bits(from) < self.bits(to),
                CastOp::FpToUi | CastOp::FpToSi => floats(from) && ints(to),
                CastOp::UiToFp | CastOp::SiToFp => ints(from) && floats(to),
                CastOp::PtrToInt => pointers(from) && ints(to),
                CastOp::IntToPtr => ints(from) && pointers(to),
                CastOp::AddrSpaceCast => pointers(from) && pointers(to),
                CastOp::BitCast => pointers(from) && pointers(to) || self.same_bits(from, to),
            }
            || op == CastOp::BitCast && self.same_bits(from, to)
    }

    fn same_bits(&self, from: TypeId, to: TypeId) -> bool {
        self.bits(from).is_some() && self.bits(from) == self.bits(to)
    }

    /// Where one more index of a `getelementptr` leads; `index` if it is a number.
    pub fn indexed(&self, ty: TypeId, index: Option<u64>) -> Option<TypeId> {
        match self.get(ty) {
            Type::Struct { fields, .. } => fields.get(usize::try_from(index?).ok()?).copied(),
            Type::Array { element, .. } | Type::Vector { element, .. } => Some(*element),
            _ => None,
        }
    }
}

fn float_bits(ty: &Type) -> Option<u32> {
    match ty {
        Type::Half | Type::BFloat => Some(16),
        Type::Float => Some(32),
        Type::Double => Some(64),
        Type::X86Fp80 => Some(80),
        Type::Fp128 => Some(128),
        _ => None,
    }
}
