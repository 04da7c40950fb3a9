//! What is kept between checks: IR by the content of everything that it was made from, verdicts by
//! the content of the IR, the options and the version. What is kept is never stale.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// Wrong where `LIMIT` is 1, right where it is 2.
const PROGRAM: &str = r#"
#include <assert.h>
#include <pthread.h>
#include "limit.h"
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    count++;
    assert(count <= LIMIT);
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
"#;

/// The same in Rust.
const RUST: &str = r#"
use std::sync::Mutex;
mod limit;
static COUNT: Mutex<u32> = Mutex::new(0);
fn main() {
    let add = || {
        let mut count = COUNT.lock().unwrap();
        *count += 1;
        assert!(*count <= limit::LIMIT);
    };
    std::thread::scope(|scope| {
        scope.spawn(add);
        scope.spawn(add);
    });
}
"#;

/// A folder with a program, and a cache of its own.
struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new() -> Scene {
        let scene = Scene {
            folder: TempDir::new().expect("a folder"),
        };
        scene.file("program.c", PROGRAM);
        scene.limit(2);
        scene
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path
    }

    fn limit(&self, limit: u32) {
        self.file("limit.h", &format!("#define LIMIT {limit}\n"));
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trailhound"));
        command.current_dir(self.folder.path());
        command.env("TRAILHOUND_CACHE", self.cache());
        command.env_remove("TRAILHOUND_NO_CACHE");
        command
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    /// The verdict, and whether it was known.
    fn check(&self, arguments: &[&str]) -> (String, bool) {
        let mut command = self.command();
        answer(command.args(["check", "--format", "json"]).args(arguments))
    }

    fn entries(&self, part: &str) -> Vec<PathBuf> {
        let files = fs::read_dir(self.cache().join(part)).expect("a part of the cache");
        files.map(|file| file.expect("a file").path()).collect()
    }
}

fn answer(command: &mut Command) -> (String, bool) {
    let output = command.output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let answer: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("no answer: {text}"));
    let verdict = answer["verdict"].as_str().expect("a verdict").to_owned();
    let told = match verdict.as_str() {
        "error" => format!("error {}", answer["error"]["kind"]),
        _ => verdict,
    };
    (told, answer["cached"] == true)
}

fn ok(cached: bool) -> (String, bool) {
    ("ok".to_owned(), cached)
}

fn wrong(cached: bool) -> (String, bool) {
    ("error \"assertion\"".to_owned(), cached)
}

fn damage(path: &Path, change: impl Fn(&str) -> String) {
    let text = fs::read_to_string(path).expect("an entry");
    let changed = change(&text);
    assert_ne!(changed, text, "nothing was damaged");
    fs::write(path, changed).expect("an entry");
}

#[test]
fn the_same_check_is_answered_from_what_is_known() {
    let scene = Scene::new();
    assert_eq!(scene.check(&["program.c"]), ok(false));
    assert_eq!(scene.check(&["program.c"]), ok(true));
    scene.limit(1);
    assert_eq!(scene.check(&["program.c"]), wrong(false));
    assert_eq!(scene.check(&["program.c"]), wrong(true));
    // What was known before is still true.
    scene.limit(2);
    assert_eq!(scene.check(&["program.c"]), ok(true));
    assert_eq!(scene.check(&["program.c", "--no-cache"]), ok(false));
}

#[test]
fn an_error_that_is_known_has_the_same_trail() {
    let scene = Scene::new();
    scene.limit(1);
    let run = || {
        let output = scene.command().args(["check", "program.c"]).output();
        let text = String::from_utf8(output.expect("it runs").stdout).expect("text");
        let (trail, cost) = text.trim_end().rsplit_once('\n').expect("lines");
        (trail.to_owned(), cost.to_owned())
    };
    let (first, _) = run();
    let (second, cost) = run();
    assert!(cost.starts_with("cached"), "{cost}");
    assert_eq!(first, second);
}

