//! Who hears what is being compiled. It does not know what is done with that.

use std::fmt;
use std::sync::Arc;

type Hear = dyn Fn(&str) + Send + Sync;

/// Is told the file or crate that a compiler begins with; nobody listens by default.
#[derive(Clone, Default)]
pub struct Watch(Option<Arc<Hear>>);

impl Watch {
    pub fn new(hear: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Watch(Some(Arc::new(hear)))
    }

    pub(crate) fn compiling(&self, what: &str) {
        if let Some(hear) = &self.0 {
            hear(what);
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listens = self.0.is_some();
        out.debug_tuple("Watch").field(&listens).finish()
    }
}
