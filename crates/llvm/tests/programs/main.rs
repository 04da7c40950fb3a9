//! Whole programs as real compilers write them: every part of them is read, and what was
//! read is written back, compiled, run, and compared with the program itself.

#[path = "../../../cli/tests/compilers/mod.rs"]
mod compilers;
mod operations;
mod printer;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use trailhound_llvm::{GlobalKind, Module};

type Level = &'static [&'static str];

/// The level that the front end uses.
const FRONT_END: Level = &["-O1", "-Xclang", "-disable-llvm-passes"];
const ALL_LEVELS: &[Level] = &[&["-O0"], &["-O1"], &["-O2"], FRONT_END];

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn run(command: &mut Command) -> Output {
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {complaint}");
    output
}

/// What a program prints and how it exits.
fn behaviour(program: &Path) -> (String, Option<i32>) {
    let output = Command::new(program).output();
    let output = output.unwrap_or_else(|error| panic!("{program:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, output.status.code())
}

/// Parses every body and initialiser, and follows every location to its function and file.
fn read_everything(path: &Path) -> Module {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.display().to_string();
    let mut module = Module::read(text, &name).unwrap_or_else(|error| panic!("{error}"));
    let mut locations = Vec::new();
    for id in module.global_ids() {
        if let GlobalKind::Function { has_body: true, .. } = module.global(id).kind {
            let body = module.body(id).unwrap_or_else(|error| panic!("{error}"));
            for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
                locations.extend(instruction.location);
            }
            for declare in body.declares {
                let variable = module.metadata_text(declare.variable).unwrap();
                assert!(variable.contains("DILocalVariable"), "{name}: {variable}");
            }
        } else {
            let value = module.initializer(id);
            value.unwrap_or_else(|error| panic!("{error}"));
        }
    }
    assert!(!locations.is_empty(), "{name} has no debug locations");
    let mut followed = HashSet::new();
    while let Some(id) = locations.pop() {
        if !followed.insert(id) {
            continue;
        }
        let location = module.location(id).expect("a location");
        assert!(
            module.subprogram_of(location.scope).is_some(),
            "{name}: {id:?}"
        );
        assert!(
            module.scope_file(location.scope).is_some(),
            "{name}: {id:?}"
        );
        locations.extend(location.inlined_at);
    }
    module
}

/// Writes what was read as LLVM IR, and compiles that.
fn rebuild(module: &mut Module, clang: &str, libraries: &[&str], program: &Path) {
    let text = printer::print(module).unwrap_or_else(|error| panic!("{error}"));
    let layout = module.data_layout().unwrap();
    let triple = module.target_triple().unwrap();
    let text = format!("target datalayout = \"{layout}\"\ntarget triple = \"{triple}\"\n{text}");
    let written = program.with_extension("printed.ll");
    std::fs::write(&written, text).unwrap();
    let mut command = Command::new(clang);
    if compilers::version(clang) < 15 {
        // It takes the opaque pointers that are written back only when asked to.
        command.args(["-mllvm", "-opaque-pointers"]);
    }
    command.args(["-w", "-O0", "-pthread", "-o"]).arg(program);
    run(command.arg(written).args(libraries));
}

/// Reads a program from every clang and level, and compares it with itself.
fn check(file: &str, levels: &[Level], flags: &[&str], libraries: &[&str]) {
    for clang in compilers::clangs() {
        let version = compilers::version(&clang);
        let native = scratch(&format!("{file}-{version}"));
        let mut command = Command::new(&clang);
        command.args(["-w", "-pthread", "-o"]).arg(&native);
        run(command.args(flags).arg(source(file)).args(libraries));
        for &level in levels {
            let ll = scratch(&format!("{file}-{version}{}.ll", level.concat()));
            let mut command = Command::new(&clang);
            command
                .args(["-w", "-g", "-S", "-emit-llvm", "-o"])
                .arg(&ll);
            run(command.args(flags).args(level).arg(source(file)));
            let mut module = read_everything(&ll);
            let program = ll.with_extension("rebuilt");
            rebuild(&mut module, &clang, libraries, &program);
            assert_eq!(behaviour(&program), behaviour(&native), "{}", ll.display());
        }
    }
}

#[test]
fn c_globals() {
    check("globals.c", ALL_LEVELS, &[], &[]);
}

#[test]
fn c_flow() {
    check("flow.c", ALL_LEVELS, &["-std=gnu11"], &[]);
}

#[test]
fn c_threads() {
    check("threads.c", ALL_LEVELS, &[], &["-latomic"]);
}

#[test]
fn c_numbers() {
    check("numbers.c", ALL_LEVELS, &[], &["-lm"]);
}

#[test]
fn cpp_objects() {
    check(
        "objects.cpp",
        &[&["-O2"], FRONT_END],
        &["-std=c++17"],
        &["-lstdc++"],
    );
}

fn check_rust(level: &str) {
    let native = scratch(&format!("program-{level}"));
    let ll = native.with_extension("ll");
    let mut command = Command::new("rustc");
    command.args([
        "-g",
        "-C",
        "lto=fat",
        "-C",
        "codegen-units=1",
        "--edition=2024",
    ]);
    command.args([
        "--emit=llvm-ir,link",
        "-C",
        &format!("opt-level={level}"),
        "-o",
    ]);
    run(command.arg(&native).arg(source("program.rs")));
    let mut module = read_everything(&ll);
    // Without optimisation `std` has assembly in Intel's syntax, of which the reader does
    // not keep that it is.
    if level != "0" {
        let program = native.with_extension("rebuilt");
        rebuild(&mut module, "clang-19", &["-lgcc_s", "-lm"], &program);
        assert_eq!(behaviour(&program), behaviour(&native), "{}", ll.display());
    }
}

#[test]
fn rust_unoptimised() {
    check_rust("0");
}

#[test]
fn rust_level_1() {
    check_rust("1");
}

#[test]
fn rust_level_2() {
    check_rust("2");
}

#[test]
fn rust_level_3() {
    check_rust("3");
}
