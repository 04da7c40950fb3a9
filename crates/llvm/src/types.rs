//! The syntax of types. Pointees of typed pointers are dropped, and with them every way
//! in which a named struct can contain itself, so that named structs become plain ones.

use crate::ReadError;
use crate::module::{Type, TypeId};
use crate::parser::{Locals, Parser};
use crate::type_table::{Named, TypeTable};

/// The widest integer that LLVM knows.
const WIDEST: u32 = 1 << 23;

/// Vectors are taken apart, lane by lane.
const LONGEST_VECTOR: u32 = 1 << 16;

/// How deep types and constants may stand inside each other: they are read, laid out and
/// evaluated by recursion.
const DEEPEST: u32 = 500;

impl<'t> Parser<'t> {
    /// Reads something that may contain its like, not deeper than allowed.
    pub fn nested<R>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<R, ReadError>,
    ) -> Result<R, ReadError> {
        if self.types.depth == DEEPEST {
            return Err(self.error(format!(
                "at most {DEEPEST} types or constants in each other"
            )));
        }
        self.types.depth += 1;
        let read = read(self);
        self.types.depth -= 1;
        read
    }

    pub fn ty(&mut self) -> Result<TypeId, ReadError> {
        if self.types.defining && self.eat_pointer_type()? {
            return Ok(self.types.pointer);
        }
        self.skip_space();
        let start = self.at();
        let ty = self.nested(Self::type_or_pointee)?;
        // Named types may be deep without having been read inside each other.
        if self.types.types.depth(ty) > DEEPEST {
            return Err(self.error_at(start, format!("at most {DEEPEST} types in each other")));
        }
        Ok(ty)
    }

    fn type_or_pointee(&mut self) -> Result<TypeId, ReadError> {
        let mut ty = match self.ahead() {
            b'%' => {
                let start = self.at();
                self.expect(b'%')?;
                let name = self.name()?;
                self.named_type(&name, start)?
            }
            b'[' => {
                self.expect(b'[')?;
                let (len, element) = self.counted("an array length", TypeTable::is_element)?;
                self.expect(b']')?;
                self.types.types.intern(Type::Array { len, element })
            }
            b'{' => self.struct_type(false)?,
            b'<' if self.second() == b'{' => {
                self.expect(b'<')?;
                let ty = self.struct_type(true)?;
                self.expect(b'>')?;
                ty
            }
            b'<' => {
                let start = self.at();
                self.expect(b'<')?;
                if self.peek_word() == "vscale" {
                    let error = self.error_at(start, "a vector of known length, not of `vscale`");
                    return Err(error.of_unknown("vector of unknown length".into()));
                }
                let (len, element) = self.counted("a vector length", TypeTable::is_lane)?;
                self.expect(b'>')?;
                if !(1..=LONGEST_VECTOR).contains(&len) {
                    let known = format!("a vector of 1 to {LONGEST_VECTOR} elements");
                    return Err(self.error_at(start, known));
                }
                self.types.types.intern(Type::Vector { len, element })
            }
            _ => self.simple_type()?,
        };
        loop {
            match self.ahead() {
                b'*' => {
                    self.expect(b'*')?;
                    ty = self.types.pointer;
                }
                b'(' => ty = self.function_type(ty)?,
                b'a' if self.eat_word("addrspace") => self.address_space()?,
                _ => return Ok(ty),
            }
        }
    }

    fn simple_type(&mut self) -> Result<TypeId, ReadError> {
        let start = self.at();
        let word = self.word();
        let ty = match word {
            "ptr" => return Ok(self.types.pointer),
            "void" => return Ok(self.types.void),
            "float" => Type::Float,
            "double" => Type::Double,
            "half" => Type::Half,
            "bfloat" => Type::BFloat,
            "x86_fp80" => Type::X86Fp80,
            "fp128" => Type::Fp128,
            "label" => Type::Label,
            "token" => Type::Token,
            "metadata" => return Ok(self.types.metadata),
            "opaque" => return Err(self.error_at(start, "a type with a size")),
            _ => match word.strip_prefix('i').map(str::parse) {
                Some(Ok(width)) if (1..=WIDEST).contains(&width) => Type::Int(width),
                _ => {
                    let error = self.error_at(start, "a type");
                    return Err(match word {
                        "x86_mmx" | "x86_amx" | "ppc_fp128" | "target" => {
                            error.of_unknown(format!("type {word}"))
                        }
                        _ => error,
                    });
                }
            },
        };
        Ok(self.types.types.intern(ty))
    }

    /// `N x T`
    fn counted<N: std::str::FromStr>(
        &mut self,
        what: &str,
        fits: impl Fn(&TypeTable, TypeId) -> bool,
    ) -> Result<(N, TypeId), ReadError> {
        let len = self.number(what)?;
        self.expect_word("x")?;
        Ok((len, self.type_where(fits, "a type of elements")?))
    }

    /// A type of the right kind.
    pub fn type_where(
        &mut self,
        fits: impl Fn(&TypeTable, TypeId) -> bool,
        what: &str,
    ) -> Result<TypeId, ReadError> {
        self.skip_space();
        let start = self.at();
        let ty = self.ty()?;
        match fits(self.types, ty) {
            true => Ok(ty),
            false => Err(self.error_at(start, what)),
        }
    }

    fn struct_type(&mut self, packed: bool) -> Result<TypeId, ReadError> {
        self.expect(b'{')?;
        let mut fields = Vec::new();
        if !self.eat(b'}') {
            loop {
                fields.push(self.type_where(TypeTable::is_element, "a type of fields")?);
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b'}')?;
        }
        Ok(self.types.types.intern(Type::Struct { fields, packed }))
    }

    fn function_type(&mut self, result: TypeId) -> Result<TypeId, ReadError> {
        if result != self.types.void && !self.types.is_first_class(result) {
            return Err(self.error("a type that a function can return"));
        }
        self.expect(b'(')?;
        let mut params = Vec::new();
        let mut variadic = false;
        if !self.eat(b')') {
            loop {
                if self.eat_word("...") {
                    variadic = true;
                    break;
                }
                params.push(self.type_where(TypeTable::is_first_class, "a type of parameters")?);
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b')')?;
        }
        Ok(self.types.types.intern(Type::Function {
            result,
            params,
            variadic,
        }))
    }

    /// `(0)`, behind `addrspace`. The other spaces of x86-64 are segments, which no program
    /// behind this reader could tell from ordinary memory.
    pub fn address_space(&mut self) -> Result<(), ReadError> {
        let start = self.at();
        match self.number_in_parens::<u32>("an address space")? {
            0 => Ok(()),
            space => {
                let error = self.error_at(start, "address space 0");
                Err(error.of_unknown(format!("address space {space}")))
            }
        }
    }

    /// Takes a typed pointer type without looking at what it points to.
    fn eat_pointer_type(&mut self) -> Result<bool, ReadError> {
        let before = self.cursor.clone();
        match self.ahead() {
            b'%' => {
                self.expect(b'%')?;
                self.name()?;
            }
            b'[' | b'{' | b'<' => self.skip_group()?,
            _ => drop(self.word()),
        }
        let mut pointer = false;
        loop {
            match self.ahead() {
                b'*' => {
                    self.expect(b'*')?;
                    pointer = true;
                }
                b'(' => {
                    self.skip_group()?;
                    pointer = false;
                }
                b'a' if self.eat_word("addrspace") => self.address_space()?,
                _ => break,
            }
        }
        if !pointer {
            self.cursor = before;
        }
        Ok(pointer)
    }

    /// The struct of this name, whose definition is read if it was not yet.
    pub fn named_type(&mut self, name: &str, at: usize) -> Result<TypeId, ReadError> {
        let Some(named) = self.types.named.get_mut(name) else {
            return Err(self.error_at(at, "a type that is defined in this module"));
        };
        let (start, end) = match *named {
            Named::Read(ty) => return Ok(ty),
            Named::Reading => {
                return Err(self.error_at(at, "a struct that does not contain itself"));
            }
            Named::Unread { start, end } => (start, end),
        };
        *named = Named::Reading;
        let outer = std::mem::replace(&mut self.types.defining, true);
        let mut definition = Parser {
            cursor: self.cursor.moved(start, end),
            types: &mut *self.types,
            globals: self.globals,
            locals: Locals::default(),
        };
        let ty = if definition.eat_word("opaque") {
            let opaque = Type::Opaque(name.to_string());
            Ok(definition.types.types.intern(opaque))
        } else {
            definition.ty()
        };
        let end = match definition.ahead() {
            0 => Ok(()),
            _ => Err(definition.error("the end of the type definition")),
        };
        self.types.defining = outer;
        let ty = ty?;
        end?;
        self.types.named.insert(name.to_string(), Named::Read(ty));
        Ok(ty)
    }
}
