//! How states grow with the number of threads that do the same.

use super::programs::{LIMITS, measure};
use crate::Bench;

const HEAD: &str = "
## Identical writers

`bench/programs/distance/twostage.c` with N writers, searched for all errors it has but its assertion (`-DNDEBUG`), and by default
options with it. Promised: at most cubic; there is no reduction by symmetry, so the first grows exponentially.

| writers | states, right | seconds | states until the assertion fails, `auto` | seconds |
| --- | --- | --- | --- | --- |
";

pub fn part(bench: &Bench) -> Result<String, String> {
    let mut text = HEAD.to_owned();
    for writers in [1, 2, 3, 5, 7, 8] {
        let program = format!("bench/programs/distance/twostage.c -DN={writers}");
        let right = measure(bench, &format!("{LIMITS} --races off -DNDEBUG {program}"))?;
        let wrong = measure(bench, &format!("--no-sampling {program}"))?;
        text += &format!(
            "| {writers} | {} | {:.2} | {} | {:.2} |\n",
            right.states, right.seconds, wrong.states, wrong.seconds
        );
    }
    Ok(text)
}
