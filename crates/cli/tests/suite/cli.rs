//! The command line from outside: exit codes, messages, the JSON interface, trails, limits
//! and interruption.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

const LOST_UPDATE: &str = r#"
#include <assert.h>
#include <pthread.h>
int counter;
void *worker(void *arg) { counter++; return arg; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
"#;

const LOCKED: &str = r#"
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;
void *worker(void *arg) {
    pthread_mutex_lock(&lock); counter++; pthread_mutex_unlock(&lock);
    return arg;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    worker(0);
    pthread_join(a, 0);
    return counter - 2;
}
"#;

/// Far more states than any limit in these tests.
const ENDLESS: &str = r#"
#include <pthread.h>
#include <stdatomic.h>
atomic_uint steps[4];
void *worker(void *arg) { for (;;) atomic_fetch_add((atomic_uint *)arg, 1); }
int main(void) {
    pthread_t thread;
    for (int i = 0; i < 4; i++) pthread_create(&thread, 0, worker, &steps[i]);
    pthread_join(thread, 0);
}
"#;

/// A folder of its own for each test.
pub struct Scene {
    folder: TempDir,
}

impl Scene {
    pub fn new() -> Scene {
        Scene {
            folder: tempfile::tempdir().expect("a scratch folder"),
        }
    }

    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).expect("a scratch file");
        path
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trailhound"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("trailhound starts")
    }

    pub fn json(&self, arguments: &[&str]) -> (Value, i32) {
        let output = self.run(arguments);
        let text = String::from_utf8_lossy(&output.stdout);
        let value =
            serde_json::from_str(&text).unwrap_or_else(|cause| panic!("no JSON: {cause}: {text}"));
        (value, code(&output))
    }
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Bad input: exit code 2, the message says all of `parts`, and nothing panics.
pub fn refuses(scene: &Scene, arguments: &[&str], parts: &[&str]) {
    let output = scene.run(arguments);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(code(&output), 2, "{said}");
    assert!(
        !said.contains("panicked") && !said.contains("internal error"),
        "{said}"
    );
    for part in parts {
        assert!(said.contains(part), "no `{part}` in: {said}");
    }
}

#[test]
fn bad_usage_is_refused() {
    let scene = Scene::new();
    refuses(&scene, &[], &["Usage"]);
    refuses(&scene, &["frobnicate"], &["frobnicate"]);
    refuses(&scene, &["check"], &["PROGRAM"]);
    refuses(
        &scene,
        &["check", "x.c", "--search", "sideways"],
        &["sideways", "dfs"],
    );
    refuses(&scene, &["check", "x.c", "--max-time", "soon"], &["10s"]);
}

#[test]
fn help_and_version_are_no_errors() {
    let scene = Scene::new();
    for arguments in [
        &["--help"][..],
        &["check", "--help"],
        &["replay", "--help"],
        &["run", "--help"],
        &["--version"],
    ] {
        assert_eq!(code(&scene.run(arguments)), 0, "{arguments:?}");
    }
    let help = text(&scene.run(&["check", "--help"]).stdout);
    for option in [
        "--granularity",
        "--races",
        "--max-memory",
        "--trail",
        "--values",
        "Exit codes",
    ] {
        assert!(help.contains(option), "no {option} in the help");
    }
}

