//! What a search shall reach: `--target`, `--mutex` and `--via`. Marks the places in the
//! program and says how they lead the search; it does not search.

use std::sync::OnceLock;

use clap::Args;
use trailhound_distance::{Measure, Place, PlaceError, Targets, Unit};
use trailhound_guide::distance::{Analysis, Goal};
use trailhound_program::{FunctionId, Mark, Pc, Program};
use trailhound_search::Engine;
use trailhound_trail::{GoalSetup, Granularity, MachineSetup};

#[derive(Debug, Args)]
#[command(next_help_heading = "What to reach")]
pub struct GoalArguments {
    /// Drive the program to this place, FILE:LINE or fn:NAME: reaching it is the error to find
    ///
    /// Can be given several times; one of the places is enough. Other errors are reported if
    /// no place is reached.
    #[arg(long, value_name = "PLACE")]
    pub target: Vec<String>,
    /// Drive two threads to this place at the same time
    #[arg(long, value_name = "PLACE", conflicts_with = "target")]
    pub mutex: Option<String>,
    /// Lead the search through these places, in this order
    #[arg(long, value_name = "PLACES", value_delimiter = ',')]
    pub via: Vec<String>,
}

impl GoalArguments {
    pub fn setup(&self) -> GoalSetup {
        GoalSetup {
            targets: self.target.clone(),
            mutex: self.mutex.clone(),
            via: self.via.clone(),
        }
    }
}

/// Marks the places that the setup names in the program, and tells the machine.
pub fn mark(program: &mut Program, machine: &mut MachineSetup) -> Result<(), PlaceError> {
    let goals = machine.goals.clone();
    let goal_number = goals.via.len() as u32;
    let mut marks = Vec::new();
    let mut add = |program: &Program, text: &str, place: u32, goal: bool| {
        let named: Place = text.parse()?;
        for (function, pc) in Targets::at(program, &named)?.places {
            marks.push(Mark {
                function,
                pc,
                place,
                goal,
            });
        }
        Ok::<(), PlaceError>(())
    };
    for (number, text) in (0..).zip(&goals.via) {
        add(program, text, number, false)?;
    }
    for text in &goals.targets {
        add(program, text, goal_number, true)?;
    }
    if let Some(text) = &goals.mutex {
        add(program, text, goal_number, false)?;
    }
    program.mark(&marks);
    if let Some(text) = &goals.mutex {
        let inside = Targets::within(program, &text.parse()?)?;
        machine.exclusive = inside.places;
    }
    Ok(())
}

/// Where a search by distance goes.
pub struct Aim<'p> {
    program: &'p Program,
    passed: Vec<u32>,
    targets: Targets,
    goal: Goal,
    unit: Unit,
    pub exclusive: Vec<(FunctionId, Pc)>,
    /// The user has named it.
    pub is_named: bool,
}

impl<'p> Aim<'p> {
    /// What the setup says; else assertions, panics and aborts of the program, and where it
    /// has none, its locks.
    pub fn new(program: &'p Program, machine: &MachineSetup) -> Aim<'p> {
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
        Aim {
            program,
            passed: (0..number).collect(),
            targets,
            goal,
            unit: match machine.granularity {
                Granularity::Shared => Unit::Shared,
                Granularity::Line => Unit::Line,
                Granularity::Instruction => Unit::Instruction,
            },
            exclusive: machine.exclusive.clone(),
            is_named: !goals.is_empty(),
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
