//! Rules that `trailhound flow` cannot decide by the text: where all states of the program tell
//! that one holds, and where they do not tell.

use crate::judging;

const INCLUDES: &str = "#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n\
    #include <time.h>\n#include <semaphore.h>\n#include <assert.h>\n#include \"trailhound.h\"\n\
    static void a(void) {}\nstatic void b(void) {}\n";

/// Calls take turns: `a` first, then `b`.
const TURNS: &str = "events\n  a = call(a)\n  b = call(b)\n\
                     property for all executions\n  (a b)*\n";

/// Judges a program and a rule: the exit code and what was said.
fn judge(program: &str, rule: &str, more: &[&str]) -> (Option<i32>, String) {
    judging::judge("program.c", &format!("{INCLUDES}{program}"), rule, more)
}

/// All states were searched, and that proves nothing, for this reason.
fn not_proved(program: &str, rule: &str, reason: &str) {
    let (code, told) = judge(program, rule, &[]);
    assert_eq!(code, Some(3), "{told}");
    assert!(told.contains("proves nothing: "), "{told}");
    assert!(told.contains(reason), "{told}");
}

/// `main` in which calls take turns, if a number that the text does not tell is 7.
fn main_with(number: &str) -> String {
    format!("int main(void) {{ int n = {number}; a(); if (n * n == 49) b(); return 0; }}\n")
}

const SEVEN: &str = "static int seven(void) { int n = 1; for (int i = 0; i < 100; i++) \
                     n = n * 5 % 23; return n / 23 + 7; }\n";

#[test]
fn all_states_prove_that_a_rule_holds() {
    let program = format!("{SEVEN}{}", main_with("seven()"));
    let (code, told) = judge(&program, TURNS, &[]);
    assert_eq!(code, Some(0), "{told}");
    let said = "holds on every execution: the program's ";
    assert!(told.starts_with(said), "{told}");
    assert!(
        told.contains("states were searched, and none breaks it\n"),
        "{told}"
    );
    let (code, told) = judge(&program, TURNS, &["--format", "json"]);
    assert_eq!(code, Some(0), "{told}");
    let answer: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(answer["verdict"], "holds");
    assert!(answer["states"].as_u64() > Some(0), "{told}");
    assert!(answer.get("path").is_none(), "{told}");
    let (code, told) = judge(&program, TURNS, &["--no-search"]);
    assert_eq!(code, Some(3), "{told}");
    let (code, told) = judge(&program.replace("+ 7", "+ 8"), TURNS, &[]);
    assert_eq!(code, Some(1), "{told}");
}

#[test]
fn a_limit_proves_nothing() {
    let program = format!("{SEVEN}{}", main_with("seven()"));
    let (code, told) = judge(&program, TURNS, &["--max-states", "1"]);
    assert_eq!(code, Some(3), "{told}");
}

/// Threads whose steps depend on each other.
#[test]
fn threads_are_searched_in_all_orders() {
    let threads = |second: &str| {
        format!(
            "{SEVEN}static int n = 3; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
             static void *one(void *p) {{ pthread_mutex_lock(&m); n = n * n; a(); {second} \
             pthread_mutex_unlock(&m); return p; }}\n\
             int main(void) {{ pthread_t s, t; pthread_create(&s, 0, one, 0); \
             pthread_create(&t, 0, one, 0); pthread_join(s, 0); pthread_join(t, 0); }}\n"
        )
    };
    let (code, told) = judge(&threads("if (n * seven() % 3 == 0) b();"), TURNS, &[]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("states were searched"), "{told}");
    let (code, told) = judge(&threads("if (n * seven() == 63) b();"), TURNS, &[]);
    assert_eq!(code, Some(1), "{told}");
}

/// What follows a write that others see is not part of it: a mark, a call, what it does.
#[test]
fn events_are_steps_of_their_own() {
    for event in ["th_mark(\"e\");", "e();"] {
        let program = format!(
            "static int flag, odd; static void e(void) {{}} static void f(void) {{}}\n\
             static void *one(void *p) {{ flag = 1; {event} odd = 1; return p; }}\n\
             static void *two(void *p) {{ if (flag * flag == 1 && odd * odd == 0) f(); return p; }}\n\
             int main(void) {{ pthread_t s, t; pthread_create(&s, 0, one, 0); \
             pthread_create(&t, 0, two, 0); pthread_join(s, 0); pthread_join(t, 0); }}\n"
        );
        for rule in ["e f?", "(f e) | e"] {
            let rule = format!(
                "events\n  e = mark(\"e\") | call(e)\n  f = call(f)\n\
                 property for all executions\n  {rule}\n"
            );
            let (code, told) = judge(&program, &rule, &[]);
            assert_eq!(code, Some(1), "{event} {rule}\n{told}");
        }
    }
}

/// A rule may be broken before it can be seen, by a program that never ends.
#[test]
fn what_breaks_a_rule_at_once_is_found() {
    let program = "static int x; static sem_t never;\n\
                   int main(void) { sem_init(&never, 0, 0); x = 1; sem_wait(&never); }\n";
    let rule = "events\n  a = write(x, 2)\n  b = write(x, 1)\n\
                property for all executions\n  (a b)*\n";
    let (code, told) = judge(program, rule, &[]);
    assert_eq!(code, Some(1), "{told}");
}

