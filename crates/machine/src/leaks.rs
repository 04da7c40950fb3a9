//! Heap memory that cannot be reached any more when the program ends.

use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use rustc_hash::FxHashSet;
use trailhound_program::{Address, ObjectId, Space};

impl Machine<'_> {
    /// An error if a block is neither freed nor reachable from a global variable.
    pub(crate) fn check_leaks(&mut self) -> Result<(), Fault> {
        let program = self.program;
        let blocks = self.memory.live_heap();
        let mut reachable: FxHashSet<ObjectId> = FxHashSet::default();
        let mut pending: Vec<ObjectId> = (0..self.program.globals.len() as u32)
            .filter(|&index| !self.program.globals[index as usize].constant)
            .map(|index| ObjectId::new(Space::STATIC, index))
            .collect();
        if self.forks {
            pending.extend(self.memory.mapped());
        }
        let process = self.thread.process;
        // The library has a list of open streams.
        for file in self.open_streams(process).to_vec() {
            reachable.insert(Address(file).object());
        }
        for index in self.thread_ids() {
            let thread = self.thread_at(index);
            if thread.process != process {
                continue;
            }
            let thread_number = thread.number;
            pending.extend(thread.thread_locals.iter().map(|&(_, object)| object));
            pending.extend(
                (0..thread.locals).map(|index| ObjectId::new(Space::stack(thread_number), index)),
            );
            let values = thread
                .specifics
                .iter()
                .map(|&(_, value)| value)
                .chain(thread.registers.iter().copied());
            let blocks = values
                .flat_map(|value| program.addresses_in(value))
                .map(|address| Address(address).object())
                .filter(|object| object.space().is_heap());
            for block in blocks.collect::<Vec<_>>() {
                if reachable.insert(block) {
                    pending.push(block);
                }
            }
        }
        while let Some(object) = pending.pop() {
            let Some((size, _)) = self.memory.header(object) else {
                continue;
            };
            let step = self.program.model().pointer_bytes();
            for offset in (0..size.saturating_sub(step - 1)).step_by(step as usize) {
                let Some(word) = self.memory.glance(object.at(offset).0, step) else {
                    break;
                };
                let short = self.program.short.as_ref();
                let address = short.map_or(word, |short| short.lengthen(word as u32));
                let target = Address(address).object();
                if target.space().is_heap() && reachable.insert(target) {
                    pending.push(target);
                }
            }
        }
        let lost: Vec<_> = blocks
            .into_iter()
            .filter(|(block, _)| !reachable.contains(block))
            .collect();
        if lost.is_empty() {
            return Ok(());
        }
        let bytes: u32 = lost.iter().map(|(_, size)| size).sum();
        let ending = if lost.len() == 1 { "" } else { "s" };
        let names: Vec<String> = lost
            .iter()
            .take(4)
            .map(|(block, _)| self.name_of(block.at(0).0))
            .collect();
        let more = if lost.len() > names.len() {
            ", ..."
        } else {
            ""
        };
        let message = format!(
            "{bytes} bytes in {} block{ending} are never freed: {}{more}",
            lost.len(),
            names.join(", ")
        );
        Err(Fault::error(ErrorKind::Leak, message))
    }
}
