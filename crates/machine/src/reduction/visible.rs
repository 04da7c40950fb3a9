//! Which steps change what a property asks of states: their order matters, as that of writes to one place
//! does. It does not know what the property says.

use crate::exclusion::Exclusion;
use crate::graph::ProgramGraph;
use crate::leaves::LeafId;
use crate::snapshot::Slot;
use crate::snapshot::SlotKind;

impl ProgramGraph<'_> {
    /// Whether a step changes a variable of an invariant, or whether a thread is in the exclusive place.
    pub(super) fn is_visible(&mut self, state: &[u32], changes: &[(Slot, LeafId)]) -> bool {
        let memory = &mut self.machine.memory;
        if let Some(valuations) = &self.valuations {
            let mut slots = valuations.slots(memory);
            if slots.any(|slot| changes.iter().any(|change| change.0 == slot)) {
                return true;
            }
        }
        let Some(mut exclusion) = self.exclusion.take() else {
            return false;
        };
        let is_visible = changes.iter().any(|&(slot, leaf)| {
            let before = slot.leaf_in(state);
            let kind = self.machine.memory.snapshot.kinds[slot.index()];
            matches!(kind, SlotKind::Thread(_))
                && self.is_inside(&mut exclusion, before) != self.is_inside(&mut exclusion, leaf)
        });
        self.exclusion = Some(exclusion);
        is_visible
    }

    /// Whether the thread with this leaf is in the exclusive place.
    fn is_inside(&self, exclusion: &mut Exclusion, leaf: LeafId) -> bool {
        let frame = (!leaf.is_nothing()).then(|| self.top_frame(leaf)).flatten();
        frame.is_some_and(|(frame, _)| exclusion.holds(self, frame))
    }
}