#[test]
fn files_that_cannot_be_checked_are_refused() {
    let scene = Scene::new();
    scene.file("broken.c", "int main(void) { return x; }");
    scene.file("no_main.c", "int f(void) { return 1; }");
    scene.file(
        "asm.c",
        "int main(void) { int r; __asm__(\"smsw %0\" : \"=r\"(r)); return r; }",
    );
    scene.file(
        "unknown.c",
        "int frobnicate(int);\nint main(void) {\n    return frobnicate(1);\n}",
    );
    scene.file("odd.ll", "this is not LLVM IR");
    scene.file("notes.txt", "");
    scene.file("twice.c", "int main(void) { return 0; }");
    refuses(
        &scene,
        &["check", "missing.c"],
        &["missing.c", "does not exist"],
    );
    refuses(
        &scene,
        &["check", "broken.c"],
        &["undeclared identifier 'x'", "does not compile"],
    );
    refuses(&scene, &["check", "no_main.c"], &["main"]);
    refuses(&scene, &["check", "asm.c"], &["assembly", "asm.c:1"]);
    refuses(
        &scene,
        &["check", "unknown.c"],
        &["frobnicate", "unknown.c:3", "in main", "hint"],
    );
    refuses(&scene, &["check", "odd.ll"], &["odd.ll"]);
    refuses(&scene, &["check", "notes.txt"], &["notes.txt"]);
    refuses(
        &scene,
        &["check", "twice.c", "no_main.c", "./twice.c"],
        &["main"],
    );
    refuses(&scene, &["replay", "missing.json"], &["missing.json"]);
    refuses(&scene, &["replay", "notes.txt"], &["not a trail"]);
    refuses(&scene, &["run", "no_main.c"], &["main"]);
}

#[test]
fn a_missing_clang_says_what_to_install() {
    let scene = Scene::new();
    scene.file("locked.c", LOCKED);
    let output = scene
        .command(&["check", "locked.c"])
        .env_remove("TRAILHOUND_CLANG")
        .env("PATH", "/nowhere")
        .output()
        .expect("trailhound starts");
    assert_eq!(code(&output), 2);
    assert!(text(&output.stdout).contains("apt-get install clang"));
}

#[test]
fn bad_input_is_json_if_asked() {
    let scene = Scene::new();
    let (answer, code) = scene.json(&["check", "missing.c", "--format", "json"]);
    assert_eq!((answer["verdict"].as_str(), code), (Some("unsupported"), 2));
    assert!(
        answer["reason"]
            .as_str()
            .is_some_and(|reason| reason.contains("missing.c"))
    );
}

#[test]
fn the_json_of_an_error_has_its_fields() {
    let scene = Scene::new();
    scene.file("lost.c", LOST_UPDATE);
    let (answer, code) = scene.json(&["check", "lost.c", "--format", "json"]);
    assert_eq!(code, 1);
    assert_eq!(answer["verdict"], "error");
    assert_eq!(answer["error"]["kind"], "assertion");
    assert_eq!(answer["error"]["file"], "lost.c");
    assert_eq!(answer["error"]["line"], 12);
    assert_eq!(answer["error"]["function"], "main");
    assert!(
        answer["error"]["message"]
            .as_str()
            .is_some_and(|message| message.contains("counter == 2"))
    );
    assert!(answer["error"]["stack"].is_array());
    let steps = answer["trail"]["steps"]
        .as_u64()
        .expect("a number of steps");
    assert_eq!(
        answer["trail"]["choices"].as_array().map(Vec::len),
        Some(steps as usize)
    );
    let listing = answer["trail"]["listing"].as_array().expect("a listing");
    let write = listing
        .iter()
        .flat_map(|step| step["events"].as_array().unwrap())
        .find(|event| event["kind"] == "write");
    let write = write.expect("a thread writes");
    assert_eq!(
        (&write["name"], &write["before"], &write["value"]),
        (&"counter".into(), &"0".into(), &"1".into())
    );
    for field in [
        "states_generated",
        "states_stored",
        "states_expanded",
        "transitions",
        "revisited",
        "depth",
        "seconds",
        "store_bytes",
        "graph_bytes",
        "peak_memory_bytes",
        "compile_seconds",
        "link_seconds",
    ] {
        assert!(answer["stats"][field].is_number(), "no stats.{field}");
    }
    assert_eq!(answer["search"], "dfs");
    assert_eq!(answer["granularity"], "shared");
}

