//! Which search goes through the product of a program and an automaton: depth first by components, which visits
//! everything, or in the order of an engine; where that leaves cycles open, depth first after it.

use trailhound_search::{End, Engine, Lasso, LimitKind, Options, Outcome, lasso};

use super::directed::{self, Directed};
use super::product::Product;
use crate::aim::{Aim, Aimed};
use crate::guides::{asked_for, directed_searches};
use crate::reports::{AnalysisReport, RunReport, Strategy};
use crate::resolve::Resolved;
use crate::search_request::SearchRequest;
use crate::session::Session;

/// States within which a violation is looked for best first.
const NEAR: u64 = 4_000;

/// What came of the searches.
pub struct Searched {
    pub outcome: Outcome,
    pub lasso: Option<Lasso>,
    /// The one that decided.
    pub strategy: Strategy,
    pub runs: Vec<RunReport>,
    pub analysis: Option<AnalysisReport>,
    pub note: Option<String>,
}

pub struct Searching<'a> {
    pub request: &'a SearchRequest,
    pub resolved: &'a Resolved,
    pub session: &'a Session,
}

impl Searching<'_> {
    /// Searches as the request says, and gives the product back.
    pub fn search<'g, 'p>(
        &self,
        product: Product<'g, 'p>,
        options: &Options,
    ) -> (Product<'g, 'p>, Searched) {
        let aimed = Aimed::new(Aim::new(self.resolved));
        let strategy = asked_for(self.request, &aimed, &self.resolved.program);
        match strategy {
            None => self.one_after_the_other(product, &aimed, options),
            Some(strategy) if strategy.engine == Engine::Dfs => {
                self.by_components(product, options)
            }
            Some(strategy) => self.directed(product, (strategy, &aimed), options),
        }
    }

    /// Near violations are found best first, all others depth first.
    fn one_after_the_other<'g, 'p>(
        &self,
        product: Product<'g, 'p>,
        aimed: &Aimed<'_>,
        options: &Options,
    ) -> (Product<'g, 'p>, Searched) {
        let directed = directed_searches(aimed, &self.resolved.program);
        let Some(&first) = directed.first() else {
            return self.by_components(product, options);
        };
        let mut bounded = options.clone();
        let states = options.limits.states;
        bounded.limits.states = Some(states.map_or(NEAR, |states| states.min(NEAR)));
        let (product, searched) = self.directed(product, (first, aimed), &bounded);
        let is_users_limit = states.is_some_and(|states| states <= NEAR);
        let goes_on = match searched.outcome.end {
            End::Limit(LimitKind::States) => !is_users_limit,
            End::Limit(LimitKind::Depth) => true,
            _ => false,
        };
        if !goes_on {
            return (product, searched);
        }
        let (product, mut last) = self.by_components(product, options);
        last.runs.splice(0..0, searched.runs);
        (product, last)
    }

    fn by_components<'g, 'p>(
        &self,
        mut product: Product<'g, 'p>,
        options: &Options,
    ) -> (Product<'g, 'p>, Searched) {
        let mut phase = self.session.phase("searching for a lasso");
        let (outcome, lasso) = lasso(&mut product, options, &mut phase);
        let strategy = Strategy::EXHAUSTIVE;
        let searched = Searched {
            runs: vec![RunReport::of(strategy, &outcome)],
            outcome,
            lasso,
            strategy,
            analysis: None,
            note: None,
        };
        (product, searched)
    }

    fn directed<'g, 'p>(
        &self,
        product: Product<'g, 'p>,
        (strategy, aimed): (Strategy, &Aimed<'_>),
        options: &Options,
    ) -> (Product<'g, 'p>, Searched) {
        let mut phase = self.session.phase(format!("searching {strategy}"));
        let (product, directed) = directed::search(product, (strategy, aimed), options, &mut phase);
        drop(phase);
        let Directed {
            outcome,
            lasso,
            has_given_up,
            analysis,
            note,
        } = directed;
        let run = RunReport::of(strategy, &outcome);
        if outcome.end == End::Exhausted && outcome.finding.is_none() && has_given_up {
            let (product, mut searched) = self.by_components(product, options);
            searched.runs.insert(0, run);
            return (product, searched);
        }
        let searched = Searched {
            outcome,
            lasso,
            strategy,
            runs: vec![run],
            analysis,
            note,
        };
        (product, searched)
    }
}
