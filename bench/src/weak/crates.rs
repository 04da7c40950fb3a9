//! Crates from the registry in small programs of two threads, as they are and with one order weakened: a mutant
//! is a copy of the crate's source in which a few tokens are replaced.

use super::told::{Told, check, is_error};
use crate::Bench;
use crate::drivers::{of_registry, package};
use crate::page::count;
use std::path::{Path, PathBuf};

/// Exact versions: a change names their text.
const DEPENDENCIES: [(&str, &str); 8] = [
    ("crossbeam-queue", "0.3.14"),
    ("crossbeam-deque", "0.8.8"),
    ("spin", "0.9.9"),
    ("arc-swap", "1.9.3"),
    ("once_cell", "1.21.4"),
    ("atomic-waker", "1.1.2"),
    ("parking_lot", "0.12.5"),
    ("concurrent-queue", "2.5.0"),
];

const PROGRAMS: &str = "weak/crates";

const DRIVERS: [&str; 13] = [
    "array_queue",
    "seg_queue",
    "deque",
    "deque_two",
    "spin_mutex",
    "spin_rwlock",
    "spin_once",
    "arc_swap",
    "once_box",
    "once_cell",
    "atomic_waker",
    "parking_lot",
    "concurrent_queue",
];

struct Mutant {
    driver: &'static str,
    dependency: &'static str,
    file: &'static str,
    old: &'static str,
    new: &'static str,
}

/// In all of them `Release`, `Acquire` or `SeqCst` becomes weaker wherever `old` stands in the file.
const MUTANTS: [Mutant; 14] = [
    Mutant {
        driver: "spin_mutex",
        dependency: "spin",
        file: "src/mutex/spin.rs",
        old: "lock.store(false, Ordering::Release)",
        new: "lock.store(false, Ordering::Relaxed)",
    },
    Mutant {
        driver: "spin_mutex",
        dependency: "spin",
        file: "src/mutex/spin.rs",
        old: "(false, true, Ordering::Acquire",
        new: "(false, true, Ordering::Relaxed",
    },
    Mutant {
        driver: "spin_rwlock",
        dependency: "spin",
        file: "src/rwlock.rs",
        old: "fetch_sub(READER, Ordering::Release)",
        new: "fetch_sub(READER, Ordering::Relaxed)",
    },
    Mutant {
        driver: "spin_once",
        dependency: "spin",
        file: "src/once.rs",
        old: "store(Status::Complete, Ordering::Release)",
        new: "store(Status::Complete, Ordering::Relaxed)",
    },
    Mutant {
        driver: "array_queue",
        dependency: "crossbeam-queue",
        file: "src/array_queue.rs",
        old: "stamp.store(tail + 1, Ordering::Release)",
        new: "stamp.store(tail + 1, Ordering::Relaxed)",
    },
    Mutant {
        driver: "array_queue",
        dependency: "crossbeam-queue",
        file: "src/array_queue.rs",
        old: "(self.one_lap), Ordering::Release)",
        new: "(self.one_lap), Ordering::Relaxed)",
    },
    Mutant {
        driver: "seg_queue",
        dependency: "crossbeam-queue",
        file: "src/seg_queue.rs",
        old: "fetch_or(WRITE, Ordering::Release)",
        new: "fetch_or(WRITE, Ordering::Relaxed)",
    },
    Mutant {
        driver: "deque_two",
        dependency: "crossbeam-deque",
        file: "src/deque.rs",
        old: "fence(Ordering::SeqCst)",
        new: "fence(Ordering::AcqRel)",
    },
    Mutant {
        driver: "once_box",
        dependency: "once_cell",
        file: "src/race.rs",
        old: "Ordering::Release",
        new: "Ordering::Relaxed",
    },
    Mutant {
        driver: "atomic_waker",
        dependency: "atomic-waker",
        file: "src/lib.rs",
        old: "fetch_or(WAKING, AcqRel)",
        new: "fetch_or(WAKING, Release)",
    },
    Mutant {
        driver: "arc_swap",
        dependency: "arc-swap",
        file: "src/debt/mod.rs",
        old: "Self::NONE, SeqCst, SeqCst)",
        new: "Self::NONE, Release, Relaxed)",
    },
    Mutant {
        driver: "once_cell",
        dependency: "once_cell",
        file: "src/imp_std.rs",
        old: "swap(self.new_queue, Ordering::AcqRel)",
        new: "swap(self.new_queue, Ordering::Acquire)",
    },
    Mutant {
        driver: "parking_lot",
        dependency: "parking_lot",
        file: "src/raw_mutex.rs",
        old: "(LOCKED_BIT, 0, Ordering::Release",
        new: "(LOCKED_BIT, 0, Ordering::Relaxed",
    },
    Mutant {
        driver: "concurrent_queue",
        dependency: "concurrent-queue",
        file: "src/single.rs",
        old: "fetch_and(!LOCKED, Ordering::Release)",
        new: "fetch_and(!LOCKED, Ordering::Relaxed)",
    },
];

