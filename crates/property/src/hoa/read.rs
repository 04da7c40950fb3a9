//! Reads an automaton in the HOA format: header, then states with their transitions.

use rustc_hash::FxHashMap;

use super::acceptance::Condition;
use super::label::LabelExpr;
use super::token::{Token, TokenKind, tokens};
use crate::automaton::Automaton;
use crate::automaton::generalised::{Edge, Generalised};
use crate::automaton::reduce::reduced;
use crate::formula::{MAX_PROPOSITIONS, PropositionId};
use crate::label::Label;
use crate::source_error::{SourceError, Span};
use crate::translate::smallest_buchi;

const MAX_SETS: u64 = 64;
const MAX_STATES: u64 = 1 << 20;
/// Automata with implicit labels list an edge for each valuation.
const MAX_IMPLICIT_PROPOSITIONS: usize = 16;
/// How deep labels and conditions may nest.
const MAX_DEPTH: usize = 200;
const MAX_LABEL_TOKENS: usize = 4096;

impl Automaton {
    /// Reads an automaton in the HOA format, makes it a Büchi automaton and reduces it.
    pub fn from_hoa(text: &str) -> Result<Automaton, SourceError> {
        let mut reader = Reader::new(text)?;
        reader.header()?;
        reader.body()?;
        reader.finished()
    }
}

struct Reader<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    name: String,
    states: Option<u64>,
    starts: Vec<usize>,
    propositions: Option<Vec<String>>,
    aliases: FxHashMap<String, LabelExpr>,
    sets: u64,
    condition: Option<Condition>,
    is_stutter_invariant: bool,
    edges: Vec<Vec<Edge>>,
}

