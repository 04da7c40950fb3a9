//! Why a test did not pass.

use trailhound_checker::Verdict;

/// One line that says why a test did not pass.
pub fn reason(verdict: &Verdict) -> String {
    match &verdict.found {
        Some(found) => {
            let error = &found.report.error;
            let message = error.message.lines().next().unwrap_or_default();
            format!("{}: {message}", error.kind)
        }
        None => verdict.reason.clone().unwrap_or_default(),
    }
}
