//! All that goes on the page.

use super::goals;
use super::measured::{LeftOut, Measured};
use super::subjects::Case;

/// All that was measured.
pub struct Results {
    pub cases: Vec<Case>,
    pub subjects: Vec<Measured>,
    /// Constraints that gave no subject, by case.
    pub left_out: Vec<(usize, String, LeftOut)>,
    /// Why properties could not be measured.
    pub failed: Vec<String>,
    pub goals: goals::Goals,
}
