//! Builds the trace flow graph of a program, with everything that words on the command line
//! name, and prints it: `graph FILE [--dot] WORD...`. A word is the name of a function, a
//! variable, a lock or a mark; without any, all locks and marks are taken.

use std::path::PathBuf;
use std::time::Instant;

use trailhound_analysis::{CallGraph, Pointers};
use trailhound_flow::action::Action;
use trailhound_flow::build::{BuildOptions, ThreadPanics, build};
use trailhound_flow::dot::{Between, dot};
use trailhound_frontend::{Request, compile};
use trailhound_llvm::Module;
use trailhound_machine::{entered_by_models, load, modelled_paths};
use trailhound_trail::VariableNames;

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let draws = words.iter().any(|word| word == "--dot");
    words.retain(|word| word != "--dot");
    let file = PathBuf::from(words.remove(0));
    let compiled = compile(&Request {
        inputs: vec![file],
        kept_functions: modelled_paths().collect(),
        ..Request::default()
    })
    .unwrap_or_else(|error| panic!("{error}"));
    let texts = compiled.modules.into_iter().chain(compiled.runtime);
    let mut modules: Vec<Module> = texts
        .map(|module| Module::read(module.text, &module.name).expect("readable IR"))
        .collect();
    let program = load(&mut modules).unwrap_or_else(|error| panic!("{error}"));
    let names = VariableNames::read(&modules, &program);
    let call_graph = CallGraph::new(&program, entered_by_models(&program), Pointers::Cast);
    let named = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
    let interest = |action: &Action| match action {
        Action::Call { function, .. } => words.contains(function),
        Action::Mark(name) => named(name),
        Action::Lock(object) | Action::Unlock(object) => {
            object.as_ref().is_none_or(|object| named(&object.0))
        }
        Action::Read(object) | Action::Write { object, .. } => {
            !words.is_empty() && object.as_ref().is_none_or(|object| named(&object.0))
        }
        Action::Test { object, .. } => words.contains(&object.0),
        Action::Start | Action::End => false,
    };
    let started = Instant::now();
    let graph = build(
        &call_graph,
        &BuildOptions {
            interest: &interest,
            optional: &|_| false,
            names: &|global, offset| names.part(global, offset),
            panics: ThreadPanics::GoOn,
            threads: BuildOptions::THREADS,
            turns: BuildOptions::TURNS,
            meetings: true,
            max_operations: BuildOptions::OPERATIONS,
        },
    )
    .unwrap_or_else(|error| panic!("{error}"));
    eprintln!(
        "{} tasks, {} nodes, {} edges between tasks, built in {:.3} s",
        graph.tasks.len(),
        graph.nodes.len(),
        graph.precedes.iter().map(|next| next.len()).sum::<usize>(),
        started.elapsed().as_secs_f64()
    );
    if draws {
        print!("{}", dot(&graph, Between::None));
        return;
    }
    for task in &graph.tasks {
        println!("task {} many={} cut={}", task.name, task.many, task.cut);
    }
    for (number, node) in graph.nodes.iter().enumerate() {
        let tasks: Vec<&str> = node
            .tasks
            .iter()
            .map(|task| graph.tasks[task.0 as usize].name.as_str())
            .collect();
        let actions: Vec<String> = node.actions.iter().map(Action::to_string).collect();
        let next: Vec<u32> = node.next.iter().map(|next| next.0).collect();
        println!(
            "{number} [{}] {} {} -> {next:?}, others {}",
            tasks.join(" "),
            actions.join(" "),
            node.place.as_deref().unwrap_or(""),
            graph.precedes[number].len()
        );
    }
}
