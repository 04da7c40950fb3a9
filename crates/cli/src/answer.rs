//! The one answer of the command: its own, or the one that is given in its place when it is given up.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// How to answer, with the reason, when the command is given up.
type Answer = Box<dyn FnOnce(&str) + Send>;

/// Empty once the command's own answer is on its way.
static ANSWER: Mutex<Option<Answer>> = Mutex::new(None);

fn lock() -> MutexGuard<'static, Option<Answer>> {
    ANSWER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says how the command is answered if it has to be given up.
pub fn if_given_up(answer: impl FnOnce(&str) + Send + 'static) {
    *lock() = Some(Box::new(answer));
}

/// From here on the command is not given up: what it has found is told, however long that takes.
pub fn is_known() {
    lock().take();
}

/// Whether the command can still be given up.
pub fn is_pending() -> bool {
    lock().is_some()
}

/// Calls `end` with the answer, unless the command's own is on its way, which waits until then.
pub fn give_up(end: impl FnOnce(Answer)) {
    let mut answer = lock();
    if let Some(answer) = answer.take() {
        end(answer);
    }
}
