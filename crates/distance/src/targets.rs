//! The places that a search is driven to: named by the user, or the program's assertion,
//! panic and abort sites, or its lock acquisitions.

use crate::flow::{Flow, Target};
use trailhound_analysis::{Unwinding, direct_callee, lock_word, successors};
use trailhound_contracts::{Locking, acquires, fails};
use trailhound_program::{FunctionId, Op, Pc, Program};

/// A place as users name it: `src/queue.rs:42` or `fn:close`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Line { file: String, line: u32 },
    Function(String),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    #[error("`{0}` names no place: write FILE:LINE or fn:NAME")]
    Syntax(String),
    #[error("no code of the program stands at {0}")]
    Nowhere(String),
}

impl std::str::FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Place, PlaceError> {
        let wrong = || PlaceError::Syntax(text.to_owned());
        if let Some(name) = text.strip_prefix("fn:") {
            return match name {
                "" => Err(wrong()),
                name => Ok(Place::Function(name.to_owned())),
            };
        }
        let (file, line) = text.rsplit_once(':').ok_or_else(wrong)?;
        match (file, line.parse()) {
            ("", _) | (_, Err(_)) => Err(wrong()),
            (file, Ok(line)) => Ok(Place::Line {
                file: file.to_owned(),
                line,
            }),
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Line { file, line } => write!(f, "{file}:{line}"),
            Place::Function(name) => write!(f, "fn:{name}"),
        }
    }
}

/// Operations of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    pub places: Vec<(FunctionId, Pc)>,
}

impl Targets {
    /// Where the code of a place begins: reaching one of these is reaching the place.
    pub fn at(program: &Program, place: &Place) -> Result<Targets, PlaceError> {
        let places = match place {
            Place::Function(name) => called(program, name)
                .into_iter()
                .map(|function| (function, 0))
                .collect(),
            Place::Line { file, line } => first_of_line(program, file, *line),
        };
        if places.is_empty() {
            return Err(PlaceError::Nowhere(place.to_string()));
        }
        Ok(Targets { places })
    }

    /// All operations of a place: a thread at one of these is in it.
    pub fn within(program: &Program, place: &Place) -> Result<Targets, PlaceError> {
        let places = match place {
            Place::Function(name) => {
                let functions = called(program, name);
                all_operations(program)
                    .filter(|(function, _)| functions.contains(function))
                    .collect()
            }
            Place::Line { file, line } => all_operations(program)
                .filter(|&(function, pc)| stands_at(program, function, pc, file, *line))
                .collect::<Vec<_>>(),
        };
        if places.is_empty() {
            return Err(PlaceError::Nowhere(place.to_string()));
        }
        Ok(Targets { places })
    }

    /// Where the program itself says that something is wrong. In the user's code, if there
    /// is such a place; a whole library is full of panics that never happen.
    pub fn failures(program: &Program) -> Targets {
        let all: Vec<_> = all_operations(program)
            .filter(|&(function, pc)| fails_at(program, function, pc))
            .collect();
        let users: Vec<_> = all
            .iter()
            .copied()
            .filter(|&(function, pc)| is_users(program, function, pc))
            .collect();
        Targets {
            places: if users.is_empty() { all } else { users },
        }
    }

    /// Where threads may wait for a lock.
    pub fn acquisitions(program: &Program) -> Targets {
        let places = all_operations(program)
            .filter(|&(function, pc)| match callee(program, function, pc) {
                Some(callee) => acquires(&program.functions[callee.index()]),
                None => takes_lock_word(program, function, pc),
            })
            .collect();
        Targets { places }
    }

    /// Nodes of those that the program can reach.
    pub fn nodes(&self, flow: &Flow) -> Vec<Target> {
        self.places
            .iter()
            .filter(|(function, pc)| *pc < flow.nodes_of(*function).len() as u32)
            .map(|&(function, pc)| flow.node(function, pc).into())
            .collect()
    }
}

fn all_operations(program: &Program) -> impl Iterator<Item = (FunctionId, Pc)> + '_ {
    let functions = program.functions.iter().enumerate();
    functions.flat_map(|(id, function)| {
        let count = function.body.as_ref().map_or(0, |body| body.code.len());
        (0..count as Pc).map(move |pc| (FunctionId(id as u32), pc))
    })
}

/// Functions by symbol, by full display name or by the last part of their path.
fn called(program: &Program, name: &str) -> Vec<FunctionId> {
    let functions = program.functions.iter().enumerate();
    functions
        .filter(|(_, function)| {
            let path = function.display.split('(').next().unwrap_or("");
            function.body.is_some()
                && (function.name == name
                    || path == name
                    || path
                        .strip_suffix(name)
                        .is_some_and(|start| start.ends_with("::")))
        })
        .map(|(id, _)| FunctionId(id as u32))
        .collect()
}

fn stands_at(program: &Program, function: FunctionId, pc: Pc, file: &str, line: u32) -> bool {
    let Some(body) = &program.functions[function.index()].body else {
        return false;
    };
    program
        .source
        .inline_chain(body.locations[pc as usize])
        .any(|(_, location)| {
            location.line == line && is_file(&program.source.file(location.file).path, file)
        })
}

/// `queue.rs` and `src/queue.rs` both mean `/home/me/src/queue.rs`.
fn is_file(path: &str, named: &str) -> bool {
    path == named
        || path
            .strip_suffix(named.trim_start_matches("./"))
            .is_some_and(|start| start.ends_with('/'))
}

/// Operations of the line that are come to from another line, or from another function.
fn first_of_line(program: &Program, file: &str, line: u32) -> Vec<(FunctionId, Pc)> {
    let mut first = Vec::new();
    for (id, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        let id = FunctionId(id as u32);
        let count = body.code.len() as Pc;
        let within: Vec<bool> = (0..count)
            .map(|pc| stands_at(program, id, pc, file, line))
            .collect();
        if within.first() == Some(&true) {
            first.push((id, 0));
        }
        let others = (0..count).filter(|&pc| !within[pc as usize]);
        for next in others.flat_map(|pc| successors(body, pc, Unwinding::Included)) {
            if within[next as usize] {
                first.push((id, next));
            }
        }
    }
    first.sort_unstable();
    first.dedup();
    first
}

fn callee(program: &Program, function: FunctionId, pc: Pc) -> Option<FunctionId> {
    direct_callee(program.functions[function.index()].body.as_ref()?, pc)
}

fn fails_at(program: &Program, function: FunctionId, pc: Pc) -> bool {
    match callee(program, function, pc) {
        Some(callee) => fails(&program.functions[callee.index()]),
        None => program.functions[function.index()]
            .body
            .as_ref()
            .is_some_and(|body| matches!(body.code[pc as usize], Op::Trap)),
    }
}

/// The innermost source line of the operation is the user's, or it was inlined there.
fn is_users(program: &Program, function: FunctionId, pc: Pc) -> bool {
    let body = program.functions[function.index()].body.as_ref();
    body.is_some_and(|body| {
        program
            .source
            .user_location(body.locations[pc as usize])
            .is_some()
    })
}

/// An atomic operation that was inlined from the locking of a Rust lock.
fn takes_lock_word(program: &Program, function: FunctionId, pc: Pc) -> bool {
    let Some(body) = &program.functions[function.index()].body else {
        return false;
    };
    let is_exchange = matches!(body.code[pc as usize], Op::CompareExchange { .. });
    let location = body.locations[pc as usize];
    is_exchange
        && matches!(
            lock_word(program, function, location),
            Some(Locking::Lock | Locking::Read | Locking::Write)
        )
}
