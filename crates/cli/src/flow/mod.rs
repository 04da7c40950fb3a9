//! `trailhound flow`: whether a sequence rule of events holds on every execution.

mod arguments;

pub use arguments::FlowArguments;

use std::process::ExitCode;

use anstream::ColorChoice;
use trailhound_checker::flow::{FlowError, Judgement};
use trailhound_checker::{Answer, Session};
use trailhound_host::{printable, write_whole};
use trailhound_report::Detail;
use trailhound_report::flow as shown;
use trailhound_report::style::render;

use crate::check::save_trail;
use crate::output_arguments::Format;
use crate::report::{Printer, exit_code};
use crate::{answer, guard};

pub fn flow(arguments: &FlowArguments, colour: ColorChoice) -> ExitCode {
    colour.write_global();
    let session = guard::limit(arguments.resources(), &arguments.output(), colour);
    match judged(arguments, &session, colour) {
        Ok(code) => code,
        Err(reason) => {
            answer::is_known();
            match arguments.format {
                Format::Json => print!("{}", shown::refusal(&reason)),
                Format::Text | Format::Html => {
                    anstream::eprintln!("error: {}", printable(&reason));
                }
            }
            exit_code(Answer::Unsupported)
        }
    }
}

fn judged(
    arguments: &FlowArguments,
    session: &Session,
    colour: ColorChoice,
) -> Result<ExitCode, String> {
    let printer = Printer::new(&arguments.output(), colour);
    let verdict = match arguments
        .request()
        .map_err(|error| error.to_string())?
        .run_in(session)
    {
        Ok(verdict) => verdict,
        Err(FlowError::Program(verdict)) if verdict.answer == Answer::Undecided => {
            return Ok(printer.print(&verdict));
        }
        Err(error) => return Err(error.to_string()),
    };
    if let (Some(path), Some(drawn)) = (&arguments.dot, &verdict.graph_dot) {
        write_whole(path, drawn.as_bytes())
            .map_err(|cause| format!("cannot write `{}`: {cause}", path.display()))?;
    }
    let rule = match verdict.judgement {
        Judgement::Violated(mut verdict) => {
            save_trail(arguments.trail.as_deref(), &mut verdict);
            return Ok(printer.print(&verdict));
        }
        Judgement::Judged(rule) => rule,
    };
    answer::is_known();
    match arguments.format {
        Format::Json => print!("{}", shown::json(&rule)),
        Format::Text | Format::Html => {
            let detail = Detail {
                quiet: arguments.quiet,
                all_steps: arguments.all_steps,
                ..Detail::default()
            };
            anstream::print!("{}", render(&shown::text(&rule, detail)))
        }
    }
    Ok(exit_code(match rule.holds() {
        true => Answer::Ok,
        false => Answer::Undecided,
    }))
}
