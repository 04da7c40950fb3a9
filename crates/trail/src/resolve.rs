//! Gives the names of a state expression their meaning in a program: variables by their
//! debug types, enumerators, places, threads. What has none is reported with the names that
//! are most like it. It does not evaluate anything.

mod likeness;
mod resolver;
mod variables;

use trailhound_machine::{Term, ThreadId, Value};
use trailhound_property::{BinaryOperator, Expr, ExprKind, SourceError, UnaryOperator};

pub use likeness::nearest;
use resolver::{Kind, Typed};
pub use resolver::{PlaceError, PlaceFinder, Resolver};
use variables::Part;

impl Resolver<'_> {
    /// The meaning of an expression that is true or false.
    pub fn proposition(&self, expr: &Expr) -> Result<Term, SourceError> {
        self.truth(expr)
    }

    fn error(&self, expr: &Expr, message: impl Into<String>) -> SourceError {
        SourceError::new(self.text, expr.span, message)
    }

    /// Numbers are true unless they are 0, as in C.
    fn truth(&self, expr: &Expr) -> Result<Term, SourceError> {
        let typed = self.value(expr)?;
        match typed.kind {
            Kind::Boolean => Ok(typed.term),
            Kind::Integer => Ok(nonzero(typed.term)),
            Kind::Float | Kind::Enumeration(_) => {
                Err(self.error(expr, format!("`{expr}` is neither true nor false")))
            }
        }
    }

    fn integer(&self, expr: &Expr) -> Result<Term, SourceError> {
        let typed = self.value(expr)?;
        match typed.kind {
            Kind::Integer | Kind::Enumeration(_) => Ok(typed.term),
            Kind::Boolean | Kind::Float => Err(self.error(expr, format!("`{expr}` is no integer"))),
        }
    }

    fn value(&self, expr: &Expr) -> Result<Typed, SourceError> {
        let boolean = |term| Typed {
            term,
            kind: Kind::Boolean,
        };
        let constant = |value, kind| Typed {
            term: Term::Constant(value),
            kind,
        };
        Ok(match &expr.kind {
            ExprKind::Boolean(truth) => constant(Value::Boolean(*truth), Kind::Boolean),
            ExprKind::Integer(number) => constant(Value::Integer(*number), Kind::Integer),
            ExprKind::Float(number) => constant(Value::Float(*number), Kind::Float),
            ExprKind::Name(name) => match self.variable(expr, name)? {
                Some(part) => self.number(expr, part)?,
                None => match self.names.enumerator(name) {
                    Some(number) => constant(Value::Integer(number.into()), Kind::Integer),
                    None => return Err(self.unknown(expr, name)),
                },
            },
            ExprKind::Field(..) | ExprKind::Index(..) => {
                let part = self.part(expr)?;
                self.number(expr, part)?
            }
            ExprKind::Unary(operator, operand) => self.unary(expr, *operator, operand)?,
            ExprKind::Binary(operator, left, right) => self.binary(expr, *operator, left, right)?,
            ExprKind::Call(name, arguments) => {
                if !self.functions.contains(name) {
                    let message = format!("`{name}` cannot be called in a property");
                    let hint = "at(FILE:LINE), in(FUNCTION), blocked(tN) and alive(tN) can, \
                                and functions that --property-fn names";
                    return Err(self.error(expr, message).with_hint(hint));
                }
                if !arguments.is_empty() {
                    return Err(self.error(expr, "property functions have no arguments"));
                }
                let found = self.places.property_function(name);
                let function = found.map_err(|cause| self.error(expr, cause.to_string()))?;
                boolean(Term::Function(function))
            }
            ExprKind::At(location, thread) => {
                let found = self.places.line(&location.file, location.line);
                let operations = found.map_err(|cause| self.error(expr, cause.to_string()))?;
                boolean(Term::At(
                    operations,
                    thread.map(|thread| ThreadId(thread.0)),
                ))
            }
            ExprKind::In(function, thread) => {
                let found = self.places.function(function);
                let operations = found.map_err(|cause| self.error(expr, cause.to_string()))?;
                boolean(Term::In(
                    operations,
                    thread.map(|thread| ThreadId(thread.0)),
                ))
            }
            ExprKind::Blocked(thread) => boolean(Term::Blocked(ThreadId(thread.0))),
            ExprKind::Alive(thread) => boolean(Term::Alive(ThreadId(thread.0))),
        })
    }

    fn unary(
        &self,
        expr: &Expr,
        operator: UnaryOperator,
        operand: &Expr,
    ) -> Result<Typed, SourceError> {
        let (term, kind) = match operator {
            UnaryOperator::Not => (Term::Not(Box::new(self.truth(operand)?)), Kind::Boolean),
            UnaryOperator::BitNot => {
                let operand = self.integer(operand)?;
                (Term::BitNot(Box::new(operand)), Kind::Integer)
            }
            UnaryOperator::Negate => {
                let typed = self.value(operand)?;
                let kind = match typed.kind {
                    Kind::Float => Kind::Float,
                    Kind::Boolean => {
                        return Err(self.error(operand, format!("`{operand}` is no number")));
                    }
                    Kind::Integer | Kind::Enumeration(_) => Kind::Integer,
                };
                (Term::Negate(Box::new(typed.term)), kind)
            }
            UnaryOperator::Dereference => {
                let part = self.part(expr)?;
                return self.number(expr, part);
            }
        };
        Ok(Typed { term, kind })
    }

    fn binary(
        &self,
        expr: &Expr,
        operator: BinaryOperator,
        left: &Expr,
        right: &Expr,
    ) -> Result<Typed, SourceError> {
        let joined = |operator, left, right, kind| Typed {
            term: Term::Binary(operator, Box::new(left), Box::new(right)),
            kind,
        };
        if operator.is_logical() {
            let (left, right) = (self.truth(left)?, self.truth(right)?);
            return Ok(joined(operator, left, right, Kind::Boolean));
        }
        if operator.is_comparison() {
            let (left, right) = self.compared(expr, left, right)?;
            return Ok(joined(operator, left, right, Kind::Boolean));
        }
        let (a, b) = (self.value(left)?, self.value(right)?);
        for (typed, expr) in [(&a, left), (&b, right)] {
            if typed.kind == Kind::Boolean {
                return Err(self.error(expr, format!("`{expr}` is no number")));
            }
        }
        let whole = a.kind.is_whole() && b.kind.is_whole();
        let on_bits = matches!(
            operator,
            BinaryOperator::BitAnd
                | BinaryOperator::BitOr
                | BinaryOperator::BitXor
                | BinaryOperator::ShiftLeft
                | BinaryOperator::ShiftRight
        );
        if on_bits && !whole {
            let message = format!("`{}` needs integers", operator.symbol());
            return Err(self.error(expr, message));
        }
        let kind = if whole { Kind::Integer } else { Kind::Float };
        Ok(joined(operator, a.term, b.term, kind))
    }

    /// The two sides of a comparison, as things of one kind.
    fn compared(
        &self,
        expr: &Expr,
        left: &Expr,
        right: &Expr,
    ) -> Result<(Term, Term), SourceError> {
        // An enumerator is looked for in the type of the other side first.
        let (a, b) = match (self.value(left), self.value(right)) {
            (Ok(a), b) => {
                let b = self.as_enumerator(right, &a.kind).map_or(b, Ok)?;
                (a, b)
            }
            (a, Ok(b)) => {
                let a = self.as_enumerator(left, &b.kind).map_or(a, Ok)?;
                (a, b)
            }
            (Err(error), Err(_)) => return Err(error),
        };
        let a = match self.as_enumerator(left, &b.kind) {
            Some(enumerator) => enumerator,
            None => a,
        };
        match (&a.kind, &b.kind) {
            (Kind::Boolean, Kind::Integer) => Ok((a.term, nonzero(b.term))),
            (Kind::Integer, Kind::Boolean) => Ok((nonzero(a.term), b.term)),
            (Kind::Boolean, Kind::Boolean) => Ok((a.term, b.term)),
            (Kind::Boolean, _) | (_, Kind::Boolean) => {
                Err(self.error(expr, "a truth value is compared with a number"))
            }
            _ => Ok((a.term, b.term)),
        }
    }

    fn as_enumerator(&self, expr: &Expr, other: &Kind) -> Option<Typed> {
        let (ExprKind::Name(name), Kind::Enumeration(names)) = (&expr.kind, other) else {
            return None;
        };
        let last = name.rsplit("::").next()?;
        let (number, _) = names.iter().find(|(_, name)| name == last)?;
        Some(Typed {
            term: Term::Constant(Value::Integer((*number).into())),
            kind: other.clone(),
        })
    }

    fn number(&self, expr: &Expr, part: Part<'_>) -> Result<Typed, SourceError> {
        let found = part.number();
        let (term, kind) = found.map_err(|cause| self.error(expr, cause.to_string()))?;
        Ok(Typed { term, kind })
    }
}

fn nonzero(term: Term) -> Term {
    let zero = Term::Constant(Value::Integer(0));
    Term::Binary(BinaryOperator::NotEqual, Box::new(term), Box::new(zero))
}
