//! Law 4, cost follows change: memory that is not touched must cost nothing.

use crate::Bench;
use crate::page::{Goal, Row, Section, count};
use crate::process::{Explored, Line, median, taking_turns};

pub fn measure(bench: &Bench) -> Result<Section, String> {
    let philosophers = bench.sized(9, 11);
    let sides = [1024, 1_048_576].map(|bytes| {
        let options = format!("--search dfs -DN={philosophers} -DBALLAST={bytes}");
        Line::new(format!(
            "trailhound check --all-orders {options} bench/models/philosophers.c"
        ))
    });
    let runs = taking_turns(bench.repeat, &sides, |line| bench.explore(line))?;
    let rates = |side: usize| median(runs[side].iter().map(Explored::rate));
    let sizes = |side: usize| {
        let run = &runs[side][0];
        (run.checked.number("store_bytes") + run.checked.number("graph_bytes")) / run.states
    };
    let percent = |small: f64, large: f64| (large / small - 1.0).abs() * 100.0;
    let states = |side: usize| count(runs[side][0].states);
    Ok(Section {
        title: "Memory that is not touched (law 4)",
        about: "The same program with 1 KiB and with 1 MiB of initialised, writable global memory: by how \
                much the two differ, in either direction. Medians of all repetitions."
            .into(),
        rows: vec![
            Row {
                what: "states per second".into(),
                measured: percent(rates(0), rates(1)),
                unit: " %",
                goal: Some(Goal::Below(20.0)),
                from: format!("{}/s with 1 KiB, {}/s with 1 MiB", count(rates(0)), count(rates(1))),
            },
            Row {
                what: "bytes per stored state".into(),
                measured: percent(sizes(0), sizes(1)),
                unit: " %",
                goal: Some(Goal::Below(10.0)),
                from: format!(
                    "{:.2} and {:.2} bytes, {} and {} states",
                    sizes(0),
                    sizes(1),
                    states(0),
                    states(1)
                ),
            },
        ],
        commands: sides.to_vec(),
    })
}
