//! What breaks a rule.

use trailhound_llvm::Instruction;

/// An instruction that breaks a rule, and what should be there.
pub(super) struct Broken<'b> {
    pub instruction: &'b Instruction,
    pub expected: &'static str,
}
