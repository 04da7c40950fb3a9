//! Where a thread stands: its stack as source functions and lines, with what was inlined
//! taken apart again. It does not know what the thread is about to do there.

use std::env;

use rustc_hash::FxHashMap;
use trailhound_machine::Thread;
use trailhound_program::{Function, Location, LocationId, Program, without_dots};

use crate::report::{Place, StackFrame};
use crate::sources::Sources;

/// Turns locations into what a person reads, each file name and line once.
pub struct Places<'p> {
    program: &'p Program,
    /// The crate of the program, with the colons after it: left out of names.
    own_crate: Option<String>,
    sources: Sources,
    known: FxHashMap<LocationId, Option<Place>>,
}

impl<'p> Places<'p> {
    pub fn new(program: &'p Program) -> Self {
        let own_crate = own_crate(program);
        Places {
            program,
            own_crate,
            sources: Sources::default(),
            known: FxHashMap::default(),
        }
    }

    /// The stack of a thread, innermost call first, without the middle of a very deep one.
    pub fn stack(&self, thread: &Thread) -> Vec<StackFrame> {
        let source = &self.program.source;
        let mut calls: Vec<Call<'p>> = Vec::new();
        for frame in thread.frames.iter().rev() {
            let function = &self.program.functions[frame.function.index()];
            let body = function.body.as_ref().expect("a frame runs a body");
            let known = calls.len();
            let inlined = source.inline_chain(body.locations[frame.pc as usize]);
            calls.extend(inlined.map(|(id, location)| Call::Known(id, location)));
            if calls.len() == known {
                calls.push(Call::Unknown(function));
            }
        }
        let told = |calls: &[Call<'p>]| -> Vec<StackFrame> {
            calls.iter().map(|call| self.frame(call)).collect()
        };
        if calls.len() <= DEEPEST {
            return told(&calls);
        }
        let left_out = calls.len() - DEEPEST;
        let mut stack = told(&calls[..DEEPEST / 2]);
        stack.push(without_place(format!("… {left_out} calls left out")));
        stack.extend(told(&calls[calls.len() - DEEPEST / 2..]));
        stack
    }

    /// The frame of the machine, from the outermost one, in which a call of [`Places::stack`] is.
    pub fn frame_of(&self, thread: &Thread, call: usize) -> Option<usize> {
        let mut counted = 0;
        for (index, frame) in thread.frames.iter().enumerate().rev() {
            let function = &self.program.functions[frame.function.index()];
            let body = function.body.as_ref().expect("a frame runs a body");
            let inlined = self
                .program
                .source
                .inline_chain(body.locations[frame.pc as usize]);
            counted += inlined.count().max(1);
            if call < counted {
                // Behind the calls that are left out, the numbers are others.
                return (call < DEEPEST / 2 || thread.frames.len() < DEEPEST / 2).then_some(index);
            }
        }
        None
    }

    fn frame(&self, call: &Call<'p>) -> StackFrame {
        let source = &self.program.source;
        match *call {
            Call::Known(id, location) => StackFrame {
                function: self.plain(&source.function(location.function).display),
                file: Some(shown_path(&source.file(location.file).path)),
                line: location.line,
                column: location.column,
                library: !self.is_users(location),
                location: id,
            },
            Call::Unknown(function) => without_place(self.plain(&function.display)),
        }
    }

    /// It stands on a line of the user's: what the compiler adds to a file, such as the main function of tests,
    /// stands on line 0.
    fn is_users(&self, location: &Location) -> bool {
        location.line > 0 && !self.program.source.file(location.file).library
    }

    /// Where the user's function of this name, without its crate, begins.
    pub fn start_of(&mut self, name: &str) -> Option<Place> {
        let source = &self.program.source;
        let is_named: Vec<bool> = (source.functions.iter())
            .map(|function| self.plain(&function.display) == name)
            .collect();
        let locations = source.locations.iter().flatten();
        let found = locations
            .filter(|location| is_named[location.function.index()] && self.is_users(location))
            .min_by_key(|location| (location.line, location.column))?;
        Some(self.describe(found))
    }

    /// A name without the program's own crate in it.
    fn plain(&self, name: &str) -> String {
        let Some(own) = &self.own_crate else {
            return name.to_owned();
        };
        let mut plain = String::new();
        let mut rest = name;
        while let Some(at) = rest.find(own.as_str()) {
            let (before, after) = rest.split_at(at);
            plain.push_str(before);
            // Not at the end of a longer name.
            if before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
                plain.push_str(own);
            }
            rest = &after[own.len()..];
        }
        plain + rest
    }

    pub fn place(&mut self, id: LocationId) -> Option<Place> {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let location = self.program.source.location(id);
        let place = location.map(|location| self.describe(location));
        self.known.insert(id, place.clone());
        place
    }

    /// The innermost place of a stack in the user's own code, or else where the innermost
    /// known place is; and the library function called from there.
    pub fn of_stack(&mut self, stack: &[StackFrame]) -> (Option<Place>, Option<String>) {
        let user = stack.iter().position(|frame| !frame.library);
        let library = match user {
            Some(0) => None,
            Some(user) => Some(short_name(&stack[user - 1].function)),
            None => stack.last().map(|frame| short_name(&frame.function)),
        };
        (
            user.and_then(|user| self.place(stack[user].location)),
            library,
        )
    }

    fn describe(&mut self, location: &Location) -> Place {
        let source = &self.program.source;
        let path = &source.file(location.file).path;
        Place {
            file: shown_path(path),
            line: location.line,
            column: location.column,
            function: self.plain(&source.function(location.function).display),
            text: self.sources.line(path, location.line),
        }
    }

    /// The function at a location, without its path and parameters.
    pub fn function(&self, id: LocationId) -> Option<String> {
        let location = self.program.source.location(id)?;
        Some(short_name(
            &self.program.source.function(location.function).display,
        ))
    }
}

