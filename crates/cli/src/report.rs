//! Prints an answer, for people or for programs, and tells the exit code that goes with it.

use std::io::{self, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use trailhound_checker::{Answer, Verdict};
use trailhound_html::page;
use trailhound_report::{Detail, json, style, text};

use crate::answer;
use crate::output_arguments::{Format, OutputArguments};

pub struct Printer {
    format: Format,
    detail: Detail,
    colour: ColorChoice,
}

/// Prints a text with styles.
pub fn print(text: &str, colour: ColorChoice) {
    let mut stdout = AutoStream::new(io::stdout(), colour);
    // A reader that closes the pipe has seen enough.
    let _ = stdout
        .write_all(style::render(text).as_bytes())
        .and_then(|()| stdout.flush());
}

/// The answer when Trailhound itself fails.
pub fn internal_error(what: &str) -> String {
    json(&Verdict::unsupported(format!("internal error: {what}")))
}

/// What was asked for, without the wish for a page.
fn subject() -> String {
    let given: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let words = given.iter().enumerate().filter(|(at, word)| {
        let is_value = *at > 0 && given[at - 1] == "--format";
        !is_value && *word != "--format" && !word.starts_with("--format=")
    });
    let words: Vec<&str> = words.map(|(_, word)| word.as_str()).collect();
    words.join(" ")
}

/// The exit code that goes with an answer.
pub fn exit_code(answer: Answer) -> ExitCode {
    ExitCode::from(match answer {
        Answer::Ok => 0,
        Answer::Error => 1,
        Answer::Unsupported => 2,
        Answer::Undecided => 3,
    })
}

impl Printer {
    pub fn new(output: &OutputArguments, colour: ColorChoice) -> Printer {
        let detail = Detail {
            library: output.show_library,
            all_steps: output.all_steps,
            quiet: output.quiet,
        };
        Printer {
            format: output.format,
            detail,
            colour,
        }
    }

    /// Prints the answer; the exit code that goes with it.
    pub fn print(&self, verdict: &Verdict) -> ExitCode {
        answer::is_known();
        self.write(verdict);
        exit_code(verdict.answer)
    }

    /// Writes the text of the answer.
    pub fn write(&self, verdict: &Verdict) {
        let text = match self.format {
            Format::Text => style::render(&text(verdict, self.detail)),
            Format::Json => json(verdict),
            Format::Html => page(verdict, &subject()),
        };
        // A reader that closes the pipe has seen enough.
        let mut stdout = AutoStream::new(io::stdout(), self.colour);
        let _ = stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush());
    }
}
