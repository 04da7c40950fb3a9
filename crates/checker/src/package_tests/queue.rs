//! Who does what next: programs are linked when there is nothing else to do, so that few are in memory at a
//! time, and tests are checked in the order in which they were listed.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use trailhound_frontend::TestTarget;

use super::identity::TestId;
use super::outcome::{TestObserver, TestOutcome, TestRun};
use super::request::PackageTests;
use super::target::{Target, id_of, is_wanted};
use crate::harness::ListedTest;
use crate::session::Session;
use crate::verdict::{Answer, Verdict};

/// Stands for all tests of a program that cannot be linked.
const ALL_TESTS: &str = "(all tests)";

pub struct Queue<'a> {
    tests: &'a PackageTests,
    session: &'a Session,
    observer: &'a dyn TestObserver,
    jobs: usize,
    trails: PathBuf,
    work: Mutex<Work<'a>>,
    changed: Condvar,
}

struct Work<'a> {
    targets: VecDeque<TestTarget>,
    ready: VecDeque<(Arc<Target<'a>>, ListedTest)>,
    /// Programs that are being linked: tests of theirs may follow.
    loading: usize,
    /// A test has failed, and no other is begun.
    is_over: bool,
    /// A program could not be linked: which tests it has is not known.
    has_unlisted: bool,
    /// The names of all tests, the selected ones or not.
    names: Vec<String>,
    run: TestRun,
}

enum Next<'a> {
    Load(TestTarget),
    Check(Arc<Target<'a>>, ListedTest),
}

impl<'a> Queue<'a> {
    pub fn new(
        tests: &'a PackageTests,
        session: &'a Session,
        observer: &'a dyn TestObserver,
        targets: Vec<TestTarget>,
        trails: PathBuf,
    ) -> Queue<'a> {
        let processors = || thread::available_parallelism().map_or(1, |count| count.get());
        Queue {
            tests,
            session,
            observer,
            jobs: tests.jobs.map_or_else(processors, |jobs| jobs.get()),
            trails,
            work: Mutex::new(Work {
                targets: targets.into(),
                ready: VecDeque::new(),
                loading: 0,
                is_over: false,
                has_unlisted: false,
                names: Vec::new(),
                run: TestRun::default(),
            }),
            changed: Condvar::new(),
        }
    }

    /// Works until nothing is left.
    pub fn run(self) -> TestRun {
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| self.work_on());
            }
        });
        let Work {
            names,
            has_unlisted,
            mut run,
            ..
        } = self
            .work
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        // What was not linked may have what they ask for.
        if run.not_run.is_empty() && !has_unlisted {
            run.unmatched = self.tests.filter.unmatched(&names);
        }
        run.outcomes.sort_by(|a, b| a.id.cmp(&b.id));
        run.ignored.sort();
        run.not_run.sort();
        run
    }

    fn work_on(&self) {
        while let Some(next) = self.next() {
            match next {
                Next::Load(target) => self.load(target),
                Next::Check(loaded, test) => self.check(&loaded, &test),
            }
        }
    }

    fn next(&self) -> Option<Next<'a>> {
        let mut work = self.lock();
        loop {
            if work.is_over || self.session.budget().is_late().is_some() {
                work.abandon();
                return None;
            }
            if let Some((loaded, test)) = work.ready.pop_front() {
                return Some(Next::Check(loaded, test));
            }
            if let Some(target) = work.targets.pop_front() {
                work.loading += 1;
                return Some(Next::Load(target));
            }
            if work.loading == 0 {
                return None;
            }
            work = self
                .changed
                .wait(work)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn load(&self, target: TestTarget) {
        let all = all_tests_of(&target);
        let loaded = Target::new(self.tests, target, self.session);
        let mut work = self.lock();
        work.loading -= 1;
        match loaded {
            Ok((loaded, listed)) => {
                let loaded = Arc::new(loaded);
                for test in listed {
                    work.add(&loaded, test, self);
                }
            }
            Err(verdict) => {
                let outcome = not_loaded(all, *verdict);
                self.observer.finished(&outcome);
                work.has_unlisted = true;
                work.run.outcomes.push(outcome);
            }
        }
        self.changed.notify_all();
    }

    fn check(&self, loaded: &Target<'_>, test: &ListedTest) {
        self.observer.started(&loaded.id(test));
        let session = self.session.part(self.tests.limits, self.jobs as u64);
        let outcome = loaded.check(test, &session, &self.trails);
        let mut work = self.lock();
        self.observer.finished(&outcome);
        if outcome.verdict.answer == Answer::Error && !self.tests.no_fail_fast {
            work.is_over = true;
            self.changed.notify_all();
        }
        work.run.outcomes.push(outcome);
    }

    fn lock(&self) -> MutexGuard<'_, Work<'a>> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> Work<'a> {
    fn add(&mut self, loaded: &Arc<Target<'a>>, test: ListedTest, queue: &Queue<'a>) {
        let filter = &queue.tests.filter;
        self.names.push(test.name.clone());
        if !filter.selects(&test.name) {
            self.run.filtered_out += 1;
        } else if is_wanted(filter.ignored, &test) {
            self.ready.push_back((loaded.clone(), test));
        } else if test.is_ignored {
            let id = loaded.id(&test);
            queue.observer.ignored(&id);
            self.run.ignored.push(id);
        } else {
            self.run.filtered_out += 1;
        }
    }

    /// Notes what will not be checked any more.
    fn abandon(&mut self) {
        let ready = self.ready.drain(..);
        self.run
            .not_run
            .extend(ready.map(|(loaded, test)| loaded.id(&test)));
        let targets = self.targets.drain(..);
        self.run
            .not_run
            .extend(targets.map(|target| all_tests_of(&target)));
    }
}

fn all_tests_of(target: &TestTarget) -> TestId {
    TestId {
        target: id_of(target),
        name: ALL_TESTS.to_owned(),
    }
}

/// A program whose tests cannot be listed.
fn not_loaded(id: TestId, verdict: Verdict) -> TestOutcome {
    TestOutcome {
        id,
        verdict,
        is_sequential: false,
        should_panic: false,
        seconds: 0.0,
        trail: None,
    }
}
