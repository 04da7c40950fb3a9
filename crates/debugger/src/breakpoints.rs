//! Breakpoints: lines of files at which a trail can be stopped.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use trailhound_checker::trail::{Place, Step};

/// Lines that a breakpoint is moved down at most to one where something happens.
const FURTHEST: u32 = 10;

/// The lines of a trail, and those with breakpoints.
pub struct Breakpoints {
    /// By file, the lines that some step touches.
    touched: BTreeMap<PathBuf, BTreeSet<u32>>,
    set: BTreeMap<PathBuf, BTreeSet<u32>>,
}

impl Breakpoints {
    pub fn of(steps: &[Step]) -> Breakpoints {
        let mut touched: BTreeMap<PathBuf, BTreeSet<u32>> = BTreeMap::new();
        for place in steps.iter().flat_map(places) {
            let lines = touched.entry(absolute(Path::new(&place.file))).or_default();
            lines.insert(place.line);
        }
        Breakpoints {
            touched,
            set: BTreeMap::new(),
        }
    }

    /// Sets the breakpoints of a file: for each wanted line the one at which the trail can stop.
    pub fn set(&mut self, file: &Path, wanted: &[u32]) -> Vec<Option<u32>> {
        let file = absolute(file);
        let lines = self.touched.get(&file);
        let found = wanted.iter().map(|&line| {
            let below = line..=line.saturating_add(FURTHEST);
            lines?.range(below).next().copied()
        });
        let found: Vec<Option<u32>> = found.collect();
        let set = found.iter().copied().flatten().collect();
        self.set.insert(file, set);
        found
    }

    /// Whether a step touches a line with a breakpoint.
    pub fn stop(&self, step: &Step) -> bool {
        self.set.values().any(|lines| !lines.is_empty())
            && places(step).any(|place| {
                let lines = self.set.get(&absolute(Path::new(&place.file)));
                lines.is_some_and(|lines| lines.contains(&place.line))
            })
    }
}

/// Where a step begins, and where something happens in it.
fn places(step: &Step) -> impl Iterator<Item = &Place> {
    let events = step.events.iter().filter(|event| !event.is_detail(step));
    let events = events.filter_map(|event| event.place.as_ref());
    step.place.iter().chain(events)
}

/// The one name of a file.
pub fn absolute(path: &Path) -> PathBuf {
    let known = fs::canonicalize(path).or_else(|_| std::path::absolute(path));
    known.unwrap_or_else(|_| path.to_owned())
}
