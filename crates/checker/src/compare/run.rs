//! One run: `trailhound check` in a process of its own, with limits that hold, and what came
//! of it. It does not know what is compared.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use trailhound_host::end_in_order;

use super::plan::{Contender, Family};
use super::request::Compare;
use crate::session::Session;

/// What a run may take beyond its search: compiling, reading, telling the trail.
const GRACE: Duration = Duration::from_secs(120);

const PAUSE: Duration = Duration::from_millis(5);

pub struct Runner {
    program: PathBuf,
    expected: Expected,
    max_time: Duration,
    max_memory: usize,
    options: Vec<String>,
    session: Session,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Expected {
    Ok,
    AnyError,
    Error(String),
}

/// What a solved run cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    /// `ok` or the kind of the error.
    pub answer: String,
    /// Of the trail; 0 where there is none.
    pub steps: u64,
    pub switches: u64,
    pub states: u64,
    pub expanded: u64,
    pub seconds: f64,
    pub memory: u64,
}

impl Cost {
    /// The paper's measure (Fig. 4): the fourth root of the product of trail length, states,
    /// time and memory. What is too small to measure counts as one unit.
    pub fn mean(&self) -> f64 {
        let factors = [
            self.steps.max(1) as f64,
            self.states.max(1) as f64,
            self.seconds.max(0.001),
            self.memory.max(1) as f64 / (1024.0 * 1024.0),
        ];
        factors.into_iter().product::<f64>().powf(0.25)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Solved(Cost),
    /// A limit was reached: which, in a word or a sentence.
    Unsolved(String),
    /// The run has an answer, and it is not the expected one.
    Wrong(Cost),
    /// No answer at all: it cannot be compiled or checked, or it crashed.
    Failed(String),
}

impl Runner {
    pub fn new(request: &Compare, session: &Session) -> Runner {
        let mut options = request.options.clone();
        // What is compared are searches.
        options.push("--no-sampling".to_owned());
        if !request.shorten {
            options.push("--no-shorten".to_owned());
        }
        Runner {
            program: request.trailhound.clone(),
            expected: match request.expect.as_str() {
                "ok" => Expected::Ok,
                "error" => Expected::AnyError,
                kind => Expected::Error(kind.to_owned()),
            },
            max_time: request.max_time,
            max_memory: request.max_memory,
            options,
            session: session.clone(),
        }
    }

    pub fn run(&self, family: &Family, contender: &Contender, scale: u64) -> Outcome {
        let (before, behind) = family.at(scale);
        let mut command = Command::new(&self.program);
        command
            .arg("check")
            .args(before)
            .args(["--format", "json", "--search", &contender.search])
            .args(["--granularity", &contender.granularity])
            .args(["--max-time", &format!("{}s", self.max_time.as_secs_f64())])
            .args(["--max-memory", &self.max_memory.to_string()])
            .args(&self.options);
        if let Some(guide) = &contender.guide {
            command.args(["--guide", guide]);
        }
        if !behind.is_empty() {
            command.arg("--").args(behind);
        }
        match self.answer(command) {
            Ok(answer) => answer,
            Err(complaint) => Outcome::Failed(complaint),
        }
    }

    fn answer(&self, mut command: Command) -> Result<Outcome, String> {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|cause| format!("a process cannot be started: {cause}"))?;
        // Read as it comes: a full pipe would hold the child up.
        let answer = reader(child.stdout.take());
        let complaint = reader(child.stderr.take());
        let stopped = self.watch(&mut child);
        let answer = answer.join().unwrap_or_default();
        let complaint = complaint.join().unwrap_or_default();
        if let Some(limit) = stopped? {
            return Ok(Outcome::Unsolved(limit.to_owned()));
        }
        match serde_json::from_str(&answer) {
            Ok(answer) => Ok(self.judge(&answer)),
            Err(_) => Err(match complaint.trim() {
                "" => "the check ended without an answer".to_owned(),
                complaint => complaint.to_owned(),
            }),
        }
    }

