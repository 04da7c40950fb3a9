//! What an answer rests on that the search itself does not tell.

use trailhound_machine::ProgramGraph;

/// What is ok of a program none of whose executions counts.
pub const VACUOUS: &str =
    "no execution counts: assumptions that do not hold cut off every one before its end";

/// What a search without errors has not looked at.
pub fn caveats(graph: &ProgramGraph<'_>) -> Option<String> {
    graph.hides_torn_copies().then(|| {
        "copies of several words that other threads can reach were taken as one operation each, \
         and half of one was never looked at"
            .to_owned()
    })
}

/// What a search without errors has not taken for a data race.
pub fn races_left_out(graph: &ProgramGraph<'_>) -> Option<String> {
    graph.leaves_sections_out().then(|| {
        "data races with accesses in atomic sections were not looked for: these take no part in races"
            .to_owned()
    })
}
