use std::path::PathBuf;
use trailhound_distance::*;
use trailhound_frontend::{Request, compile};
use trailhound_guide::distance::*;
use trailhound_llvm::Module;
use trailhound_machine::*;
use trailhound_program::Mark;
use trailhound_search::{self as search, Engine, Unguided, Unwatched};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    // file defines goal place gran engine name
    let request = Request {
        inputs: vec![PathBuf::from(&a[1])],
        defines: a[2]
            .split(',')
            .filter(|s| !s.is_empty())
            .map(String::from)
            .collect(),
        ..Request::default()
    };
    let compiled = compile(&request).unwrap();
    let modules = compiled
        .modules
        .into_iter()
        .map(|m| Module::read(m.text, &m.name).unwrap());
    let mut program = load(modules.collect()).unwrap();
    let goal = match a[3].as_str() {
        "mutex" => Goal::Mutex,
        "deadlock" => Goal::Deadlock,
        _ => Goal::Location,
    };
    let mut targets;
    let mut exclusive = vec![];
    if a[4] == "default" {
        targets = if goal == Goal::Deadlock {
            Targets::acquisitions(&program)
        } else {
            Targets::failures(&program)
        };
    } else {
        let place: Place = a[4].parse().unwrap();
        targets = Targets::at(&program, &place).unwrap();
        let marks: Vec<Mark> = targets
            .places
            .iter()
            .map(|&(function, pc)| Mark {
                function,
                pc,
                place: 0,
                goal: goal == Goal::Location,
            })
            .collect();
        program.mark(&marks);
        targets = Targets {
            places: program.marked(0),
        };
        if goal == Goal::Mutex {
            exclusive = Targets::within(&program, &place).unwrap().places;
        }
    }
    let (granularity, _unit) = match a[5].as_str() {
        "line" => (Granularity::Line, Unit::Line),
        "instruction" => (Granularity::Instruction, Unit::Instruction),
        _ => (Granularity::Shared, Unit::Shared),
    };
    let engine: Engine = a[6].parse().unwrap();
    let options = Options {
        granularity,
        exclusive: exclusive.clone(),
        goals_only: a[4] != "default",
        ..Options::default()
    };
    let mut graph = ProgramGraph::new(Machine::new(&program, options), Races::Off);
    let analysis = Analysis::new(
        &program,
        &[],
        &targets,
        goal,
        if a[6].contains("astar") {
            Measure::Steps(_unit)
        } else {
            Measure::Instructions
        },
    );
    let seed = a.get(8).map_or(0, |s| s.parse().unwrap());
    let limits = search::Options {
        limits: search::Limits {
            states: Some(1_000_000),
            ..Default::default()
        },
        stop_at: search::Weight::Strong,
        seed,
        ..Default::default()
    };
    let t = std::time::Instant::now();
    let outcome = if a[7] == "none" {
        search::run(engine, &mut graph, &mut Unguided, &limits, &mut Unwatched)
    } else {
        let mut guide = DistanceGuide::new(a[7].parse().unwrap(), &analysis)
            .unwrap()
            .in_place(Exclusion::new(exclusive));
        search::run(engine, &mut graph, &mut guide, &limits, &mut Unwatched)
    };
    let len = outcome.finding.as_ref().map(|f| f.choices.len());
    println!(
        "{:>8} generated {:>7} expanded {:>7} trail {:?} {:.2}s targets {} analysis {:.1}ms {} ops",
        a[7],
        outcome.stats.states_generated,
        outcome.stats.states_expanded,
        len,
        t.elapsed().as_secs_f64(),
        targets.places.len(),
        analysis.seconds * 1e3,
        analysis.operations
    );
}
