//! Directories for temporary files. They go with their owner, and with the
//! process when it ends in an orderly way, at a signal or at a panic.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

/// All that exist, so that the end of the process can remove them.
static ALL: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A path in the list, while it is temporary.
#[derive(Debug)]
pub(crate) struct Listed(PathBuf);

impl Listed {
    pub fn new(path: &Path) -> Listed {
        all().push(path.to_path_buf());
        Listed(path.to_path_buf())
    }
}

impl Drop for Listed {
    fn drop(&mut self) {
        all().retain(|other| *other != self.0);
    }
}

/// An empty directory of its own, readable by the user alone.
#[derive(Debug)]
pub struct Scratch {
    // Dropped first, so that it is in the list as long as it exists.
    directory: TempDir,
    _listed: Listed,
}

impl Scratch {
    /// Among the temporary files of the system.
    pub fn new() -> io::Result<Scratch> {
        Scratch::register(TempDir::with_prefix("trailhound-"))
    }

    /// Where files are to be renamed to a place in `directory`.
    pub fn beside(directory: &Path) -> io::Result<Scratch> {
        Scratch::register(TempDir::with_prefix_in("trailhound-", directory))
    }

    fn register(made: io::Result<TempDir>) -> io::Result<Scratch> {
        let directory = made?;
        let _listed = Listed::new(directory.path());
        Ok(Scratch { directory, _listed })
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }
}

fn all() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn remove_all() {
    for path in all().drain(..) {
        // What is left is a temporary file, which is not worth an error at the end.
        let _ = match path.is_dir() {
            true => std::fs::remove_dir_all(path),
            false => std::fs::remove_file(path),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scratch_directories_go_with_their_owner_or_with_the_process() {
        let gone = Scratch::new().unwrap();
        let path = gone.path().to_path_buf();
        assert!(path.is_dir());
        drop(gone);
        assert!(!path.exists());
        let kept = Scratch::new().unwrap();
        std::fs::write(kept.path().join("file"), "text").unwrap();
        remove_all();
        assert!(!kept.path().exists());
    }
}
