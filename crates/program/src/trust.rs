//! Whose atomic operations are taken to be right. The code that an operation was written in
//! decides, and code that only passes atomics on (`core`, `std::atomic`) leaves it to its caller.

use crate::code::{FunctionId, Pc};
use crate::debug::{is_rusts, is_versioned};
use crate::source::without_dots;
use crate::{Location, Program};

/// Who answers for an atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A standard library: its use of weaker orders is believed to be right.
    Trusted,
    /// The program, with the packages that it is made of.
    Judged,
    /// The caller.
    Neutral,
}

/// The code that is trusted: standard libraries, and what the user names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trust {
    /// Beginnings of the paths of functions (`crossbeam_epoch::`) and files.
    pub prefixes: Vec<String>,
}

/// Files of a C++ library that are atomics and nothing else.
const NEUTRAL_HEADERS: [&str; 5] = [
    "/atomic",
    "/bits/atomic_base.h",
    "/bits/atomic_wait.h",
    "/bits/atomic_timed_wait.h",
    "/stdatomic.h",
];

/// Functions of libraries that people take for synchronisation and that only look at a count or a flag.
const GLANCES: [&str; 20] = [
    "strong_count",
    "weak_count",
    "is_finished",
    "is_poisoned",
    "upgrade",
    "use_count",
    "_M_get_use_count",
    "__libcpp_relaxed_load",
    "expired",
    "unique",
    "is_completed",
    "initialized",
    "is_initialized",
    "stop_requested",
    "_M_stop_requested",
    "__stop_requested",
    "try_wait",
    // Of futures, and what libstdc++ asks in them.
    "wait_for",
    "wait_until",
    "_M_load",
];

/// The function, if it is one of a library's, only looks at a count or a flag of an object.
pub fn is_glance(display: &str) -> bool {
    let name = last_name(display);
    GLANCES.contains(&name) || name == "get" && display.contains("::OnceLock<")
}

/// What `is_poisoned` asks, and locks ask as well.
fn reads_poison(display: &str) -> bool {
    display.ends_with("std::sync::poison::Flag>::get")
}

/// Without the path, and what C++ has behind the name.
pub(crate) fn last_name(display: &str) -> &str {
    let path = without_brackets(display.trim_end_matches(" const"), '(', ')');
    let path = without_brackets(path, '<', '>').trim_end_matches("::");
    let name = path.rsplit("::").next().unwrap_or(path);
    // The library's mark of its version.
    name.split("[abi:").next().unwrap_or(name)
}

/// Without the brackets that it ends with, and what they enclose.
fn without_brackets(text: &str, open: char, close: char) -> &str {
    if !text.ends_with(close) {
        return text;
    }
    let mut depth = 0;
    for (at, letter) in text.char_indices().rev() {
        depth += i32::from(letter == close) - i32::from(letter == open);
        if depth == 0 {
            return &text[..at];
        }
    }
    text
}

/// Namespaces of C++ runtimes, for functions without debug information.
const TRUSTED_NAMES: [&str; 6] = [
    "std::",
    "alloc::",
    "__gnu_cxx::",
    "__cxxabiv1::",
    "__cxa_",
    "trailhound::",
];

impl Trust {
    pub fn in_prefixes(prefixes: Vec<String>) -> Trust {
        Trust { prefixes }
    }

    /// Who answers for the operation at a place: the first function that is not neutral of
    /// those inlined there, the innermost first. Where all are neutral, the frame below decides.
    pub fn at(&self, program: &Program, function: FunctionId, pc: Pc) -> Standing {
        let code = &program.functions[function.index()];
        let body = code.body.as_ref().expect("an operation stands in a body");
        let source = &program.source;
        let mut chain = source.inline_chain(body.locations[pc as usize]).peekable();
        if chain.peek().is_none() {
            return self.by_name(&code.display);
        }
        chain
            .map(|(_, location)| self.of(program, location))
            .find(|&standing| standing != Standing::Neutral)
            .unwrap_or(Standing::Neutral)
    }

    /// Whether a function with a body is nothing but a way to atomics.
    pub fn is_neutral(&self, program: &Program, function: FunctionId) -> bool {
        let code = &program.functions[function.index()];
        let location = code.location.and_then(|id| program.source.location(id));
        let standing = match location {
            Some(location) => self.of(program, location),
            None => self.by_name(&code.display),
        };
        standing == Standing::Neutral
    }

    fn of(&self, program: &Program, location: &Location) -> Standing {
        let function = &program.source.function(location.function).display;
        let file = &program.source.file(location.file).path;
        if self.is_named(function) || self.is_named_file(file) {
            return Standing::Trusted;
        }
        match by_file(file) {
            Standing::Trusted if is_glance(function) || reads_poison(function) => Standing::Neutral,
            standing => standing,
        }
    }

