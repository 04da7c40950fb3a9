//! On the programs under tests/programs: a guide decides where a search looks first, never
//! what it finds out; and what guides see of the threads is what is there.

use std::fs;
use std::path::{Path, PathBuf};

use trailhound_frontend::{Request, compile};
use trailhound_guide::{GuideName, Preference, ProgramGuide};
use trailhound_llvm::Module;
use trailhound_machine::{
    Choice, ErrorKind, Machine, Options, ProgramGraph, Races, ThreadId, load,
};
use trailhound_program::Program;
use trailhound_search::{
    self as search, End, Engine, Graph, Limits, Outcome, Unguided, Unwatched, Weight, run, scramble,
};

const FOLDERS: &[&str] = &[
    "c/barrier",
    "c/condvar",
    "c/mutex",
    "c/once",
    "c/rwlock",
    "c/semaphore",
    "c/spinning",
    "c/threads",
];

const RUST_PROGRAMS: &[&str] = &[
    "rust/condvar/lost_notification.rs",
    "rust/mutex/opposite_order.rs",
];

const ENGINES: [Engine; 4] = [
    Engine::BestFirst,
    Engine::Greedy,
    Engine::Astar,
    Engine::WeightedAstar { thousandths: 3000 },
];

/// Larger programs are left to the other tests.
const MOST_STATES: u64 = 2_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs")
}

fn read(file: &Path) -> Option<Program> {
    let request = Request {
        inputs: vec![file.to_owned()],
        kept_functions: trailhound_machine::modelled_paths().collect(),
        ..Request::default()
    };
    let compiled = compile(&request).ok()?;
    let modules = compiled.modules.into_iter().chain(compiled.runtime);
    let modules = modules.map(|module| Module::read(module.text, &module.name));
    load(&mut modules.collect::<Result<_, _>>().ok()?).ok()
}

fn each_program(mut test: impl FnMut(&str, &Program)) {
    let mut files: Vec<PathBuf> = RUST_PROGRAMS.iter().map(|file| root().join(file)).collect();
    for folder in FOLDERS {
        let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
        files.extend(entries.flatten().map(|entry| entry.path()));
    }
    files.sort();
    let mut tested = 0;
    for file in files {
        let program = read(&file).unwrap_or_else(|| panic!("{} compiles", file.display()));
        test(&file.display().to_string(), &program);
        tested += 1;
    }
    assert!(tested > 50, "{tested}");
}

fn graph(program: &Program) -> ProgramGraph<'_> {
    ProgramGraph::new(Machine::new(program, Options::default()), Races::Report)
}

fn explore(program: &Program, engine: Engine, guide: Option<GuideName>) -> Outcome {
    let mut graph = graph(program);
    let options = search::Options {
        limits: Limits {
            states: Some(MOST_STATES),
            ..Limits::default()
        },
        stop_at: Weight::Strong,
        livelocks: true,
        ..search::Options::default()
    };
    let outcome = match guide {
        None => run(engine, &mut graph, &mut Unguided, &options, &mut Unwatched),
        Some(guide) => {
            let mut guide = ProgramGuide::new(guide, 1);
            run(engine, &mut graph, &mut guide, &options, &mut Unwatched)
        }
    };
    if let Some(found) = &outcome.finding {
        let kind = graph.problems[found.finding.id as usize].kind();
        let choices: Vec<Choice> = found.choices.iter().map(|&c| Choice::of(c)).collect();
        let problem = &graph.problems[found.finding.id as usize];
        let livelock = kind == Some(ErrorKind::Livelock);
        let promise = trailhound_trail::Promise::of(problem);
        let reached = trailhound_trail::reach(
            program,
            &Options::default(),
            Races::Report,
            &choices,
            promise,
        );
        let reached = reached.expect("the trail replays").problem.kind();
        // Threads that wait in a circle while the others spin are a deadlock.
        let is_circle = livelock && reached == Some(ErrorKind::Deadlock);
        assert!(reached == kind || is_circle, "{reached:?} for {kind:?}");
    }
    outcome
}

