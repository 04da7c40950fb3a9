//! Programs and rules that are written in a test, judged by `trailhound flow`.

use std::process::Command;

/// The exit code and what was said of a rule about a program in a file of this name.
pub fn judge(name: &str, program: &str, rule: &str, more: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    let property = folder.path().join("rule.prop");
    std::fs::write(&file, program).expect("a file");
    std::fs::write(&property, rule).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(["flow", "--max-memory", "2G", "--property"])
        .args([&property, &file])
        .args(more)
        .output()
        .expect("trailhound runs");
    let told = [output.stdout, output.stderr].concat();
    let told = String::from_utf8_lossy(&told).into_owned();
    (output.status.code(), told)
}
