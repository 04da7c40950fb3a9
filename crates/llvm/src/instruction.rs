//! The syntax of instructions: dispatch, and those that compute values from values.
//! Memory, calls and jumps have files of their own.

use crate::ReadError;
use crate::body::Statement;
use crate::module::{
    BinaryOp, CastOp, Constant, FloatPredicate, IntPredicate, Operation, Ordering, Type, TypeId,
    Value,
};
use crate::parser::Parser;
use crate::type_table::TypeTable;

const FLOATS: &str = "a type of floating-point numbers";
const VALUES: &str = "a type of values";
const AGGREGATE: &str = "a struct or an array";
const VECTOR: &str = "a vector";

/// Instructions of LLVM that are known by name only.
const UNREAD: [&str; 6] = [
    "callbr",
    "catchswitch",
    "catchpad",
    "catchret",
    "cleanuppad",
    "cleanupret",
];

/// An operation and the type of its result.
pub(crate) type Typed = (Operation, TypeId);

impl Parser<'_> {
    /// An instruction behind its `%name =`, or a debug record
    pub fn statement(&mut self) -> Result<Statement, ReadError> {
        self.skip_space();
        let start = self.at();
        if self.here() == b'#' {
            return self.debug_record().map(Statement::Debug);
        }
        let word = self.word();
        let (operation, ty) = match word {
            "call" => return self.call_statement(),
            "tail" | "musttail" | "notail" => {
                self.expect_word("call")?;
                return self.call_statement();
            }
            "load" => self.load()?,
            "store" => self.store()?,
            "getelementptr" => self.gep()?,
            "alloca" => self.alloca()?,
            "br" => self.branch()?,
            "icmp" => self.icmp()?,
            "phi" => self.phi()?,
            "ret" => self.ret()?,
            "select" => self.select()?,
            "switch" => self.switch()?,
            "invoke" => self.invoke()?,
            "landingpad" => self.landing_pad()?,
            "extractvalue" => self.extract_value()?,
            "insertvalue" => self.insert_value()?,
            "unreachable" => (Operation::Unreachable, self.types.void),
            "resume" => {
                let (ty, value) = self.typed_value()?;
                (Operation::Resume { ty, value }, self.types.void)
            }
            "fcmp" => self.fcmp()?,
            "fneg" => {
                self.flags()?;
                let (ty, value) = self.value_where(TypeTable::has_floats, FLOATS)?;
                (Operation::FNeg { ty, value }, ty)
            }
            "freeze" => {
                let (ty, value) = self.value_where(TypeTable::is_first_class, VALUES)?;
                (Operation::Freeze { ty, value }, ty)
            }
            "cmpxchg" => self.compare_exchange()?,
            "atomicrmw" => self.atomic_rmw()?,
            "fence" => {
                let relaxed = [Ordering::Unordered, Ordering::Monotonic];
                let ordering = self.ordering_except(&relaxed)?;
                (Operation::Fence { ordering }, self.types.void)
            }
            "extractelement" => self.extract_element()?,
            "insertelement" => self.insert_element()?,
            "shufflevector" => self.shuffle_vector()?,
            "va_arg" => self.va_arg()?,
            "indirectbr" => self.indirect_branch()?,
            _ => {
                if let Some(op) = binary_op(word) {
                    self.binary(op)?
                } else if let Some(op) = cast_op(word) {
                    self.cast(op)?
                } else if word.is_empty() {
                    return Err(self.error_at(start, "an instruction"));
                } else {
                    let known = format!("an instruction that is supported, not `{word}`");
                    let error = self.error_at(start, known);
                    return Err(match UNREAD.contains(&word) {
                        true => error.of_unknown(format!("instruction `{word}`")),
                        false => error,
                    });
                }
            }
        };
        Ok(Statement::Instruction { operation, ty })
    }

    /// `T a, b`, with a T of the right kind
    fn operands(
        &mut self,
        fits: impl Fn(&TypeTable, TypeId) -> bool,
        what: &str,
    ) -> Result<(TypeId, Value, Value), ReadError> {
        let (ty, a) = self.value_where(fits, what)?;
        self.expect(b',')?;
        Ok((ty, a, self.value(ty)?))
    }

    fn binary(&mut self, op: BinaryOp) -> Result<Typed, ReadError> {
        self.flags()?;
        let (ty, a, b) = match op.is_float() {
            true => self.operands(TypeTable::has_floats, FLOATS)?,
            false => self.operands(TypeTable::has_ints, "a type of integers")?,
        };
        Ok((Operation::Binary { op, ty, a, b }, ty))
    }

    fn icmp(&mut self) -> Result<Typed, ReadError> {
        self.flags()?;
        let predicate = self.int_predicate()?;
        let compared = |types: &TypeTable, ty| types.has_ints(ty) || types.has_pointers(ty);
        let (ty, a, b) = self.operands(compared, "a type of integers or pointers")?;
        let result = self.types.shaped(ty, self.types.bit);
        let operation = Operation::Icmp {
            predicate,
            ty,
            a,
            b,
        };
        Ok((operation, result))
    }

    pub fn int_predicate(&mut self) -> Result<IntPredicate, ReadError> {
        self.skip_space();
        let start = self.at();
        Ok(match self.word() {
            "eq" => IntPredicate::Eq,
            "ne" => IntPredicate::Ne,
            "ugt" => IntPredicate::Ugt,
            "uge" => IntPredicate::Uge,
            "ult" => IntPredicate::Ult,
            "ule" => IntPredicate::Ule,
            "sgt" => IntPredicate::Sgt,
            "sge" => IntPredicate::Sge,
            "slt" => IntPredicate::Slt,
            "sle" => IntPredicate::Sle,
            _ => return Err(self.error_at(start, "a predicate of integers")),
        })
    }

    fn fcmp(&mut self) -> Result<Typed, ReadError> {
        self.flags()?;
        self.skip_space();
        let start = self.at();
        let predicate = match self.word() {
            "false" => FloatPredicate::False,
            "oeq" => FloatPredicate::Oeq,
            "ogt" => FloatPredicate::Ogt,
            "oge" => FloatPredicate::Oge,
            "olt" => FloatPredicate::Olt,
            "ole" => FloatPredicate::Ole,
            "one" => FloatPredicate::One,
            "ord" => FloatPredicate::Ord,
            "ueq" => FloatPredicate::Ueq,
            "ugt" => FloatPredicate::Ugt,
            "uge" => FloatPredicate::Uge,
            "ult" => FloatPredicate::Ult,
            "ule" => FloatPredicate::Ule,
            "une" => FloatPredicate::Une,
            "uno" => FloatPredicate::Uno,
            "true" => FloatPredicate::True,
            _ => return Err(self.error_at(start, "a predicate of floating-point numbers")),
        };
        let (ty, a, b) = self.operands(TypeTable::has_floats, FLOATS)?;
        let result = self.types.shaped(ty, self.types.bit);
        let operation = Operation::Fcmp {
            predicate,
            ty,
            a,
            b,
        };
        Ok((operation, result))
    }

    fn select(&mut self) -> Result<Typed, ReadError> {
        self.flags()?;
        let (condition_ty, condition) = self.value_where(TypeTable::has_bits, "a condition")?;
        self.expect(b',')?;
        let chosen = |types: &TypeTable, ty| {
            let lanes = types.lanes(condition_ty);
            types.is_first_class(ty) && (lanes.is_none() || lanes == types.lanes(ty))
        };
        let (ty, a) = self.value_where(chosen, "a type that this condition can choose")?;
        self.expect(b',')?;
        let b = self.value_of(ty)?;
        let operation = Operation::Select {
            condition_ty,
            condition,
            ty,
            a,
            b,
        };
        Ok((operation, ty))
    }

    fn cast(&mut self, op: CastOp) -> Result<Typed, ReadError> {
        self.flags()?;
        self.skip_space();
        let start = self.at();
        let (from, value) = self.typed_value()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        if !self.types.is_cast(op, from, to) {
            return Err(self.error_at(start, "types that this cast has"));
        }
        let operation = Operation::Cast {
            op,
            from,
            value,
            to,
        };
        Ok((operation, to))
    }

    /// `, 1, 0, ...`: the way into an aggregate, and the type it leads to
    fn path(&mut self, aggregate: TypeId) -> Result<(Vec<u32>, TypeId), ReadError> {
        let mut path = Vec::new();
        let mut ty = aggregate;
        while self.eat_comma() {
            let start = self.at();
            let index = self.number("an index")?;
            let Some(element) = self.types.element(ty, index) else {
                return Err(self.error_at(start, "an index that this type has"));
            };
            path.push(index);
            ty = element;
        }
        match path.is_empty() {
            false => Ok((path, ty)),
            true => Err(self.error("an index")),
        }
    }

    fn extract_value(&mut self) -> Result<Typed, ReadError> {
        let (aggregate_ty, aggregate) = self.value_where(TypeTable::is_aggregate, AGGREGATE)?;
        let (path, ty) = self.path(aggregate_ty)?;
        let operation = Operation::ExtractValue {
            aggregate_ty,
            aggregate,
            path,
        };
        Ok((operation, ty))
    }

    fn insert_value(&mut self) -> Result<Typed, ReadError> {
        let (aggregate_ty, aggregate) = self.value_where(TypeTable::is_aggregate, AGGREGATE)?;
        self.expect(b',')?;
        self.skip_space();
        let start = self.at();
        let (element_ty, element) = self.typed_value()?;
        let (path, inside) = self.path(aggregate_ty)?;
        self.require_type(element_ty, inside, start)?;
        let operation = Operation::InsertValue {
            aggregate_ty,
            aggregate,
            element_ty,
            element,
            path,
        };
        Ok((operation, aggregate_ty))
    }

    fn extract_element(&mut self) -> Result<Typed, ReadError> {
        let (vector_ty, vector) = self.value_where(TypeTable::is_vector, VECTOR)?;
        self.expect(b',')?;
        let (index_ty, index) = self.value_where(TypeTable::is_int, "an index")?;
        let ty = self.types.lane(vector_ty);
        let operation = Operation::ExtractElement {
            vector_ty,
            vector,
            index_ty,
            index,
        };
        Ok((operation, ty))
    }

    fn insert_element(&mut self) -> Result<Typed, ReadError> {
        let (vector_ty, vector) = self.value_where(TypeTable::is_vector, VECTOR)?;
        self.expect(b',')?;
        let element = self.value_of(self.types.lane(vector_ty))?;
        self.expect(b',')?;
        let (index_ty, index) = self.value_where(TypeTable::is_int, "an index")?;
        let operation = Operation::InsertElement {
            vector_ty,
            vector,
            element,
            index_ty,
            index,
        };
        Ok((operation, vector_ty))
    }

    fn shuffle_vector(&mut self) -> Result<Typed, ReadError> {
        let (vector_ty, a) = self.value_where(TypeTable::is_vector, VECTOR)?;
        self.expect(b',')?;
        let b = self.value_of(vector_ty)?;
        self.expect(b',')?;
        self.skip_space();
        let start = self.at();
        let (mask_ty, mask) = self.typed_constant()?;
        let shape = (self.types.get(vector_ty), self.types.get(mask_ty));
        let (&Type::Vector { len: lanes, .. }, &Type::Vector { len, .. }) = shape else {
            return Err(self.error_at(start, "vectors to shuffle"));
        };
        let mask = shuffle_mask(&mask, len);
        let is_inside = |index: &Option<u32>| index.is_none_or(|index| index / 2 < lanes);
        let Some(mask) = mask.filter(|mask| mask.iter().all(is_inside)) else {
            return Err(self.error_at(start, "a mask of numbers of elements"));
        };
        let ty = self.types.shaped(mask_ty, self.types.lane(vector_ty));
        let operation = Operation::ShuffleVector {
            vector_ty,
            a,
            b,
            mask,
        };
        Ok((operation, ty))
    }
}

