//! The distance heuristics by name, as a user writes them.

use std::fmt;
use std::str::FromStr;

use crate::name::UnknownGuide;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceName {
    /// The shortest path, whatever the callers.
    Fsm,
    /// With so many return addresses kept, and the stack unrolled.
    Efsm { k: usize },
    /// Calls summed up, without the stack.
    Fca,
    /// Calls summed up, and the stack unrolled.
    Efca,
    /// Virtual calls resolved as the search meets them.
    Pfsm,
}

impl DistanceName {
    /// All of them, the bounded one with the bound that the paper mostly used.
    pub const ALL: [DistanceName; 5] = [
        DistanceName::Fsm,
        DistanceName::Efsm { k: 1 },
        DistanceName::Fca,
        DistanceName::Efca,
        DistanceName::Pfsm,
    ];
}

impl fmt::Display for DistanceName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DistanceName::Fsm => out.write_str("fsm"),
            DistanceName::Efsm { k } => write!(out, "efsm:{k}"),
            DistanceName::Fca => out.write_str("fca"),
            DistanceName::Efca => out.write_str("efca"),
            DistanceName::Pfsm => out.write_str("pfsm"),
        }
    }
}

impl FromStr for DistanceName {
    type Err = UnknownGuide;

    fn from_str(text: &str) -> Result<DistanceName, UnknownGuide> {
        let unknown = || UnknownGuide(text.to_owned());
        if let Some(k) = text.strip_prefix("efsm:") {
            let k = k.parse().map_err(|_| unknown())?;
            return Ok(DistanceName::Efsm { k });
        }
        match text {
            "fsm" => Ok(DistanceName::Fsm),
            "efsm" => Ok(DistanceName::Efsm { k: 1 }),
            "fca" => Ok(DistanceName::Fca),
            "efca" => Ok(DistanceName::Efca),
            "pfsm" => Ok(DistanceName::Pfsm),
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in DistanceName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        assert_eq!("efsm:3".parse(), Ok(DistanceName::Efsm { k: 3 }));
        for wrong in ["", "efsm:", "efsm:x", "fsm:1", "far"] {
            assert!(wrong.parse::<DistanceName>().is_err(), "{wrong}");
        }
    }
}
