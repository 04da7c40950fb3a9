//! Reads the table: one row for each function.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::argument::{ARGUMENTS, Use};
use crate::named::Named;
use crate::role::{Role, role};
use crate::table;

/// All that is known of one function.
#[derive(Debug)]
pub(crate) struct Row {
    /// What it does with what its arguments lead to, or nothing if it may do anything.
    pub uses: Option<[Use; ARGUMENTS]>,
    /// With the numbers that stand behind them.
    roles: Vec<(Role, usize)>,
}

impl Row {
    pub fn has(&self, role: Role) -> bool {
        self.number(role).is_some()
    }

    /// The number behind a role, mostly that of an argument.
    pub fn number(&self, role: Role) -> Option<usize> {
        self.numbers(role).next()
    }

    /// The numbers behind a role that stands there several times.
    pub fn numbers(&self, role: Role) -> impl Iterator<Item = usize> {
        let roles = self.roles.iter();
        roles.filter_map(move |&(own, number)| (own == role).then_some(number))
    }
}

type Rows = FxHashMap<&'static str, &'static Row>;

static BY_SYMBOL: LazyLock<Rows> = LazyLock::new(|| read(table::BY_SYMBOL));
static BY_PATH: LazyLock<Rows> = LazyLock::new(|| read(table::BY_PATH));

pub(crate) fn row(function: Named<'_>) -> Option<&'static Row> {
    let by_symbol = BY_SYMBOL.get(function.symbol);
    let by_path = || BY_PATH.get(function.rust_path()?);
    by_symbol.or_else(by_path).copied()
}

pub(crate) fn has(function: Named<'_>, role: Role) -> bool {
    row(function).is_some_and(|row| row.has(role))
}

pub(crate) fn number(function: Named<'_>, role: Role) -> Option<usize> {
    row(function)?.number(role)
}

/// Whether the table tells of a function, if only that it may do anything.
pub fn is_known<'a>(function: impl Into<Named<'a>>) -> bool {
    row(function.into()).is_some()
}

fn read(tables: &[&'static str]) -> Rows {
    let mut rows = Rows::default();
    for (contract, names) in tables.iter().copied().flat_map(lines) {
        let row: &'static Row = Box::leak(Box::new(of_words(contract)));
        for name in names.split_whitespace() {
            let before = rows.insert(name, row);
            assert!(before.is_none(), "{name} is in the table twice");
        }
    }
    rows
}

fn lines(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    // Paths of Rust have colons of their own.
    lines.filter_map(|line| line.split_once(": "))
}

fn of_words(contract: &str) -> Row {
    let mut words = contract.split_whitespace();
    let letters = words.next().expect("a row begins with letters");
    Row {
        uses: (letters != "*").then(|| uses(letters)),
        roles: words.map(role).collect(),
    }
}

fn uses(letters: &str) -> [Use; ARGUMENTS] {
    assert!(letters.len() <= ARGUMENTS, "too many letters: {letters}");
    let mut of_letters = letters.chars().map(|letter| match letter {
        'N' => Use::Nothing,
        'R' => Use::Reads,
        'W' => Use::Writes,
        'U' => Use::Updates,
        'A' => Use::UpdatesAll,
        _ => panic!("the table of contracts has no letter {letter}"),
    });
    let mut last = Use::Nothing;
    std::array::from_fn(|_| {
        last = of_letters.next().unwrap_or(last);
        last
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        for table in table::BY_SYMBOL.iter().chain(table::BY_PATH) {
            let told = table
                .lines()
                .filter(|line| !line.is_empty() && !line.starts_with('#'));
            assert_eq!(lines(table).count(), told.count());
        }
        assert!(BY_SYMBOL.len() > 500);
        assert!(!BY_PATH.is_empty());
    }

    #[test]
    fn a_namespace_of_cpp_has_no_row_by_path() {
        let path = "std::io::stdio::_print";
        let named = |symbol| Named { symbol, path };
        assert!(is_known(named("_RNvNtNtCs1_3std2io5stdio6__print")));
        assert!(!is_known(named("_ZN3std2io5stdio6_printEv")));
    }
}
