//! Why executions are not followed to their end, though nothing is wrong with them.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfollowed {
    /// They have more threads at a time than there can be.
    Threads,
    /// They look at the clock after the last time that it can tell.
    Time,
}

impl fmt::Display for Unfollowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unfollowed::Threads => {
                "executions with more than 4,094 threads at a time were not followed"
            }
            Unfollowed::Time => {
                "executions that look at the clock more than some 4,200 times, or after more years \
                 than it counts, find that it stands still"
            }
        })
    }
}
