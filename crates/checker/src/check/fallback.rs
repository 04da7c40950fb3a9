//! What `check` does when the search has come to a limit: it looks at random executions, and
//! says what these allow to be said.

use std::time::Duration;

use trailhound_property::SamplingGoal;

use crate::quantity::counted;
use crate::resolve::Resolved;
use crate::sample::{Failure, Plan, SamplerName, take_samples, verdict_of_failure};
use crate::search_request::SearchRequest;
use crate::session::Session;
use crate::sharing::Sharing;
use crate::verdict::Verdict;

/// What is claimed if no sample fails.
const EPSILON: f64 = 0.01;
const DELTA: f64 = 0.01;
/// Sampling may take this part of the time that the search took, within bounds.
const PART: u32 = 10;
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(30);
/// An execution that is longer says nothing.
const MAX_DEPTH: u64 = 100_000;

/// Samples the program, and adds to the verdict what that shows. A sample that fails takes
/// the place of the verdict.
pub fn sample_instead(
    request: &SearchRequest,
    resolved: &Resolved,
    sharing: Sharing,
    session: &Session,
    verdict: &mut Verdict,
) {
    let searched = verdict.stats.map_or(0.0, |stats| stats.seconds);
    let time = Duration::from_secs_f64(searched / f64::from(PART)).clamp(SHORTEST, LONGEST);
    let goal = SamplingGoal::new(EPSILON, DELTA).expect("constants in range");
    let plan = Plan {
        goal,
        sampler: SamplerName::Uniform,
        seed: request.seed,
        jobs: None,
        budget: session.budget().at_most(time),
        max_depth: MAX_DEPTH,
        shortens: request.shorten,
    };
    let (sampled, sharing) = take_samples(&plan, resolved, sharing, session);
    let reason = verdict.reason.clone().unwrap_or_default();
    let states = verdict.most_states();
    let mut report = sampled.report(&plan);
    match sampled.failure {
        Some((_, Failure::TooLong)) | None => {
            let claim = goal.claim_after(sampled.summary.samples);
            let samples = counted(sampled.summary.samples, "random execution");
            let claimed = match &claim {
                Some(claim) => format!("of {samples} none failed: {claim}"),
                None => "no random execution came to an end".to_owned(),
            };
            report.claim = claim.map(|claim| claim.to_string());
            let states = counted(states, "state");
            verdict.reason = Some(format!(
                "{reason}; no error in {states}, which are not all; {claimed}"
            ));
        }
        Some((number, failure)) => {
            let mut found = verdict_of_failure(&plan, resolved, sharing, session, failure);
            found.notes.append(&mut verdict.notes);
            found.notes.push(format!(
                "{reason}; sample {} of random executions failed",
                number + 1
            ));
            found.stats = verdict.stats;
            found.strategy = verdict.strategy.take();
            *verdict = found;
        }
    }
    verdict.notes.extend(sampled.notes);
    verdict.sampling = Some(report);
}
