//! How many states are stored in a second, against SPIN's compiled verifier on the same
//! system in Promela.

use crate::Bench;
use crate::page::{Goal, Row, Section, count};
use crate::process::{Line, least, taking_turns};

struct System {
    name: &'static str,
    /// The same `-D` for C and for Promela.
    size: &'static str,
}

/// Twice as many slots as any of the systems has states, and a stack deeper than any path.
const PAN_OPTIONS: &str = "-w24 -m4000000";

pub fn measure(bench: &Bench) -> Result<Section, String> {
    let systems = [
        System {
            name: "philosophers",
            size: bench.sized("-DN=9", "-DN=12"),
        },
        System {
            name: "counters",
            size: bench.sized("-DT=4 -DK=5", "-DT=5 -DK=9"),
        },
    ];
    let mut rows = Vec::new();
    let mut commands = Vec::new();
    for System { name, size } in systems {
        bench.tell(name);
        let reduced = pan(bench, name, size, "", &mut commands)?;
        let full = pan(bench, name, size, " -DNOREDUCE", &mut commands)?;
        let off = Line::new(format!(
            "trailhound check --search dfs --races off bench/models/{name}.c {size}"
        ));
        let usual = Line::new(format!(
            "trailhound check --search dfs bench/models/{name}.c {size}"
        ));
        let sides = [off, full, usual, reduced];
        let repeat = bench.repeat.min(3);
        let runs = taking_turns(repeat, &sides, |line| {
            if line.0.starts_with("trailhound") {
                let explored = bench.explore(line)?;
                Ok((explored.states, explored.seconds))
            } else {
                verified(bench, line)
            }
        })?;
        agree(bench, &sides[0], &[&runs[0], &runs[2]])?;
        commands.extend(sides);
        let [off, full, usual, reduced] =
            [0, 1, 2, 3].map(|side| (runs[side][0].0, least(runs[side].iter().map(|run| run.1))));
        for (side, ours) in [("--races off", &off), ("default options", &usual)] {
            for (other, theirs) in [("", &reduced), (" -DNOREDUCE", &full)] {
                let rate = |(states, seconds): &(f64, f64)| states / seconds;
                rows.push(Row {
                    what: format!("{name} {size}, {side}, against `-DSAFETY{other}`"),
                    measured: rate(ours) / rate(theirs),
                    unit: " times",
                    goal: Some(Goal::AtLeast(0.5)),
                    from: format!(
                        "{} states at {}/s and {} states at {}/s",
                        count(ours.0),
                        count(rate(ours)),
                        count(theirs.0),
                        count(rate(theirs))
                    ),
                });
            }
        }
    }
    Ok(Section {
        title: "Exhaustive search against SPIN",
        about: "Stored states per second of processor time, on one core, on the same system: in C for \
                Trailhound (without the time of a run that ends at the first state: compiling and \
                reading), in Promela for SPIN. Both go through all states. \
                SPIN checks no data races, Trailhound does unless told otherwise. With `-DNOREDUCE` \
                SPIN explores every interleaving, as Trailhound does; without it, it reduces them. \
                The least time of three repetitions."
            .into(),
        commands,
        rows,
    })
}

/// Builds SPIN's verifier and says how to run it.
fn pan(
    bench: &Bench,
    name: &str,
    size: &str,
    reduction: &str,
    commands: &mut Vec<Line>,
) -> Result<Line, String> {
    let model = format!("bench/models/{name}.pml");
    let verifier = format!(
        "./pan-{name}{}",
        reduction.trim().replace("-D", "-").to_lowercase()
    );
    let generate = format!("spin -a {size}");
    let absolute = bench.root.join(&model);
    bench.text_in_scratch(&Line::new(format!("{generate} {}", absolute.display())))?;
    let compile = Line::new(format!("cc -O2 -DSAFETY{reduction} -w -o {verifier} pan.c"));
    bench.text_in_scratch(&compile)?;
    commands.extend([Line::new(format!("{generate} {model}")), compile]);
    Ok(Line::new(format!("{verifier} {PAN_OPTIONS}")))
}

/// A store that keeps a state twice would look fast: all runs must count the same, and a
/// search in another order as well.
fn agree(bench: &Bench, line: &Line, runs: &[&Vec<(f64, f64)>]) -> Result<(), String> {
    let breadth_first = Line::new(line.0.replace("--search dfs", "--search bfs"));
    let states = bench.check(&breadth_first)?.number("states_stored");
    match runs.iter().copied().flatten().find(|run| run.0 != states) {
        None => Ok(()),
        Some((other, _)) => Err(format!(
            "`{}`: {other} states depth first, {states} breadth first",
            line.0
        )),
    }
}

/// The states and the seconds of SPIN's verifier.
fn verified(bench: &Bench, line: &Line) -> Result<(f64, f64), String> {
    let (text, seconds) = bench.timed(line)?;
    if !text.contains("errors: 0") || text.contains("max search depth too small") {
        return Err(format!(
            "`{}` did not go through all states:\n{text}",
            line.0
        ));
    }
    let states = text
        .split_once(" states, stored")
        .and_then(|(head, _)| head.rsplit_once('\n'));
    let states = states.and_then(|(_, number)| number.trim().parse().ok());
    Ok((
        states.ok_or_else(|| format!("`{}` does not count its states:\n{text}", line.0))?,
        seconds,
    ))
}
