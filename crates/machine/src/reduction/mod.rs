//! Reduction of independent steps. What threads may do later is learnt from the steps that the search
//! has looked at, and a state is asked again when more is known: see `select.rs`. It does not search.

mod answers;
pub(crate) mod breakage;
mod facts;
pub(crate) mod footprint;
mod frozen;
mod intervals;
mod knowledge;
pub(crate) mod log;
mod select;
mod standing;
mod visible;

use crate::graph::ProgramGraph;
use crate::leaves::LeafId;
use crate::machine::Outcome;
use crate::options::Granularity;
use crate::snapshot::Slot;
use crate::thread_id::ThreadId;
use crate::valuation::Valuations;
use answers::Answers;
use breakage::Breakage;
use footprint::{Access, Footprints, PrintId, Touch};
use knowledge::{Knowledge, LocalEdge, Target};
use trailhound_checkpoint::{Damage, Reader, Writer};
use trailhound_search::Selection;

/// Bytes of knowledge beyond which nothing is reduced any more.
const MOST_BYTES: usize = 1 << 29;

/// States after which it is seen whether the reduction is worth its time, and the share of enabled
/// threads above which it is not.
const TRIAL: u64 = 50_000;
const WORTHLESS: f64 = 0.97;

#[derive(Default)]
pub(crate) struct Reduction {
    /// Steps are logged and learnt.
    pub is_on: bool,
    /// It is on, and all threads are selected everywhere.
    is_given_up: bool,
    pub prints: Footprints,
    pub knowledge: Knowledge,
    answers: Answers,
    /// The states in which the program ends are looked at.
    final_states_matter: bool,
    /// What was learnt from steps that join threads.
    joins: u64,
    pub selection: Selection,
}

impl Reduction {
    fn is_off(&self) -> bool {
        !self.is_on || self.is_given_up
    }

    pub fn save(&self, out: &mut Writer<'_>) {
        out.bool(self.is_given_up);
        self.prints.save(out);
        self.knowledge.save(out);
        self.answers.save(out);
        out.u64(self.joins);
        self.selection.save(out);
    }

    /// What was known. It is on again when the search begins with it.
    pub fn load(input: &mut Reader<'_>) -> Result<Reduction, Damage> {
        Ok(Reduction {
            is_given_up: input.bool()?,
            prints: Footprints::load(input)?,
            knowledge: Knowledge::load(input)?,
            answers: Answers::load(input)?,
            joins: input.u64()?,
            selection: Selection::load(input)?,
            ..Reduction::default()
        })
    }

    fn count(&mut self, selected: u32, enabled: u32) {
        let selection = &mut self.selection;
        selection.states += 1;
        selection.able += u64::from(enabled);
        selection.selected += u64::from(selected);
        let states = selection.states;
        let is_worthless = selection.selected as f64 > WORTHLESS * selection.able as f64;
        let is_too_large = states.is_multiple_of(1024) && self.bytes() > MOST_BYTES;
        if states == TRIAL && is_worthless || is_too_large {
            self.give_up();
        }
    }

    /// Selects all threads from now on, for which nothing has to be known.
    fn give_up(&mut self) {
        self.is_given_up = true;
        self.knowledge = Knowledge::default();
        self.answers = Answers::default();
    }

    /// Grows with what is known, and when nothing is reduced any more.
    pub fn version(&self) -> u64 {
        match self.is_given_up {
            true => u64::MAX,
            false => self.knowledge.version(),
        }
    }

    pub fn bytes(&self) -> usize {
        self.prints.bytes() + self.knowledge.bytes() + self.answers.bytes()
    }
}

impl ProgramGraph<'_> {
    /// Whether the reduction keeps all that is asked for here.
    pub fn is_reducible(&self) -> bool {
        let machine = &self.machine;
        let options = &machine.options;
        options.reduces
            && options.granularity == Granularity::Shared
            && !machine.forks
            && !machine.cancellation_used
            && !options.spurious_wakeups
            && !options.step_at_places
            && self
                .valuations
                .as_ref()
                .is_none_or(Valuations::are_invariants)
            && machine.program.panicking_tests.is_empty()
    }

    /// Begins to learn what steps touch, if the reduction is sound here.
    pub fn begin_reduction(&mut self) -> bool {
        let is_sound = self.is_reducible();
        if is_sound && !self.reduction.is_on {
            let options = &self.machine.options;
            self.reduction.is_on = true;
            self.reduction.final_states_matter = options.leaks || self.final_states.is_some();
            self.machine.memory.log.is_on = !self.reduction.is_given_up;
            // What it remembers was not logged.
            self.memo.forget();
        }
        is_sound
    }

    /// How much is known, but for steps that join threads: such a step may do at once what the search has seen
    /// in two.
    pub fn known_without_joins(&self) -> u64 {
        self.reduction.version() - self.reduction.joins
    }

    /// Steps are not logged any more; what is known stays.
    pub fn end_reduction(&mut self) {
        self.reduction.is_on = false;
        self.machine.memory.log.is_on = false;
    }

    /// Learns from a step that has just been executed. Gives its footprint.
    pub(crate) fn learn_step(
        &mut self,
        state: &[u32],
        (thread, leaf, option): (ThreadId, LeafId, u32),
        outcome: &Outcome,
        changes: &[(Slot, LeafId)],
    ) -> PrintId {
        if self.reduction.is_off() {
            return 0;
        }
        let breakage = self.machine.options.breakage;
        let mut print = self.machine.footprint(state, outcome, changes);
        let is_left_out = |touch: &Touch| match breakage {
            Some(Breakage::Headers) => footprint::object_of_header(touch.start).is_some(),
            Some(Breakage::Alone) => {
                touch.start == footprint::ALIVE && touch.access == Access::Write
            }
            Some(Breakage::Waiters) => footprint::is_waiters(touch.start),
            _ => false,
        };
        if breakage.is_some() {
            let touches = print.touches.iter().copied();
            print.touches = touches.filter(|touch| !is_left_out(touch)).collect();
        }
        if breakage != Some(Breakage::Visibility) && self.is_visible(state, changes) {
            let touch = Touch::new(footprint::VISIBLE, 1, Access::Write, None);
            print.touches = print.touches.iter().copied().chain([touch]).collect();
        }
        let own = self.machine.thread_slot(thread);
        let after = changes.iter().find(|change| Some(change.0) == own);
        let after = after.map_or(leaf, |change| change.1);
        let foreign: Vec<(ThreadId, LeafId, LeafId)> = print
            .foreign
            .iter()
            .map(|&(other, new)| (other, self.leaf(state, other), new))
            .collect();
        let Reduction {
            prints,
            knowledge,
            joins,
            ..
        } = &mut self.reduction;
        let known = knowledge.version();
        let from = knowledge.node(thread, leaf);
        let target = match outcome {
            Outcome::Blocked { .. } | Outcome::Pruned => Target::Blocked,
            _ if print.ends => Target::Nothing,
            _ => Target::Node(knowledge.node(thread, after)),
        };
        for (other, old, new) in foreign {
            let (old, new) = (knowledge.node(other, old), knowledge.node(other, new));
            if breakage != Some(Breakage::Moves) {
                knowledge.learn_move(old, new);
            }
        }
        let number = prints.number(print);
        let edge = LocalEdge {
            print: number,
            option,
            target,
        };
        if target != Target::Blocked || breakage != Some(Breakage::Attempts) {
            knowledge.learn(from, edge, prints.get(number));
        }
        if target != Target::Blocked && prints.get(number).joins() {
            *joins += knowledge.version() - known;
        }
        number
    }
}
