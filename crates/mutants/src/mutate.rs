//! The changes that make a mutant of a text.

use crate::token::{Kind, Token, tokens};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// Numbers at which types, sizes and counts end.
const EXTREMES: [&str; 19] = [
    "0",
    "1",
    "2",
    "7",
    "31",
    "64",
    "65",
    "128",
    "255",
    "4096",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "68719476736",
    "1152921504606846976",
    "9223372036854775807",
    "18446744073709551615",
    "99999999999999999999999",
];

/// Characters that valid texts hardly have.
const STRANGERS: [char; 6] = ['\0', '\t', '\r', '\u{7f}', 'é', '\u{202e}'];

/// Most texts take one change or two: with more they are hardly ever valid.
const MOST_CHANGES: u32 = 4;

pub struct Mutator {
    random: StdRng,
}

impl Mutator {
    pub fn new(seed: u64) -> Mutator {
        Mutator {
            random: StdRng::seed_from_u64(seed),
        }
    }

    /// One of the texts with a few changes, some of which come from other texts.
    pub fn mutant(&mut self, corpus: &[&str]) -> String {
        let text = *corpus.choose(&mut self.random).expect("a corpus");
        let mut text = text.to_owned();
        let mut changes = 1;
        while changes < MOST_CHANGES && self.random.random_bool(0.4) {
            changes += 1;
        }
        for _ in 0..changes {
            text = match self.random.random_range(0..100) {
                0..70 => self.change_token(&text, corpus),
                70..92 => self.change_line(&text, corpus),
                _ => self.change_character(&text),
            };
        }
        text
    }

    fn index(&mut self, length: usize) -> usize {
        self.random.random_range(0..length.max(1))
    }

    fn change_token(&mut self, text: &str, corpus: &[&str]) -> String {
        let mut list = tokens(text);
        let solid: Vec<usize> = (0..list.len())
            .filter(|&at| list[at].kind != Kind::Space)
            .collect();
        let Some(&at) = solid.choose(&mut self.random) else {
            return text.to_owned();
        };
        match self.random.random_range(0..10) {
            0 => drop(list.remove(at)),
            1 => {
                let copy = list[at].clone();
                list.insert(at, copy);
            }
            2..6 => {
                if let Some(other) = self.token_like(&list[at], &list) {
                    list[at] = other;
                }
            }
            6 => {
                let elsewhere = corpus.choose(&mut self.random).expect("a corpus");
                if let Some(other) = self.token_like(&list[at], &tokens(elsewhere)) {
                    list[at] = other;
                }
            }
            7 => {
                let other = solid[self.index(solid.len())];
                list.swap(at, other);
            }
            _ => self.change_number(&mut list),
        }
        list.iter().map(|token| token.text.as_str()).collect()
    }

    fn token_like(&mut self, token: &Token, among: &[Token]) -> Option<Token> {
        let like: Vec<&Token> = among.iter().filter(|t| t.kind == token.kind).collect();
        like.choose(&mut self.random).map(|&token| token.clone())
    }

    /// Puts an extreme number in the place of another one, also inside a word such as `i32`.
    fn change_number(&mut self, list: &mut [Token]) {
        let digits = |token: &Token| token.text.ends_with(|c: char| c.is_ascii_digit());
        let numbers: Vec<usize> = (0..list.len()).filter(|&at| digits(&list[at])).collect();
        let Some(&at) = numbers.choose(&mut self.random) else {
            return;
        };
        let word = list[at].text.trim_end_matches(|c: char| c.is_ascii_digit());
        let sign = ["", "", "", "-"][self.index(4)];
        let number = EXTREMES.choose(&mut self.random).expect("numbers");
        list[at].text = format!("{sign}{word}{number}");
    }

    fn change_line(&mut self, text: &str, corpus: &[&str]) -> String {
        let mut lines: Vec<&str> = text.lines().collect();
        if lines.is_empty() {
            return String::new();
        }
        let at = self.index(lines.len());
        let other = self.index(lines.len());
        match self.random.random_range(0..6) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other]),
            2 => lines.swap(at, other),
            3 => {
                let line = lines.remove(at);
                lines.insert(other.min(lines.len()), line);
            }
            4 => {
                let elsewhere = corpus.choose(&mut self.random).expect("a corpus");
                let others: Vec<&str> = elsewhere.lines().collect();
                if let Some(line) = others.choose(&mut self.random) {
                    lines[at] = line;
                }
            }
            _ => self.swap_sections(&mut lines),
        }
        let mut changed = lines.join("\n");
        changed.push('\n');
        changed
    }

    /// Exchanges two stretches between empty lines, such as functions.
    fn swap_sections(&mut self, lines: &mut Vec<&str>) {
        let mut sections: Vec<Vec<&str>> = lines
            .split(|line| line.trim().is_empty())
            .map(<[&str]>::to_vec)
            .collect();
        let (a, b) = (self.index(sections.len()), self.index(sections.len()));
        sections.swap(a, b);
        *lines = sections.join(&"");
    }

    fn change_character(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        if characters.is_empty() {
            return String::new();
        }
        let at = self.index(characters.len());
        let other = match self.random.random_bool(0.2) {
            true => *STRANGERS.choose(&mut self.random).expect("one"),
            false => characters[self.index(characters.len())],
        };
        match self.random.random_range(0..4) {
            0 => characters[at] = other,
            1 => characters.insert(at, other),
            2 => drop(characters.remove(at)),
            _ => characters.truncate(at),
        }
        characters.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_mutant() {
        let corpus = ["a = b + 1\n\nc = 2 * d\n", "x y 3\n"];
        let mutants: Vec<String> = (0..200).map(|n| Mutator::new(n).mutant(&corpus)).collect();
        let again: Vec<String> = (0..200).map(|n| Mutator::new(n).mutant(&corpus)).collect();
        assert_eq!(mutants, again);
        let changed = mutants
            .iter()
            .filter(|text| !corpus.contains(&text.as_str()));
        assert!(changed.count() > 150);
    }
}
