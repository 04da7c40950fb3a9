//! What a thread changes in what the system keeps, on balance, as one number: the same as for memory.

use super::Kernel;
use super::channel::Content;
use super::difference::{difference, is_changed, words_before};
use crate::snapshot::{KernelPart, Snapshot};

impl Kernel {
    /// What the running step has changed so far in pipes, queues, counters, files and standard input. A timer is
    /// no such thing: what it holds is the time.
    pub fn balance(&self, snapshot: &Snapshot) -> u64 {
        let mut balance = self.files.balance(snapshot);
        for (number, channel) in (0..).zip(&self.channels) {
            let is_timer = matches!(channel.content, Content::Timer { .. });
            if is_changed(&channel.unit, snapshot) && !is_timer {
                let part = KernelPart::Channel(number);
                let before = words_before(&channel.unit, snapshot).unwrap_or_default();
                balance = balance.wrapping_add(difference(part, before, &channel.words()));
            }
        }
        if is_changed(&self.input.unit, snapshot) {
            let before = words_before(&self.input.unit, snapshot).unwrap_or_default();
            let now = [self.input.word()];
            balance = balance.wrapping_add(difference(KernelPart::Input, before, &now));
        }
        balance
    }
}
