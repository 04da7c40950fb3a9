//! What a trail or a project's compile commands say is not trusted: flags that could run or write
//! something need the user's word, and text is shown, not obeyed. See docs/trust.md.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

const FAILS: &str = "#include <assert.h>\nint main(void) { assert(0); }\n";

struct Scene(TempDir);

impl Scene {
    fn new() -> Scene {
        let scene = Scene(TempDir::new().expect("a folder"));
        scene.file("program.c", FAILS);
        scene
    }

    fn file(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn has(&self, name: &str) -> bool {
        self.0.path().join(name).exists()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_trailhound"))
            .current_dir(self.0.path())
            .args(arguments)
            .output()
            .expect("trailhound runs")
    }

    /// The trail of the program, with another setup.
    fn trail(&self, change: impl FnOnce(&mut Value)) {
        self.run(&["check", "program.c", "--trail", "trail.json"]);
        let path = self.0.path().join("trail.json");
        let text = fs::read_to_string(&path).expect("a trail");
        let mut trail: Value = serde_json::from_str(&text).expect("JSON");
        change(&mut trail["program"]);
        fs::write(path, trail.to_string()).expect("a file");
    }

    /// Names what is refused, and the option that allows it; no compiler has run.
    fn assert_refused(&self, arguments: &[&str], flag: &str, way_out: &str) {
        let output = self.run(arguments);
        let text = text(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(&format!("`{flag}`")), "{text}");
        assert!(text.contains(way_out), "{text}");
        assert!(!text.contains("does not compile"), "{text}");
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn flags_of_a_trail_that_could_do_harm_are_refused() {
    for flags in [
        json!(["-fplugin=./evil.so"]),
        json!(["-Xclang", "-load", "-Xclang", "./evil.so"]),
        json!(["-Wp,-MD,written"]),
        json!(["-DN=1", "-MD", "-MF", "written"]),
        json!(["@evil.rsp"]),
        json!(["--config", "evil.cfg"]),
        json!(["-x", "f95", "--gcc-toolchain=evil"]),
    ] {
        let scene = Scene::new();
        scene.trail(|program| program["compiler_flags"] = flags.clone());
        let words = flags.as_array().expect("words").iter();
        let mut words = words.map(|word| word.as_str().expect("text"));
        let flag = words.find(|word| !word.starts_with("-D")).expect("a flag");
        scene.assert_refused(&["replay", "trail.json"], flag, "--trust-flags");
        assert!(!scene.has("written"));
    }
}

#[test]
fn harmless_flags_of_a_trail_are_taken() {
    let scene = Scene::new();
    let output = scene.run(&[
        "check",
        "program.c",
        "--cflag=-Wall",
        "--trail",
        "trail.json",
    ]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let output = scene.run(&["replay", "trail.json"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
}

#[test]
fn the_user_may_trust_a_trail() {
    let scene = Scene::new();
    scene.trail(|program| program["compiler_flags"] = json!(["-Wp,-MD,written"]));
    let output = scene.run(&["replay", "trail.json", "--trust-flags"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(scene.has("written"));
}

#[test]
fn a_trail_does_not_choose_variables_or_words_for_rust() {
    let scene = Scene::new();
    scene.file("program.rs", "fn main() {}");
    for (field, value, flag) in [
        (
            "defines",
            json!(["RUSTC_WRAPPER=./evil"]),
            "RUSTC_WRAPPER=./evil",
        ),
        (
            "defines",
            json!(["LD_PRELOAD=./evil.so"]),
            "LD_PRELOAD=./evil.so",
        ),
        (
            "compiler_flags",
            json!(["-Clinker=./evil"]),
            "-Clinker=./evil",
        ),
        (
            "compiler_flags",
            json!(["--extern=evil=./libevil.so"]),
            "--extern=evil=./libevil.so",
        ),
    ] {
        scene.trail(|program| {
            program["files"] = json!(["program.rs"]);
            program[field] = value;
        });
        scene.assert_refused(&["replay", "trail.json"], flag, "--trust-flags");
    }
}

/// To build a package is to run its build script.
#[test]
fn a_trail_does_not_have_a_package_built() {
    let scene = Scene::new();
    scene.file(
        "package/Cargo.toml",
        "[package]\nname = \"package\"\nversion = \"0.1.0\"\n",
    );
    scene.file("package/src/main.rs", "fn main() {}");
    let script = "fn main() { std::fs::write(\"../../built\", \"\").unwrap(); }";
    scene.file("package/build.rs", script);
    for package in ["package", "package/Cargo.toml"] {
        scene.trail(|program| program["files"] = json!([package]));
        let output = scene.run(&["replay", "trail.json"]);
        let text = text(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains("name the package"), "{text}");
        assert!(!scene.has("built") && !scene.has("package/target"));
    }
    scene.trail(|program| {
        program["files"] = json!(["package"]);
        program["defines"] = json!(["PROTOC=./evil"]);
    });
    scene.assert_refused(
        &["replay", "trail.json", "package"],
        "PROTOC=./evil",
        "--trust-flags",
    );
    let wrapper = json!(["--config", "build.rustc-wrapper='./evil'"]);
    scene.trail(|program| {
        program["files"] = json!(["package"]);
        program["cargo_flags"] = wrapper;
    });
    scene.assert_refused(
        &["replay", "trail.json", "package"],
        "--config",
        "--trust-flags",
    );
}

#[test]
fn flags_of_a_project_that_could_do_harm_are_refused() {
    for flag in [
        "-fplugin=./evil.so",
        "@evil.rsp",
        "-B.",
        "-mllvm",
        "--config=evil.cfg",
    ] {
        let scene = Scene::new();
        // The compiler that the project names is not run, whatever it is.
        scene.file("evil", "#!/bin/sh\ntouch ran\n");
        let evil = scene.0.path().join("evil");
        fs::set_permissions(&evil, fs::Permissions::from_mode(0o755)).expect("permissions");
        let entry = json!([{
            "directory": ".",
            "file": "program.c",
            "command": format!("./evil -std=c11 {flag} -Wp,-MD,written -o out -c program.c"),
        }]);
        scene.file("compile_commands.json", &entry.to_string());
        let check = ["check", "program.c", "-p", "."];
        scene.assert_refused(&check, flag, "--trust-flags");
        let trusted = scene.run(&[&check[..], &["--trust-flags"]].concat());
        assert!(
            !text(&trusted).contains("--trust-flags"),
            "{}",
            text(&trusted)
        );
        assert!(!scene.has("ran") && !scene.has("written") && !scene.has("out"));
    }
}

#[test]
fn ordinary_flags_of_a_project_are_taken() {
    let scene = Scene::new();
    let file = scene.0.path().join("program.c");
    let entry = json!([{
        "directory": ".",
        "file": "program.c",
        "arguments": ["cc", "-std=c11", "-Wall", "-O2", "-fno-strict-aliasing", "-DN=1", "-I", ".",
            "-march=x86-64", "-MD", "-MF", "x.d", "-o", "x.o", "-c", file],
    }]);
    scene.file("compile_commands.json", &entry.to_string());
    let output = scene.run(&["check", "program.c", "-p", "."]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
}

/// Whether every control sequence only chooses a style, as we write them.
fn assert_harmless(text: &str) {
    let styles = text.split('\x1b').skip(1).all(|rest| {
        let end = rest.find(|c: char| c != '[' && c != ';' && !c.is_ascii_digit());
        rest.starts_with('[') && end.is_some_and(|at| rest[at..].starts_with('m'))
    });
    assert!(styles, "{text:?}");
    let active = |c: char| c.is_control() && !matches!(c, '\n' | '\t' | '\x1b');
    assert!(!text.contains(active), "{text:?}");
}

#[test]
fn control_characters_are_shown_and_not_obeyed() {
    let scene = Scene::new();
    let title = "\x1b]0;owned\x07\x1b[2J\u{9b}31m";
    let name = format!("pro{title}gram.c");
    let source =
        format!("#include <assert.h>\nint main(void) {{ /* {title} */ assert(!\"{title}\"); }}\n");
    scene.file(&name, &source);
    scene.file(
        "broken.c",
        &format!("int main(void) {{ return {title}; }}\n"),
    );
    scene.file("panics.rs", "fn main() { panic!(\"\\x1b]0;owned\\x07\"); }");
    for arguments in [
        &["check", &name][..],
        &["run", &name],
        &["lint", &name],
        &["check", "broken.c"],
        &["check", &name, "--target", "fn:\x1b[2J"],
        &["check", "\x1b[2Jmissing.c"],
        &["check", "panics.rs"],
    ] {
        let output = scene.run(&[arguments, &["--color", "always"]].concat());
        assert_harmless(&text(&output));
        if arguments[0] == "run" {
            continue;
        }
        let output = scene.run(&[arguments, &["--format", "json"]].concat());
        let plain = String::from_utf8_lossy(&output.stdout);
        assert!(
            !plain.contains(|c: char| c.is_control() && c != '\n'),
            "{plain:?}"
        );
        serde_json::from_str::<Value>(&plain).expect("JSON");
    }
}
