//! How Rust's library names the functions that do its bookkeeping.

use super::verdict::{Operation, Verdict};
use trailhound_program::{Location, Program, Source, is_rust_symbol};

/// Functions of the runtime, by the beginning of their path. The library is built so that
/// each of these only does bookkeeping, under whatever order.
const BOOKKEEPING: &[&str] = &[
    "std::thread::lifecycle::",
    "std::thread::current::",
    "std::thread::main_thread::",
    "std::thread::spawnhook::",
    "std::thread::functions::panicking",
    "std::sys::thread::unix::Thread>::new",
    "std::sys::thread_local::",
    "std::sys::pal::unix::stack_overflow::",
    "std::sys::pal::unix::weak::",
    "std::panicking::panic_count::",
    "std::panicking::panicking",
    "alloc::sync::Weak<std::thread::lifecycle::Packet",
];

/// Handles of threads: the counts of what they refer to are bookkeeping, a variable that holds one is its user's.
const THREAD_HANDLES: &[&str] = &[
    "std::thread::id::",
    "std::thread::thread::Thread>::cname",
    "std::thread::thread::Thread>::name",
    "std::thread::thread::Thread>::id",
    "std::thread::thread::Thread>::new",
    "std::thread::thread::Inner",
    "alloc::sync::Arc<std::thread::thread::Inner",
    "alloc::sync::Weak<std::thread::thread::Inner",
    "core::ptr::drop_in_place::<std::thread::lifecycle::",
    "core::ptr::drop_in_place::<std::thread::thread::",
    "core::ptr::drop_in_place::<alloc::sync::Arc<std::thread::",
    "core::ptr::drop_in_place::<core::pin::Pin<alloc::sync::Arc<std::thread::",
    "core::ptr::drop_in_place::<core::option::Option<alloc::sync::Arc<std::thread::",
];

/// What is bookkeeping only if the program cannot read it.
struct Secret {
    path: &'static str,
    /// How the paths of functions begin and end that let the program look, if one is called.
    looked_into_by: &'static [(&'static str, &'static str)],
}

/// Where threads get their numbers.
const NUMBERS: &str = "std::thread::id::ThreadId>::new";

const SECRETS: &[Secret] = &[
    // How many refer to a thread's result tells whether it has ended.
    Secret {
        path: "alloc::sync::Arc<std::thread::lifecycle::Packet",
        looked_into_by: &[
            ("std::thread::lifecycle::JoinInner", "::is_finished"),
            // What a thread panics with may do something when it is dropped.
            ("std::panic::panic_any", ""),
            ("std::panic::resume_unwind", ""),
            // What `panic!(value)` calls in editions before 2021.
            ("std::panicking::begin_panic::<", ""),
        ],
    },
    // The numbers of threads, in the order in which they were given.
    Secret {
        path: NUMBERS,
        looked_into_by: &[
            ("std::thread::id::ThreadId as core::fmt::Debug", ""),
            ("std::thread::id::ThreadId as core::hash::Hash", ""),
        ],
    },
    // The poison bit of a lock that has just been taken: otherwise only the holder changes it.
    Secret {
        path: "std::sync::poison::Flag>::guard",
        looked_into_by: &[("std::sync::poison::Flag", "::clear")],
    },
    Secret {
        path: "std::sync::poison::Flag>::borrow",
        looked_into_by: &[("std::sync::poison::Flag", "::clear")],
    },
];

fn is_called(source: &Source, named: &[(&str, &str)]) -> bool {
    source.functions.iter().any(|function| {
        let path = function.display.trim_start_matches('<');
        let is_named = |(start, end): &(&str, &str)| path.starts_with(start) && path.ends_with(end);
        function.library && named.iter().any(is_named)
    })
}

/// The variable behind which the panic hook lies, of a program that never changes the hook:
/// its lock has readers only, whose order is of no interest.
pub(crate) fn constant_hook(program: &Program) -> Option<u32> {
    let changers = ["set_hook", "take_hook", "update_hook"];
    let changes = |changer: &&str| {
        let path = format!("std::panicking::{changer}");
        let functions = &program.functions;
        is_called(&program.source, &[(&path, "")])
            || functions.iter().any(|f| f.display.starts_with(&path))
    };
    if changers.iter().any(changes) {
        return None;
    }
    let mut globals = program.globals.iter();
    let hook = globals.position(|global| global.display == "std::panicking::HOOK");
    hook.map(|index| index as u32)
}

/// The paths of the functions that only do bookkeeping in a program.
pub(crate) fn bookkeeping_paths(source: &Source) -> Vec<&'static str> {
    let secrets = SECRETS
        .iter()
        .filter(|secret| !is_called(source, secret.looked_into_by))
        .map(|secret| secret.path);
    BOOKKEEPING.iter().copied().chain(secrets).collect()
}

