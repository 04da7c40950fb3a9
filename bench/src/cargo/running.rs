//! A command of a measurement in its workspace, with a cache and a target folder of its own.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

use crate::Bench;
use crate::process::{Line, processor_seconds_of_children};

/// The settings of the profile that `cargo trailhound test` compiles with.
pub const PROFILE: [(&str, &str); 5] = [
    ("CARGO_PROFILE_DEV_LTO", "fat"),
    ("CARGO_PROFILE_DEV_OPT_LEVEL", "1"),
    ("CARGO_PROFILE_DEV_DEBUG", "2"),
    ("CARGO_PROFILE_DEV_CODEGEN_UNITS", "1"),
    ("CARGO_INCREMENTAL", "0"),
];

/// What a command took, and the objects that it printed.
pub struct Measured {
    pub processor: f64,
    pub clock: f64,
    events: Vec<Value>,
}

impl Measured {
    pub fn summary(&self) -> &Value {
        self.events.last().unwrap_or(&Value::Null)
    }
}

/// Runs a command, which may find an error or come to a limit.
pub fn run(bench: &Bench, line: &Line, workspace: &Path, target: &str) -> Result<Measured, String> {
    let mut words = line.0.split_whitespace();
    let binaries = bench
        .trailhound
        .parent()
        .ok_or("trailhound has no folder")?;
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(words.next().ok_or("a command has a name")?);
    command
        .args(words)
        .current_dir(workspace)
        .env("PATH", format!("{}:{path}", binaries.display()))
        .env("CARGO_TARGET_DIR", workspace.join(target))
        .env("TRAILHOUND_CACHE", workspace.join("cache"))
        .env_remove("RUSTFLAGS")
        .env_remove("TRAILHOUND_NO_CACHE")
        .envs(PROFILE);
    let (started, before) = (Instant::now(), processor_seconds_of_children()?);
    let output = command
        .output()
        .map_err(|cause| format!("`{}`: {cause}", line.0))?;
    let clock = started.elapsed().as_secs_f64();
    if !matches!(output.status.code(), Some(0 | 1 | 3)) {
        let complaint = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{}`: {}\n{complaint}", line.0, output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(Measured {
        processor: processor_seconds_of_children()? - before,
        clock,
        events: match serde_json::from_str(&text) {
            Ok(answer) => vec![answer],
            Err(_) => text
                .lines()
                .filter_map(|line| serde_json::from_str(line).ok())
                .collect(),
        },
    })
}
