//! The page of a verdict: what was found, and the trail to walk along.

use std::fmt::Write;

use trailhound_checker::quantity::{count, counted};
use trailhound_checker::{Answer, Found, Verdict};

use crate::data::data;
use crate::document::Document;
use crate::escape::{Text, json};

const STYLE: &str = include_str!("../assets/trail.css");
const SCRIPT: &str = concat!(
    include_str!("../assets/script/model.js"),
    include_str!("../assets/script/lanes.js"),
    include_str!("../assets/script/list.js"),
    include_str!("../assets/script/source.js"),
    include_str!("../assets/script/graph.js"),
    include_str!("../assets/script/side.js"),
    include_str!("../assets/script/keys.js"),
);
const WALK: &str = include_str!("../assets/trail.html");

/// One page for a verdict; `subject` names what was checked.
pub fn page(verdict: &Verdict, subject: &str) -> String {
    let (class, word) = match verdict.answer {
        Answer::Ok => ("ok", "ok"),
        Answer::Error => ("error", "error"),
        Answer::Undecided => ("undecided", "undecided"),
        Answer::Unsupported => ("unsupported", "unsupported"),
    };
    let mut body = String::new();
    let badge = match &verdict.found {
        Some(found) => &found.report.error.kind,
        None => word,
    };
    let _ = writeln!(
        body,
        "<header class=\"{class}\"><p class=\"subject\"><b>Trailhound</b> {}</p>\n\
         <h1><span class=\"badge\">{}</span> {}</h1>",
        Text(subject),
        Text(badge),
        Text(headline(verdict)),
    );
    let mut facts = verdict.found.as_ref().map(length).into_iter().collect();
    search(verdict, &mut facts);
    if !facts.is_empty() {
        let _ = writeln!(body, "<p class=\"facts\">{}</p>", Text(facts.join(" · ")));
    }
    for (name, note) in notes(verdict) {
        let _ = writeln!(body, "<p class=\"note\"><b>{name}</b> {}</p>", Text(note));
    }
    if let Some(output) = &verdict.compiler_output {
        let _ = writeln!(body, "<pre class=\"compiler\">{}</pre>", Text(output));
    }
    body += "</header>\n";
    if verdict.found.is_some() {
        body += WALK;
    }
    let title = format!("{badge}: {subject}");
    let document = Document {
        title: &title,
        style: STYLE,
        body,
        data: verdict
            .found
            .as_ref()
            .map(|found| json(&data(&found.report))),
        script: verdict.found.is_some().then_some(SCRIPT),
    };
    document.render()
}

fn headline(verdict: &Verdict) -> String {
    if let Some(found) = &verdict.found {
        return found.report.error.message.clone();
    }
    let reason = verdict.reason.clone();
    let reason = reason.unwrap_or_else(|| match verdict.answer {
        Answer::Ok => "no error in any schedule".to_owned(),
        _ => String::new(),
    });
    match &verdict.place {
        Some(place) => format!(
            "{reason} ({}:{} in {})",
            place.file, place.line, place.function
        ),
        None => reason,
    }
}

/// How long the trail is.
fn length(found: &Found) -> String {
    let switches = match found.report.context_switches {
        1 => "1 context switch".to_owned(),
        switches => format!("{} context switches", count(switches as u64)),
    };
    let steps = counted(found.choices.len() as u64, "step");
    let shortened = found.shortened_from;
    let shortened = shortened.map(|from| format!(", shortened from {}", count(from as u64)));
    format!("{steps}, {switches}{}", shortened.unwrap_or_default())
}

fn search(verdict: &Verdict, facts: &mut Vec<String>) {
    if let Some(stats) = &verdict.stats {
        facts.push(format!(
            "{} searched in {:.2} s",
            counted(stats.states_stored, "state"),
            stats.seconds
        ));
    }
}

fn notes(verdict: &Verdict) -> Vec<(&'static str, &str)> {
    let hint = verdict.hint.iter().map(|hint| ("hint", hint.as_str()));
    let notes = verdict.notes.iter().map(|note| ("note", note.as_str()));
    hint.chain(notes).collect()
}