#[test]
fn no_guide_changes_the_verdict() {
    let mut errors = 0;
    each_program(|name, program| {
        let plain = explore(program, Engine::Dfs, None);
        if matches!(plain.end, End::Limit(_)) {
            return;
        }
        let verdict = |outcome: &Outcome| {
            let finding = outcome.finding.as_ref();
            (outcome.end, finding.map(|found| found.finding.weight))
        };
        errors += u32::from(plain.finding.is_some());
        let pair = "pbb+rw".parse().expect("a guide");
        let guides = Preference::ALL
            .map(GuideName::from)
            .into_iter()
            .chain([pair]);
        for (guide, number) in guides.zip(0..) {
            for engine in [Engine::BestFirst, ENGINES[number % ENGINES.len()]] {
                let outcome = explore(program, engine, Some(guide));
                assert_eq!(
                    verdict(&outcome),
                    verdict(&plain),
                    "{engine} {guide} on {name}"
                );
                if outcome.end == End::Exhausted {
                    let stored = |outcome: &Outcome| outcome.stats.states_stored;
                    assert_eq!(
                        stored(&outcome),
                        stored(&plain),
                        "{engine} {guide} on {name}"
                    );
                }
            }
        }
        // A* without a guide goes by steps alone.
        let none = explore(program, Engine::Astar, Some(Preference::None.into()));
        let shortest = explore(program, Engine::Bfs, None);
        let livelock = |outcome: &Outcome| {
            let problem = outcome.finding.as_ref().map(|found| found.finding.id);
            problem == Some(0)
        };
        if !livelock(&shortest) && !livelock(&none) {
            let length = |outcome: &Outcome| {
                let finding = outcome.finding.as_ref();
                finding.map(|found| found.choices.len())
            };
            assert_eq!(length(&none), length(&shortest), "{name}");
        }
    });
    assert!(errors > 20, "{errors}");
}

/// Threads that have an edge out of a state.
fn movers(graph: &mut ProgramGraph, state: &[u32]) -> Vec<(u32, Vec<(u32, u32)>)> {
    let mut edges = Vec::new();
    let mut changes = Vec::new();
    let mut from = 0;
    while let Some(edge) = graph.successor(state, from, &mut changes) {
        if edge.kind == search::EdgeKind::Step {
            edges.push((edge.choice, changes.clone()));
        } else {
            edges.push((edge.choice, Vec::new()));
        }
        from = edge.choice + 1;
    }
    edges
}

#[test]
fn guides_see_who_is_blocked_wherever_they_look() {
    let mut blocked_seen = 0;
    each_program(|name, program| {
        let mut graph = graph(program);
        let Ok(initial) = graph.initial() else {
            return;
        };
        // A bag of states from walks, looked at in no order.
        let mut bag = vec![initial.clone()];
        for walk in 0..6u64 {
            let mut state = initial.clone();
            for step in 0..60u64 {
                let mut edges = movers(&mut graph, &state);
                edges.retain(|(_, changes)| !changes.is_empty());
                if edges.is_empty() {
                    break;
                }
                let drawn = scramble(walk << 32 | step) as usize % edges.len();
                for &(slot, word) in &edges[drawn].1 {
                    if state.len() <= slot as usize {
                        state.resize(slot as usize + 1, 0);
                    }
                    state[slot as usize] = word;
                }
                bag.push(state.clone());
            }
        }
        for turn in 0..300u64 {
            let state = bag[scramble(turn ^ 0x5eed) as usize % bag.len()].clone();
            let edges = movers(&mut graph, &state);
            graph.look_at(&state);
            let once = (
                graph.scene().blocked().clone(),
                graph.scene().alive().clone(),
            );
            for &(choice, _) in &edges {
                let thread = Choice::of(choice).thread;
                assert!(!once.0.contains(thread), "{name}: {thread} can go on");
                assert!(once.1.contains(thread), "{name}: {thread} is alive");
            }
            // A data choice holds everybody up, and at the end nobody goes on.
            let picks = edges
                .iter()
                .any(|&(choice, _)| Choice::of(choice).value > 0);
            if !edges.is_empty() && !picks {
                for (first, last) in once.1.groups() {
                    for thread in (first.0..=last.0).map(ThreadId) {
                        let moves = edges
                            .iter()
                            .any(|&(choice, _)| Choice::of(choice).thread == thread);
                        assert!(
                            moves || once.0.contains(thread),
                            "{name}: {thread} is blocked"
                        );
                    }
                }
            }
            blocked_seen += once.0.len();
            // Looking ahead and back again changes nothing, and sees what a look there does.
            for (_, changes) in edges.iter().filter(|(_, changes)| !changes.is_empty()) {
                graph.look_ahead(changes);
                let ahead = (
                    graph.scene().blocked().clone(),
                    graph.scene().alive().clone(),
                );
                graph.look_back();
                let back = (
                    graph.scene().blocked().clone(),
                    graph.scene().alive().clone(),
                );
                assert_eq!(back, once, "{name}");
                let mut next = state.clone();
                for &(slot, word) in changes {
                    if next.len() <= slot as usize {
                        next.resize(slot as usize + 1, 0);
                    }
                    next[slot as usize] = word;
                }
                graph.look_at(&next);
                assert_eq!(graph.scene().blocked(), &ahead.0, "{name}");
                assert_eq!(graph.scene().alive(), &ahead.1, "{name}");
                graph.look_at(&state);
            }
        }
    });
    assert!(blocked_seen > 1000, "{blocked_seen}");
}
