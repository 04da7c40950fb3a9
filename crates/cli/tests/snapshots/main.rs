//! What users read, word for word: trails, verdicts and messages of the command line, as recorded in `recorded/`.
//! Times, amounts of memory and counts of states are left out. To record what has changed, and to read it:
//!
//! ```sh
//! INSTA_UPDATE=always cargo test --release -p cargo-trailhound --test snapshots && git diff
//! ```

mod cases;
#[path = "../redacted/mod.rs"]
mod redacted;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};

use cases::CASES;

/// Commands run side by side unless the caller says otherwise.
const SIDE_BY_SIDE: usize = 2;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(SIDE_BY_SIDE);
    // A verdict that is known from an earlier run says so.
    let _ = fs::remove_dir_all(cache());
    let trials = CASES.iter().map(|&(name, line)| {
        Trial::test(name, move || {
            compare(name, line);
            Ok::<(), Failed>(())
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn repository() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository's root")
}

fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache-of-snapshots")
}

/// Runs a command and compares all that it says with the record.
fn compare(name: &str, line: &str) {
    let line = line
        .replace("PROGRAMS", "tests/programs")
        .replace("HERE", "crates/cli/tests/snapshots/programs");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .current_dir(repository())
        .args(line.split_whitespace())
        // Names in trails follow the debug information, which other versions of clang write differently.
        .env("TRAILHOUND_CLANG", "/usr/bin/clang")
        // What Cargo makes of the example package stays in the directory of this build.
        .env("CARGO_TARGET_DIR", env!("CARGO_TARGET_TMPDIR"))
        .env("TRAILHOUND_CACHE", cache())
        .output()
        .expect("trailhound runs");
    let mut said = format!("$ trailhound {line}\n");
    said += &String::from_utf8_lossy(&output.stdout);
    if !output.stderr.is_empty() {
        said += "--- standard error\n";
        said += &String::from_utf8_lossy(&output.stderr);
    }
    said += &format!("--- exit code {}\n", output.status.code().unwrap_or(-1));
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path("recorded");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, redacted::text(&said, &repository())));
}
