//! Direct simulation: a state simulates another if it can answer each of its steps, on every
//! valuation, by one that carries at least its marks and leads to a state that simulates
//! again. What it accepts includes what the other accepts.

use super::generalised::Generalised;
use crate::label::Label;

pub(crate) struct Simulation {
    states: usize,
    /// `simulated * states + simulating`
    holds: Vec<bool>,
}

impl Simulation {
    /// The largest simulation, by taking away pairs until none fails.
    pub fn of(automaton: &Generalised) -> Simulation {
        let states = automaton.states();
        let mut simulation = Simulation {
            states,
            holds: vec![true; states * states],
        };
        loop {
            let mut changed = false;
            for weaker in 0..states {
                for stronger in 0..states {
                    if weaker != stronger
                        && simulation.holds(weaker, stronger)
                        && !simulation.answers(automaton, weaker, stronger)
                    {
                        simulation.holds[weaker * states + stronger] = false;
                        changed = true;
                    }
                }
            }
            if !changed {
                return simulation;
            }
        }
    }

    fn answers(&self, automaton: &Generalised, weaker: usize, stronger: usize) -> bool {
        automaton.edges[weaker].iter().all(|step| {
            let answers: Vec<Label> = automaton.edges[stronger]
                .iter()
                .filter(|answer| {
                    step.marks & !answer.marks == 0 && self.holds(step.target, answer.target)
                })
                .map(|answer| answer.label)
                .collect();
            step.label.is_covered_by(&answers)
        })
    }

    /// Whether `stronger` simulates `weaker`.
    pub fn holds(&self, weaker: usize, stronger: usize) -> bool {
        self.holds[weaker * self.states + stronger]
    }

    pub fn equivalent(&self, one: usize, other: usize) -> bool {
        self.holds(one, other) && self.holds(other, one)
    }
}
