//! `trailhound flow` on the examples: each of its answers, and what goes with it.

use crate::judging;

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

/// Locks by the guards of C++ and Rust, with threads that the libraries start.
#[test]
fn guards_of_the_libraries_are_locks() {
    for program in ["vault.cpp", "vault.rs"] {
        let output = flow(program, "vault.prop", &["--no-search"]);
        let text = text(&output);
        assert!(text.starts_with("holds on every execution\n"), "{text}");
        assert!(text.to_lowercase().contains("lock vault"), "{text}");
    }
    let output = flow("vault.cpp", "vault.prop", &["-DBROKEN"]);
    let told = text(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("is broken by: begins begins"), "{told}");
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

/// Judges a program in C and a rule that are written here.
fn judge(program: &str, property: &str) -> (Option<i32>, String) {
    judging::judge("program.c", program, property, &[])
}

/// The owner of a recursive mutex locks it twice: a rule of turns does not hold.
#[test]
fn a_recursive_mutex_does_not_keep_its_owner_out() {
    let program = |initialiser: &str| {
        format!(
            "#define _GNU_SOURCE\n#include <pthread.h>\n\
             static pthread_mutex_t m = {initialiser};\n\
             static void enter(void) {{ pthread_mutex_lock(&m); }}\n\
             static void leave(void) {{ pthread_mutex_unlock(&m); }}\n\
             static void *work(void *p) {{ enter(); enter(); leave(); leave(); return p; }}\n\
             int main(void) {{ pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); }}\n"
        )
    };
    let rule = "events\n  locked = lock(m)\n  unlocked = unlock(m)\n\
                property for all executions\n  (locked unlocked)*\n";
    let recursive = judge(&program("PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP"), rule);
    assert_ne!(recursive.0, Some(0), "{}", recursive.1);
    assert!(recursive.1.contains("locked"), "{}", recursive.1);
}

/// A mutex of Rust has its name, and so have what it protects and whether it is poisoned: what is
/// written to one of these is not found in another.
#[test]
fn what_a_mutex_protects_is_not_its_state() {
    let program = "use std::sync::{Mutex, MutexGuard};\n\
        static N: Mutex<u32> = Mutex::new(0);\n\
        #[inline(never)] fn seen() { std::hint::black_box(0); }\n\
        fn count(mut guard: MutexGuard<'_, u32>) { *guard = 1; seen(); drop(guard); }\n\
        fn main() {\n\
          let work = || { count(N.lock().unwrap()); count(N.lock().unwrap()); };\n\
          std::thread::spawn(work).join().unwrap();\n\
        }\n";
    let rule = "events\n  l = lock(N)\n  s = call(seen)\n\
                property for no execution over l s\n  l s l s\n";
    let (code, told) = judging::judge("program.rs", program, rule, &[]);
    assert_eq!(code, Some(1), "{told}");
}

/// What is written to a part of a variable, or over several, changes what is found in them.
#[test]
fn variables_are_written_in_part() {
    let program = |declared: &str, done: &str, found: &str| {
        format!(
            "#include <pthread.h>\n#include \"trailhound.h\"\n{declared}\n\
             static void *work(void *p) {{ {done} return p; }}\n\
             int main(void) {{ pthread_t t; pthread_create(&t, 0, work, 0);\n\
             if ({found}) th_mark(\"m\"); pthread_join(t, 0); return 0; }}\n"
        )
    };
    let rule = "events\n  m = mark(\"m\")\nproperty for no execution\n  m\n";
    for (declared, done, found) in [
        ("long x;", "x = 5; ((int *)&x)[1] = 1;", "x == 4294967301L"),
        ("int x;", "x = 256; *(char *)&x = 1;", "x == 257"),
        ("int x;", "x = 256;", "x && !*(volatile char *)&x"),
        (
            "struct { int a, b; } s;",
            "*(long *)&s = 7L << 32;",
            "s.b == 7",
        ),
    ] {
        let (code, told) = judge(&program(declared, done, found), rule);
        assert_eq!(code, Some(1), "{done}\n{told}");
    }
}

#[test]
fn programs_that_fork_are_refused_by_name() {
    let program =
        "#include <unistd.h>\nint x;\nint main(void) { if (fork() == 0) x = 1; x = 2; }\n";
    let rule = "events\n  one = write(x, 1)\n  two = write(x, 2)\n\
                property for all executions\n  one? two\n";
    let (status, told) = judge(program, rule);
    assert_eq!(status, Some(2), "{told}");
    assert!(told.contains("`fork`"), "{told}");
}

/// A call through a pointer counts: without it this program would seem to close only.
#[test]
fn calls_through_pointers_are_recognised_in_real_executions() {
    let program = "#include <pthread.h>\nstatic int level;\n\
                   static void open_it(void) { level = 1; }\nstatic void close_it(void) { level = 0; }\n\
                   static void (*volatile first)(void) = open_it;\n\
                   static void *work(void *p) { first(); close_it(); return p; }\n\
                   int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); }\n";
    let rule = "events\n  opened = call(open_it)\n  closed = call(close_it)\n\
                property for all executions\n  (opened closed)*\n";
    let (status, told) = judge(program, rule);
    assert_ne!(status, Some(1), "{told}");
}

/// An atomic update reads and writes in one step, so a rule about both cannot be judged.
#[test]
fn two_events_in_one_step_are_refused() {
    let program = "#include <stdatomic.h>\natomic_int x;\n\
                   int main(void) { atomic_fetch_add(&x, 1); }\n";
    let rule = "events\n  got = read(x)\n  put = write(x)\n\
                property for all executions\n  (put got)*\n";
    let (status, told) = judge(program, rule);
    assert_eq!(status, Some(2), "{told}");
    assert!(
        told.contains("two events of a rule happen in one step"),
        "{told}"
    );
    let rule = "events\n  put = write(x)\nproperty for no execution\n  put*\n";
    assert_ne!(judge(program, rule).0, Some(2));
}

#[test]
fn an_event_that_nothing_is_may_be_a_slip_of_the_pen() {
    let program = "int level;\nint main(void) { level = 1; }\n";
    let rule = "events\n  rise = write(levle)\nproperty for no execution\n  rise rise\n";
    let (_, told) = judge(program, rule);
    assert!(told.contains("nothing in the program is `rise`"), "{told}");
}
