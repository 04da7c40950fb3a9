//! Checks the C file that is given, and prints what fails in which schedule.

use trailhound_checker::{Answer, Check};

fn main() {
    println!("{}", told(std::env::args().skip(1)));
}

pub fn told(files: impl Iterator<Item = String>) -> String {
    let verdict = Check::c_files(files).run();
    match (verdict.answer, verdict.found) {
        (Answer::Ok, _) => "no schedule fails".to_owned(),
        (_, Some(found)) => {
            let error = found.report.error;
            let threads: Vec<String> = found
                .choices
                .iter()
                .map(|choice| choice.thread.to_string())
                .collect();
            let threads = threads.join(" ");
            format!(
                "{}: {}\nthreads in order: {threads}",
                error.kind, error.message
            )
        }
        _ => format!("{:?}", verdict.reason),
    }
}
