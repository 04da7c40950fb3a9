//! Pointers without their upper 16 bits. Programs for x86-64 may keep a counter there and mask it off before they use the
//! pointer. Addresses of the machine have more than 48 bits, so that such a pointer leads nowhere.

use super::Memory;
use crate::error::Fault;
use trailhound_program::{Address, ObjectId, Space};

/// The bits of an address that the processor looks at.
const USED: u64 = (1 << 48) - 1;
/// No object begins below, whatever bits of its address are left.
const FIRST: u64 = 4096;

impl Memory<'_> {
    /// Refuses what looks like the address of an object but for its upper 16 bits.
    pub(super) fn refuse_cut(&mut self, address: Address) -> Result<(), Fault> {
        if self.program.short.is_some() || !(FIRST..=USED).contains(&address.0) {
            return Ok(());
        }
        self.snapshot.looked_everywhere = true;
        let spaces = (1..self.spaces.len() as u32).map(Space);
        let objects: Vec<ObjectId> = spaces.flat_map(|space| self.objects_of(space)).collect();
        for id in objects {
            let ahead = address.0.wrapping_sub(id.at(0).0 & USED);
            let is_inside = |(size, _)| ahead < u64::from(size);
            if self.header(id).is_some_and(is_inside) {
                return Err(Fault::unsupported(
                    "a pointer that has lost its upper 16 bits, as for a counter in them,",
                ));
            }
        }
        Ok(())
    }
}
