//! What a program leaves behind: the content of its globals in every state in which it has
//! ended, by which two searches of one program can be compared. It does not know why.

use crate::machine::Machine;
use std::collections::BTreeSet;
use trailhound_program::{Global, ObjectId, Space};

/// The distinct ends of a program, one line of text for each.
#[derive(Clone, Debug, Default)]
pub struct FinalStates {
    pub lines: BTreeSet<String>,
}

impl FinalStates {
    /// Takes down `state`, in which the program has ended.
    pub(crate) fn record(&mut self, machine: &mut Machine<'_>, state: &[u32]) {
        machine.look_at(state);
        let status = machine.exit_status().unwrap_or(0);
        let mut line = format!("exit={status}");
        let globals = &machine.program.globals;
        for (index, global) in globals
            .iter()
            .enumerate()
            .filter(|(_, global)| is_of_the_user(global))
        {
            let object = ObjectId::new(Space::STATIC, index as u32);
            line.push_str(&format!(" {}=", global.name));
            for offset in 0..global.bytes.len() as u32 {
                let byte = machine
                    .memory
                    .peek(object.at(offset).0, 1)
                    .expect("a global lives for ever");
                line.push_str(&format!("{byte:02x}"));
            }
        }
        self.lines.insert(line);
    }
}

/// A variable of the program, not a literal and none of the library's.
fn is_of_the_user(global: &Global) -> bool {
    let hidden = global.name.starts_with('.') || global.name.starts_with("trailhound.");
    !hidden && !global.constant && !global.thread_local && !global.external
}
