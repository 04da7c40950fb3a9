//! The syntax of instructions that touch memory or compute addresses.

use crate::ReadError;
use crate::instruction::Typed;
use crate::module::{Operation, Ordering, RmwOp, Type};
use crate::parser::Parser;

impl Parser<'_> {
    /// The alignment comes behind the operands and is filled in with the other trailing parts.
    pub fn alloca(&mut self) -> Result<Typed, ReadError> {
        self.eat_word("inalloca");
        self.eat_word("swifterror");
        let ty = self.ty()?;
        let mut count = None;
        let before = self.cursor.clone();
        if self.eat_comma() {
            if matches!(self.peek_word(), "align" | "addrspace") {
                self.cursor = before;
            } else {
                count = Some(self.typed_value()?);
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
        let ty = self.ty()?;
        self.expect(b',')?;
        let (_, pointer) = self.typed_value()?;
        let atomic = if atomic { Some(self.ordering()?) } else { None };
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
        let (ty, value) = self.typed_value()?;
        self.expect(b',')?;
        let (_, pointer) = self.typed_value()?;
        let atomic = if atomic { Some(self.ordering()?) } else { None };
        let operation = Operation::Store {
            ty,
            value,
            pointer,
            atomic,
            volatile,
        };
        Ok((operation, self.types.void))
    }

    /// `syncscope("...") seq_cst`
    pub fn ordering(&mut self) -> Result<Ordering, ReadError> {
        if self.eat_word("syncscope") {
            self.skip_group()?;
        }
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
        let (_, pointer) = self.typed_value()?;
        self.expect(b',')?;
        let (ty, expected) = self.typed_value()?;
        self.expect(b',')?;
        let (_, new) = self.typed_value()?;
        self.ordering()?;
        self.ordering()?;
        let result = Type::Struct {
            fields: vec![ty, self.types.bit],
            packed: false,
        };
        let operation = Operation::CmpXchg {
            ty,
            pointer,
            expected,
            new,
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
                return Err(self.error_at(start, known));
            }
        };
        let (_, pointer) = self.typed_value()?;
        self.expect(b',')?;
        let (ty, value) = self.typed_value()?;
        self.ordering()?;
        let operation = Operation::AtomicRmw {
            op,
            ty,
            pointer,
            value,
        };
        Ok((operation, ty))
    }

    /// One vector among base and indices makes the result a vector of pointers.
    pub fn gep(&mut self) -> Result<Typed, ReadError> {
        self.flags()?;
        let element = self.ty()?;
        self.expect(b',')?;
        let (base_ty, base) = self.typed_value()?;
        let mut result = base_ty;
        let mut indices = Vec::new();
        while self.eat_comma() {
            let (ty, index) = self.typed_value()?;
            if result == self.types.pointer {
                result = self.types.shaped(ty, result);
            }
            indices.push((ty, index));
        }
        let operation = Operation::Gep {
            element,
            base_ty,
            base,
            indices,
        };
        Ok((operation, result))
    }

    pub fn va_arg(&mut self) -> Result<Typed, ReadError> {
        let (_, list) = self.typed_value()?;
        self.expect(b',')?;
        let ty = self.ty()?;
        Ok((Operation::VaArg { list, ty }, ty))
    }
}
