//! The Rust compiler: its version, and the flags that say what it may do to the code.
//! It does not know the program.

use std::ffi::{OsStr, OsString};
use std::hash::Hash;
use std::process::Command;

use trailhound_host::Budget;

use crate::compiler::{self, state_of};
use crate::error::FrontendError;
use crate::surroundings::Surroundings;

pub(super) const HINT: &str =
    "install Rust from https://rustup.rs or set TRAILHOUND_RUSTC to its path";

/// The oldest LLVM on which leaving out single passes was tried.
const LLVM_WITH_CHOICE: u32 = 22;

/// The passes of level 1 that merge, move, invent or remove accesses to memory that another
/// thread may see, or change what an error looks like (a recursion without end becomes a
/// loop, a null access becomes `unreachable`). What remains is inlining, promotion of locals,
/// constants, and dropping functions that are never called: the IR is some 5 % larger than
/// with all of them and less than half of what level 0 writes.
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

/// Asks for the program and its libraries as one module.
pub(super) const WHOLE_PROGRAM: &str = "-Clto=fat";

/// The linker that makes nothing.
pub(super) const NO_LINKER: &str = "-Clinker=true";

/// Ends the generation of code with its first pass, behind which the IR has been written.
const NO_CODE: &str = "-Cllvm-args=-stop-after=pre-isel-intrinsic-lowering";

/// The quickest way to code, for versions of LLVM on which nothing else was tried.
const QUICK_CODE: &str = "-Cllvm-args=-fast-isel";

/// Whether a flag concerns the last step only, from one module to a program. The IR is complete only if
/// rustc goes on to link, but the program itself is not used.
pub(super) fn is_for_linking(flag: &OsStr) -> bool {
    [NO_LINKER, NO_CODE, QUICK_CODE]
        .iter()
        .any(|&linking| flag == linking)
}

/// What tells Rust's compiler not to inline a function, by its symbol.
pub fn flag_to_keep_calls(symbol: &str) -> String {
    format!("-Cllvm-args=-force-attribute={symbol}:noinline")
}

pub(super) struct Rustc {
    pub program: OsString,
    /// Everything that `rustc -vV` says.
    pub version: String,
}

impl Rustc {
    pub fn find(surroundings: &Surroundings, budget: &Budget) -> Result<Self, FrontendError> {
        let program = surroundings.rustc.clone();
        let version = compiler::run(Command::new(&program).arg("-vV"), HINT, budget)?;
        Ok(Rustc { program, version })
    }

    /// What tells this compiler from others, also one that is a script of the same version.
    pub fn identity(&self) -> impl Hash {
        (&self.version, &self.program, state_of(&self.program))
    }

    /// The level at which the library's functions are inlined into the program, if it is.
    pub fn inlining_level(opt_level: Option<u8>) -> Option<u8> {
        opt_level.filter(|&level| level >= 2)
    }

    fn llvm(&self) -> Option<u32> {
        let version = self.said("LLVM version: ")?;
        version.split('.').next()?.parse().ok()
    }

    /// The machine that programs are compiled for.
    pub fn host(&self) -> &str {
        self.said("host: ").unwrap_or("x86_64-unknown-linux-gnu")
    }

    fn said(&self, field: &str) -> Option<&str> {
        let mut lines = self.version.lines();
        lines.find_map(|line| line.strip_prefix(field))
    }

    pub fn flags(&self, opt_level: Option<u8>) -> Vec<OsString> {
        let mut flags: Vec<String> = [
            "-g",
            WHOLE_PROGRAM,
            "-Ccodegen-units=1",
            "-Cpanic=unwind",
            "-Cdebug-assertions=on",
            "-Coverflow-checks=on",
            // The scheme that `std` is compiled with, so that one form of name serves all.
            "-Csymbol-mangling-version=v0",
            "--cap-lints=allow",
            "--cfg=trailhound",
            // System calls in assembly are not known: this crate makes them by functions then.
            "--cfg=rustix_use_libc",
            // Nothing is found by name while the program runs: this crate calls libc's function then.
            "--cfg=getrandom_backend=\"linux_getrandom\"",
        ]
        .map(String::from)
        .to_vec();
        flags.push(NO_LINKER.to_string());
        let code = match self.llvm() {
            Some(LLVM_WITH_CHOICE) => NO_CODE,
            _ => QUICK_CODE,
        };
        flags.push(code.to_string());
        match opt_level {
            Some(level) => {
                flags.push(format!("-Copt-level={level}"));
                if let Some(level) = Rustc::inlining_level(opt_level) {
                    // The same passes as rustc's own choice, but for the first: without it, what
                    // is not to be inlined would be known only before the library is added.
                    flags.push("-Cno-prepopulate-passes".to_string());
                    flags.push(format!("-Cpasses=forceattrs globaldce default<O{level}>"));
                }
                // Tables of distances between addresses are for position-independent code only.
                flags.push("-Crelocation-model=static".to_string());
            }
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
