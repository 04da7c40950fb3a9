//! What trails of C++ programs show: names as people write them, and the library's own code only
//! on request.

use std::path::Path;
use std::process::Command;

fn shown(program: &str, options: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/cpp");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .current_dir(root)
        .arg("check")
        .args(options)
        .arg(program)
        .output()
        .expect("trailhound starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_library_is_folded_unless_asked_for() {
    let program = "conditions/lost_wakeup.cpp";
    let folded = shown(program, &[]);
    assert!(
        folded.contains("lost_wakeup.cpp:16  ready.wait(guard);"),
        "{folded}"
    );
    assert!(!folded.contains("std_mutex.h"), "{folded}");
    assert!(!folded.contains("in the library"), "{folded}");
    let unfolded = shown(program, &["--show-library"]);
    assert!(unfolded.contains("std_mutex.h"), "{unfolded}");
    assert!(unfolded.contains("in the library"), "{unfolded}");
}

#[test]
fn a_lambda_is_named_after_the_function_it_stands_in() {
    let text = shown("conditions/lost_wakeup.cpp", &[]);
    assert!(text.contains("thread 1 main::{lambda#1}"), "{text}");
    assert!(!text.contains("$_0"), "{text}");
}

#[test]
fn what_is_missing_of_the_library_is_named() {
    let text = shown("unsupported/file_stream.cpp", &[]);
    assert!(
        text.contains("VTT for std::basic_ofstream<wchar_t"),
        "{text}"
    );
    let text = shown("unsupported/unknown_function.cpp", &[]);
    assert!(
        text.contains("`other::measure(std::string const&)` is called but defined nowhere"),
        "{text}"
    );
}
