//! What functions mean for the flow of control: which start threads, call back, end, fail or raise.

use crate::named::Named;
use crate::role::Role;
use crate::row::{Row, has, number, row};
use crate::rust;

/// The argument that is the new thread's first function; the next one is handed to it.
pub fn creates_thread<'a>(function: impl Into<Named<'a>>) -> Option<usize> {
    number(function.into(), Role::Creates)
}

/// The argument that is called before the function returns, unless that was done before: what
/// the first argument leads to remembers it.
pub fn calls_back<'a>(function: impl Into<Named<'a>>) -> Option<usize> {
    number(function.into(), Role::Once)
}

/// The argument that is called when the thread or the program ends.
pub fn calls_at_end<'a>(function: impl Into<Named<'a>>) -> Option<usize> {
    number(function.into(), Role::AtEnd)
}

/// The bits of the parameters and of the results of the function that this one is handed to call.
pub fn handed_function<'a>(function: impl Into<Named<'a>>) -> (Vec<u8>, Vec<u8>) {
    let row = row(function.into());
    let of = |role| {
        let bits = |row: &'static Row| row.numbers(role).map(|bits| bits as u8).collect();
        row.map_or_else(Vec::new, bits)
    };
    (of(Role::Takes), of(Role::Gives))
}

/// What a function waits for that waits for an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joining {
    Thread,
    /// A thread, and it may return before that has ended.
    Attempt,
    /// A child process.
    Child,
}

pub fn joining<'a>(function: impl Into<Named<'a>>) -> Option<Joining> {
    let row = row(function.into())?;
    let roles = [
        (Role::Joins, Joining::Thread),
        (Role::TryJoins, Joining::Attempt),
        (Role::Reaps, Joining::Child),
    ];
    roles
        .into_iter()
        .find_map(|(role, joining)| row.has(role).then_some(joining))
}

/// Models of Rust's library that let the program's own code put text together.
pub fn formats<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::Formats)
}

/// Writers of the machine's own, which the program's formatting may be given.
pub fn writes_text<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::WritesText)
}

/// Leaves by an exception.
pub fn raises<'a>(function: impl Into<Named<'a>>) -> bool {
    let function = function.into();
    let by_row = |row: &Row| row.has(Role::Raises) || row.has(Role::MayRaise);
    row(function).is_some_and(by_row) || throws(function.symbol)
}

/// A function of C++'s library that is there to throw.
fn throws(symbol: &str) -> bool {
    in_namespace_std(symbol)
        .is_some_and(|name| name.starts_with("__throw_") || name == "rethrow_exception")
}

/// The name of a function of C++ that stands in `std` itself and is no template.
fn in_namespace_std(symbol: &str) -> Option<&str> {
    let rest = symbol.strip_prefix("_ZSt")?;
    let name = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let length: usize = rest[..rest.len() - name.len()].parse().ok()?;
    let is_template = name.get(length..)?.starts_with('I');
    name.get(..length).filter(|_| !is_template)
}

/// The caller never goes on.
pub fn never_returns<'a>(function: impl Into<Named<'a>>) -> bool {
    const LEAVING: [Role; 4] = [Role::Raises, Role::Exits, Role::EndsThread, Role::Fails];
    let function = function.into();
    let by_row = |row: &Row| LEAVING.iter().any(|&role| row.has(role));
    row(function).is_some_and(by_row) || throws(function.symbol)
}

/// Calling it is the program's failure: an assertion, a panic, an abort.
pub fn fails<'a>(function: impl Into<Named<'a>>) -> bool {
    let function = function.into();
    has(function, Role::Fails) || rust::fails(function)
}

/// Ends the program as it is meant to end.
pub fn exits<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::Exits)
}

pub fn ends_thread<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::EndsThread)
}

pub fn cancels<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::Cancels)
}

/// A thread that was cancelled ends there, by POSIX and as glibc has it.
pub fn is_cancellation_point(symbol: &str) -> bool {
    CANCELLATION_POINTS.contains(&symbol)
}

