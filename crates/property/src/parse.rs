//! The grammar of properties. One grammar reads temporal formulas and state expressions,
//! because a formula is only seen to be temporal when its operators have been read:
//! connectives over plain expressions stay expressions, and become formulas as soon as
//! something temporal joins them. Resolves no names.
//!
//! From loose to tight: `<->`, `->` (to the right), `||`, `^`, `&&`, `U R W M` (to the right),
//! `G F X`, comparisons, shifts, sums, products, `! ~ - *`, fields, indices and calls.

mod boolean;
mod operand;

use crate::expr::{BinaryOperator, Expr, ExprKind};
use crate::formula::{Connective, Formula, MAX_PROPOSITIONS, Modality, PropositionId};
use crate::source_error::{SourceError, Span};
use crate::token::{Token, TokenKind, token_at};

/// How deep parentheses and prefix operators may nest.
const MAX_DEPTH: usize = 200;

/// A longer text is refused: chains of operators are as deep as they are long.
const MAX_LENGTH: usize = 8192;

/// What has been read: an expression as long as nothing temporal is in it.
pub(crate) enum Parsed {
    State(Expr),
    Temporal(Formula, Span),
}

impl Parsed {
    fn span(&self) -> Span {
        match self {
            Parsed::State(expr) => expr.span,
            Parsed::Temporal(_, span) => *span,
        }
    }
}

/// Whether `G`, `U` and the like are operators here, or names like any other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Letters {
    Operators,
    Names,
}

pub(crate) struct Parser<'t> {
    text: &'t str,
    token: Token,
    letters: Letters,
    depth: usize,
    propositions: Vec<Expr>,
}

type Parse<T> = Result<T, SourceError>;

/// Reads a state expression that is true or false.
pub(crate) fn state_expression(text: &str) -> Parse<Expr> {
    let mut parser = Parser::new(text, Letters::Names)?;
    let parsed = parser.formula()?;
    parser.expect_end()?;
    parser.truth(parsed)
}

/// Reads a temporal formula; gives its propositions in the order of their numbers.
pub(crate) fn temporal_formula(text: &str) -> Parse<(Formula, Vec<Expr>)> {
    let mut parser = Parser::new(text, Letters::Operators)?;
    let parsed = parser.formula()?;
    parser.expect_end()?;
    let formula = parser.lift(parsed)?;
    Ok(in_order_of_appearance(formula, parser.propositions))
}