#[test]
fn other_options_are_another_question() {
    let scene = Scene::new();
    let asked: [&[&str]; 8] = [
        &["program.c"],
        &["program.c", "--search", "bfs"],
        &["program.c", "--granularity", "line"],
        &["program.c", "--races", "off"],
        &["program.c", "--always", "count <= 2"],
        &["program.c", "-DOTHER"],
        &["program.c", "-fsigned-char"],
        &["program.c", "--", "argument"],
    ];
    for arguments in asked {
        assert_eq!(scene.check(arguments), ok(false), "{arguments:?}");
    }
    for arguments in asked {
        assert_eq!(scene.check(arguments), ok(true), "{arguments:?}");
    }
    // A flag decides.
    scene.file("limit.h", "#ifndef LIMIT\n#define LIMIT 2\n#endif\n");
    assert_eq!(scene.check(&["program.c", "-DLIMIT=1"]), wrong(false));
    assert_eq!(scene.check(&["program.c"]), ok(true));
}

#[test]
fn a_header_that_comes_first_now_counts() {
    let scene = Scene::new();
    fs::create_dir(scene.folder.path().join("first")).expect("a folder");
    fs::create_dir(scene.folder.path().join("second")).expect("a folder");
    let source = PROGRAM.replace("\"limit.h\"", "<own_limit.h>");
    scene.file("program.c", &source);
    scene.file("second/own_limit.h", "#define LIMIT 2\n");
    let arguments = ["program.c", "-Ifirst", "-Isecond"];
    assert_eq!(scene.check(&arguments), ok(false));
    assert_eq!(scene.check(&arguments), ok(true));
    scene.file("first/own_limit.h", "#define LIMIT 1\n");
    assert_eq!(scene.check(&arguments), wrong(false));
}

#[test]
fn another_compiler_is_asked_again() {
    let scene = Scene::new();
    let clang = std::env::var("TRAILHOUND_CLANG").unwrap_or_else(|_| "clang".to_owned());
    scene.file("limit.h", "#ifndef LIMIT\n#define LIMIT 2\n#endif\n");
    let script = scene.file("clang.sh", &format!("#!/bin/sh\nexec {clang} \"$@\"\n"));
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("a script");
    let check = || {
        let mut command = scene.command();
        command.env("TRAILHOUND_CLANG", &script);
        answer(command.args(["check", "--format", "json", "program.c"]))
    };
    assert_eq!(check(), ok(false));
    assert_eq!(check(), ok(true));
    let other = format!("#!/bin/sh\nexec {clang} -DLIMIT=1 \"$@\"\n");
    fs::write(&script, other).expect("a script");
    assert_eq!(check(), wrong(false));

    // Clang takes flags from its environment, too, which the preprocessor does not show.
    let check = || {
        let mut command = scene.command();
        command.env("CCC_OVERRIDE_OPTIONS", "#^-fwrapv");
        answer(command.args(["check", "--format", "json", "program.c"]))
    };
    assert_eq!(scene.check(&["program.c"]), ok(true));
    assert_eq!(check(), ok(false));
    assert_eq!(check(), ok(true));
}

#[test]
fn damaged_entries_are_not_taken() {
    let scene = Scene::new();
    scene.limit(1);
    assert_eq!(scene.check(&["program.c"]), wrong(false));
    for entry in scene.entries("verdicts") {
        damage(&entry, |text| text.replace("\"error\"", "\"ok\""));
    }
    assert_eq!(scene.check(&["program.c"]), wrong(false));
    for entry in scene.entries("verdicts") {
        damage(&entry, |text| text[..text.len() / 2].to_owned());
    }
    assert_eq!(scene.check(&["program.c"]), wrong(false));
    for entry in scene.entries("clang") {
        damage(&entry, |text| text.replace("define", "declare"));
    }
    assert_eq!(scene.check(&["program.c"]), wrong(true));
}

#[test]
fn a_verdict_of_another_program_is_not_taken() {
    let scene = Scene::new();
    assert_eq!(scene.check(&["program.c"]), ok(false));
    let right = scene.entries("verdicts");
    scene.limit(1);
    assert_eq!(scene.check(&["program.c"]), wrong(false));
    let all = scene.entries("verdicts");
    let error = all.iter().find(|entry| !right.contains(entry));
    fs::copy(&right[0], error.expect("a second entry")).expect("a copy");
    assert_eq!(scene.check(&["program.c"]), wrong(false));
}

