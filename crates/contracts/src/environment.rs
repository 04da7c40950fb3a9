//! Functions that ask what is outside of the program, and those that pass time.

use crate::named::Named;
use crate::role::Role;
use crate::row::{has, row};

/// How a function asks for what the machine has one answer to, of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    Program,
    /// Rust's library does so by itself when a program starts, and of no consequence.
    Startup,
}

pub fn asking<'a>(function: impl Into<Named<'a>>) -> Option<Asking> {
    let row = row(function.into())?;
    if row.has(Role::Environment) || row.has(Role::Clock) {
        return Some(Asking::Program);
    }
    row.has(Role::StartupEnvironment).then_some(Asking::Startup)
}

/// Tells the time.
pub fn reads_clock<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::Clock)
}

/// What a function asks of what is outside of the program. The number is that of the argument that tells which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    File(usize),
    Command(usize),
    Variable(usize),
    /// Standard input, read without naming it.
    Input,
    InputStream(usize),
    InputDescriptor(usize),
}

pub fn outside<'a>(function: impl Into<Named<'a>>) -> Option<Outside> {
    let row = row(function.into())?;
    let input = || row.has(Role::Input).then_some(Outside::Input);
    (row.number(Role::File).map(Outside::File))
        .or_else(|| row.number(Role::Command).map(Outside::Command))
        .or_else(|| row.number(Role::Variable).map(Outside::Variable))
        .or_else(input)
        .or_else(|| row.number(Role::InputStream).map(Outside::InputStream))
        .or_else(|| {
            row.number(Role::InputDescriptor)
                .map(Outside::InputDescriptor)
        })
}

/// Changes the variables of the environment.
pub fn sets_variable<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::SetsVariable)
}

/// What a function does that does nothing but pass time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pastime {
    /// It lets other threads run.
    Yield,
    /// It sleeps as long as the number that it is given says.
    Sleep,
    /// It draws a random number.
    Random,
}

pub fn pastime<'a>(function: impl Into<Named<'a>>) -> Option<Pastime> {
    let row = row(function.into())?;
    let roles = [
        (Role::Yields, Pastime::Yield),
        (Role::Sleeps, Pastime::Sleep),
        (Role::Random, Pastime::Random),
    ];
    roles
        .into_iter()
        .find_map(|(role, pastime)| row.has(role).then_some(pastime))
}

/// Returns any value of its type, each of which is a choice of the search.
pub fn chooses<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::AnyValue)
}

/// Reads, changes or ends what a thread keeps under a key.
pub fn uses_key<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::Key)
}

/// Ends a key, for all threads.
pub fn deletes_key<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::DeletesKey)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stands_at_an_argument() {
        for (name, asked) in [
            ("open", Outside::File(0)),
            ("creat64", Outside::File(0)),
            ("openat", Outside::File(1)),
            ("popen", Outside::Command(0)),
            ("getenv", Outside::Variable(0)),
            ("scanf", Outside::Input),
            ("fgets", Outside::InputStream(2)),
            ("read", Outside::InputDescriptor(0)),
        ] {
            assert_eq!(outside(name), Some(asked), "{name}");
        }
        assert_eq!(outside("write"), None);
        assert!(sets_variable("putenv") && !sets_variable("getenv"));
    }

    #[test]
    fn the_time_is_one_answer_of_several() {
        for name in [
            "time",
            "clock",
            "gettimeofday",
            "clock_gettime",
            "timespec_get",
        ] {
            assert!(reads_clock(name), "{name}");
            assert_eq!(asking(name), Some(Asking::Program), "{name}");
        }
        assert!(!reads_clock("clock_getres"));
        assert_eq!(asking("clock_getres"), Some(Asking::Program));
        assert_eq!(asking("getenv"), Some(Asking::Startup));
        assert_eq!(asking("strlen"), None);
    }

    #[test]
    fn a_sleep_with_a_result_is_no_mere_pastime() {
        assert_eq!(pastime("usleep"), Some(Pastime::Sleep));
        assert_eq!(pastime("nanosleep"), None);
        let path = "std::thread::functions::yield_now";
        assert_eq!(
            pastime(Named {
                symbol: "_RNv",
                path
            }),
            Some(Pastime::Yield)
        );
    }
}
