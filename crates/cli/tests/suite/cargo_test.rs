//! `cargo trailhound test` on real packages: with crates from the registry, and with mistakes of all kinds.

use crate::junit_form;
use crate::redacted;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn repository() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository's root")
}

/// What Cargo makes of a package of the repository stays in the directory of this build. The example is compiled
/// once for all files of tests; the other one has a place of its own: tests run side by side, and one that finds
/// something stale cleans it.
fn target(directory: &Path) -> PathBuf {
    let made = Path::new(env!("CARGO_TARGET_TMPDIR"));
    match directory.strip_prefix(repository()) {
        Ok(package) if package == Path::new("tests/packages/registry") => made.join("registry"),
        Ok(_) => made.to_path_buf(),
        Err(_) => directory.join("target"),
    }
}

/// A command that finds `cargo trailhound`.
fn command(program: &str, directory: &Path) -> Command {
    let binaries = Path::new(env!("CARGO_BIN_EXE_cargo-trailhound")).parent();
    let binaries = binaries.expect("the folder of the product").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(program);
    command
        .current_dir(directory)
        .env("PATH", format!("{binaries}:{path}"))
        .env("CARGO_TARGET_DIR", target(directory));
    command
}

fn trailhound(directory: &Path, words: &[&str]) -> Output {
    let mut cargo = command("cargo", directory);
    let output = cargo.arg("trailhound").args(words).output();
    output.expect("cargo runs")
}

/// All that a command says and its exit code.
fn said(output: &Output, directory: &Path) -> String {
    let mut said = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.stderr.is_empty() {
        said += "--- standard error\n";
        said += &String::from_utf8_lossy(&output.stderr);
    }
    said += &format!("--- exit code {}\n", output.status.code().unwrap_or(-1));
    let said = said.replace(&*target(directory).to_string_lossy(), "TARGET");
    redacted::text(&said, directory)
}

