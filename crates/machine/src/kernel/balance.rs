//! What a thread changes in what the system keeps, on balance, as one number: the same as for memory.

use super::channel::Content;
use super::difference::{difference, is_changed, words_before};
use super::{Descriptors, Kernel};
use crate::process_id::ProcessId;
use crate::snapshot::{KernelPart, Snapshot, Unit};

impl Kernel {
    /// What the running step has changed so far in all that the system keeps. A timer does not count: what it holds
    /// is the time.
    pub fn balance(&self, snapshot: &Snapshot) -> u64 {
        let mut balance = self.files.balance(snapshot);
        balance = balance.wrapping_add(self.signals.balance(snapshot));
        let mut add = |part, unit: &Unit, initial: Vec<u64>, now: Vec<u64>| {
            let before = words_before(unit, snapshot).unwrap_or(&initial);
            balance = balance.wrapping_add(difference(part, before, &now));
        };
        for (number, table) in (0..).zip(&self.tables) {
            if is_changed(&table.unit, snapshot) {
                let part = KernelPart::Descriptors(ProcessId(number));
                add(
                    part,
                    &table.unit,
                    Descriptors::initial_words(),
                    table.words(),
                );
            }
        }
        for (number, channel) in (0..).zip(&self.channels) {
            let is_timer = matches!(channel.content, Content::Timer { .. });
            if is_changed(&channel.unit, snapshot) && !is_timer {
                let part = KernelPart::Channel(number);
                add(part, &channel.unit, Vec::new(), channel.words());
            }
        }
        if is_changed(&self.names.unit, snapshot) {
            add(
                KernelPart::Names,
                &self.names.unit,
                Vec::new(),
                self.names.words(),
            );
        }
        let environment = &self.environment;
        if is_changed(&environment.unit, snapshot) {
            let (initial, now) = (environment.initial_words(), environment.words());
            add(KernelPart::Environment, &environment.unit, initial, now);
        }
        if is_changed(&self.input.unit, snapshot) {
            let now = vec![self.input.word()];
            add(KernelPart::Input, &self.input.unit, Vec::new(), now);
        }
        balance
    }
}
