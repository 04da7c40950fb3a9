//! Every test of a Cargo package or workspace, unchanged, each checked by itself in all schedules.
//!
//! Cargo compiles all programs of tests in one run. Each is linked once, its own harness lists its tests,
//! and every test is a search of its own that begins where the program does.

mod identity;
mod outcome;
mod queue;
mod request;
mod target;

use std::path::{Path, PathBuf};
use std::time::Instant;

use trailhound_frontend::{FrontendError, Request, TestTargets, compile_tests};

pub use identity::{TargetId, TestId};
pub use outcome::{TestObserver, TestOutcome, TestRun};
pub use request::{Ignored, PackageTests, TestFilter};
pub use trailhound_frontend::TargetKind;

use crate::session::Session;
use queue::Queue;

impl PackageTests {
    /// Checks the tests within the limits of the session, which are those of all together.
    pub fn run_in(
        &self,
        session: &Session,
        observer: &dyn TestObserver,
    ) -> Result<TestRun, FrontendError> {
        let started = Instant::now();
        let compiled = compile_tests(&Request {
            watch: session.watch(),
            inputs: self.manifest.iter().cloned().collect(),
            defines: self.defines.clone(),
            kept_functions: trailhound_machine::modelled_paths().collect(),
            cargo_flags: self.cargo_flags.clone(),
            of_tests: true,
            target_directory: self.target_directory.clone(),
            budget: session.budget(),
            ..Request::default()
        });
        session.compiled();
        let compiled = compiled?;
        observer.compiled(compiled.targets.len(), compiled.seconds);
        let TestTargets {
            targets,
            macros,
            target_directory,
            seconds,
            lock: _lock,
        } = compiled;
        let count = targets.len();
        let queue = Queue::new(
            self,
            session,
            observer,
            targets,
            trails_in(&target_directory),
        );
        let mut run = queue.run();
        run.targets = count;
        run.macros = macros;
        run.compile_seconds = seconds;
        run.seconds = started.elapsed().as_secs_f64();
        Ok(run)
    }
}

/// Where trails of tests are saved.
fn trails_in(target_directory: &Path) -> PathBuf {
    target_directory.join("trailhound/trails")
}
