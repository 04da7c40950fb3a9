//! The same Rust programs by loom and shuttle, from the registry, by ThreadSanitizer and by Trailhound. The others run
//! compiled code again and again, so that their time is that of the run; Trailhound's is that of the search.

use super::told::{Told, check, is_error};
use crate::Bench;
use crate::process::{Line, processor_seconds_of_children};
use std::process::Command;

const PROGRAMS: [&str; 13] = [
    "message_passing",
    "release_sequence",
    "dekker",
    "fences",
    "two_readers",
    "handshake",
    "spin_lock",
    "ticket_lock",
    "treiber",
    "seqlock",
    "reference_count",
    "counter",
    "chase_lev",
];

/// Seconds for each program and tool.
const LIMIT: u32 = 20;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cfg {
    Right,
    Wrong,
}

impl Cfg {
    fn name(self) -> &'static str {
        match self {
            Cfg::Right => "right",
            Cfg::Wrong => "wrong",
        }
    }

    /// What rustc is told.
    fn flags(self) -> &'static str {
        match self {
            Cfg::Right => "",
            Cfg::Wrong => "--cfg=wrong",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Ok,
    Error,
    NoAnswer,
    /// It was not built.
    Nothing,
}

impl Says {
    fn words(self) -> &'static str {
        match self {
            Says::Ok => "ok",
            Says::Error => "error",
            Says::NoAnswer => "no answer",
            Says::Nothing => "not measured",
        }
    }
}

/// What all say of a program.
struct Row {
    program: &'static str,
    cfg: Cfg,
    loom: (Says, f64),
    shuttle: Says,
    sanitizer: Says,
    ours: Told,
}

impl Row {
    fn own(&self) -> Says {
        match self.ours.verdict.as_str() {
            "ok" => Says::Ok,
            _ if is_error(&self.ours) => Says::Error,
            _ => Says::NoAnswer,
        }
    }

    fn text(&self) -> String {
        let (loom, seconds) = self.loom;
        let is_decided = |says: Says| [Says::Ok, Says::Error].contains(&says);
        let ratio = match is_decided(loom) && is_decided(self.own()) {
            true => format!("{:.1}", seconds / self.ours.seconds),
            false => String::new(),
        };
        format!(
            "| {}, {} | {} | {seconds:.3} | {} | {:.4} | {ratio} | {} | {} |\n",
            self.program,
            self.cfg.name(),
            loom.words(),
            self.ours.verdict,
            self.ours.seconds,
            self.shuttle.words(),
            self.sanitizer.words(),
        )
    }
}

pub fn part(bench: &Bench) -> Result<String, String> {
    let cfgs = [Cfg::Right, Cfg::Wrong];
    for cfg in cfgs {
        build(bench, "loom", "loom = \"0.7\"", cfg)?;
        build(bench, "shuttle", "shuttle = \"0.8\"", cfg)?;
    }
    let mut rows = Vec::new();
    for program in PROGRAMS {
        for cfg in cfgs {
            rows.push(row(bench, program, cfg)?);
        }
    }
    let mut text = format!(
        "
## Other tools

Programs under `bench/programs/weak/rust`, with right orders and, by `--cfg wrong`, with a weaker one: loom 0.7 without bound of
preemptions; shuttle 0.8 with 10,000 random schedules; ThreadSanitizer (`rustc +nightly -Zsanitizer=thread`) with 1,000 executions;
Trailhound with `--memory c11`. Each has {LIMIT} s. loom's seconds are those of the processor. The goal is a tenth of
loom's time. Miri and GenMC were not measured.

| program | loom | seconds | Trailhound | seconds | loom's time / ours | shuttle | ThreadSanitizer |
| --- | --- | ---: | --- | ---: | ---: | --- | --- |
"
    );
    rows.iter().for_each(|row| text += &row.text());
    text += &summary(&rows);
    Ok(text)
}

/// What one tool says of a program.
type Column = fn(&Row) -> Says;

