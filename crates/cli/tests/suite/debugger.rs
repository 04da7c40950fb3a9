//! `trailhound debug`: the Debug Adapter Protocol over real pipes, as an editor speaks it.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository")
}

/// A trail of a program of the repository.
fn trail(arguments: &[&str]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let trail = folder.path().join("trail.json");
    let output = Command::new(env!("CARGO_BIN_EXE_trailhound"))
        .current_dir(root())
        .arg("check")
        .args(arguments)
        .arg("--trail")
        .arg(&trail)
        .output()
        .expect("trailhound runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    (folder, trail)
}

/// What an editor is to a debugger.
struct Editor {
    debugger: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    sent: i64,
    events: Vec<Value>,
}

impl Editor {
    fn start(arguments: &[&str]) -> Editor {
        let mut debugger = Command::new(env!("CARGO_BIN_EXE_trailhound"))
            .arg("debug")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the debugger starts");
        let input = debugger.stdin.take();
        let output = BufReader::new(debugger.stdout.take().expect("a pipe"));
        Editor {
            debugger,
            input,
            output,
            sent: 0,
            events: Vec::new(),
        }
    }

    /// At the start of a trail, with breakpoints and filters set.
    fn at_start(trail: &Path, file: &str, lines: &[u32], filters: &[&str]) -> Editor {
        let mut editor = Editor::start(&[]);
        let able = editor.ask("initialize", json!({ "adapterID": "trailhound" }));
        assert_eq!(able["supportsStepBack"], true, "{able}");
        editor.ask("launch", json!({ "trail": trail }));
        editor.event("initialized");
        let breakpoints: Vec<Value> = lines.iter().map(|line| json!({ "line": line })).collect();
        let source = json!({ "path": root().join(file) });
        let wish = json!({ "source": source, "breakpoints": breakpoints });
        let set = editor.ask("setBreakpoints", wish);
        for breakpoint in set["breakpoints"].as_array().expect("a list") {
            assert_eq!(breakpoint["verified"], true, "{set}");
        }
        editor.ask("setExceptionBreakpoints", json!({ "filters": filters }));
        editor.ask("configurationDone", json!({}));
        assert_eq!(editor.event("stopped")["reason"], "entry");
        editor
    }

    fn send(&mut self, command: &str, arguments: Value) {
        self.sent += 1;
        let request = json!({
            "seq": self.sent, "type": "request", "command": command, "arguments": arguments,
        });
        let body = request.to_string();
        let input = self.input.as_mut().expect("a pipe");
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it listens");
        input.flush().expect("it listens");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).expect("text") > 0,
                "it has ended"
            );
            match line.trim_end().split_once(": ") {
                Some((_, value)) => length = value.parse().expect("a number"),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).expect("a message");
        serde_json::from_slice(&body).expect("JSON")
    }

    /// The response to a request, whole.
    fn response(&mut self, command: &str, arguments: Value) -> Value {
        self.send(command, arguments);
        loop {
            let message = self.receive();
            match message["type"] == "response" {
                true => {
                    assert_eq!(message["request_seq"], self.sent, "{message}");
                    return message;
                }
                false => self.events.push(message),
            }
        }
    }

    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], true, "{response}");
        response["body"].clone()
    }

    /// The body of the next event of a name.
    fn event(&mut self, name: &str) -> Value {
        loop {
            while self.events.is_empty() {
                let message = self.receive();
                self.events.push(message);
            }
            let event = self.events.remove(0);
            if event["event"] == name {
                return event["body"].clone();
            }
        }
    }

    /// Walks, and tells why and with which thread it stops.
    fn walk(&mut self, command: &str, thread: i64) -> (String, i64) {
        self.ask(command, json!({ "threadId": thread }));
        let stopped = self.event("stopped");
        let reason = stopped["reason"].as_str().expect("a reason").to_owned();
        (reason, stopped["threadId"].as_i64().expect("a thread"))
    }

    /// The functions and lines of a thread's stack in the user's code.
    fn stack(&mut self, thread: i64) -> Vec<(String, i64)> {
        let stack = self.ask("stackTrace", json!({ "threadId": thread }));
        let frames = stack["stackFrames"].as_array().expect("frames").iter();
        let own = frames.filter(|frame| frame["presentationHint"] != "subtle");
        own.map(|frame| {
            let name = frame["name"].as_str().expect("a name").to_owned();
            (name, frame["line"].as_i64().expect("a line"))
        })
        .collect()
    }

    /// The variables of a scope of a thread's call of a function.
    fn variables(&mut self, thread: i64, function: &str, scope: &str) -> Vec<Value> {
        let stack = self.ask("stackTrace", json!({ "threadId": thread }));
        let mut frames = stack["stackFrames"].as_array().expect("frames").iter();
        let frame = frames.find(|frame| frame["name"] == function);
        let frame = frame.expect("a call of the function")["id"].clone();
        let scopes = self.ask("scopes", json!({ "frameId": frame }));
        let scopes = scopes["scopes"].as_array().expect("scopes").clone();
        let mut scopes = scopes.iter();
        let scope = scopes.find(|known| known["name"] == scope);
        self.inside(scope.expect("a scope"))
    }

    /// The variables inside of a scope or a variable.
    fn inside(&mut self, what: &Value) -> Vec<Value> {
        let reference = json!({ "variablesReference": what["variablesReference"] });
        let variables = self.ask("variables", reference);
        variables["variables"]
            .as_array()
            .expect("variables")
            .clone()
    }

    /// Ends the conversation; the debugger ends, too.
    fn leave(mut self) {
        self.ask("disconnect", json!({}));
        self.event("terminated");
        let status = self.debugger.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.debugger.kill();
        let _ = self.debugger.wait();
    }
}

