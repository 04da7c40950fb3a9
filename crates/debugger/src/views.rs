//! What an editor shows of a state: threads, stacks, scopes and variables.

use std::path::Path;
use trailhound_checker::ThreadId;

use serde_json::{Value, json};
use trailhound_checker::trail::{StackFrame, Variable};
use trailhound_host::printable_line;

use crate::breakpoints::absolute;
use crate::server::{OfFrame, OfThread, OfVariables, Scope, Server, thread_id, thread_of};

/// Calls of one thread have numbers below this: a stack that is told has fewer.
const MOST_CALLS: usize = 1000;

impl Server<'_, '_, '_> {
    pub(crate) fn threads(&mut self) -> Value {
        let present = self.cursor.threads();
        let threads = present.iter().map(|thread| {
            let ends = if thread.is_finished {
                " (finished)"
            } else {
                ""
            };
            let name = format!("{}{ends}", self.thread_title(thread.number));
            json!({ "id": thread_id(thread.number), "name": printable_line(&name) })
        });
        json!({ "threads": threads.collect::<Vec<_>>() })
    }

    /// `thread 2 consumer`.
    fn thread_title(&self, number: ThreadId) -> String {
        let ends = self.report.threads.iter();
        let mut known = ends
            .map(|thread| (thread.thread, &thread.title, &thread.name))
            .chain(
                self.report
                    .steps
                    .iter()
                    .map(|step| (step.thread, &step.title, &step.thread_name)),
            );
        match known.find(|(thread, ..)| *thread == number) {
            Some((_, title, name)) if title == name => title.clone(),
            Some((_, title, name)) => format!("{title} {name}"),
            None => format!("thread {number}"),
        }
    }

    pub(crate) fn stack(&mut self, wanted: &OfThread) -> Option<Value> {
        let thread = thread_of(wanted.thread_id)?;
        let stack = self.cursor.stack(thread);
        let total = stack.len();
        let frames = stack.iter().enumerate().skip(wanted.start_frame);
        let levels = wanted.levels.filter(|levels| *levels > 0);
        let frames = frames.take(levels.unwrap_or(usize::MAX));
        let frames = frames.map(|(call, frame)| {
            let id = thread.index() * MOST_CALLS + call + 1;
            frame_view(id, frame)
        });
        let frames: Vec<Value> = frames.collect();
        Some(json!({ "stackFrames": frames, "totalFrames": total }))
    }

    pub(crate) fn scopes_of(&mut self, wanted: &OfFrame) -> Value {
        let number = wanted.frame_id.saturating_sub(1);
        let (thread, call) = (number / MOST_CALLS, number % MOST_CALLS);
        let thread = ThreadId(thread as u32);
        let locals = self.reference(Scope::Locals { thread, call });
        let globals = self.reference(Scope::Globals);
        json!({ "scopes": [
            { "name": "Locals", "presentationHint": "locals", "variablesReference": locals, "expensive": false },
            { "name": "Globals", "variablesReference": globals, "expensive": false },
        ] })
    }

    /// A number under which the editor can ask for variables.
    fn reference(&mut self, scope: Scope) -> usize {
        self.scopes.push(scope);
        self.scopes.len()
    }

    pub(crate) fn variables(&mut self, wanted: &OfVariables) -> Option<Value> {
        let scope = self
            .scopes
            .get(wanted.variables_reference.checked_sub(1)?)?;
        let variables = match scope {
            Scope::Locals { thread, call } => self.cursor.locals(*thread, *call),
            Scope::Globals => self.cursor.globals(),
            Scope::Inside(content) => self.cursor.inside(content),
        };
        let told = variables
            .into_iter()
            .map(|variable| self.variable(variable));
        let told: Vec<Value> = told.collect();
        Some(json!({ "variables": told }))
    }

    fn variable(&mut self, variable: Variable) -> Value {
        let Variable {
            name,
            ty,
            value,
            inside,
        } = variable;
        let reference = inside.map_or(0, |inside| self.reference(Scope::Inside(inside)));
        json!({
            "name": printable_line(&name), "type": printable_line(&ty), "value": printable_line(&value),
            "variablesReference": reference,
        })
    }
}

fn frame_view(id: usize, frame: &StackFrame) -> Value {
    let mut told = json!({
        "id": id, "name": printable_line(&frame.function), "line": frame.line, "column": frame.column.max(1),
    });
    if let Some(file) = &frame.file {
        let path = absolute(Path::new(file));
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        told["source"] = json!({ "name": name, "path": path });
    }
    if frame.library {
        told["presentationHint"] = "subtle".into();
    }
    told
}
