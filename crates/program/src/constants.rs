//! Evaluates LLVM constants and constant expressions: to registers for operands, to bytes
//! for initialisers. Knows how symbols are numbered only through [`Symbols`].

use crate::address::{Address, Space};
use crate::code::FunctionId;
use crate::layout::Layout;
use crate::symbols::{Symbol, SymbolError, Symbols};
use crate::unknown::UnknownConstruct;
use trailhound_llvm::{BinaryOp, CastOp, Constant, IntPredicate, Type, TypeId, Types};

/// The value of one scalar constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluated {
    Bits(u128),
    Undefined,
    /// The address of a block of a function, known when the code is laid out.
    Block {
        function: FunctionId,
        block: String,
    },
    /// An offset into this thread's copy of a global.
    ThreadLocal {
        global: u32,
        offset: i64,
    },
}

/// A block address inside an initialiser, to be written later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    pub offset: usize,
    pub function: FunctionId,
    pub block: String,
}

/// In an entry of a relative lookup table the lower bits are the difference of the offsets,
/// those above the difference of the object numbers.
pub const RELATIVE_BITS: u32 = 12;

/// Why a constant has no value: the construct that cannot be evaluated.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoValue(String);

impl From<&str> for NoValue {
    fn from(what: &str) -> NoValue {
        NoValue(what.to_owned())
    }
}

impl From<SymbolError> for NoValue {
    fn from(error: SymbolError) -> NoValue {
        NoValue(error.to_string())
    }
}

impl From<NoValue> for UnknownConstruct {
    fn from(NoValue(what): NoValue) -> UnknownConstruct {
        UnknownConstruct::Other(what)
    }
}

pub struct Evaluator<'a, 'o> {
    pub module: usize,
    pub types: &'a Types,
    pub layout: &'a mut Layout,
    pub symbols: &'a mut Symbols<'o>,
}

fn mask(bits: u128, w: u32) -> u128 {
    if w >= 128 {
        bits
    } else {
        bits & ((1 << w) - 1)
    }
}

fn signed(bits: u128, w: u32) -> i128 {
    match w {
        0 | 128.. => bits as i128,
        _ => (bits as i128) << (128 - w) >> (128 - w),
    }
}

fn wide(words: &[u64]) -> u128 {
    let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
    word(0) | word(1) << 64
}

impl Evaluator<'_, '_> {
    /// The width of a scalar type in bits.
    pub fn width(&self, ty: TypeId) -> Option<u32> {
        match *self.types.get(ty) {
            Type::Int(w) if w <= 128 => Some(w),
            Type::Ptr | Type::Double => Some(64),
            Type::Float => Some(32),
            Type::Half | Type::BFloat => Some(16),
            Type::X86Fp80 => Some(80),
            Type::Fp128 => Some(128),
            _ => None,
        }
    }

