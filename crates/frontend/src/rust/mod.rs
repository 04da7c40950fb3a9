//! Rust through rustc: one crate, or a package with Cargo's help, and the standard library as
//! one module.
//! What rustc may do to the code is `rustc`'s subject; here is how a crate is built.

mod build;
mod build_lock;
mod calls;
mod cargo;
mod freshness;
mod package;
mod rustc;
mod tests;
mod wrapper;

pub use build_lock::BuildLock;
pub use rustc::flag_to_keep_calls;
pub use tests::{TargetKind, TestTarget, TestTargets};

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use crate::cache::{IrCache, Key, Made};
use crate::compiled::IrModule;
use crate::compiler;
use crate::compiler::read_ir;
use crate::error::FrontendError;
use crate::input::{Input, Language, MANIFEST};
use crate::request::Request;
use crate::surroundings::Surroundings;

use build::{Build, CRATE};
use rustc::Rustc;

/// The current edition first; a program that it refuses may be an older one.
const EDITIONS: [&str; 2] = ["2024", "2021"];

pub(crate) fn compile(
    root: &Input,
    request: &Request,
    surroundings: &Surroundings,
) -> Result<IrModule, FrontendError> {
    let mut build = build_of(request, surroundings)?;
    let is_package = root.path.ends_with(MANIFEST);
    if !is_package {
        build.flags.extend(crate_name(&root.path));
    }
    build
        .flags
        .extend(request.compiler_flags.iter().map(OsString::from));
    let of_tests = |flag: &String| flag == "--lib" || flag == "--test";
    if is_package && (request.of_tests || request.cargo_flags.iter().any(of_tests)) {
        let (target, _lock) = tests::compile_one(&root.path, &build, request)?;
        return Ok(IrModule {
            name: root.name(),
            text: read_ir(&target.ir)?,
            language: Language::Rust,
        });
    }
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
        build.rustc.identity(),
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
            run(&build, &root.path, scratch.path())?;
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

/// Compiles the tests of a package or workspace, the one of the current directory if none is named.
pub(crate) fn compile_tests(
    request: &Request,
    surroundings: &Surroundings,
) -> Result<TestTargets, FrontendError> {
    let mut build = build_of(request, surroundings)?;
    let flags = request.compiler_flags.iter().map(OsString::from);
    build.flags.extend(flags);
    let manifest = request.inputs.first().map(|path| match path.is_dir() {
        true => path.join(MANIFEST),
        false => path.clone(),
    });
    tests::compile(manifest.as_deref(), &build, request)
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

/// How the crates of the request are compiled.
fn build_of(request: &Request, surroundings: &Surroundings) -> Result<Build, FrontendError> {
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
    Ok(build)
}

/// Leaves `crate.ll` and `crate.d` in `scratch`.
fn run(build: &Build, root: &Path, scratch: &Path) -> Result<(), FrontendError> {
    let says = |word: &str| {
        build
            .flags
            .iter()
            .any(|flag| flag.to_string_lossy().contains(word))
    };
    let kept_calls = calls::kept_calls(build, scratch)?;
    let library = if says("trailhound=") {
        None
    } else {
        Some(build.library(scratch)?)
    };
    let run = |edition: Option<&str>| {
        let mut command = Command::new(&build.rustc.program);
        command.args(&kept_calls).args(&build.flags);
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
        command.envs(build.variables.iter().map(|(name, value)| (name, value)));
        command.arg("--").arg(root);
        compiler::run(&mut command, rustc::HINT, &build.budget).map(drop)
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