/// Calls of a very deep stack that are kept, half of them from each end.
const DEEPEST: usize = 200;

/// A call before it is told: where it is, or the function if that is not known.
enum Call<'p> {
    Known(LocationId, &'p Location),
    Unknown(&'p Function),
}

fn without_place(function: String) -> StackFrame {
    StackFrame {
        function,
        file: None,
        line: 0,
        column: 0,
        library: true,
        location: LocationId::UNKNOWN,
    }
}

/// The crate that a Rust program's own `main` is in, as `name::`.
pub fn own_crate(program: &Program) -> Option<String> {
    let source = &program.source;
    let is_users = |id| {
        source
            .location(id)
            .is_some_and(|location| !source.file(location.file).library)
    };
    program.functions.iter().find_map(|function| {
        let name = function
            .display
            .strip_suffix("::main")
            .filter(|name| !name.contains("::"))?;
        function
            .location
            .filter(|&id| is_users(id))
            .map(|_| format!("{name}::"))
    })
}

/// A path as seen from the current directory, if it is below it.
pub fn shown_path(path: &str) -> String {
    let plain = without_dots(path);
    let here = env::current_dir().unwrap_or_default();
    let shown = plain.strip_prefix(&here).unwrap_or(&plain);
    shown.to_string_lossy().into_owned()
}

/// `<std::sync::poison::mutex::Mutex<i32>>::lock` becomes `Mutex::lock`.
pub fn short_name(function: &str) -> String {
    let plain = without_parameters(function);
    let segments: Vec<&str> = without_arguments(&plain)
        .split("::")
        .filter(|segment| !segment.is_empty())
        .collect();
    let named = segments
        .iter()
        .rposition(|segment| !segment.starts_with('{'))
        .unwrap_or(0);
    let is_type = |segment: &str| segment.starts_with(char::is_uppercase);
    let first = match named.checked_sub(1) {
        Some(before) if is_type(segments[before]) || !is_type(segments[named]) => before,
        _ => named,
    };
    match &segments[first..] {
        // Its module is private.
        ["scoped", "scope"] => "thread::scope".to_owned(),
        // A constructor.
        [class, function] if class == function => (*class).to_owned(),
        short => short.join("::"),
    }
}

/// The name of a C++ function without the types of its arguments.
fn without_arguments(function: &str) -> &str {
    let mut opening = function.match_indices('(').map(|(at, _)| &function[..at]);
    let ends =
        |name: &&str| !name.is_empty() && !name.ends_with("::") && !name.ends_with("operator");
    opening.find(ends).unwrap_or(function)
}

/// A path without the type parameters in it; `<T as Trait>::f` is `T::f`.
fn without_parameters(function: &str) -> String {
    if let Some(rest) = function.strip_prefix('<') {
        let mut depth = 1;
        for (at, character) in rest.char_indices() {
            match character {
                '<' => depth += 1,
                '>' if !rest[..at].ends_with('-') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let subject = &rest[..at];
                let subject = subject.split(" as ").next().unwrap_or(subject);
                return without_parameters(subject) + &without_parameters(&rest[at + 1..]);
            }
        }
    }
    let mut plain = String::new();
    let mut depth = 0;
    for (at, character) in function.char_indices() {
        match character {
            '<' => depth += 1,
            '>' if !function[..at].ends_with('-') => depth -= 1,
            _ if depth == 0 => plain.push(character),
            _ => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn library_functions_have_short_names() {
        let short = [
            (
                "<std::sync::poison::mutex::Mutex<i32>>::lock",
                "Mutex::lock",
            ),
            ("std::thread::spawn::<fn() -> u8, u8>", "thread::spawn"),
            (
                "<alloc::sync::Arc<u8> as core::ops::drop::Drop>::drop",
                "Arc::drop",
            ),
            (
                "philosophers::main::{closure#0}",
                "philosophers::main::{closure#0}",
            ),
            ("main", "main"),
            (
                "std::lock_guard<std::mutex>::lock_guard(std::mutex&)",
                "lock_guard",
            ),
            (
                "std::condition_variable::wait(std::unique_lock<std::mutex>&)",
                "condition_variable::wait",
            ),
            ("std::less<int>::operator()(int, int)", "less::operator()"),
        ];
        for (long, expected) in short {
            assert_eq!(short_name(long), expected);
        }
    }
}
