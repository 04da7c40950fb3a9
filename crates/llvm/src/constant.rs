//! The syntax of constants: literals, aggregates, names of globals, and constant
//! expressions, none of which is evaluated here. Each is of the type that is asked for.

use crate::ReadError;
use crate::instruction::{binary_op, cast_op};
use crate::memory::number;
use crate::module::{CastOp, Constant, Type, TypeId};
use crate::parser::Parser;
use crate::type_table::TypeTable;

/// Constant expressions that are kept by name: they stand for themselves until something
/// needs their value.
const UNREAD_CONSTANTS: [&str; 7] = [
    "insertelement",
    "shufflevector",
    "extractvalue",
    "insertvalue",
    "fcmp",
    "fneg",
    "vscale",
];

impl Parser<'_> {
    pub fn typed_constant(&mut self) -> Result<(TypeId, Constant), ReadError> {
        self.typed(Self::constant)
    }

    pub fn constant(&mut self, ty: TypeId) -> Result<Constant, ReadError> {
        match self.ahead() {
            b'@' => {
                self.require_type(self.types.pointer, ty, self.at())?;
                self.global().map(Constant::Global)
            }
            b'0'..=b'9' | b'-' => self.literal(ty),
            b'[' | b'{' | b'<' => self.nested(|parser| parser.aggregate(ty)),
            b'c' if self.second() == b'"' => self.text(ty),
            _ => self.nested(|parser| parser.constant_word(ty)),
        }
    }

    fn aggregate(&mut self, ty: TypeId) -> Result<Constant, ReadError> {
        let start = self.at();
        let opening = (self.ahead(), self.second());
        let aggregate = match (self.types.get(ty), opening.0, opening.1) {
            (Type::Array { .. }, b'[', _) => self.elements(ty, b'[', b']')?,
            (Type::Struct { packed: false, .. }, b'{', _) => self.elements(ty, b'{', b'}')?,
            (Type::Struct { packed: true, .. }, b'<', b'{') => {
                self.expect(b'<')?;
                let aggregate = self.elements(ty, b'{', b'}')?;
                self.expect(b'>')?;
                aggregate
            }
            (Type::Vector { .. }, b'<', _) => self.elements(ty, b'<', b'>')?,
            _ => return Err(self.constant_error(ty, start)),
        };
        Ok(aggregate)
    }

    fn constant_error(&self, ty: TypeId, at: usize) -> ReadError {
        let name = self.types.types.name(ty);
        self.error_at(at, format!("a constant of type {name}"))
    }

    /// `c"..."`
    fn text(&mut self, ty: TypeId) -> Result<Constant, ReadError> {
        let start = self.at();
        self.expect(b'c')?;
        let bytes = self.bytes()?.into_owned();
        match *self.types.get(ty) {
            Type::Array { len, element }
                if *self.types.get(element) == Type::Int(8) && len == bytes.len() as u64 =>
            {
                Ok(Constant::Bytes { ty, bytes })
            }
            _ => Err(self.constant_error(ty, start)),
        }
    }

    fn literal(&mut self, ty: TypeId) -> Result<Constant, ReadError> {
        match *self.types.get(ty) {
            Type::Int(width) => {
                let words = self.integer(width)?;
                Ok(Constant::Int { ty, words })
            }
            Type::Half
            | Type::BFloat
            | Type::Float
            | Type::Double
            | Type::X86Fp80
            | Type::Fp128 => {
                let format = self.types.get(ty).clone();
                let bits = self.float(&format)?;
                Ok(Constant::Float { ty, bits })
            }
            _ => Err(self.constant_error(ty, self.at())),
        }
    }

    /// As many elements as the type has, each of the type that it has there.
    fn elements(&mut self, ty: TypeId, open: u8, close: u8) -> Result<Constant, ReadError> {
        let start = self.at();
        self.expect(open)?;
        let mut elements = Vec::new();
        if !self.eat(close) {
            loop {
                let index = elements.len() as u64;
                let Some(element) = self.types.indexed(ty, Some(index)) else {
                    return Err(self.constant_error(ty, start));
                };
                elements.push(self.constant_of(element)?);
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(close)?;
        }
        let count = match self.types.get(ty) {
            Type::Struct { fields, .. } => fields.len() as u64,
            Type::Array { len, .. } => *len,
            Type::Vector { len, .. } => u64::from(*len),
            _ => 0,
        };
        match elements.len() as u64 == count {
            true => Ok(Constant::Aggregate { ty, elements }),
            false => Err(self.constant_error(ty, start)),
        }
    }

    /// `T constant`, with this T
    pub fn constant_of(&mut self, ty: TypeId) -> Result<Constant, ReadError> {
        self.skip_space();
        let at = self.at();
        let found = self.ty()?;
        self.require_type(found, ty, at)?;
        self.constant(ty)
    }

    /// A constant that begins with a keyword.
    pub fn constant_word(&mut self, ty: TypeId) -> Result<Constant, ReadError> {
        self.skip_space();
        let start = self.at();
        let word = self.word();
        let table = &self.types;
        let fits = match word {
            "null" | "dso_local_equivalent" | "no_cfi" | "ptrauth" | "blockaddress" => {
                ty == table.pointer
            }
            "none" => *table.get(ty) == Type::Token,
            "undef" | "poison" | "zeroinitializer" => table.types.is_sized(ty),
            "true" | "false" => ty == table.bit,
            "splat" => table.is_vector(ty),
            _ => true,
        };
        if !fits {
            return Err(self.constant_error(ty, start));
        }
        let (found, constant) = match word {
            "null" | "none" => (ty, Constant::Null(ty)),
            "undef" => (ty, Constant::Undef(ty)),
            "poison" => (ty, Constant::Poison(ty)),
            "zeroinitializer" => (ty, Constant::Zero(ty)),
            "true" | "false" => {
                let words = vec![u64::from(word == "true")];
                (ty, Constant::Int { ty, words })
            }
            "splat" => (ty, self.splat(ty)?),
            "dso_local_equivalent" | "no_cfi" => (ty, Constant::Global(self.global()?)),
            "ptrauth" => (ty, self.signed_pointer()?),
            "blockaddress" => (ty, self.block_address()?),
            "getelementptr" => self.constant_gep()?,
            "icmp" => self.constant_icmp()?,
            "select" => self.constant_select()?,
            "extractelement" => self.constant_extract_element()?,
            _ => {
                if let Some(op) = cast_op(word) {
                    self.constant_cast(op)?
                } else if let Some(op) = binary_op(word) {
                    self.flags()?;
                    let (ty, a, b) = self.constant_pair(TypeTable::has_ints)?;
                    (ty, Constant::Binary { op, ty, a, b })
                } else {
                    // Also `u0x1F` and `s0x1F`, integers that are written in hex.
                    let hex = word.starts_with("u0x") || word.starts_with("s0x");
                    if hex && matches!(self.types.get(ty), Type::Int(_)) {
                        self.cursor = self.moved(start, self.end());
                        return self.literal(ty);
                    }
                    if UNREAD_CONSTANTS.contains(&word) {
                        return self.unread_constant(ty, word);
                    }
                    return Err(self.error_at(start, "a constant"));
                }
            }
        };
        self.require_type(found, ty, start)?;
        Ok(constant)
    }

    /// A constant expression behind its name, of which only the type is kept.
    fn unread_constant(&mut self, ty: TypeId, word: &str) -> Result<Constant, ReadError> {
        while self.ahead() != b'(' {
            if self.word().is_empty() {
                return Err(self.error("`(`"));
            }
        }
        self.skip_group()?;
        let what = format!("constant {word}");
        Ok(Constant::Unread { ty, what })
    }

    fn constant_cast(&mut self, op: CastOp) -> Result<(TypeId, Constant), ReadError> {
        self.flags()?;
        self.expect(b'(')?;
        let start = self.at();
        let (from, value) = self.typed_constant()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        self.expect(b')')?;
        if !self.types.is_cast(op, from, to) {
            return Err(self.error_at(start, "types that this cast has"));
        }
        let value = Box::new(value);
        let cast = Constant::Cast {
            op,
            from,
            value,
            to,
        };
        Ok((to, cast))
    }

    /// `(T a, T b)`, with a T of the right kind
    fn constant_pair(
        &mut self,
        fits: impl Fn(&TypeTable, TypeId) -> bool,
    ) -> Result<(TypeId, Box<Constant>, Box<Constant>), ReadError> {
        self.expect(b'(')?;
        let ty = self.type_where(fits, "a type that this operation has")?;
        let a = self.constant(ty)?;
        self.expect(b',')?;
        let b = self.constant_of(ty)?;
        self.expect(b')')?;
        Ok((ty, Box::new(a), Box::new(b)))
    }

    fn constant_icmp(&mut self) -> Result<(TypeId, Constant), ReadError> {
        self.flags()?;
        let predicate = self.int_predicate()?;
        let compared = |types: &TypeTable, ty| types.has_ints(ty) || types.has_pointers(ty);
        let (ty, a, b) = self.constant_pair(compared)?;
        let result = self.types.shaped(ty, self.types.bit);
        let icmp = Constant::Icmp {
            predicate,
            ty,
            a,
            b,
        };
        Ok((result, icmp))
    }

    fn constant_select(&mut self) -> Result<(TypeId, Constant), ReadError> {
        self.expect(b'(')?;
        let condition = self.constant_of(self.types.bit)?;
        self.expect(b',')?;
        let (ty, a) = self.typed_constant()?;
        self.expect(b',')?;
        let b = self.constant_of(ty)?;
        self.expect(b')')?;
        let select = Constant::Select {
            ty,
            condition: Box::new(condition),
            a: Box::new(a),
            b: Box::new(b),
        };
        Ok((ty, select))
    }

    fn constant_extract_element(&mut self) -> Result<(TypeId, Constant), ReadError> {
        self.expect(b'(')?;
        let ty = self.type_where(TypeTable::is_vector, "a vector")?;
        let vector = self.constant(ty)?;
        self.expect(b',')?;
        let index_ty = self.type_where(TypeTable::is_int, "an index")?;
        let index = self.constant(index_ty)?;
        self.expect(b')')?;
        let extract = Constant::ExtractElement {
            ty,
            vector: Box::new(vector),
            index: Box::new(index),
        };
        Ok((self.types.lane(ty), extract))
    }

    fn constant_gep(&mut self) -> Result<(TypeId, Constant), ReadError> {
        self.flags()?;
        self.expect(b'(')?;
        let element = self.ty()?;
        self.expect(b',')?;
        let base_ty = self.type_where(TypeTable::has_pointers, "a pointer")?;
        let base = self.constant(base_ty)?;
        let mut path = self.element_path(element, base_ty)?;
        let mut indices = Vec::new();
        while self.eat(b',') {
            // Before LLVM 19 `inrange` stands in front of an index.
            self.eat_word("inrange");
            self.skip_space();
            let start = self.at();
            let (ty, index) = self.typed_constant()?;
            self.step(&mut path, ty, number(&index), start)?;
            indices.push((ty, index));
        }
        self.expect(b')')?;
        let gep = Constant::Gep {
            element,
            base: Box::new(base),
            indices,
        };
        Ok((path.result, gep))
    }

    fn splat(&mut self, ty: TypeId) -> Result<Constant, ReadError> {
        let Type::Vector { len, element } = *self.types.get(ty) else {
            return Err(self.error("a vector type in front of a splat"));
        };
        self.expect(b'(')?;
        let element = self.constant_of(element)?;
        self.expect(b')')?;
        let elements = vec![element; len as usize];
        Ok(Constant::Aggregate { ty, elements })
    }

    /// `ptrauth (ptr P, i32 KEY, ...)`: this machine does not sign pointers, so it is P.
    fn signed_pointer(&mut self) -> Result<Constant, ReadError> {
        self.expect(b'(')?;
        let pointer = self.constant_of(self.types.pointer)?;
        while self.eat(b',') {
            self.typed_constant()?;
        }
        self.expect(b')')?;
        Ok(pointer)
    }

    fn block_address(&mut self) -> Result<Constant, ReadError> {
        self.expect(b'(')?;
        let function = self.global()?;
        self.expect(b',')?;
        self.expect(b'%')?;
        let block = self.name()?.into_owned();
        self.expect(b')')?;
        Ok(Constant::BlockAddress { function, block })
    }
}
