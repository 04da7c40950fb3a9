//! Rust packages through Cargo: the program, the crates it depends on and the standard library as
//! one module. Cargo decides what is compiled and what is still fresh; rustc's flags are those of
//! a single file.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use serde::Deserialize;
use trailhound_host::{Budget, Scratch};

use super::{Build, CRATE, LIBRARY, calls, freshness, rustc};
use crate::cache::Key;
use crate::compiler;
use crate::error::FrontendError;
use crate::input::{Input, Language};
use crate::{IrModule, Request, read_ir};

const HINT: &str = "install Rust with Cargo from https://rustup.rs";

/// Cargo's own ways to say which program of a package is meant.
const CHOICES: [&str; 4] = ["--bin", "--example", "--test", "--lib"];

/// What `cargo metadata` says of the package, as far as it matters here.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    target_directory: PathBuf,
    workspace_root: PathBuf,
}

#[derive(Deserialize)]
struct Package {
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

pub(super) fn compile(
    manifest: &Input,
    build: &Build,
    request: &Request,
) -> Result<IrModule, FrontendError> {
    let metadata = metadata(&manifest.path, &build.budget)?;
    let choice = choice(&metadata, &manifest.path, &request.cargo_flags)?;
    // Beside Cargo's own directories, since the flags differ; inside, so that `cargo clean` cleans.
    // Another compiler finds another directory.
    let compiler = Key::of(&build.rustc.version);
    let directory = metadata
        .target_directory
        .join(format!("trailhound/{compiler}"));
    fs::create_dir_all(&directory).map_err(|cause| FrontendError::io(&directory, cause))?;

    let (everywhere, mut last) = flags(build, &directory)?;
    if !metadata.declares("trailhound") {
        last.push("--extern".into());
        last.push(library(build, &directory)?);
    }
    let key = Key::of(&(
        &manifest.path,
        &choice,
        &everywhere,
        &last,
        &build.variables,
    ));
    let ir = directory.join(format!("{key}.ll"));
    let mut emit = OsString::from("--emit=llvm-ir=");
    emit.push(&ir);
    last.push(emit);

    let cargo = || {
        let mut command = cargo_command(&manifest.path, "rustc");
        // A library alone is no program; its unit tests are.
        let profile = match choice.iter().any(|flag| flag == "--lib") {
            true => "--profile=test",
            false => "--profile=dev",
        };
        command.args([profile, "--target", build.rustc.host()]);
        command.arg("--target-dir").arg(&directory).args(&choice);
        command.arg("--message-format=json-render-diagnostics");
        command.env("RUSTC", &build.rustc.program);
        command.env("CARGO_ENCODED_RUSTFLAGS", join(&everywhere));
        command.env("CARGO_INCREMENTAL", "0");
        // By this setting Cargo leaves bitcode in the libraries that the program is made of.
        command.env("CARGO_PROFILE_DEV_LTO", "fat");
        command.env("CARGO_PROFILE_DEV_PANIC", "unwind");
        command.envs(build.variables.iter().map(|(name, value)| (name, value)));
        command.arg("--").args(&last);
        let watch = request.watch.clone();
        compiler::run_heard(&mut command, HINT, &build.budget, move |line| {
            let line = String::from_utf8_lossy(line);
            if let Some(package) = line.trim().strip_prefix("Compiling ") {
                // Without the directory of a local package.
                watch.compiling(package.split(" (").next().unwrap_or(package));
            }
        })
    };
    let start = SystemTime::now();
    let printed = cargo()?;
    let overlooked = freshness::overlooked(&printed, &metadata.workspace_root, start);
    if overlooked || !ir.is_file() {
        // Cargo goes by the times of files, and does not look for what somebody took away.
        let mut command = cargo_command(&manifest.path, "clean");
        compiler::run(
            command.arg("--target-dir").arg(&directory),
            HINT,
            &build.budget,
        )?;
        // What is ours went with the rest.
        return compile(manifest, build, request);
    }
    Ok(IrModule {
        name: manifest.name(),
        text: read_ir(&ir)?,
        language: Language::Rust,
    })
}

/// The crate `trailhound`, compiled once: a newer file would make the program stale. Another
/// check of the package may be at it, too.
fn library(build: &Build, directory: &Path) -> Result<OsString, FrontendError> {
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

/// Takes the place of the linker: Cargo would compile a crate again whose program is not there.
const LINKER: &str = r#"#!/bin/sh
while [ $# -gt 1 ]; do
    if [ "$1" = -o ]; then : > "$2"; exit; fi
    shift
done
"#;

fn linker(directory: &Path) -> Result<OsString, FrontendError> {
    let path = directory.join(format!("linker-{}", Key::of(LINKER)));
    if !path.is_file() {
        let scratch = scratch(directory)?;
        let made = scratch.path().join("linker");
        let write = || -> io::Result<()> {
            fs::write(&made, LINKER)?;
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                fs::set_permissions(&made, fs::Permissions::from_mode(0o755))?;
            }
            fs::rename(&made, &path)
        };
        write().map_err(|cause| FrontendError::io(&path, cause))?;
    }
    let mut flag = OsString::from("-Clinker=");
    flag.push(path);
    Ok(flag)
}

fn scratch(directory: &Path) -> Result<Scratch, FrontendError> {
    Scratch::beside(directory).map_err(|cause| FrontendError::io(directory, cause))
}

fn cargo_command(manifest: &Path, verb: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.arg(verb).arg("--manifest-path").arg(manifest);
    command
}

fn metadata(manifest: &Path, budget: &Budget) -> Result<Metadata, FrontendError> {
    let mut command = cargo_command(manifest, "metadata");
    command.args(["--no-deps", "--format-version=1", "--quiet"]);
    let text = compiler::run(&mut command, HINT, budget)?;
    let mut metadata: Metadata =
        serde_json::from_str(&text).map_err(|cause| FrontendError::BadPackage {
            path: manifest.to_path_buf(),
            cause: format!("Cargo's description of it cannot be read: {cause}"),
        })?;
    // The other members of its workspace are not meant, unless it is the workspace's own.
    let manifest = fs::canonicalize(manifest).ok();
    let is_meant = |package: &Package| Some(&package.manifest_path) == manifest.as_ref();
    if metadata.packages.iter().any(is_meant) {
        metadata.packages.retain(is_meant);
    }
    Ok(metadata)
}

impl Metadata {
    fn declares(&self, name: &str) -> bool {
        let mut dependencies = self.packages.iter().flat_map(|p| &p.dependencies);
        dependencies.any(|dependency| dependency.name == name)
    }

    /// The programs of the package, or the one that its author says is run.
    fn programs(&self) -> BTreeSet<&str> {
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

/// The user's flags for Cargo, with the program's name where only one can be meant.
fn choice(
    metadata: &Metadata,
    manifest: &Path,
    given: &[String],
) -> Result<Vec<String>, FrontendError> {
    let mut choice = given.to_vec();
    if given.iter().any(|flag| CHOICES.contains(&flag.as_str())) {
        return Ok(choice);
    }
    let programs = metadata.programs();
    let cause = match programs.len() {
        1 => {
            choice.push("--bin".to_string());
            choice.extend(programs.iter().map(|name| name.to_string()));
            return Ok(choice);
        }
        0 => "it has no program; choose --example NAME, --test NAME, or --lib for its unit tests"
            .to_string(),
        _ => {
            let names: Vec<&str> = programs.into_iter().collect();
            format!(
                "it has several programs; choose with --bin one of {}",
                names.join(", ")
            )
        }
    };
    Err(FrontendError::BadPackage {
        path: manifest.to_path_buf(),
        cause,
    })
}

/// What rustc is told for every crate, and what for the last one only. Whole-program
/// optimisation is Cargo's to ask for; only the last crate is linked.
fn flags(build: &Build, directory: &Path) -> Result<(Vec<OsString>, Vec<OsString>), FrontendError> {
    let scratch = scratch(directory)?;
    let mut everywhere: Vec<OsString> = calls::kept_calls(build, scratch.path())?
        .into_iter()
        .map(OsString::from)
        .collect();
    let (mut last, others): (Vec<OsString>, Vec<OsString>) = build
        .flags
        .iter()
        .cloned()
        .partition(|flag| rustc::LINKING.iter().any(|linking| flag == linking));
    last.retain(|flag| flag != rustc::NO_LINKER);
    last.push(linker(directory)?);
    everywhere.extend(
        others
            .into_iter()
            .filter(|flag| flag != rustc::WHOLE_PROGRAM),
    );
    Ok((everywhere, last))
}

/// The form of `CARGO_ENCODED_RUSTFLAGS`.
fn join(flags: &[OsString]) -> OsString {
    flags.join(&OsString::from("\u{1f}"))
}
