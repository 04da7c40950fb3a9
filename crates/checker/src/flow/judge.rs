//! What the graph of a program says of a rule, with the constraints that were given or are added.
//! It knows nothing of executions.

use std::time::Duration;

use trailhound_flow::build::ThreadPanics;
use trailhound_flow::constraint::Constraint;
use trailhound_flow::property::Property;
use trailhound_flow::refine::{Refined, Refinement, Tried, path_of};
use trailhound_flow::search::{AbstractPath, Allowance, Answer};
use trailhound_flow::subject::Subject;
use trailhound_search::Limits;

use super::model::{self, Model};
use super::request::{Flow, FlowError};
use crate::prepare::Prepared;
use crate::session::Session;

/// How long to look whether a rule holds if no thread panics.
const A_WHILE: Duration = Duration::from_secs(5);

/// How graphs are to be judged.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    pub request: &'a Flow,
    pub property: &'a Property,
    pub allowance: &'a Allowance,
    pub session: &'a Session,
}

pub struct Judged {
    pub refined: Refined,
    /// Constraints that exclude the path that was found, where they are not to be added.
    pub would_exclude: Vec<Constraint>,
    /// Whether there was time to try all constraints on the path.
    pub tried: Tried,
}

/// A graph and what it says.
pub struct Case {
    pub model: Model,
    pub judged: Judged,
}

impl Case {
    pub fn holds(&self) -> bool {
        *self.judged.refined.answer() == Answer::Holds
    }

    /// The path that breaks the rule, if nothing that is known excludes it.
    pub fn path(&self) -> Option<&AbstractPath> {
        let judged = &self.judged;
        let path = path_of(judged.refined.answer())?;
        (judged.would_exclude.is_empty() && judged.tried != Tried::Some).then_some(path)
    }
}

impl Judge<'_> {
    pub fn of(&self, model: Model) -> Result<Case, FlowError> {
        let judged = self.judged(&model)?;
        Ok(Case { model, judged })
    }

    /// The same of a program whose threads do not panic, if it holds then. Not much is spent on
    /// that.
    pub fn without_panics(
        &self,
        case: &Case,
        prepared: &Prepared,
    ) -> Result<Option<Case>, FlowError> {
        if !case.model.graph.has_thread_panics {
            return Ok(None);
        }
        let (threads, panics) = (self.request.threads, ThreadPanics::Fail);
        let Ok(model) = model::build(prepared, self.property, threads, panics) else {
            return Ok(None);
        };
        let left = self.allowance.left();
        let allowance = Allowance::new(&Limits {
            time: Some(left.time.map_or(A_WHILE, |time| time.min(A_WHILE))),
            ..left
        });
        let judge = Judge {
            allowance: &allowance,
            ..*self
        };
        let case = judge.of(model)?;
        Ok(Some(case).filter(Case::holds))
    }

    fn judged(&self, model: &Model) -> Result<Judged, FlowError> {
        let (graph, property) = (&model.graph, self.property);
        let mut constraints = Vec::new();
        for name in property.constraints.iter().flatten() {
            let named = Constraint::named(graph, name)?;
            constraints.extend(named);
        }
        let all = Constraint::all(graph);
        let adds = property.constraints.is_none() || self.request.refine;
        let refinement = |candidates: Vec<Constraint>| Refinement {
            graph,
            property,
            candidates,
            search: self.request.search,
            allowance: self.allowance.clone(),
        };
        let mut phase = self.session.phase("searching node tuples");
        let candidates = if adds { all.clone() } else { Vec::new() };
        let refined = refinement(candidates).run(constraints, &mut phase, |_| {})?;
        let (would_exclude, tried) = match path_of(refined.answer()) {
            Some(path) if !adds => {
                let subject = Subject::new(graph, property, &refined.constraints)?;
                refinement(all).excluding(&subject, path, &refined.constraints, &mut phase)?
            }
            _ => (Vec::new(), refined.tried),
        };
        Ok(Judged {
            refined,
            would_exclude,
            tried,
        })
    }
}
