//! Dining philosophers, written straight as a graph: what the store and the engines cost
//! when making a successor costs nothing, beside SPIN on the same model.
//!
//! `cargo run --release -p trailhound-search --example philosophers -- [PHILOSOPHERS] [ENGINE]`

use std::fs;
use std::io;
use std::process::Command;

use trailhound_search::{Edge, EdgeKind, Finding, Graph, Options, Stats, Unwatched, dfs};

/// Slots: a few words that never change, then a program counter each, then the forks.
struct Table {
    philosophers: u32,
    steps: u32,
}

const HEAD: u32 = 4;

impl Graph for Table {
    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        let mut state = vec![7, 11, 13, 17];
        state.resize((HEAD + 2 * self.philosophers) as usize, 0);
        Ok(state)
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        changes.clear();
        let fork = HEAD + self.philosophers;
        let word = |slot: u32| state.get(slot as usize).copied().unwrap_or(0);
        for who in from..self.philosophers {
            let counter = HEAD + who;
            let left = fork + who;
            let right = fork + (who + 1) % self.philosophers;
            let at = word(counter);
            let next = if at == self.steps - 1 { 0 } else { at + 1 };
            if at == 0 && word(left) == 0 {
                changes.push((left, who + 1));
            } else if at == 1 && word(right) == 0 {
                changes.push((right, who + 1));
            } else if at == 2 {
                changes.push((left, 0));
            } else if at == 3 {
                changes.push((right, 0));
            } else if at < 4 {
                continue;
            }
            changes.push((counter, next));
            return Some(Edge {
                choice: who,
                kind: EdgeKind::Step,
                stutters: false,
            });
        }
        None
    }

    fn inspect(&mut self, _: &[u32], _: u32) -> Option<Finding> {
        None
    }
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let philosophers = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(10);
    let steps = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(6);
    let mut table = Table {
        philosophers,
        steps,
    };
    let ours = dfs(&mut table, &Options::default(), &mut Unwatched);
    print(&ours.stats);
    let spin = spin(philosophers, steps, &ours.stats)?;
    println!("{spin}");
    Ok(())
}

fn print(stats: &Stats) {
    println!(
        "dfs: {} states, {} transitions, depth {}, {:.2} s: {:.2} M states/s, {:.2} M transitions/s, {:.1} bytes/state",
        stats.states_stored,
        stats.transitions,
        stats.depth,
        stats.seconds,
        stats.states_stored as f64 / stats.seconds / 1e6,
        stats.transitions as f64 / stats.seconds / 1e6,
        stats.bytes_per_state(),
    );
}

/// The same model in Promela.
fn promela(philosophers: u32, steps: u32) -> String {
    let idle = "skip;\n".repeat((steps - 4) as usize);
    format!(
        "#define N {philosophers}
byte forks[N];
active [N] proctype philosopher() {{
  do
  :: d_step {{ forks[_pid] == 0 -> forks[_pid] = _pid + 1 }};
     d_step {{ forks[(_pid + 1) % N] == 0 -> forks[(_pid + 1) % N] = _pid + 1 }};
     forks[_pid] = 0;
     forks[(_pid + 1) % N] = 0;
     {idle}
  od
}}
"
    )
}

fn spin(philosophers: u32, steps: u32, ours: &Stats) -> io::Result<String> {
    let folder = std::env::temp_dir().join(format!("trailhound-spin-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("table.pml"), promela(philosophers, steps))?;
    let run = |program: &str, arguments: &[&str]| -> io::Result<String> {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(&folder)
            .output()?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    run("spin", &["-a", "table.pml"])?;
    run(
        "cc",
        &[
            "-O2",
            "-DSAFETY",
            "-DNOREDUCE",
            "-DMEMLIM=16000",
            "-o",
            "pan",
            "pan.c",
        ],
    )?;
    let depth = format!("-m{}", ours.depth * 2 + 10_000);
    let answer = run("./pan", &["-w24", &depth, "-E", "-n"])?;
    fs::remove_dir_all(&folder)?;
    Ok(answer)
}
