//! How many states are stored in a second, against SPIN's compiled verifier on the same
//! system in Promela.

use crate::Bench;
use crate::page::{Goal, Row, Section, count};
use crate::process::{Line, least, taking_turns};

struct System {
    name: &'static str,
    /// The same `-D` for C and for Promela.
    size: &'static str,
    /// The smallest one, which takes no time but that of starting.
    smallest: &'static str,
}

/// More slots than any of the systems has states, and a stack deeper than any path.
const PAN_OPTIONS: &str = "-w24 -m4000000";

enum Side {
    Trailhound(Line),
    /// SPIN's verifier, and the same one for the smallest system.
    Spin {
        run: Line,
        start: Line,
    },
}

impl Side {
    fn line(&self) -> &Line {
        match self {
            Side::Trailhound(line) | Side::Spin { run: line, .. } => line,
        }
    }
}

#[derive(Clone, Copy)]
struct Timed {
    states: f64,
    seconds: f64,
}

impl Timed {
    fn rate(self) -> f64 {
        self.states / self.seconds
    }
}

pub fn measure(bench: &Bench) -> Result<Section, String> {
    let systems = [
        System {
            name: "philosophers",
            size: bench.sized("-DN=10", "-DN=12"),
            smallest: "-DN=2",
        },
        System {
            name: "counters",
            size: bench.sized("-DT=5 -DK=6", "-DT=5 -DK=9"),
            smallest: "-DT=1 -DK=1",
        },
    ];
    let mut rows = Vec::new();
    let mut commands = Vec::new();
    for system in systems {
        let System { name, size, .. } = system;
        bench.tell(name);
        let check = |options: &str| {
            let options = format!("--search dfs{options}");
            let line =
                format!("trailhound check --all-orders {options} bench/models/{name}.c {size}");
            Side::Trailhound(Line::new(line))
        };
        let sides = [
            check(" --races off"),
            verifier(bench, &system, " -DNOREDUCE", &mut commands)?,
            check(""),
            verifier(bench, &system, "", &mut commands)?,
        ];
        let runs = taking_turns(bench.repeat, &sides, |side| timed(bench, side))?;
        agree(bench, sides[0].line(), runs[0].iter().chain(&runs[2]))?;
        commands.extend(sides.iter().map(|side| side.line().clone()));
        let [off, full, usual, reduced] = [0, 1, 2, 3].map(|side| Timed {
            states: runs[side][0].states,
            seconds: least(runs[side].iter().map(|run| run.seconds)),
        });
        for (options, ours) in [("--races off", off), ("default options", usual)] {
            for (flags, theirs) in [("", reduced), (" -DNOREDUCE", full)] {
                rows.push(Row {
                    what: format!("{name} {size}, {options}, against `-DSAFETY{flags}`"),
                    measured: ours.rate() / theirs.rate(),
                    unit: " times",
                    goal: Some(Goal::AtLeast(0.5)),
                    from: format!(
                        "{} states at {}/s and {} states at {}/s",
                        count(ours.states),
                        count(ours.rate()),
                        count(theirs.states),
                        count(theirs.rate())
                    ),
                });
            }
        }
    }
    Ok(Section {
        title: "Exhaustive search against SPIN",
        about: "Stored states per second of processor time, on one core, on the same system: in C for \
                Trailhound, in Promela for SPIN. Both go through all states. The time of starting is \
                subtracted on both sides: for Trailhound that of a run that ends at its first state \
                (compiling, reading), for SPIN that of the smallest system with the same options \
                (clearing its hash table). SPIN checks no data races, Trailhound does unless told \
                otherwise. With `-DNOREDUCE` SPIN explores every interleaving, without it it reduces \
                them. The two cut the program into steps differently and do not have the same number of states: the counts stand beside the rates. The least time of all repetitions."
            .into(),
        commands,
        rows,
    })
}

/// Builds SPIN's verifiers for a system, and notes how.
fn verifier(
    bench: &Bench,
    system: &System,
    reduction: &str,
    commands: &mut Vec<Line>,
) -> Result<Side, String> {
    let model = format!("bench/models/{}.pml", system.name);
    let place = bench.root.join(&model);
    let suffix = reduction.trim().replace("-D", "-").to_lowercase();
    let run = format!("./pan-{}{suffix}", system.name);
    let start = format!("{run}-start");
    for (verifier, size) in [(&start, system.smallest), (&run, system.size)] {
        let generate = format!("spin -a {size}");
        let compile = Line::new(format!("cc -O2 -DSAFETY{reduction} -w -o {verifier} pan.c"));
        bench.text_in_scratch(&Line::new(format!("{generate} {}", place.display())))?;
        bench.text_in_scratch(&compile)?;
        if *verifier == run {
            commands.extend([Line::new(format!("{generate} {model}")), compile]);
        }
    }
    Ok(Side::Spin {
        run: Line::new(format!("{run} {PAN_OPTIONS}")),
        start: Line::new(format!("{start} {PAN_OPTIONS}")),
    })
}

fn timed(bench: &Bench, side: &Side) -> Result<Timed, String> {
    match side {
        Side::Trailhound(line) => {
            let explored = bench.explore(line)?;
            Ok(Timed {
                states: explored.states,
                seconds: explored.seconds,
            })
        }
        Side::Spin { run, start } => {
            let (_, starting) = bench.timed(start)?;
            let (text, whole) = bench.timed(run)?;
            Ok(Timed {
                states: states_of(run, &text)?,
                seconds: whole - starting,
            })
        }
    }
}

/// The states that SPIN's verifier says it has stored, if it went through all of them.
fn states_of(line: &Line, text: &str) -> Result<f64, String> {
    if !text.contains("errors: 0") || text.contains("max search depth too small") {
        return Err(format!(
            "`{}` did not go through all states:\n{text}",
            line.0
        ));
    }
    let before = text.split_once(" states, stored").map(|(head, _)| head);
    let number = before.and_then(|head| head.lines().last()?.trim().parse().ok());
    number.ok_or_else(|| format!("`{}` does not count its states:\n{text}", line.0))
}

/// A store that keeps a state twice would look fast: all runs must count the same, and a
/// search in another order as well.
fn agree<'r>(
    bench: &Bench,
    line: &Line,
    mut runs: impl Iterator<Item = &'r Timed>,
) -> Result<(), String> {
    let other_order = Line::new(line.0.replace("--search dfs", "--search bfs"));
    let states = bench.check_safe(&other_order)?.number("states_stored");
    match runs.find(|run| run.states != states) {
        None => Ok(()),
        Some(run) => Err(format!(
            "`{}`: {} states depth first, {states} breadth first",
            line.0, run.states
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_was_cut_short_does_not_count() {
        let line = Line::new("./pan");
        let whole =
            "depth reached 87, errors: 0\n    18403 states, stored\n     99 states, matched\n";
        assert_eq!(states_of(&line, whole), Ok(18403.0));
        let cut = format!("error: max search depth too small\n{whole}");
        assert!(states_of(&line, &cut).is_err());
    }
}
