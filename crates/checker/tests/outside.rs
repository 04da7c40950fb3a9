//! The program in `examples/library`, which is outside of the workspace, compiles against the library and gets its
//! verdicts. It is compiled as a part of this test, since its own build compiles all crates again; `scripts/package.sh`
//! does that before a release.

#[path = "../../../examples/library/src/main.rs"]
#[allow(dead_code)] // Its `main`.
mod program;

use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn told(file: &str) -> String {
    let file = repository().join("tests/programs").join(file);
    program::told(std::iter::once(file.display().to_string()))
}

#[test]
fn a_program_outside_of_the_workspace_uses_the_library() {
    let failing = told("c/mutex/opposite_order.c");
    assert!(failing.starts_with("deadlock: "), "{failing}");
    assert!(failing.contains("threads in order: 0 "), "{failing}");
    assert_eq!(told("c/mutex/same_order.c"), "no schedule fails");
}

#[test]
fn its_manifest_and_its_lock_file_name_the_library_as_it_is() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--manifest-path"])
        .arg(repository().join("examples/library/Cargo.toml"))
        .output()
        .expect("cargo runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    let tree = String::from_utf8_lossy(&output.stdout);
    assert!(tree.contains(" trailhound-checker "), "{tree}");
}
