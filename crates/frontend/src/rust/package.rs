//! A package as Cargo knows it, and what Cargo is told whatever it compiles. Cargo decides what is still
//! fresh; rustc's flags are those of a single file.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use trailhound_host::{Budget, Scratch};

use super::build::{Build, CRATE, LIBRARY};
use super::{calls, rustc, wrapper};
use crate::cache::Key;
use crate::compiler;
use crate::error::FrontendError;
use crate::watch::Watch;

const HINT: &str = "install Rust with Cargo from https://rustup.rs";

/// What `cargo metadata` says of the package, as far as it matters here.
#[derive(Deserialize)]
pub(super) struct Metadata {
    packages: Vec<Package>,
    pub target_directory: PathBuf,
    pub workspace_root: PathBuf,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    targets: Vec<Target>,
    dependencies: Vec<Dependency>,
    default_run: Option<String>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
}

impl Metadata {
    /// The other members of its workspace are not meant, unless it is the workspace's own.
    pub fn narrow(&mut self, manifest: &Path) {
        let manifest = fs::canonicalize(manifest).ok();
        let is_meant = |package: &Package| Some(&package.manifest_path) == manifest.as_ref();
        if self.packages.iter().any(is_meant) {
            self.packages.retain(is_meant);
        }
    }

    /// The name of the package with this manifest.
    pub fn package_of(&self, manifest: &Path) -> Option<&str> {
        let mut packages = self.packages.iter();
        let package = packages.find(|package| package.manifest_path == manifest)?;
        Some(&package.name)
    }

    pub fn declares(&self, name: &str) -> bool {
        let mut dependencies = self.packages.iter().flat_map(|p| &p.dependencies);
        dependencies.any(|dependency| dependency.name == name)
    }

    /// The programs of the package, or the one that its author says is run.
    pub fn programs(&self) -> BTreeSet<&str> {
        let default: BTreeSet<&str> = self
            .packages
            .iter()
            .filter_map(|package| package.default_run.as_deref())
            .collect();
        if default.len() == 1 {
            return default;
        }
        let targets = self.packages.iter().flat_map(|package| &package.targets);
        targets
            .filter(|target| target.kind.iter().any(|kind| kind == "bin"))
            .map(|target| target.name.as_str())
            .collect()
    }
}

/// Beside Cargo's own directories, since the flags differ; inside, so that `cargo clean` cleans.
/// Another compiler, and other flags of ours, of which Cargo does not know, find another directory.
pub(super) fn directory_of(metadata: &Metadata, build: &Build) -> Result<PathBuf, FrontendError> {
    let made_with = Key::of(&(
        build.rustc.identity(),
        &build.flags,
        &build.kept_functions,
        &build.variables,
    ));
    let directory = metadata
        .target_directory
        .join(format!("trailhound/{made_with}"));
    create(&directory)?;
    Ok(directory)
}

pub(super) fn create(directory: &Path) -> Result<(), FrontendError> {
    fs::create_dir_all(directory).map_err(|cause| FrontendError::io(directory, cause))
}

/// The crate `trailhound`, compiled once: a newer file would make the program stale. Another
/// check of the package may be at it, too.
pub(super) fn library(build: &Build, directory: &Path) -> Result<OsString, FrontendError> {
    let path = directory.join(format!("libtrailhound-{}.rlib", Key::of(&CRATE)));
    if !path.is_file() {
        let scratch = scratch(directory)?;
        build.library(scratch.path())?;
        let made = scratch.path().join(LIBRARY);
        fs::rename(&made, &path).map_err(|cause| FrontendError::io(&path, cause))?;
    }
    let mut found = OsString::from("trailhound=");
    found.push(path);
    Ok(found)
}

/// What Cargo is told of its profiles. By the first setting it leaves bitcode in the libraries that the program is
/// made of; the others are about a program, which is not made.
const PROFILE: [(&str, &str); 3] = [
    ("LTO", "fat"),
    ("SPLIT_DEBUGINFO", "off"),
    ("STRIP", "none"),
];

/// Tells Cargo what is the same for whatever it compiles. Flags of the user's (`RUSTFLAGS`, Cargo's
/// configuration) stay Cargo's business; ours come behind them.
pub(super) fn set_up(
    command: &mut Command,
    build: &Build,
    directory: &Path,
    everywhere: &[OsString],
) -> Result<(), FrontendError> {
    command.args(["--target", build.rustc.host()]);
    command.arg("--target-dir").arg(directory);
    command.arg("--message-format=json-render-diagnostics");
    command.env("RUSTC", &build.rustc.program);
    // The user's own wrapper, a cache mostly, would not know our flags.
    let wrapper = wrapper::write_for_all(directory, everywhere)?;
    command.env("RUSTC_WRAPPER", wrapper);
    command.env("CARGO_INCREMENTAL", "0");
    for (setting, value) in PROFILE {
        // Each profile has its own, with which a manifest could undo those of the other.
        command.env(format!("CARGO_PROFILE_DEV_{setting}"), value);
        command.env(format!("CARGO_PROFILE_TEST_{setting}"), value);
    }
    // Of tests Cargo ignores it, and says so.
    command.env("CARGO_PROFILE_DEV_PANIC", "unwind");
    command.envs(build.variables.iter().map(|(name, value)| (name, value)));
    Ok(())
}

