//! What tasks are called: as the user's code calls what they begin with.

use rustc_hash::FxHashMap;
use trailhound_program::FunctionId;

use super::draft::Assembly;
use super::walk::TaskIndex;

impl Assembly<'_, '_> {
    /// What a task is called: its entry function, or the first function of the user's where that
    /// belongs to a library.
    fn entry_name(&self, task: TaskIndex) -> String {
        let program = self.walk.program;
        let is_library = |function: FunctionId| {
            let location = program.functions[function.index()].location;
            let location = location.and_then(|id| program.source.location(id));
            location.is_some_and(|location| program.source.file(location.file).library)
        };
        let entry = self.walk.tasks[task as usize].entry;
        let contexts = self
            .walk
            .contexts
            .iter()
            .filter(|context| context.task == task);
        let mut functions = contexts.map(|context| context.function);
        let named = |function: FunctionId| {
            let display = &program.functions[function.index()].display;
            match is_library(function) {
                true => closure_of(display),
                false => Some(display.clone()),
            }
        };
        match is_library(entry) {
            true => functions.find_map(named),
            false => None,
        }
        .unwrap_or_else(|| program.functions[entry.index()].display.clone())
    }

    pub fn names(&self, started: &[TaskIndex]) -> Vec<String> {
        let all: Vec<String> = started.iter().map(|&task| self.entry_name(task)).collect();
        let mut counts: FxHashMap<String, u32> = FxHashMap::default();
        all.iter()
            .map(|name| {
                let several = all.iter().filter(|other| *other == name).count() > 1;
                let count = counts.entry(name.clone()).or_default();
                *count += 1;
                match several {
                    true => format!("{name}#{count}"),
                    false => name.clone(),
                }
            })
            .collect()
    }
}

/// The closure or function that Rust's library was made to start a thread with: the one in
/// `__rust_begin_short_backtrace::<program::main::{closure#0}, ()>` is `main::closure`.
fn closure_of(display: &str) -> Option<String> {
    let (_, started) = display.split_once("__rust_begin_short_backtrace::<")?;
    let path = started.split(", ").next()?;
    if ["std::", "core::", "alloc::", "<", "fn("]
        .iter()
        .any(|start| path.starts_with(start))
    {
        return None;
    }
    let (_, path) = path.split_once("::")?;
    let mut parts: Vec<&str> = path
        .split("::")
        .map(|part| match part.starts_with("{closure") {
            true => "closure",
            false => part,
        })
        .collect();
    parts.dedup();
    Some(parts.join("::"))
}
