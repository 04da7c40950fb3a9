//! Projects that say how their files are compiled: `compile_commands.json`, as CMake, Meson
//! and Bear write it. Only the flags that decide what a program means are taken over.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::FrontendError;
use crate::flags::doubtful_for_clang;
use crate::input::Input;
use crate::unit::Unit;

/// One entry of the file.
#[derive(Deserialize)]
struct Command {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    arguments: Option<Vec<String>>,
}

pub(crate) struct Project {
    path: PathBuf,
    units: Vec<Unit>,
}

impl Project {
    /// Reads the file, or the one of that name in a directory.
    pub fn read(path: &Path) -> Result<Self, FrontendError> {
        let path = match path.is_dir() {
            true => path.join("compile_commands.json"),
            false => path.to_path_buf(),
        };
        let text = fs::read_to_string(&path).map_err(|cause| FrontendError::io(&path, cause))?;
        Project::parse(&text, path)
    }

    /// The project of a file with this text.
    fn parse(text: &str, path: PathBuf) -> Result<Self, FrontendError> {
        let commands: Vec<Command> =
            serde_json::from_str(text).map_err(|cause| FrontendError::BadProject {
                path: path.clone(),
                cause: cause.to_string(),
            })?;
        let beside = path.parent().unwrap_or(Path::new(""));
        let mut units: Vec<Unit> = Vec::new();
        for command in commands {
            let directory = beside.join(command.directory);
            let words = match (command.arguments, command.command) {
                (Some(arguments), _) => arguments,
                (None, Some(line)) => words(&line),
                (None, None) => Vec::new(),
            };
            let flags = relevant(&words, &directory, &command.file);
            let file = simplified(&directory.join(command.file));
            // A file that is compiled more than once counts as it is compiled first.
            if units.iter().all(|unit| unit.file != file) {
                units.push(Unit {
                    file,
                    directory,
                    flags,
                });
            }
        }
        Ok(Project { path, units })
    }

    /// How the project compiles `file`.
    pub fn unit(&self, file: &Path) -> Option<&Unit> {
        let wanted = fs::canonicalize(file).ok()?;
        self.units
            .iter()
            .find(|unit| fs::canonicalize(&unit.file).is_ok_and(|path| path == wanted))
    }

    /// Refuses flags that may do more than say what a program means.
    pub fn check(&self, unit: &Unit) -> Result<(), FrontendError> {
        match doubtful_for_clang(&unit.flags) {
            None => Ok(()),
            Some(flag) => Err(FrontendError::DoubtfulFlag {
                flag: flag.to_owned(),
                origin: self.path.clone(),
            }),
        }
    }

    /// The other C and C++ files of the project.
    pub fn others<'a>(&'a self, files: &'a [Input]) -> impl Iterator<Item = &'a Unit> {
        let given: Vec<PathBuf> = files
            .iter()
            .filter_map(|file| fs::canonicalize(&file.path).ok())
            .collect();
        self.units.iter().filter(move |unit| {
            fs::canonicalize(&unit.file).is_ok_and(|path| !given.contains(&path))
        })
    }
}

/// Flags that come with a word of their own and are not for us.
const DROPPED_PAIRS: &[&str] = &["-o", "-MF", "-MT", "-MQ", "-MJ", "-Xlinker"];

/// Flags about output and warnings.
const DROPPED: &[&str] = &["-c", "-S", "-E", "-w", "-pipe", "-s", "--coverage"];

/// Beginnings of flags about output, warnings, optimisation and instrumentation.
const DROPPED_FAMILIES: &[&str] = &[
    "-M",
    "-O",
    "-g",
    "-W",
    "-flto",
    "-fsanitize",
    "-fprofile",
    "-ftest-coverage",
    "-fdiagnostics",
    "-fcolor",
    "-fPIC",
    "-fpic",
    "-fPIE",
    "-fpie",
    "-fstack-protector",
    "-fno-omit-frame-pointer",
    "-l",
    "-L",
    "-pedantic",
    "-fmodules-ts",
    "-fmodule-mapper",
    "-fdeps-format",
    "-fconcepts",
    "-static",
    "-shared",
    "-save-temps",
];

/// Flags that matter and come with a word of their own.
const SEPARATE: &[&str] = &[
    "-D",
    "-U",
    "-I",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-x",
    "--sysroot",
    "-isysroot",
    "-target",
];

fn relevant(words: &[String], directory: &Path, file: &Path) -> Vec<String> {
    let is_file = |word: &str| {
        let same = |path: PathBuf| fs::canonicalize(path).ok();
        Path::new(word) == file
            || !word.starts_with('-')
                && same(directory.join(word))
                    .is_some_and(|it| Some(it) == same(directory.join(file)))
    };
    let mut flags = Vec::new();
    // The first word is the compiler.
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        if DROPPED_PAIRS.contains(&word.as_str()) {
            rest.next();
        } else if word == "--" || is_file(word) {
            continue;
        } else if let Some(name) = SEPARATE.iter().find(|name| word == *name) {
            // The value is no flag, whatever it looks like.
            flags.push((*name).to_owned());
            flags.extend(rest.next().cloned());
        } else if !is_dropped(word) {
            flags.push(word.clone());
        }
    }
    flags
}

fn is_dropped(word: &str) -> bool {
    DROPPED.contains(&word) || (DROPPED_FAMILIES.iter()).any(|family| word.starts_with(family))
}

/// The words of a command line, with the quotes and backslashes of a shell.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => word.get_or_insert_default().extend(characters.next()),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Without `.` and `..` in the middle, for people.
fn simplified(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_taken_apart_like_a_shell_does() {
        assert_eq!(
            words(r#"g++ -DNAME="a b" -DTEXT=\"x\" 'one word'  -c a.cpp"#),
            [
                "g++",
                "-DNAME=a b",
                "-DTEXT=\"x\"",
                "one word",
                "-c",
                "a.cpp"
            ]
        );
    }

    #[test]
    fn what_bears_on_the_meaning_is_kept() {
        let words =
            words("clang++ -I inc -std=c++17 -O2 -Wall -MD -MF x.d -DN=3 -o a.o -c src/a.cpp");
        assert_eq!(
            relevant(&words, Path::new(""), Path::new("src/a.cpp")),
            ["-I", "inc", "-std=c++17", "-DN=3"]
        );
    }

    #[test]
    fn flags_that_only_begin_like_a_dropped_one_are_kept() {
        let words = words("clang -w -working-directory=x -cxx-isystem y -S -c a.c");
        assert_eq!(
            relevant(&words, Path::new(""), Path::new("a.c")),
            ["-working-directory=x", "-cxx-isystem", "y"]
        );
    }

    #[test]
    fn changed_projects_are_read_or_refused() {
        const PROJECTS: [&str; 2] = [
            r#"[{"directory": "/d", "file": "a.cpp", "command": "g++ -DNAME=\"a b\" -I inc 'x y' -std=c++17 -c a.cpp"},
                {"directory": "sub", "file": "../b.c", "arguments": ["cc", "-isystem", "i", "-m32", "-o", "b.o", "../b.c"]}]"#,
            r#"[{"directory": "", "file": "c.c", "command": "clang -fplugin=./evil.so -Wp,-MD,p -include h.h -x c - c.c"}]"#,
        ];
        trailhound_mutants::each(3_000, &PROJECTS, |text| {
            let path = PathBuf::from("compile_commands.json");
            match Project::parse(text, path) {
                Ok(project) => project.units.iter().for_each(|unit| {
                    let _ = project.check(unit);
                }),
                Err(error) => assert!(error.to_string().contains("compile_commands.json")),
            }
        });
    }
}
