//! `trailhound flow` on the examples: each of its answers, and what goes with it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn flow(program: &str, property: &str, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .current_dir(root())
        .args(["flow", "--max-memory", "2G", "--property"])
        .arg(format!("examples/flow/{property}"))
        .arg(format!("examples/flow/{program}"))
        .args(more)
        .output()
        .expect("trailhound runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).expect("the answer is JSON")
}

#[test]
fn a_rule_holds_when_constraints_are_added() {
    let output = flow("valve.c", "valve.prop", &[]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.starts_with("holds on every execution\n"), "{text}");
    assert!(text.contains("lock m"), "{text}");
}

#[test]
fn variables_are_followed() {
    let output = flow("handover.c", "handover.prop", &["--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let answer = json(&output);
    assert_eq!(answer["verdict"], "holds");
    let constraints = answer["constraints"].as_array().expect("a list");
    assert!(constraints.iter().any(|name| name == "variable turn"));
}

#[test]
fn what_would_exclude_a_path_is_named() {
    let output = flow("valve.c", "valve_tasks.prop", &[]);
    let told = text(&output);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.starts_with("not decided: "), "{told}");
    assert!(told.contains("<- the rule is broken here"), "{told}");
    assert!(told.contains("excluded by: lock m"), "{told}");
    let output = flow("valve.c", "valve_tasks.prop", &["--refine"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let output = flow("valve.c", "valve_tasks.prop", &["--constraint", "lock m"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
}

#[test]
fn a_real_violation_has_a_trail() {
    let folder = tempfile::tempdir().expect("a folder");
    let trail = folder.path().join("valve.json");
    let trail = trail.to_str().expect("a name");
    let output = flow("valve_hasty.c", "valve.prop", &["--trail", trail]);
    let told = text(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    let broken = "the rule of `examples/flow/valve.prop` is broken by: opened opened";
    assert!(told.contains(broken), "{told}");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .current_dir(root())
        .args(["replay", trail])
        .output()
        .expect("trailhound runs");
    let told = text(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains(broken), "{told}");
}

/// Without the search for an execution only the path is there.
#[test]
fn a_path_is_told_step_by_step() {
    let more = ["--no-search", "--format", "json"];
    let output = flow("valve_hasty.c", "valve.prop", &more);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    let answer = json(&output);
    assert_eq!(answer["verdict"], "undecided");
    let path = answer["path"].as_array().expect("a path");
    let broken = path.iter().find(|step| step["violates"] == true);
    assert_eq!(broken.expect("the rule is broken")["event"], "opened");
    for search in [
        "bfs",
        "dfs",
        "wastar:2",
        "best-first",
        "trap/dfs",
        "propagation",
    ] {
        let output = flow(
            "valve_hasty.c",
            "valve.prop",
            &["--no-search", "--search", search],
        );
        assert_eq!(output.status.code(), Some(3), "{search}: {}", text(&output));
    }
}

#[test]
fn errors_point_at_the_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("wrong.prop");
    std::fs::write(&file, "events\n  a = lok(m)\n").expect("it can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .current_dir(root())
        .args(["flow", "examples/flow/valve.c", "--property"])
        .arg(&file)
        .output()
        .expect("trailhound runs");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.contains("no action is called `lok`; did you mean `lock`?"),
        "{told}"
    );
    assert!(told.contains("wrong.prop:2:7"), "{told}");
    let output = flow("valve.c", "valve.prop", &["--constraint", "task wroker"]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.contains("no task of the program is called `wroker`"),
        "{told}"
    );
}

#[test]
fn the_graph_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("valve.dot");
    let name = file.to_str().expect("a name");
    flow("valve.c", "valve.prop", &["--dot", name]);
    let drawn = std::fs::read_to_string(&file).expect("it was drawn");
    assert!(drawn.starts_with("digraph"), "{drawn}");
}