#[test]
fn a_cache_that_others_can_write_to_is_not_used() {
    let scene = Scene::new();
    assert_eq!(scene.check(&["program.c"]), ok(false));
    let parts = [scene.cache(), scene.cache().join("verdicts")];
    for path in parts {
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).expect("permissions");
        assert_eq!(scene.check(&["program.c"]), ok(false), "{}", path.display());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).expect("permissions");
    }
    let [entry] = &scene.entries("verdicts")[..] else {
        panic!("one verdict");
    };
    fs::set_permissions(entry, fs::Permissions::from_mode(0o666)).expect("permissions");
    assert_eq!(scene.check(&["program.c"]), ok(false));
    assert_eq!(scene.check(&["program.c"]), ok(true));
}

#[test]
fn only_what_is_decided_is_kept() {
    let scene = Scene::new();
    let limited = ["program.c", "--max-states", "2", "--search", "bfs"];
    for _ in 0..2 {
        let (verdict, cached) = scene.check(&limited);
        assert_eq!((verdict.as_str(), cached), ("undecided", false));
    }
    assert!(scene.entries("verdicts").is_empty());
}

#[test]
fn temporal_verdicts_are_kept() {
    let scene = Scene::new();
    let holds = ["program.c", "--ltl", "G (count <= 2)"];
    assert_eq!(scene.check(&holds), ok(false));
    assert_eq!(scene.check(&holds), ok(true));
    let fails = ["program.c", "--ltl", "G (count <= 1)"];
    let temporal = |cached| ("error \"temporal\"".to_owned(), cached);
    assert_eq!(scene.check(&fails), temporal(false));
    assert_eq!(scene.check(&fails), temporal(true));
}

#[test]
fn rust_files_are_checked_again_when_a_module_changes() {
    let scene = Scene::new();
    scene.file("program.rs", RUST);
    scene.file("limit.rs", "pub const LIMIT: u32 = 2;\n");
    assert_eq!(scene.check(&["program.rs"]), ok(false));
    assert_eq!(scene.check(&["program.rs"]), ok(true));
    scene.file("limit.rs", "pub const LIMIT: u32 = 1;\n");
    let panic = |cached| ("error \"panic\"".to_owned(), cached);
    assert_eq!(scene.check(&["program.rs"]), panic(false));
    assert_eq!(scene.check(&["program.rs"]), panic(true));
}

/// Cargo goes by the times of files, those that build scripts read included.
#[test]
fn an_edit_of_a_package_that_cargo_overlooks_counts() {
    let scene = Scene::new();
    let folder = scene.folder.path().join("package");
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let manifest = "[package]\nname = \"limited\"\nedition = \"2021\"\n[workspace]\n";
    scene.file("package/Cargo.toml", manifest);
    let script = r#"
fn main() {
    println!("cargo::rerun-if-changed=limit.txt");
    let directory = std::env::var("OUT_DIR").unwrap();
    std::fs::copy("limit.txt", directory + "/limit.rs").unwrap();
}
"#;
    scene.file("package/build.rs", script);
    scene.file("package/src/main.rs", RUST);
    let source = "const MADE: u32 = include!(concat!(env!(\"OUT_DIR\"), \"/limit.rs\"));\n\
                  pub const LIMIT: u32 = if cfg!(strict) { 1 } else { MADE };\n";
    let source_path = scene.file("package/src/limit.rs", source);
    let limit_path = scene.file("package/limit.txt", "2");
    let check = |flags: &str| {
        let mut command = scene.command();
        command.env("CARGO_TARGET_DIR", scene.folder.path().join("target"));
        command.env("RUSTFLAGS", flags);
        answer(command.args(["check", "--format", "json", "package"]))
    };
    let panic = |cached| ("error \"panic\"".to_owned(), cached);
    assert_eq!(check(""), ok(false));
    assert_eq!(check(""), ok(true));
    assert_eq!(check("--cfg strict"), panic(false));
    assert_eq!(check(""), ok(true));
    replace_unseen(&limit_path, "0");
    assert_eq!(check(""), panic(false));
    replace_unseen(&source_path, "pub const LIMIT: u32 = 3;\n");
    assert_eq!(check(""), ok(false));
}

/// Writes a file and gives it the time that it had.
fn replace_unseen(path: &Path, text: &str) {
    let written = fs::metadata(path).and_then(|found| found.modified());
    fs::write(path, text).expect("a file");
    let file = fs::File::options().write(true).open(path).expect("a file");
    file.set_modified(written.expect("a time")).expect("a time");
}
