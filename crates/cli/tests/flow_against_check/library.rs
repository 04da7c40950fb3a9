//! Programs in C that read and write variables by functions of the library, and by one of which
//! nothing is known.

use std::fmt::Write;

use super::{Dice, number, trailhound};

const PROGRAMS: u64 = 30;

/// Reads come before all writes. It does not matter how often a function reads or writes.
const RULE: &str = "events\n  r = read(text) | read(v)\n  w = write(text) | write(v)\n\
                    property for all executions\n  r* w*\n";

const BEGINNING: &str = r#"#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trailhound.h"
static char text[8];
static int v, monitor;
static __thread int n;
static sem_t s;
void sched_add(int *place);
static void rd(void) { th_atomic_begin(); th_assert(monitor == 0); th_atomic_end(); }
static void wr(void) { th_atomic_begin(); monitor = 1; th_atomic_end(); }
static void show(const char *p) { puts(p); }
static int length(const char *p) { return (int)strlen(p); }
static void fill(char *p) { strcpy(p, "c"); }
static void scan(const char *p, int *place) { sscanf(p, "%d", place); }
static void with(void (*f)(const char *), const char *p) { f(p); }
"#;

/// What reads, as it is and as calls that assert.
const READING: [[&str; 2]; 12] = [
    ["n += (int)strlen(text); ", "rd(); "],
    ["n += length(text); ", "rd(); "],
    ["puts(text); ", "rd(); "],
    ["show(text); ", "rd(); "],
    ["with(show, text); ", "rd(); "],
    ["printf(\"%s\\n\", text); ", "rd(); "],
    ["n += strcmp(text, \"a\"); ", "rd(); "],
    ["n += memcmp(\"ab\", text, 2); ", "rd(); "],
    ["n += strchr(text, 'a') != 0; ", "rd(); "],
    ["n += atoi(text); ", "rd(); "],
    ["n += text[0]; ", "rd(); "],
    ["n += v; ", "rd(); "],
];

/// The same of what writes.
const WRITING: [[&str; 2]; 11] = [
    ["strcpy(text, \"b\"); ", "wr(); "],
    ["strncat(text, \"b\", 1); ", "rd(); wr(); "],
    ["snprintf(text, sizeof text, \"%d\", n & 1); ", "wr(); "],
    ["memset(text, 0, 2); ", "wr(); "],
    ["memcpy(text, \"xy\", 2); ", "wr(); "],
    ["fill(text); ", "wr(); "],
    ["text[0] = 'd'; ", "wr(); "],
    ["v = 2; ", "wr(); "],
    ["scan(\"7\", &v); ", "wr(); "],
    ["sem_getvalue(&s, &v); ", "wr(); "],
    ["printf(\"%d%n\\n\", 1, &v); ", "wr(); "],
];

/// A function of which nothing is known may do this.
const UNKNOWN: [&str; 2] = ["sched_add(&v); ", "wr(); rd(); "];

/// Statements of both programs at once; after `writes`, none reads.
fn statements(dice: &mut Dice, writes: bool, texts: &mut [String; 2]) {
    for _ in 0..1 + dice.below(2) {
        let (reading, writing) = (READING.len() as u64, WRITING.len() as u64);
        let chosen = match dice.below(30) {
            0 => UNKNOWN,
            1 | 2 => WRITING[dice.below(writing) as usize],
            _ if writes => WRITING[dice.below(writing) as usize],
            _ => READING[dice.below(reading) as usize],
        };
        let head = match dice.below(4) {
            0 => "if (th_toss(2)) { ",
            1 => "for (int i = 0; i < 2; i++) { ",
            _ => "{ ",
        };
        for (text, statement) in texts.iter_mut().zip(chosen) {
            let _ = write!(text, "{head}{statement}}} ");
        }
    }
}

/// The program as it is, and with calls that assert.
fn program(seed: u64) -> [String; 2] {
    let dice = &mut Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut texts = [BEGINNING.to_owned(), BEGINNING.to_owned()];
    let add = |texts: &mut [String; 2], line: &str| {
        texts.iter_mut().for_each(|text| text.push_str(line));
    };
    add(&mut texts, "static void *run(void *p) { ");
    statements(dice, dice.0.is_multiple_of(5), &mut texts);
    add(&mut texts, "return p; }\nint main(void) { pthread_t t; ");
    statements(dice, false, &mut texts);
    add(&mut texts, "pthread_create(&t, 0, run, 0); ");
    let joins_first = dice.below(2) == 0;
    if joins_first {
        add(&mut texts, "pthread_join(t, 0); ");
    }
    statements(dice, joins_first, &mut texts);
    if !joins_first {
        add(&mut texts, "pthread_join(t, 0); ");
    }
    statements(dice, true, &mut texts);
    add(&mut texts, "return 0; }\n");
    texts
}

#[test]
fn a_rule_that_holds_is_not_broken_by_the_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (rule, silent, telling) = (path("rule.prop"), path("silent.c"), path("telling.c"));
    std::fs::write(&rule, RULE).expect("a file");
    let first = number("TRAILHOUND_SEED").unwrap_or(1);
    let programs = number("TRAILHOUND_PROGRAMS").unwrap_or(PROGRAMS);
    let (mut held, mut failing) = (0, 0);
    for seed in first..first + programs {
        let [source, asserting] = program(seed);
        std::fs::write(&silent, &source).expect("a file");
        std::fs::write(&telling, asserting).expect("a file");
        let flow = trailhound(&["flow", "--no-search", "--property"], &[&rule, &silent]);
        let check = ["check", "--races", "off", "--no-sampling"];
        let check = trailhound(&check, &[&telling]);
        let told = String::from_utf8_lossy(&flow.stdout).into_owned();
        let found = String::from_utf8_lossy(&check.stdout).contains("error[assertion]");
        failing += u64::from(found);
        match flow.status.code() {
            Some(0) => {
                held += 1;
                assert!(!found, "seed {seed}: it does not hold\n{source}\n{told}");
            }
            Some(3) => {}
            _ => panic!(
                "seed {seed}\n{source}\n{told}{}",
                String::from_utf8_lossy(&flow.stderr)
            ),
        }
    }
    println!("{programs} programs with library calls: {held} rules hold, {failing} are broken");
    assert!(held > programs / 10, "only {held} of {programs} hold");
    assert!(
        failing > programs / 10,
        "only {failing} of {programs} are broken"
    );
}
