//! Marks the calls that a sequence rule names in a program.

use trailhound_flow::matching::is_function;
use trailhound_flow::property::{ActionPattern, Property};
use trailhound_program::{Callee, Function, FunctionId, Mark, Op, Pc, Program};

/// The place before calls that a property names; no place of `--via` has so high a number.
pub const CALLED: u32 = 1 << 20;

/// The function that sets a mark.
const MARK: &str = "th_mark";

/// The functions that a property names calls of.
pub fn called(property: &Property) -> impl Iterator<Item = &str> {
    let patterns = property.events.iter().flat_map(|event| &event.patterns);
    patterns.filter_map(|pattern| match &pattern.action {
        ActionPattern::Call { function, .. } => Some(function.as_str()),
        _ => None,
    })
}

/// Marks the calls that a property names, and those through pointers, which may be the same, so
/// that threads stop before them; calls that set marks, too.
pub fn mark(program: &mut Program, property: &Property) {
    let mut patterns = property.events.iter().flat_map(|event| &event.patterns);
    let has_marks = patterns.any(|pattern| matches!(pattern.action, ActionPattern::Mark(_)));
    let is_wanted = |function: &Function| {
        has_marks && function.name == MARK
            || called(property).any(|name| is_function(&function.display, name))
    };
    let wanted: Vec<bool> = program.functions.iter().map(is_wanted).collect();
    if !wanted.contains(&true) {
        return;
    }
    let mut marks = Vec::new();
    for (number, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        for (pc, op) in body.code.iter().enumerate() {
            let Op::Call { call } = op else { continue };
            let may_be_meant = match body.calls[*call as usize].callee {
                Callee::Direct(callee) => wanted[callee.index()],
                Callee::Indirect(_) => true,
            };
            if may_be_meant {
                marks.push(Mark {
                    function: FunctionId(number as u32),
                    pc: pc as Pc,
                    place: CALLED,
                    goal: false,
                });
            }
        }
    }
    program.mark(&marks);
}
