//! From an error and the choices that lead to it to a verdict with a trail. It does not search.

use trailhound_machine::{
    ChangedFile, Choice, ErrorKind, Fault, Options, Problem, SLEEPS, ThreadId, Unsupported,
};
use trailhound_trail::{self as trail, ExpectedError, Place, Report, Trail};

use crate::quantity::count;
use crate::resolve::Resolved;
use crate::sharing::Sharing;
use crate::verdict::{Answer, Found, Verdict};

/// The verdict with the trail of its error, ready to be saved.
pub fn with_trail(resolved: &Resolved, sharing: Sharing, verdict: Verdict) -> Verdict {
    let trail = verdict.found.as_ref();
    let trail = trail.map(|found| saved_trail(resolved, sharing, found));
    Verdict { trail, ..verdict }
}

fn saved_trail(resolved: &Resolved, sharing: Sharing, found: &Found) -> Trail {
    let error = &found.report.error;
    let expected = ExpectedError {
        kind: error.kind.clone(),
        message: error.message.clone(),
    };
    let fingerprint = trail::fingerprint(&resolved.program, &resolved.options(sharing));
    let mut trail = Trail::new(
        fingerprint,
        resolved.source.clone(),
        resolved.machine.clone(),
        expected,
        found.choices.clone(),
    );
    trail.share_everything = sharing == Sharing::Everything;
    trail.cycle_start = found.report.cycle.map(|first| first - 1);
    trail
}

/// The verdict from the choices that lead to `problem`, walked again.
pub fn walked(
    resolved: &Resolved,
    options: &Options,
    problem: &Problem,
    choices: Vec<Choice>,
    shortened_from: Option<usize>,
) -> Verdict {
    let Resolved { program, names, .. } = resolved;
    let report = trail::replay(program, names, options, &choices, problem);
    told(problem, report, choices, shortened_from)
}

/// The verdict from a trail that leads to `problem`.
pub fn told(
    problem: &Problem,
    report: Report,
    choices: Vec<Choice>,
    shortened_from: Option<usize>,
) -> Verdict {
    if let Problem::Fault {
        fault: Fault::Unsupported(what),
        ..
    } = problem
    {
        return unsupported(what, &report);
    }
    Verdict {
        notes: [
            environment_notes(&report),
            file_notes(&report),
            Vec::from_iter(note_on_sleep(&report)),
            Vec::from_iter(note_on_panic(problem)),
        ]
        .concat(),
        found: Some(Found {
            report,
            choices,
            shortened_from,
        }),
        ..Verdict::new(Answer::Error)
    }
}

/// Calls that are listed one by one.
const MOST_ABSENCES: usize = 3;

/// What the program did not find in its empty environment: the error may come from that.
fn environment_notes(report: &Report) -> Vec<String> {
    let told = report.absences.iter().take(MOST_ABSENCES);
    let mut notes: Vec<String> = told
        .map(|(text, place)| format!("{text} at {}:{}", place.file, place.line))
        .collect();
    let more = report.absences.len().saturating_sub(MOST_ABSENCES);
    if more > 0 {
        notes.push(format!(
            "{} more calls found nothing in the empty environment",
            count(more as u64)
        ));
    }
    notes
}

/// A program that waits by sleeping fails where another thread is slower.
fn note_on_sleep(report: &Report) -> Option<String> {
    let events = report.steps.iter().flat_map(|step| &step.events);
    let mut sleeps = events.filter(|event| event.text == SLEEPS);
    let place = sleeps.find_map(|event| event.place.as_ref())?;
    let Place { file, line, .. } = place;
    let has_others = report.threads.len() > 1;
    has_others.then(|| {
        format!(
            "a sleep orders nothing: other threads may take longer than the one at {file}:{line}"
        )
    })
}

/// A panic of another thread ends that thread alone when the program is run.
fn note_on_panic(problem: &Problem) -> Option<String> {
    let Problem::Fault {
        thread,
        fault: Fault::Error(ErrorKind::Panic, _),
    } = problem
    else {
        return None;
    };
    (*thread != ThreadId::MAIN).then(|| {
        "a panic that ends a thread counts as an error; --allow-thread-panics leaves it to those who join the thread"
            .to_owned()
    })
}

/// Bytes of a file that a note shows.
const MOST_SHOWN: usize = 200;

/// What the program has left in its files.
fn file_notes(report: &Report) -> Vec<String> {
    let note = |file: &ChangedFile| match &file.content {
        None => format!("{} was removed", file.path),
        Some(content) => {
            let shown = &content[..content.len().min(MOST_SHOWN)];
            let text = String::from_utf8_lossy(shown);
            let more = if shown.len() < content.len() {
                ", ..."
            } else {
                ""
            };
            let bytes = content.len();
            format!("{} was left with {bytes} bytes: {text:?}{more}", file.path)
        }
    };
    report.files.iter().map(note).collect()
}

/// The machine came upon something that it does not know.
fn unsupported(what: &Unsupported, report: &Report) -> Verdict {
    Verdict {
        hint: Some(what.help().to_owned()),
        place: report.error.place.clone(),
        ..Verdict::unsupported(what.to_string())
    }
}
