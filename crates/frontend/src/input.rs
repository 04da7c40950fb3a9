//! What kind of file each input is, and which kinds go together.
//! It looks at names only; no file is opened here.

use std::path::{Path, PathBuf};

use crate::error::FrontendError;
use crate::unit::Unit;

/// What a module was written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    Rust,
    C,
    Cpp,
    /// LLVM IR as text, taken as it is.
    Ir,
}

/// Describes a package of Rust crates to Cargo.
pub(crate) const MANIFEST: &str = "Cargo.toml";

/// A file with its language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Input {
    pub path: PathBuf,
    pub language: Language,
    /// How its project compiles it.
    pub unit: Option<Unit>,
}

impl Input {
    /// A file of a project; None if it is not C or C++.
    pub fn of_unit(unit: &Unit) -> Option<Self> {
        let input = Input::classify(&unit.file).ok()?;
        matches!(input.language, Language::C | Language::Cpp).then(|| Input {
            unit: Some(unit.clone()),
            ..input
        })
    }

    fn classify(path: &Path) -> Result<Self, FrontendError> {
        let manifest = path.join(MANIFEST);
        if path.ends_with(MANIFEST) && path.is_file() || manifest.is_file() {
            return Ok(Input {
                path: if path.is_dir() {
                    manifest
                } else {
                    path.to_path_buf()
                },
                language: Language::Rust,
                unit: None,
            });
        }
        let extension = path
            .extension()
            .and_then(|extension| extension.to_str())
            .unwrap_or_default();
        let unknown = |hint| FrontendError::UnknownKind {
            path: path.to_path_buf(),
            hint,
        };
        let language = match extension {
            "rs" => Language::Rust,
            // `.i` and `.ii` are C and C++ after the preprocessor.
            "c" | "i" => Language::C,
            "cpp" | "cc" | "cxx" | "c++" | "C" | "ii" => Language::Cpp,
            "ll" => Language::Ir,
            "bc" => return Err(unknown("turn bitcode into text with llvm-dis")),
            _ => {
                return Err(unknown(
                    "give .rs, .c, .cpp or .ll files, or a directory with Cargo.toml",
                ));
            }
        };
        if !path.is_file() {
            return Err(FrontendError::MissingFile {
                path: path.to_path_buf(),
            });
        }
        Ok(Input {
            path: path.to_path_buf(),
            language,
            unit: None,
        })
    }

    pub fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// The inputs of one program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Inputs {
    /// The root of a Rust crate, or the manifest of a package; rustc finds the other files.
    Crate(Input),
    /// Files that become one module each.
    Files(Vec<Input>),
}

impl Inputs {
    pub fn sort(paths: &[PathBuf]) -> Result<Self, FrontendError> {
        let mut files = paths
            .iter()
            .map(|path| Input::classify(path))
            .collect::<Result<Vec<_>, _>>()?;
        let root = files
            .iter()
            .position(|file| file.language == Language::Rust);
        match (root, files.len()) {
            (_, 0) => Err(FrontendError::NoInput),
            (None, _) => Ok(Inputs::Files(files)),
            (Some(_), 1) => Ok(Inputs::Crate(files.remove(0))),
            (Some(root), _) => {
                let first = files.swap_remove(root).path;
                let second = files.swap_remove(0).path;
                Err(FrontendError::MixedLanguages { first, second })
            }
        }
    }
}
