//! The order of SC accesses, kept as pasts: for each thread and message, the SC stores that must
//! come before. RC11: a choice that would close a cycle is none.

use super::state::Weak;
use super::views::Sparse;
use crate::thread_id::ThreadId;

impl Weak {
    /// An SC load reads a message.
    pub(super) fn sc_read(&mut self, thread: ThreadId, at: usize, index: u32) {
        let cell = &self.cells[at];
        let mut past = self.view(thread).sc.clone();
        // The SC store at the head of the message's release sequence happened before.
        let mut link = index;
        loop {
            let message = &cell.messages[link as usize];
            past.join(&message.before);
            if message.sc {
                past.raise(cell.address, link);
            }
            if message.sc || !message.attached || link == 0 {
                break;
            }
            link -= 1;
        }
        self.cells[at].messages[index as usize].read_by.join(&past);
        self.spread(&past, at, index);
        self.view_mut(thread).sc = past;
    }

    /// An SC store has been put in its place.
    pub(super) fn sc_write(&mut self, thread: ThreadId, at: usize, place: u32) {
        let address = self.cells[at].address;
        let mut past = self.view(thread).sc.clone();
        for (index, message) in self.cells[at].messages[..place as usize].iter().enumerate() {
            past.join(&message.read_by);
            past.join(&message.before);
            if message.sc {
                past.raise(address, index as u32);
            }
        }
        self.cells[at].messages[place as usize].before = past.clone();
        past.raise(address, place);
        self.spread(&past, at, place);
        self.view_mut(thread).sc = past;
    }

    /// What comes before an access comes before the next SC store of its cell as well, and so
    /// before all that this one comes before.
    fn spread(&mut self, past: &Sparse, at: usize, index: u32) {
        let cell = &self.cells[at];
        let behind = cell.messages.iter().enumerate().skip(index as usize + 1);
        let Some(next) = behind.into_iter().find(|(_, message)| message.sc) else {
            return;
        };
        let (address, next) = (cell.address, next.0 as u32);
        self.each_past(|holder| {
            if holder.get(address) >= next {
                holder.join(past);
            }
        });
        self.cells[at].messages[next as usize].before.join(past);
    }

    /// No SC access comes before itself.
    pub(super) fn is_ordered(&self) -> bool {
        self.cells.iter().all(|cell| {
            let messages = cell.messages.iter().enumerate();
            messages.into_iter().all(|(index, message)| {
                let index = index as u32;
                (!message.sc || message.before.get(cell.address) < index)
                    && message.read_by.get(cell.address) <= index
            })
        })
    }

    /// SC fences are ordered as they are executed, and take every SC store before them for seen.
    pub(super) fn sc_fence(&mut self, thread: ThreadId) {
        let mut fence = std::mem::take(&mut self.fence);
        let index = self.index_of(thread);
        let view = &mut self.threads[index].current;
        fence.at.join(&view.at);
        fence.sc.join(&view.sc);
        for cell in &self.cells {
            let stores = cell.messages.iter();
            if let Some(newest) = stores
                .enumerate()
                .rfind(|(_, message)| message.sc)
                .map(|found| found.0)
            {
                fence.at.raise(cell.address, newest as u32);
                fence.sc.raise(cell.address, newest as u32);
                fence.sc.join(&cell.messages[newest].before);
            }
        }
        view.at.join(&fence.at);
        view.sc.join(&fence.sc);
        self.fence = fence;
    }
}
