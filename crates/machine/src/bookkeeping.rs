//! Operations by which Rust's library keeps its own accounts of threads: identity numbers,
//! names, results on their way to join, reference counts of these, panic counters. Their
//! order among threads has no bearing on the program, so they are no scheduling points.
//! What synchronises, such as park and unpark, is not among them, nor what the program asks about.

use crate::machine::Machine;
use trailhound_program::{Location, Op, Source};

/// Functions of the runtime, by the beginning of their path. The library is built so that
/// each of these touches only accounts, under whatever order.
const ACCOUNTS: &[&str] = &[
    "std::thread::lifecycle::",
    "std::thread::id::",
    "std::thread::current::",
    "std::thread::main_thread::",
    "std::thread::spawnhook::",
    "std::thread::thread::Thread>::cname",
    "std::thread::thread::Thread>::name",
    "std::thread::thread::Thread>::id",
    "std::thread::thread::Thread>::new",
    "std::thread::thread::Inner",
    "std::thread::functions::panicking",
    "std::sys::thread::unix::Thread>::new",
    "std::sys::thread_local::",
    "std::sys::pal::unix::stack_overflow::",
    "std::sys::pal::unix::weak::",
    "std::panicking::panic_count::",
    "std::panicking::panicking",
    // The count of notifications, which does not count here: see locks.rs.
    "std::sys::sync::condvar::futex::Condvar",
    "alloc::sync::Arc<std::thread::thread::Inner",
    "alloc::sync::Weak<std::thread::thread::Inner",
    "alloc::sync::Weak<std::thread::lifecycle::Packet",
    "core::ptr::drop_in_place::<std::thread::lifecycle::",
    "core::ptr::drop_in_place::<std::thread::thread::",
    "core::ptr::drop_in_place::<alloc::sync::Arc<std::thread::",
    "core::ptr::drop_in_place::<core::option::Option<alloc::sync::Arc<std::thread::",
];

/// What is an account only while nobody can look into it.
struct Secret {
    account: &'static str,
    /// How the path of a function begins and ends that lets the program look, if it is called.
    looked_into_by: (&'static str, &'static str),
}

const SECRETS: &[Secret] = &[
    // How many refer to a thread's result tells whether it has ended.
    Secret {
        account: "alloc::sync::Arc<std::thread::lifecycle::Packet",
        looked_into_by: ("std::thread::lifecycle::JoinInner", "::is_finished"),
    },
    // The poison bit of a lock that has just been taken: otherwise only the holder changes it.
    Secret {
        account: "std::sync::poison::Flag>::guard",
        looked_into_by: ("std::sync::poison::Flag", "::clear"),
    },
    Secret {
        account: "std::sync::poison::Flag>::borrow",
        looked_into_by: ("std::sync::poison::Flag", "::clear"),
    },
];

/// The accounts of a program.
pub(crate) fn accounts(source: &Source) -> Vec<&'static str> {
    let is_called = |(start, end): (&str, &str)| {
        source.functions.iter().any(|function| {
            let path = function.display.trim_start_matches('<');
            function.library && path.starts_with(start) && path.ends_with(end)
        })
    };
    let secrets = SECRETS
        .iter()
        .filter(|secret| !is_called(secret.looked_into_by))
        .map(|secret| secret.account);
    ACCOUNTS.iter().copied().chain(secrets).collect()
}

/// Types of the library that order their own plain accesses by atomic operations. As these
/// are free of races, only the atomic operations need to be scheduling points.
const ORDERED: &[&str] = &[
    "std::sync::",
    "std::sys::sync::",
    "alloc::sync::",
    "alloc::vec::Vec<std::sync::",
];

/// Functions that do things on behalf of their callers.
const NEUTRAL: &[&str] = &[
    "core::",
    "alloc::alloc::",
    "alloc::boxed::",
    "alloc::raw_vec::",
    "std::alloc::",
    "std::sync::poison::Flag>::get",
    "std::sys::pal::unix::futex::",
    "__rustc::",
];

/// Drops whatever it is told to, which may be the user's.
const DROP: &str = "core::ptr::drop_in_place::";

/// What a thread leaves for its joiner is a `Result` with this in it.
const THREAD_RESULT: &str = "dyn core::any::Any + core::marker::Send";

enum Verdict {
    Account,
    Visible,
    Unknown,
}

fn judge(source: &Source, accounts: &[&str], location: &Location, plain: bool) -> Verdict {
    if !source.file(location.file).library {
        return Verdict::Visible;
    }
    let path = source.functions[location.function as usize]
        .display
        .trim_start_matches(['<', '&']);
    let path = path
        .trim_start_matches("*mut ")
        .trim_start_matches("*const ");
    let account = accounts.iter().any(|account| path.starts_with(account));
    let ordered = plain && ORDERED.iter().any(|ordered| path.starts_with(ordered));
    if account || ordered {
        Verdict::Account
    } else if NEUTRAL.iter().any(|neutral| path.starts_with(neutral))
        && (!path.starts_with(DROP) || path.contains(THREAD_RESULT))
    {
        Verdict::Unknown
    } else {
        Verdict::Visible
    }
}

impl Machine<'_> {
    /// An access of the topmost frame that is not atomic, or a call, which here means free.
    fn is_plain_access(&self, pc: u32) -> bool {
        let function = &self.program.functions[self.thread.top().function.index()];
        let body = function.body.as_ref().expect("a frame runs a body");
        match body.code[pc as usize] {
            Op::Load { atomic, .. }
            | Op::Store { atomic, .. }
            | Op::LoadMany { atomic, .. }
            | Op::StoreMany { atomic, .. } => !atomic,
            Op::CopyMemory { .. } | Op::SetMemory { .. } | Op::Call { .. } => true,
            _ => false,
        }
    }

    /// The operation at which the running thread stands is one of the runtime's own accounts.
    pub(crate) fn keeps_accounts(&self, pc: u32) -> bool {
        if !self.options.pass_accounts {
            return false;
        }
        let source = &self.program.source;
        let mut pc = pc;
        let plain = self.is_plain_access(pc);
        for (index, frame) in self.thread.frames.iter().enumerate().rev() {
            let function = &self.program.functions[frame.function.index()];
            let body = function.body.as_ref().expect("a frame runs a body");
            for (_, location) in source.inline_chain(body.locations[pc as usize]) {
                match judge(source, &self.accounts, location, plain) {
                    Verdict::Account => return true,
                    Verdict::Visible => return false,
                    Verdict::Unknown => {}
                }
            }
            pc = match index.checked_sub(1) {
                Some(below) => self.thread.frames[below].pc,
                None => return false,
            };
        }
        false
    }
}
