//! The atomic operations of a program that are weaker than `seq_cst`, in words.

use serde::{Deserialize, Serialize};
use trailhound_machine::MemoryModel;
use trailhound_program::{Program, Trust};
use trailhound_trail::shown_path;

use crate::quantity::counted;

/// The memory model of an answer, and why it is that one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryReport {
    pub model: MemoryModel,
    #[serde(flatten)]
    pub weaker: WeakAtomics,
}

/// The atomic operations of a program that are weaker than `seq_cst` and not trusted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeakAtomics {
    #[serde(rename = "weaker_operations")]
    pub count: usize,
    /// FILE:LINE
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
}

impl WeakAtomics {
    pub fn of(program: &Program, trust: &Trust) -> WeakAtomics {
        let operations = program.weak_operations(trust);
        let first = operations.first();
        let first = first.and_then(|operation| program.place_of(operation));
        let first = first.map(|location| {
            let file = shown_path(&program.source.file(location.file).path);
            format!("{file}:{}", location.line)
        });
        WeakAtomics {
            count: operations.len(),
            first,
        }
    }

    fn first_at(&self) -> String {
        let first = self.first.as_ref();
        first.map_or_else(String::new, |place| format!(", first at {place}"))
    }

    /// What an answer says that is about sequential consistency, and what became of the weaker orders.
    pub fn caveat(&self, weaker_orders: &str) -> String {
        let operations = counted(self.count as u64, "weaker atomic operation");
        let first = self.first_at();
        format!("under sequential consistency; {operations}{first} ({weaker_orders})")
    }

    /// The same, where an answer is not `ok`.
    pub fn note(&self, weaker_orders: &str) -> Option<String> {
        (self.count > 0).then(|| format!("searched {}", self.caveat(weaker_orders)))
    }
}

impl MemoryReport {
    /// `c11 (9 atomic operations weaker than seq_cst, first at queue.rs:31)`
    pub fn sentence(&self) -> String {
        let model = self.model.name();
        let operations = counted(self.weaker.count as u64, "atomic operation");
        let first = self.weaker.first_at();
        format!("{model} ({operations} weaker than seq_cst{first})")
    }
}
