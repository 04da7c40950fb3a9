//! All errors of random programs, not only the first one: with and without the reduction of
//! independent steps the same kinds with the same messages at the same places, a race or none, and the same
//! states that break a property.

use crate::frozen::{self, States};
use crate::properties::Property;
use crate::{generator, mistakes};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use trailhound_frontend::{Request, compile};
use trailhound_llvm::Module;
use trailhound_machine::{
    Breakage, Choice, ErrorKind, Machine, Options, Problem, ProgramGraph, Races, load,
};
use trailhound_program::{FunctionId, Pc, Program};
use trailhound_search::{
    self as search, Agents, Edge, EdgeKind, End, Finding, Graph, Limits, Selection, Stop,
    Unwatched, Weight, dfs,
};

const MOST_STATES: u64 = 30_000;

/// A graph whose findings end nothing, the states that it has reduced, and where steps have failed: function and
/// operation, behind the number of the problem.
struct Lenient<'a, 'p>(
    &'a mut ProgramGraph<'p>,
    States,
    BTreeSet<(u32, FunctionId, Pc)>,
);

fn weak(finding: Finding) -> Finding {
    let weight = Weight::Weak;
    Finding { weight, ..finding }
}

impl Lenient<'_, '_> {
    /// Executes a step that fails once more, to see where.
    fn note_place(&mut self, state: &[u32], choice: u32, finding: Finding) {
        let Choice { thread, value } = Choice::of(choice);
        let machine = &mut self.0.machine;
        machine.step(state, thread, value, &mut Vec::new());
        if let Some(frame) = machine.thread_at(thread).frames.last() {
            self.2.insert((finding.id, frame.function, frame.pc));
        }
    }
}

impl Graph for Lenient<'_, '_> {
    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        self.0.initial()
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let edge = self.0.successor(state, from, changes)?;
        let kind = match edge.kind {
            EdgeKind::Finding(finding) => {
                self.note_place(state, edge.choice, finding);
                EdgeKind::Finding(weak(finding))
            }
            kind => kind,
        };
        Some(Edge { kind, ..edge })
    }

    fn meet(&mut self, state: &[u32]) -> Option<Finding> {
        self.0.meet(state).map(weak)
    }

    fn inspect(&mut self, state: &[u32], successors: u32) -> Option<Finding> {
        self.0.inspect(state, successors).map(weak)
    }

    fn visit_circle(&mut self, state: &[u32]) -> ControlFlow<()> {
        self.0.visit_circle(state)
    }

    fn has_optional_steps(&self) -> bool {
        self.0.has_optional_steps()
    }

    fn is_optional(&mut self, state: &[u32], choice: u32) -> bool {
        self.0.is_optional(state, choice)
    }

    fn judge_circle(&mut self) -> Option<Finding> {
        self.0.judge_circle().map(weak)
    }

    fn begin_reduction(&mut self) -> bool {
        self.0.begin_reduction()
    }

    fn select(&mut self, state: &[u32], followed: Agents) -> Agents {
        let selected = self.0.select(state, followed);
        if selected != Agents::ALL {
            self.1.insert(state.to_vec());
        }
        selected
    }

    fn mover(&self, choice: u32) -> u32 {
        self.0.mover(choice)
    }

    fn knowledge(&self) -> u64 {
        self.0.knowledge()
    }

    fn selection(&self) -> Selection {
        self.0.selection()
    }

    fn date_knowledge(&mut self) {
        self.0.date_knowledge();
    }

    fn has_news(&self, state: &[u32], since: u64) -> bool {
        self.0.has_news(state, since)
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.0.stopped()
    }
}

/// The program of a file, if it can be read.
pub fn read(file: &Path) -> Option<Program> {
    let request = Request {
        inputs: vec![file.to_owned()],
        kept_functions: trailhound_machine::modelled_paths().collect(),
        ..Request::default()
    };
    let compiled = compile(&request).ok()?;
    let modules = compiled.modules.into_iter().chain(compiled.runtime);
    let modules = modules.map(|module| Module::read(module.text, &module.name));
    let mut modules: Vec<Module> = modules.collect::<Result<_, _>>().ok()?;
    load(&mut modules).ok()
}

struct Explored {
    problems: BTreeSet<String>,
    states: u64,
    /// Pairs of orders that were tried.
    commutes: u64,
    /// Steps of random executions that were foreseen.
    foreseen: u64,
}

/// How a reduced search is done.
#[derive(Clone, Copy)]
pub struct Search {
    breakage: Option<Breakage>,
    property: Property,
}

