//! Functions of the standard library that are to stay functions of their own: their symbols,
//! which are different for each release, and the flags that keep them from being inlined.
//! It does not know what they are good for.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::build::Build;
use super::rustc::{HINT, Rustc, flag_to_keep_calls};
use crate::cache::{IrCache, Key};
use crate::compiler;
use crate::compiler::read_ir;
use crate::error::FrontendError;

/// A crate that uses those functions which every crate gets its own copy of.
const USES: &str =
    "pub fn wait(receiver: std::sync::mpsc::Receiver<u8>) { let _ = receiver.recv(); }\n";

/// Flags that keep the functions with these paths from being inlined.
pub(super) fn kept_calls(build: &Build, scratch: &Path) -> Result<Vec<String>, FrontendError> {
    let paths = &build.kept_functions[..];
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let cache = IrCache::open(build.cache.as_deref(), "rust-calls");
    let key = Key::of(&(&build.rustc.version, &build.rustc.program, USES, paths));
    let known = cache.as_ref().and_then(|cache| cache.load(&key));
    let mut symbols: BTreeSet<String> = match known {
        Some(text) => text.lines().map(String::from).collect(),
        None => {
            let symbols = copied_symbols(build, paths, scratch)?;
            let lines: Vec<&str> = symbols.iter().map(String::as_str).collect();
            if let Some(cache) = cache {
                cache.store_by_key_alone(&key, &lines.join("\n"));
            }
            symbols
        }
    };
    if Rustc::inlining_level(build.opt_level).is_some() {
        symbols.extend(library_symbols(build, paths)?);
    }
    Ok(symbols
        .iter()
        .map(|symbol| flag_to_keep_calls(symbol))
        .collect())
}

/// Symbols of functions that rustc compiles anew for each crate.
fn copied_symbols(
    build: &Build,
    paths: &[&str],
    scratch: &Path,
) -> Result<BTreeSet<String>, FrontendError> {
    let source = scratch.join("uses.rs");
    let ir = scratch.join("uses.ll");
    fs::write(&source, USES).map_err(|cause| FrontendError::io(&source, cause))?;
    let mut command = Command::new(&build.rustc.program);
    command.args(["--crate-type=lib", "--edition=2021", "--emit=llvm-ir"]);
    command.args(["-Csymbol-mangling-version=v0", "--cap-lints=allow"]);
    // Above level 0 names are those of the program to come; without passes they are there.
    command.args(["-Copt-level=1", "-Cno-prepopulate-passes"]);
    command.arg("-o").arg(&ir).arg(&source);
    compiler::run(&mut command, HINT, &build.budget)?;
    Ok(read_ir(&ir)?
        .lines()
        .filter(|line| line.starts_with("define "))
        .filter_map(|line| line.split(['@', '(']).nth(1))
        .filter(|symbol| is_one_of(symbol, paths))
        .map(String::from)
        .collect())
}

/// Symbols of functions that are compiled into the library, read off the names in its file.
/// Without such a file there are none, and the functions may be inlined.
fn library_symbols(build: &Build, paths: &[&str]) -> Result<BTreeSet<String>, FrontendError> {
    let mut command = Command::new(&build.rustc.program);
    command.args(["--print", "target-libdir"]);
    let directory = compiler::run(&mut command, HINT, &build.budget)?;
    let Some(library) = standard_library(Path::new(directory.trim())) else {
        return Ok(BTreeSet::new());
    };
    let bytes = fs::read(&library).map_err(|cause| FrontendError::io(&library, cause))?;
    Ok(bytes
        .split(|&byte| byte == 0)
        .filter(|name| name.starts_with(b"_R"))
        .filter_map(|name| std::str::from_utf8(name).ok())
        .filter(|symbol| is_one_of(symbol, paths))
        .map(String::from)
        .collect())
}

fn standard_library(directory: &Path) -> Option<PathBuf> {
    fs::read_dir(directory)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("libstd-") && name.ends_with(".rlib")
        })
}

fn is_one_of(symbol: &str, paths: &[&str]) -> bool {
    // Taking a symbol apart is slow, and few of many thousands end in the right way.
    let last = |path: &str| path.rsplit("::").next().map(str::len);
    let likely = |path: &&&str| {
        last(path).is_some_and(|length| symbol.ends_with(&path[path.len() - length..]))
    };
    paths.iter().any(|path| {
        likely(&path)
            && rustc_demangle::try_demangle(symbol).is_ok_and(|name| format!("{name:#}") == **path)
    })
}
