//! What a step did to others, for the reduction of independent steps.

use crate::leaves::LeafId;
use crate::machine::{Machine, Outcome};
use crate::reduction::breakage::Breakage;
use crate::reduction::footprint::{self, Access as Touched, Footprint, Touch};
use crate::snapshot::Slot;
use crate::snapshot::{Part, SlotKind};
use crate::thread::life_of;
use crate::world::World;

impl Machine<'_> {
    /// What the step that has just been executed did to others. `state` is the one that it was
    /// taken from.
    pub(crate) fn footprint(
        &mut self,
        state: &[u32],
        outcome: &Outcome,
        changes: &[(Slot, LeafId)],
    ) -> Footprint {
        let own = self.memory.log.own;
        let accesses_nothing =
            *outcome != Outcome::Pruned || self.options.breakage == Some(Breakage::Assumptions);
        let snapshot = &self.memory.snapshot;
        let leaves = &snapshot.leaves;
        let before = |slot: Slot| slot.leaf_in(state);
        let mut print = Footprint {
            ends: matches!(outcome, Outcome::Fault { .. }),
            // Before an assumption that does not hold the memory is accessed, and may race.
            is_pure: !self.memory.log.has_private && accesses_nothing,
            ..Footprint::default()
        };
        let mut touches = std::mem::take(&mut self.memory.log.touches);
        let mut foreign = Vec::new();
        for &(slot, leaf) in changes {
            match snapshot.kinds[slot.index()] {
                SlotKind::Thread(thread) => {
                    let place = footprint::life(thread);
                    let life = life_of(leaves, leaf);
                    if thread != own {
                        foreign.push((thread, leaf));
                        let touch = touches
                            .iter_mut()
                            .find(|touch| touch.start == place && touch.access == Touched::Write);
                        touch.expect("a change of another thread is logged").value = Some(life);
                    } else if life_of(leaves, before(slot)) != life {
                        touches.push(Touch::new(place, 1, Touched::Write, Some(life)));
                    }
                }
                SlotKind::World(Part::Rule) => {
                    let old = World::outline(leaves, before(slot));
                    let new = World::outline(leaves, leaf);
                    if new.exited {
                        print.ends = true;
                        touches.push(Touch::new(footprint::END, 1, Touched::Write, None));
                    }
                    print.excludes = new.exclusive;
                    if new.alive < old.alive {
                        touches.push(Touch::new(footprint::ALIVE, 1, Touched::Write, None));
                    }
                }
                _ => {}
            }
        }
        if self.memory.log.is_alone() {
            self.memory.log.touches = touches;
            self.memory.log.note_alone();
            touches = std::mem::take(&mut self.memory.log.touches);
        }
        // Whatever else the step read or changed counts as a whole, and before all others.
        let snapshot = &self.memory.snapshot;
        let is_known = |slot: Slot| match snapshot.kinds[slot.index()] {
            SlotKind::Thread(_)
            | SlotKind::HeapMap(_)
            | SlotKind::Mappings
            | SlotKind::Header(_)
            | SlotKind::Chunk(..)
            | SlotKind::World(Part::Rule | Part::Waiters | Part::InFlight) => true,
            SlotKind::World(Part::Process(_) | Part::Kernel(_)) | SlotKind::Clock => false,
        };
        let mut rest = Vec::new();
        for &(slot, _) in snapshot.reads.iter().filter(|read| !is_known(read.0)) {
            rest.push(Touch::new(footprint::slot(slot), 1, Touched::Read, None));
        }
        for &(slot, _) in changes.iter().filter(|change| !is_known(change.0)) {
            rest.push(Touch::new(footprint::slot(slot), 1, Touched::Write, None));
        }
        touches.splice(0..0, rest);
        print.touches = touches.into();
        print.foreign = foreign.into();
        print
    }
}
