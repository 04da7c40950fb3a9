//! How a trail ends: the error with its place, what each thread is about, who holds and
//! who waits for what, and the two sides of a race.

use trailhound_machine::{Access, Fault, Outcome, Problem, Status, ThreadId, WaitKind};

use crate::report::{ErrorReport, Holding, Place, RaceSide, StackFrame, Standing, ThreadReport};
use crate::waits::{Wait, wait_of};
use crate::walk::Walk;

impl Walk<'_> {
    pub fn ending(&mut self, problem: &Problem) -> (ErrorReport, Vec<ThreadReport>, Vec<Standing>) {
        let failed = match problem {
            Problem::Fault { thread, .. } => Some(*thread),
            _ => None,
        };
        let mut threads = self.threads(failed);
        let waits = self.waits(failed);
        for (report, wait) in threads.iter_mut().zip(&waits) {
            if let Some(wait) = wait {
                report.status = "blocked";
                report.waits_for = Some(wait.what.clone());
                report.waits_for_thread = wait.thread;
            }
        }
        let error = self.error(problem, &threads, &waits);
        let standings = self.last_standings(&threads, &waits);
        (error, threads, standings)
    }

    /// All threads that exist. Those of a failed step stand where it failed.
    fn threads(&mut self, failed: Option<ThreadId>) -> Vec<ThreadReport> {
        let mut reports = Vec::new();
        for index in self.machine.thread_ids() {
            let thread = self.machine.thread_at(index).clone();
            if thread.status == Status::Absent {
                continue;
            }
            let stack = self.places.stack(&thread);
            let place = self.place_of(&stack);
            let status = match thread.status {
                _ if failed == Some(index) => "failed",
                Status::Finished { .. } => "finished",
                _ => "ready",
            };
            reports.push(ThreadReport {
                thread: index,
                title: self.title(index),
                name: self.name(index),
                status,
                waits_for: None,
                waits_for_thread: None,
                holds: self.holdings(index),
                place,
                stack,
            });
        }
        reports
    }

    pub fn holdings(&mut self, thread: ThreadId) -> Vec<Holding> {
        self.machine.speak_for(thread);
        let held = self
            .held
            .get(thread.index())
            .map(Vec::as_slice)
            .unwrap_or_default();
        let name = |address| self.machine.name_of(address);
        held.iter()
            .map(|held| Holding {
                name: name(held.address),
                since: held.since.clone(),
            })
            // Locks of Rust's runtime are not the program's.
            .filter(|holding| !holding.name.starts_with("std::"))
            .collect()
    }

    /// What each thread of [`Walk::threads`] waits for, if it cannot go on.
    pub fn waits(&mut self, failed: Option<ThreadId>) -> Vec<Option<Wait>> {
        self.machine.observer.active = false;
        self.machine.look_at(&self.state);
        let is_over = self.machine.exit_status().is_some();
        let present = self.present();
        let waits = present
            .into_iter()
            .map(|index| match failed == Some(index) || is_over {
                true => None,
                false => self.wait(index),
            });
        waits.collect()
    }

    /// The threads that are there.
    pub fn present(&mut self) -> Vec<ThreadId> {
        let threads = self.machine.thread_ids();
        threads
            .filter(|&index| self.machine.thread_at(index).status != Status::Absent)
            .collect()
    }

    /// What a thread waits for, if it cannot go on: trying a step is the way to know. The observer is off.
    pub fn wait(&mut self, index: ThreadId) -> Option<Wait> {
        let outcome = self.machine.step(&self.state, index, 0, &mut Vec::new());
        let own = self.machine.thread_slot(index);
        self.standings
            .keep_trial(index, own, &self.state, &self.machine.memory.snapshot);
        self.machine.look_at(&self.state);
        let status = self.machine.thread_at(index).status;
        let outcome = match status {
            Status::Finished { .. } | Status::Absent => return None,
            // A wake-up for no reason need not come.
            Status::Waiting { timed: false, .. } => Outcome::Blocked { waits_for: None },
            _ => outcome,
        };
        let Outcome::Blocked { waits_for } = outcome else {
            return None;
        };
        let wait = wait_of(&mut self.machine, &self.places, index, waits_for);
        let wait = self.with_wanted_lock(index, wait);
        Some(self.with_holder(wait))
    }

    /// A thread that sleeps inside a lock of `parking_lot` waits for the one that it has tried last.
    fn with_wanted_lock(&mut self, index: ThreadId, mut wait: Wait) -> Wait {
        let thread = self.machine.thread_at(index).clone();
        let is_asleep = matches!(
            thread.status,
            Status::Waiting {
                on: WaitKind::Futex,
                ..
            }
        );
        if is_asleep
            && wait.lock.is_none()
            && let Some((lock, what)) = self.wanted.of(index, &self.places.stack(&thread))
        {
            wait.what = format!("{what} {}", self.machine.name_of(lock));
            wait.lock = Some(lock);
        }
        wait
    }

    /// A lock of Rust's library does not say who holds it: the trail does.
    fn with_holder(&self, mut wait: Wait) -> Wait {
        if let (None, Some(lock), false) = (wait.thread, wait.lock, self.machine.has_processes()) {
            let holder = self
                .held
                .iter()
                .position(|locks| locks.iter().any(|held| held.address == lock));
            wait.thread = holder.map(|holder| ThreadId(holder as u32));
        }
        wait
    }

    fn place_of(&mut self, stack: &[StackFrame]) -> Option<Place> {
        self.places.of_stack(stack).0
    }

    fn error(
        &mut self,
        problem: &Problem,
        threads: &[ThreadReport],
        waits: &[Option<Wait>],
    ) -> ErrorReport {
        let kind = problem
            .kind()
            .map_or("unsupported", |kind| kind.name())
            .to_owned();
        let mut circle = Vec::new();
        let mut race = Vec::new();
        let (thread, message) = match problem {
            // The fault of the walk itself speaks of variables by their parts.
            Problem::Fault { thread, fault } => {
                let message = match self.fault.as_ref().unwrap_or(fault) {
                    Fault::Error(_, message) => message.clone(),
                    Fault::Unsupported(what) => what.to_string(),
                    Fault::Abandoned(_) => String::new(),
                };
                (*thread, message)
            }
            Problem::Deadlock => {
                circle = circle_of(threads).unwrap_or_default();
                let thread = circle
                    .first()
                    .copied()
                    .unwrap_or_else(|| most_telling(threads, waits));
                let message = if circle.is_empty() {
                    "no thread can go on".to_owned()
                } else {
                    circle_message(&self.titles_of(&circle))
                };
                (thread, message)
            }
            Problem::Circle(members) => {
                circle.clone_from(members);
                (members[0], circle_message(&self.titles_of(members)))
            }
            Problem::Race { first, second } => {
                race = vec![self.side(*first), self.side(*second)];
                let main = race
                    .iter()
                    .position(|side| side.access == "write" && !side.atomic);
                let main = main
                    .or_else(|| race.iter().position(|side| !side.atomic))
                    .unwrap_or(0);
                race.swap(0, main);
                (race[0].thread, race_message(&race))
            }
            Problem::Intrusion { first, second } => (
                *second,
                format!(
                    "{} and {} are there at the same time",
                    self.title(*first),
                    self.title(*second)
                ),
            ),
            Problem::Invariant { number } => {
                let text = &self.machine.options.propositions[*number as usize].text;
                (self.last_thread(), format!("`{text}` does not hold"))
            }
            Problem::Violation { message } => (self.last_thread(), message.clone()),
            Problem::Endless { spinning, waiting } => {
                let culprits = match spinning.is_empty() {
                    true => waiting,
                    false => spinning,
                };
                let thread = culprits.first().copied();
                let thread = thread.unwrap_or_else(|| most_telling(threads, waits));
                let titles = self.titles_of(culprits);
                (thread, endless_message(&titles, spinning.is_empty()))
            }
        };
        let report = threads.iter().find(|report| report.thread == thread);
        let place = report.and_then(|report| report.place.clone());
        let place = match problem {
            // What broke it has happened already.
            Problem::Invariant { .. } | Problem::Violation { .. } => self.last_place().or(place),
            _ => place.or_else(|| self.test()),
        };
        ErrorReport {
            kind,
            message,
            place,
            thread,
            stack: report
                .map(|report| report.stack.clone())
                .unwrap_or_default(),
            circle,
            race,
        }
    }

    /// The one test that Rust's harness was told to run: what the harness finds out belongs there.
    fn test(&mut self) -> Option<Place> {
        let arguments = &self.machine.options.arguments;
        let (name, flags) = arguments.get(1..)?.split_first()?;
        let is_one = flags.iter().any(|flag| flag == "--exact");
        is_one.then(|| self.places.start_of(name)).flatten()
    }

    fn titles_of(&self, threads: &[ThreadId]) -> Vec<String> {
        threads.iter().map(|&thread| self.title(thread)).collect()
    }

    fn side(&mut self, (index, access): (ThreadId, Access)) -> RaceSide {
        let thread = self.machine.thread_at(index).clone();
        let stack = self.places.stack(&thread);
        self.machine.speak_for(index);
        RaceSide {
            thread: index,
            title: self.title(index),
            access: if access.write { "write" } else { "read" },
            atomic: access.atomic,
            size: access.size,
            name: self.machine.name_of(access.address),
            place: self.place_of(&stack),
            stack,
        }
    }
}

