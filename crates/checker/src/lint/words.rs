//! Warnings in words: locks and variables as the programmer writes them, read off the lines
//! at which they are used and made. What cannot be read there is called by where it comes from.

use std::collections::HashMap;
use std::fs;

use trailhound_lint::{Kind, Origin, Role, Site, Spot, Thing, Warning};
use trailhound_program::{Location, Program};
use trailhound_trail::{VariableNames, shown_path};

/// A line of the user's code: file and number.
pub type Line = (u32, u32);

/// The user's line of an operation.
pub fn line_of(program: &Program, site: Site) -> Option<Line> {
    let location = location_of(program, site)?;
    Some((location.file.0, location.line))
}

fn location_of(program: &Program, (function, pc): Site) -> Option<&Location> {
    let body = program.functions[function.index()].body.as_ref()?;
    let location = *body.locations.get(pc as usize)?;
    let (_, location) = program.source.user_location(location)?;
    Some(location)
}

pub struct Words<'p> {
    program: &'p Program,
    names: &'p VariableNames,
    files: HashMap<u32, Vec<String>>,
}

impl<'p> Words<'p> {
    pub fn new(program: &'p Program, names: &'p VariableNames) -> Words<'p> {
        Words {
            program,
            names,
            files: HashMap::new(),
        }
    }

    /// `bank.c:12`
    pub fn place(&self, site: Site) -> String {
        match line_of(self.program, site) {
            Some((file, line)) => {
                let path = &self.program.source.files[file as usize].path;
                format!("{}:{line}", shown_path(path))
            }
            None => self.program.functions[site.0.index()].display.clone(),
        }
    }

    /// The text of the line at which an operation stands.
    pub fn text(&mut self, site: Site) -> Option<String> {
        self.text_and_column(site).map(|(text, _)| text)
    }

    /// The text of its line, and where in that it stands.
    fn text_and_column(&mut self, site: Site) -> Option<(String, usize)> {
        let location = location_of(self.program, site)?;
        let (file, line, column) = (location.file.0, location.line, location.column);
        let path = &self.program.source.files[file as usize].path;
        let lines = self.files.entry(file).or_insert_with(|| {
            let bytes = fs::read(path).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            text.lines().map(str::to_owned).collect()
        });
        let line = lines.get(line.checked_sub(1)? as usize)?;
        let indented = line.len() - line.trim_start().len();
        let column = (column as usize).saturating_sub(1 + indented);
        let text = line.trim();
        (!text.is_empty()).then(|| (text.to_owned(), column))
    }

    /// A lock or a variable by where it comes from.
    pub fn thing(&mut self, thing: &Thing) -> String {
        match &thing.origin {
            Origin::Global(global) => {
                let name = self.global(*global, thing);
                format!("`{name}`")
            }
            Origin::Local(Some(name), _) => format!("`{name}`"),
            Origin::Local(None, site) | Origin::Block(site) => {
                let place = self.place(*site);
                let line = self.text_and_column(*site);
                match line.and_then(|(text, column)| made_as(&text, column)) {
                    Some(name) => format!("`{name}` from {place}"),
                    None => format!("memory from {place}"),
                }
            }
        }
    }

    /// Things that come from one line are told apart by where in it they are made.
    fn told_apart(&mut self, things: &[Thing]) -> Vec<String> {
        let names: Vec<String> = things.iter().map(|thing| self.thing(thing)).collect();
        let told = names.iter().zip(things).map(|(name, thing)| {
            let is_known = names.iter().filter(|other| *other == name).count() == 1;
            match &thing.origin {
                Origin::Local(None, site) | Origin::Block(site) if !is_known => {
                    let column = location_of(self.program, *site).map_or(0, |l| l.column);
                    format!("{name}:{column}")
                }
                _ => name.clone(),
            }
        });
        told.collect()
    }

    fn global(&self, global: u32, thing: &Thing) -> String {
        let whole = &self.program.globals[global as usize].display;
        match (thing.offset, thing.element) {
            (Some(offset), _) => {
                let part = self.names.part(global, offset);
                part.unwrap_or_else(|| match offset {
                    0 => whole.clone(),
                    offset => format!("{whole}+{offset}"),
                })
            }
            (None, Some((offset, _))) => match self.names.part(global, offset) {
                Some(part) => any_element(&part),
                None => format!("{whole}[..]"),
            },
            (None, None) => format!("{whole}[..]"),
        }
    }

    /// A lock as it is written where it is taken.
    fn lock_at(&mut self, site: Site, thing: &Thing) -> String {
        let line = self.text_and_column(site);
        let written = line.and_then(|(text, column)| lock_expression(&text, column));
        match written {
            Some(written) => format!("`{written}`"),
            None => self.thing(thing),
        }
    }

    /// What is suspected, in a sentence.
    pub fn title(&mut self, warning: &Warning) -> String {
        let names = self.told_apart(&warning.locks);
        let variable = warning.variable.as_ref().map(|thing| self.thing(thing));
        let variable = variable.unwrap_or_default();
        match (warning.kind, &names[..]) {
            (Kind::LockOrder, [one]) => {
                format!("two locks of {one} may be taken in both orders")
            }
            (Kind::LockOrder, [a, b]) => format!("{a} and {b} are taken in both orders"),
            (Kind::LockOrder, many) => {
                format!("{} are taken in a circle", many.join(", "))
            }
            (Kind::DoubleLock, _) => {
                let lock = self.lock_at(warning.spots[0].at.user, &warning.locks[0]);
                format!("{lock} is taken again by the thread that holds it")
            }
            (Kind::Unguarded, [lock, ..]) => {
                format!("{variable} is guarded by {lock} in one place and not in another")
            }
            (Kind::Unguarded, []) => format!("nothing guards {variable}"),
            (Kind::CheckThenAct, [lock, ..]) => {
                format!("{variable} may change between check and act: {lock} is free in between")
            }
            (Kind::CheckThenAct, []) => {
                format!("{variable} may change between check and act, which are atomic each")
            }
        }
    }

    /// What happens at a place.
    pub fn role(&mut self, warning: &Warning, spot: &Spot) -> String {
        match &spot.role {
            Role::Takes {
                lock,
                holding,
                since,
            } => {
                let inner = self.lock_at(spot.at.user, &warning.locks[*lock]);
                let outer = self.lock_at(since.user, &warning.locks[*holding]);
                let place = self.place(since.user);
                format!("takes {inner} while it holds {outer} (since {place})")
            }
            Role::TakesAgain { since } => {
                let lock = self.lock_at(spot.at.user, &warning.locks[0]);
                let place = self.place(since.user);
                format!("takes {lock}, which it holds since {place}")
            }
            Role::Guarded { writes } => {
                let lock = warning.locks.first().map(|lock| self.thing(lock));
                let lock = lock.unwrap_or_default();
                format!("{} with {lock} in hand", verb(*writes))
            }
            Role::Unguarded { writes } => match warning.locks.is_empty() {
                true => format!("{} it", verb(*writes)),
                false => format!("{} without it", verb(*writes)),
            },
            Role::Checks => "checks".to_owned(),
            Role::Acts => "acts upon it".to_owned(),
            Role::Compares => "fails if it has changed".to_owned(),
            Role::Writes => "another thread writes here in between".to_owned(),
        }
    }
}

