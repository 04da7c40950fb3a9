//! The messages of the Debug Adapter Protocol: JSON behind a header with its length. It knows their
//! form, not what they mean.

use std::io::{BufRead, Read, Write};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Something that the editor asks for.
#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    pub seq: i64,
    pub command: String,
    #[serde(default)]
    arguments: Value,
}

impl Request {
    /// The arguments, if they are what the command takes.
    pub fn arguments<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_value(self.arguments.clone()).ok()
    }
}

/// Both directions of the conversation. An editor that is gone is the end of it.
pub struct Connection<'a> {
    input: Box<dyn BufRead + 'a>,
    output: Box<dyn Write + 'a>,
    /// The number of the last message sent.
    sent: i64,
}

/// No request is longer.
const LONGEST: usize = 16 << 20;

impl<'a> Connection<'a> {
    pub fn new(input: impl BufRead + 'a, output: impl Write + 'a) -> Connection<'a> {
        Connection {
            input: Box::new(input),
            output: Box::new(output),
            sent: 0,
        }
    }

    /// The next request; nothing at the end of the conversation. What is no request is passed over.
    pub fn next_request(&mut self) -> Option<Request> {
        loop {
            let length = self.header()?;
            let mut body = vec![0; length];
            self.input.read_exact(&mut body).ok()?;
            let message: Option<Value> = serde_json::from_slice(&body).ok();
            let request = message.filter(|message| message["type"] == "request");
            if let Some(request) = request.and_then(|request| serde_json::from_value(request).ok())
            {
                return Some(request);
            }
        }
    }

    /// The length of the message that follows.
    fn header(&mut self) -> Option<usize> {
        let mut length = None;
        loop {
            let mut line = String::new();
            let read = self.input.by_ref().take(1024).read_line(&mut line).ok()?;
            let line = line.trim_end();
            match line.split_once(':') {
                _ if read == 0 => return None,
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().ok();
                }
                Some(_) => {}
                None if line.is_empty() && length.is_some() => {
                    return length.filter(|length| *length <= LONGEST);
                }
                None => {}
            }
        }
    }

    fn send(&mut self, mut message: Value) {
        self.sent += 1;
        message["seq"] = self.sent.into();
        let body = message.to_string();
        let text = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        let output = &mut self.output;
        // If the editor has closed the connection, reading the next request ends it.
        let _ = output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush());
    }

    pub fn respond(&mut self, request: &Request, body: Value) {
        self.send(json!({
            "type": "response", "request_seq": request.seq, "success": true,
            "command": request.command, "body": body,
        }));
    }

    /// A response that says nothing but yes.
    pub fn acknowledge(&mut self, request: &Request) {
        self.respond(request, json!({}));
    }

    pub fn refuse(&mut self, request: &Request, reason: &str) {
        let error = json!({ "id": 1, "format": "{reason}", "variables": { "reason": reason }, "showUser": true });
        self.send(json!({
            "type": "response", "request_seq": request.seq, "success": false,
            "command": request.command, "message": reason, "body": { "error": error },
        }));
    }

    pub fn event(&mut self, name: &str, body: Value) {
        self.send(json!({ "type": "event", "event": name, "body": body }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_one_after_another() {
        let first = r#"{"seq":1,"type":"request","command":"threads"}"#;
        let second = r#"{"seq":2,"type":"request","command":"next","arguments":{"threadId":3}}"#;
        let mut input = String::new();
        for body in [first, "{no json", r#"{"seq":9,"type":"event"}"#, second] {
            input += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
        }
        let mut connection = Connection::new(input.as_bytes(), Vec::new());
        assert_eq!(connection.next_request().unwrap().command, "threads");
        let next = connection.next_request().unwrap();
        let arguments: Value = next.arguments().unwrap();
        assert_eq!((next.seq, arguments["threadId"].as_i64()), (2, Some(3)));
        assert!(connection.next_request().is_none());
    }
}
