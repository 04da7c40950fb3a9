//! Checkpoints of a graph: what states are made of and what is known of them. Outcomes of steps are not saved, for they
//! are found again; nor is what a state alone tells. It does not know how the states are searched.

use crate::graph::ProgramGraph;
use crate::leaves::{LeafId, Leaves};
use crate::problem::Problem;
use crate::reduction::Reduction;
use crate::snapshot::{Slot, SlotKind};
use crate::thread_id::ThreadId;
use crate::unfollowed::Unfollowed;
use trailhound_checkpoint::{Damage, Reader, Tag, Writer};
use trailhound_program::FunctionId;

const STATES: Tag = *b"leaf";
const FACTS: Tag = *b"fact";
const REDUCTION: Tag = *b"know";

impl ProgramGraph<'_> {
    /// Whether checkpoints can be written: each process would have its own slots, and what a program has of the system
    /// is not saved.
    pub fn can_be_saved(&self) -> bool {
        self.can_fork()
    }

    /// Saves all that numbers in states stand for, and all that was found out about the program.
    pub fn save(&self, out: &mut Writer<'_>) {
        let snapshot = &self.machine.memory.snapshot;
        out.section(STATES);
        snapshot.leaves.save(out);
        out.length(snapshot.kinds.len());
        snapshot.kinds.iter().for_each(|kind| kind.save(out));
        let threads = self.infos.known();
        out.length(threads.len());
        for (leaf, thread) in threads {
            out.u32(leaf.0);
            out.u32(thread.0);
        }
        out.section(FACTS);
        self.save_facts(out);
        out.section(REDUCTION);
        self.reduction.save(out);
    }

    /// Puts a graph that was not used yet where the saved one was.
    pub fn restore(&mut self, input: &mut Reader<'_>) -> Result<(), Damage> {
        input.section(STATES)?;
        let snapshot = &mut self.machine.memory.snapshot;
        snapshot.leaves = Leaves::restored(input)?;
        snapshot.kinds = input.items(SlotKind::load)?;
        for slot in 0..self.machine.memory.snapshot.kinds.len() {
            self.machine.bind(Slot(slot as u32));
        }
        let known = |input: &mut Reader<'_>| Ok((LeafId(input.u32()?), ThreadId(input.u32()?)));
        for (leaf, thread) in input.items(known)? {
            self.learn_again(leaf, thread)?;
        }
        input.section(FACTS)?;
        self.load_facts(input)?;
        input.section(REDUCTION)?;
        self.reduction = Reduction::load(input)?;
        Ok(())
    }

    /// Finds out about a thread what was known, from its leaf alone.
    fn learn_again(&mut self, leaf: LeafId, thread: ThreadId) -> Result<(), Damage> {
        let slot = self.machine.thread_slot(thread);
        let slot = slot.ok_or(Damage::Content("a thread without a slot"))?;
        let mut state = vec![0; slot.index() + 1];
        state[slot.index()] = leaf.0;
        self.machine.begin(&state);
        self.infos.learn(&mut self.machine, thread, leaf);
        Ok(())
    }

    fn save_facts(&self, out: &mut Writer<'_>) {
        let machine = &self.machine;
        out.length(self.problems.len());
        self.problems.iter().for_each(|problem| problem.save(out));
        out.u64(self.inspections.taken());
        out.u32(self.locks_at_start);
        for fact in [
            self.has_ended,
            self.has_cut,
            machine.copied_whole,
            machine.sections_met,
            machine.values_left_out,
            machine.pointers_left_out,
            machine.memory.missed_escape,
            machine.observer.has_passed_place,
        ] {
            out.bool(fact);
        }
        out.length(machine.choices_by_class.len());
        for &(function, pc) in &machine.choices_by_class {
            out.u32(function.0);
            out.u32(pc);
        }
        Unfollowed::save(machine.unfollowed.as_ref(), out);
        let lines = self.final_states.iter().flat_map(|finals| &finals.lines);
        out.length(lines.clone().count());
        lines.for_each(|line| out.text(line));
    }

    fn load_facts(&mut self, input: &mut Reader<'_>) -> Result<(), Damage> {
        self.problems = input.items(Problem::load)?;
        let numbered = self.problems.iter().cloned().zip(0..);
        self.numbers = numbered.collect();
        self.inspections.resume(input.u64()?);
        self.locks_at_start = input.u32()?;
        let machine = &mut self.machine;
        for fact in [
            &mut self.has_ended,
            &mut self.has_cut,
            &mut machine.copied_whole,
            &mut machine.sections_met,
            &mut machine.values_left_out,
            &mut machine.pointers_left_out,
            &mut machine.memory.missed_escape,
            &mut machine.observer.has_passed_place,
        ] {
            *fact = input.bool()?;
        }
        let choices = input.items(|input| Ok((FunctionId(input.u32()?), input.u32()?)))?;
        machine.choices_by_class.extend(choices);
        machine.unfollowed = Unfollowed::load(input)?;
        let lines = input.items(Reader::text)?;
        if let Some(finals) = &mut self.final_states {
            finals.lines.extend(lines);
        }
        Ok(())
    }
}
