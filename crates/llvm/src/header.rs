//! The syntax of top-level entities: global variables, aliases and function headers.
//! Initialisers and bodies are stepped over here.

use std::borrow::Cow;

use crate::ReadError;
use crate::module::{Constant, GlobalKind, Linkage, MetadataId, Parameter, Type, TypeId};
use crate::parser::Parser;
use crate::type_table::TypeTable;

/// A global variable or an alias, up to where its value begins.
pub(crate) struct Symbol<'t> {
    pub name: Cow<'t, str>,
    pub linkage: Linkage,
    pub debug: Option<MetadataId>,
    pub kind: SymbolKind,
    /// Where the initialiser or the aliased constant begins, if there is one.
    pub value: Option<usize>,
}

pub(crate) enum SymbolKind {
    Variable(GlobalKind),
    Alias,
    Ifunc,
}

/// The header of a function, which its body needs again for the names of parameters.
pub(crate) struct Header<'t> {
    pub name: Cow<'t, str>,
    pub linkage: Linkage,
    pub debug: Option<MetadataId>,
    pub result: TypeId,
    pub parameters: Vec<Parameter>,
    /// `None` for a parameter without a written name, which counts as numbered.
    pub parameter_names: Vec<Option<Cow<'t, str>>>,
    pub variadic: bool,
    pub has_personality: bool,
}

impl Header<'_> {
    pub fn ty(&self) -> Type {
        Type::Function {
            result: self.result,
            params: self.parameters.iter().map(|param| param.ty).collect(),
            variadic: self.variadic,
        }
    }
}

/// What stands in front of `global`, `alias` or a function's result type.
struct Preamble {
    linkage: Linkage,
    thread_local: bool,
}

impl<'t> Parser<'t> {
    fn preamble(&mut self) -> Result<Preamble, ReadError> {
        let mut preamble = Preamble {
            linkage: Linkage::External,
            thread_local: false,
        };
        loop {
            let word = self.peek_word();
            if let Some(linkage) = linkage(word) {
                preamble.linkage = linkage;
                self.word();
                continue;
            }
            match word {
                "dso_local"
                | "dso_preemptable"
                | "default"
                | "hidden"
                | "protected"
                | "dllimport"
                | "dllexport"
                | "unnamed_addr"
                | "local_unnamed_addr"
                | "externally_initialized" => drop(self.word()),
                "thread_local" => {
                    self.word();
                    preamble.thread_local = true;
                    if self.ahead() == b'(' {
                        self.skip_group()?;
                    }
                }
                "addrspace" => {
                    self.word();
                    self.address_space()?;
                }
                _ => return Ok(preamble),
            }
        }
    }

