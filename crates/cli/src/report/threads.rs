//! How the threads stand when the error happens: where, waiting for what, holding what.

use std::fmt::Write;

use trailhound_trail::{Place, Report, ThreadReport};

use super::style::{self, BOLD, DIM, PLACE, paint};
use super::{Detail, text};

/// `main` or `thread 2`.
pub fn name(thread: u32) -> String {
    if thread == 0 { "main".to_owned() } else { format!("thread {thread}") }
}

/// The same with the function that it runs.
pub fn title(thread: u32, function: &str) -> String {
    let plain = name(thread);
    let painted = paint(style::thread(thread), &plain);
    if thread == 0 || function == plain { painted } else { format!("{painted} {}", paint(DIM, function)) }
}

/// Nothing is said of a single thread: the error itself tells where it stands.
pub fn threads(text: &mut String, report: &Report, detail: Detail) {
    let alive: Vec<&ThreadReport> = report.threads.iter().filter(|thread| thread.status != "finished").collect();
    if alive.len() < 2 && alive.iter().all(|thread| thread.waits_for.is_none()) {
        return;
    }
    let _ = writeln!(text, "{}", paint(BOLD, "In the end"));
    let start = text.len();
    for thread in alive {
        one(text, thread, detail);
    }
    blocks(text, start, report);
    text.push('\n');
}

/// Where the heap blocks that were just spoken of come from.
fn blocks(text: &mut String, since: usize, report: &Report) {
    let spoken_of = |name: &str| {
        let after = |at: usize| text[since + at + name.len()..].chars().next();
        let mut found = text[since..].match_indices(name);
        found.any(|(at, _)| after(at).is_none_or(|next| !next.is_ascii_digit() && next != '.'))
    };
    let spoken: Vec<_> = report.blocks.iter().filter(|block| spoken_of(&block.name)).collect();
    for block in spoken {
        let by = paint(style::thread(block.thread), name(block.thread));
        let source = block.place.text.as_deref().unwrap_or_default();
        let _ = writeln!(text, "  {} allocated by {by} at {}   {source}", block.name, paint(PLACE, at(&block.place)));
    }
}

fn one(text: &mut String, thread: &ThreadReport, detail: Detail) {
    let _ = writeln!(text, "  {}", title(thread.thread, &thread.name));
    if let Some(place) = &thread.place {
        let verb = match thread.status {
            "failed" => "fails at",
            "blocked" => "is stuck at",
            _ => "is at",
        };
        let source = place.text.as_deref().unwrap_or_default();
        let _ = writeln!(text, "    {verb} {}   {source}", paint(PLACE, at(place)));
    }
    if let Some(what) = &thread.waits_for {
        let holder = match thread.waits_for_thread {
            Some(holder) if holder == thread.thread => ", which it holds itself".to_owned(),
            Some(holder) if !what.contains(&name(holder)) => {
                format!(", held by {}", paint(style::thread(holder), name(holder)))
            }
            _ => String::new(),
        };
        let _ = writeln!(text, "    waits for {what}{holder}");
    }
    for holding in &thread.holds {
        let since = holding.since.as_ref().map(|place| paint(PLACE, format!(" since {}", at(place))));
        let _ = writeln!(text, "    holds {}{}", holding.name, since.unwrap_or_default());
    }
    if detail.library {
        text::stack(text, &thread.stack, detail);
    }
}

pub fn at(place: &Place) -> String {
    format!("{}:{}", place.file, place.line)
}
