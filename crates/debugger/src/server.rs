//! What the requests of an editor mean for a trail.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::{Value, json};
use trailhound_checker::trail::{Content, Cursor, Report};
use trailhound_checker::{ThreadId, Walked};
use trailhound_host::printable;

use crate::breakpoints::Breakpoints;
use crate::connection::{Connection, Request};
use crate::moves::{Reason, Stops, Walk};

/// What the debugger can do.
pub fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsStepBack": true,
        "supportsTerminateRequest": true,
        "supportsExceptionInfoRequest": true,
        "exceptionBreakpointFilters": [{
            "filter": SWITCHES, "label": "Context switches", "default": false,
            "description": "Continue stops wherever another thread takes over",
        }],
    })
}

const SWITCHES: &str = "switches";

/// What an editor can ask the variables of.
pub enum Scope {
    Locals { thread: ThreadId, call: usize },
    Globals,
    Inside(Content),
}

pub struct Server<'a, 'p, 'c> {
    pub(crate) report: &'a Report,
    pub(crate) cursor: Cursor<'p>,
    connection: &'a mut Connection<'c>,
    breakpoints: Breakpoints,
    stops: Stops,
    pub(crate) position: usize,
    reason: Reason,
    /// By reference, from 1; each stop begins anew.
    pub(crate) scopes: Vec<Scope>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OfThread {
    pub thread_id: i64,
    #[serde(default)]
    pub start_frame: usize,
    pub levels: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OfFrame {
    pub frame_id: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OfVariables {
    pub variables_reference: usize,
}

#[derive(Deserialize)]
struct SetBreakpoints {
    source: Source,
    #[serde(default)]
    breakpoints: Vec<SourceLine>,
}

#[derive(Deserialize)]
struct Source {
    path: Option<PathBuf>,
}

#[derive(Deserialize)]
struct SourceLine {
    line: u32,
}

#[derive(Deserialize)]
struct Filters {
    #[serde(default)]
    filters: Vec<String>,
}

impl<'a, 'p, 'c> Server<'a, 'p, 'c> {
    pub fn new(walked: Walked<'a, 'p>, connection: &'a mut Connection<'c>) -> Self {
        let Walked { report, cursor } = walked;
        Server {
            report,
            cursor,
            connection,
            breakpoints: Breakpoints::of(&report.steps),
            stops: Stops::default(),
            position: 0,
            reason: Reason::Entry,
            scopes: Vec::new(),
        }
    }

    /// Answers until the editor has had enough.
    pub fn serve(mut self) {
        self.connection.event("initialized", json!({}));
        while let Some(request) = self.connection.next_request() {
            match request.command.as_str() {
                "disconnect" | "terminate" => {
                    self.connection.acknowledge(&request);
                    self.connection.event("terminated", json!({}));
                    return;
                }
                "configurationDone" => {
                    self.connection.acknowledge(&request);
                    self.stop_at((0, Reason::Entry));
                }
                _ => self.answer(&request),
            }
        }
    }

    fn answer(&mut self, request: &Request) {
        if let Some(arrived) = self.arrival(request) {
            let body = json!({ "allThreadsContinued": true });
            self.connection.respond(request, body);
            self.stop_at(arrived);
            return;
        }
        match self.view(request) {
            Some(body) => self.connection.respond(request, body),
            None => {
                let refusal = format!("`{}` is not supported", request.command);
                self.connection.refuse(request, &refusal);
            }
        }
    }

    /// Where a request leads, if it is one to walk.
    fn arrival(&mut self, request: &Request) -> Option<(usize, Reason)> {
        let (position, reason) = (self.position, self.reason);
        let mut walk = Walk {
            report: self.report,
            cursor: &mut self.cursor,
            breakpoints: &self.breakpoints,
            stops: self.stops,
        };
        let thread = || {
            let OfThread { thread_id, .. } = request.arguments()?;
            thread_of(thread_id)
        };
        let thread = thread().unwrap_or_else(|| walk.acting(position));
        match request.command.as_str() {
            "stepIn" => Some(walk.forward(position)),
            "stepBack" => Some(walk.back(position)),
            "next" => Some(walk.over(position, thread)),
            "stepOut" => Some(walk.out(position, thread)),
            "continue" => Some(walk.forward_to_stop(position)),
            "reverseContinue" => Some(walk.back_to_stop(position)),
            "pause" => Some((position, reason)),
            _ => None,
        }
    }

    /// What a request wants to see or to set; nothing if it is not known.
    fn view(&mut self, request: &Request) -> Option<Value> {
        match request.command.as_str() {
            "threads" => Some(self.threads()),
            "stackTrace" => self.stack(&request.arguments()?),
            "scopes" => Some(self.scopes_of(&request.arguments()?)),
            "variables" => self.variables(&request.arguments()?),
            "setBreakpoints" => self.set_breakpoints(request.arguments()?),
            "setExceptionBreakpoints" => {
                let Filters { filters } = request.arguments()?;
                self.stops.at_switches = filters.iter().any(|filter| filter == SWITCHES);
                Some(json!({}))
            }
            "exceptionInfo" => Some(json!({
                "exceptionId": self.report.error.kind,
                "description": self.report.error.message,
                "breakMode": "always",
            })),
            "initialize" => Some(capabilities()),
            _ => None,
        }
    }

    fn set_breakpoints(&mut self, wanted: SetBreakpoints) -> Option<Value> {
        let lines: Vec<u32> = wanted.breakpoints.iter().map(|at| at.line).collect();
        let found = self.breakpoints.set(&wanted.source.path?, &lines);
        let told = found.into_iter().map(|line| match line {
            Some(line) => json!({ "verified": true, "line": line }),
            None => {
                json!({ "verified": false, "message": "no step of the trail does anything here" })
            }
        });
        Some(json!({ "breakpoints": told.collect::<Vec<_>>() }))
    }

    /// Stands at a position, and says so.
    fn stop_at(&mut self, (position, reason): (usize, Reason)) {
        (self.position, self.reason) = (position, reason);
        self.cursor.go_to(position);
        self.scopes.clear();
        if let Some(step) = self.report.steps.get(position) {
            let events = step.events.iter().filter(|event| !event.is_detail(step));
            let events: Vec<&str> = events.map(|event| event.text.as_str()).collect();
            let done = format!("step {position}, {}: {}\n", step.title, events.join(", "));
            self.say(&done);
        }
        let error = &self.report.error;
        let walk = Walk {
            report: self.report,
            cursor: &mut self.cursor,
            breakpoints: &self.breakpoints,
            stops: self.stops,
        };
        let thread = walk.acting(position);
        let mut body = json!({ "threadId": thread_id(thread), "allThreadsStopped": true });
        let (word, description) = match reason {
            Reason::Entry => ("entry", "at the start of the trail".to_owned()),
            Reason::Step => ("step", format!("after step {position}")),
            Reason::Breakpoint => ("breakpoint", format!("breakpoint after step {position}")),
            Reason::Switch => ("step", format!("context switch after step {position}")),
            Reason::Error => ("exception", error.kind.clone()),
        };
        body["reason"] = word.into();
        body["description"] = description.into();
        if reason == Reason::Error {
            body["text"] = error.message.clone().into();
            let said = format!("{}: {}\n", error.kind, error.message);
            self.say(&said);
        }
        self.connection.event("stopped", body);
    }

    /// A line for the editor's console.
    fn say(&mut self, text: &str) {
        let output = printable(text);
        let body = json!({ "category": "console", "output": output });
        self.connection.event("output", body);
    }
}

/// Threads are numbered from 1: editors take 0 for none.
pub fn thread_id(thread: ThreadId) -> i64 {
    i64::from(thread.0) + 1
}

pub fn thread_of(id: i64) -> Option<ThreadId> {
    u32::try_from(id.checked_sub(1)?).ok().map(ThreadId)
}
