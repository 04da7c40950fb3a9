//! Rust through rustc: one crate, or a package with Cargo's help, and the standard library as
//! one module.
//! What rustc may do to the code is `rustc`'s subject; here is how a crate is built.

mod calls;
mod cargo;
mod freshness;
mod rustc;

pub use rustc::flag_to_keep_calls;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use trailhound_host::Budget;

use crate::cache::{IrCache, Key, Made};
use crate::compiler;
use crate::error::FrontendError;
use crate::input::{Input, Language, MANIFEST};
use crate::surroundings::Surroundings;
use crate::{IrModule, Request, read_ir};

use rustc::Rustc;

const CRATE: &str = include_str!("../../annotations/trailhound.rs");

/// The file that it is compiled to.
const LIBRARY: &str = "libtrailhound.rlib";

/// The current edition first; a program that it refuses may be an older one.
const EDITIONS: [&str; 2] = ["2024", "2021"];

pub(crate) fn compile(
    root: &Input,
    request: &Request,
    surroundings: &Surroundings,
) -> Result<IrModule, FrontendError> {
    let rustc = Rustc::find(surroundings, &request.budget)?;
    let mut build = Build {
        flags: rustc.flags(request.opt_level),
        variables: Vec::new(),
        opt_level: request.opt_level,
        kept_functions: request.kept_functions.clone(),
        cache: surroundings.cache.clone(),
        budget: request.budget.clone(),
        rustc,
    };
    for define in &request.defines {
        build.define(define)?;
    }
    let is_package = root.path.ends_with(MANIFEST);
    if !is_package {
        build.flags.extend(crate_name(&root.path));
    }
    build
        .flags
        .extend(request.compiler_flags.iter().map(OsString::from));
    if is_package {
        return cargo::compile(root, &build, request);
    }
    if !request.cargo_flags.is_empty() {
        return Err(FrontendError::NoPackage {
            path: root.path.clone(),
        });
    }

    // Flags may bring files that rustc does not list among those it has read.
    let directory = surroundings.cache.as_deref();
    let directory = directory.filter(|_| request.compiler_flags.is_empty());
    let cache = IrCache::open(directory, "rust");
    let key = Key::of(&(
        &build.rustc.version,
        CRATE,
        &build.flags,
        &build.variables,
        &build.kept_functions,
        &root.path,
        env::current_dir().ok(),
    ));
    let known = cache.as_ref().and_then(|cache| cache.load(&key));
    let text = match known {
        Some(text) => text,
        None => {
            request.watch.compiling(&root.name());
            let scratch = compiler::scratch()?;
            let start = SystemTime::now();
            build.run(&root.path, scratch.path())?;
            let text = read_ir(&scratch.path().join("crate.ll"))?;
            if let Some(cache) = &cache {
                let made = Made {
                    dep_info: &scratch.path().join("crate.d"),
                    since: start,
                    given: &build.variables,
                    own: None,
                };
                cache.store(&key, &text, &made);
            }
            text
        }
    };
    Ok(IrModule {
        name: root.name(),
        text,
        language: Language::Rust,
    })
}

/// A name where the file's own would not do as one.
fn crate_name(root: &Path) -> Vec<OsString> {
    let stem = root.file_stem().unwrap_or_default().to_string_lossy();
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if stem.chars().all(fits) {
        return Vec::new();
    }
    let name = stem.replace(|c| !fits(c), "_").replace('-', "_");
    vec!["--crate-name".into(), name.into()]
}

/// All that decides what rustc makes of a crate, except for the files it reads.
struct Build {
    rustc: Rustc,
    flags: Vec<OsString>,
    opt_level: Option<u8>,
    kept_functions: Vec<&'static str>,
    /// Where what rustc has made is kept, if anywhere.
    cache: Option<PathBuf>,
    /// Set while rustc runs, for `env!` and `option_env!`.
    variables: Vec<(String, String)>,
    budget: Budget,
}

impl Build {
    fn define(&mut self, define: &str) -> Result<(), FrontendError> {
        let (name, value) = match define.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (define, None),
        };
        let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
        let goes_on = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.starts_with(starts) || !name.chars().all(goes_on) {
            return Err(FrontendError::BadDefine {
                define: define.to_string(),
            });
        }
        self.flags.push("--cfg".into());
        self.flags.push(match value {
            Some(value) => format!("{name}={value:?}").into(),
            None => name.into(),
        });
        self.variables
            .push((name.to_string(), value.unwrap_or("1").to_string()));
        Ok(())
    }

    /// Leaves `crate.ll` and `crate.d` in `scratch`.
    fn run(&self, root: &Path, scratch: &Path) -> Result<(), FrontendError> {
        let says = |word: &str| {
            self.flags
                .iter()
                .any(|flag| flag.to_string_lossy().contains(word))
        };
        let kept_calls = calls::kept_calls(self, scratch)?;
        let library = if says("trailhound=") {
            None
        } else {
            Some(self.library(scratch)?)
        };
        let run = |edition: Option<&str>| {
            let mut command = Command::new(&self.rustc.program);
            command.args(&kept_calls).args(&self.flags);
            command.args(edition.map(|edition| format!("--edition={edition}")));
            if let Some(library) = &library {
                command.arg("--extern").arg(library);
            }
            for kind in ["llvm-ir=crate.ll", "link=crate.out", "dep-info=crate.d"] {
                let (kind, file) = kind.split_once('=').expect("a kind and a file");
                let mut emit = OsString::from(format!("--emit={kind}="));
                emit.push(scratch.join(file));
                command.arg(emit);
            }
            command.arg("--out-dir").arg(scratch);
            command.envs(self.variables.iter().map(|(name, value)| (name, value)));
            command.arg("--").arg(root);
            compiler::run(&mut command, rustc::HINT, &self.budget).map(drop)
        };
        if says("--edition") {
            return run(None);
        }
        let [newest, older] = EDITIONS;
        match run(Some(newest)) {
            Err(first @ FrontendError::CompileFailed { .. }) => run(Some(older)).map_err(|_| first),
            other => other,
        }
    }

    /// Compiles the crate `trailhound`, which a program may use without declaring it, and
    /// says where `--extern` finds it.
    fn library(&self, scratch: &Path) -> Result<OsString, FrontendError> {
        let source = scratch.join("trailhound.rs");
        let library = scratch.join(LIBRARY);
        fs::write(&source, CRATE).map_err(|cause| FrontendError::io(&source, cause))?;
        let mut command = Command::new(&self.rustc.program);
        command.args(["--crate-type=rlib", "--crate-name=trailhound"]);
        command.args(["--edition=2024", "-Copt-level=1", "--cfg=trailhound"]);
        command.args(["-Csymbol-mangling-version=v0", "--cap-lints=allow"]);
        command.arg("-o").arg(&library).arg(&source);
        compiler::run(&mut command, rustc::HINT, &self.budget)?;
        let mut found = OsString::from("trailhound=");
        found.push(library);
        Ok(found)
    }
}
