//! Runs every program under tests/programs through `trailhound check` and compares the
//! verdict, the kind of error and its line with the header of the file; then replays every
//! trail. `cargo test --test programs c/mutex` runs those whose path contains `c/mutex`. If clang is
//! new enough for libc++, C++ programs are checked with it once more: one in five, and all of them
//! if TRAILHOUND_LIBCXX is `all`. C programs are checked as 32-bit programs once more: one in five,
//! and all of them if TRAILHOUND_M32 is `all`. A header says `width: 64` where the verdict is for
//! 64 bits only.

#[path = "compilers/mod.rs"]
mod compilers;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// One program may take this long, its compilation included.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Programs run side by side unless the caller says otherwise.
const SIDE_BY_SIDE: usize = 2;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(SIDE_BY_SIDE);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let has_libcxx = compilers::has_libcxx();
    if !has_libcxx {
        println!("libc++ needs a newer clang: C++ is tested with libstdc++ alone");
    }
    let one_in = |variable: &str| match env::var(variable).as_deref() {
        Ok("all") => 1u64,
        _ => 5,
    };
    let (one_in_libcxx, one_in_m32) = (one_in("TRAILHOUND_LIBCXX"), one_in("TRAILHOUND_M32"));
    let mut trials = Vec::new();
    for file in files {
        let Some(expected) = Expected::read(&file) else {
            continue;
        };
        let name = file
            .strip_prefix(&root)
            .unwrap_or(&file)
            .display()
            .to_string();
        let number = number_of(&name);
        let with_libcxx = has_libcxx && number.is_multiple_of(one_in_libcxx);
        if with_libcxx && file.extension().is_some_and(|extension| extension == "cpp") {
            trials.extend(
                expected
                    .with_libcxx()
                    .map(|expected| trial(format!("libcxx/{name}"), file.clone(), expected)),
            );
        }
        let is_c = file.extension().is_some_and(|extension| extension == "c");
        if is_c && number.is_multiple_of(one_in_m32) {
            let narrow = expected.with_32_bit();
            trials.extend(narrow.map(|narrow| trial(format!("m32/{name}"), file.clone(), narrow)));
        }
        trials.push(trial(name, file, expected));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A number that a program keeps when others are added, so that the same ones are selected.
fn number_of(name: &str) -> u64 {
    name.bytes().fold(0, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u64::from(byte))
    })
}

fn trial(name: String, file: PathBuf, expected: Expected) -> Trial {
    let kind = expected.verdict.clone();
    Trial::test(name, move || judge(&file, &expected)).with_kind(kind)
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| {
            ["c", "i", "cpp", "rs"]
                .iter()
                .any(|known| extension == *known)
        }) {
            files.push(path);
        }
    }
}

/// What the header of a program says: lines `//@ key: value` at its top.
#[derive(Clone)]
struct Expected {
    verdict: String,
    kind: Option<String>,
    line: Option<u64>,
    arguments: Vec<String>,
    /// The program says something about one library only.
    one_library: bool,
    /// The program says something about 64 bits only.
    one_width: bool,
}

impl Expected {
    /// The same as a 32-bit program, where it can be.
    fn with_32_bit(&self) -> Option<Expected> {
        let flag = "--cflag=-m32".to_owned();
        (!self.one_width).then(|| Expected {
            arguments: [flag].into_iter().chain(self.arguments.clone()).collect(),
            ..self.clone()
        })
    }

    /// The same with libc++, where it can be.
    fn with_libcxx(&self) -> Option<Expected> {
        let flags = ["-stdlib=libc++", "-fexperimental-library"];
        let flags = flags.map(|flag| format!("--cflag={flag}"));
        (!self.one_library).then(|| Expected {
            arguments: flags.into_iter().chain(self.arguments.clone()).collect(),
            ..self.clone()
        })
    }

