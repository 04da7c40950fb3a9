//! Who hears what is being compiled. It does not know what is done with that.

use std::fmt;
use std::sync::Arc;

type Hear = dyn Fn(News<'_>) + Send + Sync;

/// What the front end is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News<'n> {
    /// A compiler begins with this file or crate.
    Compiling(&'n str),
    /// Another check uses what Cargo has made of the package.
    Waiting,
}

/// Is told what the front end is at; by default it is told nothing.
#[derive(Clone, Default)]
pub struct Watch(Option<Arc<Hear>>);

impl Watch {
    pub fn new(hear: impl Fn(News<'_>) + Send + Sync + 'static) -> Self {
        Watch(Some(Arc::new(hear)))
    }

    pub(crate) fn compiling(&self, what: &str) {
        self.tell(News::Compiling(what));
    }

    pub(crate) fn waiting(&self) {
        self.tell(News::Waiting);
    }

    fn tell(&self, news: News<'_>) {
        if let Some(hear) = &self.0 {
            hear(news);
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listens = self.0.is_some();
        out.debug_tuple("Watch").field(&listens).finish()
    }
}
