//! The C library on the machine against the real one: each program in `tests/libc` prints
//! the same when it runs natively and when the machine runs it.

#[path = "../../cli/tests/compilers/mod.rs"]
mod compilers;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use trailhound_llvm::Module;
use trailhound_machine::{ErrorKind, Machine, Options, ProgramGraph, Races, Stream, load};
use trailhound_program::Program;
use trailhound_search::{EdgeKind, Engine, Graph, Unwatched};

fn command(clang: &str, arguments: &[&str]) -> String {
    let output = Command::new(clang)
        .args(arguments)
        .output()
        .expect("clang can be started");
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

fn linked(text: String, name: &str) -> Program {
    let module = Module::read(text, name).unwrap_or_else(|error| panic!("{name}: {error}"));
    load(&mut vec![module]).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What the program prints when its first thread alone runs to the end.
fn printed(program: &Program, arguments: &[&str]) -> String {
    let options = Options {
        arguments: arguments.iter().map(|&text| text.to_owned()).collect(),
        ..Options::default()
    };
    let mut machine = Machine::new(program, options);
    machine.observer.active = true;
    let mut graph = ProgramGraph::new(machine, Races::Off);
    let mut trouble = None;
    match graph.initial() {
        Err(finding) => trouble = Some(finding.id),
        Ok(mut state) => {
            let mut changes = Vec::new();
            while let Some(edge) = graph.successor(&state, 0, &mut changes) {
                if let EdgeKind::Finding(finding) = edge.kind {
                    trouble = Some(finding.id);
                    break;
                }
                for &(slot, leaf) in &changes {
                    state.resize(state.len().max(slot as usize + 1), 0);
                    state[slot as usize] = leaf;
                }
            }
        }
    }
    let mut output: Vec<u8> = graph
        .machine
        .observer
        .output
        .iter()
        .filter(|(stream, _)| *stream == Stream::Stdout)
        .flat_map(|(_, bytes)| bytes.clone())
        .collect();
    if let Some(id) = trouble {
        output.extend(format!("{:?}", graph.problems[id as usize]).bytes());
    }
    String::from_utf8_lossy(&output).into_owned()
}

fn compare(name: &str, arguments: &[&str]) {
    let clang = compilers::clang();
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/libc")
        .join(name)
        .with_extension("c");
    let source = source.to_str().expect("a path of text");
    let native: PathBuf =
        std::env::temp_dir().join(format!("trailhound-{name}-{}", std::process::id()));
    command(
        &clang,
        &[
            "-w",
            "-O1",
            "-fno-builtin",
            "-o",
            native.to_str().expect("a path of text"),
            source,
            "-lm",
        ],
    );
    let run = Command::new(&native)
        .args(&arguments[1..])
        .env_clear()
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    std::fs::remove_file(&native).expect("the program can be removed");
    let expected = String::from_utf8_lossy(&run.stdout).into_owned();
    for level in [
        &["-O1", "-Xclang", "-disable-llvm-passes"][..],
        &["-O0", "-fno-builtin"],
        &["-O2"],
        &["-O2", "-D_FORTIFY_SOURCE=2"],
    ] {
        let mut flags = vec!["-w", "-S", "-emit-llvm", "-o", "-", source];
        flags.extend(level);
        let program = linked(command(&clang, &flags), name);
        let found = printed(&program, arguments);
        for (n, (expected, found)) in expected.lines().zip(found.lines()).enumerate() {
            assert_eq!(
                found,
                expected,
                "line {} of what {name} prints with {level:?}",
                n + 1
            );
        }
        assert_eq!(found, expected, "{name} with {level:?}");
    }
}

#[test]
fn strings() {
    compare("strings", &["strings"]);
}

#[test]
fn printf() {
    compare("printf", &["printf"]);
}

#[test]
fn scanf() {
    compare("scanf", &["scanf"]);
}

#[test]
fn numbers() {
    compare("numbers", &["numbers"]);
}

#[test]
fn math() {
    compare("math", &["math"]);
}

#[test]
fn dates() {
    compare("dates", &["dates"]);
}

#[test]
fn sorting() {
    compare("sorting", &["sorting"]);
}

#[test]
fn characters() {
    compare("characters", &["characters"]);
}

#[test]
fn random() {
    compare("random", &["random"]);
}

#[test]
fn options() {
    compare(
        "options",
        &[
            "options", "file", "-ab", "-ovalue", "other", "-o", "next", "-z", "--", "-a",
        ],
    );
    compare("options", &["options", "-c", "-aofar", "x"]);
    compare("options", &["options", "-a", "-o"]);
}

#[test]
fn streams() {
    compare("streams", &["streams"]);
}

/// The kind of error that some schedule of a program with threads leads to.
fn error_of(name: &str) -> Option<ErrorKind> {
    let clang = compilers::clang();
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/libc")
        .join(name)
        .with_extension("c");
    let flags = [
        "-w",
        "-S",
        "-emit-llvm",
        "-O1",
        "-Xclang",
        "-disable-llvm-passes",
        "-o",
        "-",
    ];
    let text = command(
        &clang,
        &[&flags[..], &[source.to_str().expect("a path of text")]].concat(),
    );
    let program = linked(text, name);
    let mut graph = ProgramGraph::new(Machine::new(&program, Options::default()), Races::Off);
    let outcome = trailhound_search::run(
        Engine::Bfs,
        &mut graph,
        &mut trailhound_search::Unguided,
        &trailhound_search::Options::default(),
        &mut Unwatched,
    );
    let problem = &graph.problems[outcome.finding?.finding.id as usize];
    Some(
        problem
            .kind()
            .unwrap_or_else(|| panic!("{name}: {problem:?}")),
    )
}

#[test]
fn threads_share_the_variables_of_the_library() {
    assert_eq!(error_of("shared_token"), Some(ErrorKind::Assertion));
    assert_eq!(error_of("own_token"), None);
}

#[test]
fn threads_see_what_the_library_writes() {
    assert_eq!(error_of("shared_text"), Some(ErrorKind::Assertion));
    assert_eq!(error_of("locked_text"), None);
}

#[test]
fn the_library_checks_memory() {
    assert_eq!(error_of("overflow"), Some(ErrorKind::OutOfBounds));
    assert_eq!(error_of("unwritten"), Some(ErrorKind::Uninitialised));
    assert_eq!(error_of("null_file"), Some(ErrorKind::NullDereference));
}
