//! What makes a program too large, and what to try, for people.

use std::fmt::Write;

use trailhound_checker::quantity::{count, counted};
use trailhound_checker::{Advice, Suggestion, ThreadId};

use crate::style::{BOLD, paint};

/// Names with more parameters than fit on a line are left out.
const LONGEST_NAME: usize = 60;

pub fn advice(text: &mut String, advice: &Advice) {
    let seen = |text: &mut String, what: String| {
        let _ = writeln!(text, "  {what}");
    };
    let _ = writeln!(text, "{}:", paint(BOLD, "one execution"));
    let steps = counted(advice.steps, "step");
    let so_far = if advice.is_whole { "" } else { " so far" };
    let threads = counted(u64::from(advice.threads), "thread");
    seen(
        text,
        match advice.steps {
            0 => "main has not come to its first choice yet".to_owned(),
            _ => format!("{steps}{so_far}, {threads}"),
        },
    );
    if let Some(turns) = &advice.turns {
        let who = match turns.thread {
            ThreadId(0) => "main".to_owned(),
            number => format!("thread {number}"),
        };
        let place = format!("{}:{}", turns.place.file, turns.place.line);
        let times = count(turns.turns);
        let function = &turns.place.function;
        let function = match function.len() <= LONGEST_NAME {
            true => format!(" in {function}"),
            false => String::new(),
        };
        let caller = turns.caller.as_ref().map(|caller| {
            let place = format!("{}:{}", caller.file, caller.line);
            format!(", called from {place}")
        });
        let caller = caller.unwrap_or_default();
        seen(
            text,
            format!("{who} comes {times} times to {place}{function}{caller}"),
        );
    }
    if let Some(object) = &advice.object {
        let steps = counted(object.steps, "step");
        let name = &object.name;
        seen(text, format!("{steps} begin with an access to {name}"));
    }
    let _ = writeln!(text, "{}:", paint(BOLD, "try"));
    for suggestion in &advice.suggestions {
        seen(text, words(*suggestion, advice));
    }
}

fn words(suggestion: Suggestion, advice: &Advice) -> String {
    match suggestion {
        Suggestion::SmallerConstants => {
            let turns = advice.turns.as_ref();
            let place = turns.map(|turns| turns.caller.as_ref().unwrap_or(&turns.place));
            let at = place.map_or(String::new(), |place| {
                format!(" at {}:{}", place.file, place.line)
            });
            let is_rust = place.is_some_and(|place| place.file.ends_with(".rs"));
            let how = match is_rust {
                true => {
                    "`cfg!(trailhound)` is true when Trailhound compiles, and -D miri sets cfg(miri)"
                }
                false => "`__TRAILHOUND__` is defined when Trailhound compiles",
            };
            format!("fewer turns of the loop{at}: {how}")
        }
        Suggestion::FewerThreads => {
            let threads = count(u64::from(advice.threads));
            format!("fewer than {threads} threads: most errors need main and two more")
        }
        Suggestion::FewPreemptions => {
            "--preemptions 2: only schedules in which threads are rarely interrupted".to_owned()
        }
        Suggestion::DepthFirst => {
            "--search dfs: one search with all the time instead of several".to_owned()
        }
        Suggestion::Sample => {
            "`trailhound sample`: random schedules, and how few of them fail".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_execution_without_a_choice_has_ways_out_too() {
        let seen = Advice {
            threads: 1,
            steps: 0,
            is_whole: false,
            turns: None,
            object: None,
            suggestions: vec![Suggestion::Sample],
        };
        let mut text = String::new();
        advice(&mut text, &seen);
        assert!(
            text.contains("main has not come to its first choice yet"),
            "{text}"
        );
        assert!(text.contains("`trailhound sample`"), "{text}");
    }
}
