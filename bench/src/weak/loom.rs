//! The same Rust programs by loom, from the registry, and by Trailhound. loom runs compiled code again and again, so
//! that its time is that of the run; Trailhound's is that of the search.

use super::told::check;
use crate::Bench;
use crate::process::Line;
use std::time::Instant;

const PROGRAMS: [&str; 8] = [
    "handshake",
    "spin_lock",
    "ticket_lock",
    "treiber",
    "seqlock",
    "reference_count",
    "counter",
    "chase_lev",
];

const LIMIT: u32 = 120;

pub fn part(bench: &Bench) -> Result<String, String> {
    for cfg in ["right", "wrong"] {
        build(bench, cfg)?;
    }
    let mut text = format!(
        "
## loom

Programs under `bench/programs/weak/rust`, with right orders and, by `--cfg wrong`, with a weaker one; loom 0.7 without bound of
preemptions, at most {LIMIT} s. The goal is a tenth of loom's time.

| program | loom says | seconds | Trailhound says | seconds | loom's time / ours |
| --- | --- | ---: | --- | ---: | ---: |
"
    );
    for program in PROGRAMS {
        for cfg in ["right", "wrong"] {
            bench.tell(&format!("{program}, {cfg}"));
            let (told, seconds) = run(bench, program, cfg)?;
            let wrong = if cfg == "wrong" { "-Dwrong " } else { "" };
            let ours = check(
                bench,
                &format!("--memory c11 --no-sampling {wrong}bench/programs/weak/rust/{program}.rs"),
            )?;
            let ratio = match told {
                "error" | "ok" => format!("{:.1}", seconds / ours.seconds),
                _ => String::new(),
            };
            text += &format!(
                "| {program}, {cfg} | {told} | {seconds:.3} | {} | {:.3} | {ratio} |\n",
                ours.verdict, ours.seconds
            );
        }
    }
    Ok(text)
}

fn build(bench: &Bench, cfg: &str) -> Result<(), String> {
    let folder = bench.scratch.path().join("loom");
    std::fs::create_dir_all(&folder).map_err(|cause| cause.to_string())?;
    let mut manifest = "[package]\nname = \"programs\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
                        [dependencies]\nloom = \"0.7\"\n[workspace]\n"
        .to_owned();
    for program in PROGRAMS {
        let path = bench
            .root
            .join(format!("bench/programs/weak/rust/{program}.rs"));
        manifest += &format!("[[bin]]\nname = \"{program}\"\npath = {path:?}\n");
    }
    let manifest_path = folder.join("Cargo.toml");
    std::fs::write(&manifest_path, manifest).map_err(|cause| cause.to_string())?;
    let flags = if cfg == "wrong" {
        "--cfg=loom --cfg=wrong"
    } else {
        "--cfg=loom"
    };
    let mut cargo = std::process::Command::new("cargo");
    cargo
        .args(["build", "--quiet", "--release", "--manifest-path"])
        .arg(&manifest_path)
        .env("RUSTFLAGS", flags)
        .env("CARGO_TARGET_DIR", folder.join(cfg));
    match cargo.status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err("the programs cannot be built with loom".into()),
    }
}

/// What loom says, and how long it takes.
fn run(bench: &Bench, program: &str, cfg: &str) -> Result<(&'static str, f64), String> {
    let binary = bench
        .scratch
        .path()
        .join(format!("loom/{cfg}/release/{program}"));
    let started = Instant::now();
    let line = Line::new(format!("timeout {LIMIT} {}", binary.display()));
    let (code, complaints) = bench.ended(&line)?;
    let told = match code {
        Some(0) => "ok",
        Some(124) => "no answer",
        _ if complaints.contains("exceeded maximum number of branches") => "gives up",
        _ => "error",
    };
    Ok((told, started.elapsed().as_secs_f64()))
}
