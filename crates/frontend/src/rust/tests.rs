//! The tests of Rust packages through Cargo, which compiles all of them in one run: the module of each is
//! written beside where its program would be.

use std::path::{self, Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs};

use serde::Deserialize;

use super::build::Build;
use super::build_lock::BuildLock;
use super::package::{
    Metadata, build_fresh, cargo_command, directory_of, flags, library, metadata, run, set_up,
};
use super::{freshness, wrapper};
use crate::error::FrontendError;
use crate::request::Request;

/// What a test belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TargetKind {
    Lib,
    Bin,
    Example,
    Test,
    Bench,
}

impl TargetKind {
    /// As in `--lib`.
    pub fn name(self) -> &'static str {
        match self {
            TargetKind::Lib => "lib",
            TargetKind::Bin => "bin",
            TargetKind::Example => "example",
            TargetKind::Test => "test",
            TargetKind::Bench => "bench",
        }
    }

    fn of(kinds: &[String]) -> Option<TargetKind> {
        kinds.iter().find_map(|kind| match kind.as_str() {
            "lib" | "rlib" | "dylib" | "cdylib" | "staticlib" => Some(TargetKind::Lib),
            "bin" => Some(TargetKind::Bin),
            "example" => Some(TargetKind::Example),
            "test" => Some(TargetKind::Test),
            "bench" => Some(TargetKind::Bench),
            // Macros run in the compiler.
            _ => None,
        })
    }
}

/// One program of tests, compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestTarget {
    pub package: String,
    pub manifest: PathBuf,
    pub kind: TargetKind,
    pub name: String,
    /// The module with all that it depends on.
    pub ir: PathBuf,
}

/// The programs of tests that Cargo was asked for.
#[derive(Clone, Debug)]
pub struct TestTargets {
    /// By package, kind and name.
    pub targets: Vec<TestTarget>,
    /// Packages of macros, which run in the compiler: their own tests cannot be checked.
    pub macros: Vec<String>,
    /// Cargo's directory for what it makes.
    pub target_directory: PathBuf,
    pub seconds: f64,
    /// The modules may be read as long as this is kept.
    pub lock: BuildLock,
}

