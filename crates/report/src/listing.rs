//! The steps of a trail, thread by thread, as lines of text. What happens inside library
//! code is told by the line of the user's that called it.

use std::collections::BTreeSet;
use std::fmt::Write;
use trailhound_checker::ThreadId;

use trailhound_checker::quantity::{count, counted};
use trailhound_checker::trail::{Place, Report, Step};

use crate::detail::Detail;
use crate::style::{BOLD, DIM, ERROR, EVENT, PLACE, paint};
use crate::threads::title;

/// One line of the listing.
struct Line<'a> {
    /// Step numbers that the line stands for.
    steps: (usize, usize),
    thread: ThreadId,
    title: &'a str,
    thread_name: &'a str,
    place: Option<&'a Place>,
    library: Option<&'a str>,
    events: Vec<&'a str>,
    /// The step began with an earlier line.
    continues: bool,
}

/// Lines of one step that are shown before it is cut.
const MOST_PER_STEP: usize = 12;
/// Lines of a whole trail that are shown: its beginning, and more of its end.
const BEGINNING: usize = 60;
const END: usize = 140;
/// Events that a line shows.
const MOST_EVENTS: usize = 6;
/// Columns that the source text gets before events go to a line of their own.
const WIDEST_SOURCE: usize = 56;

pub fn listing(text: &mut String, report: &Report, detail: Detail) {
    let lines = lines(report, detail);
    let files = Files::of(lines.iter().filter_map(|line| line.place));
    let cut = !detail.all_steps && lines.len() > BEGINNING + END;
    let left_out = if cut {
        BEGINNING..lines.len() - END
    } else {
        0..0
    };
    let shown = |index: usize| !left_out.contains(&index);
    let widths = Widths::of(
        &files,
        lines
            .iter()
            .enumerate()
            .filter(|(index, _)| shown(*index))
            .map(|(_, line)| line),
    );
    let mut heading = None;
    let mut cycle = report.cycle;
    for (index, line) in lines.iter().enumerate() {
        if !shown(index) {
            if index == left_out.start {
                let left_out = counted(left_out.len() as u64, "line");
                let _ = writeln!(
                    text,
                    "{}",
                    paint(
                        DIM,
                        format!("  … {left_out} left out; --all-steps shows them")
                    )
                );
                heading = None;
            }
            continue;
        }
        if cycle.is_some_and(|first| line.steps.0 >= first) {
            let _ = writeln!(text, "  {}", paint(BOLD, "↻ again and again:"));
            cycle = None;
            heading = None;
        }
        if heading != Some(line.thread) {
            let _ = writeln!(
                text,
                "  {}",
                title(line.thread, line.title, line.thread_name)
            );
            heading = Some(line.thread);
        }
        write_line(text, line, &files, &widths);
    }
    if cycle.is_some() {
        let _ = writeln!(text, "  {}", paint(BOLD, "↻ and so it stays for ever"));
    }
    let error = &report.error;
    let message = error.message.lines().next().unwrap_or_default();
    let _ = writeln!(
        text,
        "  {} {}",
        paint(ERROR, format!("✗ {}:", error.kind)),
        paint(BOLD, message)
    );
    text.push('\n');
}

fn lines(report: &Report, detail: Detail) -> Vec<Line<'_>> {
    let mut lines: Vec<Line> = Vec::new();
    for step in &report.steps {
        for line in lines_of(step, detail) {
            match lines.last_mut() {
                Some(last)
                    if can_join(last, &line)
                        && report.cycle != Some(line.steps.0)
                        && !detail.library
                        && !detail.all_steps =>
                {
                    last.steps.1 = line.steps.1;
                    last.events.extend(line.events);
                }
                _ => lines.push(line),
            }
        }
    }
    lines
}

/// Steps that one thread takes in a row on one source line are one line.
fn can_join(last: &Line, next: &Line) -> bool {
    last.thread == next.thread
        && same(last.place, next.place)
        && last.steps.0 > 0
        && !last.continues
        && last.events.len() + next.events.len() <= MOST_EVENTS
}

