//! Which tests are to be checked, and how. It does nothing.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use trailhound_trail::MachineRequest;

use crate::harness::near;
use crate::search_request::SearchRequest;
use crate::session::ResourceLimits;

/// The tests of a package or workspace. The defaults are those of `cargo trailhound test`, but for the limit
/// on the time of each.
#[derive(Clone, Debug, Default)]
pub struct PackageTests {
    /// A Cargo.toml or its directory; that of the current directory if not given.
    pub manifest: Option<PathBuf>,
    /// Packages, targets and features in the words of `cargo test`.
    pub cargo_flags: Vec<String>,
    /// Where Cargo puts what it makes, if not where it is configured to.
    pub target_directory: Option<PathBuf>,
    pub filter: TestFilter,
    /// `NAME` or `NAME=VALUE`, each a cfg and a variable for the compiler.
    pub defines: Vec<String>,
    pub machine: MachineRequest,
    pub search: SearchRequest,
    /// What each test may take. Its memory is that of the states that it stores.
    pub limits: ResourceLimits,
    /// How many tests are checked at a time; as many as there are processors if not given.
    pub jobs: Option<NonZeroUsize>,
    /// Go on after a test has failed.
    pub no_fail_fast: bool,
    /// Take verdicts that are known from earlier checks of the same programs, and keep these.
    pub use_cache: bool,
}

/// Which tests are meant, as Rust's harness has it.
#[derive(Clone, Debug, Default)]
pub struct TestFilter {
    /// Parts of names; all tests if there are none.
    pub names: Vec<String>,
    /// They are whole names.
    pub exact: bool,
    /// Parts of names of tests that are not meant.
    pub skip: Vec<String>,
    pub ignored: Ignored,
}

/// What becomes of tests that are marked `#[ignore]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ignored {
    #[default]
    Skip,
    Only,
    Include,
}

impl TestFilter {
    fn matches(&self, filter: &str, name: &str) -> bool {
        match self.exact {
            true => name == filter,
            false => name.contains(filter),
        }
    }

    /// Whether the test is meant, if it is not ignored.
    pub(super) fn selects(&self, name: &str) -> bool {
        let mut names = self.names.iter();
        (self.names.is_empty() || names.any(|filter| self.matches(filter, name)))
            && !self.skip.iter().any(|skip| self.matches(skip, name))
    }
}

impl TestFilter {
    /// The filters that match none of the names, each with those that are near.
    pub(super) fn unmatched(&self, names: &[String]) -> Vec<(String, Vec<String>)> {
        let filters = self.names.iter();
        let fails = |filter: &&String| !names.iter().any(|name| self.matches(filter, name));
        filters
            .filter(fails)
            .map(|filter| (filter.clone(), near(filter, names)))
            .collect()
    }
}
