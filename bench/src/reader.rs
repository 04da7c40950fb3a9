//! How fast the IR of a whole Rust program is read and lowered.

use crate::Bench;
use crate::page::{Goal, Row, Section};
use crate::process::{Line, least};

const SOURCE: &str = "bench/programs/printing.rs";

pub fn measure(bench: &Bench) -> Result<Section, String> {
    let mut commands = Vec::new();
    let mut rows = Vec::new();
    for level in 0..=3 {
        let flags =
            format!("-g -Clto=fat -Ccodegen-units=1 -Copt-level={level} --emit=llvm-ir,link");
        let ir = bench.scratch.path().join(format!("level{level}.ll"));
        let binary = ir.with_extension("");
        bench.text(&Line::new(format!(
            "rustc --cap-lints=allow {flags} -o {} {SOURCE}",
            binary.display()
        )))?;
        let megabytes = std::fs::metadata(&ir)
            .map_err(|cause| cause.to_string())?
            .len() as f64
            / 1e6;
        // Only reading is of interest: the search ends at once.
        let check = Line::new(format!(
            "trailhound check --max-states 1 --no-sampling {}",
            ir.display()
        ));
        let times = (0..bench.repeat).map(|_| Ok(bench.check(&check)?.number("link_seconds")));
        let seconds = least(times.collect::<Result<Vec<f64>, String>>()?);
        rows.push(Row {
            what: format!("IR of rustc at opt-level {level}"),
            measured: seconds,
            unit: " s",
            goal: Some(Goal::Below(1.0)),
            from: format!("{megabytes:.1} MB, {:.0} MB/s", megabytes / seconds),
        });
        if level == 1 {
            commands.push(Line::new(format!("rustc {flags} -o level1 {SOURCE}")));
            commands.push(Line::new(
                "trailhound check --format json --max-states 1 --no-sampling level1.ll",
            ));
        }
    }
    Ok(Section {
        title: "Reading",
        about: "A Rust program with its whole standard library and debug information, as text. The time \
                is `stats.link_seconds`: from text in memory to a program that the machine can run, with \
                what the program can never call left out on the way. The least of all repetitions."
            .into(),
        commands,
        rows,
    })
}
