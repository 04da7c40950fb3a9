//! Marks the places of a warning in a program.

use trailhound_lint::{Kind, Site, Warning};
use trailhound_program::{Mark, Program};

/// The mark of places that are not among those of the warning.
pub fn others(warning: &Warning) -> u32 {
    warning.spots.len() as u32
}

/// The mark of where the lock is taken again.
pub fn again(warning: &Warning) -> u32 {
    others(warning) + 1
}

/// The program with the places of a warning marked, in the order in which a search is led
/// through them, and behind them all others at which the variable is touched.
pub fn marked(program: &Program, warning: &Warning) -> Program {
    let mut marked = program.clone();
    let mut marks: Vec<Mark> = Vec::new();
    let mut add = |(function, pc): Site, place: u32| {
        let is_there = |mark: &Mark| (mark.function, mark.pc, mark.place) == (function, pc, place);
        if !marks.iter().any(is_there) {
            marks.push(Mark {
                function,
                pc,
                place,
                goal: false,
            });
        }
    };
    let mut known: Vec<Site> = Vec::new();
    for number in 0..warning.spots.len() {
        for at in warning.operations(number) {
            add(at.site, number as u32);
            known.push(at.site);
        }
    }
    if warning.kind == Kind::CheckThenAct {
        let touched = warning.touched.iter().map(|spot| spot.site);
        for site in touched.filter(|site| !known.contains(site)) {
            add(site, others(warning));
        }
        if let Some(again_at) = warning.again {
            add(again_at.user, again(warning));
        }
    }
    marked.mark(&marks);
    marked
}
