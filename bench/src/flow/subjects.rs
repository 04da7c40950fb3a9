//! The cases of the experiment, a system with one of its properties each, and the subjects that
//! are made of them by leaving out one constraint of a minimal set.

use std::fs;

use trailhound_flow::action::Action;
use trailhound_flow::constraint::Constraint;
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::{ActionPattern, ConstraintName, Property};
use trailhound_flow::search::{Answer, SearchName, search};
use trailhound_flow::subject::Subject;
use trailhound_search::Unwatched;

use super::graph::Loaded;
use super::measure::{Cost, MOST_CONCLUSIVE, MOST_TUPLES, limits, run};
use super::minimal::minimal;
use super::systems::{FOLDER, System};
use crate::Bench;

/// Subjects on which breadth-first search visits fewer tuples are left out.
pub const SMALLEST: u64 = 5_000;

/// A property of a system, with the minimal set of constraints.
pub struct Case {
    pub system: &'static System,
    pub property: &'static str,
    /// The property in words, from its file.
    pub about: String,
    pub lines: usize,
    pub tasks: usize,
    /// Nodes of the whole graph.
    pub nodes: usize,
    pub build_seconds: f64,
    pub constraints: Vec<String>,
    /// What the whole set costs: nothing is violated there.
    pub bfs: Cost,
    pub usual: Cost,
    pub propagation: Cost,
}

/// A subject that is still to be searched.
pub struct Trial {
    pub removed: String,
    pub subject: Subject,
}

/// What is asked, the graph that it is asked about, and what the file says beside.
struct Asked {
    graph: TraceFlowGraph,
    property: Property,
    about: String,
    lines: usize,
    build_seconds: f64,
}

/// Builds a case, checks that its constraints suffice, and makes its subjects.
pub fn prepared(
    bench: &Bench,
    system: &'static System,
    property: &'static str,
) -> Result<(Case, Vec<Trial>), String> {
    let told = |cause: String| format!("{property}: {cause}");
    let asked = read(bench, system, property, &[]).map_err(told)?;
    let names = asked.property.constraints.as_deref().unwrap_or_default();
    let constraints = named(&asked.graph, names).map_err(told)?;
    let subject = |constraints: &[Constraint]| {
        Subject::new(&asked.graph, &asked.property, constraints)
            .map_err(|cause| told(cause.to_string()))
    };
    let whole = subject(&constraints)?;
    let conclusive = |search: SearchName| {
        run(&whole, search, bench.repeat, MOST_CONCLUSIVE)?
            .conclusive()
            .ok_or_else(|| told(format!("{search} does not find it conclusive")))
    };
    let case = Case {
        system,
        property,
        about: asked.about.clone(),
        lines: asked.lines,
        tasks: asked.graph.tasks.len(),
        nodes: asked.graph.nodes.len(),
        build_seconds: asked.build_seconds,
        constraints: constraints.iter().map(Constraint::to_string).collect(),
        bfs: conclusive(SearchName::Bfs)?,
        usual: conclusive(SearchName::USUAL)?,
        propagation: conclusive(SearchName::Propagation)?,
    };
    let trials = (0..constraints.len()).map(|left_out| {
        let mut fewer = constraints.clone();
        let removed = fewer.remove(left_out).to_string();
        let subject = subject(&fewer)?;
        Ok(Trial { removed, subject })
    });
    let trials = trials.collect::<Result<_, String>>()?;
    Ok((case, trials))
}

fn named(graph: &TraceFlowGraph, names: &[ConstraintName]) -> Result<Vec<Constraint>, String> {
    let all = names.iter().map(|name| Constraint::named(graph, name));
    let all = all.collect::<Result<Vec<_>, _>>();
    all.map(|lists| lists.concat())
        .map_err(|cause| cause.to_string())
}

fn read(bench: &Bench, system: &System, property: &str, size: &[String]) -> Result<Asked, String> {
    let folder = bench.root.join(FOLDER);
    let file = folder.join(format!("{property}.prop"));
    let text = fs::read_to_string(&file).map_err(|cause| format!("{}: {cause}", file.display()))?;
    let about = text.lines().take_while(|line| line.starts_with('#'));
    let about: Vec<&str> = about
        .map(|line| line.trim_start_matches(['#', ' ']))
        .collect();
    let property =
        Property::parse(&text, &file.display().to_string()).map_err(|cause| cause.to_string())?;
    let source = folder.join(format!("{}.c", system.program));
    let defines = match size {
        [] => system
            .size
            .iter()
            .map(|&define| define.to_owned())
            .collect(),
        size => size.to_vec(),
    };
    let program = Loaded::new(&source, defines)?;
    let built = program.graph(&|action| matters(action, &property))?;
    Ok(Asked {
        graph: built.graph,
        about: about.join(" "),
        lines: lines_of(bench, system)?,
        build_seconds: built.seconds,
        property,
    })
}

