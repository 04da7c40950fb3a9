//! The syntax of instructions that touch memory or compute addresses.

use crate::ReadError;
use crate::instruction::Typed;
use crate::module::{Constant, Operation, Ordering, RmwOp, Type, TypeId, Value};
use crate::parser::Parser;
use crate::type_table::TypeTable;

/// The path of a `getelementptr` into a type.
pub(crate) struct ElementPath {
    /// What the indices so far lead to; the first only counts neighbours.
    at: TypeId,
    is_inside: bool,
    /// The type of the address: pointer, or a vector of pointers
    pub result: TypeId,
}

/// Whom an atomic operation orders memory for.
#[derive(Clone, Copy)]
enum Scope {
    Threads,
    /// Signal handlers of the own thread: a fence for the compiler. Nothing is ordered between
    /// threads, as if it were `monotonic`.
    SingleThread,
}

/// What an index says if it is a number, the same in all lanes.
pub(crate) fn number(index: &Constant) -> Option<u64> {
    match index {
        Constant::Int { words, .. } => match words[..] {
            [word] => Some(word),
            _ => None,
        },
        Constant::Zero(_) => Some(0),
        Constant::Aggregate { elements, .. } => match &elements[..] {
            [first, rest @ ..] if rest.iter().all(|other| other == first) => number(first),
            _ => None,
        },
        _ => None,
    }
}