fn recorded(name: &str, text: &str) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path("../snapshots/recorded");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    // Columns are as wide as the numbers in them.
    let lines = text.lines().map(|line| match line.contains(" T s]") {
        true => line.split_whitespace().collect::<Vec<_>>().join(" "),
        false => line.to_owned(),
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The lines of tests, the errors and the summary, without the trails.
fn lines(said: &str) -> String {
    let kept = said.lines().filter(|line| {
        let word = line.split_whitespace().next().unwrap_or_default();
        let first = [
            "PASS",
            "FAIL",
            "UNDECIDED",
            "UNSUPPORTED",
            "Summary",
            "Compiled",
            "---",
        ];
        first.contains(&word) || line.starts_with("error") || line.starts_with("unsupported")
    });
    kept.map(|line| format!("{line}\n")).collect()
}

#[test]
fn tests_with_crates_from_the_registry() {
    let package = repository().join("tests/packages/registry");
    let reports = tempfile::tempdir().expect("a directory");
    let junit = reports.path().join("junit.xml");
    let sarif = reports.path().join("trails.sarif");
    let named = |path: &Path| path.to_str().expect("a plain path").to_owned();
    let output = trailhound(
        &package,
        &[
            "test",
            "--locked",
            "--no-fail-fast",
            "--jobs",
            "1",
            "--max-time",
            "10m",
        ]
        .into_iter()
        .chain(["--junit", &named(&junit), "--sarif", &named(&sarif)])
        .collect::<Vec<_>>(),
    );
    recorded("cargo-test-registry", &lines(&said(&output, &package)));
    check_junit(&fs::read_to_string(&junit).expect("a report"));
    check_sarif(&fs::read_to_string(&sarif).expect("a report"));

    // A trail that was saved leads to the same error.
    let trails = target(&package).join("trailhound/trails/registry");
    let trail = trails.join("test-crates/parking_lot.opposite_order.json");
    let replayed = trailhound(&package, &["replay", &named(&trail), "."]);
    let text = said(&replayed, &package);
    assert_eq!(replayed.status.code(), Some(1), "{text}");
    assert!(text.contains("error[deadlock]"), "{text}");
    assert!(!trails.join("test-crates/parking_lot.counts.json").exists());
}

/// It has the form that CI systems read, and says what the lines say.
fn check_junit(text: &str) {
    assert_eq!(junit_form::complaints(text), Vec::<String>::new(), "{text}");
    let report = quick_junit::Report::deserialize_from_str(text).expect("a report in JUnit's form");
    assert_eq!(
        (report.tests, report.failures, report.errors),
        (16, 7, 0),
        "{text}"
    );
    let suites = report.test_suites.iter();
    let suite = suites
        .into_iter()
        .find(|suite| suite.name.as_str() == "registry::crates");
    let suite = suite.expect("the tests of a file");
    assert_eq!((suite.tests, suite.failures), (12, 6));
    assert!(text.contains("Trail of"), "the failure has its trail");
}

/// It is valid by the schema of SARIF 2.1.0, which the crate that writes it brings along.
fn check_sarif(text: &str) {
    let sarif: Value = serde_json::from_str(text).expect("JSON");
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    let errors: Vec<String> = validator
        .iter_errors(&sarif)
        .map(|e| e.to_string())
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 7);
    for result in results {
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a file");
        assert!(!uri.starts_with('/'), "{uri}");
        assert!(result["codeFlows"][0]["threadFlows"].is_array(), "{result}");
    }
}

fn schema() -> Value {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version=1",
            "--locked",
            "--manifest-path",
        ])
        .arg(repository().join("Cargo.toml"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages
        .iter()
        .find(|package| package["name"] == "serde-sarif");
    let manifest = package.expect("the crate")["manifest_path"].as_str();
    let schema = Path::new(manifest.expect("a path")).with_file_name("src/schema.json");
    let text = fs::read_to_string(schema).expect("a file");
    // The pattern of languages is no regular expression of JSON Schema: it has a bracket too many.
    let text = text.replace("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}?$");
    serde_json::from_str(&text).expect("JSON")
}

/// A package of one library.
fn package(library: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let manifest =
        "[package]\nname = \"small\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n";
    fs::create_dir(directory.path().join("src")).expect("a directory");
    fs::write(directory.path().join("Cargo.toml"), manifest).expect("a file");
    fs::write(directory.path().join("src/lib.rs"), library).expect("a file");
    directory
}

#[test]
fn what_cannot_be_tested_gets_one_message() {
    let nothing = package("");
    let said_in = |directory: &tempfile::TempDir, words: &[&str]| {
        let output = trailhound(directory.path(), words);
        let text = said(&output, directory.path());
        assert_eq!(output.status.code(), Some(2), "{text}");
        text
    };
    recorded(
        "cargo-test-no-tests",
        &said_in(&nothing, &["test", "--lib"]),
    );

    fs::write(nothing.path().join("Cargo.toml"), "[package]\nname =").expect("a file");
    recorded("cargo-test-broken-manifest", &said_in(&nothing, &["test"]));

    let wrong = package("#[test]\nfn adds() {\n    let _: u8 = \"one\";\n}\n");
    recorded(
        "cargo-test-does-not-compile",
        &said_in(&wrong, &["test", "--lib"]),
    );

    let package = repository().join("examples/package");
    let output = trailhound(&package, &["test", "--test", "transfers", "bothways"]);
    recorded("cargo-test-no-match", &said(&output, &package));

    let output = trailhound(&package, &["test", "--test", "refusals", "takes_long"]);
    recorded("cargo-test-all-ignored", &said(&output, &package));
}

/// A trail of a test inside of a program is one of its tests, not of the program.
#[test]
fn the_trail_of_a_test_in_a_program_is_walked_again() {
    let package = package("");
    let program =
        "fn main() {}\n#[test]\nfn fails() {\n    let _: u8 = \"x\".parse().unwrap();\n}\n";
    fs::write(package.path().join("src/main.rs"), program).expect("a file");
    let output = trailhound(
        package.path(),
        &["test", "--bins", "--target-dir", "elsewhere"],
    );
    let text = said(&output, package.path());
    assert_eq!(output.status.code(), Some(1), "{text}");
    let trail = "elsewhere/trailhound/trails/small/bin-small/fails.json";
    assert!(text.contains(&format!("trail saved as {trail}")), "{text}");
    let output = trailhound(package.path(), &["replay", trail, "."]);
    let text = said(&output, package.path());
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("src/main.rs:4"), "{text}");
}

#[test]
fn the_first_failure_ends_the_run_unless_told_otherwise() {
    let package = repository().join("examples/package");
    let output = trailhound(&package, &["test", "--test", "transfers", "--jobs", "1"]);
    let text = said(&output, &package);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("1 test: 0 passed, 1 failed, 2 not run"),
        "{text}"
    );

    let pages = tempfile::tempdir().expect("a directory");
    let words = [
        "test",
        "--test",
        "transfers",
        "--test",
        "refusals",
        "--no-fail-fast",
        "--html",
        pages.path().to_str().expect("a plain path"),
    ];
    let flags = [
        "--jobs",
        "2",
        "--format",
        "json",
        "--",
        "--skip",
        "savings",
        "--include-ignored",
    ];
    let output = trailhound(&package, &[&words[..], &flags].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let events: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let summary = events.last().expect("a summary");
    assert_eq!(summary["event"], "summary");
    let counted = ["ok", "error", "ignored", "filtered_out"].map(|what| summary[what].as_u64());
    assert_eq!(counted, [Some(3), Some(3), Some(0), Some(1)], "{text}");
    let finished = |name: &str| {
        let mut events = events.iter();
        let found = events.find(|event| event["event"] == "finished" && event["test"] == name);
        found
            .unwrap_or_else(|| panic!("no {name} in {text}"))
            .clone()
    };
    assert_eq!(finished("one_way")["sequential"], true);
    assert_eq!(finished("both_ways")["verdict"], "error");
    assert_eq!(finished("both_ways")["sequential"], false);
    assert_eq!(finished("nothing_to_save")["should_panic"], true);
    assert_eq!(finished("nothing_to_save")["verdict"], "ok");
    assert_eq!(finished("nothing_to_save_yet")["verdict"], "error");
    assert_eq!(finished("takes_long")["verdict"], "ok");
    let index = fs::read_to_string(pages.path().join("index.html")).expect("a page");
    assert!(index.contains("bank--transfers-both_ways.html"), "{index}");
    assert!(
        pages
            .path()
            .join("bank--transfers-both_ways.html")
            .is_file()
    );
}

