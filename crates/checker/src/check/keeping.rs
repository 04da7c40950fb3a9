//! Which checks are saved, and what is said of their checkpoints.

use std::sync::Arc;

use trailhound_frontend::Compiled;
use trailhound_host::Key;
use trailhound_machine::{Machine, ProgramGraph};
use trailhound_search::Engine;

use super::Check;
use crate::checkpoints::{CheckpointError, Identity, Keeping};
use crate::kept::content;
use crate::resolve::Resolved;
use crate::search_request::{SearchName, SearchRequest, StoreName};
use crate::session::Session;
use crate::sharing::Sharing;
use crate::verdict::{Answer, Verdict};

impl Check {
    fn is_to_be_kept(&self) -> bool {
        self.checkpoints.folder.is_some() || self.checkpoints.resume.is_some()
    }

    /// Why no checkpoints can be written of the search that is asked for, if they are wanted.
    pub(super) fn cannot_be_kept(&self) -> Option<String> {
        if !self.is_to_be_kept() {
            return None;
        }
        let SearchRequest { search, .. } = self.search;
        let what = match search {
            SearchName::Engine(engine) if !matches!(engine, Engine::Dfs | Engine::Bfs) => {
                format!("of `--search {engine}`")
            }
            _ if self.machine.properties.is_temporal() => "for formulas and automata".to_owned(),
            _ if self.search.guide.is_some() => "directed by `--guide`".to_owned(),
            _ if self.search.store != StoreName::Exact => "with `--store`".to_owned(),
            _ if self.search.preemptions.is_some() => "with `--preemptions`".to_owned(),
            _ if self.search.trials.is_some() => "with `--trials`".to_owned(),
            _ if self.search.jobs > 1 => format!("with `--jobs {}`", self.search.jobs),
            _ => return None,
        };
        Some(format!(
            "--checkpoint and --resume: searches {what} cannot be saved yet; \
             those of auto, dfs and bfs on one job can"
        ))
    }

    /// The same for the program.
    pub(super) fn program_cannot_be_kept(&self, resolved: &Resolved) -> Option<String> {
        if !self.is_to_be_kept() {
            return None;
        }
        let machine = Machine::new(&resolved.program, resolved.options(Sharing::Tracked));
        let graph = ProgramGraph::new(machine, resolved.machine.races);
        let reason = "--checkpoint and --resume: a program that forks, or uses files, pipes, queues or named memory, \
                      cannot be saved yet";
        (!graph.can_be_saved()).then(|| reason.to_owned())
    }

    /// Who keeps the checkpoints, if they are wanted.
    pub(super) fn keeping(
        &self,
        compiled: &Compiled,
        session: &Session,
    ) -> Result<Option<Arc<Keeping>>, CheckpointError> {
        if !self.is_to_be_kept() {
            return Ok(None);
        }
        // Limits may be others, and what happens when the search is over.
        let usual = SearchRequest::default();
        let search = SearchRequest {
            max_states: usual.max_states,
            shorten: usual.shorten,
            sample: usual.sample,
            time_guide: usual.time_guide,
            ..self.search.clone()
        };
        let asked = format!(
            "{:?}",
            (&self.program, &self.machine, search, self.final_states)
        );
        let identity = Identity {
            program: content(compiled).to_string(),
            options: Key::of(&asked).to_string(),
        };
        let keeping = Keeping::open(&self.checkpoints, identity, session.saving())?;
        Ok(keeping.map(Arc::new))
    }
}

/// The verdict with what is to be said of its checkpoints.
pub fn told(mut verdict: Verdict, session: &Session) -> Verdict {
    let Some(keeping) = session.keeping() else {
        return verdict;
    };
    if let Some(reason) = keeping.refused() {
        return Verdict::unsupported(reason);
    }
    let unwritten = keeping.unwritten();
    let is_open = match verdict.answer {
        Answer::Undecided => verdict.ended_by_limit || session.interrupted(),
        // There may be worse errors.
        Answer::Error => !verdict.is_complete,
        Answer::Ok | Answer::Unsupported => false,
    };
    match is_open {
        true => verdict.notes.push(keeping.note()),
        false => verdict.notes.extend(keeping.finish()),
    }
    verdict.notes.extend(unwritten);
    verdict
}
