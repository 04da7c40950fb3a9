//! What `check` does when the search has come to a limit: it looks at random executions, and
//! says what these allow to be said.

use std::time::Duration;

use trailhound_property::SamplingGoal;
use trailhound_trail::{MachineSetup, ProgramSetup};

use crate::args::CheckArguments;
use crate::check::save;
use crate::conclusion::{Conclusion, SamplingReport};
use crate::guard;
use crate::prepare::Prepared;
use crate::quantity::counted;
use crate::sampler_name::SamplerName;
use crate::sampling::{Failure, Plan, Subject, conclude_failure, take_samples};
use crate::temporal::Temporal;

/// What is claimed if no sample fails.
const EPSILON: f64 = 0.01;
const DELTA: f64 = 0.01;
/// Sampling may take this part of the time that the search took, within bounds.
const PART: u32 = 10;
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(30);
/// An execution that is longer says nothing.
const MAX_DEPTH: u64 = 100_000;

/// Samples the program, and adds to the conclusion what that shows. A sample that fails takes
/// the place of the conclusion.
pub fn sample_instead(
    arguments: &CheckArguments,
    prepared: &Prepared,
    setup: &ProgramSetup,
    machine: &mut MachineSetup,
    conclusion: &mut Conclusion,
) {
    let temporal = match machine.properties.is_temporal() {
        true => Temporal::new(machine).ok(),
        false => None,
    };
    let searched = conclusion.stats.map_or(0.0, |stats| stats.seconds);
    let time = Duration::from_secs_f64(searched / f64::from(PART)).clamp(SHORTEST, LONGEST);
    let goal = SamplingGoal::new(EPSILON, DELTA).expect("constants in range");
    let plan = Plan {
        goal,
        sampler: SamplerName::Uniform,
        seed: arguments.search.seed,
        jobs: None,
        budget: guard::budget().at_most(time),
        max_depth: MAX_DEPTH,
        shortens: !arguments.search.no_shorten,
    };
    let subject = Subject {
        prepared,
        setup,
        temporal: temporal.as_ref(),
    };
    let sampled = take_samples(&plan, subject, machine);
    let reason = conclusion.reason.clone().unwrap_or_default();
    let states = conclusion.most_states();
    let mut report = SamplingReport::new(&sampled, &plan);
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
            conclusion.reason = Some(format!(
                "{reason}; no error in {states}, which are not all; {claimed}"
            ));
        }
        Some((number, failure)) => {
            let mut found = conclude_failure(&plan, subject, machine, failure);
            found.notes.append(&mut conclusion.notes);
            found.notes.push(format!(
                "{reason}; sample {} of random executions failed",
                number + 1
            ));
            found.stats = conclusion.stats;
            found.strategy = conclusion.strategy.take();
            save(arguments, prepared, setup, machine, &mut found);
            *conclusion = found;
        }
    }
    conclusion.notes.extend(sampled.notes);
    conclusion.sampling = Some(report);
}