#[test]
fn tests_that_end_the_program_fail() {
    let exits = "\
        #[test] fn early() { std::process::exit(0) }\n\
        #[test] fn in_a_thread() { std::thread::spawn(|| std::process::exit(1)).join().unwrap() }\n\
        #[test] fn normally() {}\n";
    let package = package(exits);
    fs::create_dir(package.path().join("tests")).expect("a directory");
    let whole = "fn main() { std::process::exit(7) }\n";
    fs::write(package.path().join("tests/whole.rs"), whole).expect("a file");
    let manifest = package.path().join("Cargo.toml");
    let target = "[[test]]\nname = \"whole\"\nharness = false\n";
    let text = fs::read_to_string(&manifest).expect("a file") + target;
    fs::write(manifest, text).expect("a file");
    let output = trailhound(package.path(), &["test", "--no-fail-fast", "--jobs", "1"]);
    let text = said(&output, package.path());
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("4 tests: 1 passed"), "{text}");
    for message in [
        "error[exit-status]: a test ends the program with status 0 before it is over",
        "error[exit-status]: a test ends the program with status 1 before it is over",
        "error[exit-status]: the program ends with status 7",
    ] {
        assert!(text.contains(message), "{text}");
    }
}

#[test]
fn other_commands_are_handed_on() {
    let output = trailhound(&repository(), &["check", "examples/philosophers.c", "-q"]);
    let text = said(&output, &repository());
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("error["), "{text}");
}

/// The files of docs/ci.md, on the example package.
#[test]
fn the_files_for_ci_do_what_they_say() {
    let root = repository();
    let workflow = fs::read_to_string(root.join("examples/ci/workflow.yml")).expect("a file");
    let (_, line) = workflow.split_once("run: >-\n").expect("a command");
    let (line, _) = line.split_once("\n      - ").expect("the next step");
    let package = root.join("examples/package");
    fs::create_dir_all(package.join("target")).expect("a directory");
    let output = command("sh", &package)
        .args(["-c", &line.replace('\n', " ")])
        .output()
        .expect("a shell");
    let text = said(&output, &package);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("::error file=tests/transfers.rs,line="),
        "{text}"
    );
    assert!(package.join("target/junit.xml").is_file());
    assert!(package.join("target/trails.sarif").is_file());

    let repository = tempfile::tempdir().expect("a directory");
    let in_repository = |program: &str| {
        let mut command = command(program, &package);
        command.env("GIT_DIR", repository.path());
        command.env("GIT_WORK_TREE", &package);
        command
    };
    let git = |words: &[&str]| {
        let status = in_repository("git")
            .args(words)
            .output()
            .expect("git runs")
            .status;
        assert!(status.success(), "git {words:?}");
    };
    let hook = || {
        let hook = root.join("examples/ci/pre-commit");
        let output = in_repository("sh").arg(hook).output().expect("a shell");
        (output.status.code(), said(&output, &package))
    };
    git(&["init", "--quiet"]);
    let (code, text) = hook();
    assert_eq!(
        (code, text.contains("Summary")),
        (Some(0), false),
        "nothing is staged: {text}"
    );
    git(&["add", "src"]);
    let (code, text) = hook();
    assert_eq!((code, text.contains("Summary")), (Some(0), true), "{text}");
}

