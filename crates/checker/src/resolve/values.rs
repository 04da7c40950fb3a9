//! The values that data choices too wide to enumerate try.

use trailhound_program::Program;

/// Values for data choices too wide to enumerate.
const MOST_VALUES: usize = 24;

/// What such choices try when nothing is said: around the constants that the program
/// compares with, the constants themselves before their neighbours, small ones first.
pub fn around_constants(program: &Program) -> Vec<i64> {
    let mut constants = program.compared_constants.clone();
    constants.sort_by_key(|constant| constant.unsigned_abs());
    let neighbours = constants
        .iter()
        .flat_map(|constant| [constant.wrapping_sub(1), constant.wrapping_add(1)]);
    let mut values: Vec<i64> = Vec::new();
    for value in [0, 1, -1]
        .into_iter()
        .chain(constants.iter().copied())
        .chain(neighbours)
    {
        if !values.contains(&value) && values.len() < MOST_VALUES {
            values.push(value);
        }
    }
    values.sort_unstable();
    values
}
