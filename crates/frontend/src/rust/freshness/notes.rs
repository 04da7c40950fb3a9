//! What files contained, noted beside what was made from them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::cache::Key;

pub(super) fn content(files: &[PathBuf]) -> Option<Key> {
    let read = |file: &PathBuf| Some((file.clone(), fs::read(file).ok()?));
    let all: Option<Vec<_>> = files.iter().map(read).collect();
    Some(Key::of(&all?))
}

pub(super) fn is_older(file: &Path, start: SystemTime) -> bool {
    let modified = fs::metadata(file).and_then(|found| found.modified());
    modified.is_ok_and(|modified| modified <= start)
}

pub(super) fn write(note: &Path, content: Option<impl ToString>) {
    if let Some(content) = content {
        // Without the note Cargo's word counts.
        let _ = trailhound_host::write_whole(note, content.to_string().as_bytes());
    }
}
