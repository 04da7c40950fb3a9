//! A search of the product in the order of an engine and a guide: toward where the automaton accepts, and there as the
//! guide of the program says.

use std::collections::VecDeque;

use trailhound_guide::{AnyGuide, ProgramGuide};
use trailhound_machine::ProgramGraph;
use trailhound_property::{Automaton, AutomatonState};
use trailhound_search::{
    Cycles, Edge, Graph, Guide, HOPELESS, Lasso, Monitor, Options, Outcome, PastStep, Ranked,
    Unguided, run,
};

use super::product::Product;
use crate::aim::Aimed;
use crate::guides::{ByDistance, by_distance};
use crate::inside::{Around, Inside, Numbering};
use crate::reports::{AnalysisReport, Strategy};

/// What came of a directed search.
pub struct Directed {
    pub outcome: Outcome,
    pub lasso: Option<Lasso>,
    /// There may be lassos that were not found, though all states were visited.
    pub has_given_up: bool,
    pub analysis: Option<AnalysisReport>,
    pub note: Option<String>,
}

/// Searches the product, and gives it back.
pub fn search<'g, 'p>(
    product: Product<'g, 'p>,
    (strategy, aimed): (Strategy, &Aimed<'_>),
    options: &Options,
    monitor: &mut dyn Monitor,
) -> (Product<'g, 'p>, Directed) {
    let engine = strategy.engine;
    let stages = Stages::of(product.automaton());
    let mut cycles = Cycles::new(product, options.limits.clone());
    let (mut analysis, mut note) = (None, None);
    let mut outcome = match strategy.guide {
        None => run(engine, &mut cycles, &mut Unguided, options, monitor),
        Some(AnyGuide::Preference(name)) => {
            let guide = Inside(ProgramGuide::new(name, options.seed));
            let mut guide = TowardAcceptance { guide, stages };
            run(engine, &mut cycles, &mut guide, options, monitor)
        }
        Some(AnyGuide::Distance(name)) => {
            let made = by_distance(aimed, engine, name);
            let ByDistance { guide, report, .. } = made;
            (analysis, note) = (Some(report), made.note);
            let guide = Inside(guide);
            let mut guide = TowardAcceptance { guide, stages };
            run(engine, &mut cycles, &mut guide, options, monitor)
        }
    };
    let lasso = cycles.take_lasso(&mut outcome);
    let has_given_up = cycles.has_given_up();
    let directed = Directed {
        outcome,
        lasso,
        has_given_up,
        analysis,
        note,
    };
    (cycles.into_graph(), directed)
}

impl<'g, 'p> Around<'p> for Cycles<Product<'g, 'p>> {
    const OWN: usize = <Product<'g, 'p> as Around<'p>>::OWN;

    fn program_mut(&mut self) -> &mut ProgramGraph<'p> {
        self.graph_mut().program_mut()
    }

    fn numbering(&self) -> Numbering {
        self.graph().numbering()
    }
}

/// For each state of an automaton, how many transitions are left to one that accepts.
struct Stages(Vec<u32>);

impl Stages {
    fn of(automaton: &Automaton) -> Stages {
        let accepts = |&state: &AutomatonState| {
            let mut transitions = automaton.transitions(state).iter();
            transitions
                .any(|transition| transition.accepting || automaton.accepts_all(transition.target))
        };
        let mut left = vec![u32::MAX; automaton.states().len()];
        let mut queue: VecDeque<AutomatonState> = automaton.states().filter(accepts).collect();
        for state in &queue {
            left[state.index()] = 0;
        }
        while let Some(state) = queue.pop_front() {
            for before in automaton.states() {
                let mut transitions = automaton.transitions(before).iter();
                if left[before.index()] == u32::MAX
                    && transitions.any(|transition| transition.target == state)
                {
                    left[before.index()] = left[state.index()] + 1;
                    queue.push_back(before);
                }
            }
        }
        Stages(left)
    }
}

/// A guide of the program within states of the automaton that are equally far from acceptance.
struct TowardAcceptance<U> {
    guide: U,
    stages: Stages,
}

/// One transition of the automaton outweighs every rank of a program.
const STAGE: i64 = 1 << 40;
/// From more transitions away acceptance is out of sight.
const MOST_STAGES: i64 = 1 << 19;

impl<W: Graph, U: Guide<W>> Guide<W> for TowardAcceptance<U> {
    fn arrive(&mut self, graph: &mut W, state: &[u32], past: &mut dyn Iterator<Item = PastStep>) {
        self.guide.arrive(graph, state, past);
    }

    fn rank(&mut self, graph: &mut W, state: &[u32], edge: Edge, changes: &[(u32, u32)]) -> Ranked {
        let mut ranked = self.guide.rank(graph, state, edge, changes);
        let mut changes = changes.iter().rev();
        let target = changes.find(|(slot, _)| *slot == 0);
        let target = target.map_or(state[0], |&(_, word)| word);
        let first = &mut ranked.rank.first;
        *first = match i64::from(self.stages.0[target as usize]) {
            left if left < MOST_STAGES => first.saturating_add(STAGE * left),
            _ => HOPELESS,
        };
        ranked
    }
}
