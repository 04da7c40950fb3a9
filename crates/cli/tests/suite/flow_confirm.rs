//! The search for a real execution behind a path of `trailhound flow`: what it sees of the
//! program's steps, and which threads it takes for which tasks.

use std::process::Command;

/// Judges a program and a rule: the exit code and what was said.
fn judge(program: &str, rule: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    let property = folder.path().join("rule.prop");
    let program = format!(
        "#include <pthread.h>\n#include <sched.h>\n#include <stdatomic.h>\n#include <stdint.h>\n\
         #include <stdlib.h>\n#include <string.h>\n{program}"
    );
    std::fs::write(&file, program).expect("a file");
    std::fs::write(&property, rule).expect("a file");
    let trail = folder.path().join("trail.json");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(["flow", "--max-memory", "2G", "--trail"])
        .args([&trail])
        .arg("--property")
        .args([&property, &file])
        .output()
        .expect("trailhound runs");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() == Some(1) {
        let again = Command::new(env!("CARGO_BIN_EXE_trailhound"))
            .arg("replay")
            .args([&trail, &file])
            .output()
            .expect("trailhound runs");
        let replayed = String::from_utf8_lossy(&again.stdout).into_owned();
        assert_eq!(again.status.code(), Some(1), "{told}\n{replayed}");
    }
    (output.status.code(), told + &errors)
}

fn violated(program: &str, rule: &str, events: &str) {
    let (status, told) = judge(program, rule);
    assert_eq!(status, Some(1), "{told}");
    let broken = format!("is broken by: {events}\n");
    assert!(told.contains(&broken), "{told}");
}

/// The graph cannot exclude a violation, and there is none.
fn not_violated(program: &str, rule: &str) {
    let (status, told) = judge(program, rule);
    let said = match status {
        Some(0) => "states were searched, and none breaks it",
        _ => "states breaks the rule, but that proves nothing",
    };
    assert!(told.contains(said), "{told}");
}

const TWO_WORKERS: &str = "int x;\n\
    static void *worker(void *p) { x = 1; return p; }\n\
    int main(void) { pthread_t a, b;\n\
    pthread_create(&a, 0, worker, 0);\n\
    pthread_create(&b, 0, worker, 0);\n\
    pthread_join(a, 0); pthread_join(b, 0); }\n";

#[test]
fn starts_and_ends_of_threads_are_seen() {
    let rule = "events\n  begun = start in worker\n  ended = end in worker\n\
                property for all executions\n  (begun ended)*\n";
    violated(TWO_WORKERS, rule, "begun begun");
    let rule = "events\n  ended = end in worker\n  left = end in main\n\
                property for all executions\n  ended left\n";
    violated(TWO_WORKERS, rule, "ended ended");
}

#[test]
fn who_calls_exit_does_not_end() {
    let program = "int status = 3;\nint main(void) { if (status) exit(status); return 0; }\n";
    let rule = "events\n  left = end in main\nproperty for no execution\n  left\n";
    let (status, told) = judge(program, rule);
    assert_ne!(status, Some(1), "{told}");
    let program = "int status = 3;\nint main(void) { if (status) return status; exit(1); }\n";
    violated(program, rule, "left");
}

#[test]
fn threads_of_one_function_are_told_apart_by_where_they_start() {
    let rule = "events\n  first = write(x) in worker#1\n  second = write(x) in worker#2\n\
                property for all executions\n  first second\n";
    violated(TWO_WORKERS, rule, "second");
}

/// Which of the two creators is first has nothing to do with which worker is whose.
#[test]
fn threads_are_not_numbered_by_birth() {
    let program = "int one = 1, two = 2, x;\n\
        static void *worker(void *p) { x = *(int *volatile *)&p == &one ? 1 : 2; return 0; }\n\
        static void *left(void *p) { pthread_t t; pthread_create(&t, 0, worker, p);\n\
        pthread_join(t, 0); return 0; }\n\
        static void *right(void *p) { pthread_t t; pthread_create(&t, 0, worker, p);\n\
        pthread_join(t, 0); return 0; }\n\
        int main(void) { pthread_t a, b;\n\
        pthread_create(&a, 0, left, &one);\n\
        pthread_create(&b, 0, right, &two);\n\
        pthread_join(a, 0); pthread_join(b, 0); }\n";
    let rule = "events\n  wrong = write(x, 2) in worker#1 | write(x, 1) in worker#2\n\
                property for no execution\n  .* wrong .*\n";
    let (status, told) = judge(program, rule);
    assert!(matches!(status, Some(0 | 3)), "{told}");
    let rule = rule.replace("x, 2", "x, 3").replace("x, 1", "x, 2");
    violated(
        program,
        &rule.replace("x, 2", "x, 1").replace("worker#2", "worker#1"),
        "wrong",
    );
}

