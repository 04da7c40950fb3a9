//! The source files that a trail goes through, as far as the page shows them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde::Serialize;
use trailhound_checker::trail::Place;
use trailhound_host::printable_line;

/// Of longer files only the surroundings of what is mentioned are shown.
const MOST_LINES: usize = 3000;
const SURROUNDINGS: usize = 60;

#[derive(Serialize)]
pub struct SourceFile {
    path: String,
    parts: Vec<Part>,
}

/// Lines in a row.
#[derive(Serialize)]
struct Part {
    /// The number of the first line, from 1.
    first: usize,
    lines: Vec<String>,
}

/// Reads the files of the places; in their order.
pub fn read<'a>(files: &[&str], places: impl Iterator<Item = &'a Place>) -> Vec<SourceFile> {
    let mut mentioned: BTreeMap<&str, BTreeMap<usize, Option<&str>>> = BTreeMap::new();
    for place in places {
        let lines = mentioned.entry(&place.file).or_default();
        lines.insert(place.line as usize, place.text.as_deref());
    }
    let empty = BTreeMap::new();
    let read = |path: &&str| SourceFile {
        path: printable_line(path).into_owned(),
        parts: parts(path, mentioned.get(path).unwrap_or(&empty)),
    };
    files.iter().map(read).collect()
}

fn parts(path: &str, mentioned: &BTreeMap<usize, Option<&str>>) -> Vec<Part> {
    let shown = |line: &str| printable_line(line).into_owned();
    let Ok(bytes) = fs::read(path) else {
        // What the trail knows of the file by itself.
        let known = mentioned.iter().filter(|(number, _)| **number > 0);
        return known
            .filter_map(|(&number, text)| {
                Some(Part {
                    first: number,
                    lines: vec![shown((*text)?)],
                })
            })
            .collect();
    };
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    let wanted: BTreeSet<usize> = match lines.len() <= MOST_LINES {
        true => (0..lines.len()).collect(),
        false => mentioned
            .keys()
            .flat_map(|line| line.saturating_sub(SURROUNDINGS)..line + SURROUNDINGS)
            .filter(|index| *index < lines.len())
            .collect(),
    };
    let mut parts: Vec<Part> = Vec::new();
    for index in wanted {
        match parts.last_mut() {
            Some(last) if last.first + last.lines.len() == index + 1 => {
                last.lines.push(shown(lines[index]));
            }
            _ => parts.push(Part {
                first: index + 1,
                lines: vec![shown(lines[index])],
            }),
        }
    }
    parts
}
