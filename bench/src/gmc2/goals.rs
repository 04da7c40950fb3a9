//! What was promised of sampling and of temporal properties, as ratios and rates.

use super::series::{FOLDER, sampled};
use crate::Bench;
use crate::page::count;
use crate::process::{Line, least, taking_turns};

pub struct Goals {
    /// Lassos of four philosophers a second, on one core.
    pub lassos: f64,
    pub lassos_line: Line,
    /// The cost of a state with a formula over that of one without.
    pub formula: Ratio,
    /// The same where only fair executions count.
    pub fair: Ratio,
}

pub struct Ratio {
    pub value: f64,
    /// The numbers behind it.
    pub from: String,
    pub line: Line,
}

pub fn measure(bench: &Bench) -> Result<Goals, String> {
    let epsilon = bench.sized("0.0001", "0.000002");
    let lassos_line = Line::new(format!(
        "trailhound sample {FOLDER}/philosophers.c -DN=4 -DFIXED --epsilon {epsilon} --delta 0.01 --jobs 1"
    ));
    bench.tell(&lassos_line.0);
    let times = (0..bench.repeat).map(|_| sampled(bench, &lassos_line));
    let times: Vec<_> = times.collect::<Result<_, _>>()?;
    let lassos = times[0].samples / least(times.iter().map(|run| run.seconds));
    let size = bench.sized(8, 11);
    let program = format!("{FOLDER}/eating.c -DN={size}");
    let plain = Line::new(format!(
        "trailhound check {program} --search dfs --all-orders --races off"
    ));
    let with = |more: &str| {
        Line::new(format!(
            "trailhound check {program} --search dfs --ltl {more}"
        ))
    };
    let sides = [plain, with("G(eats<2)"), with("G(eats->F(!eats)) --fair")];
    for side in &sides {
        bench.tell(&side.0);
    }
    let costs = taking_turns(bench.repeat, &sides, |line| bench.explore(line))?;
    let cost = |side: usize| {
        let runs = costs[side].iter();
        (
            least(runs.map(|run| run.seconds / run.states)),
            costs[side][0].states,
        )
    };
    let (base, states) = cost(0);
    let ratio = |side: usize| {
        let (with, product) = cost(side);
        Ratio {
            value: with / base,
            from: format!(
                "{:.0} ns for each of {} states, {:.0} ns for each of {}",
                with * 1e9,
                count(product),
                base * 1e9,
                count(states)
            ),
            line: sides[side].clone(),
        }
    };
    Ok(Goals {
        lassos,
        lassos_line,
        formula: ratio(1),
        fair: ratio(2),
    })
}
