//! The compilers that tests use: the one that the front end takes, and clang 19. One that is missing
//! is a failure and no reason to skip a test: `scripts/setup-tests.sh` installs them.
#![allow(dead_code)] // Each test uses its part.

use std::process::Command;

/// The newest clang whose IR is read in tests, and the oldest with a libc++ that is supported.
const NEWEST: u32 = 19;

/// `TRAILHOUND_CLANG`, or plain `clang`.
pub fn clang() -> String {
    let named = std::env::var("TRAILHOUND_CLANG").ok();
    named.unwrap_or_else(|| "clang".to_owned())
}

/// That one and clang 19.
pub fn clangs() -> Vec<String> {
    let first = clang();
    match version(&first) {
        NEWEST => vec![first],
        _ => vec![first, format!("clang-{NEWEST}")],
    }
}

pub fn version(clang: &str) -> u32 {
    let version = said_by(clang, &["-dumpversion"]);
    let major = version.split('.').next().unwrap_or_default();
    major.parse().expect("a version begins with a number")
}

/// Whether the compiler is new enough for libc++, which then must be installed.
pub fn has_libcxx() -> bool {
    let clang = clang();
    if version(&clang) < NEWEST {
        return false;
    }
    let arguments = ["-stdlib=libc++", "-x", "c++", "-include", "version", "-dM"];
    let macros = said_by(&clang, &[&arguments[..], &["-E", "/dev/null"]].concat());
    assert!(macros.contains("#define _LIBCPP_VERSION "), "{macros}");
    true
}

fn said_by(clang: &str, arguments: &[&str]) -> String {
    const INSTALL: &str = "scripts/setup-tests.sh installs what tests need";
    let output = Command::new(clang).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{clang}: {error} ({INSTALL})"));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}\n({INSTALL})");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
