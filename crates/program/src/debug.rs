//! Names and places for people: demangled symbols, and source locations read from the
//! debug metadata, each stored once.

use crate::cpp_names;
use crate::source::{
    File, FileId, Location, LocationId, Source, SourceFunction, SourceFunctionId, without_dots,
};
use rustc_hash::FxHashMap;
use trailhound_llvm::{MetadataId, Module, SourceFile};

/// A symbol as its author wrote it, without hash.
pub fn display_name(symbol: &str) -> String {
    if let Ok(name) = rustc_demangle::try_demangle(symbol) {
        return format!("{name:#}");
    }
    if symbol.starts_with("_Z")
        && let Ok(name) = cpp_demangle::Symbol::new(symbol)
        && let Ok(text) = name.demangle()
    {
        return cpp_names::readable(&text);
    }
    symbol.to_string()
}

/// Whether a symbol is one of Rust's.
pub fn is_rust_symbol(symbol: &str) -> bool {
    rustc_demangle::try_demangle(symbol).is_ok()
}

/// Whether a file belongs to a compiler's or the system's library, or is the crate
/// `trailhound` that the front end compiles in a directory of its own.
fn is_library(path: &str) -> bool {
    // Some clangs name their headers from where they are themselves: `/usr/bin/../include`.
    let path = without_dots(path);
    let path = path.to_string_lossy();
    let roots = ["/usr/include/", "/usr/lib/"];
    roots.iter().any(|root| path.starts_with(root))
        || path.contains("/.cargo/registry/")
        || is_rusts(&path)
        || is_versioned(&path)
}

/// Whether a path leads to Rust's standard library, as it was built or as its sources are installed, or to
/// the crate `trailhound`.
pub(crate) fn is_rusts(path: &str) -> bool {
    let is_ours = || {
        let folder = path.strip_suffix("/trailhound.rs");
        let folder = folder.and_then(|folder| folder.rsplit('/').next());
        folder.is_some_and(|folder| folder.starts_with("trailhound-"))
    };
    path.starts_with("/rustc/")
        || path.starts_with("/rust/deps/")
        || path.contains("/lib/rustlib/src/rust/library/")
        || is_ours()
}

/// Whether a path leads to where compilers outside of `/usr` keep their headers: `include/c++/13`,
/// `include/c++/v1`, `lib/clang/19`.
pub(crate) fn is_versioned(path: &str) -> bool {
    ["/include/c++/", "/lib/clang/"].iter().any(|folder| {
        path.split_once(folder).is_some_and(|(_, below)| {
            let version = below.strip_prefix('v').unwrap_or(below);
            version.starts_with(|first: char| first.is_ascii_digit())
        })
    })
}

fn path(file: &SourceFile) -> String {
    if file.name.starts_with('/') || file.directory.is_empty() {
        return file.name.clone();
    }
    format!("{}/{}", file.directory, file.name)
}

/// A module and its number, which tells its metadata from that of others.
pub type Numbered<'m> = (usize, &'m Module);

/// The source table in the making.
pub struct Locations {
    source: Source,
    files: FxHashMap<SourceFile, FileId>,
    /// By what they are called, and whether they are a library's.
    functions: FxHashMap<(String, bool), SourceFunctionId>,
    /// What is known of a scope: its file and function.
    scopes: FxHashMap<(usize, MetadataId), Option<(FileId, SourceFunctionId)>>,
    known: FxHashMap<(usize, MetadataId), LocationId>,
    by_content: FxHashMap<Location, LocationId>,
}

impl Default for Locations {
    fn default() -> Self {
        let source = Source {
            locations: vec![None],
            ..Source::default()
        };
        Locations {
            source,
            files: FxHashMap::default(),
            functions: FxHashMap::default(),
            scopes: FxHashMap::default(),
            known: FxHashMap::default(),
            by_content: FxHashMap::default(),
        }
    }
}

impl Locations {
    pub fn location(&mut self, module: Numbered<'_>, id: Option<MetadataId>) -> LocationId {
        let Some(id) = id else {
            return LocationId::UNKNOWN;
        };
        if let Some(&known) = self.known.get(&(module.0, id)) {
            return known;
        }
        let location = self.read(module, id).unwrap_or(LocationId::UNKNOWN);
        self.known.insert((module.0, id), location);
        location
    }

    fn read(&mut self, module: Numbered<'_>, id: MetadataId) -> Option<LocationId> {
        let location = module.1.location(id)?;
        let (file, function) = self.scope(module, location.scope)?;
        let inlined_at = location
            .inlined_at
            .map(|outer| self.location(module, Some(outer)));
        Some(self.add(Location {
            file,
            line: location.line,
            column: location.column,
            function,
            inlined_at: inlined_at.filter(|outer| *outer != LocationId::UNKNOWN),
        }))
    }