#[test]
fn a_second_run_knows_the_verdicts() {
    let package = repository().join("examples/package");
    let cache = tempfile::tempdir().expect("a directory");
    let run = |words: &[&str]| {
        let mut cargo = command("cargo", &package);
        cargo
            .args([
                "trailhound",
                "test",
                "--test",
                "transfers",
                "--no-fail-fast",
            ])
            .args(words)
            .env_remove("TRAILHOUND_NO_CACHE")
            .env("TRAILHOUND_CACHE", cache.path());
        let output = cargo.output().expect("cargo runs");
        let text = said(&output, &package);
        assert_eq!(output.status.code(), Some(1), "{text}");
        text
    };
    // What failed is listed once more at the end.
    let cached = |text: &str| {
        let (lines, _) = text.split_once("Summary").expect("a summary");
        lines.matches("(cached)").count()
    };
    let first = run(&[]);
    assert_eq!(cached(&first), 0, "{first}");
    let second = run(&[]);
    assert_eq!(cached(&second), 3, "{second}");
    // An error is told as before, with its trail.
    let told = |text: &str| {
        let (_, told) = text
            .split_once("FAIL bank::transfers two_savings")
            .expect("a failure");
        let (told, _) = told.split_once("\n  ✗ panic").expect("a trail");
        told.to_owned()
    };
    assert_eq!(told(&first), told(&second));
    assert!(
        second.contains("sequential bank::transfers one_way (cached)"),
        "{second}"
    );
    let without = run(&["--no-cache"]);
    assert_eq!(cached(&without), 0, "{without}");
    let otherwise = run(&["--granularity", "line"]);
    assert_eq!(cached(&otherwise), 0, "{otherwise}");
}

/// A program may be meant to run for ever; a test is not.
#[test]
fn tests_that_never_end_fail() {
    let library = "#[test] fn alone() { loop { std::hint::spin_loop() } }\n\
        #[test] fn in_a_thread() { std::thread::spawn(|| loop { std::thread::yield_now() }).join().unwrap() }\n\
        #[test] fn left_behind() { std::thread::spawn(|| loop { std::thread::yield_now() }); }\n";
    let package = package(library);
    let output = trailhound(package.path(), &["test", "--no-fail-fast", "--jobs", "1"]);
    let text = said(&output, package.path());
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.matches("error[livelock]").count(), 2, "{text}");
    assert!(text.contains("3 tests: 1 passed, 2 failed"), "{text}");
}

/// What the manifest says of the profile of tests does not keep the module from being made.
#[test]
fn the_profile_of_tests_may_say_anything() {
    let package = package("#[test]\nfn passes() {}\n");
    let manifest = package.path().join("Cargo.toml");
    let plain = fs::read_to_string(&manifest).expect("a manifest");
    for settings in [
        "lto = false",
        "lto = \"thin\"",
        "split-debuginfo = \"packed\"\nstrip = true\nopt-level = 3\npanic = \"abort\"",
    ] {
        let text = format!("{plain}[profile.test]\n{settings}\n");
        fs::write(&manifest, text).expect("a file");
        let output = trailhound(package.path(), &["test", "--lib"]);
        let text = said(&output, package.path());
        assert_eq!(output.status.code(), Some(0), "{settings}: {text}");
    }
}

#[test]
fn tests_know_the_programs_of_their_package() {
    let package = package("");
    fs::create_dir(package.path().join("tests")).expect("a directory");
    let program = "[[bin]]\nname = \"my-tool\"\npath = \"src/main.rs\"\n";
    let manifest = package.path().join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("a manifest") + program;
    fs::write(manifest, text).expect("a file");
    fs::write(package.path().join("src/main.rs"), "fn main() {}\n").expect("a file");
    let test = "#[test]\nfn is_named() {\n    assert!(env!(\"CARGO_BIN_EXE_my-tool\").ends_with(\"my-tool\"));\n}\n";
    fs::write(package.path().join("tests/named.rs"), test).expect("a file");
    let output = trailhound(package.path(), &["test", "--test", "named"]);
    let text = said(&output, package.path());
    assert_eq!(output.status.code(), Some(0), "{text}");
}

#[test]
fn a_panic_of_a_thread_comes_with_the_way_to_allow_it() {
    let library = "#[test] fn fails() { std::thread::spawn(|| panic!()).join().unwrap_err(); }\n";
    let package = package(library);
    let output = trailhound(package.path(), &["test", "--lib"]);
    let text = said(&output, package.path());
    assert_eq!(output.status.code(), Some(1), "{text}");
    let advice = "--allow-thread-panics leaves it to those who join the thread";
    assert!(text.contains(advice), "{text}");
    let output = trailhound(package.path(), &["test", "--lib", "--allow-thread-panics"]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        said(&output, package.path())
    );
}

/// The crate `getrandom` looks for the function by name otherwise, and nothing is found by name.
#[test]
fn random_numbers_come_from_libc() {
    let library =
        "#[test]\nfn is_told() { assert!(cfg!(getrandom_backend = \"linux_getrandom\")); }\n";
    let package = package(library);
    let output = trailhound(package.path(), &["test", "--lib"]);
    let text = said(&output, package.path());
    assert_eq!(output.status.code(), Some(0), "{text}");
}