#[test]
fn what_comes_from_outside_may_be_something_else() {
    not_proved(&main_with("rand() / 2147483647 + 7"), TURNS, "`rand`");
    not_proved(&main_with("getenv(\"N\") ? 8 : 7"), TURNS, "`getenv`");
    not_proved(&main_with("time(0) ? 7 : 8"), TURNS, "`time`");
    let arguments = "int main(int argc, char **argv) { a(); if (argc * argc == 1) b(); }\n";
    not_proved(arguments, TURNS, "other arguments");
    let number = format!(
        "extern int __VERIFIER_nondet_int(void);\n{}",
        main_with("__VERIFIER_nondet_int() % 1 + 7")
    );
    not_proved(&number, TURNS, "not all values of its inputs");
    let assumed = main_with("th_toss(2)").replace("a();", "th_assume(n * n == 49 || n < 0); a();");
    not_proved(&assumed, TURNS, "`th_assume`");
}

/// An execution that fails is judged up to there, and others go on until it does.
#[test]
fn executions_that_fail_prove_nothing() {
    let program = format!(
        "{SEVEN}static int n;\n\
         static void *one(void *p) {{ a(); assert(n * n != 4); if (seven() == 7) b(); return p; }}\n\
         int main(void) {{ pthread_t s; pthread_create(&s, 0, one, 0); n = 2; \
         pthread_join(s, 0); }}\n"
    );
    not_proved(&program, TURNS, "end in an error");
}

#[test]
fn who_waits_may_wake_for_no_reason() {
    let program = |waits: &str| {
        format!(
            "static int ready; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; \
             pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n\
             static void *one(void *p) {{ pthread_mutex_lock(&m); {waits} (ready * ready == 0) \
             pthread_cond_wait(&c, &m); b(); pthread_mutex_unlock(&m); return p; }}\n\
             int main(void) {{ pthread_t s; pthread_create(&s, 0, one, 0); \
             pthread_mutex_lock(&m); a(); ready = 1; pthread_cond_signal(&c); \
             pthread_mutex_unlock(&m); pthread_join(s, 0); }}\n"
        )
    };
    let (code, told) = judge(&program("while"), TURNS, &[]);
    assert_eq!(code, Some(0), "{told}");
    let (code, told) = judge(&program("if"), TURNS, &[]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("wakes up for no reason"), "{told}");
}

/// Functions that are called, and memory that is written, from outside of the program.
#[test]
fn events_that_are_not_told_prove_nothing() {
    let handler = format!(
        "{SEVEN}int main(void) {{ atexit(a); b(); a(); if (seven() * seven() == 49) b(); }}\n"
    );
    let rule = "events\n  a = call(a)\n  b = call(b)\n\
                property for all executions\n  b a b\n";
    let (code, told) = judge(&handler, rule, &[]);
    assert_eq!(code, Some(3), "{told}");
    let written = |how: &str| {
        format!(
            "static int x; static int y = 2;\n{SEVEN}\
             int main(void) {{ a(); if (seven() * seven() == 49) {how} }}\n"
        )
    };
    let rule = "events\n  a = call(a)\n  put = write(x)\n\
                property for no execution\n  a put\n";
    let (code, told) = judge(&written("y = 1;"), rule, &[]);
    assert_eq!(code, Some(0), "{told}");
    let (code, told) = judge(&written("x = 1;"), rule, &[]);
    assert_eq!(code, Some(1), "{told}");
    for how in [
        "memcpy(seven() == 7 ? &x : &y, &y, sizeof x);",
        "memset(&x, seven(), sizeof x);",
    ] {
        let (code, told) = judge(&written(how), rule, &[]);
        assert_ne!(code, Some(0), "{told}");
    }
}

/// What happens in atomic sections happens without a stop.
#[test]
fn events_in_atomic_sections_prove_nothing() {
    let program = format!(
        "{SEVEN}int main(void) {{ th_atomic_begin(); a(); if (seven() * seven() == 49) b(); \
         th_atomic_end(); b(); }}\n"
    );
    let (code, told) = judge(&program, TURNS, &[]);
    assert_ne!(code, Some(0), "{told}");
}

/// A recursive mutex is locked each time.
#[test]
fn mutexes_may_be_locked_again() {
    let program = format!(
        "pthread_mutex_t m;\n{SEVEN}\
         int main(void) {{ pthread_mutexattr_t k; pthread_mutexattr_init(&k); \
         pthread_mutexattr_settype(&k, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &k); \
         pthread_mutex_lock(&m); if (seven() * seven() == 49) pthread_mutex_lock(&m); \
         pthread_mutex_unlock(&m); pthread_mutex_unlock(&m); }}\n"
    );
    let rule = "events\n  lock_m = lock(m)\n  unlock_m = unlock(m)\n\
                property for all executions\n  (lock_m unlock_m)*\n";
    let (code, told) = judge(&program, rule, &[]);
    assert_eq!(code, Some(1), "{told}");
}
