//! What the memory model of C11 costs and finds: programs of the field with right and wrong orders, the same in Rust
//! beside loom, and real crates with one order weakened.

mod crates;
mod loom;
mod programs;

use crate::Bench;
use crate::process::Line;
use serde_json::Value;

const HEAD: &str = "\
# Memory models

Written by `cargo run --release -p trailhound-bench -- memory-models`; do not edit. All numbers are from one run on one
computer with two processors; seconds are those of the search, without compiling, unless it is said.
";

pub fn page(bench: &Bench) -> Result<String, String> {
    let mut text = HEAD.to_owned();
    for (name, part) in [
        (
            "programs",
            programs::part as fn(&Bench) -> Result<String, String>,
        ),
        ("loom", loom::part),
        ("crates", crates::part),
    ] {
        bench.tell(name);
        text += &part(bench).map_err(|cause| format!("{name}: {cause}"))?;
    }
    Ok(text)
}

/// What a check has said.
struct Told {
    verdict: String,
    states: f64,
    seconds: f64,
}

impl Told {
    fn rate(&self) -> f64 {
        self.states / self.seconds
    }
}

/// `trailhound check ARGUMENTS`: the verdict in a word, the kind of the error if there is one.
fn check(bench: &Bench, arguments: &str) -> Result<Told, String> {
    let line = format!("trailhound check {arguments}");
    let answer = bench.answer(&Line::new(line))?;
    let number = |value: &Value| value.as_f64().unwrap_or(0.0);
    let verdict = match answer["verdict"].as_str() {
        Some("error") => answer["error"]["kind"].as_str(),
        Some("ok") => Some("ok"),
        Some("unsupported") => return Err(format!("{arguments}: {}", answer["reason"])),
        other => other,
    };
    let stats = &answer["stats"];
    Ok(Told {
        verdict: verdict.unwrap_or_default().to_owned(),
        states: number(&stats["states_stored"]),
        seconds: number(&stats["seconds"]),
    })
}

fn is_error(told: &Told) -> bool {
    !["ok", "undecided"].contains(&told.verdict.as_str())
}
