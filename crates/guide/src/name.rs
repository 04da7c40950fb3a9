//! The guides by name, as a user writes them.

use std::fmt;
use std::str::FromStr;

/// What a guide prefers; the names are those of the paper's table 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// Nothing: all states are alike.
    None,
    Mb,
    Int,
    Pba,
    Pbb,
    Rw,
    Lnb,
    Pl1,
    Pl2,
    Aa,
    /// More locks held and more threads alive.
    Lock,
    /// Another thread after an access to a shared variable.
    Shared,
    /// Threads with higher numbers.
    Thread,
    Random,
}

impl Preference {
    pub const ALL: [Preference; 14] = [
        Preference::Mb,
        Preference::Int,
        Preference::Pba,
        Preference::Pbb,
        Preference::Rw,
        Preference::Lnb,
        Preference::Pl1,
        Preference::Pl2,
        Preference::Aa,
        Preference::Lock,
        Preference::Shared,
        Preference::Thread,
        Preference::Random,
        Preference::None,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Preference::None => "none",
            Preference::Mb => "mb",
            Preference::Int => "int",
            Preference::Pba => "pba",
            Preference::Pbb => "pbb",
            Preference::Rw => "rw",
            Preference::Lnb => "lnb",
            Preference::Pl1 => "pl1",
            Preference::Pl2 => "pl2",
            Preference::Aa => "aa",
            Preference::Lock => "lock",
            Preference::Shared => "shared",
            Preference::Thread => "thread",
            Preference::Random => "random",
        }
    }

    /// It asks how the threads stand.
    pub(crate) fn looks_at_threads(self) -> bool {
        use Preference::{Lnb, Lock, Mb, Pba, Pbb, Pl1, Pl2};
        matches!(self, Mb | Pba | Pbb | Lnb | Pl1 | Pl2 | Lock)
    }

    /// What decides between states that it ranks alike, if nothing else is asked for.
    ///
    /// The lock guides want many threads to hold locks. One that has just got a lock is as
    /// good as another one that gets its first; others first, then.
    pub(crate) fn tie_breaker(self) -> Option<Preference> {
        use Preference::{Int, Lnb, Lock, Pl1, Pl2};
        matches!(self, Lnb | Pl1 | Pl2 | Lock).then_some(Int)
    }

    /// It asks who ran before and what they accessed.
    pub(crate) fn looks_back(self) -> bool {
        use Preference::{Aa, Int, Rw, Shared};
        matches!(self, Int | Rw | Aa | Shared)
    }
}

/// One preference, or two, of which the second decides where the first does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuideName {
    pub first: Preference,
    pub second: Option<Preference>,
}

impl From<Preference> for GuideName {
    fn from(first: Preference) -> GuideName {
        GuideName {
            first,
            second: None,
        }
    }
}

/// A name that no guide has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGuide(pub String);

impl FromStr for GuideName {
    type Err = UnknownGuide;

    fn from_str(text: &str) -> Result<GuideName, UnknownGuide> {
        let find = |name: &str| {
            let known = Preference::ALL
                .into_iter()
                .find(|known| known.name() == name);
            known.ok_or_else(|| UnknownGuide(name.to_owned()))
        };
        let (first, second) = match text.split_once('+') {
            Some((first, second)) => (first, Some(second)),
            None => (text, None),
        };
        Ok(GuideName {
            first: find(first)?,
            second: second.map(find).transpose()?,
        })
    }
}

impl fmt::Display for GuideName {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.first.name())?;
        match self.second {
            Some(second) => write!(out, "+{}", second.name()),
            None => Ok(()),
        }
    }
}

impl fmt::Display for UnknownGuide {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let names = Preference::ALL.map(Preference::name).join(", ");
        write!(
            out,
            "no guide is called `{}`; there are {names}, and two of them as in pl1+int",
            self.0
        )
    }
}

impl std::error::Error for UnknownGuide {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for first in Preference::ALL {
            let alone = GuideName::from(first);
            assert_eq!(alone.to_string().parse(), Ok(alone));
            for second in Preference::ALL {
                let both = GuideName {
                    second: Some(second),
                    ..alone
                };
                assert_eq!(both.to_string().parse(), Ok(both));
            }
        }
        for wrong in ["", "pl3", "pl1+", "+pl1", "pl1+int+mb", "PL1"] {
            assert!(wrong.parse::<GuideName>().is_err(), "{wrong}");
        }
    }
}
