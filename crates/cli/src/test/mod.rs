//! `cargo trailhound test`: every test of a package or workspace, in all schedules.

mod arguments;
mod lines;

use std::panic;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anstream::ColorChoice;
use trailhound_checker::package_tests::{TestObserver, TestRun};
use trailhound_checker::{Answer, FrontendError, Session, Stop};
use trailhound_host::{printable, write_whole};
use trailhound_report::test_run;

pub use arguments::{EXAMPLES, TestArguments};

use crate::guard;
use crate::progress::Progress;
use crate::report;
use arguments::{TestFormat, TestOutput};
use lines::{JsonLines, Lines};

pub fn test(arguments: &TestArguments, colour: ColorChoice) -> ExitCode {
    let tests = match arguments.request() {
        Ok(tests) => tests,
        Err(error) => error.exit(),
    };
    // A test in which Trailhound itself fails says so in its line; the others go on.
    panic::set_hook(Box::new(|_| {}));
    let output = &arguments.output;
    let is_shown = !output.quiet && output.format == TestFormat::Text;
    let session = guard::unwatched(arguments.limits());
    let session = session.observed_by(Arc::new(Progress::new(is_shown)));
    let observer: Box<dyn TestObserver> = match output.format {
        TestFormat::Text => Box::new(Lines {
            quiet: output.quiet,
            colour,
        }),
        TestFormat::Json => Box::new(JsonLines),
    };
    let run = match tests.run_in(&session, &*observer) {
        Ok(run) => run,
        Err(error) => return not_compiled(&error, &session),
    };
    match output.format {
        TestFormat::Text => report::print(&test_run::ending(&run), colour),
        TestFormat::Json => println!("{}", test_run::events::summary(&run)),
    }
    if let Err(complaint) = write_reports(output, &run) {
        eprintln!("error: {}", printable(&complaint));
        return report::exit_code(Answer::Unsupported);
    }
    let answer = if session.interrupted() {
        Answer::Undecided
    } else {
        run.answer()
    };
    report::exit_code(answer)
}

/// One message for what Cargo or the compiler does not take.
fn not_compiled(error: &FrontendError, session: &Session) -> ExitCode {
    let (message, answer) = match error {
        FrontendError::Stopped(Stop::Time) => {
            let message = "the limit on the time of all tests (--max-total-time) was reached \
                           while they were compiled";
            (message.to_owned(), Answer::Undecided)
        }
        FrontendError::Stopped(stop) => (session.reason(*stop).to_owned(), Answer::Undecided),
        // Cargo has said what is wrong: that something does not compile, or is not there.
        FrontendError::CompileFailed { output, .. } => {
            eprintln!("{}", printable(output.trim_end()));
            return report::exit_code(Answer::Unsupported);
        }
        other => (other.to_string(), Answer::Unsupported),
    };
    eprintln!("error: {}", printable(&message));
    report::exit_code(answer)
}

fn write_reports(output: &TestOutput, run: &TestRun) -> Result<(), String> {
    if output.github {
        print!("{}", test_run::annotations(&run.outcomes));
    }
    let save = |path: &Path, text: String| {
        let said = |cause| format!("cannot write `{}`: {cause}", path.display());
        write_whole(path, text.as_bytes()).map_err(said)
    };
    if let Some(path) = &output.junit {
        save(path, test_run::junit(run))?;
    }
    if let Some(directory) = &output.html {
        let said = |cause| format!("cannot write to `{}`: {cause}", directory.display());
        test_run::write_pages(directory, run).map_err(said)?;
    }
    if let Some(path) = &output.sarif {
        save(path, test_run::sarif(run))?;
    }
    Ok(())
}
