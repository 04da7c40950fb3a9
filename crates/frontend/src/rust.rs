//! Rust through rustc: one crate and the standard library as one module.
//! How rustc optimises, which of it must not happen, and how a crate is called live here.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use tempfile::TempDir;

use crate::cache::{Cache, Key, Made};
use crate::compiler;
use crate::error::FrontendError;
use crate::input::{Input, Language};
use crate::surroundings::Surroundings;
use crate::{IrModule, Request, read_ir};

const CRATE: &str = include_str!("../../../helpers/rust/src/lib.rs");

const HINT: &str = "install Rust from https://rustup.rs or set TRAILHOUND_RUSTC to its path";

/// The current edition first; a program that it refuses may be an older one.
const EDITIONS: [&str; 2] = ["2024", "2021"];

/// The first LLVM that can leave out single passes.
const LLVM_WITH_CHOICE: u32 = 22;

/// The passes of level 1 that merge, move, invent or remove accesses to memory that another
/// thread may see, or change what an error looks like (a recursion without end becomes a
/// loop, a null access becomes `unreachable`). What remains is inlining, promotion of locals,
/// constants, and dropping functions that nobody calls: the IR is some 5 % larger than
/// with all of them and 60 % smaller than at level 0.
const LEFT_OUT: &[&str] = &[
    // accesses
    "early-cse",
    "instcombine",
    "instsimplify",
    "gvn",
    "dse",
    "adce",
    "bdce",
    "memcpyopt",
    "mldst-motion",
    "jump-threading",
    "simplifycfg",
    "slp-vectorizer",
    "vector-combine",
    "libcalls-shrinkwrap",
    "div-rem-pairs",
    "float2int",
    "reassociate",
    "tailcallelim",
    // loops
    "licm",
    "indvars",
    "loop-deletion",
    "loop-distribute",
    "loop-idiom",
    "loop-instsimplify",
    "loop-load-elim",
    "loop-rotate",
    "loop-simplifycfg",
    "loop-sink",
    "loop-unroll",
    "loop-unroll-full",
    "loop-vectorize",
    "simple-loop-unswitch",
    // globals and parameters
    "argpromotion",
    "constmerge",
    "deadargelim",
    "globalopt",
    "ipsccp",
];

pub(crate) fn compile(
    root: &Input,
    request: &Request,
    surroundings: &Surroundings,
) -> Result<IrModule, FrontendError> {
    let rustc = Rustc::find(surroundings)?;
    let mut build = Build {
        flags: rustc.flags(request.opt_level),
        variables: Vec::new(),
        rustc,
    };
    for define in &request.defines {
        build.define(define)?;
    }
    build.flags.extend(crate_name(&root.path));
    build
        .flags
        .extend(request.compiler_flags.iter().map(OsString::from));

    // Flags may bring files that rustc does not list among those it has read.
    let cache = match &surroundings.cache {
        Some(directory) if request.compiler_flags.is_empty() => Cache::open(directory),
        _ => None,
    };
    let key = Key::of(&(
        &build.rustc.version,
        CRATE,
        &build.flags,
        &build.variables,
        &root.path,
        env::current_dir().ok(),
    ));
    let known = cache.as_ref().and_then(|cache| cache.load(&key));
    let text = match known {
        Some(text) => text,
        None => {
            let scratch = TempDir::with_prefix("trailhound-")
                .map_err(|cause| FrontendError::io(&env::temp_dir(), cause))?;
            let start = SystemTime::now();
            build.run(&root.path, scratch.path())?;
            let text = read_ir(&scratch.path().join("crate.ll"))?;
            if let Some(cache) = &cache {
                let made = Made {
                    dep_info: &scratch.path().join("crate.d"),
                    since: start,
                    given: &build.variables,
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

struct Rustc {
    program: OsString,
    /// Everything that `rustc -vV` says.
    version: String,
}

impl Rustc {
    fn find(surroundings: &Surroundings) -> Result<Self, FrontendError> {
        let program = surroundings.rustc.clone();
        let version = compiler::run(Command::new(&program).arg("-vV"), HINT)?;
        Ok(Rustc { program, version })
    }

    fn llvm(&self) -> Option<u32> {
        let version = self
            .version
            .lines()
            .find_map(|line| line.strip_prefix("LLVM version: "))?;
        version.split('.').next()?.parse().ok()
    }

    fn flags(&self, opt_level: Option<u8>) -> Vec<OsString> {
        let mut flags: Vec<String> = [
            "-g",
            "-Clto=fat",
            "-Ccodegen-units=1",
            "-Cpanic=unwind",
            "-Cdebug-assertions=on",
            "-Coverflow-checks=on",
            // The scheme that `std` is compiled with, so that one form of name serves all.
            "-Csymbol-mangling-version=v0",
            // The IR is complete only if rustc goes on to link, but nobody wants the program.
            "-Clinker=true",
            "-Cllvm-args=-fast-isel",
            "--cap-lints=allow",
            "--cfg=trailhound",
        ]
        .map(String::from)
        .to_vec();
        match opt_level {
            Some(level) => flags.push(format!("-Copt-level={level}")),
            None if self.llvm() >= Some(LLVM_WITH_CHOICE) => {
                flags.push("-Copt-level=1".to_string());
                flags.push(format!("-Cllvm-args=-opt-disable={}", LEFT_OUT.join(",")));
            }
            // Large, but true to the source.
            None => flags.push("-Copt-level=0".to_string()),
        }
        flags.into_iter().map(OsString::from).collect()
    }
}

/// All that decides what rustc makes of a crate, except for the files it reads.
struct Build {
    rustc: Rustc,
    flags: Vec<OsString>,
    /// Set while rustc runs, for `env!` and `option_env!`.
    variables: Vec<(String, String)>,
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
        let library = if says("trailhound=") {
            None
        } else {
            Some(self.library(scratch)?)
        };
        let run = |edition: Option<&str>| {
            let mut command = Command::new(&self.rustc.program);
            command.args(&self.flags);
            if compiler::colours() {
                command.arg("--color=always");
            }
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
            compiler::run(&mut command, HINT).map(drop)
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
        let library = scratch.join("libtrailhound.rlib");
        fs::write(&source, CRATE).map_err(|cause| FrontendError::io(&source, cause))?;
        let mut command = Command::new(&self.rustc.program);
        command.args(["--crate-type=rlib", "--crate-name=trailhound"]);
        command.args(["--edition=2024", "-Copt-level=1", "--cfg=trailhound"]);
        command.args(["-Csymbol-mangling-version=v0", "--cap-lints=allow"]);
        command.arg("-o").arg(&library).arg(&source);
        compiler::run(&mut command, HINT)?;
        let mut found = OsString::from("trailhound=");
        found.push(library);
        Ok(found)
    }
}
