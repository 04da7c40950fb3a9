//! Guides of a program in graphs that a program is part of. It does not know what the words of such a graph mean.

use trailhound_machine::ProgramGraph;
use trailhound_search::{Edge, Graph, Guide, PastStep, Rank, Ranked};

/// A graph whose states are words of its own, and behind them those of a program.
pub trait Around<'p>: Graph {
    /// How many words come first.
    const OWN: usize;

    fn program_mut(&mut self) -> &mut ProgramGraph<'p>;

    fn numbering(&self) -> Numbering {
        Numbering::OfProgram
    }
}

/// How a graph around a program numbers its choices.
#[derive(Clone, Copy)]
pub enum Numbering {
    OfProgram,
    /// So many transitions of an automaton for each choice, from 1 on; those of 0 are taken while the program stays.
    WithTransitions {
        width: u32,
    },
}

impl Numbering {
    /// The program's part of a choice; None if the program stays where it is.
    pub fn of_program(self, choice: u32) -> Option<u32> {
        match self {
            Numbering::OfProgram => Some(choice),
            Numbering::WithTransitions { width } => (choice / width).checked_sub(1),
        }
    }
}

/// A guide of the program, in a graph around it.
pub struct Inside<U>(pub U);

impl<'p, W: Around<'p>, U: Guide<ProgramGraph<'p>>> Guide<W> for Inside<U> {
    fn arrive(&mut self, graph: &mut W, state: &[u32], past: &mut dyn Iterator<Item = PastStep>) {
        let numbering = graph.numbering();
        let mut past = past.filter_map(|step| {
            let choice = numbering.of_program(step.choice)?;
            Some(PastStep { choice, ..step })
        });
        self.0
            .arrive(graph.program_mut(), &state[W::OWN..], &mut past);
    }

    fn rank(&mut self, graph: &mut W, state: &[u32], edge: Edge, changes: &[(u32, u32)]) -> Ranked {
        let Some(choice) = graph.numbering().of_program(edge.choice) else {
            return Ranked {
                rank: STAYS,
                note: 0,
            };
        };
        let edge = Edge { choice, ..edge };
        let words = &state[W::OWN..];
        if W::OWN == 0 {
            return self.0.rank(graph.program_mut(), words, edge, changes);
        }
        let own = W::OWN as u32;
        let of_program = changes.iter();
        let of_program: Vec<(u32, u32)> = of_program
            .filter_map(|&(slot, word)| Some((slot.checked_sub(own)?, word)))
            .collect();
        self.0.rank(graph.program_mut(), words, edge, &of_program)
    }
}

/// An execution that stays at its end has nothing else to do.
const STAYS: Rank = Rank {
    first: -(1 << 32),
    second: 0,
};