impl Parser<'_> {
    /// The alignment comes behind the operands and is filled in with the other trailing parts.
    pub fn alloca(&mut self) -> Result<Typed, ReadError> {
        self.eat_word("inalloca");
        self.eat_word("swifterror");
        let ty = self.sized_type()?;
        let mut count = None;
        let before = self.cursor.clone();
        if self.eat_comma() {
            if matches!(self.peek_word(), "align" | "addrspace") {
                self.cursor = before;
            } else {
                count = Some(self.value_where(TypeTable::is_int, "a number of elements")?);
            }
        }
        let operation = Operation::Alloca {
            ty,
            count,
            align: None,
        };
        Ok((operation, self.types.pointer))
    }

    pub fn load(&mut self) -> Result<Typed, ReadError> {
        let atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let ty = self.accessed_type(atomic)?;
        self.expect(b',')?;
        let pointer = self.pointer_value()?;
        let writes = [Ordering::Release, Ordering::AcqRel];
        let atomic = match atomic {
            true => Some(self.ordering_except(&writes)?),
            false => None,
        };
        let operation = Operation::Load {
            ty,
            pointer,
            atomic,
            volatile,
            invariant: false,
        };
        Ok((operation, ty))
    }

    pub fn store(&mut self) -> Result<Typed, ReadError> {
        let atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let ty = self.accessed_type(atomic)?;
        let value = self.value(ty)?;
        self.expect(b',')?;
        let pointer = self.pointer_value()?;
        let reads = [Ordering::Acquire, Ordering::AcqRel];
        let atomic = match atomic {
            true => Some(self.ordering_except(&reads)?),
            false => None,
        };
        let operation = Operation::Store {
            ty,
            value,
            pointer,
            atomic,
            volatile,
        };
        Ok((operation, self.types.void))
    }

    pub fn sized_type(&mut self) -> Result<TypeId, ReadError> {
        self.type_where(|types, ty| types.types.is_sized(ty), "a type with a size")
    }

    /// What is loaded or stored
    fn accessed_type(&mut self, atomic: bool) -> Result<TypeId, ReadError> {
        match atomic {
            true => self.type_where(TypeTable::is_atomic, "a type for atomic access"),
            false => self.sized_type(),
        }
    }

    /// `syncscope("...") seq_cst`, an ordering that the operation can have.
    pub fn ordering_except(&mut self, excluded: &[Ordering]) -> Result<Ordering, ReadError> {
        let scope = self.scope()?;
        self.ordering_within(scope, excluded)
    }

    fn scope(&mut self) -> Result<Scope, ReadError> {
        if !self.eat_word("syncscope") {
            return Ok(Scope::Threads);
        }
        self.expect(b'(')?;
        let name = self.string()?;
        self.expect(b')')?;
        Ok(match &*name {
            "singlethread" => Scope::SingleThread,
            _ => Scope::Threads,
        })
    }

    fn ordering_within(
        &mut self,
        scope: Scope,
        excluded: &[Ordering],
    ) -> Result<Ordering, ReadError> {
        self.skip_space();
        let start = self.at();
        let ordering = self.ordering()?;
        if excluded.contains(&ordering) {
            return Err(self.error_at(start, "a memory ordering that this operation has"));
        }
        Ok(match scope {
            Scope::Threads => ordering,
            Scope::SingleThread => Ordering::Monotonic,
        })
    }

    fn ordering(&mut self) -> Result<Ordering, ReadError> {
        self.skip_space();
        let start = self.at();
        Ok(match self.word() {
            "unordered" => Ordering::Unordered,
            "monotonic" => Ordering::Monotonic,
            "acquire" => Ordering::Acquire,
            "release" => Ordering::Release,
            "acq_rel" => Ordering::AcqRel,
            "seq_cst" => Ordering::SeqCst,
            _ => return Err(self.error_at(start, "a memory ordering")),
        })
    }

    pub fn compare_exchange(&mut self) -> Result<Typed, ReadError> {
        let weak = self.eat_word("weak");
        self.eat_word("volatile");
        let pointer = self.pointer_value()?;
        self.expect(b',')?;
        let exchanged = |types: &TypeTable, ty| {
            types.is_atomic(ty) && (types.is_int(ty) || ty == types.pointer)
        };
        let (ty, expected) = self.value_where(exchanged, "a type for atomic exchange")?;
        self.expect(b',')?;
        let new = self.value_of(ty)?;
        let scope = self.scope()?;
        let success = self.ordering_within(scope, &[Ordering::Unordered])?;
        let writes = [Ordering::Unordered, Ordering::Release, Ordering::AcqRel];
        let failure = self.ordering_within(scope, &writes)?;
        let result = Type::Struct {
            fields: vec![ty, self.types.bit],
            packed: false,
        };
        let operation = Operation::CmpXchg {
            ty,
            pointer,
            expected,
            new,
            success,
            failure,
            weak,
        };
        Ok((operation, self.types.types.intern(result)))
    }

    pub fn atomic_rmw(&mut self) -> Result<Typed, ReadError> {
        self.eat_word("volatile");
        self.skip_space();
        let start = self.at();
        let op = match self.word() {
            "xchg" => RmwOp::Xchg,
            "add" => RmwOp::Add,
            "sub" => RmwOp::Sub,
            "and" => RmwOp::And,
            "nand" => RmwOp::Nand,
            "or" => RmwOp::Or,
            "xor" => RmwOp::Xor,
            "max" => RmwOp::Max,
            "min" => RmwOp::Min,
            "umax" => RmwOp::UMax,
            "umin" => RmwOp::UMin,
            "fadd" => RmwOp::FAdd,
            "fsub" => RmwOp::FSub,
            "fmax" => RmwOp::FMax,
            "fmin" => RmwOp::FMin,
            "uinc_wrap" => RmwOp::UIncWrap,
            "udec_wrap" => RmwOp::UDecWrap,
            "usub_cond" => RmwOp::USubCond,
            "usub_sat" => RmwOp::USubSat,
            word => {
                let known = format!("an atomicrmw operation that is supported, not `{word}`");
                let error = self.error_at(start, known);
                return Err(match word {
                    "fmaximum" | "fminimum" => error.of_unknown(format!("atomicrmw {word}")),
                    _ => error,
                });
            }
        };
        let pointer = self.pointer_value()?;
        self.expect(b',')?;
        let suits = |types: &TypeTable, ty| types.suits_rmw(op, ty);
        let (ty, value) = self.value_where(suits, "a type that this operation has")?;
        let ordering = self.ordering_except(&[Ordering::Unordered])?;
        let operation = Operation::AtomicRmw {
            op,
            ty,
            pointer,
            value,
            ordering,
        };
        Ok((operation, ty))
    }

    /// One vector among base and indices makes the result a vector of pointers.
    pub fn gep(&mut self) -> Result<Typed, ReadError> {
        self.flags()?;
        let element = self.ty()?;
        self.expect(b',')?;
        let (base_ty, base) = self.value_where(TypeTable::has_pointers, "a pointer")?;
        let mut path = self.element_path(element, base_ty)?;
        let mut indices = Vec::new();
        while self.eat_comma() {
            self.skip_space();
            let start = self.at();
            let (ty, index) = self.typed_value()?;
            let number = match &index {
                Value::Constant(index) => number(index),
                _ => None,
            };
            self.step(&mut path, ty, number, start)?;
            indices.push((ty, index));
        }
        let operation = Operation::Gep {
            element,
            base_ty,
            base,
            indices,
        };
        Ok((operation, path.result))
    }

    /// The path from a pointer to an `element`.
    pub fn element_path(&self, element: TypeId, base: TypeId) -> Result<ElementPath, ReadError> {
        if !self.types.types.is_sized(element) {
            return Err(self.error("an address of a type with a size"));
        }
        Ok(ElementPath {
            at: element,
            is_inside: false,
            result: base,
        })
    }

    /// One more index, of this type; `number` if it is one.
    pub fn step(
        &mut self,
        path: &mut ElementPath,
        ty: TypeId,
        number: Option<u64>,
        start: usize,
    ) -> Result<(), ReadError> {
        let lanes = self.types.lanes(ty);
        let fits = match (self.types.lanes(path.result), lanes) {
            (Some(known), Some(lanes)) => known == lanes,
            _ => true,
        };
        if !self.types.has_ints(ty) || !fits {
            return Err(self.error_at(start, "an index that is an integer"));
        }
        if path.result == self.types.pointer {
            path.result = self.types.shaped(ty, path.result);
        }
        if path.is_inside {
            let Some(inner) = self.types.indexed(path.at, number) else {
                return Err(self.error_at(start, "an index that this type has"));
            };
            path.at = inner;
        }
        path.is_inside = true;
        Ok(())
    }

    pub fn va_arg(&mut self) -> Result<Typed, ReadError> {
        let list = self.pointer_value()?;
        self.expect(b',')?;
        let ty = self.sized_type()?;
        Ok((Operation::VaArg { list, ty }, ty))
    }
}
