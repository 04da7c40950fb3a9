//! What `println!` in every thread adds to the number of states.

use crate::Bench;
use crate::page::{Goal, Row, Section, count};
use crate::process::Line;

pub fn measure(bench: &Bench) -> Result<Section, String> {
    let mut rows = Vec::new();
    let mut commands = Vec::new();
    for (what, level) in [
        ("default options", ""),
        ("--opt-level 0", " --opt-level 0"),
        ("--opt-level 2", " --opt-level 2"),
    ] {
        bench.tell(what);
        let loud = Line::new(format!(
            "trailhound check{level} bench/programs/printing.rs"
        ));
        let quiet = Line::new(format!("{} --cflag=--cfg --cflag=quiet", loud.0));
        let with = bench.check_safe(&loud)?.number("states_stored");
        let without = bench.check_safe(&quiet)?.number("states_stored");
        rows.push(Row {
            what: what.into(),
            measured: with / without,
            unit: " times",
            goal: Some(Goal::AtMost(2.0)),
            from: format!("{} states with, {} without", count(with), count(without)),
        });
        commands.extend([loud, quiet]);
    }
    Ok(Section {
        title: "Printing",
        about: "A Rust program with three threads that count under a mutex: states with `println!` in every \
                thread against states without."
            .into(),
        commands,
        rows,
    })
}
