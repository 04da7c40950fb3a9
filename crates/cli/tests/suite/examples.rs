//! The examples do what their comments say: the faulty variant fails as announced, the correct
//! one has no error in any schedule, and both are ordinary programs that compile natively.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

const OK: &str = "ok";

/// A program of `examples/`, its options, and the verdict: `ok` or the kind of error.
const VERDICTS: &[(&str, &[&str], &str)] = &[
    ("philosophers.c", &["-DN=4"], "deadlock"),
    ("philosophers.c", &["-DFIXED"], OK),
    ("philosophers.rs", &[], "deadlock"),
    ("philosophers_fixed.rs", &[], OK),
    ("steam/philo.c", &["-DN=4"], "deadlock"),
    ("steam/philo.c", &["-DN=4", "-DFIXED"], OK),
    ("steam/philo.c", &["-DN=4", "-DORDINARY"], "deadlock"),
    ("steam/philo.c", &["-DN=3", "-DORDINARY", "-DFIXED"], OK),
    ("steam/philo.rs", &["-DN=3"], "deadlock"),
    ("steam/philo.rs", &["-DN=3", "-DFIXED"], OK),
    ("steam/leader.c", &["-DN=4"], "assertion"),
    ("steam/leader.c", &["-DN=4", "-DFIXED"], OK),
    ("steam/leader.rs", &["-DN=3"], "panic"),
    ("steam/leader.rs", &["-DN=3", "-DFIXED"], OK),
    ("steam/opttel.c", &["-DN=3"], "deadlock"),
    ("steam/opttel.c", &["-DN=3", "-DFIXED"], OK),
    ("steam/opttel.rs", &["-DN=2"], "deadlock"),
    ("steam/opttel.rs", &["-DN=2", "-DFIXED"], OK),
    ("steam/cashit.c", &["-DN=2"], "assertion"),
    ("steam/cashit.c", &["-DN=2", "-DFIXED"], OK),
    ("steam/cashit.rs", &["-DN=1"], "panic"),
    ("steam/cashit.rs", &["-DN=1", "-DFIXED"], OK),
    ("steam/glob.c", &["-DN=3"], "assertion"),
    ("steam/glob.c", &["-DN=3", "-DFIXED"], OK),
    ("steam/philo.cpp", &["-DN=4"], "deadlock"),
    ("steam/philo.cpp", &["-DN=4", "-DFIXED"], OK),
    ("steam/leader.cpp", &["-DN=4"], "assertion"),
    ("steam/leader.cpp", &["-DN=4", "-DFIXED"], OK),
    ("steam/opttel.cpp", &["-DN=3"], "deadlock"),
    ("steam/opttel.cpp", &["-DN=3", "-DFIXED"], OK),
    ("steam/cashit.cpp", &["-DN=2"], "assertion"),
    ("steam/cashit.cpp", &["-DN=2", "-DFIXED"], OK),
    ("steam/glob.cpp", &["-DN=3"], "assertion"),
    ("steam/glob.cpp", &["-DN=3", "-DFIXED"], OK),
    ("gmc2/philosophers_processes.c", &["-DN=4"], OK),
    (
        "gmc2/philosophers_processes.c",
        &["-DN=3", "-DWATCHED", "-DROUNDS=1"],
        OK,
    ),
    (
        "gmc2/philosophers_processes.c",
        &["-DN=4", "-DDEADLOCK"],
        "deadlock",
    ),
    ("processes/pipeline.c", &[], "deadlock"),
    ("processes/pipeline.c", &["-DFIXED"], OK),
    ("processes/elevator.c", &[], "deadlock"),
    ("processes/elevator.c", &["-DFIXED"], OK),
    ("cpp/bounded_queue.cpp", &[], "deadlock"),
    ("cpp/bounded_queue.cpp", &["-DFIXED"], OK),
    ("cpp/thread_pool.cpp", &[], "uncaught-exception"),
    ("cpp/thread_pool.cpp", &["-DFIXED"], OK),
    ("cpp/cache.cpp", &[], "assertion"),
    ("cpp/cache.cpp", &["-DFIXED"], OK),
    ("cpp/lock_free_stack.cpp", &[], "use-after-free"),
    ("cpp/lock_free_stack.cpp", &["-DFIXED"], OK),
    ("cpp/sinks.cpp", &["--target", "fn:lost"], "target-reached"),
    ("cpp/sinks.cpp", &["--target", "fn:lost", "-DFIXED"], OK),
    ("sinks.rs", &["--target", "fn:lost"], "target-reached"),
    ("sinks.rs", &["--target", "fn:lost", "-DFIXED"], OK),
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What the checker answers.
fn answer(file: &str, options: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .current_dir(repository().join("examples"))
        .args(["check", file, "--format", "json", "--max-memory", "2G"])
        .args(options)
        .output()
        .expect("trailhound starts");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// `ok`, the kind of an error, or whatever else the checker says.
fn verdict(file: &str, options: &[&str]) -> String {
    let answer = answer(file, options);
    match answer["error"]["kind"].as_str() {
        Some(kind) => kind.to_owned(),
        // Its reason says which memory model it is about.
        None if answer["verdict"] == "ok" => "ok".to_owned(),
        None => format!("{}{}", answer["verdict"].as_str().unwrap_or("none"), {
            answer["reason"]
                .as_str()
                .map_or(String::new(), |reason| format!(": {reason}"))
        }),
    }
}

fn verdicts_hold(extension: &str) {
    let wrong: Vec<String> = VERDICTS
        .iter()
        .filter(|(file, ..)| file.ends_with(extension))
        .filter_map(|(file, options, expected)| {
            let said = verdict(file, options);
            (said != *expected).then(|| format!("{file} {options:?}: expected {expected}, {said}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn c_examples_fail_or_hold_as_announced() {
    verdicts_hold(".c");
}

#[test]
fn rust_examples_fail_or_hold_as_announced() {
    verdicts_hold(".rs");
}

#[test]
fn cpp_examples_fail_or_hold_as_announced() {
    verdicts_hold(".cpp");
}

/// What the C++ library does inside must not multiply the states.
#[test]
fn cpp_programs_have_about_the_states_of_their_c_versions() {
    let states = |file: &str, options: &[&str]| {
        let answer = answer(file, options);
        answer["stats"]["states_stored"].as_u64().expect("states") as f64
    };
    for (program, number) in [("philo", 5), ("leader", 4), ("opttel", 3), ("cashit", 2)] {
        let number = format!("-DN={number}");
        let wrong = vec!["--all-orders", &*number];
        let right = [&wrong[..], &["-DFIXED"]].concat();
        for (options, most) in [(wrong, 3.0), (right, 1.5)] {
            let c = states(&format!("steam/{program}.c"), &options);
            let cpp = states(&format!("steam/{program}.cpp"), &options);
            assert!(
                cpp <= most * c,
                "{program} {options:?}: {cpp} states for {c}"
            );
        }
    }
}

fn succeeds(command: &mut Command) {
    let output = command.output().expect("the command starts");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {complaint}");
}

/// Those who dine or telegraph do so for ever: it is enough that they are still at it after a
/// second. The others end.
fn runs(native: &Path, program: &Path) {
    let name = program.file_stem().and_then(|stem| stem.to_str());
    let mut child = Command::new(native).spawn().expect("the program starts");
    if !matches!(name, Some("philo" | "opttel")) {
        let status = child.wait().expect("the program ends");
        assert!(status.success(), "{}: {status}", program.display());
        return;
    }
    std::thread::sleep(Duration::from_secs(1));
    let ended = child.try_wait().expect("the program is there");
    child.kill().expect("the program can be ended");
    child.wait().expect("the program ends");
    assert!(ended.is_none(), "{} has ended", program.display());
}

/// The programs of a folder with an extension.
fn programs(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of the examples");
    entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect()
}

#[test]
fn correct_variants_compile_and_run_natively() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let native = scratch.path().join("native");
    let folder = repository().join("examples/steam");
    let mut c = programs(&folder, "c");
    c.extend(programs(&repository().join("examples/processes"), "c"));
    c.push(repository().join("examples/gmc2/philosophers_processes.c"));
    for program in c {
        succeeds(
            Command::new("cc")
                .args(["-pthread", "-Wall", "-Wextra", "-Werror", "-DFIXED"])
                .args(["-DROUNDS=2", "-I"])
                .arg(repository().join("annotations/c"))
                .arg("-o")
                .arg(&native)
                .arg(&program),
        );
        runs(&native, &program);
    }
    let cpp = [folder.clone(), repository().join("examples/cpp")];
    for program in cpp.iter().flat_map(|folder| programs(folder, "cpp")) {
        succeeds(
            Command::new("c++")
                .args(["-std=c++20", "-pthread", "-Wall", "-Wextra", "-Werror"])
                .args(["-DFIXED", "-I"])
                .arg(repository().join("annotations/c"))
                .arg("-o")
                .arg(&native)
                .arg(&program),
        );
        runs(&native, &program);
    }
    let library = scratch.path().join("libtrailhound.rlib");
    succeeds(
        Command::new("rustc")
            .args(["--crate-type=rlib", "--crate-name=trailhound"])
            .args(["--edition=2024", "-o"])
            .arg(&library)
            .arg(repository().join("annotations/rust/src/lib.rs")),
    );
    for program in programs(&folder, "rs") {
        succeeds(
            Command::new("rustc")
                .args(["--edition=2024", "--cfg=FIXED", "-Dwarnings", "-o"])
                .arg(&native)
                .arg("--extern")
                .arg(format!("trailhound={}", library.display()))
                .arg(&program),
        );
        runs(&native, &program);
    }
}