/// A line of what Cargo prints.
#[derive(Deserialize)]
struct Message {
    reason: String,
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// Has Cargo compile the tests that the flags of `request` select, in the package or workspace of `manifest`.
pub(super) fn compile(
    manifest: Option<&Path>,
    build: &Build,
    request: &Request,
) -> Result<TestTargets, FrontendError> {
    let mut metadata = metadata(manifest, &build.budget)?;
    if let Some(chosen) = &request.target_directory {
        metadata.target_directory =
            path::absolute(chosen).map_err(|cause| FrontendError::io(chosen, cause))?;
    }
    let directory = directory_of(&metadata, build)?;
    let lock = BuildLock::take(&directory, &build.budget, &request.watch)?;
    let attempt = || attempt(manifest, build, request, &metadata, &directory);
    let (targets, macros) = build_fresh(manifest, build, &directory, attempt)?;
    Ok(TestTargets {
        targets,
        macros,
        target_directory: metadata.target_directory,
        seconds: 0.0,
        lock,
    })
}

/// The programs of tests, and the packages of macros that have some.
type Compiled = (Vec<TestTarget>, Vec<String>);

/// None if something is missing or stale: Cargo goes by the times of files, and does not look for what was taken away.
fn attempt(
    manifest: Option<&Path>,
    build: &Build,
    request: &Request,
    metadata: &Metadata,
    directory: &Path,
) -> Result<Option<Compiled>, FrontendError> {
    let (everywhere, last) = flags(build, directory)?;
    let wrapper = wrapper::write_for_tests(directory, &last, &library(build, directory)?)?;
    let mut command = cargo_command(manifest, "test");
    command.arg("--no-run");
    set_up(&mut command, build, directory, &everywhere)?;
    command.args(&request.cargo_flags);
    call_by_name(&mut command, &wrapper);
    let start = SystemTime::now();
    let printed = run(&mut command, build, &request.watch)?;
    let (targets, macros) = targets(&printed, metadata);
    let overlooked = freshness::overlooked(&printed, &metadata.workspace_root, start);
    let is_complete = targets.iter().all(|target| target.ir.is_file());
    Ok((is_complete && !overlooked).then_some((targets, macros)))
}

/// Cargo finds the script on its search path, where that can be said: by its whole path, the same program would have
/// other names in another directory.
fn call_by_name(command: &mut Command, wrapper: &Path) {
    let before = env::var_os("PATH").unwrap_or_default();
    let places = wrapper.parent().map(Path::to_path_buf);
    let places = places.into_iter().chain(env::split_paths(&before));
    let (name, path) = match (wrapper.file_name(), env::join_paths(places)) {
        (Some(name), Ok(path)) => (name, path),
        _ => (wrapper.as_os_str(), before),
    };
    command.env("RUSTC_WORKSPACE_WRAPPER", name);
    command.env("PATH", path);
}

/// What Cargo names in its messages.
fn targets(printed: &str, metadata: &Metadata) -> Compiled {
    let messages = printed
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let messages: Vec<Message> = messages.collect();
    let macros = messages
        .iter()
        .filter_map(|message| message.macros(metadata));
    let mut macros: Vec<String> = macros.collect();
    macros.sort();
    macros.dedup();
    let messages = messages.into_iter();
    let mut targets: Vec<TestTarget> = messages
        .filter_map(|message| message.test(metadata))
        .collect();
    let order = |target: &TestTarget| {
        let key = (target.package.clone(), target.kind, target.name.clone());
        (key, target.ir.clone())
    };
    targets.sort_by_key(order);
    targets.dedup();
    (targets, macros)
}

impl Message {
    /// The package, if these are the tests of macros.
    fn macros(&self, metadata: &Metadata) -> Option<String> {
        let is_test = self.profile.as_ref()?.test && self.executable.is_some();
        let kinds = &self.target.as_ref()?.kind;
        let package = metadata.package_of(self.manifest_path.as_ref()?)?;
        (is_test && kinds.iter().any(|kind| kind == "proc-macro")).then(|| package.to_owned())
    }

    fn test(self, metadata: &Metadata) -> Option<TestTarget> {
        let is_test = self.reason == "compiler-artifact" && self.profile?.test;
        let target = self.target?;
        let manifest = self.manifest_path?;
        Some(TestTarget {
            package: metadata.package_of(&manifest)?.to_owned(),
            kind: TargetKind::of(&target.kind)?,
            name: target.name,
            ir: self.executable.filter(|_| is_test)?.with_extension("ll"),
            manifest,
        })
    }
}

/// The one program of tests that the flags name.
pub(super) fn compile_one(
    manifest: &Path,
    build: &Build,
    request: &Request,
) -> Result<(TestTarget, BuildLock), FrontendError> {
    let TestTargets {
        mut targets, lock, ..
    } = compile(Some(manifest), build, request)?;
    let own = fs::canonicalize(manifest).ok();
    let is_own = |target: &TestTarget| Some(&target.manifest) == own.as_ref();
    // The manifest of a workspace may have no package of its own.
    if targets.iter().any(is_own) {
        targets.retain(is_own);
    }
    let bad = |cause: String| FrontendError::BadPackage {
        path: manifest.to_path_buf(),
        cause,
    };
    let names: Vec<String> = targets
        .iter()
        .map(|target| target.package.clone())
        .collect();
    match (targets.pop(), names.len()) {
        (Some(target), 1) => Ok((target, lock)),
        (None, _) => Err(bad(format!(
            "it has no such tests: {}; `cargo trailhound test` lists those that it has",
            request.cargo_flags.join(" ")
        ))),
        (Some(_), _) => Err(bad(format!(
            "several packages have such tests; choose with --package one of {}",
            names.join(", ")
        ))),
    }
}
