//! Random executions until one fails or so many have passed that a failing one would have
//! shown with the confidence that was asked for (MC²).

use serde::Serialize;
use trailhound_machine::MemoryModel;
use trailhound_property::SamplingGoal;
use trailhound_trail::{MachineRequest, ProgramRequest};

use super::{Plan, SamplerName, take_samples, verdict_of_failure};
use crate::memory::{More, more_needed};
use crate::prepare::{not_prepared, prepare_with};
use crate::reports::{PctPromise, Summary};
use crate::resolve::resolve;
use crate::session::{ResourceLimits, Session};
use crate::sharing::Sharing;
use crate::verdict::Verdict;
use crate::weak_atomics::WeakAtomics;

/// A program to be sampled. The defaults are those of `trailhound sample`.
#[derive(Clone, Debug)]
pub struct Sample {
    pub program: ProgramRequest,
    pub machine: MachineRequest,
    /// The part of the random executions that may fail without being noticed.
    pub epsilon: f64,
    /// The probability with which that claim may be wrong.
    pub delta: f64,
    pub sampler: SamplerName,
    pub seed: u64,
    /// Samples at a time; None: one for each core.
    pub jobs: Option<usize>,
    /// Steps of an execution after which it is given up.
    pub max_depth: u64,
    pub limits: ResourceLimits,
}

impl Default for Sample {
    fn default() -> Sample {
        Sample {
            program: ProgramRequest::default(),
            machine: MachineRequest::default(),
            epsilon: 0.01,
            delta: 0.01,
            sampler: SamplerName::default(),
            seed: 0,
            jobs: None,
            max_depth: 1_000_000,
            limits: ResourceLimits::default(),
        }
    }
}

/// What came of sampling.
#[derive(Debug)]
pub enum Sampling {
    /// No sample failed.
    Passed(Passed),
    /// A sample failed, or the program cannot be sampled.
    Ended(Box<Verdict>),
}

/// Samples that passed, and what may be said of the others.
#[derive(Clone, Debug, Serialize)]
pub struct Passed {
    pub summary: Summary,
    /// What holds of executions, if anything can be said.
    pub claim: Option<String>,
    pub pct: Option<PctPromise>,
    pub notes: Vec<String>,
}

impl Sample {
    pub fn of(program: ProgramRequest) -> Sample {
        Sample {
            program,
            ..Sample::default()
        }
    }

    /// Samples the program within its limits.
    pub fn run(&self) -> Sampling {
        self.run_in(&Session::new(self.limits))
    }

    /// The same in a session of the caller's, whose limits count.
    pub fn run_in(&self, session: &Session) -> Sampling {
        let refused = |text: String| Sampling::Ended(Box::new(Verdict::unsupported(text)));
        let goal = match SamplingGoal::new(self.epsilon, self.delta) {
            Ok(goal) => goal,
            Err(error) => return refused(error.to_string()),
        };
        let functions = &self.machine.properties.functions;
        let prepared = match prepare_with(&self.program, functions, session) {
            Ok(prepared) => prepared,
            Err(error) => return Sampling::Ended(Box::new(not_prepared(error, session))),
        };
        let mut resolved = match resolve(prepared, &self.program, &self.machine) {
            Ok(resolved) => resolved,
            Err(error) => return refused(error.to_string()),
        };
        let weaker = WeakAtomics::of(&resolved.program, &self.machine.memory.trust());
        let more = more_needed(&self.machine, &resolved.program, &weaker);
        if more == More::Needed {
            resolved.machine.memory.model = Some(MemoryModel::C11);
        }
        let plan = Plan {
            goal,
            sampler: self.sampler,
            seed: self.seed,
            jobs: self.jobs,
            budget: session.budget(),
            max_depth: self.max_depth,
            shortens: true,
        };
        let (mut sampled, sharing) = take_samples(&plan, &resolved, Sharing::Tracked, session);
        if let Some(temporal) = &resolved.temporal {
            sampled.notes.splice(0..0, temporal.notes.iter().cloned());
        }
        if resolved.machine.memory.options().model == MemoryModel::Sc {
            sampled.notes.extend(weaker.note(more.words()));
        }
        let report = sampled.report(&plan);
        let Some((number, failure)) = sampled.failure else {
            let claim = goal.claim_after(sampled.summary.samples);
            return Sampling::Passed(Passed {
                claim: claim.map(|claim| claim.to_string()),
                summary: sampled.summary,
                pct: sampled.pct,
                notes: sampled.notes,
            });
        };
        let mut verdict = verdict_of_failure(&plan, &resolved, sharing, session, failure);
        verdict.sampling = Some(report);
        verdict.notes.append(&mut sampled.notes);
        let sentence = sampled.summary.sentence();
        let note = format!("sample {} failed; {sentence}", number + 1);
        verdict.notes.push(note);
        Sampling::Ended(Box::new(verdict))
    }
}