#[test]
fn no_error_is_exit_code_0() {
    let scene = Scene::new();
    scene.file("locked.c", LOCKED);
    let output = scene.run(&["check", "locked.c"]);
    assert_eq!(code(&output), 0);
    assert!(text(&output.stdout).starts_with("ok: no error in any schedule"));
    assert!(
        output.stderr.is_empty(),
        "silent when piped: {}",
        text(&output.stderr)
    );
    for search in ["auto", "dfs", "bfs", "iddfs"] {
        assert_eq!(
            code(&scene.run(&["check", "locked.c", "--search", search])),
            0,
            "{search}"
        );
    }
    assert_eq!(
        code(&scene.run(&["check", "locked.c", "--search", "random"])),
        3
    );
    for granularity in ["line", "instruction"] {
        assert_eq!(
            code(&scene.run(&["check", "locked.c", "--granularity", granularity])),
            0,
            "{granularity}"
        );
    }
}

#[test]
fn a_trail_replays_and_is_shown() {
    let scene = Scene::new();
    scene.file("lost.c", LOST_UPDATE);
    let check = scene.run(&["check", "lost.c", "--trail", "trail.json"]);
    assert_eq!(code(&check), 1);
    let shown = text(&check.stdout);
    for part in [
        "error[assertion]",
        "lost.c:12",
        "counter: 0 → 1",
        "thread 2 worker",
        "starts thread 1: worker",
    ] {
        assert!(shown.contains(part), "no `{part}` in: {shown}");
    }
    assert!(!shown.contains('\x1b'), "no colours in a pipe");
    let replay = scene.run(&["replay", "trail.json"]);
    assert_eq!(code(&replay), 1);
    let replayed = text(&replay.stdout);
    let without_cost = shown
        .trim_end()
        .rsplit_once('\n')
        .map(|(most, _)| most.trim_end());
    let shortened = without_cost.map(|text| text.replace(" (shortened from 7 to 6 steps)", ""));
    assert_eq!(Some(replayed.trim_end()), shortened.as_deref());
}

#[test]
fn a_trail_replays_from_another_folder() {
    let scene = Scene::new();
    scene.file("lost.c", LOST_UPDATE);
    scene.run(&["check", "lost.c", "--trail", "trail.json"]);
    let trail = scene.folder.path().join("trail.json");
    let elsewhere = Scene::new();
    assert_eq!(
        code(&elsewhere.run(&["replay", &trail.display().to_string()])),
        1
    );
}

#[test]
fn a_trail_of_another_program_is_refused() {
    let scene = Scene::new();
    scene.file("lost.c", LOST_UPDATE);
    scene.run(&["check", "lost.c", "--trail", "trail.json"]);
    scene.file(
        "lost.c",
        &format!("{LOST_UPDATE}/* a comment changes nothing */\n"),
    );
    assert_eq!(code(&scene.run(&["replay", "trail.json"])), 1);
    scene.file(
        "lost.c",
        &LOST_UPDATE.replace("counter++", "counter += 1; counter += 0"),
    );
    refuses(&scene, &["replay", "trail.json"], &["another program"]);
    scene.file("lost.c", LOST_UPDATE);
    scene.file("locked.c", LOCKED);
    refuses(
        &scene,
        &["replay", "trail.json", "locked.c"],
        &["another program"],
    );
    let saved = fs::read_to_string(scene.folder.path().join("trail.json")).expect("a trail");
    scene.file(
        "other.json",
        &saved.replace("\"leaks\":false", "\"leaks\":true"),
    );
    refuses(&scene, &["replay", "other.json"], &["another program"]);
    scene.file(
        "later.json",
        &saved.replace("\"format\":2", "\"format\":99"),
    );
    refuses(&scene, &["replay", "later.json"], &["format 99"]);
}

#[test]
fn limits_end_undecided() {
    let scene = Scene::new();
    scene.file("endless.c", ENDLESS);
    for (limit, said) in [
        (["--max-states", "1000"], "--max-states"),
        (["--max-depth", "20"], "--max-depth"),
        (["--max-time", "5s"], "--max-time"),
        (["--max-memory", "40M"], "--max-memory"),
    ] {
        let mut arguments = vec!["check", "endless.c", "--format", "json", "--races", "off"];
        arguments.extend(limit);
        if said == "--max-depth" {
            arguments.extend(["--max-states", "100000"]);
        }
        let (answer, code) = scene.json(&arguments);
        assert_eq!(
            (answer["verdict"].as_str(), code),
            (Some("undecided"), 3),
            "{limit:?}"
        );
        assert!(answer["stats"]["states_stored"].as_u64() > Some(0));
        if said != "--max-depth" {
            assert!(
                answer["reason"]
                    .as_str()
                    .is_some_and(|reason| reason.contains(said)),
                "{answer}"
            );
        }
    }
}

