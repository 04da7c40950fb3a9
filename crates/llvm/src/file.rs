//! A whole `.ll` file: indexed once, its parts parsed when asked for. Owns the text and
//! hands out plain data; what the data means is for others.

use std::fmt;

use crate::ReadError;
use crate::cursor::Cursor;
use crate::header::SymbolKind;
use crate::index::{Index, Span, SpanKind};
use crate::interned_types::Types;
use crate::module::{Body, Constant, Global, GlobalId, GlobalKind, TextOffset, Type, TypeId};
use crate::parser::{GlobalNames, Locals, Parser};
use crate::type_table::TypeTable;

/// Where the part of a global stands that is read on demand.
#[derive(Clone, Copy)]
enum Pending {
    Nothing,
    /// An initialiser or an aliased constant
    Value {
        start: usize,
        end: usize,
    },
    /// A function with a body
    Function {
        start: usize,
        end: usize,
    },
}

/// One LLVM IR module.
pub struct Module {
    name: String,
    text: String,
    types: TypeTable,
    globals: Vec<Global>,
    pending: Vec<Pending>,
    names: GlobalNames,
    ifuncs: Vec<GlobalId>,
    index: Index,
}

impl Module {
    /// Indexes the text of a `.ll` file. The name is used in error messages.
    pub fn read(text: String, name: &str) -> Result<Module, ReadError> {
        // Cursors take a NUL for the end of what they read.
        if let Some(at) = memchr::memchr(0, text.as_bytes()) {
            return Err(ReadError::new(name, &text, at, "no NUL".to_owned()));
        }
        let mut types = TypeTable::new();
        let index = Index::of(&text, name, &mut types)?;
        let mut module = Module {
            name: name.to_string(),
            text,
            types,
            globals: Vec::with_capacity(index.globals.len()),
            pending: Vec::with_capacity(index.globals.len()),
            names: GlobalNames::default(),
            ifuncs: Vec::new(),
            index,
        };
        module.read_types()?;
        module.read_globals()?;
        module.read_aliases()?;
        Ok(module)
    }

