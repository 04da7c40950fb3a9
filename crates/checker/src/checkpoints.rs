//! Checkpoints of the searches of one check: where they are kept, how often, of what, and where a check goes on. It does
//! not know what a search holds.

use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crc32fast::Hasher;
use thiserror::Error;
use trailhound_checkpoint::{
    Damage, Folder, FolderError, Found as FoundFile, Manifest, Reader, Tag, Writer,
};
use trailhound_machine::ProgramGraph;
use trailhound_search::{Found, Keeper};

/// How often a checkpoint is written if nothing else is asked for.
const USUAL: Duration = Duration::from_secs(300);
/// How much longer than a limit or the user's wish a step may take, so that a search can be saved before it.
const PATIENCE: Duration = Duration::from_secs(1);

const SEARCH: Tag = *b"chck";

/// Checkpoints as they are asked for.
#[derive(Clone, Debug, Default)]
pub struct Checkpoints {
    /// Write them into this folder; that of `resume` if it is not given.
    pub folder: Option<PathBuf>,
    /// Go on from the checkpoint in this folder.
    pub resume: Option<PathBuf>,
    /// The time between two; five minutes if it is not given.
    pub every: Option<Duration>,
}

/// Whether a checkpoint is being written, during which the process is not ended; all clones are one.
#[derive(Clone, Debug, Default)]
pub struct Saving(Arc<AtomicU8>);

impl Saving {
    const EXPECTED: u8 = 1;
    const BUSY: u8 = 2;

    /// A checkpoint is being written.
    pub fn is_busy(&self) -> bool {
        self.0.load(Ordering::Relaxed) == Saving::BUSY
    }

    /// How much longer the end of a search may take.
    pub fn patience(&self) -> Duration {
        match self.0.load(Ordering::Relaxed) {
            0 => Duration::ZERO,
            _ => PATIENCE,
        }
    }

    fn set(&self, to: u8) {
        self.0.store(to, Ordering::Relaxed);
    }
}

/// Why checkpoints cannot be kept, or a check cannot go on from one.
#[derive(Debug, Error)]
pub enum CheckpointError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("the checkpoint in `{folder}` was written by another build of Trailhound: {writer}")]
    Writer { folder: PathBuf, writer: String },
    #[error("the checkpoint in `{0}` is of another program: its compiled code differs")]
    Program(PathBuf),
    #[error("the checkpoint in `{0}` is of a search with other options")]
    Options(PathBuf),
    #[error(
        "`{0}` holds the checkpoint of a search that has not ended: --resume goes on with it; \
         remove its files to begin anew"
    )]
    Unfinished(PathBuf),
    #[error("the executable cannot be read: {0}")]
    Executable(#[from] io::Error),
}

/// What is searched, in hashes.
pub struct Identity {
    pub program: String,
    pub options: String,
}

/// Searches of a portfolio beside the one that is saved.
pub struct SavedTurns {
    pub text: String,
    pub best: Option<Found>,
}

/// A graph that can be saved, with what is needed beside it.
pub trait Saved<'p> {
    fn graph(&self) -> &ProgramGraph<'p>;

    /// The searches beside it, if there are some.
    fn turns(&self) -> Option<SavedTurns> {
        None
    }

    /// Whether the search ends to be resumed, and not because another one has decided or takes its place.
    fn is_open(&self) -> bool {
        true
    }
}

impl<'p> Saved<'p> for ProgramGraph<'p> {
    fn graph(&self) -> &ProgramGraph<'p> {
        self
    }
}

pub struct Keeping {
    state: Mutex<State>,
    saving: Saving,
}

struct State {
    folder: Folder,
    manifest: Manifest,
    every: Duration,
    last: Instant,
    /// The search takes all memory as shared.
    shares_everything: bool,
    resumed: Option<Resumed>,
    is_missed: bool,
    /// What is wrong with the checkpoint that was to be resumed.
    refused: Option<String>,
    unwritten: Option<String>,
}

struct Resumed {
    file: FoundFile,
    input: Reader<'static>,
    turns: Option<SavedTurns>,
}

