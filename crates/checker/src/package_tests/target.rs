//! One program of tests: linked once, its tests listed, and each of them checked, unless that is known from earlier.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;
use std::{env, fs};

use trailhound_frontend::{FrontendError, TargetKind, TestTarget};
use trailhound_host::Key;
use trailhound_trail::{MachineRequest, ProgramRequest};

use super::identity::{TargetId, TestId};
use super::outcome::TestOutcome;
use super::request::{Ignored, PackageTests};
use crate::check::Check;
use crate::harness::{ListedTest, listed_tests};
use crate::kept::{Kept, KeptTests, Known};
use crate::prepare::{not_prepared, prepare_tests};
use crate::resolve::{Resolved, resolve};
use crate::session::Session;
use crate::verdict::Verdict;

/// A program of tests. It is linked when something is asked of it that is not known from earlier.
pub struct Target<'t> {
    tests: &'t PackageTests,
    target: TestTarget,
    source: ProgramRequest,
    /// What it is made of, if verdicts are kept.
    content: Option<Key>,
    resolved: OnceLock<Result<Resolved, String>>,
}

/// What a program of tests has, by its harness.
pub type Listed = Vec<ListedTest>;

/// The flags by which Cargo is told which target is meant.
const TARGET_FLAGS: [&str; 6] = [
    "--lib",
    "--bins",
    "--tests",
    "--examples",
    "--benches",
    "--all-targets",
];
const NAMED_TARGET_FLAGS: [&str; 4] = ["--bin", "--test", "--example", "--bench"];

impl<'t> Target<'t> {
    /// The program, and its tests.
    pub fn new(
        tests: &'t PackageTests,
        target: TestTarget,
        session: &Session,
    ) -> Result<(Target<'t>, Listed), Box<Verdict>> {
        let unreadable = |error: FrontendError| Box::new(not_prepared(error.into(), session));
        let content = match tests.use_cache {
            true => Some(Key::of(&target.module().map_err(unreadable)?.text)),
            false => None,
        };
        let target = Target {
            source: ProgramRequest {
                files: vec![target.manifest.clone()],
                directory: env::current_dir().unwrap_or_default(),
                defines: tests.defines.clone(),
                cargo_flags: narrowed(&tests.cargo_flags, &target),
                of_tests: true,
                ..ProgramRequest::default()
            },
            tests,
            target,
            content,
            resolved: OnceLock::new(),
        };
        let kept = target.content.as_ref().and_then(KeptTests::open);
        if let Some(listed) = kept.as_ref().and_then(KeptTests::load) {
            return Ok((target, listed));
        }
        let listed = target.list(session)?;
        if let Some(kept) = kept {
            kept.store(&listed);
        }
        Ok((target, listed))
    }

    /// Links the program and asks its harness. A program with a harness of its own is one test.
    fn list(&self, session: &Session) -> Result<Listed, Box<Verdict>> {
        let refused = |error| Box::new(not_prepared(error, session));
        let resolved = self
            .resolved()
            .map_err(|reason| Box::new(Verdict::unsupported(reason)))?;
        let listed = listed_tests(&resolved.program, &self.source.program_name());
        let whole = || ListedTest {
            name: self.target.name.clone(),
            is_ignored: false,
            should_panic: false,
            is_whole: true,
        };
        let listed = listed.map_err(|error| refused(error.into()))?;
        Ok(listed.unwrap_or_else(|| vec![whole()]))
    }

    /// The program without its arguments, or why it cannot be checked.
    fn resolved(&self) -> Result<&Resolved, &str> {
        let resolved = self.resolved.get_or_init(|| {
            let module = self.target.module().map_err(|error| error.to_string())?;
            let prepared = prepare_tests(module).map_err(|error| error.to_string())?;
            let resolved = resolve(prepared, &self.source, &self.tests.machine);
            resolved.map_err(|error| error.to_string())
        });
        resolved.as_ref().map_err(String::as_str)
    }

    pub fn id(&self, test: &ListedTest) -> TestId {
        TestId {
            target: id_of(&self.target),
            name: test.name.clone(),
        }
    }

    /// Checks one test from its start. An error of ours is one of this test alone.
    pub fn check(&self, test: &ListedTest, session: &Session, trails: &Path) -> TestOutcome {
        let started = Instant::now();
        let decided = catch_unwind(AssertUnwindSafe(|| self.verdict(test, session)));
        let mut verdict = decided.unwrap_or_else(|payload| internal_error(&*payload));
        let id = self.id(test);
        let trail = save_trail(&id.trail_in(trails), &mut verdict);
        TestOutcome {
            is_sequential: verdict.threads == Some(1),
            should_panic: test.should_panic,
            seconds: started.elapsed().as_secs_f64(),
            id,
            verdict,
            trail,
        }
    }