fn verb(writes: bool) -> &'static str {
    match writes {
        true => "writes",
        false => "reads",
    }
}

/// `forks[0].lock` becomes `forks[..].lock`.
fn any_element(part: &str) -> String {
    part.replace("[0]", "[..]")
}

/// The name of what a line makes at a column: `counter` of `let counter = Arc::new(..)`, `a` of
/// `struct account *a = malloc(..)`.
fn made_as(text: &str, column: usize) -> Option<String> {
    let assigns = |&(at, c): &(usize, char)| {
        let before = text[..at].chars().next_back();
        let behind = text[at + 1..].chars().next();
        c == '='
            && !matches!(behind, Some('=' | '>'))
            && !matches!(before, Some('=' | '!' | '<' | '>' | '+' | '-' | '*' | '/'))
    };
    let mut assignments = text.char_indices().filter(assigns).map(|(at, _)| at);
    let first = assignments.next()?;
    let at = assignments
        .take_while(|&at| at < column)
        .last()
        .unwrap_or(first);
    let statement = text[..at].rsplit(';').next().unwrap_or_default().trim();
    let mut left = statement;
    if statement.starts_with("let ")
        && let Some((name, _)) = left.split_once(':')
    {
        left = name.trim_end();
    }
    let is_part = |c: char| c.is_alphanumeric() || "_.[]>-".contains(c);
    let start = left
        .char_indices()
        .rev()
        .find(|&(_, c)| !is_part(c))
        .map_or(0, |(at, c)| at + c.len_utf8());
    let name = left[start..].trim_start_matches(['-', '>']);
    let begins = name.chars().next()?;
    (begins.is_alphabetic() || begins == '_').then(|| name.to_owned())
}

/// The lock that a line takes at a column: `a->lock` of `pthread_mutex_lock(&a->lock)`, `left` of
/// `left.lock().unwrap()`, `m` of `std::lock_guard<std::mutex> guard(m)`.
fn lock_expression(text: &str, column: usize) -> Option<String> {
    let taken = locks_taken(text);
    let here = taken.iter().position(|&(end, _)| end > column);
    taken
        .into_iter()
        .nth(here.unwrap_or(0))
        .map(|(_, lock)| lock)
}

