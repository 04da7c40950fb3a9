//! IR that was compiled before: Rust programs, C++ files and the C++ runtime, which take seconds each.
//! An entry is good only while every file and variable that the compiler read is the same; anything
//! that cannot be known for sure is not kept, and no failure here is more than a miss. Where others
//! can write, or an entry is not what was written, nothing is taken from here.

use std::env;
use std::fmt;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The most programs that are kept, at some 20 MB each.
const ENTRIES: usize = 16;

/// Stands in the IR, as a comment, between the text and the list of what it was made from, which
/// begins with the hash of the text.
const MARK: &str = "\n; trailhound: made from\n";
const CONTENT: &str = "; content ";

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
        let part = directory.join(name);
        create(&part).ok()?;
        let is_safe = is_ours(directory) && is_ours(&part);
        is_safe.then_some(Cache { directory: part })
    }

    pub fn load(&self, key: &Key) -> Option<String> {
        let path = self.entry(key);
        if !is_ours(&path) {
            return None;
        }
        let mut text = fs::read_to_string(&path).ok()?;
        let end = text.rfind(MARK)?;
        let mut origins = text[end + MARK.len()..].lines();
        let content = origins.next()?.strip_prefix(CONTENT)?;
        if content != content_of(&text[..end]) || !origins.all(is_unchanged) {
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
            let content = content_of(text);
            let entry = format!("{text}{MARK}{CONTENT}{content}\n{origins}");
            trailhound_host::write_private(&self.entry(key), entry.as_bytes())
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

/// Makes a directory that nobody else can look into.
fn create(directory: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)
}

/// Whether a file or directory is the user's, and nobody else's to change.
#[cfg(unix)]
fn is_ours(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    const WRITABLE_BY_OTHERS: u32 = 0o022;
    fs::metadata(path).is_ok_and(|found| {
        found.uid() == rustix::process::geteuid().as_raw() && found.mode() & WRITABLE_BY_OTHERS == 0
    })
}

#[cfg(not(unix))]
fn is_ours(path: &Path) -> bool {
    path.exists()
}

/// Tells whether a text is the one that was kept.
fn content_of(text: &str) -> String {
    format!("{:016x}", hash(&text))
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    const TEXT: &str = "define void @f() {\n  ret void\n}\n";

    fn cache() -> (tempfile::TempDir, Cache, Key) {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), "part").expect("our own directory");
        let key = Key::of(&"key");
        cache.store_by_key_alone(&key, TEXT);
        (directory, cache, key)
    }

    #[test]
    fn what_was_kept_is_found() {
        let (_directory, cache, key) = cache();
        assert_eq!(cache.load(&key).as_deref(), Some(TEXT));
        assert_eq!(cache.load(&Key::of(&"other")), None);
    }

    #[test]
    fn an_entry_that_was_changed_is_not_taken() {
        let (_directory, cache, key) = cache();
        let entry = cache.entry(&key);
        let kept = fs::read_to_string(&entry).unwrap();
        fs::write(&entry, kept.replace("ret void", "ret  void")).unwrap();
        assert_eq!(cache.load(&key), None);
        fs::write(&entry, &kept[..kept.len() / 2]).unwrap();
        assert_eq!(cache.load(&key), None);
        fs::write(&entry, kept.replace(CONTENT, "; other ")).unwrap();
        assert_eq!(cache.load(&key), None);
    }

    #[test]
    fn a_cache_that_others_can_write_to_is_not_used() {
        let (directory, cache, key) = cache();
        let open_to = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        open_to(&cache.entry(&key), 0o666);
        assert_eq!(cache.load(&key), None);
        open_to(&cache.entry(&key), 0o600);
        assert!(cache.load(&key).is_some());
        for path in [directory.path(), &directory.path().join("part")] {
            for mode in [0o777, 0o1777, 0o770] {
                open_to(path, mode);
                assert!(Cache::open(directory.path(), "part").is_none(), "{mode:o}");
            }
            open_to(path, 0o700);
        }
        assert!(Cache::open(directory.path(), "part").is_some());
    }

    #[test]
    fn a_cache_of_another_user_is_not_used() {
        // The root directory is of no ordinary user; root is not told apart from it.
        let is_root = rustix::process::geteuid().is_root();
        assert_eq!(is_ours(Path::new("/")), is_root);
        assert!(!is_ours(Path::new("/nonexistent")));
    }
}
