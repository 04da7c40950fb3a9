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

struct Timed {
    states: f64,
    seconds: f64,
}

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
        let times = taking_turns(repeat, &sides, |line| {
            if line.0.starts_with("trailhound") {
                checked(bench, line)
            } else {
                verified(bench, line)
            }
        })?;
        commands.extend(sides);
        let [off, full, usual, reduced] = [0, 1, 2, 3].map(|side| Timed {
            states: times[side][0].states,
            seconds: least(times[side].iter().map(|timed| timed.seconds)),
        });
        for (side, ours) in [("--races off", &off), ("default options", &usual)] {
            for (other, theirs) in [("", &reduced), (" -DNOREDUCE", &full)] {
                let rate = |timed: &Timed| timed.states / timed.seconds;
                rows.push(Row {
                    what: format!("{name} {size}, {side}, against `-DSAFETY{other}`"),
                    measured: rate(ours) / rate(theirs),
                    unit: " times",
                    goal: Some(Goal::AtLeast(0.5)),
                    from: format!(
                        "{} states at {}/s and {} states at {}/s",
                        count(ours.states),
                        count(rate(ours)),
                        count(theirs.states),
                        count(rate(theirs))
                    ),
                });
            }
        }
    }
    Ok(Section {
        title: "Exhaustive search against SPIN",
        about: "Stored states per second of the search alone, as each tool reports it, on one core, on \
                the same system: in C for Trailhound, in Promela for SPIN. Both go through all states. \
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

fn checked(bench: &Bench, line: &Line) -> Result<Timed, String> {
    let checked = bench.check_all(line)?;
    Ok(Timed {
        states: checked.number("states_stored"),
        seconds: checked.number("seconds"),
    })
}

fn verified(bench: &Bench, line: &Line) -> Result<Timed, String> {
    let text = bench.text(line)?;
    if !text.contains("errors: 0") || text.contains("Search not completed") {
        return Err(format!(
            "`{}` did not go through all states:\n{text}",
            line.0
        ));
    }
    let number = |after: &str, before: &str| {
        let (head, _) = text.split_once(before)?;
        let word = head.rsplit_once(after).map_or(head, |(_, tail)| tail);
        word.trim().parse::<f64>().ok()
    };
    let states = number("\n", " states, stored");
    let seconds = number("elapsed time ", " seconds");
    let (Some(states), Some(seconds)) = (states, seconds) else {
        return Err(format!(
            "`{}` does not say how long it took:\n{text}",
            line.0
        ));
    };
    // It counts hundredths of a second, and none at all in very small systems.
    Ok(Timed {
        states,
        seconds: seconds.max(0.01),
    })
}
