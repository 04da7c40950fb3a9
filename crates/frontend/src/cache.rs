//! IR that was compiled before: Rust programs, C and C++ files and the C++ runtime. An entry is good
//! only while every file and variable that the compiler read is the same; anything that cannot be
//! known for sure is not kept.

use std::env;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use trailhound_host::Cache;
pub(crate) use trailhound_host::Key;

/// The most bytes of a part: some 16 Rust programs.
const ROOM: u64 = 320 << 20;

/// Stands in the IR, as a comment, between the text and the list of what it was made from.
const MARK: &str = "\n; trailhound: made from\n";

pub(crate) struct IrCache(Cache);

impl IrCache {
    /// The part of the cache that is called `name`.
    pub fn open(directory: Option<&Path>, name: &str) -> Option<Self> {
        Cache::open(directory?, name, ROOM).map(IrCache)
    }

    pub fn load(&self, key: &Key) -> Option<String> {
        let mut text = self.0.load(key)?;
        let end = text.rfind(MARK)?;
        if !text[end + MARK.len()..].lines().all(is_unchanged) {
            return None;
        }
        text.truncate(end);
        Some(text)
    }

    pub fn store(&self, key: &Key, text: &str, made: &Made) {
        if let Some(origins) = made.origins() {
            self.0.store(key, &format!("{text}{MARK}{origins}"));
        }
    }

    /// For a key that has everything in it that the compiler read.
    pub fn store_by_key_alone(&self, key: &Key, text: &str) {
        self.0.store(key, &format!("{text}{MARK}"));
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
                lines += &format!("; file {} {path}\n", Key::of(&fs::read(&path).ok()?));
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
            fs::read(path).is_ok_and(|bytes| Key::of(&bytes).to_string() == then)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_good_while_what_it_was_made_from_is_the_same() {
        let directory = tempfile::tempdir().unwrap();
        let cache = IrCache::open(Some(directory.path()), "part").expect("our own directory");
        let (source, dep_info) = (directory.path().join("a.rs"), directory.path().join("a.d"));
        fs::write(&source, "fn main() {}").unwrap();
        fs::write(&dep_info, format!("{}:\n", source.display())).unwrap();
        let key = Key::of("key");
        let made = Made {
            dep_info: &dep_info,
            since: SystemTime::now() + std::time::Duration::from_secs(1),
            given: &[],
            own: None,
        };
        cache.store(&key, "text", &made);
        assert_eq!(cache.load(&key).as_deref(), Some("text"));
        fs::write(&source, "fn main() { }").unwrap();
        assert_eq!(cache.load(&key), None);
        fs::write(&source, "fn main() {}").unwrap();
        assert!(cache.load(&key).is_some());
        fs::remove_file(&source).unwrap();
        assert_eq!(cache.load(&key), None);
    }

    #[test]
    fn a_file_that_changed_while_the_compiler_ran_is_not_relied_on() {
        let directory = tempfile::tempdir().unwrap();
        let cache = IrCache::open(Some(directory.path()), "part").expect("our own directory");
        let (source, dep_info) = (directory.path().join("a.rs"), directory.path().join("a.d"));
        fs::write(&source, "fn main() {}").unwrap();
        fs::write(&dep_info, format!("{}:\n", source.display())).unwrap();
        let key = Key::of("key");
        let made = Made {
            dep_info: &dep_info,
            since: SystemTime::now() - std::time::Duration::from_secs(60),
            given: &[],
            own: None,
        };
        cache.store(&key, "text", &made);
        assert_eq!(cache.load(&key), None);
    }
}