fn shuffle_mask(mask: &Constant, len: u32) -> Option<Vec<Option<u32>>> {
    match mask {
        Constant::Zero(_) => Some(vec![Some(0); len as usize]),
        Constant::Undef(_) | Constant::Poison(_) => Some(vec![None; len as usize]),
        Constant::Aggregate { elements, .. } => elements
            .iter()
            .map(|element| match element {
                Constant::Int { words, .. } => Some(Some(words[0] as u32)),
                Constant::Undef(_) | Constant::Poison(_) => Some(None),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

pub(crate) fn binary_op(word: &str) -> Option<BinaryOp> {
    Some(match word {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "mul" => BinaryOp::Mul,
        "udiv" => BinaryOp::UDiv,
        "sdiv" => BinaryOp::SDiv,
        "urem" => BinaryOp::URem,
        "srem" => BinaryOp::SRem,
        "shl" => BinaryOp::Shl,
        "lshr" => BinaryOp::LShr,
        "ashr" => BinaryOp::AShr,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "xor" => BinaryOp::Xor,
        "fadd" => BinaryOp::FAdd,
        "fsub" => BinaryOp::FSub,
        "fmul" => BinaryOp::FMul,
        "fdiv" => BinaryOp::FDiv,
        "frem" => BinaryOp::FRem,
        _ => return None,
    })
}

pub(crate) fn cast_op(word: &str) -> Option<CastOp> {
    Some(match word {
        "trunc" => CastOp::Trunc,
        "zext" => CastOp::ZExt,
        "sext" => CastOp::SExt,
        "fptrunc" => CastOp::FpTrunc,
        "fpext" => CastOp::FpExt,
        "fptoui" => CastOp::FpToUi,
        "fptosi" => CastOp::FpToSi,
        "uitofp" => CastOp::UiToFp,
        "sitofp" => CastOp::SiToFp,
        // `ptrtoaddr` differs only in what the optimiser may assume of the pointer.
        "ptrtoint" | "ptrtoaddr" => CastOp::PtrToInt,
        "inttoptr" => CastOp::IntToPtr,
        "bitcast" => CastOp::BitCast,
        "addrspacecast" => CastOp::AddrSpaceCast,
        _ => return None,
    })
}
