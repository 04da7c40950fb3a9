//! What a test is called.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;
use trailhound_frontend::TargetKind;
use trailhound_host::short_file_name;

/// A program of tests: `bank`, `bank::transfers`, `bank::bin/teller`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TargetId {
    pub package: String,
    pub kind: TargetKind,
    pub name: String,
}

impl fmt::Display for TargetId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TargetId {
            package,
            kind,
            name,
        } = self;
        match kind {
            TargetKind::Lib => write!(out, "{package}"),
            TargetKind::Test => write!(out, "{package}::{name}"),
            kind => write!(out, "{package}::{}/{name}", kind.name()),
        }
    }
}

impl Serialize for TargetId {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// A test: `bank::transfers both_ways`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct TestId {
    pub target: TargetId,
    pub name: String,
}

impl fmt::Display for TestId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.target, self.name)
    }
}

impl TestId {
    /// The words that choose this test of a package for `trailhound check` and `sample`.
    pub fn selection(&self) -> String {
        let TargetId {
            package,
            kind,
            name,
        } = &self.target;
        let target = match kind {
            TargetKind::Lib => "--lib".to_owned(),
            kind => format!("--{} {name}", kind.name()),
        };
        format!("--package {package} {target} -- --exact {}", self.name)
    }

    /// Where the trail of its error is saved.
    pub(super) fn trail_in(&self, directory: &Path) -> PathBuf {
        let TargetId {
            package,
            kind,
            name,
        } = &self.target;
        let target = match kind {
            TargetKind::Lib => "lib".to_owned(),
            kind => format!("{}-{name}", kind.name()),
        };
        let test = self.name.replace("::", ".");
        let file = format!("{}.json", short_file_name(&test));
        directory.join(package).join(target).join(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_called_as_by_nextest() {
        let test = |kind, name: &str| TestId {
            target: TargetId {
                package: "bank".to_owned(),
                kind,
                name: name.to_owned(),
            },
            name: "tests::fifo".to_owned(),
        };
        let unit = test(TargetKind::Lib, "bank");
        assert_eq!(unit.to_string(), "bank tests::fifo");
        let trail = unit.trail_in(Path::new("trails"));
        assert_eq!(trail, Path::new("trails/bank/lib/tests.fifo.json"));
        let long = TestId {
            name: "ü".repeat(200),
            ..unit.clone()
        };
        let trail = long.trail_in(Path::new("trails"));
        assert!(trail.file_name().is_some_and(|name| name.len() < 255));
        let chosen = "--package bank --lib -- --exact tests::fifo";
        assert_eq!(unit.selection(), chosen);
        let bin = test(TargetKind::Bin, "teller");
        let chosen = "--package bank --bin teller -- --exact tests::fifo";
        assert_eq!(bin.selection(), chosen);
        assert_eq!(bin.to_string(), "bank::bin/teller tests::fifo");
        assert_eq!(
            test(TargetKind::Test, "t").to_string(),
            "bank::t tests::fifo"
        );
    }
}
