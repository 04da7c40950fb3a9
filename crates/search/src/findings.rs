//! Keeps the best finding of a search: the strongest, and of equals the shortest.

use std::ops::ControlFlow;

use trailhound_checkpoint::{Damage, Reader, Writer};

use crate::graph::{Finding, Weight};
use crate::outcome::{End, Found};

pub(crate) struct Findings {
    stop_at: Weight,
    best: Option<Found>,
}

impl Findings {
    pub fn new(stop_at: Weight) -> Findings {
        Findings {
            stop_at,
            best: None,
        }
    }

    /// Keeps `finding` if it is better than what is there. `length` is the length of its
    /// trail; the trail itself is built only when needed. `Break` when it is of the
    /// weight that ends the search.
    pub fn record(
        &mut self,
        finding: Finding,
        length: usize,
        trail: impl FnOnce() -> Vec<u32>,
    ) -> ControlFlow<End> {
        let better = self.best.as_ref().is_none_or(|best| {
            finding.weight > best.finding.weight
                || finding.weight == best.finding.weight && length < best.choices.len()
        });
        if better {
            self.best = Some(Found {
                finding,
                choices: trail(),
            });
        }
        if finding.weight >= self.stop_at {
            ControlFlow::Break(End::Found)
        } else {
            ControlFlow::Continue(())
        }
    }

    pub fn save(&self, out: &mut Writer<'_>) {
        out.bool(self.best.is_some());
        if let Some(best) = &self.best {
            best.save(out);
        }
    }

    pub fn load(&mut self, input: &mut Reader<'_>) -> Result<(), Damage> {
        self.best = match input.bool()? {
            true => Some(Found::load(input)?),
            false => None,
        };
        Ok(())
    }

    pub fn best(&self) -> Option<&Found> {
        self.best.as_ref()
    }

    pub fn into_best(self) -> Option<Found> {
        self.best
    }
}