/// The program's lines, those of our headers that it includes among them.
fn lines_of(bench: &Bench, system: &System) -> Result<usize, String> {
    let mut files = vec![format!("{}.c", system.program)];
    let mut lines = 0;
    let mut at = 0;
    while let Some(name) = files.get(at).cloned() {
        at += 1;
        let file = bench.root.join(FOLDER).join(&name);
        let text = fs::read_to_string(&file).map_err(|cause| format!("{name}: {cause}"))?;
        lines += text.lines().count();
        let included = text.lines().filter_map(|line| {
            let name = line.strip_prefix("#include \"")?;
            name.strip_suffix('"')
        });
        for name in included {
            if !files.iter().any(|known| known == name) {
                files.push(name.to_owned());
            }
        }
    }
    Ok(lines)
}

/// The graph has everything that constraints may be about, and the events of the property.
fn matters(action: &Action, property: &Property) -> bool {
    let mut patterns = property.events.iter().flat_map(|event| &event.patterns);
    match action {
        Action::Lock(_) | Action::Unlock(_) | Action::Write { .. } | Action::Test { .. } => true,
        Action::Read(_) => patterns.any(|p| matches!(p.action, ActionPattern::Read(_))),
        Action::Start => patterns.any(|p| matches!(p.action, ActionPattern::Start)),
        Action::End => patterns.any(|p| matches!(p.action, ActionPattern::End)),
        Action::Mark(name) => {
            patterns.any(|p| matches!(&p.action, ActionPattern::Mark(wanted) if wanted == name))
        }
        Action::Call { function, .. } => patterns.any(
            |p| matches!(&p.action, ActionPattern::Call { function: wanted, .. } if wanted == function),
        ),
    }
}

/// Looks for a minimal set among the constraints of the file, or among all that can be
/// generated if it has none.
///
/// `size` has macros in place of those that the system is measured with.
pub fn print_minimal(
    bench: &Bench,
    system: &System,
    property: &str,
    size: &[String],
) -> Result<(), String> {
    let asked = read(bench, system, property, size)?;
    let all = match &asked.property.constraints {
        Some(names) => named(&asked.graph, names)?,
        None => Constraint::all(&asked.graph),
    };
    println!(
        "{property}: {} nodes, {} constraints",
        asked.graph.nodes.len(),
        all.len()
    );
    let Some(constraints) = minimal(&asked.graph, &asked.property, all.clone())? else {
        println!("not conclusive, whatever the constraints:");
        return print_path(&asked, &all);
    };
    println!("constraints");
    for left_out in 0..constraints.len() {
        let mut fewer = constraints.clone();
        let removed = fewer.remove(left_out);
        let subject = Subject::new(&asked.graph, &asked.property, &fewer);
        let subject = subject.map_err(|cause| cause.to_string())?;
        let bfs = run(&subject, SearchName::Bfs, 1, MOST_TUPLES)?;
        let tuples = bfs.violated().map_or(0, |cost| cost.tuples);
        println!(
            "  {:<40} # bfs visits {tuples} tuples without it",
            removed.to_string()
        );
    }
    Ok(())
}

/// Shows a violation that the constraints allow.
fn print_path(asked: &Asked, constraints: &[Constraint]) -> Result<(), String> {
    let subject = Subject::new(&asked.graph, &asked.property, constraints)
        .map_err(|cause| cause.to_string())?;
    let outcome = search(
        &subject,
        SearchName::USUAL,
        &limits(MOST_CONCLUSIVE),
        &mut Unwatched,
    );
    let Answer::Violated(Some(path)) = outcome.answer else {
        println!("  no path was found in time");
        return Ok(());
    };
    for step in &path.steps[..path.prefix_length() - 1] {
        let node = &asked.graph.nodes[step.node.0 as usize];
        let tasks = node
            .tasks
            .iter()
            .map(|task| &asked.graph.tasks[task.0 as usize].name);
        let tasks: Vec<&str> = tasks.map(String::as_str).collect();
        let actions: Vec<String> = node.actions.iter().map(Action::to_string).collect();
        let place = node.place.as_deref().unwrap_or_default();
        println!(
            "  {:<20} {:<40} {place}",
            tasks.join(", "),
            actions.join(" ")
        );
    }
    Ok(())
}