    pub fn scalar(&mut self, constant: &Constant) -> Result<Evaluated, NoValue> {
        use Evaluated::{Bits, Undefined};
        Ok(match constant {
            Constant::Int { words, .. } => Bits(wide(words)),
            Constant::Float { bits, .. } => Bits(*bits),
            Constant::Null(_) | Constant::Zero(_) => Bits(0),
            Constant::Undef(_) | Constant::Poison(_) => Undefined,
            Constant::Unread { what, .. } => return Err(NoValue(what.clone())),
            Constant::Global(global) => match self.symbols.resolve(self.module, *global)? {
                Symbol::Address(address) => Bits(u128::from(address)),
                Symbol::ThreadLocal { global, offset } => Evaluated::ThreadLocal { global, offset },
            },
            Constant::BlockAddress { function, block } => {
                let function = self.symbols.function(self.module, *function)?;
                Evaluated::Block {
                    function,
                    block: block.clone(),
                }
            }
            Constant::Binary { op, ty, a, b } => self.binary(*op, *ty, a, b)?,
            Constant::Icmp {
                predicate,
                ty,
                a,
                b,
            } => {
                let w = self.width(*ty).ok_or("constant comparison of vectors")?;
                match (self.scalar(a)?, self.scalar(b)?) {
                    (Bits(a), Bits(b)) => Bits(u128::from(compare(*predicate, w, a, b))),
                    _ => return Err("constant comparison".into()),
                }
            }
            Constant::Select {
                condition, a, b, ..
            } => match self.scalar(condition)? {
                Bits(1) => self.scalar(a)?,
                Bits(_) => self.scalar(b)?,
                _ => return Err("constant select".into()),
            },
            Constant::ExtractElement { ty, vector, index } => self.lane(*ty, vector, index)?,
            Constant::Cast {
                op,
                from,
                value,
                to,
            } => self.cast(*op, *from, value, *to)?,
            Constant::Gep {
                element,
                base,
                indices,
            } => {
                let offset = self.offset(*element, indices)?;
                match self.scalar(base)? {
                    Bits(base) => {
                        let sum = (base as u64).wrapping_add(offset as u64);
                        Bits(u128::from(self.number_or_address(sum)))
                    }
                    Evaluated::ThreadLocal {
                        global,
                        offset: start,
                    } => Evaluated::ThreadLocal {
                        global,
                        offset: start.wrapping_add(offset),
                    },
                    Undefined => Undefined,
                    Evaluated::Block { .. } => return Err("offset from a block address".into()),
                }
            }
            Constant::Aggregate { .. } | Constant::Bytes { .. } => {
                return Err("aggregate where a scalar belongs".into());
            }
        })
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        ty: TypeId,
        a: &Constant,
        b: &Constant,
    ) -> Result<Evaluated, NoValue> {
        let w = self.width(ty).ok_or("constant arithmetic on vectors")?;
        let (Evaluated::Bits(a), Evaluated::Bits(b)) = (self.scalar(a)?, self.scalar(b)?) else {
            return Err("constant arithmetic on what is not a number".into());
        };
        let shift = (b as u32).min(127);
        let value = match op {
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Sub => a.wrapping_sub(b),
            BinaryOp::Mul => a.wrapping_mul(b),
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => a ^ b,
            BinaryOp::Shl => a << shift,
            BinaryOp::LShr => a >> shift,
            BinaryOp::AShr => (signed(a, w) >> shift) as u128,
            BinaryOp::UDiv if b != 0 => a / b,
            BinaryOp::URem if b != 0 => a % b,
            BinaryOp::SDiv if b != 0 => signed(a, w).wrapping_div(signed(b, w)) as u128,
            BinaryOp::SRem if b != 0 => signed(a, w).wrapping_rem(signed(b, w)) as u128,
            _ => return Err(NoValue(format!("constant {op:?}"))),
        };
        Ok(Evaluated::Bits(mask(value, w)))
    }

    fn cast(
        &mut self,
        op: CastOp,
        from: TypeId,
        value: &Constant,
        to: TypeId,
    ) -> Result<Evaluated, NoValue> {
        let (Some(narrow), Some(wide)) = (self.width(from), self.width(to)) else {
            return self.reinterpret(from, value, to);
        };
        if let (
            CastOp::Trunc,
            32,
            Constant::Binary {
                op: BinaryOp::Sub,
                a,
                b,
                ..
            },
        ) = (op, wide, value)
            && let Some(distance) = self.object_distance(a, b)?
        {
            return Ok(Evaluated::Bits(distance.into()));
        }
        let value = self.scalar(value)?;
        let Evaluated::Bits(bits) = value else {
            return match op {
                CastOp::BitCast | CastOp::AddrSpaceCast | CastOp::PtrToInt | CastOp::IntToPtr => {
                    Ok(value)
                }
                _ => Err(NoValue(format!("constant {op:?}"))),
            };
        };
        let bits = match (op, &self.symbols.short) {
            (CastOp::PtrToInt, Some(short)) => match short.shorten(bits as u64) {
                Some(short) => mask(short.into(), wide),
                None => return Err("an address far outside of its object".into()),
            },
            (CastOp::IntToPtr, Some(short)) => short.lengthen(bits as u32).into(),
            _ => self.cast_bits(op, bits, narrow, wide)?,
        };
        Ok(Evaluated::Bits(bits))
    }

