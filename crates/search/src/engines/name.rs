//! The engines by name, as a user writes them.

use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Dfs,
    Bfs,
    Iddfs,
    BestFirst,
    Greedy,
    Beam {
        width: usize,
    },
    Astar,
    WeightedAstar {
        /// The weight of the guide's rank.
        thousandths: u32,
    },
    Random,
}

const USUAL_WIDTH: usize = 1000;
const USUAL_WEIGHT: u32 = 5000;

impl Engine {
    /// All engines, with the usual parameters.
    pub const ALL: [Engine; 9] = [
        Engine::Dfs,
        Engine::Bfs,
        Engine::Iddfs,
        Engine::BestFirst,
        Engine::Greedy,
        Engine::Beam { width: USUAL_WIDTH },
        Engine::Astar,
        Engine::WeightedAstar {
            thousandths: USUAL_WEIGHT,
        },
        Engine::Random,
    ];

    /// Without parameters.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Dfs => "dfs",
            Engine::Bfs => "bfs",
            Engine::Iddfs => "iddfs",
            Engine::BestFirst => "best-first",
            Engine::Greedy => "greedy",
            Engine::Beam { .. } => "beam",
            Engine::Astar => "astar",
            Engine::WeightedAstar { .. } => "wastar",
            Engine::Random => "random",
        }
    }

    /// Whether it asks a guide where to go.
    pub fn is_directed(self) -> bool {
        match self {
            Engine::BestFirst
            | Engine::Greedy
            | Engine::Beam { .. }
            | Engine::Astar
            | Engine::WeightedAstar { .. } => true,
            Engine::Dfs | Engine::Bfs | Engine::Iddfs | Engine::Random => false,
        }
    }
}

/// A name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEngine(pub String);

impl FromStr for Engine {
    type Err = UnknownEngine;

    /// `beam:WIDTH` and `wastar:WEIGHT` take a parameter, `beam` and `wastar` the usual
    /// one. A weight has up to three decimals.
    fn from_str(text: &str) -> Result<Engine, UnknownEngine> {
        let unknown = || UnknownEngine(text.to_owned());
        let (name, parameter) = match text.split_once(':') {
            Some((name, parameter)) => (name, Some(parameter)),
            None => (text, None),
        };
        let engine = Engine::ALL.into_iter().find(|engine| engine.name() == name);
        match (engine.ok_or_else(unknown)?, parameter) {
            (engine, None) => Ok(engine),
            (Engine::Beam { .. }, Some(width)) => {
                let width = width.parse().ok().filter(|&width| width > 0);
                width.map(|width| Engine::Beam { width })
            }
            .ok_or_else(unknown),
            (Engine::WeightedAstar { .. }, Some(weight)) => thousandths_of(weight)
                .map(|thousandths| Engine::WeightedAstar { thousandths })
                .ok_or_else(unknown),
            (_, Some(_)) => Err(unknown()),
        }
    }
}

fn thousandths_of(number: &str) -> Option<u32> {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    if decimals.len() > 3 || !decimals.chars().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let whole: u32 = whole.parse().ok()?;
    let decimals: u32 = format!("{decimals:0<3}").parse().ok()?;
    whole.checked_mul(1000)?.checked_add(decimals)
}

impl fmt::Display for Engine {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.name())?;
        match *self {
            Engine::Beam { width } => write!(out, ":{width}"),
            Engine::WeightedAstar { thousandths } => {
                write!(out, ":{}", f64::from(thousandths) / 1000.0)
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for UnknownEngine {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let names = Engine::ALL.map(Engine::name).join(", ");
        write!(
            out,
            "no engine is called `{}`; there are {names}, beam:WIDTH and wastar:WEIGHT",
            self.0
        )
    }
}

impl std::error::Error for UnknownEngine {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for engine in Engine::ALL {
            assert_eq!(engine.to_string().parse(), Ok(engine));
        }
        assert_eq!("beam:7".parse(), Ok(Engine::Beam { width: 7 }));
        let weighted = |thousandths| Ok(Engine::WeightedAstar { thousandths });
        assert_eq!("wastar:1.5".parse(), weighted(1500));
        assert_eq!("wastar:20".parse(), weighted(20_000));
        assert_eq!("wastar:0.001".parse::<Engine>(), weighted(1));
        for wrong in [
            "",
            "beam:0",
            "beam:x",
            "wastar:-1",
            "wastar:1.2345",
            "dfs:1",
        ] {
            assert!(wrong.parse::<Engine>().is_err(), "{wrong}");
        }
    }
}
