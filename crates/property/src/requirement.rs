//! What is required of executions: formulas that hold of them, and automata that accept none
//! of them. Several requirements are one automaton of violations, with bits of one valuation
//! for the propositions of each. Knows neither programs nor files.

use crate::automaton::Automaton;
use crate::expr::Expr;
use crate::formula::MAX_PROPOSITIONS;
use crate::lasso::Lasso;
use crate::ltl::Ltl;
use crate::source_error::SourceError;
use crate::translate::TooLarge;

/// One thing that is required of every execution.
#[derive(Debug, Clone)]
pub enum Requirement {
    /// The formula holds.
    Formula(Ltl),
    /// The automaton of what must not happen does not accept it, as a never claim of Spin's.
    Never(Never),
}

/// An automaton of violations, and what its propositions say.
#[derive(Debug, Clone)]
pub struct Never {
    /// What the user calls it: the name of its file.
    name: String,
    automaton: Automaton,
    propositions: Vec<Expr>,
}

impl Never {
    /// Reads an automaton in the HOA format whose propositions are state expressions. An error
    /// in one of these is reported where it stands in `text`.
    pub fn from_hoa(name: &str, text: &str) -> Result<Never, SourceError> {
        let automaton = Automaton::from_hoa(text)?;
        let written = automaton.propositions().iter();
        let propositions =
            written.map(|written| Expr::parse(written).map_err(|error| error.within(text)));
        Ok(Never {
            propositions: propositions.collect::<Result<_, _>>()?,
            name: name.to_owned(),
            automaton,
        })
    }
}

impl Requirement {
    /// As the user knows it: the formula, or the name of the automaton.
    pub fn text(&self) -> &str {
        match self {
            Requirement::Formula(ltl) => ltl.text(),
            Requirement::Never(never) => &never.name,
        }
    }

    /// What to say of an execution that violates it.
    pub fn complaint(&self) -> String {
        match self {
            Requirement::Formula(ltl) => format!("`{}` does not hold", ltl.text()),
            Requirement::Never(never) => format!("`{}` accepts the execution", never.name),
        }
    }

    /// The propositions; bit `i` of a valuation is the truth of the `i`th.
    pub fn propositions(&self) -> &[Expr] {
        match self {
            Requirement::Formula(ltl) => ltl.propositions(),
            Requirement::Never(never) => &never.propositions,
        }
    }

    /// The text that the spans in a proposition point into.
    pub fn source_of(&self, proposition: usize) -> &str {
        match self {
            Requirement::Formula(ltl) => ltl.text(),
            Requirement::Never(never) => &never.automaton.propositions()[proposition],
        }
    }

    fn violations(&self) -> Result<Automaton, TooLarge> {
        match self {
            Requirement::Formula(ltl) => ltl.violations(),
            Requirement::Never(never) => Ok(never.automaton.clone()),
        }
    }

    /// By the meaning of the formula, without its automaton.
    fn is_violated_by(&self, word: &Lasso) -> bool {
        match self {
            Requirement::Formula(ltl) => !word.satisfies(ltl.formula()),
            Requirement::Never(never) => never.automaton.accepts(word),
        }
    }
}

/// All that is required at once.
#[derive(Debug, Clone, Default)]
pub struct Requirements {
    list: Vec<Requirement>,
    /// The bit of the first proposition of the first requirement.
    first: usize,
}

