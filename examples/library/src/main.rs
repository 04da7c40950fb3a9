//! Checks the C file that is given, and prints what fails in which schedule.

use trailhound_checker::{Answer, Check};

fn main() {
    let verdict = Check::c_files(std::env::args().skip(1)).run();
    match (verdict.answer, verdict.found) {
        (Answer::Ok, _) => println!("no schedule fails"),
        (_, Some(found)) => {
            let error = found.report.error;
            println!("{}: {}", error.kind, error.message);
            let threads: Vec<String> = found
                .choices
                .iter()
                .map(|choice| choice.thread.to_string())
                .collect();
            println!("threads in order: {}", threads.join(" "));
        }
        _ => println!("{:?}", verdict.reason),
    }
}
