//! The signals by which a user or the system asks a process to end.

use std::fs;
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// Calls `heard`, on a thread of its own, at every Ctrl-C, SIGTERM and SIGHUP. A signal that the
/// process was started to ignore, as `nohup` does, stays ignored. Where signals cannot be heard
/// they end the process, which is no worse than no answer.
pub fn listen(mut heard: impl FnMut() + Send + 'static) {
    let wanted = [SIGINT, SIGTERM, SIGHUP];
    let wanted = wanted.into_iter().filter(|&signal| !is_ignored(signal));
    if let Ok(mut signals) = Signals::new(wanted) {
        thread::spawn(move || signals.forever().for_each(|_| heard()));
    }
}

fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