/// Started one after the other, but the first one not always.
#[test]
fn threads_that_cannot_be_told_apart_are_not_searched_for() {
    let program = "#include \"trailhound.h\"\nint x;\n\
        static void *worker(void *p) { x = 1; return p; }\n\
        int main(void) { pthread_t t[2]; int n = 0;\n\
        for (int i = 0; i < 2; i++) if (th_toss(2)) pthread_create(&t[n++], 0, worker, 0);\n\
        while (n > 0) pthread_join(t[--n], 0); }\n";
    let rule = "events\n  second = write(x) in worker#2\nproperty for no execution\n  second\n";
    let (status, told) = judge(program, rule);
    assert_eq!(status, Some(3), "{told}");
    assert!(
        told.contains("which thread is which of `worker#1`, `worker#2`"),
        "{told}"
    );
    let rule = rule.replace("#2", "");
    violated(program, &rule, "second");
}

#[test]
fn calls_of_functions_without_a_body_are_seen() {
    let program = "static void *worker(void *p) { sched_yield(); return p; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0);\n\
        sched_yield(); pthread_join(t, 0); }\n";
    let rule = "events\n  own = call(sched_yield) in main\n  other = call(sched_yield) in worker\n\
                property for all executions\n  own other\n";
    violated(program, rule, "other");
    let rule = "events\n  joined = call(pthread_join)\n  other = call(sched_yield) in worker\n\
                property for no execution\n  joined other\n";
    let (status, told) = judge(program, rule);
    assert!(matches!(status, Some(0 | 3)), "a join ends last: {told}");
}

/// All of main's work before the first thread is one step.
#[test]
fn what_happens_before_the_first_step_counts() {
    let program = "#include \"trailhound.h\"\nint x, y;\n\
        static void *worker(void *p) { if (x) x = 2; return p; }\n\
        int main(void) { pthread_t t; int *place = th_toss(1) ? &y : &x; *place = 1;\n\
        pthread_create(&t, 0, worker, 0);\n\
        pthread_join(t, 0); }\n";
    let rule = "events\n  put = write(x, 1)\n  more = write(x, 2)\n\
                property for all executions\n  put more\n";
    not_violated(program, rule);
}

#[test]
fn an_exchange_that_fails_writes_nothing() {
    let program = "#include \"trailhound.h\"\natomic_int x;\n\
        static void *worker(void *p) { int wanted = 5 + (int)th_toss(1);\n\
        atomic_compare_exchange_strong(&x, &wanted, 1); return p; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_join(t, 0); }\n";
    let rule = "events\n  put = write(x)\nproperty for no execution\n  .* put .*\n";
    not_violated(program, rule);
    let rule = "events\n  got = read(x)\nproperty for no execution\n  got\n";
    violated(program, rule, "got");
}

/// The machine does not tell of accesses by `memcpy`.
#[test]
fn copies_of_memory_are_in_the_way() {
    let program = "int x[4], y[4] = {1};\n\
        static void *worker(void *p) { memcpy(x, y, sizeof x); return p; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_join(t, 0);\n\
        x[0] = 2; }\n";
    let rule = "events\n  put = write(x[0], 1)\n  more = write(x[0], 2)\n\
                property for all executions\n  put more\n";
    let (status, told) = judge(program, rule);
    assert!(matches!(status, Some(0 | 3)), "{told}");
}

/// A variable that only a constraint asks about is written by a function that is told where.
#[test]
fn writes_through_parameters_count() {
    let program = "#include \"trailhound.h\"\nint x;\n\
        static void set(int *place, int value) { *place = value; }\n\
        static void *worker(void *p) { if (x == 1) th_mark(\"one\"); return p; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); set(&x, 1);\n\
        pthread_join(t, 0); }\n";
    let rule = "events\n  one = mark(\"one\")\nproperty for no execution\n  .* one .*\n";
    violated(program, rule, "one");
}
