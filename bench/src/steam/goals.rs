//! What issue by issue was promised beyond the paper's tables, measured run by run.

use crate::Bench;
use crate::page::{Goal, Row, count};
use crate::process::{Checked, Line, least};

use super::limits::{LIMITS, MEMORY};

/// The commands that were run, and what came of them.
pub struct Goals {
    pub rows: Vec<Row>,
    pub commands: Vec<Line>,
}

pub fn measure(bench: &Bench) -> Result<Goals, String> {
    let mut goals = Goals {
        rows: Vec::new(),
        commands: Vec::new(),
    };
    for (what, program, scale, options) in [
        (
            "best-first pl1 on philo",
            "philo",
            1000,
            "--search best-first --guide pl1",
        ),
        (
            "best-first lnb on philo",
            "philo",
            1000,
            "--search best-first --guide lnb",
        ),
        (
            "best-first pl1 on opttel",
            "opttel",
            200,
            "--search best-first --guide pl1",
        ),
        (
            "best-first rw on cashit",
            "cashit",
            2,
            "--search best-first --guide rw",
        ),
        ("bfs on philo", "philo", 12, "--search bfs"),
        (
            "A* pl1 on philo",
            "philo",
            400,
            "--search astar --guide pl1",
        ),
    ] {
        let line = line(program, "c", scale, options);
        bench.tell(&line.0);
        let checked = bench.check(&line)?;
        let solved = if checked.verdict == "error" { scale } else { 0 };
        goals.push(
            line,
            &checked,
            Row {
                what: format!("{what}: n solved"),
                measured: solved as f64,
                unit: "",
                goal: Some(Goal::AtLeast(scale as f64)),
                from: String::new(),
            },
        );
    }
    goals.at_the_papers_scales(bench)?;
    goals.in_rust(bench)?;
    goals.queue(bench)?;
    Ok(goals)
}

fn line(program: &str, language: &str, scale: u64, options: &str) -> Line {
    Line::new(format!(
        "trailhound check examples/steam/{program}.{language} -DN={scale} {options} --no-shorten --no-sampling {LIMITS} --max-memory {MEMORY}"
    ))
}

impl Goals {
    /// Adds a row, and to its remark what the run cost.
    fn push(&mut self, line: Line, checked: &Checked, row: Row) {
        let cost = format!(
            "{}, {} steps, {} states, {:.2} s, {:.0} MB",
            checked.verdict,
            count(checked.steps()),
            count(checked.number("states_stored")),
            checked.number("seconds"),
            checked.number("peak_memory_bytes") / (1024.0 * 1024.0)
        );
        self.rows.push(Row { from: cost, ..row });
        self.commands.push(line);
    }

    fn at_the_papers_scales(&mut self, bench: &Bench) -> Result<(), String> {
        for guide in ["lnb", "pl1"] {
            let line = line(
                "philo",
                "c",
                190,
                &format!("--search best-first --guide {guide}"),
            );
            let checked = bench.check(&line)?;
            let seconds = checked.number("seconds");
            let row = Row {
                what: format!("best-first {guide} on philo at n = 190: time"),
                measured: if checked.verdict == "error" {
                    seconds
                } else {
                    f64::INFINITY
                },
                unit: " s",
                goal: Some(Goal::Below(5.0)),
                from: String::new(),
            };
            self.push(line, &checked, row);
        }
        for options in [
            "--search best-first --guide rw",
            "--search dfs",
            "--search auto",
        ] {
            let line = line("leader", "c", 80, options);
            let checked = bench.check(&line)?;
            let found = checked.verdict == "error";
            let row = Row {
                what: format!("leader at n = 80, `{options}`: trail"),
                measured: if found {
                    checked.steps()
                } else {
                    f64::INFINITY
                },
                unit: " steps",
                goal: Some(Goal::Below(599.0)),
                from: String::new(),
            };
            self.push(line, &checked, row);
        }
        Ok(())
    }

