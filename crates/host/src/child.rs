//! Child processes that end in time. Each leads a process group of its own, so that what it has
//! started ends with it.

use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::budget::{Budget, Stop};

/// The groups that run now, so that the end of the process can end them.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// What a child has said, and how it ended.
#[derive(Debug)]
pub struct Finished {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

#[derive(Debug)]
pub enum RunError {
    Io(io::Error),
    /// The budget was exhausted, and the child was ended.
    Stopped(Stop),
}

/// How often the budget is looked at while a child runs.
const PAUSE: Duration = Duration::from_millis(20);

/// Runs `command` to its end, or to the end of the budget, without input.
pub fn run(command: &mut Command, budget: &Budget) -> Result<Finished, RunError> {
    run_heard(command, budget, |_| ())
}

/// The same, and `hear` is told each line of its standard error when it comes.
pub fn run_heard(
    command: &mut Command,
    budget: &Budget,
    hear: impl FnMut(&[u8]) + Send + 'static,
) -> Result<Finished, RunError> {
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut group = Group::of(command.spawn().map_err(RunError::Io)?);
    let (done, ended) = mpsc::channel();
    let stdout = collect(group.child.stdout.take(), done.clone(), |_| ());
    let stderr = collect(group.child.stderr.take(), done, hear);
    // The channel closes when both pipes have come to their ends.
    let stop = loop {
        match ended.recv_timeout(PAUSE) {
            Ok(()) => {}
            Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) => {
                if let Some(stop) = budget.exhausted() {
                    break Some(stop);
                }
            }
        }
    };
    let stop = stop.or_else(|| group.outlives(budget));
    if let Some(stop) = stop {
        group.end();
        return Err(RunError::Stopped(stop));
    }
    let status = group.child.wait().map_err(RunError::Io)?;
    let read = |reader: thread::JoinHandle<io::Result<Vec<u8>>>| {
        let bytes = reader.join().expect("reading does not panic");
        bytes.map_err(RunError::Io)
    };
    Ok(Finished {
        status,
        stdout: read(stdout)?,
        stderr: read(stderr)?,
    })
}

/// Reads a pipe to its end on a thread of its own.
fn collect(
    pipe: Option<impl Read + Send + 'static>,
    done: mpsc::Sender<()>,
    mut hear: impl FnMut(&[u8]) + Send + 'static,
) -> thread::JoinHandle<io::Result<Vec<u8>>> {
    thread::spawn(move || {
        let _done = done;
        let mut bytes = Vec::new();
        let Some(pipe) = pipe else {
            return Ok(bytes);
        };
        let mut pipe = BufReader::new(pipe);
        loop {
            let start = bytes.len();
            if pipe.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(bytes);
            }
            hear(&bytes[start..]);
        }
    })
}

/// A child that leads a group.
struct Group {
    child: Child,
}

impl Group {
    fn of(child: Child) -> Group {
        running().push(child.id());
        Group { child }
    }

    /// Waits for a child that has closed its pipes; why it must be ended, if it does not end.
    fn outlives(&mut self, budget: &Budget) -> Option<Stop> {
        while let Ok(None) = self.child.try_wait() {
            if let Some(stop) = budget.exhausted() {
                return Some(stop);
            }
            thread::sleep(Duration::from_millis(1));
        }
        None
    }

    fn end(&mut self) {
        end_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let id = self.child.id();
        running().retain(|other| *other != id);
    }
}

fn running() -> std::sync::MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all children that run.
pub(crate) fn end_all() {
    for id in running().drain(..) {
        end_group(id);
    }
}

/// Ends a child that knows how to clean up after itself: it is asked to end, and made to when it
/// does not.
pub fn end_in_order(child: &mut Child) {
    const LONGEST: Duration = Duration::from_secs(2);
    ask_to_end(child.id());
    let started = Instant::now();
    while started.elapsed() < LONGEST && matches!(child.try_wait(), Ok(None)) {
        thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(unix)]
fn process(id: u32) -> Option<rustix::process::Pid> {
    i32::try_from(id)
        .ok()
        .and_then(rustix::process::Pid::from_raw)
}

// A process may have ended by itself before it is ended here.
#[cfg(unix)]
fn end_group(id: u32) {
    if let Some(group) = process(id) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(unix)]
fn ask_to_end(id: u32) {
    if let Some(child) = process(id) {
        let _ = rustix::process::kill_process(child, rustix::process::Signal::TERM);
    }
}

#[cfg(not(unix))]
fn end_group(_: u32) {}

#[cfg(not(unix))]
fn ask_to_end(_: u32) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn what_a_child_says_is_kept() {
        let finished = run(
            &mut shell("echo out; echo err >&2; exit 3"),
            &Budget::default(),
        );
        let finished = finished.unwrap();
        assert_eq!(finished.status.code(), Some(3));
        assert_eq!(finished.stdout, b"out\n");
        assert_eq!(finished.stderr, b"err\n");
    }

    #[test]
    fn what_a_child_says_is_heard_line_by_line() {
        let (tell, told) = mpsc::channel();
        let mut shell = shell("echo out; echo one >&2; printf two >&2");
        run_heard(&mut shell, &Budget::default(), move |line| {
            let _ = tell.send(line.to_vec());
        })
        .unwrap();
        let told: Vec<_> = told.iter().collect();
        assert_eq!(told, [b"one\n".to_vec(), b"two".to_vec()]);
    }

    #[test]
    fn a_child_may_clean_up_before_it_ends() {
        let directory = tempfile::tempdir().unwrap();
        let script = "trap 'touch done; exit' TERM; touch ready; while :; do sleep 0.01; done";
        let mut child = shell(script).current_dir(&directory).spawn().unwrap();
        while !directory.path().join("ready").exists() {
            thread::sleep(Duration::from_millis(5));
        }
        end_in_order(&mut child);
        assert!(directory.path().join("done").exists());
    }

    #[test]
    fn a_child_that_hangs_is_ended_with_what_it_has_started() {
        for script in ["sleep 60 & wait", "sleep 60", "exec >&- 2>&-; sleep 60"] {
            let budget = Budget::default().at_most(Duration::from_millis(100));
            let started = Instant::now();
            let result = run(&mut shell(script), &budget);
            assert!(
                matches!(result, Err(RunError::Stopped(Stop::Time))),
                "{script}"
            );
            assert!(started.elapsed() < Duration::from_secs(10), "{script}");
        }
    }
}