/// The locks that a line takes in order, each with the column at which the arguments of its
/// call begin.
fn locks_taken(text: &str) -> Vec<(usize, String)> {
    const METHODS: [&str; 8] = [
        "lock(",
        "read(",
        "write(",
        "try_lock(",
        "lock_shared(",
        "try_read(",
        "try_write(",
        "wait(",
    ];
    const FUNCTIONS: [&str; 5] = [
        "mutex_lock(",
        "rdlock(",
        "wrlock(",
        "mtx_lock(",
        "spin_lock(",
    ];
    const GUARDS: [&str; 4] = ["lock_guard", "unique_lock", "scoped_lock", "shared_lock"];
    let mut taken = Vec::new();
    for method in METHODS {
        for access in [".", "->"] {
            let call = format!("{access}{method}");
            for (at, _) in text.match_indices(&call) {
                taken.extend(receiver(&text[..at]).map(|lock| (at + call.len(), lock)));
            }
        }
    }
    for function in FUNCTIONS {
        for (at, _) in text.match_indices(function) {
            let open = at + function.len();
            taken.extend(argument(&text[open..]).map(|lock| (open, lock)));
        }
    }
    for guard in GUARDS {
        for (at, _) in text.match_indices(guard) {
            let open = text[at..].find(['(', '{']).map(|open| at + open + 1);
            let lock = open.and_then(|open| Some((open, argument(&text[open..])?)));
            taken.extend(lock);
        }
    }
    taken.sort_by_key(|&(end, _)| end);
    taken
}

/// The expression at the end of a text.
fn receiver(text: &str) -> Option<String> {
    let mut depth = 0;
    let mut start = text.len();
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' | ']' => depth += 1,
            '(' | '[' if depth == 0 => break,
            '(' | '[' => depth -= 1,
            _ if depth > 0 => {}
            _ if c.is_alphanumeric() || "_.:->".contains(c) => {}
            _ => break,
        }
        start = at;
    }
    let found = text[start..].trim_start_matches(['-', '>', ':', '.']);
    (!found.is_empty()).then(|| found.to_owned())
}

/// The first argument of a call, behind its parenthesis.
fn argument(text: &str) -> Option<String> {
    let mut depth = 0;
    let end = text.char_indices().find(|&(_, c)| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            ')' | '}' | ',' if depth == 0 => return true,
            _ => {}
        }
        false
    });
    let found = text[..end?.0].trim().trim_start_matches('&').trim();
    (!found.is_empty()).then(|| found.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_are_called_what_the_line_calls_them() {
        let named = |text| lock_expression(text, 0).unwrap_or_default();
        assert_eq!(named("pthread_mutex_lock(&from->lock);"), "from->lock");
        assert_eq!(
            named("pthread_mutex_lock(&forks[(i + 1) % N]);"),
            "forks[(i + 1) % N]"
        );
        assert_eq!(named("let mut a = self.left.lock().unwrap();"), "self.left");
        assert_eq!(named("if let Ok(g) = table[i].try_lock() {"), "table[i]");
        assert_eq!(named("std::lock_guard<std::mutex> guard(a.m);"), "a.m");
        assert_eq!(named("*counts.write().unwrap() += 1;"), "counts");
        assert_eq!(lock_expression("x = 1;", 0), None);
        let two = "pthread_mutex_lock(&a->lock); pthread_mutex_lock(&b->lock);";
        assert_eq!(lock_expression(two, 0).as_deref(), Some("a->lock"));
        assert_eq!(lock_expression(two, 30).as_deref(), Some("b->lock"));
        let two = "let (a, b) = (left.lock().unwrap(), right.lock().unwrap());";
        assert_eq!(lock_expression(two, 42).as_deref(), Some("right"));
    }

    #[test]
    fn what_is_made_is_called_by_what_it_is_given_to() {
        let named = |text| made_as(text, 0).unwrap_or_default();
        assert_eq!(named("let counter = Arc::new(Mutex::new(0));"), "counter");
        assert_eq!(
            named("let a: Arc<Mutex<u32>> = Arc::new(Mutex::new(0));"),
            "a"
        );
        assert_eq!(named("struct account *a = malloc(sizeof *a);"), "a");
        assert_eq!(named("shop->chairs = calloc(n, 4);"), "shop->chairs");
        assert_eq!(made_as("return malloc(8);", 0), None);
        let two = "struct account *a = make(1), *b = make(2);";
        assert_eq!(made_as(two, 20).as_deref(), Some("a"));
        assert_eq!(made_as(two, 34).as_deref(), Some("b"));
    }
}
