//! What is refused by name: targets that the machine does not know, programs of two widths, and
//! 32-bit programs where only 64-bit ones are known.

use std::fs;
use std::process::Command;

/// The exit code and all that is printed.
fn trailhound(arguments: &[&str], files: &[(&str, &str)]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let paths = files.iter().map(|(name, text)| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a scratch file");
        path
    });
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(arguments)
        .args(paths)
        .output()
        .expect("the program runs");
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    (output.status.code(), printed)
}

fn module(target: &str) -> String {
    format!("{target}\ndefine i32 @main() {{\n  ret i32 0\n}}\n")
}

#[test]
fn other_targets_are_refused_by_name() {
    for target in [
        "target triple = \"aarch64-unknown-linux-gnu\"",
        "target datalayout = \"e-m:e-p:32:32-f64:32:64-f80:32-n8:16:32-S128\"\n\
         target triple = \"i386-unknown-linux-musl\"",
        "target datalayout = \"E-m:e-i64:64-n32:64\"",
    ] {
        let (code, printed) = trailhound(&["check"], &[("main.ll", &module(target))]);
        assert_eq!(code, Some(2), "{printed}");
        assert!(printed.contains("is compiled for"), "{printed}");
    }
    let (code, printed) = trailhound(&["check"], &[("main.ll", &module(""))]);
    assert_eq!(code, Some(0), "{printed}");
}

#[test]
fn modules_of_two_widths_are_refused() {
    let narrow = module(
        "target datalayout = \"e-m:e-p:32:32-f64:32:64-f80:32-n8:16:32-S128\"\n\
         target triple = \"i386-pc-linux-gnu\"",
    );
    let other = "int unused;\n";
    let (code, printed) = trailhound(&["check"], &[("main.ll", &narrow), ("other.c", other)]);
    assert_eq!(code, Some(2), "{printed}");
    assert!(printed.contains("64 bits and linked with"), "{printed}");
}

#[test]
fn judging_a_text_knows_64_bits_only() {
    let program = "int main(void) { return 0; }\n";
    let (code, printed) = trailhound(&["lint", "-m32"], &[("main.c", program)]);
    assert_eq!(code, Some(2), "{printed}");
    assert!(
        printed.contains("32-bit programs are supported by"),
        "{printed}"
    );
}
