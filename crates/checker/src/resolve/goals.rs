//! Marks the places of `--target`, `--mutex` and `--via` in a program.

use trailhound_distance::{Place, PlaceError, Targets};
use trailhound_program::{FunctionId, Mark, Pc, Program};
use trailhound_trail::GoalRequest;

/// Marks the places that `goals` name in the program; the operations of the place for one
/// thread only.
pub fn mark(
    program: &mut Program,
    goals: &GoalRequest,
) -> Result<Vec<(FunctionId, Pc)>, PlaceError> {
    let goal_number = goals.via.len() as u32;
    let mut marks = Vec::new();
    let mut add = |program: &Program, text: &str, place: u32, goal: bool| {
        let named: Place = text.parse()?;
        for (function, pc) in Targets::at(program, &named)?.places {
            marks.push(Mark {
                function,
                pc,
                place,
                goal,
            });
        }
        Ok::<(), PlaceError>(())
    };
    for (number, text) in (0..).zip(&goals.via) {
        add(program, text, number, false)?;
    }
    for text in &goals.targets {
        add(program, text, goal_number, true)?;
    }
    if let Some(text) = &goals.mutex {
        add(program, text, goal_number, false)?;
    }
    program.mark(&marks);
    match &goals.mutex {
        Some(text) => Ok(Targets::within(program, &text.parse()?)?.places),
        None => Ok(Vec::new()),
    }
}
