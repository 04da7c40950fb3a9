//! Checkpoints of a reduced search: all that it holds, what it passed lately included, for that decides which states
//! are stored.

use trailhound_checkpoint::{Damage, Reader, Tag, Writer};

use super::entry::Entries;
use super::links::Links;
use super::passed::Passed;
use super::{Descent, Search, Stage, Sweep};
use crate::graph::Graph;
use crate::selection::Selection;
use crate::states::States;
use crate::store::{StateId, Store};

const SECTION: Tag = *b"redu";

impl<G: Graph> Search<'_, G> {
    /// Keeps a checkpoint from which [`Search::load`] goes on.
    pub(super) fn keep(&mut self) {
        if !self.resumable {
            return self.keeper.miss();
        }
        // It is there, and counts from now on.
        self.watch.stats.states_stored += u64::from(self.has_one_more);
        let Search {
            store,
            entries,
            links,
            path,
            passed,
            endings,
            findings,
            watch,
            stage,
            descent,
            ..
        } = self;
        self.keeper.keep(self.graph, &mut |out| {
            out.section(SECTION);
            stage.save(out);
            out.bool(descent.is_some());
            if let Some(descent) = descent {
                descent.save(out);
            }
            self.selected_before.save(out);
            store.save(out);
            entries.save(out);
            links.save(out);
            out.length(path.len());
            for &(state, choice, steps) in path.iter() {
                state.save(out);
                out.u32(choice);
                out.u32(steps);
            }
            passed.save(out);
            out.u64(self.dated);
            out.bool(endings.is_some());
            if let Some(endings) = endings {
                endings.save(out);
            }
            findings.save(out);
            watch.save(out);
        });
        self.watch.stats.states_stored -= u64::from(self.has_one_more);
    }

    pub(super) fn load(&mut self, mut input: Reader<'_>) -> Result<(), Damage> {
        input.section(SECTION)?;
        self.stage = Stage::load(&mut input)?;
        self.descent = match input.bool()? {
            true => Some(Descent::load(&mut input)?),
            false => None,
        };
        self.selected_before = Selection::load(&mut input)?;
        self.store = Store::restored(&mut input)?;
        self.entries = Entries::load(&mut input)?;
        self.links = Links::load(&mut input)?;
        self.path = input.items(|input| Ok((StateId::load(input)?, input.u32()?, input.u32()?)))?;
        self.passed = Passed::load(&mut input)?;
        self.dated = input.u64()?;
        if input.bool()? != self.endings.is_some() {
            return Err(Damage::Content("livelocks"));
        }
        if let Some(endings) = &mut self.endings {
            *endings = States::load(&mut input)?;
        }
        self.findings.load(&mut input)?;
        self.watch.load(&mut input)?;
        input.end()
    }
}

impl Stage {
    fn save(&self, out: &mut Writer<'_>) {
        match self {
            Stage::First => out.u8(0),
            Stage::Sweep(sweep) => {
                out.u8(1);
                for number in [sweep.before.0, sweep.before.1, sweep.next, sweep.last] {
                    out.u64(number);
                }
            }
            Stage::Ignoring(states) => {
                out.u8(2);
                out.length(states.len());
                states.iter().for_each(|state| state.save(out));
            }
            Stage::Settled => out.u8(3),
        }
    }

    fn load(input: &mut Reader<'_>) -> Result<Stage, Damage> {
        Ok(match input.u8()? {
            0 => Stage::First,
            1 => Stage::Sweep(Sweep {
                before: (input.u64()?, input.u64()?),
                next: input.u64()?,
                last: input.u64()?,
            }),
            2 => Stage::Ignoring(input.items(StateId::load)?),
            3 => Stage::Settled,
            _ => return Err(Damage::Content("the stage of the search")),
        })
    }
}

impl Descent {
    fn save(&self, out: &mut Writer<'_>) {
        self.state.save(out);
        out.option(self.from.map(u64::from));
        out.bool(self.moves);
        out.u64(self.depth);
        out.option(self.since);
    }

    fn load(input: &mut Reader<'_>) -> Result<Descent, Damage> {
        Ok(Descent {
            state: StateId::load(input)?,
            from: input.option()?.map(|from| from as u32),
            moves: input.bool()?,
            depth: input.u64()?,
            since: input.option()?,
        })
    }
}
