//! Sequential programs print the same and exit the same natively and on the machine, at
//! several levels of optimisation: those in `tests/programs/sequential` and fresh ones by csmith.
//! C programs are compared as 32-bit programs as well, except those that say `width: 64`.
//!
//! `TRAILHOUND_CSMITH` is the number of csmith's programs, `TRAILHOUND_SEED` the first seed
//! (otherwise drawn from the clock; the name of a test tells it).

mod compilers;

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

const CSMITH_PROGRAMS: u64 = 8;
/// Small programs without what only another compiler lays out the same way.
const CSMITH_OPTIONS: [&str; 7] = [
    "--no-packed-struct",
    "--max-funcs",
    "4",
    "--max-block-depth",
    "3",
    "--max-expr-complexity",
    "6",
];
/// Where csmith's header may be.
const CSMITH_HEADERS: [&str; 3] = [
    "/usr/include/csmith",
    "/usr/local/include/csmith",
    "/usr/include",
];
/// A generated program that runs longer than this natively is left out.
const NATIVE_TIME: Duration = Duration::from_secs(2);
const MACHINE_TIME: Duration = Duration::from_secs(300);
/// The machine's levels of optimisation; the first is the default.
const LEVELS: [&[&str]; 3] = [&[], &["--opt-level", "0"], &["--opt-level", "2"]];
/// For 64-bit and for 32-bit programs.
const WIDTHS: [&str; 2] = ["-m64", "-m32"];

static COMPARED: AtomicU64 = AtomicU64::new(0);
static SKIPPED: AtomicU64 = AtomicU64::new(0);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for file in programs("rust", "rs") {
        trials.push(Trial::test(name(&file), move || rust_program(&file)));
    }
    let clang = compilers::clang();
    for width in WIDTHS {
        for file in programs("c", "c") {
            let text = fs::read_to_string(&file).expect("a program can be read");
            if width == "-m32" && text.contains("//@ width: 64") {
                continue;
            }
            let clang = clang.clone();
            let name = format!("{} {width}", name(&file));
            trials.push(Trial::test(name, move || c_program(&clang, &file, width)));
        }
    }
    for file in programs("cpp", "cpp") {
        let clang = clang.clone();
        trials.push(Trial::test(name(&file), move || cpp_program(&clang, &file)));
    }
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse::<u64>().ok())
    };
    let headers = CSMITH_HEADERS
        .iter()
        .find(|directory| Path::new(directory).join("csmith.h").exists())
        .expect("csmith.h is there: scripts/setup-tests.sh installs csmith");
    let first = number("TRAILHOUND_SEED").unwrap_or_else(seed_from_clock);
    for seed in first..first + number("TRAILHOUND_CSMITH").unwrap_or(CSMITH_PROGRAMS) {
        // Every other one is a 32-bit program.
        let width = WIDTHS[seed as usize % WIDTHS.len()];
        let clang = clang.clone();
        trials.push(Trial::test(
            format!("csmith seed {seed} {width}"),
            move || csmith_program(&clang, headers, seed, width),
        ));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    println!(
        "csmith: {} programs compared, {} skipped because they run too long",
        COMPARED.load(Ordering::Relaxed),
        SKIPPED.load(Ordering::Relaxed),
    );
    conclusion.exit_code()
}

fn seed_from_clock() -> u64 {
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .expect("it is after 1970");
    // csmith reads 32 bits.
    now.as_secs() % (1 << 31)
}

fn programs(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/programs/sequential")
        .join(folder);
    let entries = fs::read_dir(&folder).expect("the programs are there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

fn name(file: &Path) -> String {
    let parts: Vec<_> = file
        .iter()
        .rev()
        .take(2)
        .map(|part| part.to_string_lossy())
        .collect();
    format!("{}/{}", parts[1], parts[0])
}

fn rust_program(file: &Path) -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let native = scratch.path().join("native");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    compiled(
        Command::new(rustc)
            .args(["--edition=2024", "--cap-lints=allow", "-Copt-level=0", "-o"])
            .args([&native, file]),
    )?;
    let expected = natively(&native, Duration::MAX)?.ok_or("it does not end")?;
    // Level 0 executes all of std unoptimised, which says nothing new.
    for level in [LEVELS[0], LEVELS[2]] {
        same(&expected, &on_the_machine(file, level)?, level)?;
    }
    Ok(())
}

fn c_program(clang: &str, file: &Path, width: &str) -> Result<(), Failed> {
    let expected = native_c(clang, file, &[width], Duration::MAX)?.ok_or("it does not end")?;
    for level in LEVELS {
        let options = [level, &[width]].concat();
        same(&expected, &on_the_machine(file, &options)?, &options)?;
    }
    Ok(())
}

fn cpp_program(clang: &str, file: &Path) -> Result<(), Failed> {
    if compilers::version(clang) < needed_version(file)? {
        return is_refused_with_a_hint(file);
    }
    let flags = ["-x", "c++", "-std=c++20", "-lstdc++"];
    let expected = native_c(clang, file, &flags, Duration::MAX)?.ok_or("it does not end")?;
    for level in LEVELS {
        same(&expected, &on_the_machine(file, level)?, level)?;
    }
    Ok(())
}

/// The oldest clang that compiles a program, by its line `//@ clang: VERSION`.
fn needed_version(file: &Path) -> Result<u32, Failed> {
    let text = fs::read_to_string(file)?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("//@ clang: "));
    Ok(line.map_or(Ok(0), |version| version.parse())?)
}

