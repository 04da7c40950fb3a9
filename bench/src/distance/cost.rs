//! What ranks cost beside the states that they rank.

use std::fmt::Write;

use super::commands::FOLDER;
use crate::Bench;
use crate::page::count;
use crate::process::Line;

/// So many states tell enough of what one of them costs.
const COMMON: &str = "--no-sampling --races off --no-shorten --max-memory 2GB --max-states 200000";

pub(super) fn cost_of_ranks(bench: &Bench, page: &mut String) -> Result<(), String> {
    let mut rows = String::new();
    let subjects = [
        format!("{FOLDER}/hyman.c -DM=5 --mutex fn:critical --granularity instruction"),
        format!("{FOLDER}/barbershop.c -DT=51 -DM=9 --mutex fn:in_chair --granularity line"),
        format!("{FOLDER}/philosophers.c -DT=2 -DM=5 --granularity instruction"),
        format!("{FOLDER}/array_list.rs --target fn:changed_while_copied"),
    ];
    for arguments in subjects {
        for guide in ["fsm", "efsm:1", "efca", "pfsm"] {
            let line = format!(
                "trailhound check {arguments} {COMMON} --search best-first --guide {guide} --time-guide"
            );
            let checked = bench.check(&Line::new(line))?;
            let states = checked.number("states_generated");
            let ranks = checked.answer["analysis"]["ranking_seconds"].as_f64();
            let ranks = ranks.ok_or("the time spent on ranks is missing")?;
            let rest = checked.number("seconds") - ranks;
            let _ = writeln!(
                rows,
                "| `{arguments}` | {guide} | {} | {:.0} ns | {:.0} ns | {:.2} |",
                count(states),
                ranks / states * 1e9,
                rest / states * 1e9,
                ranks / rest
            );
        }
    }
    let _ = writeln!(
        page,
        "## What a rank costs\n\n\
         Time in the guide for each state generated, with the reading of the clock itself, \
         beside all the rest of the search: generating, storing and judging the state. PFSM's \
         includes what it learns when methods are met.\n\n\
         | subject | guide | states | rank | the rest | ratio |\n| --- | --- | --- | --- | --- | --- |\n{rows}"
    );
    Ok(())
}
