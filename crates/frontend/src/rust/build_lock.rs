//! One check at a time uses what Cargo has made of a package for it. Cargo locks its directory only while it
//! compiles, and `clean` would take away what another check is about to read.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use trailhound_host::Budget;

use super::package::create;
use crate::error::FrontendError;
use crate::watch::Watch;

/// Held as long as it is kept.
#[derive(Clone, Debug)]
pub struct BuildLock(
    #[expect(dead_code, reason = "the file is locked while it is open")] Arc<File>,
);

impl BuildLock {
    /// Waits for other checks that use the directory.
    pub(super) fn take(
        directory: &Path,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<BuildLock, FrontendError> {
        let path = directory.with_extension("lock");
        let failed = |cause| FrontendError::io(&path, cause);
        let file = File::create(&path).map_err(failed)?;
        let mut is_waiting = false;
        loop {
            match file.try_lock() {
                Ok(()) => {
                    // The check before may have taken it away.
                    create(directory)?;
                    return Ok(BuildLock(Arc::new(file)));
                }
                Err(TryLockError::Error(cause)) => return Err(failed(cause)),
                Err(TryLockError::WouldBlock) => {}
            }
            if let Some(stop) = budget.is_late() {
                return Err(FrontendError::Stopped(stop));
            }
            if !is_waiting {
                watch.waiting();
                is_waiting = true;
            }
            sleep(Duration::from_millis(50));
        }
    }
}