fn is_refused_with_a_hint(file: &Path) -> Result<(), Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .arg("check")
        .arg(file)
        .output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    match said.contains("set TRAILHOUND_CLANG to a newer one") {
        true => Ok(()),
        false => Err(format!("no hint in: {said}").into()),
    }
}

fn csmith_program(clang: &str, headers: &str, seed: u64, width: &str) -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let file = scratch.path().join("generated.c");
    compiled(
        Command::new("csmith")
            .args(["--seed", &seed.to_string(), "-o"])
            .arg(&file)
            .args(CSMITH_OPTIONS),
    )?;
    let include = format!("-I{headers}");
    let Some(expected) = native_c(clang, &file, &[&include, width], NATIVE_TIME)? else {
        SKIPPED.fetch_add(1, Ordering::Relaxed);
        return Ok(());
    };
    for level in [LEVELS[0], LEVELS[2]] {
        let options = [level, &[&include, width]].concat();
        same(&expected, &on_the_machine(&file, &options)?, &options)?;
    }
    COMPARED.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// What a program has shown to the world.
#[derive(PartialEq, Eq)]
struct Behaviour {
    status: Option<i32>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

fn same(native: &Behaviour, machine: &Behaviour, options: &[&str]) -> Result<(), Failed> {
    if (native.status, &native.stdout) == (machine.status, &machine.stdout) {
        return Ok(());
    }
    let shown = |behaviour: &Behaviour| {
        format!(
            "status {:?}, output:\n{}",
            behaviour.status,
            tail(&behaviour.stdout)
        )
    };
    let machine_says = format!("{}\n{}", shown(machine), tail(&machine.stderr));
    Err(format!(
        "natively {}\non the machine with {options:?} {machine_says}",
        shown(native)
    )
    .into())
}

/// The last lines of what may be a long text.
fn tail(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(30)..].join("\n")
}

/// What both -O0 and -O2 make of a C program; None if it runs too long.
fn native_c(
    clang: &str,
    file: &Path,
    options: &[&str],
    limit: Duration,
) -> Result<Option<Behaviour>, Failed> {
    let scratch = tempfile::tempdir()?;
    let mut behaviours = Vec::new();
    for level in ["-O0", "-O2"] {
        let native = scratch.path().join(format!("native{level}"));
        compiled(
            Command::new(clang)
                .args([level, "-w", "-pthread"])
                .args(options)
                .arg("-o")
                .args([&native, file])
                .arg("-lm"),
        )?;
        match natively(&native, limit)? {
            Some(behaviour) => behaviours.push(behaviour),
            None => return Ok(None),
        }
    }
    let [plain, optimised] = behaviours.try_into().map_err(|_| "two runs")?;
    if plain != optimised {
        return Err(
            "-O0 and -O2 do not agree natively: the program has no defined behaviour".into(),
        );
    }
    Ok(Some(plain))
}

fn compiled(command: &mut Command) -> Result<(), Failed> {
    let output = command.stdin(Stdio::null()).output()?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("{command:?}: {}", tail(&output.stderr)).into())
    }
}

/// In a directory of its own, so that files are those that the program makes.
fn natively(program: &Path, limit: Duration) -> Result<Option<Behaviour>, Failed> {
    let scratch = tempfile::tempdir()?;
    behaviour(Command::new(program).current_dir(scratch.path()), limit)
}

fn on_the_machine(file: &Path, options: &[&str]) -> Result<Behaviour, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trailhound"));
    command.arg("run").args(options).arg(file);
    if fs::read_to_string(file)?.starts_with("//@ files: yes") {
        command.args(["--file", "/tmp/"]);
    }
    behaviour(&mut command, MACHINE_TIME)?.ok_or_else(|| format!("{command:?} does not end").into())
}

/// Runs a command; None if it takes longer than `limit`.
fn behaviour(command: &mut Command, limit: Duration) -> Result<Option<Behaviour>, Failed> {
    let scratch = tempfile::tempdir()?;
    let (stdout, stderr) = (scratch.path().join("stdout"), scratch.path().join("stderr"));
    command
        .stdin(Stdio::null())
        .stdout(File::create(&stdout)?)
        .stderr(File::create(&stderr)?);
    let mut child = command.spawn()?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    Ok(Some(Behaviour {
        status: status.code(),
        stdout: fs::read(stdout)?,
        stderr: fs::read(stderr)?,
    }))
}
