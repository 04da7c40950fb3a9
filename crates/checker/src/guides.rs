//! Guides that fit what a search is for.

use std::time::Instant;

use trailhound_guide::distance::{DistanceGuide, DistanceName};
use trailhound_guide::{AnyGuide, fitting};
use trailhound_machine::Exclusion;
use trailhound_program::Program;
use trailhound_search::Engine;

use crate::aim::Aimed;
use crate::reports::{AnalysisReport, Strategy};
use crate::search_request::{SearchName, SearchRequest};

/// A guide by distance, and what it took to make it.
pub struct ByDistance<'a> {
    pub guide: DistanceGuide<'a>,
    pub report: AnalysisReport,
    /// Another heuristic was taken than the one asked for, and why.
    pub note: Option<String>,
}

/// The guide of this name for an engine.
pub fn by_distance<'a>(aimed: &'a Aimed<'_>, engine: Engine, name: DistanceName) -> ByDistance<'a> {
    let analysis = aimed.analysis(engine);
    let started = Instant::now();
    let exclusion = Exclusion::new(aimed.aim().exclusive.iter().copied());
    let mut note = None;
    let guide = DistanceGuide::new(name, analysis).unwrap_or_else(|reason| {
        note = Some(format!(
            "{name} is not possible here, fsm was taken: {reason}"
        ));
        let fsm = DistanceGuide::new(DistanceName::Fsm, analysis);
        fsm.expect("FSM has no bound to exceed")
    });
    let mut guide = guide.in_place(exclusion);
    if matches!(engine, Engine::Greedy | Engine::Beam { .. }) {
        guide = guide.following_mover();
    }
    ByDistance {
        guide,
        report: AnalysisReport {
            seconds: analysis.seconds + started.elapsed().as_secs_f64(),
            functions: analysis.functions,
            operations: analysis.operations,
            ranking_seconds: None,
        },
        note,
    }
}

/// Directed searches to be tried, the first one first.
pub fn directed_searches(aimed: &Aimed<'_>, program: &Program) -> Vec<Strategy> {
    let efca = AnyGuide::Distance(DistanceName::Efca);
    let by_distance =
        [Engine::Astar, Engine::BestFirst].map(|engine| Strategy::guided(engine, efca));
    if aimed.aim().is_named {
        return by_distance.to_vec();
    }
    let by_preference = |guide| Strategy::guided(Engine::BestFirst, AnyGuide::Preference(guide));
    let guides = fitting(program).into_iter();
    guides.map(by_preference).collect()
}

/// The single search that was asked for; None if one is to be chosen.
pub fn asked_for(
    request: &SearchRequest,
    aimed: &Aimed<'_>,
    program: &Program,
) -> Option<Strategy> {
    let engine = match (request.search, request.guide) {
        (SearchName::Auto, None) => return None,
        (SearchName::Auto, Some(AnyGuide::Distance(_))) => Engine::Astar,
        (SearchName::Auto, Some(_)) => Engine::BestFirst,
        (SearchName::Engine(engine), _) => engine,
    };
    let fits = || {
        let first = directed_searches(aimed, program).into_iter().next();
        first.and_then(|strategy| strategy.guide)
    };
    let guide = engine
        .is_directed()
        .then(|| request.guide.or_else(fits))
        .flatten();
    Some(Strategy {
        guide,
        ..Strategy::unguided(engine)
    })
}
