//! Values of data choices that a program cannot tell apart: random programs over 16 bits end in the same
//! states whether all 65,536 values are tried or one of each class. `TRAILHOUND_RANDOM_CLASSES`
//! sets the number of programs.

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use serde_json::Value;

/// The verdict, and the states in which executions end.
fn ends(file: &Path, choice: &str) -> (Value, BTreeSet<String>) {
    let finals = file.with_extension(format!("{choice}.finals"));
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(["check", "--format", "json", "--quiet"])
        .arg(file)
        .arg(format!("-DCHOICE={choice}"))
        .arg("--final-states")
        .arg(&finals)
        .output()
        .expect("trailhound runs");
    let answer = serde_json::from_slice(&output.stdout).expect("an answer");
    let text = fs::read_to_string(&finals).unwrap_or_default();
    (answer, text.lines().map(str::to_owned).collect())
}

/// Writes programs in which `x` is only looked at in ways that have few answers.
struct Author {
    dice: StdRng,
    bits: u32,
}

impl Author {
    fn constant(&mut self) -> String {
        let corners: [i64; 14] = [
            0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, -32768, 32768, 65535, 65536,
        ];
        match self.dice.random_range(0..3) {
            0 => self.dice.random_range(-300..300i64).to_string(),
            1 => self.dice.random_range(-40_000..70_000i64).to_string(),
            _ => corners.choose(&mut self.dice).expect("some").to_string(),
        }
    }

    /// The value after some changes of its width.
    fn view(&mut self, variable: &str) -> String {
        let casts = [
            "",
            "",
            "(int)",
            "(long)",
            "(short)",
            "(unsigned short)",
            "(unsigned)",
            "(long)(short)",
            "(unsigned long)(int)(short)",
            "(int)(unsigned short)",
            "(unsigned)(short)",
        ];
        let cast = casts.choose(&mut self.dice).expect("some");
        format!("{cast}{variable}")
    }

    fn test(&mut self) -> String {
        let variable = *["x", "x", "y"].choose(&mut self.dice).expect("some");
        if self.bits > 0 && self.dice.random_bool(0.3) {
            self.bits -= 1;
            let bit = 1u32 << self.dice.random_range(0..16);
            return format!("({variable} & {bit})");
        }
        let relation = ["<", "<=", ">", ">=", "==", "!="];
        let relation = relation.choose(&mut self.dice).expect("some");
        let (view, constant) = (self.view(variable), self.constant());
        match self.dice.random_range(0..3) {
            0 => format!("({constant} {relation} {view})"),
            1 => format!("!({view} {relation} {constant})"),
            _ => format!("({view} {relation} {constant})"),
        }
    }

    fn program(&mut self) -> String {
        let ty = *["short", "unsigned short"]
            .choose(&mut self.dice)
            .expect("some");
        let mut text = format!(
            "#include \"trailhound.h\"\n\
             extern short __VERIFIER_nondet_short(void);\n\
             extern unsigned short __VERIFIER_nondet_ushort(void);\n\
             static inline unsigned short every(void) {{ return (unsigned short)th_toss(65536); }}\n\
             int result;\n\
             int main(void) {{\n  {ty} x = CHOICE();\n"
        );
        let test = self.test_of("x");
        let other = self.constant();
        let _ = writeln!(text, "  {ty} y = {test} ? x : ({ty}){other};");
        for number in 0..self.dice.random_range(1..5) {
            let bit = 1 << number;
            let _ = match self.dice.random_range(0..4) {
                0 => {
                    let cases: BTreeSet<i32> =
                        (0..3).map(|_| self.dice.random_range(0..40)).collect();
                    let _ = writeln!(text, "  switch (x) {{");
                    for case in cases {
                        let _ = writeln!(text, "  case {case}: result += {bit}; break;");
                    }
                    writeln!(text, "  default: break;\n  }}")
                }
                1 => {
                    let (first, second) = (self.test(), self.test());
                    writeln!(text, "  if ({first} && {second}) result += {bit};")
                }
                2 => {
                    let (first, second) = (self.test(), self.test());
                    writeln!(text, "  result += {bit} * ({first} || {second});")
                }
                _ => {
                    let (stop, test) = (self.test(), self.test());
                    writeln!(
                        text,
                        "  for (int i = 0; i < 2; i++) {{ if ({stop}) break; result += {bit} * !!{test}; y = x; }}"
                    )
                }
            };
        }
        text.push_str("  return 0;\n}\n");
        text
    }

    fn test_of(&mut self, variable: &str) -> String {
        let (view, constant) = (self.view(variable), self.constant());
        format!("({view} < {constant})")
    }
}

#[test]
fn one_value_of_each_class_stands_for_all() {
    let count = env::var("TRAILHOUND_RANDOM_CLASSES").ok();
    let count: u64 = count.and_then(|count| count.parse().ok()).unwrap_or(8);
    let scratch = tempfile::tempdir().expect("a directory");
    for seed in 0..count {
        let mut author = Author {
            dice: StdRng::seed_from_u64(seed),
            bits: 3,
        };
        let source = author.program();
        let file = scratch.path().join(format!("random{seed}.c"));
        fs::write(&file, &source).expect("a file");
        let choice = match source.contains("unsigned short x") {
            true => "__VERIFIER_nondet_ushort",
            false => "__VERIFIER_nondet_short",
        };
        let (all, every_end) = ends(&file, "every");
        let (some, ends_of_classes) = ends(&file, choice);
        assert_eq!(all["verdict"], "ok", "seed {seed}: {all}\n{source}");
        assert_eq!(some["verdict"], "ok", "seed {seed}: {some}\n{source}");
        assert!(some["values"].is_null(), "seed {seed}: {some}\n{source}");
        assert_eq!(every_end, ends_of_classes, "seed {seed}: {some}\n{source}");
        assert!(!every_end.is_empty(), "seed {seed}\n{source}");
    }
}