#[test]
fn what_may_not_have_been_meant_is_remarked() {
    let scene = Scene::new();
    scene.file("endless.c", ENDLESS);
    let limits = ["--max-states", "3000", "--search", "dfs", "--no-sampling"];
    let base = ["check", "endless.c", "--format", "json", "--races", "off"];
    let (answer, _) = scene.json(&[&base[..], &limits].concat());
    let turns = &answer["advice"]["turns"];
    assert_eq!(
        (&turns["file"], &turns["line"]),
        (&"endless.c".into(), &5.into()),
        "{answer}"
    );
    let usage = "int main(int argc, char **argv) { return argc < 2; }";
    scene.file("usage.c", usage);
    let (answer, code) = scene.json(&["check", "usage.c", "--format", "json"]);
    let note = answer["notes"][0].as_str().unwrap_or_default();
    assert!(note.contains("behind `--`"), "{answer}");
    assert_eq!(code, 0);
    let socket = "int socket(int, int, int); int main(void) { return socket(2, 1, 0); }";
    scene.file("socket.c", socket);
    let reason = "is not supported: there are pipes and pairs of sockets, but no addresses";
    refuses(&scene, &["check", "socket.c"], &[reason]);
}

#[test]
fn a_panic_that_goes_on_keeps_its_message() {
    let scene = Scene::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let program = format!("{root}/tests/programs/rust/panic/resumed.rs");
    let (answer, code) = scene.json(&["check", &program, "--format", "json"]);
    assert_eq!(code, 1, "{answer}");
    assert_eq!(answer["error"]["message"], "number 2");
}

#[test]
fn values_that_are_left_out_are_undecided() {
    let scene = Scene::new();
    scene.file(
        "wide.c",
        "int __VERIFIER_nondet_int(void);\nint is_answer(int x) { return x == 42; }\n\
         int main(void) { return is_answer(__VERIFIER_nondet_int()); }",
    );
    let (answer, code) = scene.json(&["check", "wide.c", "--format", "json"]);
    assert_eq!((answer["verdict"].as_str(), code), (Some("undecided"), 3));
    let values: Vec<i64> = answer["values"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_i64)
        .collect();
    assert_eq!(values, [-1, 0, 1, 41, 42, 43]);
    let (answer, code) = scene.json(&[
        "check",
        "wide.c",
        "--format",
        "json",
        "--exit-status",
        "--values",
        "41,42",
    ]);
    assert_eq!(
        (answer["error"]["kind"].as_str(), code),
        (Some("exit-status"), 1)
    );
    assert!(
        text(&scene.run(&["check", "wide.c"]).stdout).contains("values tried: -1 0 1 41 42 43")
    );
}