/// The variable of a name, as `type = value`.
fn shown(variables: &[Value], name: &str) -> String {
    let mut all = variables.iter();
    let variable = all.find(|variable| variable["name"] == name);
    let variable = variable.unwrap_or_else(|| panic!("no {name} in {variables:?}"));
    let text = |key: &str| variable[key].as_str().unwrap_or_default().to_owned();
    format!("{} = {}", text("type"), text("value"))
}

const QUEUE: &str = "examples/bounded_queue.c";
/// `assert(count > 0);` in `take`.
const ASSERTION: u32 = 44;

#[test]
fn breakpoints_stop_the_walk_in_both_directions() {
    let (_folder, trail) = trail(&[QUEUE]);
    let mut editor = Editor::at_start(&trail, QUEUE, &[ASSERTION], &[]);
    let threads = editor.ask("threads", json!({}));
    assert_eq!(threads["threads"][0], json!({ "id": 1, "name": "main" }));

    // The second consumer finds an item, the first one does not.
    assert_eq!(editor.walk("continue", 1), ("breakpoint".into(), 3));
    let frames = [("take".to_owned(), 44), ("consumer".to_owned(), 52)];
    assert_eq!(editor.stack(3), frames);
    let globals = editor.variables(3, "take", "Globals");
    assert_eq!(shown(&globals, "count"), "int = 1");
    let items = globals
        .iter()
        .find(|global| global["name"] == "items")
        .expect("items");
    let items = editor.inside(items);
    assert_eq!(shown(&items, "[0]"), "int = 1");

    assert_eq!(editor.walk("continue", 3), ("breakpoint".into(), 2));
    let globals = editor.variables(2, "take", "Globals");
    assert_eq!(shown(&globals, "count"), "int = 0");
    assert_eq!(editor.walk("reverseContinue", 2), ("breakpoint".into(), 3));
    let globals = editor.variables(3, "take", "Globals");
    assert_eq!(shown(&globals, "count"), "int = 1");
    assert_eq!(editor.walk("reverseContinue", 3).0, "entry");

    editor.walk("continue", 1);
    editor.walk("continue", 1);
    assert_eq!(editor.walk("continue", 2), ("exception".into(), 2));
    let error = editor.ask("exceptionInfo", json!({ "threadId": 2 }));
    assert_eq!(error["description"], "assertion `count > 0` failed");
    assert_eq!(editor.stack(2)[0], ("take".to_owned(), 44));
    assert_eq!(editor.walk("stepBack", 2).0, "step");
    editor.leave();
}