    fn by_name(&self, display: &str) -> Standing {
        let path = display.trim_start_matches('<');
        let begins = |names: &[&str]| names.iter().any(|name| path.starts_with(name));
        if self.is_named(display) {
            return Standing::Trusted;
        }
        if begins(&["core::", "__atomic_", "std::atomic", "std::__atomic"]) {
            return Standing::Neutral;
        }
        match begins(&TRUSTED_NAMES) {
            true => Standing::Trusted,
            false => Standing::Judged,
        }
    }

    fn is_named(&self, function: &str) -> bool {
        let path = function.trim_start_matches('<');
        let mut prefixes = self.prefixes.iter();
        prefixes.any(|prefix| path.starts_with(prefix))
    }

    /// From the root, or from any directory on the way.
    fn is_named_file(&self, file: &str) -> bool {
        let mut prefixes = self.prefixes.iter();
        prefixes.any(|prefix| file.starts_with(prefix) || file.contains(&format!("/{prefix}")))
    }
}

fn by_file(path: &str) -> Standing {
    let path = without_dots(path);
    let path = path.to_string_lossy();
    if is_rusts(&path) {
        return match path.contains("/library/core/") {
            true => Standing::Neutral,
            false => Standing::Trusted,
        };
    }
    if NEUTRAL_HEADERS.iter().any(|header| path.ends_with(header)) || path.contains("/__atomic/") {
        return Standing::Neutral;
    }
    // The second is our part of the C++ library, by the name that it is given.
    let is_cpps = is_versioned(&path) || path.starts_with("/usr/lib/trailhound/");
    match is_cpps {
        true => Standing::Trusted,
        false => Standing::Judged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_known_by_their_files() {
        for (path, standing) in [
            (
                "/rustc/0123/library/std/src/sync/once.rs",
                Standing::Trusted,
            ),
            (
                "/rustc/0123/library/core/src/sync/atomic.rs",
                Standing::Neutral,
            ),
            (
                "/r/lib/rustlib/src/rust/library/alloc/src/sync.rs",
                Standing::Trusted,
            ),
            (
                "/root/.cargo/registry/src/x/crossbeam-epoch/lib.rs",
                Standing::Judged,
            ),
            ("/usr/include/c++/12/bits/atomic_base.h", Standing::Neutral),
            ("/usr/bin/../include/c++/12/atomic", Standing::Neutral),
            (
                "/usr/include/c++/12/bits/shared_ptr_base.h",
                Standing::Trusted,
            ),
            (
                "/opt/llvm/include/c++/v1/__atomic/atomic_base.h",
                Standing::Neutral,
            ),
            ("/usr/lib/trailhound/runtime/memory.cpp", Standing::Trusted),
            (
                "/usr/lib/trailhound/include/bits/atomic_wait.h",
                Standing::Neutral,
            ),
            ("/home/me/queue.c", Standing::Judged),
            ("/home/me/rustlib/queue.rs", Standing::Judged),
            ("/home/me/include/c++/queue.h", Standing::Judged),
            (
                "/home/me/trailhound-demo/src/trailhound.rs",
                Standing::Judged,
            ),
        ] {
            assert_eq!(by_file(path), standing, "{path}");
        }
    }

    #[test]
    fn functions_that_only_look_are_known_by_their_names() {
        assert!(is_glance("<alloc::sync::Arc<i32>>::strong_count"));
        assert!(is_glance(
            "std::__shared_ptr<int, (__gnu_cxx::_Lock_policy)2>::use_count() const"
        ));
        assert!(is_glance(
            "std::shared_ptr<int>::use_count[abi:ne190107]() const"
        ));
        assert!(is_glance(
            "std::future_status std::__basic_future<void>::wait_for<long, std::ratio<1l, 1l>>(std::chrono::duration<long> const&) const"
        ));
        assert!(is_glance("<std::sync::once_lock::OnceLock<()>>::get"));
        assert!(!is_glance("<std::collections::HashMap<u32, ()>>::get"));
        assert!(!is_glance("std::shared_ptr<int>::reset()"));
    }

    #[test]
    fn users_name_functions_and_files() {
        let named = ["crossbeam_epoch::", "src/ring.rs"].map(str::to_owned);
        let trust = Trust::in_prefixes(named.to_vec());
        assert!(trust.is_named("<crossbeam_epoch::Guard>::defer"));
        assert!(!trust.is_named("crossbeam_queue::push"));
        assert!(trust.is_named_file("/home/me/src/ring.rs"));
        assert!(!trust.is_named_file("/home/me/src/main.rs"));
    }
}
