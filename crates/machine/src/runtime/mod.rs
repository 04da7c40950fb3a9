//! Parts of the C library that are code and variables of the program, as one LLVM module
//! to link to every program: what calls back into the program, what has variables that all
//! threads share, and constant tables. Everything in it is weak, so that a program's own
//! definitions go first. It calls models by name and knows nothing of the machine.

use crate::models::libc::ctype;
use std::fmt::{Display, Write};
use trailhound_program::DataModel;

/// The text of the module.
pub fn module(model: DataModel) -> String {
    // Every i64 in it is a size_t.
    let size = model.choose("i32", "i64");
    let mut text = include_str!("sorting.ll").replace("i64", size);
    text.push('\n');
    text.push_str(include_str!("statics.ll"));
    text.push('\n');
    text.push_str(include_str!("system_calls.ll"));
    text.push('\n');
    text.push_str(include_str!("atomics.ll"));
    text.push('\n');
    text.push_str(&include_str!("generic_atomics.ll").replace("i64", size));
    let characters = || ctype::FIRST..=ctype::LAST;
    add_table(
        &mut text,
        "__ctype_b_loc",
        "i16",
        characters().map(|c| ctype::traits(c) as i16),
    );
    add_table(
        &mut text,
        "__ctype_toupper_loc",
        "i32",
        characters().map(ctype::upper_case),
    );
    add_table(
        &mut text,
        "__ctype_tolower_loc",
        "i32",
        characters().map(ctype::lower_case),
    );
    text
}

/// A function that returns the address of a pointer to entry 0 of a constant table.
fn add_table(
    text: &mut String,
    function: &str,
    entry: &str,
    entries: impl Iterator<Item = impl Display>,
) {
    let entries: Vec<String> = entries.map(|value| format!("{entry} {value}")).collect();
    let count = entries.len();
    let zero = -ctype::FIRST;
    write!(
        text,
        "
@trailhound.{function}.table = internal constant [{count} x {entry}] [{}]
@trailhound.{function} = internal constant ptr getelementptr ({entry}, ptr @trailhound.{function}.table, i64 {zero})
define weak ptr @{function}() {{
  ret ptr @trailhound.{function}
}}
",
        entries.join(", ")
    )
    .expect("writing to a string");
}