    /// States to the error in Rust against those in C, with the same engine.
    fn in_rust(&mut self, bench: &Bench) -> Result<(), String> {
        for (program, small, large, guide) in [
            ("philo", 8, 50, "pl1"),
            ("leader", 6, 40, "rw"),
            ("opttel", 4, 30, "pl1"),
            ("cashit", 2, 8, "rw"),
        ] {
            let directed = format!("--search best-first --guide {guide}");
            let shortest = format!("--search astar --guide {guide}");
            for (options, scale) in [
                ("--search dfs", small),
                ("--search bfs", small),
                (directed.as_str(), large),
                (shortest.as_str(), small),
            ] {
                let [c, rust] = ["c", "rs"].map(|language| line(program, language, scale, options));
                bench.tell(&rust.0);
                let (in_c, in_rust) = (bench.check(&c)?, bench.check(&rust)?);
                let states = |checked: &Checked| checked.number("states_stored");
                let both = in_c.verdict == "error" && in_rust.verdict == "error";
                let ratio = states(&in_rust) / states(&in_c);
                self.rows.push(Row {
                    what: format!("{program} n = {scale}, `{options}`: Rust against C"),
                    measured: if both { ratio } else { f64::INFINITY },
                    unit: " times",
                    goal: Some(Goal::AtMost(3.0)),
                    from: format!(
                        "{} states in Rust ({}), {} in C ({})",
                        count(states(&in_rust)),
                        in_rust.verdict,
                        count(states(&in_c)),
                        in_c.verdict
                    ),
                });
                self.commands.push(rust);
            }
        }
        Ok(())
    }

    /// What a long queue costs, with a guide that jumps about as none of use does, and with one
    /// of the paper's. A program without errors, so that the queue can grow.
    fn queue(&mut self, bench: &Bench) -> Result<(), String> {
        self.long_queue(bench, "random")?;
        self.long_queue(bench, "int")?;
        self.memory_of_queue(bench)
    }

    fn long_queue(&mut self, bench: &Bench, guide: &str) -> Result<(), String> {
        let queued = |states: u64| {
            Line::new(format!(
                "trailhound check examples/steam/philo.c -DN=30 -DFIXED --search best-first --guide {guide} \
                 --max-states {states} --max-memory {MEMORY}"
            ))
        };
        let cost = |states: u64, repeat: usize| -> Result<(f64, f64, f64), String> {
            let mut times = Vec::new();
            let mut counted = (0.0, 0.0);
            for _ in 0..repeat {
                let checked = bench.check(&queued(states))?;
                times.push(checked.number("seconds"));
                counted = (
                    checked.number("transitions"),
                    checked.number("states_expanded"),
                );
            }
            Ok((least(times), counted.0, states as f64 - counted.1))
        };
        let (few, large) = (2_000, bench.sized(100_000, 1_200_000));
        let (short, short_steps, short_queue) = cost(few, 9)?;
        let (before, before_steps, _) = cost(large * 5 / 6, 2)?;
        let (after, after_steps, long_queue) = cost(large, 2)?;
        let small_cost = short / short_steps;
        let large_cost = (after - before) / (after_steps - before_steps);
        self.rows.push(Row {
            what: format!(
                "a step of best-first {guide} with about {} states in the queue against {}",
                count(long_queue),
                count(short_queue)
            ),
            measured: large_cost / small_cost,
            unit: " times",
            goal: Some(Goal::AtMost(2.0)),
            from: format!(
                "{:.0} ns and {:.0} ns a generated state, store included",
                large_cost * 1e9,
                small_cost * 1e9
            ),
        });
        self.commands.extend([queued(few), queued(large)]);
        Ok(())
    }

    fn memory_of_queue(&mut self, bench: &Bench) -> Result<(), String> {
        let all = |search: &str| {
            let scale = bench.sized(10, 12);
            Line::new(format!(
                "trailhound check examples/steam/philo.c -DN={scale} -DFIXED {search} --max-memory {MEMORY}"
            ))
        };
        let (directed, plain) = (
            all("--search best-first --guide random"),
            all("--search dfs"),
        );
        let (with, without) = (bench.check_safe(&directed)?, bench.check_safe(&plain)?);
        let states = with.number("states_stored");
        let bytes = with.number("store_bytes") - without.number("store_bytes");
        self.rows.push(Row {
            what: "memory of best-first beyond that of depth first, for each state".into(),
            measured: bytes / states,
            unit: " bytes",
            goal: Some(Goal::AtMost(48.0)),
            from: format!("{} bytes, {} states", count(bytes), count(states)),
        });
        self.commands.extend([directed, plain]);
        Ok(())
    }
}