const CANCELLATION_POINTS: &[&str] = &[
    "accept",
    "accept4",
    "clock_nanosleep",
    "close",
    "cnd_timedwait",
    "cnd_wait",
    "connect",
    "creat",
    "creat64",
    "epoll_pwait",
    "epoll_wait",
    "eventfd_read",
    "eventfd_write",
    "fdatasync",
    "fsync",
    "mq_receive",
    "mq_send",
    "mq_timedreceive",
    "mq_timedsend",
    "msync",
    "nanosleep",
    "open",
    "open64",
    "openat",
    "openat64",
    "pause",
    "poll",
    "ppoll",
    "pread",
    "pread64",
    "preadv",
    "preadv64",
    "pselect",
    "pthread_cond_clockwait",
    "pthread_cond_timedwait",
    "pthread_cond_wait",
    "pthread_join",
    "pthread_testcancel",
    "pwrite",
    "pwrite64",
    "pwritev",
    "pwritev64",
    "read",
    "readv",
    "recv",
    "recvfrom",
    "recvmsg",
    "select",
    "sem_clockwait",
    "sem_timedwait",
    "sem_wait",
    "send",
    "sendmsg",
    "sendto",
    "sleep",
    "thrd_join",
    "thrd_sleep",
    "usleep",
    "wait",
    "wait3",
    "wait4",
    "waitid",
    "waitpid",
    "write",
    "writev",
];

/// Makes a process of a process.
pub fn forks<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::Forks)
}

/// The program goes on in a way that no graph of its text has.
pub fn leaves_the_graph<'a>(function: impl Into<Named<'a>>) -> bool {
    let function = function.into();
    has(function, Role::Jumps) || cancels(function) || forks(function)
}

/// The program may go on behind the call more than once.
pub fn returns_twice<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::ReturnsTwice)
}

/// Executions in which its argument is false do not count.
pub fn assumes<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::Assumes)
}

/// Marks a place with the text that it is given.
pub fn marks<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::Marks)
}

pub fn begins_atomic<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::AtomicBegin)
}

pub fn ends_atomic<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::AtomicEnd)
}

/// Always returns 0, for all callers or for those in a library: a success, or that nothing was found.
pub fn returns_zero<'a>(function: impl Into<Named<'a>>, is_by_library: bool) -> bool {
    let function = function.into();
    has(function, Role::Zero) || is_by_library && has(function, Role::LibraryZero)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_functions_that_throw_are_said_to() {
        for raising in [
            "_ZSt20__throw_length_errorPKc",
            "_ZSt24__throw_out_of_range_fmtPKcz",
            "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE",
            "__cxa_throw",
        ] {
            assert!(raises(raising) && never_returns(raising), "{raising}");
        }
        for other in [
            "_ZSt4moveIR9throwawayEONSt16remove_referenceIT_E4typeEOS3_",
            "_ZSt15rethrow_if_nestedI5ErrorEvRKT_",
            "_ZSt11make_uniqueI12my_rethrow_tJEENSt8__detail9_MakeUniqIT_E15__single_objectEDpOT0_",
            "_Z5throwv",
        ] {
            assert!(!raises(other), "{other}");
        }
        assert!(raises("trailhound_raise") && !never_returns("trailhound_raise"));
    }

    #[test]
    fn functions_are_called_as_they_are_declared() {
        assert_eq!(handed_function("pthread_create"), (vec![64], vec![64]));
        assert_eq!(handed_function("thrd_create"), (vec![64], vec![32]));
        assert_eq!(handed_function("on_exit"), (vec![32, 64], vec![]));
        assert_eq!(handed_function("call_once"), (vec![], vec![]));
    }

    #[test]
    fn every_end_that_is_meant_is_one_without_return() {
        for ending in ["exit", "_exit", "_Exit", "quick_exit"] {
            assert!(
                exits(ending) && never_returns(ending) && !fails(ending),
                "{ending}"
            );
        }
        for ending in ["pthread_exit", "thrd_exit"] {
            assert!(ends_thread(ending) && never_returns(ending), "{ending}");
        }
        for failing in ["abort", "__assert_fail", "reach_error"] {
            assert!(fails(failing) && never_returns(failing), "{failing}");
        }
    }

    #[test]
    fn a_join_that_may_return_before_is_told_apart() {
        assert_eq!(joining("thrd_join"), Some(Joining::Thread));
        assert_eq!(joining("pthread_timedjoin_np"), Some(Joining::Attempt));
        assert_eq!(joining("waitpid"), Some(Joining::Child));
        assert_eq!(joining("pthread_joiner"), None);
    }

    #[test]
    fn all_that_forks_leaves_the_graph() {
        for forking in ["fork", "vfork", "_Fork", "clone", "__clone"] {
            assert!(forks(forking) && leaves_the_graph(forking), "{forking}");
        }
        assert!(leaves_the_graph("siglongjmp") && leaves_the_graph("pthread_cancel"));
    }
}
