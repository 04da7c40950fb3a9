//! What the script of a trail's page is told: the report with each place once, by number.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use trailhound_checker::ThreadId;
use trailhound_checker::trail::{EventReport, Holding, Place, Report, Standing, Step};
use trailhound_host::printable_line;

use crate::sources::{self, SourceFile};

#[derive(Serialize)]
pub struct Data {
    threads: Vec<Thread>,
    files: Vec<SourceFile>,
    places: Vec<PlaceData>,
    steps: Vec<StepData>,
    /// By step; shorter than `steps` if the threads were not followed to the end.
    standings: Vec<Vec<StandingData>>,
    last: Vec<StandingData>,
    error: ErrorData,
    /// The step with which the part begins that is repeated for ever.
    cycle: Option<usize>,
    blocks: Vec<BlockData>,
}

#[derive(Serialize)]
struct Thread {
    number: ThreadId,
    title: String,
    name: String,
}

#[derive(Serialize)]
struct PlaceData {
    file: usize,
    line: u32,
    function: String,
}

#[derive(Serialize)]
struct StepData {
    thread: ThreadId,
    place: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<String>,
    events: Vec<EventData>,
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[derive(Serialize)]
struct EventData {
    kind: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    place: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<String>,
    /// The library's own business.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    detail: bool,
}

#[derive(Serialize)]
struct StandingData {
    thread: ThreadId,
    status: &'static str,
    place: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waits: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    for_thread: Option<ThreadId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    for_lock: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    holds: Vec<HoldingData>,
}

#[derive(Serialize)]
struct HoldingData {
    name: String,
    since: Option<usize>,
}

#[derive(Serialize)]
struct ErrorData {
    kind: String,
    message: String,
    thread: ThreadId,
    place: Option<usize>,
    circle: Vec<ThreadId>,
    race: Vec<RaceData>,
}

#[derive(Serialize)]
struct RaceData {
    thread: ThreadId,
    text: String,
    place: Option<usize>,
}

#[derive(Serialize)]
struct BlockData {
    name: String,
    path: Option<String>,
    thread: ThreadId,
    place: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    freed: Option<FreedData>,
}

#[derive(Serialize)]
struct FreedData {
    thread: ThreadId,
    place: Option<usize>,
}

fn line(text: &str) -> String {
    printable_line(text).into_owned()
}

fn line_of(text: &Option<String>) -> Option<String> {
    text.as_deref().map(line)
}

/// The data of a report.
pub fn data(report: &Report) -> Data {
    let mut places = Places::default();
    let steps = report.steps.iter().map(|step| places.step(step)).collect();
    let changes = report.standings.changes.iter();
    let standings = changes
        .map(|changes| places.standings(changes))
        .collect::<Vec<_>>();
    let last = places.standings(&report.standings.last);
    let error = &report.error;
    let race = error.race.iter().map(|side| {
        let atomic = if side.atomic { "atomic " } else { "" };
        let unit = if side.size == 1 { "byte" } else { "bytes" };
        let text = format!(
            "{atomic}{} of {}, {} {unit}",
            side.access, side.name, side.size
        );
        RaceData {
            thread: side.thread,
            text: line(&text),
            place: places.number(side.place.as_ref()),
        }
    });
    let race = race.collect();
    let error = ErrorData {
        kind: error.kind.clone(),
        message: trailhound_host::printable(&error.message).into_owned(),
        thread: error.thread,
        place: places.number(error.place.as_ref()),
        circle: error.circle.clone(),
        race,
    };
    let blocks = report.blocks.iter().map(|block| BlockData {
        name: line(&block.name),
        path: line_of(&block.path),
        thread: block.thread,
        place: places.number(Some(&block.place)),
        freed: block.freed.as_ref().map(|freed| FreedData {
            thread: freed.thread,
            place: places.number(Some(&freed.place)),
        }),
    });
    let blocks = blocks.collect();
    Data {
        threads: threads(report),
        files: sources::read(&places.files, places.known.iter().copied()),
        places: places.listed,
        steps,
        standings,
        last,
        error,
        cycle: report.cycle,
        blocks,
    }
}

/// All threads that a report speaks of, by number.
fn threads(report: &Report) -> Vec<Thread> {
    let steps = report.steps.iter();
    let steps = steps.map(|step| (step.thread, &step.title, &step.thread_name));
    let last = report.threads.iter();
    let last = last.map(|thread| (thread.thread, &thread.title, &thread.name));
    let mut threads: BTreeMap<ThreadId, Thread> = BTreeMap::new();
    for (number, title, name) in steps.chain(last) {
        let (title, name) = (line(title), line(name));
        threads.insert(
            number,
            Thread {
                number,
                title,
                name,
            },
        );
    }
    let changes = report.standings.changes.iter().flatten();
    for standing in changes {
        let number = standing.thread;
        threads.entry(number).or_insert_with(|| Thread {
            number,
            title: format!("thread {number}"),
            name: format!("thread {number}"),
        });
    }
    threads.into_values().collect()
}

/// Numbers for places and files, in the order in which they turn up.
#[derive(Default)]
struct Places<'a> {
    listed: Vec<PlaceData>,
    known: Vec<&'a Place>,
    numbers: HashMap<(&'a str, u32, u32, &'a str), usize>,
    files: Vec<&'a str>,
}

impl<'a> Places<'a> {
    fn number(&mut self, place: Option<&'a Place>) -> Option<usize> {
        let place = place?;
        let key = (
            place.file.as_str(),
            place.line,
            place.column,
            place.function.as_str(),
        );
        if let Some(&number) = self.numbers.get(&key) {
            return Some(number);
        }
        let known = self.files.iter().position(|file| *file == place.file);
        let file = known.unwrap_or_else(|| {
            self.files.push(&place.file);
            self.files.len() - 1
        });
        let number = self.listed.len();
        self.listed.push(PlaceData {
            file,
            line: place.line,
            function: line(&place.function),
        });
        self.known.push(place);
        self.numbers.insert(key, number);
        Some(number)
    }

    fn step(&mut self, step: &'a Step) -> StepData {
        let place = self.number(step.place.as_ref());
        let events = step.events.iter().map(|event| self.event(event, step));
        StepData {
            thread: step.thread,
            place,
            events: events.collect(),
            library: line_of(&step.library),
            more: step.more_events,
        }
    }

    fn event(&mut self, event: &'a EventReport, step: &Step) -> EventData {
        EventData {
            kind: event.kind,
            text: line(&event.text),
            name: line_of(&event.name),
            value: line_of(&event.value),
            before: line_of(&event.before),
            place: self.number(event.place.as_ref()),
            library: line_of(&event.library),
            detail: event.is_detail(step),
        }
    }

    fn standings(&mut self, standings: &'a [Standing]) -> Vec<StandingData> {
        let told = standings.iter().map(|standing| StandingData {
            thread: standing.thread,
            status: standing.status,
            place: self.number(standing.place.as_ref()),
            waits: line_of(&standing.waits_for),
            for_thread: standing.waits_for_thread,
            for_lock: line_of(&standing.waits_for_lock),
            holds: self.holds(&standing.holds),
        });
        told.collect()
    }

    fn holds(&mut self, holds: &'a [Holding]) -> Vec<HoldingData> {
        let told = holds.iter().map(|holding| HoldingData {
            name: line(&holding.name),
            since: self.number(holding.since.as_ref()),
        });
        told.collect()
    }
}