#[test]
fn steps_go_line_by_line_and_back() {
    let (_folder, trail) = trail(&[QUEUE]);
    let mut editor = Editor::at_start(&trail, QUEUE, &[], &[]);
    // The first consumer locks, and then looks at the count.
    assert_eq!(editor.walk("stepIn", 1), ("step".into(), 2));
    assert_eq!(editor.stack(2)[0].1, 41);
    assert_eq!(editor.walk("next", 2), ("step".into(), 2));
    assert_eq!(editor.stack(2)[0].1, 42);
    assert_eq!(editor.walk("stepBack", 2), ("step".into(), 2));
    assert_eq!(editor.stack(2)[0].1, 41);
    // It returns from `take` no more.
    assert_eq!(editor.walk("stepOut", 2), ("exception".into(), 2));
    editor.leave();
}

#[test]
fn context_switches_are_stops_on_request() {
    let (_folder, trail) = trail(&[QUEUE]);
    let mut editor = Editor::at_start(&trail, QUEUE, &[], &["switches"]);
    let mut stops = Vec::new();
    while stops.last().is_none_or(|(reason, _)| reason != "exception") {
        stops.push(editor.walk("continue", 1));
    }
    // The trail has four of them, and then the error.
    let threads: Vec<i64> = stops.iter().map(|(_, thread)| *thread).collect();
    assert_eq!(threads, [2, 1, 3, 2, 2], "{stops:?}");
    editor.leave();
}

#[test]
fn variables_have_the_types_of_the_source() {
    let (_folder, trail) = trail(&[QUEUE]);
    // `pthread_cond_signal(&not_full);` in `take`, behind `int item = items[--count];`.
    let mut editor = Editor::at_start(&trail, QUEUE, &[46], &[]);
    assert_eq!(editor.walk("continue", 1), ("breakpoint".into(), 3));
    let locals = editor.variables(3, "take", "Locals");
    assert_eq!(shown(&locals, "item"), "int = 1");
    // Nothing was written to it yet when `take` began.
    while editor.stack(3)[0].1 > 41 {
        editor.walk("stepBack", 3);
    }
    let locals = editor.variables(3, "take", "Locals");
    assert_eq!(shown(&locals, "item"), "int = undefined");
    // The arrays of `main` can be opened.
    let locals = editor.variables(1, "main", "Locals");
    assert_eq!(shown(&locals, "sum"), "int = 0");
    let taken = locals
        .iter()
        .find(|local| local["name"] == "taken")
        .expect("taken");
    assert_eq!(taken["type"], "int[]");
    assert_eq!(editor.inside(taken).len(), 2);
    editor.leave();
}

#[test]
fn what_cannot_be_done_is_said() {
    let mut editor = Editor::start(&["absent.json"]);
    let refusal = editor.response("threads", json!({}));
    assert_eq!(refusal["success"], false, "{refusal}");
    editor.ask("initialize", json!({}));
    let refusal = editor.response("launch", json!({}));
    let reason = refusal["message"].as_str().unwrap_or_default();
    assert!(
        reason.contains("cannot read the trail `absent.json`"),
        "{refusal}"
    );
    let status = editor.debugger.wait().expect("it ends");
    assert_eq!(status.code(), Some(2));

    let (_folder, trail) = trail(&[QUEUE]);
    let mut editor = Editor::at_start(&trail, QUEUE, &[], &[]);
    let wish = json!({ "source": { "path": "/nowhere.c" }, "breakpoints": [{ "line": 3 }] });
    let set = editor.ask("setBreakpoints", wish);
    assert_eq!(set["breakpoints"][0]["verified"], false, "{set}");
    let refusal = editor.response("goto", json!({}));
    assert_eq!(refusal["message"], "`goto` is not supported");
    // An editor that goes without a word is the end, too.
    editor.input.take();
    let status = editor.debugger.wait().expect("it ends");
    assert!(status.success(), "{status}");
}
