//! Any guide by name, as a user writes it after `--guide`.

use std::fmt;
use std::str::FromStr;

use crate::distance::DistanceName;
use crate::name::{GuideName, UnknownGuide};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyGuide {
    /// What the threads do.
    Preference(GuideName),
    /// How far they are from a place.
    Distance(DistanceName),
}

impl FromStr for AnyGuide {
    type Err = UnknownGuide;

    fn from_str(text: &str) -> Result<AnyGuide, UnknownGuide> {
        match text.parse() {
            Ok(name) => Ok(AnyGuide::Distance(name)),
            Err(_) => text.parse().map(AnyGuide::Preference),
        }
    }
}

impl fmt::Display for AnyGuide {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyGuide::Preference(name) => name.fmt(out),
            AnyGuide::Distance(name) => name.fmt(out),
        }
    }
}