fn lines_of(step: &Step, detail: Detail) -> Vec<Line<'_>> {
    let mut lines: Vec<Line> = Vec::new();
    let new = |place, library, continues| Line {
        steps: (step.step, step.step),
        thread: step.thread,
        title: &step.title,
        thread_name: &step.thread_name,
        place,
        library,
        events: Vec::new(),
        continues,
    };
    if step.step > 0 {
        lines.push(new(step.place.as_ref(), step.library.as_deref(), false));
    }
    for event in step
        .events
        .iter()
        .filter(|event| detail.library || !event.is_detail(step))
    {
        let same_line = lines
            .last()
            .is_some_and(|last| event.place.is_none() || same(last.place, event.place.as_ref()));
        if !same_line {
            lines.push(new(
                event.place.as_ref(),
                event.library.as_deref(),
                !lines.is_empty(),
            ));
        }
        if let Some(last) = lines.last_mut() {
            last.events.push(&event.text);
        }
    }
    if lines.len() > MOST_PER_STEP && !detail.all_steps {
        lines.drain(MOST_PER_STEP / 2..lines.len() - MOST_PER_STEP / 2);
        lines[MOST_PER_STEP / 2].events.insert(0, "…");
    }
    lines
}

fn same(a: Option<&Place>, b: Option<&Place>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (&a.file, a.line) == (&b.file, b.line),
        _ => a.is_none() && b.is_none(),
    }
}

/// Whether files can be told apart by their last names.
struct Files {
    short: bool,
}

impl Files {
    fn of<'a>(places: impl Iterator<Item = &'a Place>) -> Files {
        let paths: BTreeSet<&str> = places.map(|place| place.file.as_str()).collect();
        let names: BTreeSet<&str> = paths.iter().map(|path| last_name(path)).collect();
        Files {
            short: names.len() == paths.len(),
        }
    }

    fn at(&self, place: &Place) -> String {
        let file = if self.short {
            last_name(&place.file)
        } else {
            &place.file
        };
        format!("{file}:{}", place.line)
    }
}

fn last_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

struct Widths {
    number: usize,
    place: usize,
    source: usize,
}

impl Widths {
    fn of<'a>(files: &Files, lines: impl Iterator<Item = &'a Line<'a>>) -> Widths {
        let mut widths = Widths {
            number: 3,
            place: 0,
            source: 0,
        };
        for line in lines {
            widths.number = widths.number.max(number(line).chars().count());
            let Some(place) = line.place else { continue };
            widths.place = widths.place.max(files.at(place).chars().count());
            let source = place.text.as_deref().unwrap_or_default().chars().count();
            if source <= WIDEST_SOURCE && !(line.events.is_empty() && line.library.is_none()) {
                widths.source = widths.source.max(source);
            }
        }
        widths
    }
}

fn number(line: &Line) -> String {
    match line.steps {
        _ if line.continues => String::new(),
        (0, _) => String::new(),
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}–{last}"),
    }
}

fn write_line(text: &mut String, line: &Line, files: &Files, widths: &Widths) {
    let number = format!("{:>width$}", number(line), width = widths.number);
    let Some(place) = line.place else {
        let steps = line.steps.1 - line.steps.0 + 1;
        let mut what = format!("… {} in the library", counted(steps as u64, "step"));
        if !line.events.is_empty() {
            what = format!("{what}: {}", line.events.join(", "));
        }
        let _ = writeln!(text, "    {} {}", paint(PLACE, number), paint(DIM, what));
        return;
    };
    let source = place.text.as_deref().unwrap_or_default();
    let padded = format!("{:<width$}", files.at(place), width = widths.place);
    let _ = write!(
        text,
        "    {} {}  {source}",
        paint(PLACE, number),
        paint(PLACE, padded)
    );
    let mut events = summary(&line.events);
    if events.is_empty()
        && let Some(library) = line.library
    {
        events = format!("in {library}");
    }
    if events.is_empty() {
        text.push('\n');
        return;
    }
    let style = if line.events.is_empty() { DIM } else { EVENT };
    let length = source.chars().count();
    if length <= widths.source {
        let _ = write!(text, "{:width$}", "", width = widths.source - length + 3);
    } else {
        let _ = write!(
            text,
            "\n{:width$}",
            "",
            width = 4 + widths.number + 1 + widths.place + 2 + widths.source + 3
        );
    }
    let _ = writeln!(text, "{}", paint(style, events));
}

/// Events in a row, equal ones counted, many cut.
fn summary(events: &[&str]) -> String {
    let mut parts: Vec<(String, usize)> = Vec::new();
    for event in events {
        match parts.last_mut() {
            Some((last, times)) if last == event => *times += 1,
            _ => parts.push(((*event).to_owned(), 1)),
        }
    }
    let more = parts.len().saturating_sub(MOST_EVENTS);
    let mut said: Vec<String> = parts
        .into_iter()
        .take(MOST_EVENTS)
        .map(|(part, times)| {
            if times > 1 {
                format!("{part} (×{times})")
            } else {
                part
            }
        })
        .collect();
    if more > 0 {
        said.push(format!("{} more", count(more as u64)));
    }
    said.join(", ")
}