    /// None if the file has no header: then another program links it.
    fn read(file: &Path) -> Option<Expected> {
        let text = fs::read_to_string(file).ok()?;
        let header: Vec<(&str, &str)> = text
            .lines()
            .map_while(|line| line.strip_prefix("//@ "))
            .filter_map(|line| line.split_once(": "))
            .collect();
        let value = |key: &str| {
            header
                .iter()
                .find(|(name, _)| *name == key)
                .map(|(_, value)| value.trim().to_owned())
        };
        let words = |key: &str| -> Vec<String> {
            value(key)
                .unwrap_or_default()
                .split_whitespace()
                .map(str::to_owned)
                .collect()
        };
        let folder = file.parent()?;
        let mut arguments: Vec<String> = words("files")
            .iter()
            .map(|name| folder.join(name).display().to_string())
            .collect();
        arguments.extend(words("cflags").iter().map(|flag| format!("--cflag={flag}")));
        arguments.extend(words("args"));
        Some(Expected {
            verdict: value("verdict")?,
            kind: value("kind"),
            line: value("line").and_then(|line| line.parse().ok()),
            arguments,
            one_library: value("library").is_some(),
            one_width: value("width").is_some(),
        })
    }
}

fn judge(file: &Path, expected: &Expected) -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let trail = scratch.path().join("trail.json");
    // Options come before `--` and the program's own arguments.
    let (options, own) = match expected
        .arguments
        .iter()
        .position(|argument| argument == "--")
    {
        Some(at) => expected.arguments.split_at(at),
        None => (expected.arguments.as_slice(), [].as_slice()),
    };
    let mut command = trailhound();
    command
        .arg("check")
        .arg(file)
        .args(options)
        .args(["--format", "json", "--trail"])
        .arg(&trail)
        .args(own);
    let (answer, status) = run(&mut command)?;

    let verdict = answer["verdict"].as_str().unwrap_or_default();
    let kind = answer["error"]["kind"].as_str();
    let line = answer["error"]["line"].as_u64();
    let mut complaints = Vec::new();
    if verdict != expected.verdict {
        complaints.push(format!(
            "verdict: expected {}, got {verdict}",
            expected.verdict
        ));
    }
    if kind != expected.kind.as_deref() {
        complaints.push(format!(
            "kind: expected {}, got {}",
            shown(&expected.kind),
            shown(&kind)
        ));
    }
    if expected.line.is_some() && line != expected.line {
        complaints.push(format!(
            "line: expected {}, got {}",
            shown(&expected.line),
            shown(&line)
        ));
    }
    let code = match verdict {
        "ok" => 0,
        "error" => 1,
        "unsupported" => 2,
        _ => 3,
    };
    if status != code {
        complaints.push(format!("exit code: expected {code}, got {status}"));
    }
    if verdict == "error" {
        complaints.extend(replay(&trail, &answer)?);
    }
    if complaints.is_empty() {
        return Ok(());
    }
    for (what, value) in [
        ("message", &answer["error"]["message"]),
        ("reason", &answer["reason"]),
    ] {
        if let Some(text) = value.as_str() {
            complaints.push(format!("{what}: {text}"));
        }
    }
    Err(complaints.join("\n").into())
}

fn shown<T: std::fmt::Display>(value: &Option<T>) -> String {
    value
        .as_ref()
        .map_or_else(|| "none".to_owned(), T::to_string)
}

/// The trail must lead to the same error again.
fn replay(trail: &Path, first: &Value) -> Result<Vec<String>, Failed> {
    let (second, status) = run(trailhound()
        .arg("replay")
        .arg(trail)
        .args(["--format", "json"]))?;
    let mut complaints = Vec::new();
    if status != 1 {
        complaints.push(format!("replay: exit code {status}, {}", second["reason"]));
    } else {
        for field in ["kind", "message", "file", "line"] {
            let (before, after) = (&first["error"][field], &second["error"][field]);
            if before != after {
                complaints.push(format!("replay: {field} was {before}, is {after}"));
            }
        }
    }
    Ok(complaints)
}

fn trailhound() -> Command {
    Command::new(env!("CARGO_BIN_EXE_trailhound"))
}

/// Runs a command that answers with one JSON object; the answer and the exit code.
fn run(command: &mut Command) -> Result<(Value, i32), Failed> {
    let scratch = tempfile::tempdir()?;
    let (out, err) = (scratch.path().join("out"), scratch.path().join("err"));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(fs::File::create(&out)?)
        .stderr(fs::File::create(&err)?)
        .spawn()?;
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if started.elapsed() > TIME_LIMIT {
            child.kill()?;
            child.wait()?;
            return Err(format!("not done after {} s", TIME_LIMIT.as_secs()).into());
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let answer = fs::read_to_string(&out)?;
    let complaint = fs::read_to_string(&err)?;
    let value = serde_json::from_str(&answer)
        .map_err(|cause| format!("no JSON ({cause}): {answer}{complaint}"))?;
    Ok((value, status.code().unwrap_or(-1)))
}
