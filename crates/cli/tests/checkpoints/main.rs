//! Searches that are killed and resumed end as if nothing had happened; what cannot be resumed is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

fn program(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/checkpoints/programs");
    folder.join(name).display().to_string()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trailhound"));
    command
        .args(["check", "--quiet", "--no-cache", "--no-sampling"])
        .args(["--format", "json", "--memory", "sc"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    command
}

fn verdict_of(child: Child) -> Value {
    let output = child.wait_with_output().expect("the command ends");
    serde_json::from_slice(&output.stdout).expect("a verdict")
}

fn check(arguments: &[&str]) -> Value {
    verdict_of(command(arguments).spawn().expect("trailhound runs"))
}

/// All that a search must come to, whatever happens to it.
fn result(verdict: &Value) -> [Value; 7] {
    let stats = &verdict["stats"];
    [
        verdict["verdict"].clone(),
        verdict["error"]["kind"].clone(),
        stats["states_stored"].clone(),
        stats["states_expanded"].clone(),
        stats["transitions"].clone(),
        stats["revisited"].clone(),
        stats["depth"].clone(),
    ]
}

/// How a process is ended.
#[derive(Clone, Copy, PartialEq)]
enum Signal {
    Kill,
    Terminate,
}

/// Waits until there is a checkpoint that was not there before, and so much longer; whether the process still runs.
fn is_running_after_a_checkpoint(child: &mut Child, folder: &Path, longer: Duration) -> bool {
    let manifest = folder.join("manifest.trailhound");
    let content = || fs::read(&manifest).ok();
    let before = content();
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(120) {
        if child.try_wait().expect("its status").is_some() {
            return false;
        }
        if content() != before {
            thread::sleep(longer);
            return child.try_wait().expect("its status").is_none();
        }
        thread::sleep(Duration::from_millis(2));
    }
    panic!("no checkpoint within two minutes");
}

/// The verdict of a search that is ended after each checkpoint, up to so many times; how often it was.
fn ended_and_resumed(arguments: &[&str], signal: Signal, most: u32) -> (Value, u32) {
    let directory = tempfile::tempdir().expect("a folder");
    let folder = directory.path();
    let path = folder.display().to_string();
    let mut ended = 0;
    loop {
        let how = match folder.join("manifest.trailhound").exists() {
            true => "--resume",
            false => "--checkpoint",
        };
        let more = [how, &path, "--checkpoint-every", "60ms"];
        let mut child = command(&[arguments, &more[..]].concat())
            .spawn()
            .expect("trailhound runs");
        let longer = Duration::from_millis(u64::from(ended * 37 % 90));
        if ended < most && is_running_after_a_checkpoint(&mut child, folder, longer) {
            if signal == Signal::Kill {
                child.kill().expect("it can be killed");
                child.wait().expect("it has ended");
                ended += 1;
                continue;
            }
            let number = child.id().to_string();
            let sent = Command::new("kill").args(["-TERM", &number]).status();
            assert!(sent.expect("kill runs").success());
            let verdict = verdict_of(child);
            let notes = verdict["notes"].to_string();
            if notes.contains(" goes on from ") {
                ended += 1;
                continue;
            }
            return (verdict, ended);
        }
        return (verdict_of(child), ended);
    }
}

fn assert_is_resumed(name: &str, arguments: &[&str], signal: Signal, least: u32) {
    let file = program(name);
    let arguments = [&[&file[..]], arguments].concat();
    let expected = check(&arguments);
    let (resumed, ended) = ended_and_resumed(&arguments, signal, 5);
    assert!(ended >= least, "ended {ended} times only: {arguments:?}");
    assert_eq!(result(&resumed), result(&expected), "{arguments:?}");
}

#[test]
fn c_in_all_orders() {
    assert_is_resumed(
        "mixing.c",
        &["--search", "dfs", "--all-orders"],
        Signal::Kill,
        1,
    );
    assert_is_resumed(
        "mixing.c",
        &["--search", "dfs", "--all-orders"],
        Signal::Terminate,
        1,
    );
}

#[test]
fn c_breadth_first() {
    assert_is_resumed("mixing.c", &["--search", "bfs"], Signal::Kill, 1);
    assert_is_resumed("mixing.c", &["--search", "bfs"], Signal::Terminate, 1);
}

#[test]
fn c_reduced() {
    let arguments = ["-DTURNS=3", "--search", "dfs"];
    assert_is_resumed("mixing.c", &arguments, Signal::Kill, 2);
    assert_is_resumed("mixing.c", &arguments, Signal::Terminate, 2);
}

#[test]
fn c_with_a_portfolio() {
    assert_is_resumed("mixing.c", &["-DTURNS=3"], Signal::Kill, 2);
    assert_is_resumed("mixing.c", &["--all-orders"], Signal::Kill, 1);
}

#[test]
fn rust_in_all_orders() {
    assert_is_resumed(
        "mixing.rs",
        &["--search", "dfs", "--all-orders"],
        Signal::Kill,
        1,
    );
    assert_is_resumed("mixing.rs", &["--search", "bfs"], Signal::Kill, 1);
}

#[test]
fn rust_reduced() {
    assert_is_resumed("mixing.rs", &["--search", "dfs"], Signal::Kill, 2);
    assert_is_resumed("mixing.rs", &[], Signal::Kill, 2);
}

#[test]
fn an_error_that_is_found_after_a_resume_can_be_replayed() {
    let directory = tempfile::tempdir().expect("a folder");
    let trail = directory.path().join("trail.json");
    let trail = trail.display().to_string();
    let file = program("mixing.c");
    let arguments = [
        &file,
        "-DTURNS=3",
        "-DFAILS=17",
        "--search",
        "dfs",
        "--trail",
        &trail,
    ];
    let expected = check(&arguments);
    assert_eq!(expected["error"]["kind"], "assertion");
    fs::remove_file(&trail).expect("a trail");
    let (resumed, ended) = ended_and_resumed(&arguments, Signal::Kill, 5);
    assert!(ended >= 1);
    assert_eq!(result(&resumed), result(&expected));
    let replayed = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .args(["replay", "--format", "json", &trail])
        .output()
        .expect("trailhound runs");
    assert_eq!(replayed.status.code(), Some(1));
    let replayed: Value = serde_json::from_slice(&replayed.stdout).expect("a verdict");
    assert_eq!(replayed["error"]["kind"], "assertion");
}

/// A folder with the checkpoint of a search that came to a limit on states.
fn limited(folder: &Path, arguments: &[&str]) -> Value {
    let path = folder.display().to_string();
    let more = ["--max-states", "3000", "--checkpoint", &path];
    check(&[arguments, &more[..]].concat())
}

#[test]
fn a_limit_on_states_can_be_raised() {
    let file = program("mixing.rs");
    for more in [
        &["--search", "dfs"][..],
        &["--search", "bfs"],
        &["--search", "dfs", "--all-orders"],
    ] {
        let directory = tempfile::tempdir().expect("a folder");
        let path = directory.path().display().to_string();
        let arguments = [&[&file[..]], more].concat();
        let expected = check(&arguments);
        let ended = limited(directory.path(), &arguments);
        assert_eq!(ended["verdict"], "undecided");
        assert_eq!(ended["stats"]["states_stored"], 3000);
        let resumed = check(&[&arguments[..], &["--resume", &path]].concat());
        assert_eq!(result(&resumed), result(&expected), "{more:?}");
        // Finished, it may be resumed once more, or give way to another one.
        let again = check(&[&arguments[..], &["--resume", &path]].concat());
        assert_eq!(result(&again), result(&expected), "{more:?}");
        assert_eq!(
            limited(directory.path(), &arguments)["verdict"],
            "undecided"
        );
    }
}

fn reason(arguments: &[&str]) -> String {
    let verdict = check(arguments);
    assert_eq!(verdict["verdict"], "unsupported", "{arguments:?}");
    verdict["reason"].as_str().expect("a reason").to_owned()
}

fn the_search_in(folder: &Path) -> PathBuf {
    let files = fs::read_dir(folder).expect("a folder");
    let mut files = files.map(|file| file.expect("a file").path());
    let is_search = |file: &PathBuf| {
        file.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("search-"))
    };
    files.find(is_search).expect("a search")
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let directory = tempfile::tempdir().expect("a folder");
    let path = directory.path().display().to_string();
    let file = program("mixing.rs");
    let arguments = [&file[..], "--search", "bfs"];
    let resume = [&arguments[..], &["--resume", &path]].concat();
    assert!(reason(&resume).starts_with("there is no checkpoint in "));
    assert_eq!(
        limited(directory.path(), &arguments)["verdict"],
        "undecided"
    );

    let begin = [&arguments[..], &["--checkpoint", &path]].concat();
    assert!(reason(&begin).contains("of a search that has not ended: --resume goes on with it"));
    let missing = [&arguments[..], &["--checkpoint", "/nowhere/at/all"]].concat();
    assert_eq!(
        reason(&missing),
        "the folder `/nowhere/at/all` does not exist"
    );
    let other = program("mixing.c");
    let other = reason(&[&other, "--search", "bfs", "--resume", &path]);
    assert!(other.contains("is of another program"), "{other}");
    let other = reason(&[&file, "--search", "dfs", "--resume", &path]);
    assert!(
        other.ends_with("is of a search with other options"),
        "{other}"
    );

    for (more, what) in [
        (&["--jobs", "2"][..], "with `--jobs 2`"),
        (&["--search", "beam"], "of `--search beam:1000`"),
        (&["--store", "compact"], "with `--store`"),
        (&["--preemptions", "1"], "with `--preemptions`"),
        (&["--ltl", "F done"], "for formulas and automata"),
    ] {
        let refused = reason(&[&[&file[..], "--checkpoint", &path], more].concat());
        assert!(
            refused.contains(&format!("searches {what} cannot be saved yet")),
            "{refused}"
        );
    }

    let search = the_search_in(directory.path());
    let whole = fs::read(&search).expect("a search");
    fs::write(&search, &whole[..whole.len() / 2]).expect("half of it");
    assert!(reason(&resume).ends_with("it is damaged: it ends too early"));
    let mut flipped = whole.clone();
    flipped[whole.len() / 3] ^= 16;
    fs::write(&search, &flipped).expect("a flipped bit");
    assert!(reason(&resume).ends_with("it is damaged: a sum is wrong"));
    let mut newer = whole.clone();
    newer[8] = 77;
    fs::write(&search, &newer).expect("another version");
    assert!(reason(&resume).contains("it has version 77 of the format"));
    fs::write(&search, &whole).expect("all of it");
    assert_eq!(check(&resume)["verdict"], "ok");
}
