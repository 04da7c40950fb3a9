//! What is not done on the word of a trail alone, which another user may have sent: to call a
//! compiler with flags that may run or write something, and to build a package, which runs its
//! build scripts and macros. See docs/trust.md.

use std::path::Path;

use trailhound_frontend::{
    doubtful_for_cargo, doubtful_for_clang, doubtful_for_rustc, doubtful_variable,
};
use trailhound_trail::ProgramRequest;

use crate::verdict::Verdict;

/// Why a trail is not replayed without the user's word, and what that would be. `named` says
/// that the user has named the files. Paths are from the current directory.
pub fn refusal(program: &ProgramRequest, named: bool) -> Option<Verdict> {
    let files = &program.files;
    let refused = |reason: String, hint: &str| Verdict {
        hint: Some(hint.to_owned()),
        ..Verdict::unsupported(reason)
    };
    let is_built = !program.cargo_flags.is_empty() || files.iter().any(|file| is_package(file));
    if !named && is_built {
        let reason = "the trail is of a Cargo package, and to build a package runs its build \
                      scripts and macros on this machine";
        let hint = "name the package behind the trail if you trust it";
        return Some(refused(reason.to_owned(), hint));
    }
    if program.trust_flags {
        return None;
    }
    let is_rust = files.iter().any(|file| is_rust(file));
    let flags = &program.compiler_flags;
    let doubtful = match is_rust {
        true => doubtful_for_rustc(flags).or_else(|| doubtful_variable(&program.defines)),
        false => doubtful_for_clang(flags),
    };
    // Build scripts go by variables of any name.
    let variable = program.defines.first().filter(|_| is_built);
    let doubtful = doubtful.or_else(|| variable.map(String::as_str));
    let flag = doubtful.or_else(|| doubtful_for_cargo(&program.cargo_flags))?;
    let reason = format!(
        "`{flag}`, which the trail asks for, is not among the flags that are known to be harmless"
    );
    let hint = "--trust-flags takes all that it asks for, if you trust where it comes from";
    Some(refused(reason, hint))
}

fn is_rust(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "rs") || is_package(file)
}

fn is_package(file: &Path) -> bool {
    file.ends_with("Cargo.toml") || file.is_dir()
}