    /// Waits for the end of a run; the limit that it had to be stopped at, if any.
    fn watch(&self, child: &mut Child) -> Result<Option<&'static str>, String> {
        let started = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(_)) => return Ok(None),
                Ok(None) => {}
                Err(cause) => return Err(format!("a process is lost: {cause}")),
            }
            let limit = if self.session.interrupted() {
                Some("interrupted")
            } else if started.elapsed() > self.max_time + GRACE {
                Some("time")
            } else if resident_memory(child.id()) > Some(self.max_memory as u64) {
                Some("memory")
            } else {
                None
            };
            if limit.is_some() {
                end_in_order(child);
                return Ok(limit);
            }
            thread::sleep(PAUSE);
        }
    }

    fn judge(&self, answer: &Value) -> Outcome {
        let number = |value: &Value| value.as_u64().unwrap_or(0);
        let (stats, trail) = (&answer["stats"], &answer["trail"]);
        let reason = || answer["reason"].as_str().unwrap_or("no reason given");
        let said = match answer["verdict"].as_str() {
            Some("ok") => "ok",
            Some("error") => answer["error"]["kind"].as_str().unwrap_or("error"),
            Some("undecided") => return Outcome::Unsolved(limit_of(reason()).to_owned()),
            _ => return Outcome::Failed(reason().to_owned()),
        };
        let cost = Cost {
            answer: said.to_owned(),
            steps: number(&trail["steps"]),
            switches: number(&trail["context_switches"]),
            // Random walks store nothing: what they have met counts.
            states: match number(&stats["states_stored"]) {
                0 => number(&stats["states_generated"]),
                stored => stored,
            },
            expanded: number(&stats["states_expanded"]),
            seconds: stats["seconds"].as_f64().unwrap_or(0.0),
            memory: number(&stats["peak_memory_bytes"]),
        };
        let right = match &self.expected {
            Expected::Ok => said == "ok",
            Expected::AnyError => said != "ok",
            Expected::Error(kind) => said == kind,
        };
        if !right {
            Outcome::Wrong(cost)
        } else if cost.memory > self.max_memory as u64 {
            Outcome::Unsolved("memory".to_owned())
        } else {
            Outcome::Solved(cost)
        }
    }
}

/// The limits that `check` names by their options, in a word.
fn limit_of(reason: &str) -> &str {
    if reason.contains("--max-time") {
        "time"
    } else if reason.contains("--max-memory") {
        "memory"
    } else {
        reason
    }
}

fn reader(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn resident_memory(process: u32) -> Option<u64> {
    let pages = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let resident: u64 = pages.split(' ').nth(1)?.parse().ok()?;
    Some(resident * PAGE)
}

/// Of x86-64 and most others; a larger one would let a run have more than it should.
const PAGE: u64 = 4096;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn runner(expected: Expected) -> Runner {
        Runner {
            program: PathBuf::new(),
            expected,
            max_time: Duration::from_secs(1),
            max_memory: 1000,
            options: Vec::new(),
            session: Session::default(),
        }
    }

    #[test]
    fn an_answer_is_right_or_wrong() {
        let deadlock = json!({"verdict": "error", "error": {"kind": "deadlock"}});
        let ok = json!({"verdict": "ok"});
        let judged = |expected, answer| runner(expected).judge(answer);
        let solved = |outcome| matches!(outcome, Outcome::Solved(_));
        let wrong = |outcome| matches!(outcome, Outcome::Wrong(_));
        assert!(solved(judged(Expected::AnyError, &deadlock)));
        assert!(wrong(judged(Expected::AnyError, &ok)));
        assert!(wrong(judged(Expected::Ok, &deadlock)));
        assert!(wrong(judged(Expected::Error("panic".into()), &deadlock)));
    }

    #[test]
    fn a_limit_is_no_answer() {
        let late =
            json!({"verdict": "undecided", "reason": "the limit on time (--max-time) was reached"});
        let unsolved = |limit: &str| Outcome::Unsolved(limit.to_owned());
        assert_eq!(runner(Expected::Ok).judge(&late), unsolved("time"));
        let large = json!({"verdict": "ok", "stats": {"peak_memory_bytes": 1001}});
        assert_eq!(runner(Expected::Ok).judge(&large), unsolved("memory"));
    }

    #[test]
    fn the_mean_is_that_of_four() {
        let cost = Cost {
            steps: 10,
            states: 1000,
            seconds: 1.0,
            memory: 1 << 20,
            ..Cost::default()
        };
        assert!((cost.mean() - 10.0).abs() < 1e-9);
    }
}
