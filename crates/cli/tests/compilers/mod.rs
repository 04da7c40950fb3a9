//! The C compiler that Trailhound itself would find, for tests that need one.

use std::process::Command;

/// `TRAILHOUND_CLANG`, plain `clang`, or the newest that carries a version in its name.
pub fn clang() -> Option<String> {
    let named = std::env::var("TRAILHOUND_CLANG").ok();
    let numbered = (14..=22).rev().map(|version| format!("clang-{version}"));
    let mut candidates = named
        .into_iter()
        .chain(["clang".to_owned()])
        .chain(numbered);
    candidates.find(|name| is_there(name))
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}