    fn add(&mut self, location: Location) -> LocationId {
        if let Some(&known) = self.by_content.get(&location) {
            return known;
        }
        let id = LocationId(self.source.locations.len() as u32);
        self.source.locations.push(Some(location.clone()));
        self.by_content.insert(location, id);
        id
    }

    fn scope(
        &mut self,
        module: Numbered<'_>,
        scope: MetadataId,
    ) -> Option<(FileId, SourceFunctionId)> {
        if let Some(known) = self.scopes.get(&(module.0, scope)) {
            return *known;
        }
        let read = self.read_scope(module.1, scope);
        self.scopes.insert((module.0, scope), read);
        read
    }

    fn read_scope(
        &mut self,
        module: &Module,
        scope: MetadataId,
    ) -> Option<(FileId, SourceFunctionId)> {
        let subprogram = module.subprogram_of(scope)?;
        let file = self.file(&module.scope_file(scope)?);
        let display = match &subprogram.linkage_name {
            Some(symbol) => display_name(symbol),
            None => subprogram.name.clone(),
        };
        let library = subprogram
            .file
            .as_ref()
            .is_some_and(|file| is_library(&path(file)));
        let named = (display, library);
        let number = match self.functions.get(&named) {
            Some(&known) => known,
            None => {
                let number = SourceFunctionId(self.source.functions.len() as u32);
                self.source.functions.push(SourceFunction {
                    display: named.0.clone(),
                    symbol: subprogram.linkage_name.unwrap_or(subprogram.name),
                    library,
                });
                self.functions.insert(named, number);
                number
            }
        };
        Some((file, number))
    }

    fn file(&mut self, file: &SourceFile) -> FileId {
        if let Some(&known) = self.files.get(file) {
            return known;
        }
        let path = path(file);
        let same = self.source.files.iter().position(|f| f.path == path);
        let id = same.unwrap_or_else(|| {
            let library = is_library(&path);
            self.source.files.push(File { path, library });
            self.source.files.len() - 1
        });
        let id = FileId(id as u32);
        self.files.insert(file.clone(), id);
        id
    }

    /// The line where a function is defined, from its DISubprogram.
    pub fn definition(
        &mut self,
        module: Numbered<'_>,
        subprogram: MetadataId,
    ) -> Option<LocationId> {
        let line = module.1.subprogram_of(subprogram)?.line;
        let (file, function) = self.scope(module, subprogram)?;
        Some(self.add(Location {
            file,
            line,
            column: 0,
            function,
            inlined_at: None,
        }))
    }

    /// Whether a file is part of a library.
    pub fn is_library(&mut self, file: &SourceFile) -> bool {
        let id = self.file(file);
        self.source.file(id).library
    }

    /// Whether a location is in the user's own code; an unknown one may be.
    pub fn is_users(&self, id: LocationId) -> bool {
        match self.source.location(id) {
            Some(location) => !self.source.file(location.file).library,
            None => true,
        }
    }

    pub fn into_source(self) -> Source {
        self.source
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_demangled() {
        assert_eq!(
            display_name("_ZN4core3fmt5write17h0123456789abcdefE"),
            "core::fmt::write"
        );
        assert_eq!(display_name("_ZNSt6thread4joinEv"), "std::thread::join()");
        assert_eq!(display_name("main"), "main");
    }

    #[test]
    fn library_files_are_known_by_their_path() {
        assert!(is_library("/rustc/0123/library/std/src/io/mod.rs"));
        assert!(is_library("/rust/deps/hashbrown-0.16.1/src/raw/mod.rs"));
        assert!(is_library("/root/.cargo/registry/src/x/lib.rs"));
        assert!(is_library("/opt/llvm/bin/../include/c++/v1/mutex"));
        assert!(!is_library("/home/me/src/main.rs"));
        assert!(!is_library("/home/me/include/c++/queue.hpp"));
        assert!(!is_library("/usr/lib/../../home/me/main.c"));
    }

    #[test]
    fn headers_that_clang_14_names_from_its_own_directory_are_a_librarys() {
        let headers = "/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12";
        assert!(is_library(&format!("{headers}/bits/std_mutex.h")));
        let headers = "/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include";
        assert!(is_library(&format!(
            "{headers}/x86_64-linux-gnu/c++/12/bits/gthr-default.h"
        )));
    }
}
