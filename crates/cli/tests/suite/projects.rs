//! Projects with compile commands: their flags are used, their files are linked as far as they
//! are needed, and a saved trail remembers all of it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/projects")
        .join(name)
}

fn trailhound(arguments: &[&str]) -> Output {
    trailhound_in("bank", arguments)
}

fn trailhound_in(name: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .current_dir(project(name))
        .args(arguments)
        .output()
        .expect("trailhound starts")
}

fn said(output: &Output) -> String {
    let parts = [&output.stdout, &output.stderr];
    parts.map(|part| String::from_utf8_lossy(part)).concat()
}

#[test]
fn an_entry_is_linked_with_what_it_needs_of_the_project() {
    let scratch = tempfile::tempdir().expect("a directory");
    let trail = scratch.path().join("trail.json");
    let trail = trail.to_str().expect("a path in UTF-8");
    let commands = "build/compile_commands.json";
    let entry = ["--entry", "source/main.cpp", "--trail", trail];
    let checked = trailhound(&[&["check", "-p", commands][..], &entry].concat());
    assert_eq!(checked.status.code(), Some(1), "{}", said(&checked));
    assert!(said(&checked).contains("bank.balance() == START + 2"));
    let replayed = trailhound(&["replay", trail]);
    assert_eq!(replayed.status.code(), Some(1), "{}", said(&replayed));
}

#[test]
fn flags_of_the_command_line_are_added_to_those_of_the_project() {
    let entry = ["--entry", "source/main.cpp", "-DLOCKED"];
    let checked = trailhound(&[&["check", "-p", "build"][..], &entry].concat());
    assert_eq!(checked.status.code(), Some(0), "{}", said(&checked));
}

#[test]
fn named_files_are_all_that_is_linked() {
    let alone = trailhound(&["check", "-p", "build", "source/main.cpp"]);
    assert_eq!(alone.status.code(), Some(2));
    assert!(
        said(&alone).contains("`Bank::deposit(int)` is called but defined nowhere"),
        "{}",
        said(&alone)
    );
    let both = trailhound(&["check", "-p", "build", "source/main.cpp", "source/bank.cpp"]);
    assert_eq!(both.status.code(), Some(1), "{}", said(&both));
}

#[test]
fn a_file_outside_of_the_project_is_refused() {
    let checked = trailhound(&["check", "-p", "build", "include/bank.h.cpp"]);
    assert_eq!(checked.status.code(), Some(2));
}

#[test]
fn of_two_programs_in_a_project_the_entry_says_which() {
    let server = ["check", "-p", "build", "--entry", "source/server.cpp"];
    let checked = trailhound_in("exchange", &server);
    assert_eq!(checked.status.code(), Some(1), "{}", said(&checked));
    assert!(said(&checked).contains("reported"), "{}", said(&checked));
    let careful = trailhound_in("exchange", &[&server[..], &["-DCAREFUL"]].concat());
    assert_eq!(careful.status.code(), Some(0), "{}", said(&careful));
}

#[test]
fn two_programs_at_once_are_refused() {
    let both = ["source/server.cpp", "source/benchmark.cpp"];
    let checked = trailhound_in("exchange", &[&["check", "-p", "build"], &both[..]].concat());
    assert_eq!(checked.status.code(), Some(2));
    assert!(
        said(&checked).contains("`main` is defined in more than one file; leave one of them out"),
        "{}",
        said(&checked)
    );
}

#[test]
fn a_file_of_the_project_that_does_not_compile_is_named() {
    let entry = ["--entry", "source/server.cpp", "-std=c++98"];
    let checked = trailhound_in(
        "exchange",
        &[&["check", "-p", "build"], &entry[..]].concat(),
    );
    assert_eq!(checked.status.code(), Some(2));
    assert!(said(&checked).contains("server.cpp"), "{}", said(&checked));
}
