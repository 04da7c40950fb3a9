//! Locks in memory that processes share must have been made for it. Each remembers, in bytes
//! of its own, whether it was and which process made it; used by another process although it
//! was not, it is an error: on the real machine no thread would be woken.

use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use trailhound_program::{Address, Space};

/// Set in the attributes of what is made for several processes.
pub(super) const PROCESS_SHARED: u32 = 1 << 31;

fn is_mapped(address: u64) -> bool {
    Address(address).object().space() == Space::MAPPED
}

impl Machine<'_> {
    /// A lock was made; `at` are four bytes of it that nothing else uses.
    pub(super) fn stamp_lock(&mut self, lock: u64, at: u64, shared: bool) -> Result<(), Fault> {
        if is_mapped(lock) && !shared {
            self.write_u32(lock + at, self.thread.process.0 + 1)?;
        }
        Ok(())
    }

    /// A lock is used.
    pub(super) fn check_stamp(&mut self, lock: u64, at: u64) -> Result<(), Fault> {
        if !is_mapped(lock) {
            return Ok(());
        }
        let maker = self.read_u32(lock + at)?;
        if maker == 0 || maker == self.thread.process.0 + 1 {
            return Ok(());
        }
        let message = format!(
            "{} is used by several processes, but was not made for it (PTHREAD_PROCESS_SHARED, \
             or 1 as the second argument of sem_init)",
            self.name_of(lock)
        );
        Err(Fault::error(ErrorKind::LockMisuse, message))
    }

    /// Whether attributes ask for several processes; there may be none.
    pub(super) fn asks_for_processes(&mut self, attributes: u64) -> Result<bool, Fault> {
        match attributes {
            0 => Ok(false),
            attributes => Ok(self.attribute(attributes)? & PROCESS_SHARED != 0),
        }
    }
}
