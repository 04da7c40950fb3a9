//! Words for what only a weak memory model allows: a load that reads an older value, a store
//! that goes before another one. Told from the trail alone: which store was the last is known
//! from the steps before, and memory has the newest value.

use rustc_hash::FxHashMap;
use trailhound_machine::{Event, Machine, What};

use crate::report::EventReport;

/// The newest store of a location.
struct Stored {
    bits: u32,
    value: u64,
    /// As a person writes it.
    text: String,
    title: String,
    place: Option<String>,
}

/// The newest stores so far, by address.
#[derive(Default)]
pub struct Stores {
    newest: FxHashMap<u64, Stored>,
}

impl Stores {
    /// Adds to what is told of an event, and remembers it if it is a store. `later`: what the step
    /// does after it.
    pub fn follow(
        &mut self,
        machine: &mut Machine<'_>,
        (event, later): (&Event, &[Event]),
        title: &str,
        report: &mut EventReport,
    ) {
        let (address, bits, value, writes) = match event.what {
            What::Read {
                address,
                bits,
                value,
            } => (address, bits, value, false),
            What::Write {
                address,
                bits,
                after,
                ..
            } => (address, bits, after, true),
            _ => return,
        };
        if later.iter().any(|event| writes_to(event, address)) {
            return;
        }
        // Copies and library functions write without an event: memory must agree.
        let newest = self.newest.get(&address);
        let newest = newest.filter(|newest| {
            let kept = machine.memory.glance(address, bits.div_ceil(8));
            newest.bits == bits && newest.value != value && kept == Some(newest.value)
        });
        match (newest, writes) {
            (Some(newest), true) => {
                report.text = format!("{}, which goes before {}", report.text, newest.named());
            }
            (Some(newest), false) => {
                report.text = format!(
                    "{}, an older value: nothing makes {} visible here",
                    report.text,
                    newest.named()
                );
            }
            (None, true) => {
                let place = report.place.as_ref();
                let stored = Stored {
                    bits,
                    value,
                    text: report.value.clone().unwrap_or_default(),
                    title: title.to_owned(),
                    place: place.map(|place| format!("{}:{}", place.file, place.line)),
                };
                self.newest.insert(address, stored);
            }
            (None, false) => {}
        }
    }
}

fn writes_to(event: &Event, to: u64) -> bool {
    matches!(event.what, What::Write { address, .. } if address == to)
}

impl Stored {
    /// `the store of 42 by thread 1 at writer.rs:7`
    fn named(&self) -> String {
        let place = self.place.as_ref();
        let place = place.map_or_else(String::new, |place| format!(" at {place}"));
        format!("the store of {} by {}{place}", self.text, self.title)
    }
}
