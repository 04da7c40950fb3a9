//! How a function uses what an argument leads to.

/// What a function does with the variable or block that an argument leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Nothing, or the argument is an object of the library's own: a mutex, a stream.
    Nothing,
    Reads,
    Writes,
    Updates,
    /// It follows the addresses that it finds there, too, and updates what they lead to.
    UpdatesAll,
}

impl Use {
    pub fn reads(self) -> bool {
        matches!(self, Use::Reads | Use::Updates | Use::UpdatesAll)
    }

    pub fn writes(self) -> bool {
        matches!(self, Use::Writes | Use::Updates | Use::UpdatesAll)
    }
}

/// Arguments that are told apart; all others are used as the last of these.
pub(crate) const ARGUMENTS: usize = 6;
