//! How much memory a stored state takes, counting everything that grows.

use crate::Bench;
use crate::page::{Goal, Row, Section, count};
use crate::process::Line;

pub fn measure(bench: &Bench) -> Result<Section, String> {
    let line = |size: &str| {
        Line::new(format!(
            "trailhound check --search dfs --all-orders bench/models/philosophers.c -DN={size}"
        ))
    };
    let sides = [line("4"), line(bench.sized("9", "12"))];
    let small = bench.check_safe(&sides[0])?;
    let large = bench.check_safe(&sides[1])?;
    let states = large.number("states_stored");
    let kept = large.number("store_bytes") + large.number("graph_bytes");
    let peak = |name: &str| large.number(name) - small.number(name);
    let grown = peak("peak_memory_bytes");
    let more_states = peak("states_stored");
    Ok(Section {
        title: "Memory",
        about: "Philosophers, depth first. The first row is what the search reports of itself, the second \
                what the operating system saw: how much more memory the process had at its peak than \
                with a handful of states, stack of the search and growing tables included."
            .into(),
        rows: vec![
            Row {
                what: "store and graph, per stored state".into(),
                measured: kept / states,
                unit: " bytes",
                goal: Some(Goal::AtMost(32.0)),
                from: format!("{} bytes, {} states", count(kept), count(states)),
            },
            Row {
                what: "growth of the process, per stored state".into(),
                measured: grown / more_states,
                unit: " bytes",
                goal: Some(Goal::AtMost(32.0)),
                from: format!(
                    "{} bytes at the peak, {} with {} states",
                    count(large.number("peak_memory_bytes")),
                    count(small.number("peak_memory_bytes")),
                    count(small.number("states_stored"))
                ),
            },
        ],
        commands: sides.to_vec(),
    })
}