/// How many of the wrong ones each finds, and how many right ones it complains about.
fn summary(rows: &[Row]) -> String {
    let columns: [(&str, Column); 4] = [
        ("loom", |row| row.loom.0),
        ("shuttle", |row| row.shuttle),
        ("ThreadSanitizer", |row| row.sanitizer),
        ("Trailhound", Row::own),
    ];
    let mut text = "\n| tool | wrong programs found | right programs called wrong | without answer |\n| --- | ---: | ---: | ---: |\n".to_owned();
    for (tool, says) in columns {
        let count = |cfg: Cfg, wanted: Says| {
            let rows = rows.iter().filter(|row| row.cfg == cfg);
            rows.filter(|row| says(row) == wanted).count()
        };
        let unanswered = count(Cfg::Right, Says::NoAnswer) + count(Cfg::Wrong, Says::NoAnswer);
        let found = match count(Cfg::Wrong, Says::Nothing) {
            0 => format!("{} of {}", count(Cfg::Wrong, Says::Error), rows.len() / 2),
            _ => "not measured".to_owned(),
        };
        let alarms = count(Cfg::Right, Says::Error);
        text += &format!("| {tool} | {found} | {alarms} | {unanswered} |\n");
    }
    text
}

fn row(bench: &Bench, program: &'static str, cfg: Cfg) -> Result<Row, String> {
    bench.tell(&format!("{program}, {}", cfg.name()));
    let built = |tool: &str| {
        let scratch = bench.scratch.path().display();
        format!("{scratch}/{tool}/{}/release/{program}", cfg.name())
    };
    let before = processor_seconds_of_children()?;
    let loom = run(bench, &built("loom"))?;
    let seconds = processor_seconds_of_children()? - before;
    let wrong = match cfg {
        Cfg::Right => "",
        Cfg::Wrong => "-Dwrong ",
    };
    Ok(Row {
        program,
        cfg,
        loom: (loom, seconds),
        shuttle: run(bench, &built("shuttle"))?,
        sanitizer: sanitized(bench, program, cfg)?,
        ours: check(
            bench,
            &format!(
                "--memory c11 --no-sampling --max-time {LIMIT}s {wrong}bench/programs/weak/rust/{program}.rs"
            ),
        )?,
    })
}

/// Builds all programs with a library in place of the standard one.
fn build(bench: &Bench, library: &str, dependency: &str, cfg: Cfg) -> Result<(), String> {
    let folder = bench.scratch.path().join(library);
    std::fs::create_dir_all(&folder).map_err(|cause| cause.to_string())?;
    let mut manifest = format!(
        "[package]\nname = \"programs\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n{dependency}\n[workspace]\n"
    );
    for program in PROGRAMS {
        let path = bench
            .root
            .join(format!("bench/programs/weak/rust/{program}.rs"));
        manifest += &format!("[[bin]]\nname = \"{program}\"\npath = {path:?}\n");
    }
    let manifest_path = folder.join("Cargo.toml");
    std::fs::write(&manifest_path, manifest).map_err(|cause| cause.to_string())?;
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--quiet", "--release", "--manifest-path"])
        .arg(&manifest_path)
        .env("RUSTFLAGS", format!("--cfg={library} {}", cfg.flags()))
        .env("CARGO_TARGET_DIR", folder.join(cfg.name()));
    match cargo.status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("the programs cannot be built with {library}")),
    }
}

/// What ThreadSanitizer says, if there is a compiler for it.
fn sanitized(bench: &Bench, program: &str, cfg: Cfg) -> Result<Says, String> {
    let scratch = bench.scratch.path();
    let binary = scratch.join(format!("{program}-{}", cfg.name()));
    let mut rustc = Command::new("rustc");
    rustc
        .current_dir(scratch)
        .args(["+nightly", "--edition=2024", "-O", "-Zsanitizer=thread"])
        .args(["-Cunsafe-allow-abi-mismatch=sanitizer", "--cfg=again"])
        .args(cfg.flags().split_whitespace())
        .arg("-o")
        .arg(&binary)
        .arg(
            bench
                .root
                .join(format!("bench/programs/weak/rust/{program}.rs")),
        );
    let is_built = rustc.output().is_ok_and(|output| output.status.success());
    match is_built {
        true => run(bench, &binary.display().to_string()),
        false => Ok(Says::Nothing),
    }
}

fn run(bench: &Bench, binary: &str) -> Result<Says, String> {
    let line = Line::new(format!("timeout {LIMIT} {binary}"));
    let (code, complaints) = bench.ended(&line)?;
    let gives_up = ["exceeded maximum number of branches", "exceeded max_steps"];
    Ok(match code {
        Some(0) => Says::Ok,
        Some(124) => Says::NoAnswer,
        _ if gives_up.iter().any(|words| complaints.contains(words)) => Says::NoAnswer,
        _ => Says::Error,
    })
}
