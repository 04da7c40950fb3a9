//! Runs every command in the README and in `docs/`. In a block of `sh` each line must be understood; in one of
//! `console` what follows a command is what it prints, where a line `...` stands for any lines. The pages of
//! measurements (`docs/results/`) are left out: `trailhound-bench` writes them, and their commands take hours.

mod redacted;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::sync::Mutex;

use libtest_mimic::{Arguments, Failed, Trial};

/// Blocks run side by side unless the caller says otherwise.
const SIDE_BY_SIDE: usize = 2;

/// Commands that build or test the product itself.
const NOT_RUN: &[&str] = &["scripts/test.sh"];

/// What commands find in their directory, as in a clone.
const FOLDERS: &[&str] = &["examples", "tests/programs/c/language"];

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(SIDE_BY_SIDE);
    let mut trials = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(repository().join(&page)).expect("a page");
        for block in blocks(&text) {
            let name = format!("{}:{}", page.display(), block.line);
            trials.push(Trial::test(name, move || block.run()));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn repository() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository's root")
}

fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(repository().join("docs")).expect("the documents");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut pages: Vec<PathBuf> = names.map(|name| Path::new("docs").join(name)).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.push("README.md".into());
    pages.sort();
    pages
}

/// A fenced block of commands.
struct Block {
    /// The line of its fence.
    line: usize,
    commands: Vec<Shown>,
}

/// A command, and what it prints where that is shown.
struct Shown {
    command: String,
    output: Option<Vec<String>>,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            continue;
        };
        let inside = lines.by_ref().map(|(_, line)| line);
        let inside: Vec<&str> = inside.take_while(|line| *line != "```").collect();
        let commands = match language {
            "sh" => inside.iter().map(|line| Shown::understood(line)).collect(),
            "console" => Shown::with_output(&inside),
            _ => {
                let escapes = inside.iter().any(|line| line.starts_with("$ "));
                assert!(
                    !escapes,
                    "line {}: a block with commands is `console`",
                    number + 1
                );
                continue;
            }
        };
        blocks.push(Block {
            line: number + 1,
            commands,
        });
    }
    blocks
}

impl Shown {
    fn understood(line: &str) -> Shown {
        Shown {
            command: line.to_owned(),
            output: None,
        }
    }

    /// The commands after `$`, each with the lines up to the next one.
    fn with_output(lines: &[&str]) -> Vec<Shown> {
        let mut shown: Vec<Shown> = Vec::new();
        for line in lines {
            if let Some(command) = line.strip_prefix("$ ") {
                shown.push(Shown {
                    command: command.to_owned(),
                    output: Some(Vec::new()),
                });
            } else {
                let last = shown.last_mut().expect("a block begins with a command");
                last.output.get_or_insert_default().push((*line).to_owned());
            }
        }
        shown
    }
}

impl Block {
    /// Runs the commands one after the other, in the directory of all.
    fn run(&self) -> Result<(), Failed> {
        let directory = shared()?;
        for shown in &self.commands {
            if NOT_RUN.contains(&&*shown.command) {
                continue;
            }
            let output = run(&shown.command, directory)?;
            let said = String::from_utf8_lossy(&output.stdout);
            let complaint = String::from_utf8_lossy(&output.stderr);
            if !matches!(output.status.code(), Some(0 | 1 | 3)) {
                let status = output.status;
                return Err(format!("{}: {status}\n{said}{complaint}", shown.command).into());
            }
            let Some(expected) = &shown.output else {
                continue;
            };
            let said = redacted::text(&said, directory);
            let expected = redacted::text(&expected.join("\n"), directory);
            if !matches(&lines(&expected), &lines(&said)) {
                return Err(format!("{} prints\n{said}", shown.command).into());
            }
        }
        Ok(())
    }
}

fn run(command: &str, directory: &Path) -> std::io::Result<Output> {
    let product = Path::new(env!("CARGO_BIN_EXE_trailhound"));
    let folder = product.parent().expect("the folder of the product");
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("sh")
        .arg("-c")
        .arg(command.replace("cargo run --release --", "trailhound"))
        .current_dir(directory)
        .env("PATH", format!("{}:{path}", folder.display()))
        .env("TRAILHOUND_CLANG", "/usr/bin/clang")
        .env("CARGO_TARGET_DIR", env!("CARGO_TARGET_TMPDIR"))
        .output()
}

/// The lines of a text, with one blank for several: columns are as wide as the numbers in them.
fn lines(text: &str) -> Vec<String> {
    let lines = text.trim_end().lines();
    let words = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    words.collect()
}

/// Whether the lines are those expected, where `...` stands for any number of lines.
fn matches(expected: &[String], said: &[String]) -> bool {
    match expected.split_first() {
        None => said.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=said.len()).any(|skipped| matches(rest, &said[skipped..]))
        }
        Some((first, rest)) => said.first() == Some(first) && matches(rest, &said[1..]),
    }
}

/// The directory of all commands: what several of them are about is compiled once.
fn shared() -> std::io::Result<&'static Path> {
    static IS_THERE: Mutex<bool> = Mutex::new(false);
    let directory = Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/documents"));
    let mut is_there = IS_THERE.lock().expect("no other block has panicked");
    if !*is_there {
        if directory.exists() {
            fs::remove_dir_all(directory)?;
        }
        populate(directory)?;
        *is_there = true;
    }
    Ok(directory)
}

fn populate(directory: &Path) -> std::io::Result<()> {
    FOLDERS
        .iter()
        .try_for_each(|folder| copy(&repository().join(folder), &directory.join(folder)))
}

/// Copies a folder without what was built in it.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_name() == "target" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
