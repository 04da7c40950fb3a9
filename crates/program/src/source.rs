//! Where operations stand in the source: files, lines, the functions that were inlined there, and the
//! variables that accesses go through.

use rustc_hash::FxHashMap;
use std::path::{Component, Path, PathBuf};
use trailhound_llvm::MetadataId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct LocationId(pub u32);

impl LocationId {
    /// An operation without debug information.
    pub const UNKNOWN: LocationId = LocationId(0);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A function as the source names it: an index into [`Source::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceFunctionId(pub u32);

impl SourceFunctionId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
    pub function: SourceFunctionId,
    /// The call that was inlined, if this stands in an inlined function.
    pub inlined_at: Option<LocationId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct File {
    pub path: String,
    /// Part of a compiler's library (the Rust standard library), not the user's.
    pub library: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceFunction {
    /// For people: demangled, without hash; for Rust with its path (`philosophers::main`).
    pub display: String,
    /// As the linker knows it, or one of those that look alike to people.
    pub symbol: String,
    pub library: bool,
}

/// All locations of a program; entry 0 is "unknown".
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub files: Vec<File>,
    pub functions: Vec<SourceFunction>,
    pub locations: Vec<Option<Location>>,
}

impl Source {
    pub fn location(&self, id: LocationId) -> Option<&Location> {
        self.locations.get(id.0 as usize)?.as_ref()
    }

    pub fn file(&self, id: FileId) -> &File {
        &self.files[id.0 as usize]
    }

    pub fn function(&self, id: SourceFunctionId) -> &SourceFunction {
        &self.functions[id.index()]
    }

    /// The location and the calls that it was inlined through, innermost first.
    pub fn inline_chain(&self, id: LocationId) -> impl Iterator<Item = (LocationId, &Location)> {
        std::iter::successors(self.location(id).map(|l| (id, l)), move |(_, l)| {
            let outer = l.inlined_at?;
            self.location(outer).map(|l| (outer, l))
        })
    }

    /// The innermost location in the user's own code along the inline chain.
    pub fn user_location(&self, id: LocationId) -> Option<(LocationId, &Location)> {
        self.inline_chain(id)
            .find(|(_, l)| !self.file(l.file).library)
    }
}

/// An access at an offset from what a pointer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypedAccess {
    /// The type of the pointer variable in the debug metadata of a module, by the number of the module.
    pub pointer: (u32, MetadataId),
    pub offset: u32,
}

/// The accesses of all functions by their places. `None`: one place has several.
pub type TypedAccesses = FxHashMap<LocationId, Option<TypedAccess>>;

/// A path without `.` and `..`, judged by its text alone: symbolic links are not followed.
pub fn without_dots(path: &str) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in Path::new(path).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}
