//! What a check of a program has said.

use serde_json::Value;

use crate::Bench;
use crate::process::Line;

/// What a check has said.
pub struct Told {
    pub verdict: String,
    pub states: f64,
    pub seconds: f64,
}

impl Told {
    pub fn rate(&self) -> f64 {
        self.states / self.seconds
    }
}

/// `trailhound check ARGUMENTS`: the verdict in a word, the kind of the error if there is one.
pub fn check(bench: &Bench, arguments: &str) -> Result<Told, String> {
    let line = format!("trailhound check {arguments}");
    let answer = bench.answer(&Line::new(line))?;
    let number = |value: &Value| value.as_f64().unwrap_or(0.0);
    let weaker = number(&answer["memory"]["weaker_operations"]);
    let verdict = match answer["verdict"].as_str() {
        Some("error") => answer["error"]["kind"].as_str(),
        Some("ok") if answer["memory"]["model"] == "sc" && weaker > 0.0 => Some("ok (sc)"),
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

pub fn is_error(told: &Told) -> bool {
    !["ok", "ok (sc)", "undecided"].contains(&told.verdict.as_str())
}
