//! The samplers by their names: `uniform`, `pct:D`, `pos`.

use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SamplerName {
    #[default]
    Uniform,
    Pct {
        depth: u32,
    },
    Pos,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownSampler {
    #[error("a depth lies between 1 and {MOST_DEPTH}, as in pct:3")]
    Depth,
    #[error("the samplers are uniform, pct:D and pos")]
    Name,
}

const MOST_DEPTH: u32 = 32;

impl FromStr for SamplerName {
    type Err = UnknownSampler;

    fn from_str(text: &str) -> Result<SamplerName, UnknownSampler> {
        match text.split_once(':') {
            None if text == "uniform" => Ok(SamplerName::Uniform),
            None if text == "pos" => Ok(SamplerName::Pos),
            Some(("pct", depth)) => match depth.parse() {
                Ok(depth) if (1..=MOST_DEPTH).contains(&depth) => Ok(SamplerName::Pct { depth }),
                _ => Err(UnknownSampler::Depth),
            },
            _ => Err(UnknownSampler::Name),
        }
    }
}

impl fmt::Display for SamplerName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SamplerName::Uniform => write!(out, "uniform"),
            SamplerName::Pct { depth } => write!(out, "pct:{depth}"),
            SamplerName::Pos => write!(out, "pos"),
        }
    }
}
