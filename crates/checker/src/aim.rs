//! Where a search by distance goes, and the analyses of the program that lead there.

use std::sync::OnceLock;

use trailhound_distance::{Measure, Targets, Unit};
use trailhound_guide::distance::{Analysis, Goal};
use trailhound_machine::Granularity;
use trailhound_program::{FunctionId, Pc, Program};
use trailhound_search::Engine;

use crate::resolve::Resolved;

pub struct Aim<'p> {
    program: &'p Program,
    passed: Vec<u32>,
    targets: Targets,
    goal: Goal,
    unit: Unit,
    pub exclusive: Vec<(FunctionId, Pc)>,
    /// The user has named it.
    pub is_named: bool,
    /// It is where the user's code says that something is wrong, and the user has named nothing.
    pub is_at_failures: bool,
}

impl<'p> Aim<'p> {
    /// What the user has named; else assertions, panics and aborts of the program, and where it
    /// has none, its locks.
    pub fn new(resolved: &'p Resolved) -> Aim<'p> {
        let program = &resolved.program;
        let machine = &resolved.machine;
        let goals = &machine.goals;
        let number = goals.via.len() as u32;
        let places = program.marked(number);
        let (targets, goal) = match (&goals.mutex, places.is_empty()) {
            (Some(_), _) => (Targets { places }, Goal::Mutex),
            (None, false) => (Targets { places }, Goal::Location),
            (None, true) => {
                let failures = Targets::failures(program);
                match failures.places.is_empty() {
                    true => (Targets::acquisitions(program), Goal::Deadlock),
                    false => (failures, Goal::Location),
                }
            }
        };
        let is_named = !goals.is_empty();
        let is_users = |&(function, pc): &(FunctionId, Pc)| {
            let body = program.functions[function.index()].body.as_ref();
            let location = body.map(|body| body.locations[pc as usize]);
            location.is_some_and(|location| program.source.user_location(location).is_some())
        };
        let is_at_failures =
            !is_named && goal == Goal::Location && targets.places.iter().any(is_users);
        Aim {
            program,
            is_at_failures,
            passed: (0..number).collect(),
            targets,
            goal,
            unit: match machine.granularity {
                Granularity::Shared => Unit::Shared,
                Granularity::Line => Unit::Line,
                Granularity::Instruction => Unit::Instruction,
            },
            exclusive: resolved.exclusive.clone(),
            is_named,
        }
    }

    /// To locks, through these marks.
    pub fn at_locks(program: &'p Program, passed: Vec<u32>) -> Aim<'p> {
        Aim {
            targets: Targets::acquisitions(program),
            goal: Goal::Deadlock,
            ..Aim::through(program, passed)
        }
    }

    /// Through these marks, and then to a failure if the program knows any.
    pub fn through(program: &'p Program, passed: Vec<u32>) -> Aim<'p> {
        let mut targets = Targets::failures(program);
        if targets.places.is_empty() {
            let last = passed.last().copied().unwrap_or(0);
            targets.places = program.marked(last);
        }
        Aim {
            program,
            passed,
            targets,
            goal: Goal::Location,
            unit: Unit::Shared,
            exclusive: Vec::new(),
            is_named: true,
            is_at_failures: false,
        }
    }

    /// To these operations.
    pub fn to(program: &'p Program, places: Vec<(FunctionId, Pc)>) -> Aim<'p> {
        Aim {
            targets: Targets { places },
            ..Aim::through(program, Vec::new())
        }
    }

    /// A* counts steps of the search, the others rank by instructions.
    fn measure(&self, engine: Engine) -> Measure {
        match engine {
            Engine::Astar | Engine::WeightedAstar { .. } => Measure::Steps(self.unit),
            _ => Measure::Instructions,
        }
    }

    /// The analysis that an engine needs.
    pub fn analysis(&self, engine: Engine) -> Analysis {
        Analysis::new(
            self.program,
            &self.passed,
            &self.targets,
            self.goal,
            self.measure(engine),
        )
    }
}

/// An aim with its analyses, each made once, when the first search wants it. Searches may share
/// it, on several threads as well.
pub struct Aimed<'p> {
    aim: Aim<'p>,
    by_instructions: OnceLock<Analysis>,
    by_steps: OnceLock<Analysis>,
}

impl<'p> Aimed<'p> {
    pub fn new(aim: Aim<'p>) -> Aimed<'p> {
        Aimed {
            aim,
            by_instructions: OnceLock::new(),
            by_steps: OnceLock::new(),
        }
    }

    pub fn aim(&self) -> &Aim<'p> {
        &self.aim
    }

    /// The analysis that an engine needs.
    pub fn analysis(&self, engine: Engine) -> &Analysis {
        let kept = match self.aim.measure(engine) {
            Measure::Steps(_) => &self.by_steps,
            Measure::Instructions => &self.by_instructions,
        };
        kept.get_or_init(|| self.aim.analysis(engine))
    }
}
