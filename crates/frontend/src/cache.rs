//! IR that was compiled before: Rust programs, C++ files and the C++ runtime, which take seconds each.
//! An entry is good only while every file and variable that the compiler read is the same; anything
//! that cannot be known for sure is not kept, and no failure here is more than a miss.

use std::env;
use std::fmt;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tempfile::NamedTempFile;

/// The most programs that are kept, at some 20 MB each.
const ENTRIES: usize = 16;

/// Stands in the IR, as a comment, between the text and the list of what it was made from.
const MARK: &str = "\n; trailhound: made from\n";

/// What the compiler is, how it was called and on which crate root.
pub(crate) struct Key(u64);

impl Key {
    pub fn of(parts: &impl Hash) -> Self {
        Key(hash(parts))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

pub(crate) struct Cache {
    directory: PathBuf,
}

impl Cache {
    /// The part of the cache that is called `name`.
    pub fn open(directory: &Path, name: &str) -> Option<Self> {
        let directory = directory.join(name);
        fs::create_dir_all(&directory).ok()?;
        Some(Cache { directory })
    }

    pub fn load(&self, key: &Key) -> Option<String> {
        let path = self.entry(key);
        let mut text = fs::read_to_string(&path).ok()?;
        let end = text.rfind(MARK)?;
        let origins = text[end + MARK.len()..].lines();
        if !origins.into_iter().all(is_unchanged) {
            return None;
        }
        text.truncate(end);
        // The age of an entry counts from its last use.
        if let Ok(file) = File::options().append(true).open(&path) {
            let _ = file.set_modified(SystemTime::now());
        }
        Some(text)
    }

    pub fn store(&self, key: &Key, text: &str, made: &Made) {
        if let Some(origins) = made.origins() {
            self.write(key, text, &origins);
        }
    }

    /// For a key that has everything in it that the compiler read.
    pub fn store_by_key_alone(&self, key: &Key, text: &str) {
        self.write(key, text, "");
    }

    fn write(&self, key: &Key, text: &str, origins: &str) {
        let write = || -> std::io::Result<()> {
            let mut file = NamedTempFile::new_in(&self.directory)?;
            file.write_all(text.as_bytes())?;
            file.write_all(MARK.as_bytes())?;
            file.write_all(origins.as_bytes())?;
            file.persist(self.entry(key))?;
            Ok(())
        };
        if write().is_ok() {
            self.drop_oldest();
        }
    }

    fn entry(&self, key: &Key) -> PathBuf {
        self.directory.join(format!("{key}.ll"))
    }

    fn drop_oldest(&self) {
        let Ok(files) = fs::read_dir(&self.directory) else {
            return;
        };
        let mut by_age: Vec<_> = files
            .flatten()
            .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
            .collect();
        by_age.sort();
        let surplus = by_age.len().saturating_sub(ENTRIES);
        for (_, path) in &by_age[..surplus] {
            let _ = fs::remove_file(path);
        }
    }
}

/// How an entry came about.
pub(crate) struct Made<'a> {
    /// Where the compiler has listed what it read.
    pub dep_info: &'a Path,
    /// When the compiler was started.
    pub since: SystemTime,
    /// Variables that were set for the compiler alone, and are part of the key.
    pub given: &'a [(String, String)],
    /// Files below this directory are our own, and part of the key.
    pub own: Option<&'a Path>,
}

impl Made<'_> {
    /// One line for each file (`; file HASH PATH`) and variable (`; set NAME=VALUE`,
    /// `; unset NAME`) that decided what rustc made. `None` when this is not certain.
    fn origins(&self) -> Option<String> {
        let dep_info = fs::read_to_string(self.dep_info).ok()?;
        let mut lines = String::new();
        let mut files = 0;
        for line in dep_info.lines() {
            if let Some(variable) = line.strip_prefix("# env-dep:") {
                // rustc escapes what does not fit on a line.
                if variable.contains('\\') {
                    return None;
                }
                let name = variable.split('=').next()?;
                if self.given.iter().any(|(given, _)| given == name) {
                    continue;
                }
                let state = if name == variable { "unset" } else { "set" };
                lines += &format!("; {state} {variable}\n");
            } else if let Some(path) = line.strip_suffix(':') {
                // The rules without prerequisites name every file once.
                let path = path.replace("\\ ", " ");
                if self
                    .own
                    .is_some_and(|own| Path::new(&path).starts_with(own))
                {
                    continue;
                }
                // A file that changed meanwhile may not be the one that rustc saw.
                if path.contains('\\') || fs::metadata(&path).ok()?.modified().ok()? > self.since {
                    return None;
                }
                files += 1;
                lines += &format!("; file {:016x} {path}\n", hash(&fs::read(&path).ok()?));
            }
        }
        (files > 0).then_some(lines)
    }
}

fn is_unchanged(origin: &str) -> bool {
    let Some(origin) = origin.strip_prefix("; ") else {
        return false;
    };
    if let Some(file) = origin.strip_prefix("file ") {
        file.split_once(' ').is_some_and(|(then, path)| {
            fs::read(path).is_ok_and(|bytes| format!("{:016x}", hash(&bytes)) == then)
        })
    } else if let Some(variable) = origin.strip_prefix("set ") {
        variable
            .split_once('=')
            .is_some_and(|(name, value)| env::var_os(name).is_some_and(|now| now == value))
    } else if let Some(name) = origin.strip_prefix("unset ") {
        env::var_os(name).is_none()
    } else {
        false
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
