//! Programs in C and C++ whose events are calls, marks and writes. Functions are called by name and
//! through pointers of every kind.

use std::fmt::Write;

use super::{Dice, number, trailhound};

const PROGRAMS: u64 = 40;
const CPP_PROGRAMS: u64 = 6;

/// Calls, marks and writes take turns: `a` first, then `b`.
const RULE: &str = "events\n  a = call(a) | call(va) | call(ca) | mark(\"a\") | write(x, 1)\n\
                    \x20 b = call(b) | call(vb) | call(cb) | mark(\"b\") | write(x, 2)\n\
                    property for all executions\n  (a b)* a?\n";

const BEGINNING: &str = r#"#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include "trailhound.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int monitor, flag, turn, x;
#define A th_atomic_begin(); th_assert(monitor == 0); monitor = 1; th_atomic_end();
#define B th_atomic_begin(); th_assert(monitor == 1); monitor = 0; th_atomic_end();
static void a(void) { A }
static void b(void) { B }
static void both(void) { a(); b(); }
static int va(void) { A return 1; }
static int vb(void) { B return 1; }
static int ca(const void *p, const void *q) { A return *(const int *)p - *(const int *)q; }
static int cb(const void *p, const void *q) { B return *(const int *)p - *(const int *)q; }
static int seven(void) { int n = 1; for (int i = 0; i < 100; i++) n = n * 5 % 23; return n / 23 + 7; }
"#;

/// Without these, no function has an address, and all states together may prove a rule.
const POINTERS: &str = r#"
static void go(void (*p)(void)) { p(); }
static int ask(int (*p)(void)) { return p() + 1; }
static void section(void (*in)(void), void (*out)(void)) { in(); out(); }
typedef void (*action)(void);
static action table[2] = {a, b};
static action pick(int n) { return n ? b : a; }
struct op { int kind; action run; };
static struct op ops[2] = {{0, a}, {1, b}};
static void run(struct op *op) { op->run(); }
static void call_it(void *p) { ((action)p)(); }
static void extra(void (*p)(int)) { p(1); }
static void sort(int (*compare)(const void *, const void *)) { int v[2] = {2, 1}; qsort(v, 2, sizeof v[0], compare); }
static pthread_once_t once = PTHREAD_ONCE_INIT;
"#;

const CPP_BEGINNING: &str = r#"#include <functional>
#include <memory>
struct Actor { virtual void act() = 0; virtual ~Actor() {} };
struct First : Actor { void act() override { a(); } };
struct Second : Actor { void act() override { b(); } };
static void act(Actor &actor) { actor.act(); }
static void invoke(const std::function<void()> &f) { f(); }
static int given(std::function<int()> f) { return f(); }
struct Object { void one() { a(); } void two() { b(); } };
static void member(void (Object::*f)()) { Object object; (object.*f)(); }
struct Guard { action f; ~Guard() { f(); } };
"#;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    C,
    Cpp,
}

/// Ways to call a function by its address, of `a` and of `b`.
const CALLS: [[&str; 2]; 9] = [
    ["go(a); ", "go(b); "],
    ["ask(va); ", "ask(vb); "],
    ["table[0](); ", "table[1](); "],
    ["table[turn & 1](); ", "table[flag]();"],
    ["pick(0)(); ", "pick(1)(); "],
    ["run(&ops[0]); ", "run(&ops[1]); "],
    ["call_it((void *)a); ", "call_it((void *)b); "],
    ["extra((void (*)(int))a); ", "extra((void (*)(int))b); "],
    ["sort(ca); ", "sort(cb); "],
];

const CPP_CALLS: [[&str; 2]; 6] = [
    ["{ First f; act(f); } ", "{ Second s; act(s); } "],
    ["invoke(a); ", "invoke(b); "],
    ["invoke([] { a(); }); ", "invoke([] { b(); }); "],
    ["given(va); ", "given(vb); "],
    ["member(&Object::one); ", "member(&Object::two); "],
    ["{ Guard guard{a}; } ", "{ Guard guard{b}; } "],
];

/// A call through a pointer, or both in turn.
fn indirectly(dice: &mut Dice, language: Language, text: &mut String) {
    let mut one = |which: usize| {
        let calls = match (language, dice.below(2)) {
            (Language::Cpp, 0) => &CPP_CALLS[..],
            _ => &CALLS[..],
        };
        text.push_str(calls[dice.below(calls.len() as u64) as usize][which]);
    };
    one(0);
    one(1);
    match dice.below(6) {
        0 => text.push_str("section(a, b); "),
        1 => text.push_str("pthread_once(&once, both); "),
        2 => indirectly(dice, language, text),
        _ => {}
    }
}

/// What a program is like.
#[derive(Clone, Copy)]
struct Style {
    language: Language,
    /// Each `a` is followed by a `b` of the same thread, so that many rules hold.
    is_balanced: bool,
    /// Functions are called through pointers, too.
    has_pointers: bool,
}

const EVENTS: [[&str; 2]; 3] = [
    ["a(); ", "b(); "],
    ["th_mark(\"a\"); ", "th_mark(\"b\"); "],
    ["x = 1; ", "x = 2; "],
];

/// One of a pair, or both in turn.
fn one_of(dice: &mut Dice, style: Style, pairs: &[[&str; 2]], which: usize, text: &mut String) {
    let pair = pairs[dice.below(pairs.len() as u64) as usize];
    match style.is_balanced {
        true => text.push_str(&pair.concat()),
        false => text.push_str(pair[which]),
    }
}

