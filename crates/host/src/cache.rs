//! Texts that are kept between runs of the process, in a directory of the user's own. Where others
//! can write, or an entry is not what was written under its key, nothing is taken from here. No
//! failure is more than a miss.

use std::fmt;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

/// The SHA-256 hash of everything that decides what an entry says.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Key([u8; 32]);

impl Key {
    pub fn of(parts: &(impl Hash + ?Sized)) -> Self {
        let mut content = Content(Sha256::new());
        parts.hash(&mut content);
        Key(content.0.finalize().into())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Takes a value apart for its hash.
struct Content(Sha256);

impl Hasher for Content {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        let digest: [u8; 32] = self.0.clone().finalize().into();
        let mut first = [0; 8];
        first.copy_from_slice(&digest[..8]);
        u64::from_le_bytes(first)
    }
}

/// A part of the cache.
pub struct Cache {
    directory: PathBuf,
    /// The most bytes that are kept.
    room: u64,
}

/// Before the hash at the end of an entry.
const SEAL: char = '\n';
const SEAL_LENGTH: usize = 1 + 64;

impl Cache {
    /// The part of the cache in `directory` that is called `name`, unless another user could write
    /// there.
    pub fn open(directory: &Path, name: &str, room: u64) -> Option<Self> {
        let part = directory.join(name);
        create(&part).ok()?;
        let is_safe = is_ours(directory) && is_ours(&part);
        is_safe.then_some(Cache {
            directory: part,
            room,
        })
    }

    pub fn load(&self, key: &Key) -> Option<String> {
        let path = self.entry(key);
        if !is_ours(&path) {
            return None;
        }
        let mut text = fs::read_to_string(&path).ok()?;
        let end = text.len().checked_sub(SEAL_LENGTH)?;
        let sealed = text.get(..end)?;
        if text[end..] != seal(key, sealed) {
            return None;
        }
        text.truncate(end);
        // The age of an entry counts from its last use.
        if let Ok(file) = File::options().append(true).open(&path) {
            let _ = file.set_modified(SystemTime::now());
        }
        Some(text)
    }

    pub fn store(&self, key: &Key, text: &str) {
        let entry = format!("{text}{}", seal(key, text));
        if crate::write_private(&self.entry(key), entry.as_bytes()).is_ok() {
            self.drop_oldest();
        }
    }

    /// The file of an entry.
    pub fn entry(&self, key: &Key) -> PathBuf {
        self.directory.join(key.to_string())
    }

    fn drop_oldest(&self) {
        let Ok(files) = fs::read_dir(&self.directory) else {
            return;
        };
        let described = |file: fs::DirEntry| {
            let found = file.metadata().ok()?;
            Some((found.modified().ok()?, found.len(), file.path()))
        };
        let mut by_age: Vec<_> = files.flatten().filter_map(described).collect();
        by_age.sort();
        let mut kept = 0;
        for (_, length, path) in by_age.iter().rev() {
            kept += length;
            if kept > self.room {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// What an entry ends with: it belongs to its key, and is as it was written.
fn seal(key: &Key, text: &str) -> String {
    format!("{SEAL}{}", Key::of(&(key, text)))
}

/// Makes a directory that only the user can read.
fn create(directory: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)
}

/// Whether a file or directory is the user's, and writable by no other user.
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    const TEXT: &str = "define void @f() {\n  ret void\n}\n";
    const ROOM: u64 = 1 << 20;

    fn cache() -> (tempfile::TempDir, Cache, Key) {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), "part", ROOM).expect("our own directory");
        let key = Key::of("key");
        cache.store(&key, TEXT);
        (directory, cache, key)
    }

    #[test]
    fn what_was_kept_is_found() {
        let (_directory, cache, key) = cache();
        assert_eq!(cache.load(&key).as_deref(), Some(TEXT));
        assert_eq!(cache.load(&Key::of("other")), None);
    }

    #[test]
    fn an_entry_that_was_changed_is_not_taken() {
        let (_directory, cache, key) = cache();
        let entry = cache.entry(&key);
        let kept = fs::read_to_string(&entry).unwrap();
        for damaged in [
            &kept.replace("ret void", "ret  void"),
            &kept[1..],
            "",
            "\u{e9}",
        ] {
            fs::write(&entry, damaged).unwrap();
            assert_eq!(cache.load(&key), None, "{damaged}");
        }
        for length in 0..kept.len() {
            fs::write(&entry, &kept[..length]).unwrap();
            assert_eq!(cache.load(&key), None, "{length} bytes");
        }
        fs::write(&entry, &kept).unwrap();
        assert!(cache.load(&key).is_some());
    }

    #[test]
    fn an_entry_of_another_key_is_not_taken() {
        let (_directory, cache, key) = cache();
        let other = Key::of("other");
        fs::rename(cache.entry(&key), cache.entry(&other)).unwrap();
        assert_eq!(cache.load(&other), None);
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
        let open = || Cache::open(directory.path(), "part", ROOM);
        for path in [directory.path(), &directory.path().join("part")] {
            for mode in [0o777, 0o1777, 0o770] {
                open_to(path, mode);
                assert!(open().is_none(), "{mode:o}");
            }
            open_to(path, 0o700);
        }
        assert!(open().is_some());
    }

    #[test]
    fn a_cache_of_another_user_is_not_used() {
        // The root directory is of no ordinary user; root is not told apart from it.
        let is_root = rustix::process::geteuid().is_root();
        assert_eq!(is_ours(Path::new("/")), is_root);
        assert!(!is_ours(Path::new("/nonexistent")));
    }

    #[test]
    fn the_entries_that_were_used_last_stay() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), "part", 1000).unwrap();
        let key = |number: u32| Key::of(&number);
        let text = "x".repeat(300);
        for number in 0..5 {
            cache.store(&key(number), &text);
            // Times of files are not exact.
            std::thread::sleep(std::time::Duration::from_millis(20));
            assert!(cache.load(&key(0)).is_some(), "{number}");
        }
        assert!(cache.load(&key(4)).is_some());
        assert!(cache.load(&key(1)).is_none());
    }
}