/// Types of the library that order their own plain accesses by atomic operations, in memory that is theirs alone. As
/// these are free of races, only the atomic operations need to be scheduling points.
const ORDERED: &[&str] = &[
    "std::sys::sync::",
    "std::sync::barrier::",
    "std::sync::mpmc::array::",
    "std::sync::mpmc::context::",
    "std::sync::mpmc::list::",
    "std::sync::mpmc::waker::",
    "std::sync::mpmc::zero::",
    "alloc::vec::Vec<std::sync::mpmc::waker::",
];

/// Types of which each variable is one thread's at a time, or whose contents are the user's. Their functions read
/// and write the variable on behalf of their callers.
const HANDLES: &[&str] = &["alloc::sync::", "std::sync::", "std::thread::thread::"];

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

/// What both a thread and its joiner refer to. The last of them to let go of it drops the thread's result.
const RESULT: &str = "alloc::sync::Arc<std::thread::lifecycle::Packet<";

/// What the handle of a thread that can be joined consists of.
const JOINED: &str = "std::thread::lifecycle::JoinInner<";

/// Types without anything to do when they are dropped.
const PLAIN: &[&str] = &[
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32",
    "u64", "u128", "usize",
];

/// The function may drop the result of a thread, and it matters which thread does.
fn may_drop_result(path: &str) -> bool {
    let Some(rest) = path.strip_prefix(RESULT) else {
        return false;
    };
    let mut depth = 1;
    let end = rest.find(|c| {
        depth += (c == '<') as i32 - (c == '>') as i32;
        depth == 0
    });
    let result = &rest[..end.unwrap_or(rest.len())];
    let mut words = result.split(|c: char| !c.is_alphanumeric() && c != '_');
    !words.all(|word| word.is_empty() || PLAIN.contains(&word))
}

pub(super) fn judge(
    source: &Source,
    paths: &[&str],
    location: &Location,
    operation: Operation,
) -> Verdict {
    if !source.file(location.file).library {
        return Verdict::Visible;
    }
    let function = source.function(location.function);
    match is_rust_symbol(&function.symbol) {
        true => judge_path(&function.display, paths, operation),
        false => Verdict::Visible,
    }
}

pub(super) fn judge_path(path: &str, paths: &[&str], operation: Operation) -> Verdict {
    let path = path
        .trim_start_matches(['<', '&'])
        .trim_start_matches("*mut ")
        .trim_start_matches("*const ");
    let among = |list: &[&str]| list.iter().any(|start| path.starts_with(start));
    let is_atomic = operation == Operation::Atomic;
    let is_thread_handle = among(THREAD_HANDLES) && !path.starts_with(NUMBERS);
    if operation == Operation::Plain && path.starts_with(JOINED) && !path.ends_with("::join") {
        // The variable with the handle is its user's, until it is moved to `join`.
        Verdict::Unknown
    } else if paths.iter().any(|listed| path.starts_with(listed)) && !may_drop_result(path)
        || !is_atomic && among(ORDERED)
    {
        Verdict::Bookkeeping
    } else if is_thread_handle || !is_atomic && among(HANDLES) {
        match operation {
            Operation::Plain => Verdict::Unknown,
            Operation::Free | Operation::Atomic => Verdict::Bookkeeping,
        }
    } else if among(NEUTRAL) && (!path.starts_with(DROP) || path.contains(THREAD_RESULT)) {
        Verdict::Unknown
    } else {
        Verdict::Visible
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_of_handles_are_their_users() {
        let judged = |path: &str, operation| judge_path(path, &[], operation);
        let clone = "<alloc::sync::Arc<u32> as core::clone::Clone>::clone";
        assert_eq!(judged(clone, Operation::Plain), Verdict::Unknown);
        assert_eq!(judged(clone, Operation::Atomic), Verdict::Visible);
        let drop = "<alloc::sync::Arc<u32>>::drop_slow";
        assert_eq!(judged(drop, Operation::Free), Verdict::Bookkeeping);
        let send = "<std::sync::mpmc::list::Channel<u32>>::send";
        assert_eq!(judged(send, Operation::Plain), Verdict::Bookkeeping);
    }

    #[test]
    fn who_drops_a_result_matters_if_dropping_does_something() {
        let path = |result: &str| format!("{RESULT}{result}>> as core::ops::drop::Drop>::drop");
        for plain in ["()", "u32", "(bool, i64)"] {
            assert!(!may_drop_result(&path(plain)), "{plain}");
        }
        // To be careful about an array of bytes costs states, nothing else.
        for other in ["[u8; 4]", "alloc::vec::Vec<u32>", "(u32, program::Noisy)"] {
            assert!(may_drop_result(&path(other)), "{other}");
        }
        assert!(!may_drop_result(
            "alloc::sync::Arc<std::thread::thread::Inner>::clone"
        ));
    }
}
