//! What C++ costs: the way from source to the first state against the compiler alone, and the
//! states of programs against those of their C versions.

use crate::Bench;
use crate::page::{Goal, Row, Section, count};
use crate::process::Line;

pub fn measure(bench: &Bench) -> Result<Section, String> {
    let compile = Line::new(format!(
        "{} -std=c++20 -g -pthread -c bench/programs/headers.cpp -o /dev/null",
        crate::process::clang(bench)
    ));
    let check =
        Line::new("trailhound check bench/programs/headers.cpp --max-states 1 --no-sampling");
    bench.tell("first run, which compiles the runtime");
    bench.check(&check)?;
    let (mut alone, mut with) = (Vec::new(), Vec::new());
    for _ in 0..bench.repeat {
        alone.push(bench.timed(&compile)?.1);
        with.push(bench.timed_check(&check)?);
    }
    let (alone, with) = (median(alone), median(with));
    let mut rows = vec![Row {
        what: "source to first state, more than clang".into(),
        measured: with - alone,
        unit: " s",
        goal: Some(Goal::AtMost(2.0)),
        from: format!("{with:.2} s with, {alone:.2} s for clang alone"),
    }];
    let mut commands = vec![compile, check];
    let number = bench.sized(4, 6);
    for (program, number, options, most) in [
        ("philo", number, " -DFIXED", 1.5),
        ("philo", number, "", 3.0),
        ("leader", 4, "", 3.0),
        ("opttel", 3, "", 3.0),
        ("cashit", 2, "", 3.0),
        ("glob", 3, "", 3.0),
    ] {
        bench.tell(program);
        let line = |extension: &str| {
            Line::new(format!(
                "trailhound check examples/steam/{program}.{extension} -DN={number}{options}"
            ))
        };
        let cpp = bench.check(&line("cpp"))?.number("states_stored");
        let c = bench.check(&line("c"))?.number("states_stored");
        rows.push(Row {
            what: format!("{program} -DN={number}{options}"),
            measured: cpp / c,
            unit: " times",
            goal: Some(Goal::AtMost(most)),
            from: format!("{} states in C++, {} in C", count(cpp), count(c)),
        });
        commands.extend([line("cpp"), line("c")]);
    }
    Ok(Section {
        title: "C++",
        about: "A program that includes `<iostream>`, `<thread>`, `<map>`, `<string>` and `<future>`, from source \
                to its first state, against clang compiling it; and states of the paper's programs in C++ \
                against those in C, to the error or, with `-DFIXED`, all of them."
            .into(),
        commands,
        rows,
    })
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
