//! How the threads stand when the error happens: where, waiting for what, holding what.

use std::fmt::Write;
use trailhound_checker::ThreadId;

use trailhound_checker::trail::{Block, Place, Report, ThreadReport};

use crate::detail::Detail;
use crate::stack::stack;
use crate::style::{self, BOLD, DIM, PLACE, paint};

/// Places of allocation that are listed.
const MOST_GROUPS: usize = 8;

/// Who it is, with the function that it runs.
pub fn title(thread: ThreadId, title: &str, function: &str) -> String {
    let painted = paint(style::thread(thread), title);
    if thread == ThreadId(0) || function == title {
        painted
    } else {
        format!("{painted} {}", paint(DIM, function))
    }
}

/// Nothing is said of a single thread: the error itself tells where it stands.
pub fn threads(text: &mut String, report: &Report, detail: Detail) {
    let alive: Vec<&ThreadReport> = report
        .threads
        .iter()
        .filter(|thread| thread.status != "finished")
        .collect();
    if alive.len() < 2 && alive.iter().all(|thread| thread.waits_for.is_none()) {
        return;
    }
    let _ = writeln!(text, "{}", paint(BOLD, "In the end"));
    for thread in alive {
        one(text, report, thread, detail);
    }
    text.push('\n');
}

/// Where the heap blocks come from that the text speaks of, from `since` on.
pub fn blocks(text: &mut String, since: usize, report: &Report) {
    let spoken_of = |name: &str| {
        // `heap#2` is not spoken of in `heap#21` and `heap#2.1`, but in `heap#2.lock`.
        let goes_on = |after: &str| {
            let after = after.strip_prefix('.').unwrap_or(after);
            after.starts_with(|next: char| next.is_ascii_digit())
        };
        let mut found = text[since..].match_indices(name);
        found.any(|(at, _)| !goes_on(&text[since + at + name.len()..]))
    };
    let titled = |block: &Block| match &block.path {
        Some(path) => format!("{} ({path})", block.name),
        None => block.name.clone(),
    };
    let mut groups: Vec<(Vec<String>, &Block)> = Vec::new();
    for block in report.blocks.iter().filter(|block| spoken_of(&block.name)) {
        match groups.last_mut() {
            Some((names, first))
                if (first.thread, &first.place, &first.freed)
                    == (block.thread, &block.place, &block.freed) =>
            {
                names.push(titled(block))
            }
            _ => groups.push((vec![titled(block)], block)),
        }
    }
    if groups.is_empty() {
        return;
    }
    let _ = writeln!(text, "{}", paint(BOLD, "On the heap"));
    let more = groups.len().saturating_sub(MOST_GROUPS);
    for (names, block) in groups.into_iter().take(MOST_GROUPS) {
        let by = paint(style::thread(block.thread), &block.title);
        let source = block.place.text.as_deref().unwrap_or_default();
        let at = paint(PLACE, at(&block.place));
        let _ = writeln!(
            text,
            "  {}: allocated by {by} at {at}   {source}",
            names.join(", ")
        );
        let is_about_it = ["use-after-free", "double-free"].contains(&report.error.kind.as_str());
        if let Some(freed) = block.freed.as_ref().filter(|_| is_about_it) {
            let by = paint(style::thread(freed.thread), &freed.title);
            let source = freed.place.text.as_deref().unwrap_or_default();
            let at = paint(PLACE, self::at(&freed.place));
            let _ = writeln!(text, "    freed by {by} at {at}   {source}");
        }
    }
    if more > 0 {
        let _ = writeln!(
            text,
            "  {}",
            paint(DIM, format!("… and at {more} more places"))
        );
    }
    text.push('\n');
}

fn one(text: &mut String, report: &Report, thread: &ThreadReport, detail: Detail) {
    let heading = title(thread.thread, &thread.title, &thread.name);
    let _ = writeln!(text, "  {heading}");
    if let Some(place) = &thread.place {
        let verb = match thread.status {
            "failed" => "fails at",
            "blocked" => "is stuck at",
            _ => "is at",
        };
        let source = place.text.as_deref().unwrap_or_default();
        let _ = writeln!(text, "    {verb} {}   {source}", paint(PLACE, at(place)));
    } else if thread.status == "ready" {
        let _ = writeln!(
            text,
            "    is in a library, outside of the program's own code"
        );
    }
    if let Some(what) = &thread.waits_for {
        let holder = match thread.waits_for_thread {
            Some(holder) if holder == thread.thread => ", which it holds itself".to_owned(),
            Some(holder) => {
                let mut all = report.threads.iter();
                let known = all.find(|other| other.thread == holder);
                let title = known.map_or(format!("thread {holder}"), |known| known.title.clone());
                match what.contains(&title) {
                    true => String::new(),
                    false => format!(", held by {}", paint(style::thread(holder), title)),
                }
            }
            None => String::new(),
        };
        let _ = writeln!(text, "    waits for {what}{holder}");
    }
    for holding in &thread.holds {
        let since = holding
            .since
            .as_ref()
            .map(|place| paint(PLACE, format!(" since {}", at(place))));
        let _ = writeln!(
            text,
            "    holds {}{}",
            holding.name,
            since.unwrap_or_default()
        );
    }
    if detail.library {
        stack(text, &thread.stack, detail);
    }
}

pub fn at(place: &Place) -> String {
    format!("{}:{}", place.file, place.line)
}
