//! Elements of constant vectors, and constants that are read as another type, through memory.

use trailhound_llvm::{CastOp, Constant, Type, TypeId};

use crate::constants::{Evaluated, Evaluator, NoValue};

/// What lies in memory as a number of at most 16 bytes.
fn number_of(bytes: &[u8]) -> u128 {
    let mut number = [0; 16];
    number[..bytes.len()].copy_from_slice(bytes);
    u128::from_le_bytes(number)
}

/// Whether a part of a constant is left open.
fn has_no_value(constant: &Constant) -> bool {
    match constant {
        Constant::Undef(_) | Constant::Poison(_) => true,
        Constant::Aggregate { elements, .. } => elements.iter().any(has_no_value),
        _ => false,
    }
}

impl Evaluator<'_, '_> {
    /// A bitcast between a vector and a scalar of the same size, through memory.
    pub fn reinterpret(
        &mut self,
        from: TypeId,
        value: &Constant,
        to: TypeId,
    ) -> Result<Evaluated, NoValue> {
        if self.layout.size(self.types, from) > 16 || self.width(to).is_none() {
            return Err("constant bitcast".into());
        }
        let bytes = self.in_memory(from, value)?;
        Ok(Evaluated::Bits(number_of(&bytes)))
    }

    /// An element of a vector. One behind its end has no value.
    pub fn lane(
        &mut self,
        ty: TypeId,
        vector: &Constant,
        index: &Constant,
    ) -> Result<Evaluated, NoValue> {
        let Type::Vector { len, element } = *self.types.get(ty) else {
            return Err("constant element of what is no vector".into());
        };
        let index = match self.scalar(index)? {
            Evaluated::Bits(index) if index < u128::from(len) => index as usize,
            Evaluated::Bits(_) | Evaluated::Undefined => return Ok(Evaluated::Undefined),
            _ => return Err("constant index without a value".into()),
        };
        match vector {
            Constant::Aggregate { elements, .. } => self.scalar(&elements[index]),
            Constant::Undef(_) | Constant::Poison(_) => Ok(Evaluated::Undefined),
            _ => {
                let bytes = self.in_memory(ty, vector)?;
                let size = self.layout.size(self.types, element) as usize;
                let lane = &bytes[index * size..(index + 1) * size];
                Ok(Evaluated::Bits(number_of(lane)))
            }
        }
    }

    /// The bytes of a constant whose parts are numbers of whole bytes.
    fn in_memory(&mut self, ty: TypeId, constant: &Constant) -> Result<Vec<u8>, NoValue> {
        if let Constant::Cast {
            op: CastOp::BitCast,
            from,
            value,
            ..
        } = constant
        {
            return self.in_memory(*from, value);
        }
        let part = match *self.types.get(ty) {
            Type::Vector { element, .. } => element,
            _ => ty,
        };
        let is_whole = self.width(part).is_some_and(|bits| bits % 8 == 0);
        if !is_whole || *self.types.get(part) == Type::Ptr || has_no_value(constant) {
            return Err("constant bitcast".into());
        }
        let mut bytes = vec![0; self.layout.size(self.types, ty) as usize];
        let mut patches = Vec::new();
        self.bytes(constant, ty, &mut bytes, 0, &mut patches)?;
        match patches.is_empty() {
            true => Ok(bytes),
            false => Err("constant bitcast of a block address".into()),
        }
    }
}
