//! The environment variables of the program: addresses of strings `NAME=value`. Those that the
//! user gave are variables of the program from the start.

use crate::leaves::LeafId;
use crate::snapshot::Slot;
use crate::snapshot::{KernelPart, Part, SlotKind, Snapshot, Unit};
use trailhound_program::{Global, ObjectId, Program, Space};

/// What the names of the strings that the user gave begin with.
const GIVEN: &str = "trailhound.environment.";

#[derive(Debug, Default)]
pub struct Environment {
    pub unit: Unit,
    given: Vec<u64>,
    pub entries: Vec<u64>,
}

/// Adds the variables that the user gives, each as `NAME=value`.
pub fn add_environment(program: &mut Program, variables: &[String]) {
    for (number, variable) in variables.iter().enumerate() {
        let mut bytes = variable.as_bytes().to_vec();
        bytes.push(0);
        if let Some(short) = &mut program.short {
            // Where all room is taken, storing the pointer is refused.
            let _ = short.add_static(bytes.len() as u64, 1);
        }
        program.globals.push(Global {
            name: format!("{GIVEN}{number}"),
            display: "an environment variable".into(),
            bytes,
            constant: true,
            thread_local: false,
            align: 1,
            external: false,
            refused: None,
        });
    }
}

impl Environment {
    pub fn of(program: &Program) -> Environment {
        let globals = program.globals.iter().enumerate();
        let given = globals.filter(|(_, global)| global.name.starts_with(GIVEN));
        let address = |index: usize| ObjectId::new(Space::STATIC, index as u32).at(0).0;
        Environment {
            given: given.map(|(index, _)| address(index)).collect(),
            ..Environment::default()
        }
    }

    /// Those that the user gave.
    pub fn given(&self) -> &[u64] {
        &self.given
    }

    pub fn load(&mut self, snapshot: &mut Snapshot) {
        if self.unit.loaded == snapshot.epoch {
            return;
        }
        if let Some(leaf) = self.unit.refresh(
            snapshot,
            SlotKind::World(Part::Kernel(KernelPart::Environment)),
        ) {
            self.entries = match leaf {
                LeafId::NOTHING => self.given.clone(),
                leaf => snapshot.leaves.get(leaf)[1..].to_vec(),
            };
        }
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        self.unit.leaf = match self.entries == self.given {
            true => LeafId::NOTHING,
            false => snapshot.leaves.intern(&self.words()),
        };
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }

    /// As it lies in a leaf.
    pub(super) fn words(&self) -> Vec<u64> {
        words_of(&self.entries)
    }

    /// The words of what the user gave.
    pub(super) fn initial_words(&self) -> Vec<u64> {
        words_of(&self.given)
    }
}

fn words_of(entries: &[u64]) -> Vec<u64> {
    let mut words = vec![entries.len() as u64];
    words.extend(entries);
    words
}
