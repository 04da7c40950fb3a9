//! Names of things in memory, for people.

use crate::machine::Machine;
use trailhound_program::{Address, Space};

impl Machine<'_> {
    /// What lies at an address: a variable, a heap block, with the offset inside it.
    pub fn name_of(&self, address: u64) -> String {
        let address = Address(address);
        let object = address.object();
        let name = match object.space() {
            Space::STATIC => match self.program.globals.get(object.index() as usize) {
                Some(global) => global.display.clone(),
                None => return format!("{:#x}", address.0),
            },
            Space::NULL => return format!("{:#x}", address.0),
            Space::FUNCTION => match self.program.functions.get(object.index() as usize) {
                Some(function) => return function.display.clone(),
                None => return format!("{:#x}", address.0),
            },
            space if space.is_heap() => format!("heap {}.{}", space.thread().unwrap_or(0), object.index()),
            space => format!("local {}.{}", space.thread().unwrap_or(0), object.index()),
        };
        match address.offset() {
            0 => name,
            offset => format!("{name}+{offset}"),
        }
    }
}
