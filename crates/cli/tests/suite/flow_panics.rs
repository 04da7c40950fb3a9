//! `trailhound flow` on Rust programs whose threads may panic: what comes of the program then,
//! and what is said of a rule that depends on it.

use crate::judging;

use std::process::Command;

/// A thread that may panic between two events, and `main`, which goes on whatever happens.
const PROGRAM: &str = "use std::sync::atomic::{AtomicU32, Ordering};\nuse std::thread;\n\
    static STARTED: AtomicU32 = AtomicU32::new(1);\n\
    #[inline(never)] fn one() {}\n#[inline(never)] fn two() {}\n#[inline(never)] fn finish() {}\n\
    fn work(mut number: u32) { one(); number += STARTED.fetch_add(1, Ordering::SeqCst); two(); \
    std::hint::black_box(number); }\n\
    fn main() { let first = thread::spawn(|| RUN); JOIN; finish(); }\n";

const RULE: &str = "events\n  one = call(one)\n  two = call(two)\n  done = call(finish)\n\
                    property for all executions\n  one two done\n";

fn judge(run: &str, join: &str, more: &[&str]) -> (Option<i32>, String) {
    judge_by(RULE, run, join, more)
}

fn judge_by(rule: &str, run: &str, join: &str, more: &[&str]) -> (Option<i32>, String) {
    let program = PROGRAM.replace("RUN", run).replace("JOIN", join);
    judging::judge("program.rs", &program, rule, more)
}

const LENIENT: &str = "let _ = first.join()";
/// A number that the text does not tell.
const ASKING: &str = "work(std::env::args().count() as u32)";

#[test]
fn rules_may_hold_whether_a_thread_panics_or_not() {
    let rule = RULE.replace("one two done", "(one two?)? done");
    let (code, told) = judge_by(&rule, ASKING, LENIENT, &["--no-search"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.starts_with("holds on every execution\n"), "{told}");
}

#[test]
fn who_goes_on_after_a_panic_is_told_that_it_does_not_count() {
    let (code, told) = judge(ASKING, LENIENT, &[]);
    assert_eq!(code, Some(0), "{told}");
    let said = "holds on every execution in which no thread panics\n";
    assert!(told.starts_with(said), "{told}");
    assert!(
        told.contains("`trailhound check` looks for panics"),
        "{told}"
    );
    let (code, told) = judge(ASKING, LENIENT, &["--no-search", "--format", "json"]);
    assert_eq!(code, Some(0), "{told}");
    let answer: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(answer["verdict"], "holds");
    assert_eq!(answer["except_panics"], true);
}

#[test]
fn what_follows_a_real_panic_breaks_the_rule() {
    let (code, told) = judge("work(u32::MAX)", LENIENT, &[]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("is broken by: one done"), "{told}");
}

#[test]
fn all_states_tell_that_no_thread_panics() {
    let (code, told) = judge("work(3)", LENIENT, &[]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("states were searched"), "{told}");
    assert!(!told.contains("panics"), "{told}");
}

/// A panic that the program catches itself ends no thread.
#[test]
fn panics_that_the_program_catches_count() {
    let run = format!("{{ let _ = std::panic::catch_unwind(|| {ASKING}); }}");
    let (code, told) = judge(&run, LENIENT, &["--no-search"]);
    assert_eq!(code, Some(3), "{told}");
    let (code, told) = judge(&run.replace(ASKING, "work(u32::MAX)"), LENIENT, &[]);
    assert_eq!(code, Some(1), "{told}");
}

/// Threads that meet at a channel are still told apart by who started them.
#[test]
fn threads_that_meet_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.rs");
    let property = folder.path().join("rule.prop");
    let program = "use std::sync::mpsc::{sync_channel, Receiver, SyncSender};\nuse std::thread;\n\
        #[inline(never)] fn one() {}\n#[inline(never)] fn two() {}\n\
        fn sender(to: SyncSender<u32>) { one(); to.send(1).unwrap(); }\n\
        fn receiver(from: Receiver<u32>) { from.recv().unwrap(); two(); }\n\
        fn main() { let (to, from) = sync_channel(0);\n\
        let first = thread::spawn(move || sender(to));\n\
        let second = thread::spawn(move || receiver(from));\n\
        first.join().unwrap();\nsecond.join().unwrap(); }\n";
    std::fs::write(&file, program).expect("a file");
    for (task, code) in [("closure#2", 1), ("closure#1", 3)] {
        let rule = format!(
            "events\n  two = call(two) in {task}\nproperty for no execution\n  .* two .*\n"
        );
        std::fs::write(&property, rule).expect("a file");
        let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
            .args(["flow", "--max-memory", "2G", "--property"])
            .args([&property, &file])
            .output()
            .expect("trailhound runs");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(code), "{task}: {told}");
        // The other one does nothing of the kind.
        let is_other = told.contains("nothing in the program is what the rule is about");
        assert_eq!(is_other, code == 3, "{task}: {told}");
    }
}