impl Keeping {
    /// Opens the folders and the checkpoint to go on from; none if there is nothing to keep.
    pub fn open(
        asked: &Checkpoints,
        identity: Identity,
        saving: &Saving,
    ) -> Result<Option<Keeping>, CheckpointError> {
        let Some(path) = asked.folder.as_ref().or(asked.resume.as_ref()) else {
            return Ok(None);
        };
        let manifest = Manifest {
            writer: ourselves()?,
            program: identity.program,
            options: identity.options,
            ..Manifest::default()
        };
        let folder = Folder::open(path)?;
        if asked.resume.is_none()
            && let Ok(found) = folder.find()
            && !found.manifest.is_finished
        {
            return Err(CheckpointError::Unfinished(path.clone()));
        }
        let mut state = State {
            folder,
            manifest,
            every: asked.every.unwrap_or(USUAL),
            last: Instant::now(),
            shares_everything: false,
            resumed: None,
            is_missed: false,
            refused: None,
            unwritten: None,
        };
        if let Some(from) = &asked.resume {
            state.resume(from)?;
        }
        saving.set(Saving::EXPECTED);
        Ok(Some(Keeping {
            state: Mutex::new(state),
            saving: saving.clone(),
        }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the search that is resumed took all memory as shared.
    pub fn shares_everything(&self) -> bool {
        self.state().shares_everything
    }

    /// A search begins: with what was saved, if it is resumed. `false` if that cannot be read.
    pub fn begin(&self, graph: &mut ProgramGraph<'_>) -> bool {
        let mut state = self.state();
        state.shares_everything = graph.machine.memory.share_everything;
        let restored = match &mut state.resumed {
            Some(resumed) => graph.restore(&mut resumed.input),
            None => Ok(()),
        };
        restored.map_err(|damage| state.refuse(damage)).is_ok()
    }

    /// The searches beside the one that is resumed, once.
    pub fn take_turns(&self) -> Option<SavedTurns> {
        self.state().resumed.as_mut()?.turns.take()
    }

    /// Why the checkpoint could not be used after all.
    pub fn refused(&self) -> Option<String> {
        self.state().refused.take()
    }

    /// The checks have come to their end.
    pub fn finish(&self) -> Option<String> {
        let finished = self.state().folder.finish();
        finished.err().map(|error| error.to_string())
    }

    /// What is said about checkpoints where the search has not come to its end.
    pub fn note(&self) -> String {
        let state = self.state();
        let path = state.folder.path().display();
        match (state.folder.find().is_ok(), state.is_missed) {
            (true, false) => format!("--resume {path} goes on from here"),
            (true, true) => format!(
                "the search ended within a step, where it cannot be saved: \
                 --resume {path} goes on from the checkpoint before that"
            ),
            (false, _) => "the search ended before there was anything to save".to_owned(),
        }
    }

    /// Why the last checkpoint could not be written.
    pub fn unwritten(&self) -> Option<String> {
        self.state().unwritten.take()
    }

    fn write<'p>(&self, graph: &impl Saved<'p>, search: &mut dyn FnMut(&mut Writer<'_>)) {
        if !graph.is_open() {
            return;
        }
        self.saving.set(Saving::BUSY);
        let mut guard = self.state();
        let state = &mut *guard;
        let shares_everything = state.shares_everything;
        let turns = graph.turns();
        let written = state.folder.write(state.manifest.clone(), &mut |out| {
            out.section(SEARCH);
            out.bool(shares_everything);
            out.bool(turns.is_some());
            if let Some(SavedTurns { text, best }) = &turns {
                out.text(text);
                out.bool(best.is_some());
                if let Some(best) = best {
                    best.save(out);
                }
            }
            graph.graph().save(out);
            search(out);
        });
        state.unwritten = written.err().map(|error| error.to_string());
        state.is_missed = false;
        state.last = Instant::now();
        self.saving.set(Saving::EXPECTED);
    }
}

impl State {
    fn resume(&mut self, from: &Path) -> Result<(), CheckpointError> {
        let file = Folder::open(from)?.find()?;
        if file.manifest.writer != self.manifest.writer {
            return Err(CheckpointError::Writer {
                folder: from.to_owned(),
                writer: file.manifest.writer,
            });
        }
        if file.manifest.program != self.manifest.program {
            return Err(CheckpointError::Program(from.to_owned()));
        }
        if file.manifest.options != self.manifest.options {
            return Err(CheckpointError::Options(from.to_owned()));
        }
        let mut input = file.read()?;
        let head = read_head(&mut input);
        let (shares_everything, turns) = head.map_err(|damage| file.damaged(damage))?;
        self.shares_everything = shares_everything;
        self.resumed = Some(Resumed { file, input, turns });
        Ok(())
    }

    fn refuse(&mut self, damage: Damage) {
        let file = self.resumed.take().map(|resumed| resumed.file);
        let error = file.map(|file| file.damaged(damage).to_string());
        self.refused = error.or(self.refused.take());
    }
}

fn read_head(input: &mut Reader<'_>) -> Result<(bool, Option<SavedTurns>), Damage> {
    input.section(SEARCH)?;
    let shares_everything = input.bool()?;
    if !input.bool()? {
        return Ok((shares_everything, None));
    }
    let text = input.text()?;
    let best = match input.bool()? {
        true => Some(Found::load(input)?),
        false => None,
    };
    Ok((shares_everything, Some(SavedTurns { text, best })))
}

/// Keeps the checkpoints of one search.
pub struct Kept<'k> {
    keeping: &'k Keeping,
    /// Where the search that is resumed comes from.
    file: Option<FoundFile>,
}

impl Keeping {
    pub fn keeper(&self) -> Kept<'_> {
        Kept {
            keeping: self,
            file: None,
        }
    }
}

impl<'p, G: Saved<'p>> Keeper<G> for Kept<'_> {
    fn resume(&mut self) -> Option<Reader<'static>> {
        let resumed = self.keeping.state().resumed.take()?;
        self.file = Some(resumed.file);
        Some(resumed.input)
    }

    fn refuse(&mut self, damage: Damage) {
        let file = self.file.as_ref();
        let error = file.map(|file| file.damaged(damage).to_string());
        self.keeping.state().refused = error;
    }

    fn is_due(&mut self) -> bool {
        let state = self.keeping.state();
        state.last.elapsed() >= state.every
    }

    fn keep(&mut self, graph: &mut G, search: &mut dyn FnMut(&mut Writer<'_>)) {
        self.keeping.write(graph, search);
    }

    fn miss(&mut self) {
        self.keeping.state().is_missed = true;
    }
}

/// Which build of Trailhound this is: what leaves and facts mean belongs to it.
fn ourselves() -> io::Result<String> {
    let mut file = File::open(env::current_exe()?)?;
    let mut sum = Hasher::new();
    let mut bytes = vec![0; 1 << 16];
    loop {
        match file.read(&mut bytes)? {
            0 => break,
            length => sum.update(&bytes[..length]),
        }
    }
    let version = env!("CARGO_PKG_VERSION");
    Ok(format!("{version} (build {:08x})", sum.finalize()))
}
