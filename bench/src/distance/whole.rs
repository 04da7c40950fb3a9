//! Whole programs with their libraries: how much of them a search may meet, and how long the
//! analysis of their control flow takes.

use std::fmt::Write;

use super::commands::FOLDER;
use crate::Bench;
use crate::page::count;
use crate::process::Line;

pub(super) fn whole_programs(bench: &Bench, page: &mut String) -> Result<(), String> {
    let mut rows = String::new();
    for arguments in [
        "words.rs",
        "abstract_list.rs --target fn:concurrent_modification",
        "array_list.rs --target fn:changed_while_copied",
        "abstract_list.cpp --target fn:concurrent_modification",
        "array_list.cpp --target fn:changed_while_copied",
        "table_list.c --target fn:concurrent_modification",
    ] {
        bench.tell(arguments);
        let mut row = String::new();
        let mut size = String::new();
        for guide in ["fsm", "efsm:1", "fca", "efca", "pfsm"] {
            let line = format!(
                "trailhound check {FOLDER}/{arguments} --races off --no-sampling --max-memory 2GB --max-states 2 --search best-first --guide {guide}"
            );
            let answer = bench.check(&Line::new(line))?.answer;
            let number = |key: &str| answer["analysis"][key].as_f64().unwrap_or(f64::NAN);
            size = format!(
                "{} | {}",
                count(number("functions")),
                count(number("operations"))
            );
            let _ = write!(row, " {:.1} ms |", number("seconds") * 1000.0);
        }
        let _ = writeln!(rows, "| `{arguments}` | {size} |{row}");
    }
    let _ = writeln!(
        page,
        "## Whole programs\n\n\
         Functions and instructions that the start of a program reaches by what the analysis knows of \
         its calls, the standard library included, and the time of the analysis: building the graph, \
         resolving calls and the heuristic's own passes.\n\n\
         | program | functions | instructions | fsm | efsm:1 | fca | efca | pfsm |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n{rows}"
    );
    Ok(())
}
