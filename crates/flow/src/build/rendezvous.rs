//! Channels without a buffer: sender and receiver wait for each other in Rust's
//! library, and leave their calls together. Such a meeting is one node of both tasks, as long as
//! it is known everywhere which channel is meant.
//!
//! Both sides are followed as if they had come first and waited; whichever really did, they
//! return alike. What is done inside the calls is known by the names of the library's functions:
//! where these are not found as expected, there is no rendezvous, and the calls are like any others.

use std::collections::BTreeSet;

use trailhound_analysis::CallGraph;
use trailhound_program::{Callee, FunctionId, Program, SourceFunction};

use super::inlining::inlined;
use super::value::ObjectNumber;

/// A call of a channel without a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Send,
    Receive,
    TrySend,
    TryReceive,
}

/// A function of the library that takes part in meetings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Call(Call),
    /// Gives the message to one who waits, takes it from one who waits, waits until it is given
    /// or taken.
    Gives,
    Takes,
    Waits,
    /// Tells a waiting task that the last one on the other side is gone.
    Parts,
}

fn part_of(display: &str) -> Option<Part> {
    let (type_name, function) = display.rsplit_once(">::")?;
    let within = type_name.strip_prefix("<std::sync::mpmc::zero::")?;
    match (within.split('<').next()?, function) {
        ("Channel", "send") => Some(Part::Call(Call::Send)),
        ("Channel", "recv") => Some(Part::Call(Call::Receive)),
        ("Channel", "try_send") => Some(Part::Call(Call::TrySend)),
        ("Channel", "try_recv") => Some(Part::Call(Call::TryReceive)),
        ("Channel", "write") => Some(Part::Gives),
        ("Channel", "read") => Some(Part::Takes),
        ("Channel", "disconnect") => Some(Part::Parts),
        ("Packet", "wait_ready") => Some(Part::Waits),
        _ => None,
    }
}

/// The functions of the library that must be called, but were inlined, for threads to be seen meet:
/// their symbols.
pub fn inlined_meetings(program: &Program) -> Vec<&str> {
    let source = &program.source;
    let takes_part = |function: &SourceFunction| part_of(&function.display).is_some();
    if !source.functions.iter().any(takes_part) {
        return Vec::new();
    }
    let found = inlined(program, &|_| true, &|id| takes_part(source.function(id))).into_iter();
    found
        .map(|id| source.function(id).symbol.as_str())
        .collect()
}

/// The functions of a program that take part in meetings.
pub struct Rendezvous {
    parts: Vec<Option<Part>>,
}

impl Rendezvous {
    pub fn of(call_graph: &CallGraph<'_>) -> Rendezvous {
        let program = call_graph.program;
        let functions = program.functions.iter();
        let mut parts: Vec<Option<Part>> = functions.map(|f| part_of(&f.display)).collect();
        let waits = |(id, part): (usize, &Option<Part>)| match part {
            Some(Part::Call(Call::Send | Call::Receive)) => {
                let function = FunctionId(id as u32);
                !call_graph.reaches(function) || reaches_wait(program, &parts, function)
            }
            _ => true,
        };
        if !inlined_meetings(program).is_empty() || !parts.iter().enumerate().all(waits) {
            parts.fill(None);
        }
        Rendezvous { parts }
    }

    /// No rendezvous is seen.
    pub fn none(program: &Program) -> Rendezvous {
        let parts = vec![None; program.functions.len()];
        Rendezvous { parts }
    }

    pub fn part(&self, function: FunctionId) -> Option<Part> {
        self.parts[function.index()]
    }

    /// Whether two tasks may meet in the function.
    pub fn is_meeting(&self, function: FunctionId) -> bool {
        let part = self.parts[function.index()];
        matches!(part, Some(Part::Gives | Part::Takes | Part::Waits))
    }

    /// Whether the function tells that one side of a channel is gone.
    pub fn parts(&self, function: FunctionId) -> bool {
        self.parts[function.index()] == Some(Part::Parts)
    }
}

/// Whether one who calls the function may come to wait.
fn reaches_wait(program: &Program, parts: &[Option<Part>], from: FunctionId) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut waiting = vec![from];
    while let Some(function) = waiting.pop() {
        match parts[function.index()] {
            Some(Part::Waits) => return true,
            Some(Part::Gives | Part::Takes | Part::Parts) => continue,
            _ => {}
        }
        let body = program.functions[function.index()].body.iter();
        for site in body.flat_map(|body| &body.calls) {
            if let Callee::Direct(callee) = site.callee
                && seen.insert(callee)
            {
                waiting.push(callee);
            }
        }
    }
    false
}

/// A channel without a buffer: an object, and where in it.
pub type Channel = (ObjectNumber, i32);

/// What the walk finds out about channels.
#[derive(Default)]
pub struct Meetings {
    /// Objects of which it is not known everywhere where they are.
    pub lost: BTreeSet<ObjectNumber>,
    /// A rendezvous at an unknown channel.
    pub unknown: bool,
    /// Objects of which one may be a channel that is left.
    pub left: Vec<BTreeSet<ObjectNumber>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_known_by_their_names() {
        let send = "<std::sync::mpmc::zero::Channel<core::option::Option<i32>>>::send";
        assert_eq!(part_of(send), Some(Part::Call(Call::Send)));
        let wait = "<std::sync::mpmc::zero::Packet<i32>>::wait_ready";
        assert_eq!(part_of(wait), Some(Part::Waits));
        let buffered = "<std::sync::mpmc::array::Channel<i32>>::send";
        assert_eq!(part_of(buffered), None);
        let inside = "<std::sync::mpmc::zero::Channel<i32>>::send::{closure#0}";
        assert_eq!(part_of(inside), None);
    }
}