impl Requirements {
    /// The propositions of the first have the bits from `first` on.
    pub fn new(list: Vec<Requirement>, first: usize) -> Requirements {
        Requirements { list, first }
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Requirement> {
        self.list.iter()
    }

    /// Each requirement and the bit of its first proposition.
    fn with_bits(&self) -> impl Iterator<Item = (&Requirement, usize)> {
        self.list.iter().scan(self.first, |bit, requirement| {
            let own = *bit;
            *bit += requirement.propositions().len();
            Some((requirement, own))
        })
    }

    /// The automaton of the executions that violate one of them.
    pub fn violations(&self) -> Result<Automaton, TooLarge> {
        let parts: Result<Vec<_>, _> = self
            .with_bits()
            .map(|(requirement, bit)| Ok((requirement.violations()?, bit)))
            .collect();
        let mut parts = parts?;
        if parts.len() == 1 && self.first == 0 {
            return Ok(parts.remove(0).0);
        }
        let mut propositions = vec![String::new(); self.first];
        for requirement in &self.list {
            propositions.extend(requirement.propositions().iter().map(Expr::to_string));
        }
        assert!(
            propositions.len() <= MAX_PROPOSITIONS,
            "a valuation is one word"
        );
        Ok(Automaton::union(&parts, propositions))
    }

    /// The first requirement that the execution `stem cycle cycle …` violates.
    pub fn violated_by(&self, stem: &[u64], cycle: &[u64]) -> Option<&Requirement> {
        let mut all = self.with_bits();
        let found = all.find(|(requirement, bit)| {
            let own = |letters: &[u64]| -> Vec<u64> {
                letters.iter().map(|letter| letter >> bit).collect()
            };
            requirement.is_violated_by(&Lasso::new(&own(stem), &own(cycle)))
        });
        found.map(|(requirement, _)| requirement)
    }

    /// The first requirement that every execution violates which begins with `letters`. Asked
    /// twice: the automaton has come to where everything is accepted, and the execution
    /// that stays in the last state violates the requirement by its meaning.
    pub fn violated_by_all_after(&self, letters: &[u64]) -> Option<&Requirement> {
        let (last, stem) = letters.split_last()?;
        let mut all = self.with_bits();
        let found = all.find(|(requirement, bit)| {
            let own = |letter: &u64| letter >> bit;
            let stem: Vec<u64> = stem.iter().map(own).collect();
            let Ok(violations) = requirement.violations() else {
                return false;
            };
            let mut reached = vec![violations.initial()];
            for letter in stem.iter().copied().chain([own(last)]) {
                let states = std::mem::take(&mut reached);
                let enabled = states.iter();
                let enabled = enabled.flat_map(|&state| violations.enabled(state, letter));
                reached.extend(enabled.map(|transition| transition.target));
                reached.sort_unstable();
                reached.dedup();
            }
            reached.iter().any(|&state| violations.accepts_all(state))
                && requirement.is_violated_by(&Lasso::new(&stem, &[own(last)]))
        });
        found.map(|(requirement, _)| requirement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn formula(text: &str) -> Requirement {
        Requirement::Formula(Ltl::parse(text).expect("a formula"))
    }

    const TWICE: &str = "HOA: v1\nStates: 3\nStart: 0\nAP: 1 \"x == 1\"\nAcceptance: 1 Inf(0)\n\
        --BODY--\nState: 0\n[!0] 0\n[0] 1\nState: 1\n[!0] 1\n[0] 2\nState: 2 {0}\n[t] 2\n--END--\n";

    #[test]
    fn the_union_accepts_what_one_of_them_accepts() {
        let never = Requirement::Never(Never::from_hoa("twice", TWICE).expect("an automaton"));
        let list = vec![formula("G (a -> F b)"), never, formula("F G !c")];
        let all = Requirements::new(list, 2);
        let automaton = all.violations().expect("small");
        let mut random = Random::new(11);
        let mut violated = 0;
        for _ in 0..2000 {
            let mut letters = |most: usize| -> Vec<u64> {
                let count = random.below(most);
                (0..count).map(|_| random.below(64) as u64).collect()
            };
            let stem = letters(4);
            let mut cycle = letters(3);
            cycle.push(letters(2).first().copied().unwrap_or(0));
            let expected = all.violated_by(&stem, &cycle).is_some();
            assert_eq!(automaton.accepts(&Lasso::new(&stem, &cycle)), expected);
            violated += u32::from(expected);
        }
        assert!((200..1900).contains(&violated), "{violated}");
    }

    #[test]
    fn a_bad_start_is_seen_at_its_end() {
        let never = Requirement::Never(Never::from_hoa("twice", TWICE).expect("an automaton"));
        let all = Requirements::new(vec![formula("G F a"), never, formula("G !b")], 0);
        let named = |letters: &[u64]| all.violated_by_all_after(letters).map(Requirement::text);
        assert_eq!(named(&[0, 2, 0, 1]), None);
        assert_eq!(named(&[0, 2, 0, 2]), Some("twice"));
        assert_eq!(named(&[2, 4]), Some("G !b"));
    }

    #[test]
    fn what_is_wrong_with_a_proposition_is_shown_in_its_line() {
        let text = TWICE.replace("x == 1", "x == == 1");
        let error = Never::from_hoa("twice", &text).expect_err("no expression");
        assert_eq!(error.line(), 4);
    }
}
