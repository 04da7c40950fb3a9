//! The syntax of constants and of operands: literals, aggregates, names of globals, and
//! constant expressions, none of which is evaluated here.

use crate::ReadError;
use crate::instruction::{binary_op, cast_op};
use crate::module::{Constant, Type, TypeId, Value};
use crate::parser::Parser;

impl Parser<'_> {
    /// An operand of the given type.
    pub fn value(&mut self, ty: TypeId) -> Result<Value, ReadError> {
        match self.ahead() {
            b'%' => self.local().map(Value::Local),
            _ => self.constant(ty).map(Value::Constant),
        }
    }

    pub fn typed_value(&mut self) -> Result<(TypeId, Value), ReadError> {
        self.typed(Self::value)
    }

    pub fn typed_constant(&mut self) -> Result<(TypeId, Constant), ReadError> {
        self.typed(Self::constant)
    }

    pub fn constant(&mut self, ty: TypeId) -> Result<Constant, ReadError> {
        match self.ahead() {
            b'@' => self.global().map(Constant::Global),
            b'0'..=b'9' | b'-' => self.literal(ty),
            b'[' => self.elements(ty, b'[', b']'),
            b'{' => self.elements(ty, b'{', b'}'),
            b'<' if self.second() == b'{' => {
                self.expect(b'<')?;
                let aggregate = self.elements(ty, b'{', b'}')?;
                self.expect(b'>')?;
                Ok(aggregate)
            }
            b'<' => self.elements(ty, b'<', b'>'),
            b'c' if self.second() == b'"' => {
                self.expect(b'c')?;
                let bytes = self.bytes()?.into_owned();
                Ok(Constant::Bytes { ty, bytes })
            }
            _ => self.constant_word(ty),
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
            _ => Err(self.error("a constant of this type")),
        }
    }

    fn elements(&mut self, ty: TypeId, open: u8, close: u8) -> Result<Constant, ReadError> {
        self.expect(open)?;
        let mut elements = Vec::new();
        if !self.eat(close) {
            loop {
                elements.push(self.typed_constant()?.1);
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(close)?;
        }
        Ok(Constant::Aggregate { ty, elements })
    }

    /// A constant that begins with a keyword.
    pub fn constant_word(&mut self, ty: TypeId) -> Result<Constant, ReadError> {
        self.skip_space();
        let start = self.at();
        let word = self.word();
        Ok(match word {
            "null" => Constant::Null(ty),
            "none" if *self.types.get(ty) == Type::Token => Constant::Null(ty),
            "undef" => Constant::Undef(ty),
            "poison" => Constant::Poison(ty),
            "zeroinitializer" => Constant::Zero(ty),
            "true" | "false" => {
                let words = vec![u64::from(word == "true")];
                Constant::Int { ty, words }
            }
            "splat" => self.splat(ty)?,
            "dso_local_equivalent" | "no_cfi" => Constant::Global(self.global()?),
            "ptrauth" => self.signed_pointer()?,
            "blockaddress" => self.block_address()?,
            "getelementptr" => self.constant_gep()?,
            "icmp" => self.constant_icmp()?,
            "select" => self.constant_select()?,
            _ => {
                if let Some(op) = cast_op(word) {
                    self.flags()?;
                    self.expect(b'(')?;
                    let (from, value) = self.typed_constant()?;
                    self.expect_word("to")?;
                    let to = self.ty()?;
                    self.expect(b')')?;
                    let value = Box::new(value);
                    Constant::Cast {
                        op,
                        from,
                        value,
                        to,
                    }
                } else if let Some(op) = binary_op(word) {
                    self.flags()?;
                    let (ty, a, b) = self.constant_pair()?;
                    Constant::Binary { op, ty, a, b }
                } else {
                    // Also `u0x1F` and `s0x1F`, integers that are written in hex.
                    let hex = word.starts_with("u0x") || word.starts_with("s0x");
                    if hex && matches!(self.types.get(ty), Type::Int(_)) {
                        self.cursor = self.moved(start, self.end());
                        return self.literal(ty);
                    }
                    let known = match word {
                        "" => "a constant".to_string(),
                        _ => format!("a constant that is supported, not `{word}`"),
                    };
                    return Err(self.error_at(start, known));
                }
            }
        })
    }

    /// `(T a, T b)`
    fn constant_pair(&mut self) -> Result<(TypeId, Box<Constant>, Box<Constant>), ReadError> {
        self.expect(b'(')?;
        let (ty, a) = self.typed_constant()?;
        self.expect(b',')?;
        let (_, b) = self.typed_constant()?;
        self.expect(b')')?;
        Ok((ty, Box::new(a), Box::new(b)))
    }

    fn constant_icmp(&mut self) -> Result<Constant, ReadError> {
        self.flags()?;
        let predicate = self.int_predicate()?;
        let (ty, a, b) = self.constant_pair()?;
        Ok(Constant::Icmp {
            predicate,
            ty,
            a,
            b,
        })
    }

    fn constant_select(&mut self) -> Result<Constant, ReadError> {
        self.expect(b'(')?;
        let (_, condition) = self.typed_constant()?;
        self.expect(b',')?;
        let (ty, a) = self.typed_constant()?;
        self.expect(b',')?;
        let (_, b) = self.typed_constant()?;
        self.expect(b')')?;
        Ok(Constant::Select {
            ty,
            condition: Box::new(condition),
            a: Box::new(a),
            b: Box::new(b),
        })
    }

    fn constant_gep(&mut self) -> Result<Constant, ReadError> {
        self.flags()?;
        self.expect(b'(')?;
        let element = self.ty()?;
        self.expect(b',')?;
        let (_, base) = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.eat(b',') {
            // Before LLVM 19 `inrange` stands in front of an index.
            self.eat_word("inrange");
            indices.push(self.typed_constant()?);
        }
        self.expect(b')')?;
        Ok(Constant::Gep {
            element,
            base: Box::new(base),
            indices,
        })
    }

    fn splat(&mut self, ty: TypeId) -> Result<Constant, ReadError> {
        let Type::Vector { len, .. } = *self.types.get(ty) else {
            return Err(self.error("a vector type in front of a splat"));
        };
        self.expect(b'(')?;
        let (_, element) = self.typed_constant()?;
        self.expect(b')')?;
        let elements = vec![element; len as usize];
        Ok(Constant::Aggregate { ty, elements })
    }

    /// `ptrauth (ptr P, i32 KEY, ...)`: this machine does not sign pointers, so it is P.
    fn signed_pointer(&mut self) -> Result<Constant, ReadError> {
        self.expect(b'(')?;
        let (_, pointer) = self.typed_constant()?;
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
