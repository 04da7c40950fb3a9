//! The user's source files, read when a line is first asked for. A file that is not there
//! has no lines.

use rustc_hash::FxHashMap;
use std::fs;

#[derive(Default)]
pub struct Sources {
    files: FxHashMap<String, Vec<String>>,
}

impl Sources {
    /// The text of a line, from 1, without the space around it.
    pub fn line(&mut self, path: &str, line: u32) -> Option<String> {
        let lines = self.files.entry(path.to_owned()).or_insert_with(|| {
            let bytes = fs::read(path).unwrap_or_default();
            String::from_utf8_lossy(&bytes)
                .lines()
                .map(str::to_owned)
                .collect()
        });
        let text = lines.get(line.checked_sub(1)? as usize)?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }
}
