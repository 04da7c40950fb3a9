//! What is not done on the word of a trail alone, which somebody else may have sent: to call a
//! compiler with flags that may run or write something, and to build a package, which runs its
//! build scripts and macros. See docs/trust.md.

use std::path::Path;

use trailhound_frontend::{
    doubtful_for_cargo, doubtful_for_clang, doubtful_for_rustc, doubtful_variable,
};
use trailhound_trail::ProgramSetup;

use crate::args::ReplayArguments;
use crate::conclusion::Conclusion;

/// Why a trail is not replayed without the user's word, and what that would be. Paths are those
/// that will be compiled, from the current directory.
pub fn refusal(setup: &ProgramSetup, arguments: &ReplayArguments) -> Option<Conclusion> {
    let files = match arguments.program.is_empty() {
        true => &setup.files,
        false => &arguments.program,
    };
    let refused = |reason: String, hint: &str| Conclusion {
        hint: Some(hint.to_owned()),
        ..Conclusion::unsupported(reason)
    };
    let is_built = !setup.cargo_flags.is_empty() || files.iter().any(|file| is_package(file));
    if arguments.program.is_empty() && is_built {
        let reason = "the trail is of a Cargo package, and to build a package runs its build \
                      scripts and macros on this machine";
        let hint = "name the package behind the trail if you trust it";
        return Some(refused(reason.to_owned(), hint));
    }
    if arguments.trust_flags {
        return None;
    }
    let is_rust = files.iter().any(|file| is_rust(file));
    let flags = &setup.compiler_flags;
    let doubtful = match is_rust {
        true => doubtful_for_rustc(flags).or_else(|| doubtful_variable(&setup.defines)),
        false => doubtful_for_clang(flags),
    };
    let flag = doubtful.or_else(|| doubtful_for_cargo(&setup.cargo_flags))?;
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