/// Statements; mutexes from `free` on may be locked, so that their order is always the same.
fn statements(dice: &mut Dice, style: Style, depth: u32, free: usize, text: &mut String) {
    for _ in 0..1 + dice.below(3) {
        match dice.below(if depth == 0 { 8 } else { 13 }) {
            which @ (0 | 1) => one_of(dice, style, &EVENTS, which as usize, text),
            2 | 3 => text.push_str("both(); "),
            4 => text.push_str("flag = 1; "),
            5 => text.push_str("turn = 1 - turn; "),
            6 | 7 if !style.has_pointers => text.push_str("both(); "),
            6 => indirectly(dice, style.language, text),
            7 => {
                let which = dice.below(2) as usize;
                one_of(dice, style, &CALLS, which, text);
            }
            8 => {
                let _ = write!(text, "if (flag == {}) {{ ", dice.below(2));
                statements(dice, style, depth - 1, free, text);
                text.push_str("} else { ");
                statements(dice, style, depth - 1, free, text);
                text.push_str("} ");
            }
            9 => {
                let _ = write!(text, "for (int i = 0; i < {}; i++) {{ ", 1 + dice.below(2));
                statements(dice, style, depth - 1, free, text);
                text.push_str("} ");
            }
            10 => {
                // The text does not tell.
                text.push_str("if (seven() == 7) both(); else b(); ");
            }
            _ if free < 2 => {
                let name = ["m", "n"][free];
                let _ = write!(text, "pthread_mutex_lock(&{name}); ");
                statements(dice, style, depth - 1, free + 1, text);
                let _ = write!(text, "pthread_mutex_unlock(&{name}); ");
            }
            _ => {
                let _ = write!(text, "if (turn == {}) ", dice.below(2));
                text.push_str("both(); ");
            }
        }
    }
}

fn program(seed: u64, language: Language) -> String {
    let dice = &mut Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut text = BEGINNING.to_owned();
    let style = Style {
        language,
        is_balanced: dice.below(2) == 0,
        has_pointers: language == Language::Cpp || dice.below(4) != 0,
    };
    if style.has_pointers {
        text.push_str(POINTERS);
    }
    if language == Language::Cpp {
        text.push_str(CPP_BEGINNING);
    }
    // All of a thread's work under one mutex makes rules that hold.
    for thread in ["one", "two"] {
        let guarded = dice.below(3) != 0;
        let _ = write!(text, "static void *{thread}(void *p) {{ ");
        if guarded {
            text.push_str("pthread_mutex_lock(&m); ");
        }
        statements(dice, style, 2, usize::from(guarded), &mut text);
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

#[test]
fn what_is_said_of_rules_is_true_of_all_executions() {
    let programs = number("TRAILHOUND_PROGRAMS").unwrap_or(PROGRAMS);
    compare(programs, Language::C);
}

#[test]
fn what_is_said_of_cpp_programs_is_true_of_all_executions() {
    let programs = number("TRAILHOUND_CPP_PROGRAMS").unwrap_or(CPP_PROGRAMS);
    compare(programs, Language::Cpp);
}

fn compare(programs: u64, language: Language) {
    let extension = match language {
        Language::C => "c",
        Language::Cpp => "cpp",
    };
    let folder = tempfile::tempdir().expect("a folder");
    let rule = folder.path().join("rule.prop");
    std::fs::write(&rule, RULE).expect("a file");
    let first = number("TRAILHOUND_SEED").unwrap_or(1);
    let (mut held, mut broken, mut by_states) = (0, 0, 0);
    for seed in first..first + programs {
        let source = program(seed, language);
        let file = folder.path().join(format!("asserts.{extension}"));
        let mut asserting = source.clone();
        for (event, call) in [("a", "a()"), ("b", "b()")] {
            asserting = asserting.replace(&format!("th_mark(\"{event}\")"), call);
        }
        let asserting = asserting
            .replace("x = 1;", "a();")
            .replace("x = 2;", "b();");
        std::fs::write(&file, asserting).expect("a file");
        // Executions that end in an error are none that a rule speaks of, so `flow` gets none.
        let silent = folder.path().join(format!("silent.{extension}"));
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
        let answer = String::from_utf8_lossy(&check.stdout);
        let found = answer.contains("error[assertion]");
        // A check that ends at another error has not looked at every execution.
        let has_ended_early = answer.contains("error[") && !found;
        match flow.status.code() {
            Some(0) if told.starts_with("holds on every execution") => {
                held += 1;
                by_states += u64::from(told.contains("states were searched"));
                assert!(!found, "seed {seed}: it does not hold\n{source}\n{told}");
            }
            Some(1) => {
                broken += 1;
                assert!(
                    found || has_ended_early,
                    "seed {seed}: it is not broken\n{source}\n{told}\n{answer}"
                );
            }
            Some(0 | 3) => {}
            _ => panic!(
                "seed {seed}\n{source}\n{told}{}",
                String::from_utf8_lossy(&flow.stderr)
            ),
        }
    }
    println!("{programs} programs in {extension}: {held} rules hold, {broken} are broken");
    if language == Language::Cpp {
        return;
    }
    assert!(held > programs / 10, "only {held} of {programs} hold");
    assert!(by_states > 0, "all {held} are told by the text");
    assert!(
        broken > programs / 10,
        "only {broken} of {programs} are broken"
    );
}
