//! The page of results: what was measured, what was promised, and whether it holds. It
//! measures nothing.

use std::fmt::Write;
use std::fs;

use crate::Bench;
use crate::process::{Line, profile_flag};

pub enum Goal {
    AtMost(f64),
    AtLeast(f64),
    Below(f64),
}

impl Goal {
    fn met(&self, measured: f64) -> bool {
        match *self {
            Goal::AtMost(limit) => measured <= limit,
            Goal::AtLeast(limit) => measured >= limit,
            Goal::Below(limit) => measured < limit,
        }
    }

    fn shown(&self, unit: &str) -> String {
        match self {
            Goal::AtMost(limit) => format!("at most {limit}{unit}"),
            Goal::AtLeast(limit) => format!("at least {limit}{unit}"),
            Goal::Below(limit) => format!("below {limit}{unit}"),
        }
    }
}

pub struct Row {
    pub what: String,
    pub measured: f64,
    /// Written after the number, with its own space if it wants one.
    pub unit: &'static str,
    /// None for a number that only helps to understand the others.
    pub goal: Option<Goal>,
    /// The numbers behind the ratio.
    pub from: String,
}

impl Row {
    fn verdict(&self) -> &'static str {
        match &self.goal {
            None => "",
            Some(goal) if goal.met(self.measured) => "met",
            Some(_) => "**NOT met**",
        }
    }
}

pub struct Section {
    pub title: &'static str,
    pub about: String,
    pub commands: Vec<Line>,
    pub rows: Vec<Row>,
}

/// A large number with a comma every three digits.
pub fn count(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Three digits that count, or as many as stand before the point.
fn rounded(number: f64) -> String {
    match number.abs() {
        size if size.is_infinite() => "none".to_owned(),
        size if size >= 1000.0 => count(number),
        size if size >= 100.0 => format!("{number:.0}"),
        size if size >= 10.0 => format!("{number:.1}"),
        size if size >= 0.1 => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}

pub fn render(bench: &Bench, sections: &[Section]) -> String {
    let mut text = String::from("# Speed and memory, measured\n\n");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let separator = if arguments.is_empty() { "" } else { " -- " };
    let command = format!(
        "cargo run {} -p trailhound-bench{separator}{}",
        profile_flag(),
        arguments.join(" ")
    );
    let goals = sections
        .iter()
        .flat_map(|section| &section.rows)
        .filter(|row| row.goal.is_some());
    let (met, missed): (Vec<&Row>, Vec<&Row>) = goals.partition(|row| row.verdict() == "met");
    let _ = write!(
        text,
        "Written by `{command}`; do not edit. Every number comes from one run on one computer, \
         the sides of a comparison take turns ({} times each), and ratios are what counts.\n\n\
         **{} of {} goals met.**",
        bench.repeat,
        met.len(),
        met.len() + missed.len(),
    );
    for row in missed {
        let _ = write!(
            text,
            "\nNot met: {} ({}{}).",
            row.what,
            rounded(row.measured),
            row.unit
        );
    }
    let _ = write!(text, "\n\n{}", environment(bench));
    for section in sections {
        let _ = write!(text, "\n## {}\n\n{}\n\n", section.title, section.about);
        write_rows(&mut text, &section.rows);
        text.push_str("\n```sh\n");
        for command in &section.commands {
            let _ = writeln!(text, "{}", command.0);
        }
        text.push_str("```\n");
    }
    text
}

/// The rows of a section as a table.
pub fn write_rows(text: &mut String, rows: &[Row]) {
    text.push_str("| | measured | goal | | from |\n| --- | ---: | --- | --- | --- |\n");
    for row in rows {
        let goal = row
            .goal
            .as_ref()
            .map_or(String::new(), |goal| goal.shown(row.unit));
        let (measured, unit) = (rounded(row.measured), row.unit);
        let _ = writeln!(
            text,
            "| {} | {measured}{unit} | {goal} | {} | {} |",
            row.what,
            row.verdict(),
            row.from
        );
    }
}

/// Where and with what this was measured.
pub fn environment(bench: &Bench) -> String {
    let first_line = |line: &str| {
        let text = bench.text(&Line::new(line)).unwrap_or_default();
        text.lines()
            .next()
            .unwrap_or("not installed")
            .trim()
            .to_owned()
    };
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processor
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .unwrap_or(": unknown");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let rows = [
        ("date", first_line("date -u +%Y-%m-%d")),
        ("commit", first_line("git describe --always --dirty")),
        (
            "processor",
            format!(
                "{}, {cores} cores",
                model.trim_start_matches([' ', '\t', ':'])
            ),
        ),
        (
            "load after the run",
            load.split_whitespace()
                .take(3)
                .collect::<Vec<_>>()
                .join(" "),
        ),
        ("system", first_line("uname -sr")),
        ("rustc", first_line("rustc --version")),
        (
            "clang",
            first_line(&format!("{} --version", crate::process::clang(bench))),
        ),
        ("cc", first_line("cc --version")),
        ("spin", first_line("spin -V")),
    ];
    let mut text = String::from("| | |\n| --- | --- |\n");
    for (name, value) in rows {
        let _ = writeln!(text, "| {name} | {value} |");
    }
    text
}

/// A part of a page that can be measured by itself.
pub type Part = fn(&Bench) -> Result<String, String>;

/// The text of all parts, or of those of these names, behind a head.
pub fn of_parts(
    bench: &Bench,
    head: &str,
    parts: &[(&str, Part)],
    wanted: &[String],
) -> Result<String, String> {
    let mut text = head.to_owned();
    for (name, part) in parts {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            bench.tell(name);
            text += &part(bench).map_err(|cause| format!("{name}: {cause}"))?;
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_what_counts() {
        assert_eq!(count(1234567.0), "1,234,567");
        assert_eq!(count(12.0), "12");
        assert_eq!(rounded(0.5), "0.50");
        assert_eq!(rounded(28.93), "28.9");
    }

    #[test]
    fn a_goal_says_whether_it_is_met() {
        assert!(Goal::AtMost(30.0).met(30.0));
        assert!(!Goal::Below(20.0).met(20.0));
        assert!(Goal::AtLeast(0.5).met(0.5));
    }
}