    fn cast_bits(&self, op: CastOp, bits: u128, narrow: u32, wide: u32) -> Result<u128, NoValue> {
        Ok(match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr => mask(bits, wide),
            CastOp::SExt => mask(signed(bits, narrow) as u128, wide),
            CastOp::BitCast | CastOp::AddrSpaceCast => bits,
            _ => return Err(NoValue(format!("constant {op:?}"))),
        })
    }

    /// Arithmetic on null makes a number, which has 32 bits in a 32-bit program.
    fn number_or_address(&self, sum: u64) -> u64 {
        let (object, _) = Address(sum).signed_parts();
        match &self.symbols.short {
            Some(short) if object.space() == Space::NULL => short.lengthen(sum as u32),
            _ => sum,
        }
    }

    /// The distance of two objects as an entry of a relative lookup table has it. The table
    /// has 32 bits for it where objects are numbered above bit 32: see [`RELATIVE_BITS`].
    fn object_distance(&mut self, a: &Constant, b: &Constant) -> Result<Option<u32>, NoValue> {
        let (Evaluated::Bits(a), Evaluated::Bits(b)) = (self.scalar(a)?, self.scalar(b)?) else {
            return Ok(None);
        };
        let (a, b) = (Address(a as u64), Address(b as u64));
        if a.object() == b.object() || a.object().0 == 0 || b.object().0 == 0 {
            return Ok(None);
        }
        let objects = i64::from(a.object().0) - i64::from(b.object().0);
        let offset = i64::from(a.offset()) - i64::from(b.offset());
        let distance = objects << RELATIVE_BITS | offset;
        match i32::try_from(distance) {
            Ok(distance) if (0..1 << RELATIVE_BITS).contains(&offset) => Ok(Some(distance as u32)),
            _ => Err("distance of two objects in 32 bits".into()),
        }
    }

    /// The distance that a list of constant indices covers.
    fn offset(&mut self, element: TypeId, indices: &[(TypeId, Constant)]) -> Result<i64, NoValue> {
        let mut ty = element;
        let mut offset = 0i64;
        for (position, (index_ty, index)) in indices.iter().enumerate() {
            let w = self
                .width(*index_ty)
                .ok_or("constant vector of addresses")?;
            let Evaluated::Bits(index) = self.scalar(index)? else {
                return Err("constant index without a value".into());
            };
            let index = signed(index, w) as i64;
            if position == 0 {
                offset = index.wrapping_mul(self.layout.size(self.types, ty) as i64);
                continue;
            }
            let step = match self.types.get(ty) {
                Type::Struct { .. } => self.layout.offset(self.types, ty, index as u64) as i64,
                Type::Array { element, .. } | Type::Vector { element, .. } => {
                    index.wrapping_mul(self.layout.size(self.types, *element) as i64)
                }
                _ => return Err("constant index into a scalar".into()),
            };
            offset = offset.wrapping_add(step);
            ty = element_type(self.types, ty, index as u64);
        }
        Ok(offset)
    }

    /// One value for each register of a constant of type `ty`.
    pub fn registers(
        &mut self,
        constant: &Constant,
        ty: TypeId,
        out: &mut Vec<Evaluated>,
    ) -> Result<(), NoValue> {
        match constant {
            Constant::Aggregate { elements, .. } => {
                for (i, element) in elements.iter().enumerate() {
                    let ty = element_type(self.types, ty, i as u64);
                    self.registers(element, ty, out)?;
                }
            }
            Constant::Bytes { bytes, .. } => {
                out.extend(bytes.iter().map(|&b| Evaluated::Bits(u128::from(b))));
            }
            Constant::Zero(_) | Constant::Null(_) => {
                let count = self.layout.leaves(self.types, ty).len();
                out.extend(std::iter::repeat_n(Evaluated::Bits(0), count));
            }
            Constant::Undef(_) | Constant::Poison(_) => {
                let count = self.layout.leaves(self.types, ty).len();
                out.extend(std::iter::repeat_n(Evaluated::Undefined, count));
            }
            Constant::Int { words, .. } => {
                let count = self.layout.leaves(self.types, ty).len();
                let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
                out.extend((0..count).map(|i| Evaluated::Bits(word(i))));
            }
            _ => match (
                self.scalar(constant)?,
                self.layout.leaves(self.types, ty).len(),
            ) {
                (Evaluated::Bits(bits), 2) => {
                    out.push(Evaluated::Bits(bits & u128::from(u64::MAX)));
                    out.push(Evaluated::Bits(bits >> 64));
                }
                (value, 1) => out.push(value),
                _ => return Err("constant expression of several registers".into()),
            },
        }
        Ok(())
    }

    /// Writes a constant of type `ty` as it lies in memory; `base` is where `out` starts in
    /// the whole, for the patches.
    pub fn bytes(
        &mut self,
        constant: &Constant,
        ty: TypeId,
        out: &mut [u8],
        base: usize,
        patches: &mut Vec<Patch>,
    ) -> Result<(), NoValue> {
        match constant {
            Constant::Aggregate { elements, .. } => {
                for (i, element) in elements.iter().enumerate() {
                    let inner = element_type(self.types, ty, i as u64);
                    let start = self.layout.offset(self.types, ty, i as u64) as usize;
                    let size = self.layout.size(self.types, inner) as usize;
                    let part = &mut out[start..start + size];
                    self.bytes(element, inner, part, base + start, patches)?;
                }
            }
            Constant::Bytes { bytes, .. } => out[..bytes.len()].copy_from_slice(bytes),
            Constant::Zero(_) | Constant::Null(_) | Constant::Undef(_) | Constant::Poison(_) => {}
            Constant::Int { words, .. } => {
                for (chunk, word) in out.chunks_mut(8).zip(words) {
                    chunk.copy_from_slice(&word.to_le_bytes()[..chunk.len()]);
                }
            }
            _ => match self.scalar(constant)? {
                Evaluated::Bits(bits) => {
                    let size = out.len().min(16);
                    let bits = match (&self.symbols.short, self.types.get(ty)) {
                        (Some(short), Type::Ptr) => short
                            .shorten(bits as u64)
                            .ok_or("an address far outside of its object")?
                            .into(),
                        _ => bits,
                    };
                    out[..size].copy_from_slice(&bits.to_le_bytes()[..size]);
                }
                Evaluated::Undefined => {}
                Evaluated::Block { function, block } => {
                    patches.push(Patch {
                        offset: base,
                        function,
                        block,
                    });
                }
                Evaluated::ThreadLocal { .. } => {
                    return Err("address of a thread-local in an initialiser".into());
                }
            },
        }
        Ok(())
    }
}

/// The type of an element of an aggregate, or the type itself if it is none.
pub fn element_type(types: &Types, ty: TypeId, index: u64) -> TypeId {
    match types.get(ty) {
        Type::Struct { fields, .. } => fields.get(index as usize).copied().unwrap_or(ty),
        Type::Array { element, .. } | Type::Vector { element, .. } => *element,
        _ => ty,
    }
}

/// What a comparison of integers of `w` bits says.
pub fn compare(predicate: IntPredicate, w: u32, a: u128, b: u128) -> bool {
    let (sa, sb) = (signed(a, w), signed(b, w));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => sa > sb,
        IntPredicate::Sge => sa >= sb,
        IntPredicate::Slt => sa < sb,
        IntPredicate::Sle => sa <= sb,
    }
}