type Read<T> = Result<T, SourceError>;

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Read<Self> {
        Ok(Reader {
            text,
            tokens: tokens(text)?,
            at: 0,
            depth: 0,
            name: String::new(),
            states: None,
            starts: Vec::new(),
            propositions: None,
            aliases: FxHashMap::default(),
            sets: 0,
            condition: None,
            is_stutter_invariant: false,
            edges: Vec::new(),
        })
    }

    fn kind(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The token at hand; the end stays at hand.
    fn advance(&mut self) -> TokenKind {
        let kind = self.kind().clone();
        if kind != TokenKind::End {
            self.at += 1;
        }
        kind
    }

    fn error(&self, message: impl Into<String>) -> SourceError {
        SourceError::new(self.text, self.span(), message)
    }

    fn take(&mut self, symbol: char) -> bool {
        let found = *self.kind() == TokenKind::Symbol(symbol);
        if found {
            self.at += 1;
        }
        found
    }

    fn expect(&mut self, symbol: char) -> Read<()> {
        if self.take(symbol) {
            return Ok(());
        }
        Err(self.error(format!("expected `{symbol}`")))
    }

    fn number(&mut self, what: &str, below: u64) -> Read<u64> {
        match *self.kind() {
            TokenKind::Number(number) if number < below => {
                self.at += 1;
                Ok(number)
            }
            TokenKind::Number(_) => Err(self.error(format!("{what} must be less than {below}"))),
            _ => Err(self.error(format!("expected {what}, a number"))),
        }
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == MAX_DEPTH {
            return Err(self.error("this is nested too deeply"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn header(&mut self) -> Read<()> {
        let starts_well = *self.kind() == TokenKind::Header("HOA".to_string());
        if !starts_well {
            return Err(self.error("an automaton file starts with `HOA: v1`"));
        }
        self.advance();
        if *self.kind() != TokenKind::Word("v1".to_string()) {
            return Err(self.error("only version `v1` of the format is known"));
        }
        self.advance();
        loop {
            match self.kind().clone() {
                TokenKind::Section(section) if section == "BODY" => {
                    self.advance();
                    break;
                }
                TokenKind::Header(header) => self.header_line(&header)?,
                _ => return Err(self.error("expected a header or `--BODY--`")),
            }
        }
        if self.condition.is_none() {
            return Err(self.error("the header has no `Acceptance:`"));
        }
        Ok(())
    }

    fn header_line(&mut self, header: &str) -> Read<()> {
        self.advance();
        match header {
            "States" => self.states = Some(self.number("the number of states", MAX_STATES)?),
            "Start" => {
                let start = self.number("a start state", MAX_STATES)?;
                self.refuse_alternation()?;
                self.starts.push(start as usize);
            }
            "AP" => self.read_propositions()?,
            "Alias" => {
                let TokenKind::Alias(name) = self.advance() else {
                    return Err(self.error("expected `@name`"));
                };
                let label = self.disjunction()?;
                self.aliases.insert(name, label);
            }
            "Acceptance" => {
                self.sets = self.number("the number of acceptance sets", MAX_SETS + 1)?;
                self.condition = Some(self.condition_disjunction()?);
            }
            "name" => {
                if let TokenKind::Text(name) = self.kind() {
                    self.name = name.clone();
                    self.at += 1;
                }
            }
            "properties" => {
                while let TokenKind::Word(property) = self.kind() {
                    self.is_stutter_invariant |= property == "stutter-invariant";
                    self.at += 1;
                }
            }
            // Headers in capitals change the meaning; others only describe.
            other if other.starts_with(|c: char| c.is_ascii_uppercase()) => {
                self.at -= 1;
                return Err(self.error(format!("the header `{other}:` is not known")));
            }
            _ => self.skip_values(),
        }
        Ok(())
    }

    fn skip_values(&mut self) {
        while !matches!(
            self.kind(),
            TokenKind::Header(_) | TokenKind::Section(_) | TokenKind::End
        ) {
            self.at += 1;
        }
    }

    fn read_propositions(&mut self) -> Read<()> {
        let count = self.number("the number of propositions", u64::MAX)?;
        if count > MAX_PROPOSITIONS as u64 {
            self.at -= 1;
            return Err(self.error(format!(
                "an automaton can have {MAX_PROPOSITIONS} propositions at most"
            )));
        }
        let mut names = Vec::new();
        while let TokenKind::Text(name) = self.kind() {
            names.push(name.clone());
            self.at += 1;
        }
        if names.len() as u64 != count {
            return Err(self.error(format!("expected {count} propositions in quotes")));
        }
        self.propositions = Some(names);
        Ok(())
    }

    fn refuse_alternation(&self) -> Read<()> {
        if *self.kind() == TokenKind::Symbol('&') {
            return Err(self.error("alternating automata are not supported"));
        }
        Ok(())
    }

    fn disjunction(&mut self) -> Read<LabelExpr> {
        self.nested(|reader| {
            let mut left = reader.conjunction()?;
            let start = reader.at;
            while reader.take('|') {
                reader.refuse_long_label(start)?;
                let right = reader.conjunction()?;
                left = LabelExpr::Or(Box::new(left), Box::new(right));
            }
            Ok(left)
        })
    }

    /// Chains of operators are as deep as they are long.
    fn refuse_long_label(&self, start: usize) -> Read<()> {
        if self.at - start > MAX_LABEL_TOKENS {
            return Err(self.error("this label is too long"));
        }
        Ok(())
    }

    fn conjunction(&mut self) -> Read<LabelExpr> {
        let mut left = self.literal()?;
        let start = self.at;
        while self.take('&') {
            self.refuse_long_label(start)?;
            let right = self.literal()?;
            left = LabelExpr::And(Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn literal(&mut self) -> Read<LabelExpr> {
        self.nested(|reader| match reader.kind().clone() {
            TokenKind::Symbol('!') => {
                reader.at += 1;
                Ok(LabelExpr::Not(Box::new(reader.literal()?)))
            }
            TokenKind::Symbol('(') => {
                reader.at += 1;
                let inner = reader.disjunction()?;
                reader.expect(')')?;
                Ok(inner)
            }
            TokenKind::Word(word) if word == "t" || word == "f" => {
                reader.at += 1;
                Ok(LabelExpr::Constant(word == "t"))
            }
            TokenKind::Number(_) => {
                let known = reader.propositions.as_ref().map_or(0, Vec::len) as u64;
                let number = reader.number("the number of a proposition", known)?;
                Ok(LabelExpr::Proposition(PropositionId(number as u8)))
            }
            TokenKind::Alias(name) => match reader.aliases.get(&name).cloned() {
                Some(label) => {
                    reader.at += 1;
                    Ok(label)
                }
                None => Err(reader.error(format!("`@{name}` has not been defined"))),
            },
            _ => Err(reader.error("expected a label")),
        })
    }

    fn condition_disjunction(&mut self) -> Read<Condition> {
        self.nested(|reader| {
            let mut left = reader.condition_conjunction()?;
            while reader.take('|') {
                left = left.or(reader.condition_conjunction()?);
            }
            Ok(left)
        })
    }

    fn condition_conjunction(&mut self) -> Read<Condition> {
        let mut left = self.condition_atom()?;
        while self.take('&') {
            left = left.and(self.condition_atom()?);
        }
        Ok(left)
    }

    fn condition_atom(&mut self) -> Read<Condition> {
        let unsupported = "only Büchi and generalised Büchi acceptance are supported";
        if self.take('(') {
            let inner = self.condition_disjunction()?;
            self.expect(')')?;
            return Ok(inner);
        }
        match self.kind().clone() {
            TokenKind::Word(word) if word == "t" => {
                self.at += 1;
                Ok(Condition::All(Vec::new()))
            }
            TokenKind::Word(word) if word == "f" => {
                self.at += 1;
                Ok(Condition::Never)
            }
            TokenKind::Word(word) if word == "Inf" => {
                self.at += 1;
                self.expect('(')?;
                if *self.kind() == TokenKind::Symbol('!') {
                    return Err(self.error(unsupported));
                }
                let set = self.number("an acceptance set", self.sets)?;
                self.expect(')')?;
                Ok(Condition::infinitely_often(set as u32))
            }
            _ => Err(self.error(unsupported)),
        }
    }

    fn body(&mut self) -> Read<()> {
        while let TokenKind::Header(header) = self.kind().clone() {
            if header != "State" {
                return Err(self.error("expected `State:` or `--END--`"));
            }
            self.advance();
            self.state()?;
        }
        let is_whole = *self.kind() == TokenKind::Section("END".to_string());
        if !is_whole {
            return Err(self.error("expected `State:` or `--END--`"));
        }
        self.advance();
        if *self.kind() != TokenKind::End {
            return Err(self.error("a file holds one automaton"));
        }
        Ok(())
    }

    fn state(&mut self) -> Read<()> {
        let state_label = self.optional_label()?;
        let bound = self.states.unwrap_or(MAX_STATES);
        let state = self.number("the number of a state", bound)? as usize;
        if let TokenKind::Text(_) = self.kind() {
            self.at += 1;
        }
        let state_marks = self.optional_marks()?;
        let mut edges = Vec::new();
        let mut implicit = 0u64;
        while matches!(self.kind(), TokenKind::Symbol('[') | TokenKind::Number(_)) {
            let own = self.optional_label()?;
            let labels = match (&state_label, own) {
                (None, Some(labels)) => labels,
                (Some(labels), None) => labels.clone(),
                (Some(_), Some(_)) => {
                    return Err(
                        self.error("the label stands on the state or on its edges, not both")
                    );
                }
                (None, None) => {
                    implicit += 1;
                    vec![self.implicit_label(implicit - 1)?]
                }
            };
            let target = self.number("the number of a state", bound)? as usize;
            self.refuse_alternation()?;
            let marks = state_marks | self.optional_marks()?;
            edges.extend(labels.into_iter().map(|label| Edge {
                target,
                label,
                marks,
            }));
        }
        let propositions = self.propositions.as_ref().map_or(0, Vec::len);
        if implicit > 0 && (implicit != 1 << propositions || implicit as usize != edges.len()) {
            return Err(self.error("a state without labels has one edge for each valuation"));
        }
        self.reserve(state);
        self.edges[state].extend(edges);
        Ok(())
    }

    fn implicit_label(&self, valuation: u64) -> Read<Label> {
        let propositions = self.propositions.as_ref().map_or(0, Vec::len);
        if propositions > MAX_IMPLICIT_PROPOSITIONS || valuation >> propositions != 0 {
            return Err(self.error("expected a label in `[…]`"));
        }
        Ok(Label {
            must: valuation,
            must_not: !valuation & ((1 << propositions) - 1),
        })
    }

    fn optional_label(&mut self) -> Read<Option<Vec<Label>>> {
        if *self.kind() != TokenKind::Symbol('[') {
            return Ok(None);
        }
        let start = self.at;
        self.at += 1;
        let label = self.disjunction()?;
        self.expect(']')?;
        match label.labels(true) {
            Some(labels) => Ok(Some(labels)),
            None => {
                self.at = start;
                Err(self.error("this label has too many alternatives"))
            }
        }
    }

    fn optional_marks(&mut self) -> Read<u64> {
        let mut marks = 0;
        if self.take('{') {
            while !self.take('}') {
                let set = self.number("an acceptance set", self.sets)?;
                marks |= 1 << set;
            }
        }
        Ok(marks)
    }

    fn reserve(&mut self, state: usize) {
        if state >= self.edges.len() {
            self.edges.resize(state + 1, Vec::new());
        }
    }

    fn finished(mut self) -> Read<Automaton> {
        let targets = self.edges.iter().flatten().map(|edge| edge.target);
        let last = targets.chain(self.starts.iter().copied()).max();
        self.reserve(last.unwrap_or(0));
        if let Some(states) = self.states
            && self.starts.iter().any(|start| *start as u64 >= states)
        {
            return Err(self.error(format!(
                "there are {states} states; a start is not one of them"
            )));
        }
        let clauses = match self.condition {
            Some(Condition::All(ref clauses)) => clauses.clone(),
            _ => {
                self.starts.clear();
                Vec::new()
            }
        };
        if clauses.len() as u64 > MAX_SETS {
            return Err(self.error(format!(
                "more than {MAX_SETS} acceptance conditions at once"
            )));
        }
        for edge in self.edges.iter_mut().flatten() {
            let met = clauses.iter().enumerate();
            edge.marks = met.fold(0, |marks, (number, clause)| {
                marks | u64::from(edge.marks & clause != 0) << number
            });
        }
        let built = Generalised {
            initial: self.joined_start(),
            edges: self.edges,
            sets: clauses.len() as u32,
        };
        let reduced = smallest_buchi(&reduced(&built));
        let propositions = self.propositions.unwrap_or_default();
        let automaton = Automaton::frozen(&reduced, self.name, propositions);
        Ok(automaton.known_stutter_invariant(self.is_stutter_invariant))
    }

    /// One start for all: a new state that can do what any of them can.
    fn joined_start(&mut self) -> usize {
        if let [start] = self.starts[..] {
            return start;
        }
        let edges = self
            .starts
            .iter()
            .flat_map(|start| self.edges[*start].clone());
        let joined = edges.collect();
        self.edges.push(joined);
        self.edges.len() - 1
    }
}
