//! Programs in Rust, whose monitor is a table.

#[path = "../../../flow/tests/conservative/rust/programs/mod.rs"]
mod programs;

use std::fmt::Write;

use super::{Dice, number, trailhound};

const RUST_PROGRAMS: u64 = 20;

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