pub fn part(bench: &Bench) -> Result<String, String> {
    let mut text = "
## Real crates

Drivers of two threads under `bench/programs/weak/crates`, checked as Cargo packages with `--memory auto --max-time 60s`: crates as
they are, and with the order of one operation weakened. The goal: no error in the first, each decided in 60 s; an error in at
least 8 of 10 of the others. `ok (sc)`: the weaker orders were not decided.

`deque_two` is compiled with `-D miri`. Otherwise crossbeam-epoch has a locked instruction of x86 in place of a `seq_cst` fence, of which
its authors say themselves that it is not enough formally, and the driver is answered with an error.

| driver | change | says | states | seconds |
| --- | --- | --- | ---: | ---: |
"
    .to_owned();
    let row = |driver: &str, change: &str, told: Result<Told, String>| match told {
        Ok(told) => format!(
            "| {driver} | {change} | {} | {} | {:.2} |\n",
            told.verdict,
            count(told.states),
            told.seconds
        ),
        Err(cause) => format!("| {driver} | {change} | not checked: {cause} | | |\n"),
    };
    for (driver, told) in unchanged(bench)? {
        text += &row(driver, "none", told);
    }
    let mut found = 0;
    for (mutant, told) in mutants(bench)? {
        found += usize::from(told.as_ref().is_ok_and(is_error));
        let change = format!("`{}` to `{}`", mutant.old, mutant.new);
        text += &row(mutant.driver, &change, told);
    }
    text += &format!(
        "\n{found} of {} weakened orders are found.\n",
        MUTANTS.len()
    );
    Ok(text)
}

type Answers<T> = Vec<(T, Result<Told, String>)>;

/// What is said of the crates as they are.
fn unchanged(bench: &Bench) -> Result<Answers<&'static str>, String> {
    let folder = bench.scratch.path().join("crates");
    package(
        bench,
        &folder,
        &DEPENDENCIES.map(of_registry),
        PROGRAMS,
        &DRIVERS,
    )?;
    let drivers = DRIVERS.into_iter();
    Ok(drivers
        .map(|driver| (driver, drive(bench, &folder, driver)))
        .collect())
}

/// What is said of the crates with a weaker order.
fn mutants(bench: &Bench) -> Result<Answers<&'static Mutant>, String> {
    let folder = bench.scratch.path().join("crates");
    package(
        bench,
        &folder,
        &DEPENDENCIES.map(of_registry),
        PROGRAMS,
        &DRIVERS,
    )?;
    let mut answers = Vec::new();
    for (number, mutant) in MUTANTS.iter().enumerate() {
        let folder = bench.scratch.path().join(format!("mutant{number}"));
        let copy = folder.join("copy");
        mutate(&source(bench, mutant.dependency)?, &copy, mutant)?;
        let changed = format!("{} = {{ path = {copy:?} }}", mutant.dependency);
        package(bench, &folder, &[changed], PROGRAMS, &[mutant.driver])?;
        answers.push((mutant, drive(bench, &folder, mutant.driver)));
    }
    Ok(answers)
}

fn drive(bench: &Bench, folder: &Path, driver: &str) -> Result<Told, String> {
    bench.tell(&format!("{driver} in {}", folder.display()));
    let folder = folder.display();
    // With this crossbeam-epoch has a fence where it has an instruction of x86 otherwise.
    let flags = if driver == "deque_two" { "-D miri" } else { "" };
    check(
        bench,
        &format!("{folder} --bin drive_{driver} {flags} --max-time 60s --no-sampling"),
    )
}

/// Where cargo keeps the source of a dependency.
fn source(bench: &Bench, dependency: &str) -> Result<PathBuf, String> {
    let manifest = bench.scratch.path().join("crates/Cargo.toml");
    let output = std::process::Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--manifest-path"])
        .arg(manifest)
        .output()
        .map_err(|cause| cause.to_string())?;
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|cause| cause.to_string())?;
    let packages = metadata["packages"].as_array().ok_or("no packages")?;
    let found = packages
        .iter()
        .find(|package| package["name"] == dependency);
    let manifest = found.and_then(|package| package["manifest_path"].as_str());
    let manifest = Path::new(manifest.ok_or("not among the packages")?);
    Ok(manifest.parent().ok_or("no folder")?.to_owned())
}

/// Copies the source with the change.
fn mutate(source: &Path, copy: &Path, mutant: &Mutant) -> Result<(), String> {
    let folder = copy.parent().ok_or("no folder")?;
    std::fs::create_dir_all(folder).map_err(|cause| cause.to_string())?;
    let run = std::process::Command::new("cp")
        .arg("-r")
        .arg(source)
        .arg(copy)
        .status();
    let is_copied = run.is_ok_and(|status| status.success());
    if !is_copied {
        return Err(format!("{} cannot be copied", source.display()));
    }
    let file = copy.join(mutant.file);
    let text = std::fs::read_to_string(&file).map_err(|cause| cause.to_string())?;
    if !text.contains(mutant.old) {
        return Err(format!("{} has no `{}`", file.display(), mutant.old));
    }
    std::fs::write(&file, text.replace(mutant.old, mutant.new)).map_err(|cause| cause.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Size, process};

    fn bench() -> Bench {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
        let root = root.expect("the repository").to_owned();
        Bench {
            trailhound: process::built(&root).expect("the product"),
            root,
            scratch: tempfile::tempdir().expect("a folder"),
            size: Size::Full,
            repeat: 1,
        }
    }

    #[test]
    #[ignore = "a soak: compiles all drivers, and takes minutes"]
    fn crates_are_right() {
        for (driver, told) in unchanged(&bench()).expect("the drivers") {
            let told = told.unwrap_or_else(|cause| panic!("{driver}: {cause}"));
            assert!(!is_error(&told), "{driver}: {}", told.verdict);
        }
    }

    #[test]
    #[ignore = "a soak: compiles a crate for each mutant, and takes minutes"]
    fn weakened_crates_are_found() {
        let answers = mutants(&bench()).expect("the mutants");
        let is_found = |told: &Result<Told, String>| told.as_ref().is_ok_and(is_error);
        for (mutant, told) in &answers {
            let verdict = told.as_ref().map(|told| told.verdict.as_str());
            println!("{}: `{}`: {verdict:?}", mutant.driver, mutant.new);
        }
        let found = answers.iter().filter(|(_, told)| is_found(told)).count();
        assert!(found * 10 >= answers.len() * 8, "{found} are found");
    }
}
