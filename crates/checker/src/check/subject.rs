//! What is searched, and how a search of it is set up.

use trailhound_machine::{Machine, ProgramGraph};
use trailhound_search::{self as search, Weight};

use super::jobs::Jobs;
use super::strategy::{Searched, Searcher};
use crate::aim::Aimed;
use crate::limits::{budget, limits};
use crate::resolve::Resolved;
use crate::search_request::SearchRequest;
use crate::session::Session;
use crate::sharing::Sharing;

/// What is searched. Searches on several threads may share it.
pub struct Subject<'a> {
    pub request: &'a SearchRequest,
    pub resolved: &'a Resolved,
    pub aimed: Aimed<'a>,
    pub session: &'a Session,
    /// Inspections of steps that all searches together may make, if they are bounded.
    pub inspections: Option<u64>,
}

impl Subject<'_> {
    /// The states of the program, none of them met yet.
    pub fn graph(&self, sharing: Sharing) -> ProgramGraph<'_> {
        let options = self.resolved.options(sharing);
        let budget = budget(self.request, self.session);
        let budget = budget.with_patience(self.session.saving().patience());
        let machine = Machine::new(&self.resolved.program, options).within(budget);
        let mut graph = ProgramGraph::new(machine, self.resolved.machine.races);
        graph.bound_inspections(self.inspections);
        graph
    }

    pub fn options(&self, seed: u64) -> search::Options {
        search::Options {
            limits: limits(self.request, self.session),
            stop_at: Weight::Strong,
            seed,
            livelocks: true,
        }
    }

    /// Searches once, without a look at what is found.
    pub fn run<'p>(
        &'p self,
        graph: &mut ProgramGraph<'p>,
        options: &search::Options,
        jobs: u16,
        session: &Session,
    ) -> Searched {
        let searcher = Searcher {
            graph,
            aimed: &self.aimed,
            analysis: None,
            notes: Vec::new(),
            times_guide: self.request.time_guide,
            options: options.clone(),
            jobs: Jobs::new(jobs),
            session,
            runs: Vec::new(),
            largest: search::Stats::default(),
        };
        searcher.search(self.request)
    }
}
