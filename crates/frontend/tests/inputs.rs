//! Inputs that cannot be compiled, and what the user is told.

use std::fs;

use tempfile::TempDir;
use trailhound_frontend::{FrontendError, Request, compile};

fn refusal(names: &[&str]) -> FrontendError {
    let directory = TempDir::new().unwrap();
    let inputs = names.iter().map(|name| directory.path().join(name));
    for path in inputs.clone().filter(|path| !path.ends_with("absent.c")) {
        fs::write(path, "").unwrap();
    }
    let request = Request {
        inputs: inputs.collect(),
        ..Request::default()
    };
    compile(&request).unwrap_err()
}

#[test]
fn a_missing_file_is_named() {
    let error = refusal(&["absent.c"]);
    assert!(matches!(error, FrontendError::MissingFile { .. }));
    assert!(error.to_string().contains("absent.c"), "{error}");
}

#[test]
fn bitcode_is_refused_with_a_hint() {
    let error = refusal(&["program.bc"]);
    assert!(matches!(error, FrontendError::UnknownKind { .. }));
    assert!(error.to_string().contains("llvm-dis"), "{error}");
}

#[test]
fn an_unknown_kind_of_file_is_refused() {
    for name in ["notes.txt", "program"] {
        let error = refusal(&[name]);
        assert!(matches!(error, FrontendError::UnknownKind { .. }));
        assert!(error.to_string().contains(name), "{error}");
    }
}

#[test]
fn rust_goes_with_nothing_else() {
    for names in [["a.rs", "b.c"], ["a.rs", "b.rs"], ["a.ll", "b.rs"]] {
        assert!(matches!(
            refusal(&names),
            FrontendError::MixedLanguages { .. }
        ));
    }
}

#[test]
fn something_must_be_given() {
    assert!(matches!(refusal(&[]), FrontendError::NoInput));
}