    fn parser(&mut self, start: usize, end: usize) -> Parser<'_> {
        Parser {
            cursor: Cursor::new(&self.name, &self.text, start, end),
            types: &mut self.types,
            globals: &self.names,
            locals: Locals::default(),
        }
    }

    /// Reads every definition, so that an error in one is not found by chance.
    fn read_types(&mut self) -> Result<(), ReadError> {
        let names = self.types.names();
        let mut parser = self.parser(0, 0);
        for name in names {
            parser.named_type(&name, 0)?;
        }
        Ok(())
    }

    fn read_globals(&mut self) -> Result<(), ReadError> {
        self.names.reserve(self.index.globals.len());
        for number in 0..self.index.globals.len() {
            let id = GlobalId(number as u32);
            let span = self.index.globals[number];
            let (name, global, pending) = match span.kind {
                SpanKind::Symbol => self.read_symbol(id, span)?,
                SpanKind::Declaration => self.read_header(span, Pending::Nothing)?,
                SpanKind::Definition { body_end } => {
                    let start = span.start;
                    let end = body_end;
                    self.read_header(span, Pending::Function { start, end })?
                }
            };
            if self.names.insert(name, id).is_some() {
                let parser = self.parser(span.start, span.end);
                return Err(parser.error("a name that is not yet taken"));
            }
            self.globals.push(global);
            self.pending.push(pending);
        }
        Ok(())
    }

    fn read_symbol(
        &mut self,
        id: GlobalId,
        span: Span,
    ) -> Result<(String, Global, Pending), ReadError> {
        let mut parser = self.parser(span.start, span.end);
        let symbol = parser.symbol()?;
        let end = span.end;
        let pending = symbol
            .value
            .map_or(Pending::Nothing, |start| Pending::Value { start, end });
        let name = symbol.name.into_owned();
        let is_ifunc = matches!(symbol.kind, SymbolKind::Ifunc);
        let kind = match symbol.kind {
            SymbolKind::Variable(variable) => variable,
            // The target is filled in when all names are known.
            SymbolKind::Alias | SymbolKind::Ifunc => GlobalKind::Alias {
                target: Constant::Null(parser.types.pointer),
            },
        };
        let global = Global {
            name: symbol_name(&name),
            linkage: symbol.linkage,
            kind,
            debug: symbol.debug,
        };
        if is_ifunc {
            self.ifuncs.push(id);
        }
        Ok((name, global, pending))
    }

    fn read_header(
        &mut self,
        span: Span,
        pending: Pending,
    ) -> Result<(String, Global, Pending), ReadError> {
        let mut parser = self.parser(span.start, span.end);
        let header = parser.header()?;
        let ty = parser.types.types.intern(header.ty());
        let name = header.name.into_owned();
        let global = Global {
            name: symbol_name(&name),
            linkage: header.linkage,
            kind: GlobalKind::Function {
                ty,
                has_body: matches!(pending, Pending::Function { .. }),
                has_personality: header.has_personality,
            },
            debug: header.debug,
        };
        Ok((name, global, pending))
    }

    fn read_aliases(&mut self) -> Result<(), ReadError> {
        for number in 0..self.globals.len() {
            let Pending::Value { start, end } = self.pending[number] else {
                continue;
            };
            if matches!(self.globals[number].kind, GlobalKind::Alias { .. }) {
                let target = self.parser(start, end).alias_target()?;
                self.globals[number].kind = GlobalKind::Alias { target };
            }
        }
        Ok(())
    }

    pub fn types(&self) -> &Types {
        &self.types.types
    }

    pub fn ty(&self, id: TypeId) -> &Type {
        self.types.get(id)
    }

    pub fn globals(&self) -> &[Global] {
        &self.globals
    }

    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    /// The ids of [`Module::globals`].
    pub fn global_ids(&self) -> impl Iterator<Item = GlobalId> + use<> {
        (0..self.globals.len() as u32).map(GlobalId)
    }

    /// The global of this symbol name.
    pub fn find(&self, name: &str) -> Option<GlobalId> {
        let found = self.names.get(name);
        found
            .or_else(|| self.names.get(&format!("{UNMANGLED}{name}")))
            .copied()
    }

    /// An alias is an ifunc: its target is not what it stands for but a function that
    /// returns it.
    pub fn is_ifunc(&self, id: GlobalId) -> bool {
        self.ifuncs.contains(&id)
    }

    /// The body of a function that has one.
    pub fn body(&mut self, id: GlobalId) -> Result<Body, ReadError> {
        let (start, end) = match self.pending[id.index()] {
            Pending::Function { start, end } => (start, end),
            Pending::Value { start, .. } => {
                return Err(self.parser(start, start).error("a function"));
            }
            Pending::Nothing => {
                let start = self.index.globals[id.index()].start;
                return Err(self.parser(start, start).error("a function with a body"));
            }
        };
        self.parser(start, end).function()
    }

    /// The initial value of a variable; `None` for a declaration, a function or an alias.
    pub fn initializer(&mut self, id: GlobalId) -> Result<Option<Constant>, ReadError> {
        match (self.pending[id.index()], &self.global(id).kind) {
            (Pending::Value { start, end }, &GlobalKind::Variable { ty, .. }) => {
                let mut parser = self.parser(start, end);
                let value = parser.constant(ty)?;
                match parser.ahead() {
                    0 | b',' | b'#' => Ok(Some(value)),
                    _ => Err(parser.error("the end of the initialiser")),
                }
            }
            _ => Ok(None),
        }
    }

    /// The file that it was read from.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// An error about what stands at a place of this module.
    pub fn invalid(&self, at: TextOffset, expected: impl Into<String>) -> ReadError {
        Cursor::new(&self.name, &self.text, at.0, self.text.len()).error(expected)
    }

    pub fn source_filename(&self) -> Option<&str> {
        self.index.source_filename.as_deref()
    }

    pub fn target_triple(&self) -> Option<&str> {
        self.index.target_triple.as_deref()
    }

    pub fn data_layout(&self) -> Option<&str> {
        self.index.data_layout.as_deref()
    }

    pub fn has_module_asm(&self) -> bool {
        self.index.has_module_asm
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn index(&self) -> &Index {
        &self.index
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Module")
            .field("name", &self.name)
            .field("globals", &self.globals.len())
            .finish_non_exhaustive()
    }
}

/// In front of a name: it is the symbol's name as it is, no mangling wanted.
const UNMANGLED: char = '\u{1}';

fn symbol_name(name: &str) -> String {
    name.strip_prefix(UNMANGLED).unwrap_or(name).to_string()
}
