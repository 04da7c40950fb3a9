//! What every section needs to know: the binary under test, and how much to measure.

use std::path::PathBuf;

/// What every section needs to know.
pub struct Bench {
    /// The binary under test.
    pub trailhound: PathBuf,
    /// The repository; commands run here, and the page shows them as they are run.
    pub root: PathBuf,
    pub scratch: tempfile::TempDir,
    pub size: Size,
    /// How often each side is measured.
    pub repeat: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Size {
    Quick,
    Full,
}

impl Bench {
    /// The size of a program for a quick look, or for the page.
    pub fn sized<T>(&self, quick: T, full: T) -> T {
        match self.size {
            Size::Quick => quick,
            Size::Full => full,
        }
    }

    /// Says on standard error what is going on, since a whole run takes minutes.
    pub fn tell(&self, what: &str) {
        eprintln!("bench: {what}");
    }
}
