//! Whether what a Rust program prints must be printed by Rust's own library, which holds the lock of the stream
//! meanwhile. Otherwise a model prints: as long as no thread can stop while it holds the lock, the lock makes no difference.

use rustc_hash::FxHashSet;
use trailhound_contracts::{is_beside_threads, joining, may_block, rust_may_block};
use trailhound_program::{Callee, Function, FunctionId, Op};

/// A function that prints, and the one that gives the lock of its stream to the program, in both ways to mangle it.
const PRINTING: [(&str, [&str; 2]); 2] = [
    (
        "std::io::stdio::_print",
        [
            "std::io::stdio::Stdout::lock",
            "<std::io::stdio::Stdout>::lock",
        ],
    ),
    (
        "std::io::stdio::_eprint",
        [
            "std::io::stdio::Stderr::lock",
            "<std::io::stdio::Stderr>::lock",
        ],
    ),
];

/// Functions that must not be inlined, so that it is seen who calls them.
pub fn locking_paths() -> impl Iterator<Item = &'static str> {
    PRINTING.into_iter().flat_map(|(_, locks)| locks)
}

/// Libraries that hold the lock for single operations only.
const OF_LIBRARY: &[&str] = &["std::io::", "test::"];

/// Implementations of the traits of formatting.
const FORMATTING: &str = " as core::fmt::";

/// The functions that print and must be executed in a program that consists of these functions.
pub fn executed_printing(functions: &[Function]) -> Vec<FunctionId> {
    let mut executed = Vec::new();
    let mut waits_in_format = None;
    for (printing, locks) in PRINTING {
        let Some(id) = number_of(functions, &[printing]) else {
            continue;
        };
        let is_held = number_of(functions, &locks).is_some_and(|lock| {
            let mut users = functions.iter().filter(|function| !is_of_library(function));
            users.any(|user| callees(user).any(|callee| callee == lock))
        });
        if is_held || *waits_in_format.get_or_insert_with(|| formats_may_wait(functions)) {
            executed.push(id);
        }
    }
    executed
}

fn number_of(functions: &[Function], paths: &[&str]) -> Option<FunctionId> {
    let is_named = |it: &Function| paths.contains(&it.display.as_str());
    let index = functions.iter().position(is_named)?;
    Some(FunctionId(index as u32))
}

fn is_of_library(function: &Function) -> bool {
    let path = function.display.trim_start_matches('<');
    OF_LIBRARY.iter().any(|library| path.starts_with(library))
}

/// The functions that a function calls by name.
fn callees(function: &Function) -> impl Iterator<Item = FunctionId> {
    let body = function.body.as_ref();
    let ops = body.into_iter().flat_map(|body| &body.code);
    ops.filter_map(move |op| match op {
        Op::Call { call } => match body?.calls[*call as usize].callee {
            Callee::Direct(callee) => Some(callee),
            Callee::Indirect(_) => None,
        },
        _ => None,
    })
}

/// Whether a thread may have to wait for others within a format of the program's own.
fn formats_may_wait(functions: &[Function]) -> bool {
    let ids = (0..).map(FunctionId).zip(functions);
    let formats = ids.filter(|(_, function)| {
        let path = &function.display;
        path.contains(FORMATTING) && !is_standard(path)
    });
    let mut met: FxHashSet<FunctionId> = formats.map(|(id, _)| id).collect();
    let mut open: Vec<FunctionId> = met.iter().copied().collect();
    while let Some(id) = open.pop() {
        let function = &functions[id.index()];
        if may_wait(function) {
            return true;
        }
        if !is_beside_threads(function) {
            open.extend(callees(function).filter(|&callee| met.insert(callee)));
        }
    }
    false
}

fn is_standard(path: &str) -> bool {
    let own = path.trim_start_matches(['<', '&']);
    ["std::", "core::", "alloc::"]
        .iter()
        .any(|library| own.starts_with(library))
}

fn may_wait(function: &Function) -> bool {
    let is_external = function.body.is_none();
    rust_may_block(&function.display)
        || is_external
            && (may_block(function) || joining(function).is_some() || function.name == "syscall")
}