/// What is wrong in any state, reduced or not; `None` if there are too many states or a thread reached what the
/// analysis took for another's own.
fn explore(program: &Program, how: Search, reduces: bool) -> Result<Option<Explored>, String> {
    let mut options = Options {
        reduces,
        breakage: how.breakage.filter(|_| reduces),
        ..Options::default()
    };
    how.property.add_to(&mut options, program);
    let mut graph = ProgramGraph::new(Machine::new(program, options), Races::Report);
    let options = search::Options {
        limits: Limits {
            states: Some(MOST_STATES),
            ..Limits::default()
        },
        stop_at: Weight::Strong,
        livelocks: true,
        ..search::Options::default()
    };
    let mut lenient = Lenient(&mut graph, States::new(), BTreeSet::new());
    let outcome = dfs(&mut lenient, &options, &mut Unwatched);
    let Lenient(_, states, places) = lenient;
    if outcome.end != End::Exhausted || graph.machine.memory.missed_escape {
        return Ok(None);
    }
    // Blocks may get other numbers in another order.
    let mut dice = StdRng::seed_from_u64(1);
    let (mut commutes, mut foreseen) = (0, 0);
    if !allocates(program) {
        if reduces {
            foreseen = frozen::foresees(&mut graph, &mut dice)?;
        }
        commutes = frozen::verify(&mut graph, &states, &mut dice)?;
    }
    let told = graph.problems.iter().map(|problem| match problem {
        Problem::Fault { fault, .. } => format!("{fault:?}"),
        Problem::Intrusion { .. } | Problem::Invariant { .. } => format!("{problem:?}"),
        problem => format!("{:?}", problem.kind()),
    });
    let told: Vec<String> = told.collect();
    let places = places.iter().map(|&(problem, function, pc)| {
        let function = &program.functions[function.0 as usize].name;
        format!("{} at {pc} of {function}", told[problem as usize])
    });
    // What breaks a property is told in place of a race in the same state.
    let hides_races = graph.problems.iter().any(Problem::is_goal);
    let counts = |problem: &Problem| !hides_races || problem.kind() != Some(ErrorKind::DataRace);
    let problems = graph.problems.iter().zip(&told);
    let problems = problems.filter(|(problem, _)| counts(problem));
    let problems = problems.map(|(_, told)| told.clone());
    Ok(Some(Explored {
        problems: problems.chain(places).collect(),
        states: outcome.stats.states_stored,
        commutes,
        foreseen,
    }))
}

fn allocates(program: &Program) -> bool {
    let mut functions = program.functions.iter();
    functions.any(|function| function.body.is_none() && function.name == "malloc")
}

/// What came of the comparison.
#[derive(Debug, Default)]
pub struct Compared {
    pub programs: u64,
    pub failing: u64,
    pub commutes: u64,
    pub foreseen: u64,
}

impl Compared {
    /// Compares the reduced search of a program with that of all orders.
    fn add(&mut self, program: &Program, how: Search) -> Result<(), String> {
        let reduced = explore(program, how, true)?;
        let (Some(reduced), Some(all)) = (reduced, explore(program, how, false)?) else {
            return Ok(());
        };
        if reduced.problems != all.problems {
            let (reduced, all) = (reduced.problems, all.problems);
            return Err(format!("{reduced:#?} instead of {all:#?}"));
        }
        if reduced.states > all.states {
            return Err(format!("{} states of {}", reduced.states, all.states));
        }
        self.programs += 1;
        self.failing += u64::from(!all.problems.is_empty());
        self.commutes += reduced.commutes;
        self.foreseen += reduced.foreseen;
        Ok(())
    }
}

pub fn program(seed: u64, directory: &Path) -> Program {
    let file = directory.join(format!("errors{seed}.c"));
    std::fs::write(&file, generator::c::batch(seed).text).expect("programs can be written");
    read(&file).expect("generated programs can be read")
}

pub fn compare(seeds: Range<u64>, directory: &Path) -> Compared {
    let mut compared = Compared::default();
    for seed in seeds {
        let how = Search {
            breakage: None,
            property: Property::of_seed(seed),
        };
        let program = how.property.marked(program(seed, directory));
        let told = compared.add(&program, how);
        if let (Err(_), Ok(keep)) = (&told, std::env::var("TRAILHOUND_KEEP")) {
            let file = Path::new(&keep).join(format!("errors{seed}.c"));
            std::fs::write(file, generator::c::batch(seed).text).expect("it can be kept");
        }
        told.unwrap_or_else(|what| panic!("seed {seed}: {what}"));
    }
    compared
}

/// Mistakes that neither the programs made for them nor those of these seeds show.
pub fn unnoticed(seeds: Range<u64>, directory: &Path) -> Vec<Breakage> {
    let mut open = Breakage::ALL.to_vec();
    open.retain(|&breakage| {
        let notices = |(number, text): (usize, String)| {
            let file = directory.join(format!("{breakage:?}{number}.c"));
            std::fs::write(&file, text).expect("programs can be written");
            let program = read(&file).expect("the program can be read");
            let how = Search {
                breakage: None,
                property: mistakes::property(breakage),
            };
            let right = Compared::default().add(&program, how);
            assert_eq!(right, Ok(()), "{}", file.display());
            shows(&program, breakage, &file.display().to_string())
        };
        !mistakes::programs(breakage).enumerate().any(notices)
    });
    for seed in seeds {
        if open.is_empty() {
            break;
        }
        let program = program(seed, directory);
        open.retain(|&breakage| !shows(&program, breakage, &format!("seed {seed}")));
    }
    open
}

fn shows(program: &Program, breakage: Breakage, name: &str) -> bool {
    let search = Search {
        breakage: Some(breakage),
        property: mistakes::property(breakage),
    };
    let told = Compared::default().add(program, search);
    if let Err(what) = &told {
        println!("{breakage:?}: {name}: {what:.200}");
    }
    told.is_err()
}