    /// `@name = ... global T value, align 8` or `@name = ... alias T, T* @target`
    pub fn symbol(&mut self) -> Result<Symbol<'t>, ReadError> {
        let name = self.global_name()?;
        self.expect(b'=')?;
        let preamble = self.preamble()?;
        let start = self.at();
        let mut align = None;
        let mut debug = None;
        let word = self.word();
        let (kind, value) = match word {
            "global" | "constant" => {
                let ty = self.type_where(TypeTable::is_element, "a type of variables")?;
                let value = match self.ahead() {
                    b',' | b'#' | b'!' | 0 => None,
                    _ => Some(self.at()),
                };
                self.skip_item()?;
                self.symbol_settings(&mut align, &mut debug)?;
                let variable = GlobalKind::Variable {
                    ty,
                    constant: word == "constant",
                    thread_local: preamble.thread_local,
                    align,
                    has_initializer: value.is_some(),
                };
                (SymbolKind::Variable(variable), value)
            }
            "alias" | "ifunc" => {
                self.ty()?;
                self.expect(b',')?;
                self.skip_space();
                let value = self.at();
                self.skip_item()?;
                self.symbol_settings(&mut align, &mut debug)?;
                let kind = match word {
                    "alias" => SymbolKind::Alias,
                    _ => SymbolKind::Ifunc,
                };
                (kind, Some(value))
            }
            _ => return Err(self.error_at(start, "`global`, `constant`, `alias` or `ifunc`")),
        };
        Ok(Symbol {
            name,
            linkage: preamble.linkage,
            debug,
            kind,
            value,
        })
    }

    /// `, section "s", comdat, align 8, !dbg !0`
    fn symbol_settings(
        &mut self,
        align: &mut Option<u32>,
        debug: &mut Option<MetadataId>,
    ) -> Result<(), ReadError> {
        while self.eat(b',') {
            if self.ahead() == b'!' {
                self.attachment(debug)?;
                continue;
            }
            let start = self.at();
            match self.word() {
                "align" => *align = Some(self.alignment()?),
                "section" | "partition" | "code_model" => drop(self.bytes()?),
                "comdat" => self.comdat()?,
                "no_sanitize_address"
                | "no_sanitize_hwaddress"
                | "sanitize_memtag"
                | "sanitize_address_dyninit" => {}
                _ => return Err(self.error_at(start, "a setting of a global")),
            }
        }
        self.attributes()?;
        match self.ahead() {
            0 => Ok(()),
            _ => Err(self.error("the end of the line")),
        }
    }

    fn comdat(&mut self) -> Result<(), ReadError> {
        if self.ahead() == b'(' {
            self.skip_group()?;
        }
        Ok(())
    }

    /// The constant that an alias or ifunc stands for. An expression has no type in front.
    pub fn alias_target(&mut self) -> Result<Constant, ReadError> {
        match self.peek_word() {
            "bitcast" | "getelementptr" | "addrspacecast" | "inttoptr" => {
                self.constant_word(self.types.pointer)
            }
            _ => Ok(self.typed_constant()?.1),
        }
    }

    /// `define ... @name(...) ... {` or `declare ...`, up to the brace or the end
    pub fn header(&mut self) -> Result<Header<'t>, ReadError> {
        let mut debug = None;
        self.word();
        while self.ahead() == b'!' {
            self.attachment(&mut debug)?;
        }
        let preamble = self.preamble()?;
        self.calling_convention()?;
        self.attributes()?;
        let returned = |types: &TypeTable, ty| ty == types.void || types.is_first_class(ty);
        let result = self.type_where(returned, "a type that a function can return")?;
        let name = self.global_name()?;
        let mut header = Header {
            name,
            linkage: preamble.linkage,
            debug,
            result,
            parameters: Vec::new(),
            parameter_names: Vec::new(),
            variadic: false,
            has_personality: false,
        };
        self.parameters(&mut header)?;
        self.function_settings(&mut header)?;
        Ok(header)
    }

    fn parameters(&mut self, header: &mut Header<'t>) -> Result<(), ReadError> {
        self.expect(b'(')?;
        if self.eat(b')') {
            return Ok(());
        }
        loop {
            if self.eat_word("...") {
                header.variadic = true;
                break;
            }
            let ty = self.type_where(TypeTable::is_first_class, "a type of parameters")?;
            let byval = self.attributes()?;
            if byval.is_some() && ty != self.types.pointer {
                return Err(self.error("a pointer to what is passed by value"));
            }
            let name = match self.eat(b'%') {
                true => Some(self.name()?),
                false => None,
            };
            header.parameters.push(Parameter { ty, byval });
            header.parameter_names.push(name);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')
    }

    fn function_settings(&mut self, header: &mut Header<'t>) -> Result<(), ReadError> {
        loop {
            self.attributes()?;
            match self.ahead() {
                0 | b'{' => return Ok(()),
                b'!' => {
                    self.attachment(&mut header.debug)?;
                    continue;
                }
                _ => {}
            }
            let start = self.at();
            match self.word() {
                "unnamed_addr" | "local_unnamed_addr" => {}
                "addrspace" => self.address_space()?,
                "section" | "partition" | "gc" => drop(self.bytes()?),
                "comdat" => self.comdat()?,
                "prefix" | "prologue" => self.skip_constant()?,
                "personality" => {
                    header.has_personality = true;
                    self.skip_constant()?;
                }
                _ => return Err(self.error_at(start, "a setting of a function")),
            }
        }
    }

    /// Steps over `T constant`, in which globals may be named that are not yet known.
    fn skip_constant(&mut self) -> Result<(), ReadError> {
        self.ty()?;
        match self.ahead() {
            b'@' => self.global_name().map(drop),
            b'[' | b'{' | b'<' => self.skip_group(),
            _ => {
                self.eat(b'-');
                self.word();
                self.flags()?;
                match self.ahead() {
                    b'(' => self.skip_group(),
                    _ => Ok(()),
                }
            }
        }
    }
}

fn linkage(word: &str) -> Option<Linkage> {
    Some(match word {
        "private" | "internal" => Linkage::Local,
        "external" => Linkage::External,
        "weak" | "weak_odr" | "linkonce" | "linkonce_odr" | "common" | "available_externally" => {
            Linkage::Weak
        }
        "extern_weak" => Linkage::ExternWeak,
        "appending" => Linkage::Appending,
        _ => return None,
    })
}
