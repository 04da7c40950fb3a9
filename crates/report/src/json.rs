//! The answer as one JSON object: a stable interface, documented in docs/json.md.

use serde::Serialize;
use trailhound_checker::trail::{Block, ErrorReport, Step, ThreadReport};
use trailhound_checker::{
    Advice, AnalysisReport, Answer, Choice, Granularity, MemoryReport, RunReport, SamplingReport,
    Trial, Verdict,
};
use trailhound_host::printable_json;

#[derive(Serialize)]
struct Object<'a> {
    version: &'static str,
    verdict: Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compiler_output: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a ErrorReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<&'a [ThreadReport]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heap: Option<&'a [Block]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trail: Option<TrailAnswer<'a>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cached: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    guide: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preemptions: Option<u32>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    guide_without_effect: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<AnalysisReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trials: Option<&'a [Trial]>,
    #[serde(skip_serializing_if = "<[RunReport]>::is_empty")]
    runs: &'a [RunReport],
    #[serde(skip_serializing_if = "Option::is_none")]
    granularity: Option<Granularity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<&'a MemoryReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<&'a [i64]>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    sampling: Option<&'a SamplingReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<&'a Advice>,
    stats: StatsAnswer,
}

#[derive(Serialize)]
struct TrailAnswer<'a> {
    steps: usize,
    context_switches: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortened_from: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<usize>,
    choices: &'a [Choice],
    listing: &'a [Step],
}

#[derive(Default, Serialize)]
struct StatsAnswer {
    states_generated: u64,
    states_stored: u64,
    states_expanded: u64,
    transitions: u64,
    revisited: u64,
    depth: u64,
    seconds: f64,
    store_bytes: usize,
    graph_bytes: usize,
    /// Threads that explored, if there were several.
    #[serde(skip_serializing_if = "Option::is_none")]
    jobs: Option<u32>,
    /// How likely it is that a search by hashes has left out a state.
    #[serde(skip_serializing_if = "Option::is_none")]
    omission: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reduction: Option<ReductionAnswer>,
    peak_memory_bytes: u64,
    compile_seconds: f64,
    link_seconds: f64,
}

/// States in which several threads could run, how many could, and how many were followed.
#[derive(Serialize)]
struct ReductionAnswer {
    states: u64,
    threads: u64,
    selected: u64,
}

/// The verdict as JSON, as `docs/usage.md` describes it.
pub fn json(verdict: &Verdict) -> String {
    let found = verdict.found.as_ref();
    let stats = verdict.stats.unwrap_or_default();
    let strategy = verdict.strategy;
    let object = Object {
        version: env!("CARGO_PKG_VERSION"),
        verdict: verdict.answer,
        reason: reason(verdict),
        hint: verdict.hint.as_deref(),
        compiler_output: verdict.compiler_output.as_deref(),
        error: found.map(|found| &found.report.error),
        threads: found.map(|found| found.report.threads.as_slice()),
        heap: found.map(|found| found.report.blocks.as_slice()),
        trail: found.map(|found| TrailAnswer {
            steps: found.choices.len(),
            context_switches: found.report.context_switches,
            shortened_from: found.shortened_from,
            cycle: found.report.cycle,
            choices: &found.choices,
            listing: &found.report.steps,
        }),
        cached: verdict.cached,
        search: strategy.map(|strategy| strategy.engine.to_string()),
        guide: strategy.and_then(|strategy| Some(strategy.guide?.to_string())),
        preemptions: strategy.and_then(|strategy| strategy.preemptions),
        guide_without_effect: &verdict.without_effect,
        analysis: verdict.analysis,
        trials: verdict.trials.as_deref(),
        runs: &verdict.runs,
        granularity: verdict.granularity,
        memory: verdict.memory.as_ref(),
        values: verdict.values.as_deref(),
        notes: &verdict.notes,
        sampling: verdict.sampling.as_ref(),
        advice: verdict.advice.as_ref(),
        stats: StatsAnswer {
            states_generated: stats.states_generated,
            states_stored: stats.states_stored,
            states_expanded: stats.states_expanded,
            transitions: stats.transitions,
            revisited: stats.revisited,
            depth: stats.depth,
            seconds: stats.seconds,
            store_bytes: stats.store_bytes,
            graph_bytes: stats.graph_bytes,
            jobs: stats.jobs,
            omission: stats.omission,
            reduction: (stats.selection.states > 0).then_some(ReductionAnswer {
                states: stats.selection.states,
                threads: stats.selection.able,
                selected: stats.selection.selected,
            }),
            peak_memory_bytes: trailhound_host::peak_memory().unwrap_or(0),
            compile_seconds: verdict.compile_seconds,
            link_seconds: verdict.link_seconds,
        },
    };
    plain(&object)
}

/// An answer as JSON that a terminal shows as it is.
pub fn plain(answer: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(answer).expect("an answer is plain data");
    text.push('\n');
    printable_json(&text).into_owned()
}

/// The reason, with the place in the program where it holds.
fn reason(verdict: &Verdict) -> Option<String> {
    let reason = verdict.reason.as_ref()?;
    Some(match &verdict.place {
        Some(place) => format!(
            "{reason} (in {}, {}:{})",
            place.function, place.file, place.line
        ),
        None => reason.clone(),
    })
}
