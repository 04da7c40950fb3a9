//! `trailhound flow` against `trailhound check` on random programs: their events are calls that
//! assert for `check`, when executed, what the rule says, so a rule that is said to hold must leave `check`
//! without a failed assertion, and one that is said to be broken must give it one. In Rust a
//! function is called instead, which is a place for `check` to come to.
//! `TRAILHOUND_PROGRAMS` and `TRAILHOUND_SEED` choose more programs and others,
//! `TRAILHOUND_RUST_PROGRAMS` more in Rust, which `--ignored` is needed for.

#[path = "../../flow/tests/conservative/rust/programs/mod.rs"]
mod programs;

use std::env;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAMS: u64 = 40;
const RUST_PROGRAMS: u64 = 20;

/// Calls, marks and writes take turns: `a` first, then `b`.
const RULE: &str = "events\n  a = call(a) | mark(\"a\") | write(x, 1)\n\
                    \x20 b = call(b) | mark(\"b\") | write(x, 2)\n\
                    property for all executions\n  (a b)* a?\n";

const BEGINNING: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n\
    #include \"trailhound.h\"\n\
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n\
    static int monitor, flag, turn, x;\n\
    static void a(void) { th_atomic_begin(); th_assert(monitor == 0); monitor = 1; th_atomic_end(); }\n\
    static void b(void) { th_atomic_begin(); th_assert(monitor == 1); monitor = 0; th_atomic_end(); }\n\
    static void both(void) { a(); b(); }\n\
    static int seven(void) { int n = 1; for (int i = 0; i < 100; i++) n = n * 5 % 23; \
    return n / 23 + 7; }\n";

/// A generator of numbers that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// Statements; mutexes from `free` on may be locked, so that their order is always the same.
fn statements(dice: &mut Dice, depth: u32, free: usize, text: &mut String) {
    for _ in 0..1 + dice.below(3) {
        match dice.below(if depth == 0 { 6 } else { 11 }) {
            0 => text.push_str(["a(); ", "th_mark(\"a\"); ", "x = 1; "][dice.below(3) as usize]),
            1 => text.push_str(["b(); ", "th_mark(\"b\"); ", "x = 2; "][dice.below(3) as usize]),
            2 | 3 => text.push_str("both(); "),
            4 => text.push_str("flag = 1; "),
            5 => text.push_str("turn = 1 - turn; "),
            6 => {
                let _ = write!(text, "if (flag == {}) {{ ", dice.below(2));
                statements(dice, depth - 1, free, text);
                text.push_str("} else { ");
                statements(dice, depth - 1, free, text);
                text.push_str("} ");
            }
            7 => {
                let _ = write!(text, "for (int i = 0; i < {}; i++) {{ ", 1 + dice.below(2));
                statements(dice, depth - 1, free, text);
                text.push_str("} ");
            }
            8 => {
                // The text does not tell.
                text.push_str("if (seven() == 7) both(); else b(); ");
            }
            _ if free < 2 => {
                let name = ["m", "n"][free];
                let _ = write!(text, "pthread_mutex_lock(&{name}); ");
                statements(dice, depth - 1, free + 1, text);
                let _ = write!(text, "pthread_mutex_unlock(&{name}); ");
            }
            _ => {
                let _ = write!(text, "if (turn == {}) ", dice.below(2));
                text.push_str("both(); ");
            }
        }
    }
}

fn program(seed: u64) -> String {
    let dice = &mut Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut text = BEGINNING.to_owned();
    // All of a thread's work under one mutex makes rules that hold.
    for thread in ["one", "two"] {
        let guarded = dice.below(3) != 0;
        let _ = write!(text, "static void *{thread}(void *p) {{ ");
        if guarded {
            text.push_str("pthread_mutex_lock(&m); ");
        }
        statements(dice, 2, usize::from(guarded), &mut text);
        if guarded {
            text.push_str("pthread_mutex_unlock(&m); ");
        }
        text.push_str("return p; }\n");
    }
    text.push_str("int main(void) { pthread_t s, t; pthread_create(&s, 0, one, 0); ");
    if dice.below(3) == 0 {
        text.push_str("pthread_join(s, 0); pthread_create(&t, 0, two, 0); pthread_join(t, 0); }\n");
    } else {
        text.push_str("pthread_create(&t, 0, two, 0); pthread_join(s, 0); pthread_join(t, 0); }\n");
    }
    text
}

fn trailhound(words: &[&str], files: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(words)
        .args(files)
        .output()
        .expect("trailhound runs")
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

#[test]
fn what_is_said_of_rules_is_true_of_all_executions() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule = folder.path().join("rule.prop");
    std::fs::write(&rule, RULE).expect("a file");
    let first = number("TRAILHOUND_SEED").unwrap_or(1);
    let programs = number("TRAILHOUND_PROGRAMS").unwrap_or(PROGRAMS);
    let (mut held, mut broken, mut by_states) = (0, 0, 0);
    for seed in first..first + programs {
        let source = program(seed);
        let file = folder.path().join("asserts.c");
        let mut asserting = source.clone();
        for (event, call) in [("a", "a()"), ("b", "b()")] {
            asserting = asserting.replace(&format!("th_mark(\"{event}\")"), call);
        }
        let asserting = asserting
            .replace("x = 1;", "a();")
            .replace("x = 2;", "b();");
        std::fs::write(&file, asserting).expect("a file");
        // Executions that end in an error are none that a rule speaks of, so `flow` gets none.
        let silent = folder.path().join("silent.c");
        let without = source.replace("th_assert(", "(void)(");
        std::fs::write(&silent, without).expect("a file");
        let flow = trailhound(
            &["flow", "--max-memory", "2G", "--property"],
            &[&rule, &silent],
        );
        let check = trailhound(
            &[
                "check",
                "--races",
                "off",
                "--no-sampling",
                "--max-states",
                "500000",
            ],
            &[&file],
        );
        let told = String::from_utf8_lossy(&flow.stdout).into_owned();
        let found = String::from_utf8_lossy(&check.stdout).contains("error[assertion]");
        match flow.status.code() {
            Some(0) if told.starts_with("holds on every execution") => {
                held += 1;
                by_states += u64::from(told.contains("states were searched"));
                assert!(!found, "seed {seed}: it does not hold\n{source}\n{told}");
            }
            Some(1) => {
                broken += 1;
                assert!(found, "seed {seed}: it is not broken\n{source}\n{told}");
            }
            Some(0 | 3) => {}
            _ => panic!(
                "seed {seed}\n{source}\n{told}{}",
                String::from_utf8_lossy(&flow.stderr)
            ),
        }
    }
    assert!(held > programs / 10, "only {held} of {programs} hold");
    assert!(by_states > 0, "all {held} are told by the text");
    assert!(
        broken > programs / 10,
        "only {broken} of {programs} are broken"
    );
}

