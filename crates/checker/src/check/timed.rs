//! Measures what a guide takes, for the page of results.

use std::time::{Duration, Instant};

use trailhound_search::{Edge, Graph, Guide, PastStep, Ranked};

pub struct Timed<'g, G: Graph> {
    guide: &'g mut dyn Guide<G>,
    pub spent: Duration,
}

impl<'g, G: Graph> Timed<'g, G> {
    pub fn new(guide: &'g mut dyn Guide<G>) -> Timed<'g, G> {
        Timed {
            guide,
            spent: Duration::ZERO,
        }
    }
}

impl<G: Graph> Guide<G> for Timed<'_, G> {
    fn arrive(&mut self, graph: &mut G, state: &[u32], past: &mut dyn Iterator<Item = PastStep>) {
        let started = Instant::now();
        self.guide.arrive(graph, state, past);
        self.spent += started.elapsed();
    }

    fn rank(&mut self, graph: &mut G, state: &[u32], edge: Edge, changes: &[(u32, u32)]) -> Ranked {
        let started = Instant::now();
        let ranked = self.guide.rank(graph, state, edge, changes);
        self.spent += started.elapsed();
        ranked
    }

    fn is_lower_bound(&self) -> bool {
        self.guide.is_lower_bound()
    }
}
