//! Where an expression must be true or false, `&`, `|`, `^` and `~` join truth values; where a
//! number is wanted they work on bits. This decides which, once the whole is read, and
//! refuses numbers that stand where a truth value belongs.

use super::{Parse, Parsed, Parser};
use crate::expr::{BinaryOperator, Expr, ExprKind, UnaryOperator};

/// What is wanted of an expression where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Truth,
    Value,
}

impl Parser<'_> {
    /// The expression read, as one that is true or false.
    pub(super) fn truth(&self, parsed: Parsed) -> Parse<Expr> {
        match parsed {
            Parsed::State(expr) => self.settle(expr, Wanted::Truth),
            Parsed::Temporal(_, span) => {
                Err(self.error(span, "a temporal formula cannot stand inside an expression"))
            }
        }
    }

    /// The expression read, as an operand of a comparison or of arithmetic. Its own `&` and
    /// `|` are settled later, with the expression that it becomes part of.
    pub(super) fn operand(&self, parsed: Parsed) -> Parse<Expr> {
        match parsed {
            Parsed::State(expr) => Ok(expr),
            Parsed::Temporal(_, span) => Err(self.error(
                span,
                "a temporal formula or a proposition in braces has no value to compare or compute with",
            )),
        }
    }

    fn settle(&self, expr: Expr, wanted: Wanted) -> Parse<Expr> {
        let span = expr.span;
        let settle = |inner: Box<Expr>, wanted| self.settle(*inner, wanted).map(Box::new);
        let kind = match expr.kind {
            ExprKind::Integer(_) | ExprKind::Float(_) if wanted == Wanted::Truth => {
                return Err(self.not_a_truth_value(&expr));
            }
            ExprKind::Unary(UnaryOperator::BitNot, inner) if wanted == Wanted::Truth => {
                ExprKind::Unary(UnaryOperator::Not, settle(inner, Wanted::Truth)?)
            }
            ExprKind::Unary(UnaryOperator::Negate, _) if wanted == Wanted::Truth => {
                return Err(self.not_a_truth_value(&expr));
            }
            ExprKind::Unary(UnaryOperator::Not, inner) => {
                ExprKind::Unary(UnaryOperator::Not, settle(inner, Wanted::Truth)?)
            }
            ExprKind::Unary(operator, inner) => {
                ExprKind::Unary(operator, settle(inner, Wanted::Value)?)
            }
            ExprKind::Binary(operator, left, right) => {
                let logical = logical(operator).filter(|_| wanted == Wanted::Truth);
                let operator = logical.unwrap_or(operator);
                let inner = if operator.is_logical() {
                    Wanted::Truth
                } else {
                    Wanted::Value
                };
                let is_truth = operator.is_logical() || operator.is_comparison();
                if wanted == Wanted::Truth && !is_truth {
                    let whole = ExprKind::Binary(operator, left, right);
                    return Err(self.not_a_truth_value(&Expr { kind: whole, span }));
                }
                ExprKind::Binary(operator, settle(left, inner)?, settle(right, inner)?)
            }
            ExprKind::Field(base, field) => ExprKind::Field(settle(base, Wanted::Value)?, field),
            ExprKind::Index(base, index) => {
                let base = settle(base, Wanted::Value)?;
                ExprKind::Index(base, settle(index, Wanted::Value)?)
            }
            ExprKind::Call(name, arguments) => {
                let settled = arguments
                    .into_iter()
                    .map(|argument| self.settle(argument, Wanted::Value));
                ExprKind::Call(name, settled.collect::<Parse<_>>()?)
            }
            other => other,
        };
        Ok(Expr { kind, span })
    }

    fn not_a_truth_value(&self, expr: &Expr) -> crate::source_error::SourceError {
        self.error(expr.span, "this is a number, not something true or false")
            .with_hint("compare it with something, as in `(flags & 4) != 0`")
    }
}

fn logical(operator: BinaryOperator) -> Option<BinaryOperator> {
    match operator {
        BinaryOperator::BitAnd => Some(BinaryOperator::And),
        BinaryOperator::BitOr => Some(BinaryOperator::Or),
        BinaryOperator::BitXor => Some(BinaryOperator::Xor),
        _ => None,
    }
}