#[test]
fn an_interrupt_ends_undecided() {
    let scene = Scene::new();
    scene.file("endless.c", ENDLESS);
    let mut child = scene
        .command(&["check", "endless.c", "--format", "json", "--races", "off"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("trailhound starts");
    // The compiler may take a while; the search itself never ends.
    std::thread::sleep(Duration::from_secs(3));
    let interrupted = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(interrupted.success());
    let started = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if started.elapsed() > Duration::from_secs(20) {
            child.kill().expect("a child");
            panic!("it goes on after the interrupt");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().expect("a child");
    assert_eq!(code(&output), 3);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["verdict"], "undecided");
    assert!(
        answer["reason"]
            .as_str()
            .is_some_and(|reason| reason.contains("interrupted"))
    );
}

#[test]
fn run_shows_the_programs_output_and_status() {
    let scene = Scene::new();
    let program = r#"
#include <stdio.h>
int main(int argc, char **argv) {
    printf("hello %s\n", argv[1]);
    fprintf(stderr, "careful\n");
    return argc + 5;
}
"#;
    scene.file("hello.c", program);
    let output = scene.run(&["run", "hello.c", "--", "world"]);
    assert_eq!(code(&output), 7);
    assert_eq!(text(&output.stdout), "hello world\n");
    assert_eq!(text(&output.stderr), "careful\nexit status 7\n");
}

#[test]
fn run_with_one_seed_is_one_schedule() {
    let scene = Scene::new();
    scene.file("lost.c", LOST_UPDATE);
    let outcomes: Vec<Output> = (0..12)
        .map(|seed| {
            scene.run(&[
                "run",
                "lost.c",
                "--schedule",
                "random",
                "--seed",
                &seed.to_string(),
            ])
        })
        .collect();
    assert!(outcomes.iter().any(|output| code(output) == 0));
    let failed = outcomes
        .iter()
        .position(|output| code(output) == 1)
        .expect("a schedule that fails");
    let seed = failed.to_string();
    let again = scene.run(&[
        "run",
        "lost.c",
        "--schedule",
        "random",
        "--seed",
        &seed,
        "--trail",
        "trail.json",
    ]);
    assert_eq!(text(&again.stdout), text(&outcomes[failed].stdout));
    assert!(text(&again.stdout).contains("error[assertion]"));
    assert_eq!(code(&scene.run(&["replay", "trail.json"])), 1);
}

#[test]
fn a_closed_pipe_is_no_crash() {
    let scene = Scene::new();
    scene.file("lost.c", LOST_UPDATE);
    let binary = Path::new(env!("CARGO_BIN_EXE_trailhound"))
        .display()
        .to_string();
    let output = Command::new("sh")
        .args([
            "-c",
            &format!("'{binary}' check lost.c --all-steps | head -n 1"),
        ])
        .current_dir(scene.folder.path())
        .output()
        .expect("a shell");
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
}

#[test]
fn colours_only_if_asked() {
    let scene = Scene::new();
    scene.file("locked.c", LOCKED);
    assert!(
        text(
            &scene
                .run(&["check", "locked.c", "--color", "always"])
                .stdout
        )
        .contains('\x1b')
    );
    assert!(!text(&scene.run(&["check", "locked.c"]).stdout).contains('\x1b'));
    let quiet = scene.run(&["check", "locked.c", "--quiet"]);
    assert_eq!(text(&quiet.stdout), "ok: no error in any schedule\n");
}

/// A structure is copied while an atomic section of the other thread writes it.
const COPY_BESIDE_SECTION: &str = r#"
#include <pthread.h>
struct words { int first, middle, last; } shared;
void __VERIFIER_atomic_set(void) { shared.first = shared.last = 1; }
static void *set(void *unused) {
    __VERIFIER_atomic_set();
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    struct words copy = shared;
    pthread_join(thread, 0);
    return copy.first > 1;
}
"#;

#[test]
fn copies_that_are_taken_as_one_operation_are_remarked() {
    const REMARK: &str = "taken as one operation";
    let scene = Scene::new();
    scene.file("copy.c", COPY_BESIDE_SECTION);
    let told = text(&scene.run(&["check", "copy.c"]).stdout);
    assert!(told.contains("ok") && told.contains(REMARK), "{told}");
    assert!(told.contains("in atomic sections"), "{told}");
    let plain = COPY_BESIDE_SECTION.replace("__VERIFIER_atomic_set", "set_both");
    scene.file("race.c", &plain);
    let told = text(&scene.run(&["check", "race.c"]).stdout);
    assert!(told.contains("data-race"), "{told}");
    let told = text(&scene.run(&["check", "race.c", "--races", "off"]).stdout);
    assert!(told.contains("ok") && told.contains(REMARK), "{told}");
    assert!(!told.contains("in atomic sections"), "{told}");
}