/// Has Cargo compile; who watches hears which package it is at. Gives what it prints.
pub(super) fn run(
    command: &mut Command,
    build: &Build,
    watch: &Watch,
) -> Result<String, FrontendError> {
    let watch = watch.clone();
    compiler::run_heard(command, HINT, &build.budget, move |line| {
        let line = String::from_utf8_lossy(line);
        if let Some(package) = line.trim().strip_prefix("Compiling ") {
            // Without the directory of a local package.
            watch.compiling(package.split(" (").next().unwrap_or(package));
        }
    })
}

/// How often a build is made anew before it counts as one that is never fresh.
const ATTEMPTS: usize = 3;

/// What an attempt to build makes, which is None if it is missing or stale. Then the next one begins with nothing.
pub(super) fn build_fresh<T>(
    manifest: Option<&Path>,
    build: &Build,
    directory: &Path,
    attempt: impl Fn() -> Result<Option<T>, FrontendError>,
) -> Result<T, FrontendError> {
    for _ in 0..ATTEMPTS {
        if let Some(made) = attempt()? {
            return Ok(made);
        }
        clean(manifest, build, directory)?;
    }
    Err(FrontendError::NeverFresh { attempts: ATTEMPTS })
}

fn clean(manifest: Option<&Path>, build: &Build, directory: &Path) -> Result<(), FrontendError> {
    let mut command = cargo_command(manifest, "clean");
    command.arg("--target-dir").arg(directory);
    compiler::run(&mut command, HINT, &build.budget)?;
    create(directory)
}

/// Takes the place of the linker: Cargo would compile a crate again whose program is not there. The program
/// is its own name, since Cargo gives it another one that is the same for all flags.
const LINKER: &str = r#"#!/bin/sh
while [ $# -gt 1 ]; do
    if [ "$1" = -o ]; then printf %s "$2" > "$2"; exit; fi
    shift
done
"#;

/// What rustc has called a program.
pub(super) fn linked_as(program: &Path) -> Option<PathBuf> {
    fs::read_to_string(program).ok().map(PathBuf::from)
}

fn linker(directory: &Path) -> Result<OsString, FrontendError> {
    let mut flag = OsString::from("-Clinker=");
    flag.push(wrapper::script(directory, "linker", LINKER)?);
    Ok(flag)
}

fn scratch(directory: &Path) -> Result<Scratch, FrontendError> {
    Scratch::beside(directory).map_err(|cause| FrontendError::io(directory, cause))
}

/// Without a manifest Cargo looks for one, from the current directory on.
pub(super) fn cargo_command(manifest: Option<&Path>, verb: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.arg(verb);
    if let Some(manifest) = manifest {
        command.arg("--manifest-path").arg(manifest);
    }
    command
}

pub(super) fn metadata(
    manifest: Option<&Path>,
    budget: &Budget,
) -> Result<Metadata, FrontendError> {
    let bad = |cause: String| FrontendError::BadPackage {
        path: manifest.map_or_else(|| env::current_dir().unwrap_or_default(), Path::to_path_buf),
        cause,
    };
    let mut command = cargo_command(manifest, "metadata");
    command.args(["--no-deps", "--format-version=1", "--quiet"]);
    let text = match compiler::run(&mut command, HINT, budget) {
        Err(FrontendError::CompileFailed { output, .. }) => {
            let said = output.trim();
            return Err(bad(said.strip_prefix("error: ").unwrap_or(said).to_owned()));
        }
        other => other?,
    };
    serde_json::from_str(&text)
        .map_err(|cause| bad(format!("Cargo's description of it cannot be read: {cause}")))
}

/// What rustc is told for every crate, and what for the last one only. Whole-program
/// optimisation is Cargo's to ask for; only the last crate is linked.
pub(super) fn flags(
    build: &Build,
    directory: &Path,
) -> Result<(Vec<OsString>, Vec<OsString>), FrontendError> {
    let scratch = scratch(directory)?;
    let mut everywhere: Vec<OsString> = calls::kept_calls(build, scratch.path())?
        .into_iter()
        .map(OsString::from)
        .collect();
    let (mut last, others): (Vec<OsString>, Vec<OsString>) = build
        .flags
        .iter()
        .cloned()
        .partition(|flag| rustc::is_for_linking(flag));
    last.retain(|flag| flag != rustc::NO_LINKER);
    last.push(linker(directory)?);
    everywhere.extend(
        others
            .into_iter()
            .filter(|flag| flag != rustc::WHOLE_PROGRAM),
    );
    Ok((everywhere, last))
}
