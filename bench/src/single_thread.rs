//! How much slower than the processor the machine is, on a loop of arithmetic and memory.

use crate::Bench;
use crate::page::{Goal, Row, Section};
use crate::process::{Line, clang, least, taking_turns};

/// The same program, in its two forms.
struct Pair {
    what: &'static str,
    build: Line,
    native: Line,
    machine: Line,
}

/// Each side runs with this many iterations less as well: the difference is the loop alone,
/// without compiling, reading and starting.
const FEW: u64 = 1_000_000;

pub fn measure(bench: &Bench) -> Result<Section, String> {
    let many: u64 = bench.sized(10_000_000, 100_000_000);
    // The long runs make good measurements: three of them are enough.
    let repeat = bench.repeat.min(3);
    let mut rows = Vec::new();
    let mut commands = Vec::new();
    for pair in pairs(bench) {
        bench.tell(pair.what);
        let (row, [native, machine]) = compared(bench, &pair, many, repeat)?;
        rows.push(row);
        commands.extend([pair.build, native, machine]);
    }
    Ok(Section {
        title: "The machine on one thread",
        about: format!(
            "A loop of {many} iterations: a step of a linear congruential generator, then a read, a \
             change and a write of the table cell that it names. Slowdown against the same program, \
             compiled at the same level and run natively. The time of {FEW} iterations is subtracted \
             on both sides, so that compiling and starting do not count. The least of {repeat} \
             repetitions, in processor time."
        ),
        commands,
        rows,
    })
}

fn pairs(bench: &Bench) -> [Pair; 6] {
    let c = |name: &str, native: &str, machine: &str| Pair {
        what: "",
        build: Line::new(format!(
            "{} {native} -o ./{name} bench/programs/loop.c",
            clang(bench)
        )),
        native: Line::new(format!("./{name}")),
        machine: Line::new(format!("trailhound run {machine} bench/programs/loop.c --")),
    };
    let rust = |level: u8| Pair {
        what: "",
        build: Line::new(format!(
            "rustc -Copt-level={level} -o ./rust{level} bench/programs/loop.rs"
        )),
        native: Line::new(format!("./rust{level}")),
        machine: Line::new(format!(
            "trailhound run --opt-level {level} bench/programs/loop.rs --"
        )),
    };
    [
        Pair {
            what: "C, no passes",
            ..c("plain", "-O1 -Xclang -disable-llvm-passes", "")
        },
        Pair {
            what: "C, -O2",
            ..c("optimised", "-O2", "--opt-level 2")
        },
        Pair {
            what: "C, no passes, table on the stack",
            ..c(
                "plain-local",
                "-DLOCAL -O1 -Xclang -disable-llvm-passes",
                "-DLOCAL",
            )
        },
        Pair {
            what: "C, -O2, table on the stack",
            ..c("optimised-local", "-DLOCAL -O2", "-DLOCAL --opt-level 2")
        },
        Pair {
            what: "Rust, opt-level 1",
            ..rust(1)
        },
        Pair {
            what: "Rust, opt-level 2",
            ..rust(2)
        },
    ]
}

/// One row, and the commands of its long runs.
fn compared(
    bench: &Bench,
    pair: &Pair,
    many: u64,
    repeat: usize,
) -> Result<(Row, [Line; 2]), String> {
    build(bench, pair)?;
    let with = |line: &Line, iterations: u64| Line::new(format!("{} {iterations}", line.0));
    let sides = [
        with(&pair.native, FEW),
        with(&pair.native, many),
        with(&pair.machine, FEW),
        with(&pair.machine, many),
    ];
    let (natively, here) = (bench.text(&sides[0])?, bench.text(&sides[2])?);
    if natively != here {
        return Err(format!(
            "`{}` prints {natively}, but {here} on the machine",
            pair.native.0
        ));
    }
    let times = taking_turns(repeat, &sides, |line| Ok(bench.timed(line)?.1))?;
    let [native_few, native_many, machine_few, machine_many] =
        [0, 1, 2, 3].map(|side| least(times[side].iter().copied()));
    let (native, machine) = (native_many - native_few, machine_many - machine_few);
    let nanoseconds = |seconds: f64| seconds * 1e9 / (many - FEW) as f64;
    let row = Row {
        what: pair.what.into(),
        measured: machine / native,
        unit: " times",
        goal: Some(Goal::AtMost(30.0)),
        from: format!(
            "{machine:.2} s and {native:.3} s ({:.1} ns and {:.2} ns an iteration)",
            nanoseconds(machine),
            nanoseconds(native)
        ),
    };
    let [_, native, _, machine] = sides;
    Ok((row, [native, machine]))
}

fn build(bench: &Bench, pair: &Pair) -> Result<(), String> {
    let folder = format!("-o {}/", bench.scratch.path().display());
    bench
        .text(&Line::new(pair.build.0.replace("-o ./", &folder)))
        .map(drop)
}