    fn verdict(&self, test: &ListedTest, session: &Session) -> Verdict {
        let PackageTests {
            machine, search, ..
        } = self.tests;
        let machine = MachineRequest {
            exit_status: machine.exit_status || test.is_whole,
            ..machine.clone()
        };
        let arguments = arguments(test);
        // Which packages were selected beside it, the compiled program does not tell.
        let asked = (self.source.program_name(), &arguments, &machine, search);
        let content = self.content.as_ref();
        let kept = content.and_then(|content| Kept::open(&asked, content));
        let known = kept.as_ref().and_then(Kept::load);
        if let Some(verdict) = known.as_ref().and_then(Known::proof) {
            return verdict;
        }
        let resolved = match self.resolved() {
            Ok(resolved) => resolved,
            Err(reason) => return Verdict::unsupported(reason),
        };
        let panicking = test.should_panic.then(|| test.name.clone());
        let mut resolved = resolved.called_with(arguments, panicking.into_iter().collect());
        resolved.machine.exit_status = machine.exit_status;
        if let Some(verdict) = known.and_then(|known| known.error(&resolved, session)) {
            return verdict;
        }
        let check = Check {
            machine,
            search: search.clone(),
            ..Check::default()
        };
        let verdict = check.decide(&mut resolved, session);
        if let Some(kept) = kept {
            kept.store(&verdict);
        }
        verdict
    }
}

/// What the harness is told to run one test. What a test prints is not kept, for which its threads would share
/// memory with the harness.
fn arguments(test: &ListedTest) -> Vec<String> {
    if test.is_whole {
        return Vec::new();
    }
    let mut words = vec![&*test.name, "--exact", "--test-threads=1", "--no-capture"];
    words.extend(test.is_ignored.then_some("--include-ignored"));
    words.into_iter().map(str::to_owned).collect()
}

pub fn id_of(target: &TestTarget) -> TargetId {
    TargetId {
        package: target.package.clone(),
        kind: target.kind,
        name: target.name.clone(),
    }
}

/// Whether a test that is marked `#[ignore]`, or is not, is meant.
pub fn is_wanted(ignored: Ignored, test: &ListedTest) -> bool {
    match ignored {
        Ignored::Skip => !test.is_ignored,
        Ignored::Only => test.is_ignored,
        Ignored::Include => true,
    }
}

/// The selection of packages and features, with this target alone: what replays a trail must be compiled with
/// the same features.
fn narrowed(flags: &[String], target: &TestTarget) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = flags.iter();
    while let Some(word) = words.next() {
        if NAMED_TARGET_FLAGS.contains(&word.as_str()) {
            words.next();
        } else if !TARGET_FLAGS.contains(&word.as_str()) {
            kept.push(word.clone());
        }
    }
    kept.push(format!("--{}", target.kind.name()));
    if target.kind != TargetKind::Lib {
        kept.push(target.name.clone());
    }
    kept
}

fn internal_error(payload: &(dyn Any + Send)) -> Verdict {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    Verdict {
        hint: Some("this is a bug in Trailhound, not in the test; please report it".to_owned()),
        ..Verdict::unsupported(format!("internal error: {}", text.unwrap_or("a panic")))
    }
}

/// Saves the trail of an error, and takes away what was saved before.
fn save_trail(path: &Path, verdict: &mut Verdict) -> Option<PathBuf> {
    let Some(trail) = &verdict.trail else {
        let _ = fs::remove_file(path);
        return None;
    };
    let directory = path.parent().map_or(Ok(()), fs::create_dir_all);
    match directory.and_then(|()| trail.write(path)) {
        Ok(()) => Some(path.to_path_buf()),
        Err(cause) => {
            let path = path.display();
            let note = format!("the trail could not be saved as `{path}`: {cause}");
            verdict.notes.push(note);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_keeps_the_features_and_packages_of_the_run() {
        let target = TestTarget {
            package: "bank".to_owned(),
            manifest: "bank/Cargo.toml".into(),
            kind: TargetKind::Test,
            name: "transfers".to_owned(),
            ir: PathBuf::new(),
        };
        let flags = [
            "--workspace",
            "--features",
            "a,b",
            "--lib",
            "--test",
            "x",
            "--bins",
        ];
        let flags = flags.map(str::to_owned);
        let narrowed = narrowed(&flags, &target);
        assert_eq!(
            narrowed,
            ["--workspace", "--features", "a,b", "--test", "transfers"]
        );
    }
}
