//! Dining philosophers, written straight as a graph: what the store and the engines cost
//! when making a successor costs next to nothing, beside SPIN on the same model.
//!
//! `cargo run --release -p trailhound-search --example philosophers -- [PHILOSOPHERS] [ENGINE]`

use std::process::Command;
use std::{env, fs, io};

use trailhound_search::{
    Edge, EdgeKind, Engine, Finding, Graph, Limits, Options, Stats, Unguided, Unwatched, run,
};

/// The steps of a philosopher: take a fork, take the other, put back, put back, and think.
const STEPS: u32 = 6;

/// Slots: a few words that never change, then a program counter each, then the forks.
struct Table {
    philosophers: u32,
}

const HEAD: u32 = 4;

impl Graph for Table {
    trailhound_search::without!(meetings, circles, reduction);

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
            let left = fork + who;
            let right = fork + (who + 1) % self.philosophers;
            let at = word(HEAD + who);
            match at {
                0 if word(left) == 0 => changes.push((left, who + 1)),
                1 if word(right) == 0 => changes.push((right, who + 1)),
                0 | 1 => continue,
                2 => changes.push((left, 0)),
                3 => changes.push((right, 0)),
                _ => {}
            }
            changes.push((HEAD + who, (at + 1) % STEPS));
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

    fn bytes(&self) -> usize {
        0
    }

    fn stopped(&self) -> Option<trailhound_search::Stop> {
        None
    }
}

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let philosophers = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(9);
    let engine = arguments.next().and_then(|name| name.parse().ok());
    let engine = engine.unwrap_or(Engine::Dfs);

    let options = Options {
        limits: Limits {
            walks: Some(1000),
            ..Limits::default()
        },
        ..Options::default()
    };
    let ours = run(
        engine,
        &mut Table { philosophers },
        &mut Unguided,
        &options,
        &mut Unwatched,
    )
    .stats;
    report(
        engine.name(),
        ours.states_stored,
        ours.transitions,
        ours.seconds,
    );
    println!(
        "      depth {}, {:.1} bytes a state",
        ours.depth,
        ours.bytes_per_state()
    );

    if engine == Engine::Random {
        return Ok(());
    }
    match spin(philosophers, &ours) {
        Ok((states, transitions, seconds)) => {
            report("spin", states, transitions, seconds);
            let ratio = (ours.states_stored as f64 / ours.seconds) / (states as f64 / seconds);
            println!("      {engine} stores {ratio:.2} times as many states a second");
        }
        Err(error) => println!("spin  did not run: {error}"),
    }
    Ok(())
}

fn report(name: &str, states: u64, transitions: u64, seconds: f64) {
    println!(
        "{name:5} {states} states, {transitions} transitions, {seconds:.2} s: \
         {:.2} M states/s, {:.2} M transitions/s",
        states as f64 / seconds / 1e6,
        transitions as f64 / seconds / 1e6,
    );
}

/// The same model in Promela.
fn promela(philosophers: u32) -> String {
    let think = "skip;\n".repeat((STEPS - 4) as usize);
    format!(
        "#define N {philosophers}
byte forks[N];
active [N] proctype philosopher() {{
  do
  :: d_step {{ forks[_pid] == 0 -> forks[_pid] = _pid + 1 }};
     d_step {{ forks[(_pid + 1) % N] == 0 -> forks[(_pid + 1) % N] = _pid + 1 }};
     forks[_pid] = 0;
     forks[(_pid + 1) % N] = 0;
     {think}
  od
}}
"
    )
}

/// Checks the model with SPIN's compiled verifier; its states, transitions and seconds.
fn spin(philosophers: u32, ours: &Stats) -> io::Result<(u64, u64, f64)> {
    let folder = env::temp_dir().join(format!("trailhound-spin-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("table.pml"), promela(philosophers))?;
    let run = |program: &str, arguments: &[&str]| -> io::Result<String> {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(&folder)
            .output()?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    run("spin", &["-a", "table.pml"])?;
    let flags = "-O2 -DSAFETY -DNOREDUCE -DMEMLIM=16000 -o pan pan.c";
    run("cc", &flags.split(' ').collect::<Vec<_>>())?;
    let depth = format!("-m{}", ours.states_stored + 10_000);
    let answer = run("./pan", &["-w24", &depth, "-E", "-n"])?;
    fs::remove_dir_all(&folder)?;

    // "   3727594 states, stored", "pan: elapsed time 13.8 seconds"
    let number = |end: &str| {
        let line = answer.lines().find_map(|line| line.split_once(end));
        let word = line.and_then(|(before, _)| before.split_whitespace().last());
        word.and_then(|word| word.parse::<f64>().ok())
            .ok_or_else(|| io::Error::other(format!("no `{end}` in its answer:\n{answer}")))
    };
    let states = number(" states, stored")?;
    let transitions = number(" transitions (=")?;
    Ok((states as u64, transitions as u64, number(" seconds")?))
}
