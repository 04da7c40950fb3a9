//! Operands of a certain kind: each is read with its type, which must be what the operation
//! asks for.

use crate::ReadError;
use crate::module::{TypeId, Value};
use crate::parser::{ForwardUse, Parser};
use crate::type_table::TypeTable;

impl Parser<'_> {
    /// An operand of the given type.
    pub fn value(&mut self, ty: TypeId) -> Result<Value, ReadError> {
        match self.ahead() {
            b'%' => {
                let at = self.at();
                let local = self.local()?;
                match self.locals.types[local.index()] {
                    Some(found) => self.require_type(found, ty, at)?,
                    None => self.locals.forward.push(ForwardUse { local, ty, at }),
                }
                Ok(Value::Local(local))
            }
            _ => self.constant(ty).map(Value::Constant),
        }
    }

    /// Checks what was used before its definition, now that all types are known.
    pub fn check_forward_uses(&mut self) -> Result<(), ReadError> {
        for ForwardUse { local, ty, at } in std::mem::take(&mut self.locals.forward) {
            match self.locals.types[local.index()] {
                Some(found) => self.require_type(found, ty, at)?,
                None if self.locals.has_unread => {}
                None => return Err(self.error_at(at, "a value of this function")),
            }
        }
        Ok(())
    }

    /// An error at `at` unless the types are the same.
    pub fn require_type(&self, found: TypeId, wanted: TypeId, at: usize) -> Result<(), ReadError> {
        if found == wanted {
            return Ok(());
        }
        let types = &self.types.types;
        let wanted = types.name(wanted);
        let found = types.name(found);
        Err(self.error_at(at, format!("a value of type {wanted}, not {found},")))
    }

    pub fn typed_value(&mut self) -> Result<(TypeId, Value), ReadError> {
        self.typed(Self::value)
    }

    /// `T value`, with a T of the right kind
    pub fn value_where(
        &mut self,
        fits: impl Fn(&TypeTable, TypeId) -> bool,
        what: &str,
    ) -> Result<(TypeId, Value), ReadError> {
        let ty = self.type_where(fits, what)?;
        Ok((ty, self.value(ty)?))
    }

    /// `T value`, with this T
    pub fn value_of(&mut self, ty: TypeId) -> Result<Value, ReadError> {
        self.skip_space();
        let at = self.at();
        let found = self.ty()?;
        self.require_type(found, ty, at)?;
        self.value(ty)
    }

    /// `ptr value`
    pub fn pointer_value(&mut self) -> Result<Value, ReadError> {
        self.value_of(self.types.pointer)
    }
}
