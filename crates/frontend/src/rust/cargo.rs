//! Programs of Rust packages through Cargo: the program, the crates it depends on and the standard library as
//! one module.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Deserialize;

use super::build::Build;
use super::build_lock::BuildLock;
use super::freshness;
use super::package::{
    Metadata, build_fresh, cargo_command, directory_of, flags, library, linked_as, metadata, run,
    set_up,
};
use crate::compiled::IrModule;
use crate::compiler::read_ir;
use crate::error::FrontendError;
use crate::input::{Input, Language};
use crate::request::Request;

/// Cargo's own ways to say which program of a package is meant.
const CHOICES: [&str; 4] = ["--bin", "--example", "--test", "--lib"];

pub(super) fn compile(
    manifest: &Input,
    build: &Build,
    request: &Request,
) -> Result<IrModule, FrontendError> {
    let mut metadata = metadata(Some(&manifest.path), &build.budget)?;
    metadata.narrow(&manifest.path);
    let choice = choice(&metadata, &manifest.path, &request.cargo_flags)?;
    let directory = directory_of(&metadata, build)?;
    let _lock = BuildLock::take(&directory, &build.budget, &request.watch)?;
    let attempt = || attempt(manifest, build, request, &metadata, &choice, &directory);
    let ir = build_fresh(Some(&manifest.path), build, &directory, attempt)?;
    Ok(IrModule {
        name: manifest.name(),
        text: read_ir(&ir)?,
        language: Language::Rust,
    })
}

/// The module, or None if it is missing or stale: Cargo goes by the times of files, and does not look for what was
/// taken away.
fn attempt(
    manifest: &Input,
    build: &Build,
    request: &Request,
    metadata: &Metadata,
    choice: &[String],
    directory: &Path,
) -> Result<Option<PathBuf>, FrontendError> {
    let (everywhere, mut last) = flags(build, directory)?;
    if !metadata.declares("trailhound") {
        last.push("--extern".into());
        last.push(library(build, directory)?);
    }
    last.push("--emit=llvm-ir".into());

    let mut command = cargo_command(Some(&manifest.path), "rustc");
    command.arg("--profile=dev");
    set_up(&mut command, build, directory, &everywhere)?;
    // A wrapper for the crates of the workspace, such as clippy's, compiles nothing.
    command.env("RUSTC_WORKSPACE_WRAPPER", "");
    command.args(choice).arg("--").args(&last);
    let start = SystemTime::now();
    let printed = run(&mut command, build, &request.watch)?;
    let overlooked = freshness::overlooked(&printed, &metadata.workspace_root, start);
    let ir = program(&printed).and_then(|program| linked_as(&program));
    let ir = ir.map(|made| made.with_extension("ll"));
    Ok(ir.filter(|ir| ir.is_file() && !overlooked))
}

/// A line of what Cargo prints.
#[derive(Deserialize)]
struct Message {
    executable: Option<PathBuf>,
}

/// The program that Cargo has made last.
fn program(printed: &str) -> Option<PathBuf> {
    let messages = printed.lines().rev();
    let mut messages = messages.filter_map(|line| serde_json::from_str::<Message>(line).ok());
    messages.find_map(|message| message.executable)
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
