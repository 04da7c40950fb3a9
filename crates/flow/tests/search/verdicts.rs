//! Every search gives the verdict that the meaning of paths gives.

use trailhound_flow::constraint::{Constraint, NodeAutomaton};
use trailhound_flow::graph::{NodeId, TraceFlowGraph};
use trailhound_flow::property::Property;
use trailhound_flow::search::{Answer, SearchName, search};
use trailhound_flow::subject::Subject;
use trailhound_search::{Limits, Unwatched};

use crate::naive::{Naive, Tally, Verdict};
use crate::random::{Dice, PROPERTIES, graph};

fn some_of(all: Vec<Constraint>, dice: &mut Dice) -> Vec<Constraint> {
    let percent = dice.below(4);
    all.into_iter()
        .filter(|_| dice.below(4) <= percent)
        .collect()
}

/// Sees every node and forbids none, so that no node is taken out.
fn onlooker(graph: &TraceFlowGraph) -> NodeAutomaton {
    NodeAutomaton {
        start: 0,
        accepting: vec![true],
        effects: vec![Some(0); graph.nodes.len()],
        rows: vec![vec![0]],
    }
}

fn verdict_of(answer: &Answer) -> Verdict {
    match answer {
        Answer::Holds => Verdict::Holds,
        Answer::HoldsAtTheEnd(_) => Verdict::Trap,
        Answer::Violated(_) => Verdict::Violated,
        other => panic!("{other:?}"),
    }
}

#[test]
fn all_searches_agree_with_the_meaning_of_paths() {
    let mut tally = Tally::default();
    for seed in 0..400 {
        let graph = graph(seed);
        let mut dice = Dice(seed ^ 0xabcd);
        let text = PROPERTIES[seed as usize % PROPERTIES.len()];
        let property = Property::parse(text, "test.prop").expect("the property is right");
        let constraints = some_of(Constraint::all(&graph), &mut dice);
        let naive = Naive::new(&graph, &property, &constraints);
        let expected = naive.verdict();
        tally.count(expected);
        let more = [onlooker(&graph)];
        let subject = Subject::with(&graph, &property, &constraints, &more).expect("it is small");
        let mut shortest = None;
        for name in SearchName::all()
            .into_iter()
            .chain([SearchName::Propagation])
        {
            let outcome = search(&subject, name, &Limits::default(), &mut Unwatched);
            let verdict = verdict_of(&outcome.answer);
            assert_eq!(verdict, expected, "seed {seed}, {name}, {constraints:?}");
            let path = match outcome.answer {
                Answer::HoldsAtTheEnd(path) | Answer::Violated(Some(path)) => path,
                Answer::Holds => continue,
                _ => {
                    assert_eq!(name, SearchName::Propagation);
                    continue;
                }
            };
            assert_eq!(path.is_complete, expected == Verdict::Violated);
            let nodes: Vec<NodeId> = path.steps.iter().map(|step| step.node).collect();
            assert!(
                naive.allows(&nodes, path.is_complete),
                "seed {seed}, {name}: {path:?}"
            );
            // Breadth first comes first, and no other path is shorter.
            let shortest = *shortest.get_or_insert(path.steps.len());
            assert!(path.steps.len() >= shortest, "seed {seed}, {name}");
        }
    }
    tally.assert_all_met(10);
}

/// What the automata do not see is taken out; whatever could happen can still happen, and
/// nearly always nothing else.
#[test]
fn no_path_is_lost_when_nodes_are_taken_out() {
    let (mut same, mut removed) = (0, 0);
    for seed in 3000..3400 {
        let graph = graph(seed);
        let mut dice = Dice(seed ^ 0xabcd);
        let text = PROPERTIES[seed as usize % PROPERTIES.len()];
        let property = Property::parse(text, "test.prop").expect("the property is right");
        let constraints = some_of(Constraint::all(&graph), &mut dice);
        let rank = |verdict| match verdict {
            Verdict::Holds => 0,
            Verdict::Trap => 1,
            Verdict::Violated => 2,
        };
        let whole = rank(Naive::new(&graph, &property, &constraints).verdict());
        let subject = Subject::new(&graph, &property, &constraints).expect("it is small");
        removed += graph.nodes.len() - subject.nodes.len();
        let outcome = search(
            &subject,
            SearchName::USUAL,
            &Limits::default(),
            &mut Unwatched,
        );
        let part = rank(verdict_of(&outcome.answer));
        assert!(part >= whole, "seed {seed}: {constraints:?}");
        same += usize::from(part == whole);
    }
    assert!(same > 360 && removed > 1000, "{same}, {removed}");
}

/// Each constraint takes paths away and adds none.
#[test]
fn constraints_only_remove_paths() {
    let mut removed = 0;
    for seed in 1000..1200 {
        let graph = graph(seed);
        let text = PROPERTIES[seed as usize % PROPERTIES.len()];
        let property = Property::parse(text, "test.prop").expect("the property is right");
        let mut constraints = Vec::new();
        let mut worst = 2;
        for constraint in Constraint::all(&graph) {
            constraints.push(constraint);
            let more = [onlooker(&graph)];
            let subject =
                Subject::with(&graph, &property, &constraints, &more).expect("it is small");
            let outcome = search(
                &subject,
                SearchName::USUAL,
                &Limits::default(),
                &mut Unwatched,
            );
            let rank = match verdict_of(&outcome.answer) {
                Verdict::Holds => 0,
                Verdict::Trap => 1,
                Verdict::Violated => 2,
            };
            assert!(rank <= worst, "seed {seed}: {constraints:?}");
            removed += worst - rank;
            worst = rank;
        }
    }
    assert!(removed > 30, "{removed}");
}