/// A rule about two events, and the same as a table: what follows a state by which event. The
/// last state is never reached by who obeys it.
struct Rule {
    text: &'static str,
    next: &'static str,
}

const RULES: [Rule; 4] = [
    Rule {
        text: "for all executions\n  (x y)* x?",
        next: "[[1, 3], [3, 0], [3, 3]]",
    },
    Rule {
        text: "for all executions\n  x* y*",
        next: "[[0, 1], [3, 1], [3, 3]]",
    },
    Rule {
        text: "for no execution\n  .* x x .*",
        next: "[[1, 0], [3, 0], [3, 3]]",
    },
    Rule {
        text: "for no execution\n  .* x x x .*",
        next: "[[1, 0], [2, 0], [3, 0]]",
    },
];

/// The program with a monitor of the rule about its events `x` and `y`.
fn monitored(source: &str, rule: &Rule, [x, y]: [&str; 2]) -> String {
    let mut text = source.to_owned();
    for (number, event) in [x, y].iter().enumerate() {
        let function = format!("fn seen_{event}() {{");
        assert!(text.contains(&function));
        text = text.replace(&function, &format!("{function} moved({number});"));
    }
    let next = rule.next;
    let _ = write!(
        text,
        "static MONITOR: AtomicU32 = AtomicU32::new(0);\n\
         static NEXT: [[u32; 2]; 3] = {next};\n\
         #[inline(never)] fn broken() {{ mark(\"broken\") }}\n\
         #[inline(never)] fn moved(by: usize) {{ trailhound::atomic(|| {{ \
         let next = NEXT[MONITOR.load(SeqCst) as usize][by]; \
         if next == 3 {{ broken() }} else {{ MONITOR.store(next, SeqCst) }} }}) }}\n"
    );
    text
}

#[test]
#[ignore = "compiles two programs for each rule; one graph and many rules in crates/flow is cheaper"]
fn what_is_said_of_rust_programs_is_true_of_all_executions() {
    let folder = tempfile::tempdir().expect("a folder");
    let (silent, telling) = (
        folder.path().join("silent.rs"),
        folder.path().join("telling.rs"),
    );
    let property = folder.path().join("rule.prop");
    let first = number("TRAILHOUND_SEED").unwrap_or(1);
    let programs = number("TRAILHOUND_RUST_PROGRAMS").unwrap_or(RUST_PROGRAMS);
    let (mut held, mut broken) = (0, 0);
    for seed in first..first + programs {
        let dice = &mut Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let rule = &RULES[dice.below(RULES.len() as u64) as usize];
        let [x, y] = [["a", "b"], ["b", "a"], ["c", "d"], ["e", "f"]][dice.below(4) as usize];
        let source = programs::program(seed);
        std::fs::write(&silent, &source).expect("a file");
        std::fs::write(&telling, monitored(&source, rule, [x, y])).expect("a file");
        let text = format!(
            "events\n  x = call(seen_{x})\n  y = call(seen_{y})\nproperty {}\n",
            rule.text
        );
        std::fs::write(&property, &text).expect("a file");
        let flow = ["flow", "--max-memory", "2G", "--max-states", "10000"];
        let flow = [&flow[..], &["--max-time", "20s", "--property"]].concat();
        let flow = trailhound(&flow, &[&property, &silent]);
        let check = [
            "check",
            "--races",
            "off",
            "--no-sampling",
            "--max-memory",
            "2G",
        ];
        let more = ["--allow-thread-panics", "--target", "fn:broken"];
        let check = [&check[..], &more, &["--max-states", "20000"]].concat();
        let check = trailhound(&check, &[&telling]);
        let told = String::from_utf8_lossy(&flow.stdout).into_owned();
        let answer = String::from_utf8_lossy(&check.stdout).into_owned();
        let found = answer.contains("error[target-reached]");
        println!(
            "seed {seed}: flow {:?}, check {:?}, found {found}",
            flow.status.code(),
            check.status.code()
        );
        let all = format!("seed {seed}\n{source}\n{text}\n{told}\n{answer}");
        match flow.status.code() {
            Some(0) => {
                held += 1;
                assert!(!found, "it does not hold: {all}");
            }
            Some(1) => {
                broken += 1;
                assert!(
                    found || check.status.code() == Some(3),
                    "it is not broken: {all}"
                );
            }
            Some(3) => {}
            _ => panic!("{all}{}", String::from_utf8_lossy(&flow.stderr)),
        }
    }
    println!("{programs} programs in Rust: {held} rules hold, {broken} are broken");
}
