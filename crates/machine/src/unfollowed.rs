//! Why executions are not followed to their end, though nothing is wrong with them.

use std::fmt;

use trailhound_checkpoint::{Damage, Reader, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfollowed {
    /// They have more threads at a time than there can be.
    Threads,
    /// They look at the clock after the last time that it can tell.
    Time,
    /// A timer that repeats expires more than twice before it is read.
    Expirations,
    /// An atomic variable, which is named, has more values in flight than are kept.
    History(String),
}

impl Unfollowed {
    pub(crate) fn save(unfollowed: Option<&Unfollowed>, out: &mut Writer<'_>) {
        let (number, name) = match unfollowed {
            None => (0, ""),
            Some(Unfollowed::Threads) => (1, ""),
            Some(Unfollowed::Time) => (2, ""),
            Some(Unfollowed::Expirations) => (3, ""),
            Some(Unfollowed::History(name)) => (4, &name[..]),
        };
        out.u8(number);
        out.text(name);
    }

    pub(crate) fn load(input: &mut Reader<'_>) -> Result<Option<Unfollowed>, Damage> {
        let number = input.u8()?;
        let name = input.text()?;
        Ok(match number {
            0 => None,
            1 => Some(Unfollowed::Threads),
            2 => Some(Unfollowed::Time),
            3 => Some(Unfollowed::Expirations),
            4 => Some(Unfollowed::History(name)),
            _ => return Err(Damage::Content("why executions were not followed")),
        })
    }
}

impl fmt::Display for Unfollowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfollowed::Threads => {
                f.write_str("executions with more than 4,094 threads at a time were not followed")
            }
            Unfollowed::Time => f.write_str(
                "executions that look at the clock more than some 4,200 times, or after more years \
                 than it counts, find that it stands still",
            ),
            Unfollowed::Expirations => f.write_str(
                "executions in which a timer expires more than twice before it is read were not followed",
            ),
            Unfollowed::History(name) => write!(
                f,
                "executions in which more values of {name} can be read than are kept were not followed \
                 (--history keeps more)"
            ),
        }
    }
}
