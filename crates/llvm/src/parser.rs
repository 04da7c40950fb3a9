//! The parser: a cursor together with the names it may meet. The grammar is spread over
//! the other files, one `impl Parser` for each part of the language.

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use rustc_hash::FxHashMap;

use crate::cursor::Cursor;
use crate::module::{BlockId, GlobalId, LocalId, MetadataId};
use crate::type_table::TypeTable;
use crate::{ReadError, TypeId};

pub(crate) type GlobalNames = FxHashMap<String, GlobalId>;

/// A use of a value before its definition was read.
pub(crate) struct ForwardUse {
    pub local: LocalId,
    pub ty: TypeId,
    pub at: usize,
}

/// The names of one function body; empty outside of bodies.
#[derive(Default)]
pub(crate) struct Locals<'t> {
    pub values: FxHashMap<Cow<'t, str>, LocalId>,
    pub blocks: FxHashMap<Cow<'t, str>, BlockId>,
    /// The types of values, as far as the body has been read.
    pub types: Vec<Option<TypeId>>,
    pub forward: Vec<ForwardUse>,
    /// Some values are defined by instructions that could not be read.
    pub has_unread: bool,
    /// What the function returns.
    pub result: Option<TypeId>,
}

pub(crate) struct Parser<'t> {
    pub cursor: Cursor<'t>,
    pub types: &'t mut TypeTable,
    pub globals: &'t GlobalNames,
    pub locals: Locals<'t>,
}

/// The grammar is written in tokens, so the parser reads as a cursor.
impl<'t> Deref for Parser<'t> {
    type Target = Cursor<'t>;

    fn deref(&self) -> &Cursor<'t> {
        &self.cursor
    }
}

impl<'t> DerefMut for Parser<'t> {
    fn deref_mut(&mut self) -> &mut Cursor<'t> {
        &mut self.cursor
    }
}

impl<'t> Parser<'t> {
    /// `@name`
    pub fn global(&mut self) -> Result<GlobalId, ReadError> {
        let start = self.at();
        let name = self.global_name()?;
        let found = self.globals.get(&*name).copied();
        found.ok_or_else(|| self.error_at(start, "a global of this module"))
    }

    pub fn global_name(&mut self) -> Result<Cow<'t, str>, ReadError> {
        self.expect(b'@')?;
        self.name()
    }

    /// `%name`
    pub fn local(&mut self) -> Result<LocalId, ReadError> {
        let start = self.at();
        self.expect(b'%')?;
        let name = self.name()?;
        let found = self.locals.values.get(&*name).copied();
        found.ok_or_else(|| self.error_at(start, "a value of this function"))
    }

    /// `%name` of a block
    pub fn block(&mut self) -> Result<BlockId, ReadError> {
        let start = self.at();
        self.expect(b'%')?;
        let name = self.name()?;
        let found = self.locals.blocks.get(&*name).copied();
        found.ok_or_else(|| self.error_at(start, "a block of this function"))
    }

    /// `label %name`
    pub fn label_operand(&mut self) -> Result<BlockId, ReadError> {
        self.expect_word("label")?;
        self.block()
    }

    /// `!42`
    pub fn metadata_id(&mut self) -> Result<MetadataId, ReadError> {
        self.expect(b'!')?;
        self.number("a metadata number").map(MetadataId)
    }

    /// `T value`, of whatever follows
    pub fn typed<R>(
        &mut self,
        read: impl FnOnce(&mut Self, TypeId) -> Result<R, ReadError>,
    ) -> Result<(TypeId, R), ReadError> {
        let ty = self.ty()?;
        Ok((ty, read(self, ty)?))
    }
}
