//! What machines of several threads have in common. Each has a copy of its own, which it reads without
//! a lock, and catches up with the others before it looks at a state that may come from one of them:
//! what is in a state was written here before the state was handed on.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// A number that grows with all that is written.
#[derive(Clone, Debug, Default)]
pub(crate) struct News(Arc<AtomicUsize>);

impl News {
    #[inline]
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Acquire)
    }
}

#[derive(Debug)]
pub(crate) struct Common<T> {
    content: Mutex<T>,
    news: News,
}

impl<T> Common<T> {
    pub fn new(content: T, news: &News) -> Arc<Common<T>> {
        Arc::new(Common {
            content: Mutex::new(content),
            news: news.clone(),
        })
    }

    pub fn read(&self) -> MutexGuard<'_, T> {
        self.content.lock().expect("no holder panics")
    }

    /// Writes something down that others have to catch up with.
    pub fn write<R>(&self, write: impl FnOnce(&mut T) -> R) -> R {
        let mut content = self.read();
        let result = write(&mut content);
        self.news.0.fetch_add(1, Ordering::Release);
        result
    }
}

/// What a view of the graph has to catch up with.
#[derive(Default)]
pub(crate) struct View {
    pub news: Option<News>,
    /// The news that were read.
    pub read: usize,
    /// The slots that this machine knows of.
    pub bound: usize,
}
