//! Regular expressions over numbered symbols, and their automata. It does not know how they
//! are written.

use super::{Dfa, Nondeterministic, State, Symbol};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// The empty sequence.
    Nothing,
    /// One of these symbols.
    OneOf(Vec<Symbol>),
    /// One symbol that is none of these.
    NoneOf(Vec<Symbol>),
    Sequence(Vec<Expression>),
    Either(Vec<Expression>),
    /// Any number of times, none included.
    Repeated(Box<Expression>),
    AtLeastOnce(Box<Expression>),
}

impl Expression {
    pub fn symbol(symbol: Symbol) -> Expression {
        Expression::OneOf(vec![symbol])
    }

    /// Any symbol.
    pub fn any() -> Expression {
        Expression::NoneOf(Vec::new())
    }

    pub fn optional(self) -> Expression {
        Expression::Either(vec![Expression::Nothing, self])
    }

    /// Once or more often.
    pub fn repeated(self) -> Expression {
        Expression::AtLeastOnce(Box::new(self))
    }

    /// The minimal automaton over an alphabet of so many symbols; None if a deterministic
    /// one has more states than `most`.
    pub fn automaton(&self, symbols: usize, most: usize) -> Option<Dfa> {
        let mut nfa = Nondeterministic::new(symbols);
        let start = nfa.add_state();
        let end = self.add_to(&mut nfa, symbols, start);
        nfa.accept(end);
        nfa.deterministic([start], most)
    }

    /// Adds the states of the expression behind `from`; returns where it ends.
    fn add_to(&self, nfa: &mut Nondeterministic, symbols: usize, from: State) -> State {
        match self {
            Expression::Nothing => from,
            Expression::OneOf(wanted) => {
                let end = nfa.add_state();
                for &symbol in wanted {
                    nfa.add(from, symbol, end);
                }
                end
            }
            Expression::NoneOf(unwanted) => {
                let end = nfa.add_state();
                for symbol in (0..symbols).filter(|symbol| !unwanted.contains(symbol)) {
                    nfa.add(from, symbol, end);
                }
                end
            }
            Expression::Sequence(parts) => parts
                .iter()
                .fold(from, |at, part| part.add_to(nfa, symbols, at)),
            Expression::Either(parts) => {
                let end = nfa.add_state();
                for part in parts {
                    let begin = nfa.add_state();
                    nfa.add_silent(from, begin);
                    let last = part.add_to(nfa, symbols, begin);
                    nfa.add_silent(last, end);
                }
                end
            }
            Expression::Repeated(part) => {
                let middle = nfa.add_state();
                nfa.add_silent(from, middle);
                let last = part.add_to(nfa, symbols, middle);
                nfa.add_silent(last, middle);
                let end = nfa.add_state();
                nfa.add_silent(middle, end);
                end
            }
            Expression::AtLeastOnce(part) => {
                let middle = nfa.add_state();
                nfa.add_silent(from, middle);
                let last = part.add_to(nfa, symbols, middle);
                nfa.add_silent(last, middle);
                let end = nfa.add_state();
                nfa.add_silent(last, end);
                end
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trailhound_search::scramble;

    /// Whether `word` is matched, by trying all ways to cut it.
    fn matches(expression: &Expression, word: &[Symbol]) -> bool {
        match expression {
            Expression::Nothing => word.is_empty(),
            Expression::OneOf(wanted) => word.len() == 1 && wanted.contains(&word[0]),
            Expression::NoneOf(unwanted) => word.len() == 1 && !unwanted.contains(&word[0]),
            Expression::Sequence(parts) => match parts.split_first() {
                None => word.is_empty(),
                Some((first, rest)) => {
                    let rest = Expression::Sequence(rest.to_vec());
                    (0..=word.len())
                        .any(|cut| matches(first, &word[..cut]) && matches(&rest, &word[cut..]))
                }
            },
            Expression::Either(parts) => parts.iter().any(|part| matches(part, word)),
            Expression::AtLeastOnce(part) => {
                let again = Expression::Repeated(part.clone());
                matches(&Expression::Sequence(vec![(**part).clone(), again]), word)
            }
            Expression::Repeated(part) => {
                word.is_empty()
                    || (1..=word.len())
                        .any(|cut| matches(part, &word[..cut]) && matches(expression, &word[cut..]))
            }
        }
    }

    struct Dice(u64);

    impl Dice {
        fn below(&mut self, bound: usize) -> usize {
            self.0 += 1;
            (scramble(self.0) >> 33) as usize % bound
        }

        fn expression(&mut self, depth: usize) -> Expression {
            match self.below(if depth == 0 { 3 } else { 9 }) {
                0 => Expression::Nothing,
                1 => Expression::symbol(self.below(SYMBOLS)),
                2 => Expression::NoneOf(vec![self.below(SYMBOLS)]),
                3 | 4 => Expression::Sequence(self.several(depth)),
                5 => Expression::Either(self.several(depth)),
                6 => Expression::Repeated(Box::new(self.expression(depth - 1))),
                7 => self.expression(depth - 1).repeated(),
                _ => self.expression(depth - 1).optional(),
            }
        }

        fn several(&mut self, depth: usize) -> Vec<Expression> {
            let count = 1 + self.below(3);
            (0..count).map(|_| self.expression(depth - 1)).collect()
        }
    }

    const SYMBOLS: usize = 3;

    #[test]
    fn automata_accept_what_expressions_match() {
        let mut dice = Dice(42);
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..400 {
            let expression = dice.expression(3);
            let dfa = expression.automaton(SYMBOLS, 1000).expect("a small one");
            let other = dfa.clone().complement();
            let traps = (0..dfa.len() as State)
                .filter(|&s| !dfa.is_accepting(s) && dfa.row(s).iter().all(|&next| next == s));
            assert!(traps.count() <= 1);
            for _ in 0..40 {
                let length = dice.below(7);
                let word: Vec<Symbol> = (0..length).map(|_| dice.below(SYMBOLS)).collect();
                let expected = matches(&expression, &word);
                assert_eq!(dfa.accepts(&word), expected, "{expression:?} {word:?}");
                assert_eq!(other.accepts(&word), !expected);
                match expected {
                    true => accepted += 1,
                    false => refused += 1,
                }
            }
        }
        assert!(accepted > 1000 && refused > 1000);
    }

    /// Two states with the same language would be one.
    #[test]
    fn automata_are_minimal() {
        let mut dice = Dice(7);
        for _ in 0..100 {
            let expression = dice.expression(2);
            let dfa = expression.automaton(SYMBOLS, 1000).expect("a small one");
            for a in 0..dfa.len() as State {
                for b in 0..a {
                    let differ = words(dfa.len()).any(|word| {
                        let run = |from| word.iter().fold(from, |at, &s| dfa.next(at, s));
                        dfa.is_accepting(run(a)) != dfa.is_accepting(run(b))
                    });
                    assert!(differ || dfa.len() > 6, "{dfa:?}");
                }
            }
        }
    }

    /// All words up to a length, a few steps at most.
    fn words(length: usize) -> impl Iterator<Item = Vec<Symbol>> {
        (0..=length.min(6)).flat_map(|length| {
            (0..SYMBOLS.pow(length as u32)).map(move |number| {
                (0..length)
                    .map(|place| number / SYMBOLS.pow(place as u32) % SYMBOLS)
                    .collect()
            })
        })
    }
}
