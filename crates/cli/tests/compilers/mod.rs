//! The compilers that Trailhound itself would find, for tests that need one.
#![allow(dead_code)] // Each test uses its part.

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

/// Whether that compiler has a libc++ that Trailhound supports.
pub fn has_libcxx() -> bool {
    let Some(clang) = clang() else {
        return false;
    };
    let arguments = ["-stdlib=libc++", "-x", "c++", "-include", "version", "-dM"];
    let output = Command::new(clang)
        .args(arguments)
        .args(["-E", "/dev/null"])
        .output();
    let macros = output.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).into_owned(),
    );
    let version = macros
        .lines()
        .find_map(|line| line.strip_prefix("#define _LIBCPP_VERSION "))
        .and_then(|version| version.trim().parse::<u32>().ok());
    version.is_some_and(|version| version >= 190_000)
}