/// The thread to point at: one that does not just wait for another to end, a runnable one
/// before a blocked one, the lowest number first.
fn most_telling(threads: &[ThreadReport], waits: &[Option<Wait>]) -> ThreadId {
    let rank = |(report, wait): &(&ThreadReport, &Option<Wait>)| match wait {
        _ if report.status == "finished" => 3,
        Some(wait) if wait.is_join => 2,
        Some(_) => 1,
        None => 0,
    };
    threads
        .iter()
        .zip(waits)
        .min_by_key(rank)
        .map_or(ThreadId::MAIN, |(report, _)| report.thread)
}

/// Threads that wait for each other, each for the next.
fn circle_of(threads: &[ThreadReport]) -> Option<Vec<ThreadId>> {
    let next = |thread: ThreadId| {
        threads
            .iter()
            .find(|report| report.thread == thread)?
            .waits_for_thread
    };
    threads.iter().find_map(|start| {
        let mut path = vec![start.thread];
        loop {
            let after = next(*path.last()?)?;
            if after == start.thread {
                return Some(path);
            }
            if path.contains(&after) {
                return None;
            }
            path.push(after);
        }
    })
}

fn circle_message(circle: &[String]) -> String {
    match circle {
        [alone] => format!("{alone} waits for itself"),
        [a, b] => format!("{a} and {b} wait for each other"),
        [most @ .., last] => {
            let most = most.join(", ");
            format!("{most} and {last} wait for each other in a circle")
        }
        [] => "threads wait for each other".to_owned(),
    }
}

fn endless_message(culprits: &[String], they_wait: bool) -> String {
    let (who, is_one) = match culprits {
        [] => ("a thread".to_owned(), true),
        [alone] => (alone.clone(), true),
        [most @ .., last] => (format!("{} and {last}", most.join(", ")), false),
    };
    match (is_one, they_wait) {
        (true, false) => format!("{who} goes round in a loop that it can never leave"),
        (false, false) => format!("{who} go round in loops that they can never leave"),
        (true, true) => format!("{who} waits for ever while others go on"),
        (false, true) => format!("{who} wait for ever while others go on"),
    }
}

fn race_message(sides: &[RaceSide]) -> String {
    let verb = |side: &RaceSide| match (side.access, side.atomic) {
        ("write", false) => "writes",
        ("write", true) => "atomically writes",
        (_, false) => "reads",
        (_, true) => "atomically reads",
    };
    let (a, b) = (&sides[0], &sides[1]);
    format!(
        "{} {} {} while {} {} it",
        a.title,
        verb(a),
        a.name,
        b.title,
        verb(b)
    )
}
