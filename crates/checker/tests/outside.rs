//! A program outside of the workspace builds against the library and gets its verdicts.

use std::path::Path;
use std::process::Command;

fn run(files: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--manifest-path"])
        .arg(root.join("examples/library/Cargo.toml"))
        .arg("--")
        .args(
            files
                .iter()
                .map(|file| root.join("tests/programs").join(file)),
        )
        .env("CARGO_TARGET_DIR", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("cargo runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_program_outside_of_the_workspace_uses_the_library() {
    let failing = run(&["c/mutex/opposite_order.c"]);
    assert!(failing.starts_with("deadlock: "), "{failing}");
    assert!(failing.contains("threads in order: 0 "), "{failing}");
    assert_eq!(run(&["c/mutex/same_order.c"]), "no schedule fails\n");
}
