//! Right programs on channels and thread pools from the registry.

use super::programs::measure;
use crate::Bench;
use crate::drivers::{of_registry, package};

const DEPENDENCIES: [(&str, &str); 4] = [
    ("crossbeam-channel", "0.5.17"),
    ("rayon", "1.12.0"),
    ("tokio", "1.54.1 rt-multi-thread"),
    ("futures", "0.3.34 thread-pool"),
];

/// A driver under `bench/programs/reduction/crates`, and the seconds that were promised.
const DRIVERS: [(&str, u32); 4] = [
    ("channel", 20),
    ("rayon_join", 60),
    ("tokio_tasks", 60),
    ("futures_pool", 60),
];

const HEAD: &str = "
## Crates

Right programs on channels and thread pools, under `bench/programs/reduction/crates`: with two senders of two messages each, or with
two workers. Depth-first search under `--memory sc`, 120 seconds, 4 GB.

| program | verdict | states | seconds | threads followed | promised |
| --- | --- | --- | --- | --- | --- |
";

pub fn part(bench: &Bench) -> Result<String, String> {
    let mut text = HEAD.to_owned();
    let folder = bench.scratch.path().join("pools");
    let names = DRIVERS.map(|driver| driver.0);
    let dependencies = DEPENDENCIES.map(of_registry);
    package(bench, &folder, &dependencies, "reduction/crates", &names)?;
    for (driver, promised) in DRIVERS {
        bench.tell(driver);
        let limits = "--search dfs --memory sc --no-sampling --max-time 120s --max-memory 4G";
        let line = format!("{limits} {} --bin drive_{driver}", folder.display());
        let told = measure(bench, &line)?;
        text += &format!(
            "| `{driver}` | {} | {} | {:.2} | {} | ok in {promised} s |\n",
            told.verdict, told.states, told.seconds, told.followed
        );
    }
    Ok(text)
}