/// Numbers the propositions as they stand in the text. They were found from the inside out.
fn in_order_of_appearance(formula: Formula, found: Vec<Expr>) -> (Formula, Vec<Expr>) {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|index| found[*index].span.start);
    let mut numbers = vec![0; found.len()];
    for (number, index) in order.iter().enumerate() {
        numbers[*index] = u8::try_from(number).expect("at most MAX_PROPOSITIONS");
    }
    let renumbered = formula.renumbered(&|id| PropositionId(numbers[usize::from(id.0)]));
    let ordered = order.into_iter().map(|index| found[index].clone());
    (renumbered, ordered.collect())
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, letters: Letters) -> Parse<Self> {
        if text.len() > MAX_LENGTH {
            let message = format!("a property can be {MAX_LENGTH} bytes long at most");
            return Err(SourceError::new(text, Span::new(0, 1), message));
        }
        Ok(Parser {
            text,
            token: token_at(text, 0)?,
            letters,
            depth: 0,
            propositions: Vec::new(),
        })
    }

    fn advance(&mut self) -> Parse<Token> {
        let next = token_at(self.text, self.token.span.end)?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    fn error(&self, span: Span, message: impl Into<String>) -> SourceError {
        SourceError::new(self.text, span, message)
    }

    fn expect(&mut self, symbol: &str) -> Parse<Token> {
        if self.token.is(symbol) {
            return self.advance();
        }
        let found = self.token.described(self.text);
        Err(self.error(
            self.token.span,
            format!("expected `{symbol}`, found {found}"),
        ))
    }

    fn expect_end(&self) -> Parse<()> {
        if self.token.kind == TokenKind::End {
            return Ok(());
        }
        let found = self.token.described(self.text);
        let error = self.error(
            self.token.span,
            format!("expected an operator or the end, found {found}"),
        );
        Err(match &self.token.kind {
            TokenKind::Symbol("=") => error.with_hint("equality is written `==`"),
            TokenKind::Symbol(")") => error.with_hint("there is no `(` for this `)`"),
            TokenKind::Name(_) if self.letters == Letters::Operators => {
                error.with_hint("operators stand apart from names: `G F p`, not `GF p`")
            }
            _ => error,
        })
    }

    /// Runs `inner` one level deeper, so that no text can overflow the stack.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(self.token.span, "this is nested too deeply"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Runs `inner` where `G`, `U` and the like are ordinary names.
    fn with_names<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let letters = std::mem::replace(&mut self.letters, Letters::Names);
        let result = inner(self);
        self.letters = letters;
        result
    }

    fn formula(&mut self) -> Parse<Parsed> {
        self.nested(|parser| {
            let mut left = parser.implication()?;
            while parser.token.is("<->") || parser.token.is("<=>") {
                parser.advance()?;
                let right = parser.implication()?;
                left = parser.join(BinaryOperator::Iff, left, right)?;
            }
            Ok(left)
        })
    }

    fn implication(&mut self) -> Parse<Parsed> {
        self.nested(|parser| {
            let left = parser.disjunction()?;
            if !parser.token.is("->") && !parser.token.is("=>") {
                return Ok(left);
            }
            parser.advance()?;
            let right = parser.implication()?;
            parser.join(BinaryOperator::Implies, left, right)
        })
    }

    fn disjunction(&mut self) -> Parse<Parsed> {
        let mut left = self.exclusive()?;
        loop {
            let operator = match self.token.kind {
                TokenKind::Symbol("||") => BinaryOperator::Or,
                TokenKind::Symbol("|") => BinaryOperator::BitOr,
                _ => return Ok(left),
            };
            self.advance()?;
            let right = self.exclusive()?;
            left = self.join(operator, left, right)?;
        }
    }

    fn exclusive(&mut self) -> Parse<Parsed> {
        let mut left = self.conjunction()?;
        while self.token.is("^") {
            self.advance()?;
            let right = self.conjunction()?;
            left = self.join(BinaryOperator::BitXor, left, right)?;
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Parse<Parsed> {
        let mut left = self.until()?;
        loop {
            let operator = match self.token.kind {
                TokenKind::Symbol("&&") => BinaryOperator::And,
                TokenKind::Symbol("&") => BinaryOperator::BitAnd,
                _ => return Ok(left),
            };
            self.advance()?;
            let right = self.until()?;
            left = self.join(operator, left, right)?;
        }
    }

    fn until(&mut self) -> Parse<Parsed> {
        self.nested(|parser| {
            let left = parser.prefix()?;
            let Some(connective) = parser.binary_letter() else {
                return Ok(left);
            };
            parser.advance()?;
            let right = parser.until()?;
            let span = left.span().to(right.span());
            let left = parser.lift(left)?;
            let right = parser.lift(right)?;
            Ok(Parsed::Temporal(
                Formula::binary(connective, left, right),
                span,
            ))
        })
    }

    fn prefix(&mut self) -> Parse<Parsed> {
        let Some(modality) = self.unary_letter() else {
            return self.comparison();
        };
        self.nested(|parser| {
            let operator = parser.advance()?;
            if matches!(
                parser.token.kind,
                TokenKind::Symbol("." | "[" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "%")
            ) {
                return Err(parser.letter_as_name(&operator));
            }
            let operand = parser.prefix()?;
            let span = operator.span.to(operand.span());
            let operand = parser.lift(operand)?;
            Ok(Parsed::Temporal(Formula::unary(modality, operand), span))
        })
    }

    /// The operator at hand, if it is a temporal one before its operand.
    fn unary_letter(&self) -> Option<Modality> {
        if self.letters == Letters::Names {
            return None;
        }
        match &self.token.kind {
            TokenKind::Symbol("[]") => Some(Modality::Globally),
            TokenKind::Symbol("<>") => Some(Modality::Finally),
            TokenKind::Name(name) => match name.as_str() {
                "X" => Some(Modality::Next),
                "F" => Some(Modality::Finally),
                "G" => Some(Modality::Globally),
                _ => None,
            },
            _ => None,
        }
    }

    /// The operator at hand, if it is a temporal one between its operands.
    fn binary_letter(&self) -> Option<Connective> {
        match &self.token.kind {
            TokenKind::Name(name) if self.letters == Letters::Operators => match name.as_str() {
                "U" => Some(Connective::Until),
                "R" => Some(Connective::Release),
                "W" => Some(Connective::WeakUntil),
                "M" => Some(Connective::StrongRelease),
                _ => None,
            },
            _ => None,
        }
    }

    fn letter_as_name(&self, letter: &Token) -> SourceError {
        let name = letter.described(self.text);
        self.error(
            letter.span,
            format!("{name} is a temporal operator here and needs a formula beside it"),
        )
        .with_hint(format!(
            "if {name} is a variable, put the proposition in braces: `{{{} == 1}}`",
            name.trim_matches('`')
        ))
    }

    /// Joins two sides by a connective of truth values.
    fn join(&mut self, operator: BinaryOperator, left: Parsed, right: Parsed) -> Parse<Parsed> {
        let span = left.span().to(right.span());
        match (left, right) {
            (Parsed::State(left), Parsed::State(right)) => Ok(Parsed::State(Expr {
                kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)),
                span,
            })),
            (left, right) => {
                let connective = connective(operator);
                let left = self.lift(left)?;
                let right = self.lift(right)?;
                Ok(Parsed::Temporal(
                    Formula::binary(connective, left, right),
                    span,
                ))
            }
        }
    }

    /// The formula of what was read; its comparisons and names become propositions.
    fn lift(&mut self, parsed: Parsed) -> Parse<Formula> {
        match parsed {
            Parsed::Temporal(formula, _) => Ok(formula),
            Parsed::State(_) => {
                let expr = self.truth(parsed)?;
                self.split(expr)
            }
        }
    }

    fn split(&mut self, expr: Expr) -> Parse<Formula> {
        use crate::expr::UnaryOperator;
        match expr.kind {
            ExprKind::Boolean(true) => Ok(Formula::True),
            ExprKind::Boolean(false) => Ok(Formula::False),
            ExprKind::Unary(UnaryOperator::Not, inner) => {
                Ok(Formula::Not(Box::new(self.split(*inner)?)))
            }
            ExprKind::Binary(operator, left, right) if operator.is_logical() => {
                let left = self.split(*left)?;
                let right = self.split(*right)?;
                Ok(Formula::binary(connective(operator), left, right))
            }
            _ => self.proposition(expr),
        }
    }

    /// The number of a proposition; the same words get the same number.
    fn proposition(&mut self, expr: Expr) -> Parse<Formula> {
        let known = self.propositions.iter().position(|other| *other == expr);
        let index = match known {
            Some(index) => {
                // The first place in the text is the one to point at.
                let known = &mut self.propositions[index];
                if expr.span.start < known.span.start {
                    known.span = expr.span;
                }
                index
            }
            None if self.propositions.len() == MAX_PROPOSITIONS => {
                return Err(self.error(
                    expr.span,
                    format!("a formula can have {MAX_PROPOSITIONS} different propositions at most"),
                ));
            }
            None => {
                self.propositions.push(expr);
                self.propositions.len() - 1
            }
        };
        let number = u8::try_from(index).expect("at most MAX_PROPOSITIONS");
        Ok(Formula::Proposition(PropositionId(number)))
    }
}

/// The connective of formulas for an operator between truth values. Single `&`, `|` and `^`
/// join formulas as the doubled ones do.
fn connective(operator: BinaryOperator) -> Connective {
    match operator {
        BinaryOperator::And | BinaryOperator::BitAnd => Connective::And,
        BinaryOperator::Or | BinaryOperator::BitOr => Connective::Or,
        BinaryOperator::Xor | BinaryOperator::BitXor => Connective::Xor,
        BinaryOperator::Implies => Connective::Implies,
        BinaryOperator::Iff => Connective::Iff,
        other => unreachable!("`{}` joins no formulas", other.symbol()),
    }
}
