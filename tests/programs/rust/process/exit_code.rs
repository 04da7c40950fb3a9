//@ verdict: error
//@ kind: exit-status
//@ args: --exit-status
//@ about: main returns a failure code
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(4)
}
