//! What a search may take, and what it means that it came to a limit.

use std::time::Duration;

use trailhound_search::{Budget, End, Engine, LimitKind, Limits, Outcome, Stop};

use crate::search_request::{SearchName, SearchRequest};
use crate::session::Session;

/// Random walks end by themselves after this many, unless another limit is given.
const WALKS: u64 = 10_000;

/// The part of the time that is left to random executions when the search has come to its limit.
const SAMPLING_PART: u32 = 10;
const MOST_SAMPLING: Duration = Duration::from_secs(30);

/// What the search may take of the session's budget.
pub fn budget(request: &SearchRequest, session: &Session) -> Budget {
    let all = session.budget();
    match session.limits().time {
        Some(time) if request.sample => all.with_reserve((time / SAMPLING_PART).min(MOST_SAMPLING)),
        _ => all,
    }
}

pub fn limits(request: &SearchRequest, session: &Session) -> Limits {
    let unlimited = session.limits().time.is_none() && request.max_states.is_none();
    let budget = budget(request, session);
    Limits {
        states: request.max_states,
        depth: request.max_depth,
        time: None,
        memory_bytes: (session.search_memory()).and_then(|bytes| bytes.try_into().ok()),
        budget,
        walks: (request.search == SearchName::Engine(Engine::Random) && unlimited).then_some(WALKS),
    }
}

/// Whether the search would have gone on with more of what it uses.
pub fn is_out_of_bounds(outcome: &Outcome) -> bool {
    let End::Limit(limit) = outcome.end else {
        return false;
    };
    match limit {
        LimitKind::States | LimitKind::Depth | LimitKind::Time | LimitKind::Memory => true,
        LimitKind::Steps | LimitKind::Width | LimitKind::Walks | LimitKind::Hashes => false,
    }
}

/// Why not every state was visited; None if every one was.
pub fn not_exhausted(outcome: &Outcome, session: &Session) -> Option<String> {
    let limit = match outcome.end {
        End::Exhausted | End::Found => return None,
        End::Interrupted => return Some("the search was interrupted".to_owned()),
        End::Limit(limit) => limit,
    };
    Some(match limit {
        LimitKind::Time => session.reason(Stop::Time).to_owned(),
        LimitKind::Memory => session.reason(Stop::Memory).to_owned(),
        LimitKind::Steps => session.reason(Stop::Steps).to_owned(),
        LimitKind::States => "the limit on states (--max-states) was reached".to_owned(),
        LimitKind::Depth => "the limit on depth (--max-depth) was reached".to_owned(),
        LimitKind::Width => "a beam that drops states does not visit every state".to_owned(),
        LimitKind::Walks => "random walks do not visit every state".to_owned(),
        LimitKind::Hashes => by_hashes(outcome.stats.omission.unwrap_or(1.0)),
    })
}

/// What a search by hashes says when it has found nothing.
fn by_hashes(omission: f64) -> String {
    let chance = match omission * 100.0 {
        percent if percent >= 99.95 => "almost surely".to_owned(),
        percent if percent >= 0.1 => format!("with a probability of {percent:.1} %"),
        percent => format!("with a probability of {percent:.1e} %"),
    };
    format!(
        "states were told apart by hashes (--store): {chance} one was taken for another and left out, \
         and livelocks were not looked for"
    )
}
