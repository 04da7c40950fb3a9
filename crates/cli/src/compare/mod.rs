//! `trailhound compare`: engines, guides and granularities on one program that grows.

mod arguments;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use trailhound_checker::Session;
use trailhound_checker::compare::{Comparison, Contender, Outcome, Record};
use trailhound_checker::quantity::count;
use trailhound_host::{printable, write_whole};

pub use arguments::{CompareArguments, EXAMPLES};

use crate::guard;

pub fn compare(arguments: &CompareArguments) -> ExitCode {
    match compared(arguments) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {}", printable(&message));
            ExitCode::from(2)
        }
    }
}

fn compared(arguments: &CompareArguments) -> Result<ExitCode, String> {
    let program = std::env::current_exe()
        .map_err(|cause| format!("the path of this program is not known: {cause}"))?;
    let session = guard::unlimited();
    let is_shown = !arguments.quiet && io::stderr().is_terminal();
    let show = |text: &str| {
        if is_shown {
            let _ = write!(io::stderr(), "\r\x1b[2K{text}");
            let _ = io::stderr().flush();
        }
    };
    let begin = |contender: &Contender, (current, all): (usize, usize), scale: u64| {
        show(&format!(
            "{current}/{all} {contender}: n = {}",
            count(scale)
        ));
    };
    let comparison = arguments.request(&program).run(&session, begin);
    show("");
    println!("{}", printable(&comparison.table()));
    write_files(arguments, &comparison)?;
    Ok(verdict(&comparison.records, &session))
}

fn write_files(arguments: &CompareArguments, comparison: &Comparison) -> Result<(), String> {
    let put = |path: &Path, text: String| {
        write_whole(path, text.as_bytes()).map_err(|cause| format!("`{}`: {cause}", path.display()))
    };
    if let Some(path) = &arguments.csv {
        put(path, comparison.csv())?;
    }
    if let Some(folder) = &arguments.plots {
        fs::create_dir_all(folder).map_err(|cause| format!("`{}`: {cause}", folder.display()))?;
        for (name, svg) in comparison.plots() {
            put(&folder.join(format!("{name}.svg")), svg)?;
        }
    }
    Ok(())
}

/// 0 if every answer was the expected one, 1 if one was not, 2 if a run could not be made, 3 if
/// the comparison was interrupted. Wrong answers are named once more, aloud.
fn verdict(records: &[Record], session: &Session) -> ExitCode {
    let mut code = if session.interrupted() { 3 } else { 0 };
    for record in records {
        for (scale, outcome) in &record.runs {
            let contender = &record.contender;
            match outcome {
                Outcome::Failed(why) => {
                    eprintln!("FAILED: {contender} at n = {scale}: {}", printable(why));
                    code = code.max(2);
                }
                Outcome::Wrong(cost) => {
                    eprintln!("WRONG: {contender} at n = {scale} says `{}`", cost.answer);
                }
                Outcome::Solved(_) | Outcome::Unsolved(_) => {}
            }
        }
    }
    let runs = || records.iter().flat_map(|record| &record.runs);
    if runs().any(|(_, outcome)| matches!(outcome, Outcome::Wrong(_))) {
        code = 1;
    }
    ExitCode::from(code)
}
