//! State expressions: what can be asked of one state of a program, such as
//! `queue.len > 0` or `blocked(t2)`. Knows the shape of expressions, not what names mean:
//! they are resolved where the program is known, and can point at each by its span.

use std::fmt;

use crate::source_error::Span;

/// An expression and where it stands. Two expressions are equal if they say the same,
/// wherever they stand.
#[derive(Debug, Clone)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    Boolean(bool),
    Integer(i128),
    Float(f64),
    /// A variable, enumerator or constant, with its path: `turn`, `State::Idle`.
    Name(String),
    /// `queue.len`, `pair.0`; also through a pointer.
    Field(Box<Expr>, String),
    Index(Box<Expr>, Box<Expr>),
    Unary(UnaryOperator, Box<Expr>),
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// A property function, or any other call that the resolver knows.
    Call(String, Vec<Expr>),
    /// `at(file.c:42)`: some thread, or the named one, stands at this place.
    At(Location, Option<Thread>),
    /// `in(function)`: the function is on the stack of some thread, or of the named one.
    In(String, Option<Thread>),
    /// `blocked(t2)`
    Blocked(Thread),
    /// `alive(t1)`
    Alive(Thread),
}

/// A place in the source, as the user wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: Option<u32>,
}

/// A thread by its number, written `t2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Thread(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    Not,
    Negate,
    BitNot,
    Dereference,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    And,
    Or,
    Xor,
    Implies,
    Iff,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
}

impl UnaryOperator {
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOperator::Not => "!",
            UnaryOperator::Negate => "-",
            UnaryOperator::BitNot => "~",
            UnaryOperator::Dereference => "*",
        }
    }
}

impl BinaryOperator {
    pub fn symbol(self) -> &'static str {
        use BinaryOperator::*;
        match self {
            And => "&&",
            Or => "||",
            Xor | BitXor => "^",
            Implies => "->",
            Iff => "<->",
            Equal => "==",
            NotEqual => "!=",
            Less => "<",
            LessEqual => "<=",
            Greater => ">",
            GreaterEqual => ">=",
            Add => "+",
            Subtract => "-",
            Multiply => "*",
            Divide => "/",
            Remainder => "%",
            BitAnd => "&",
            BitOr => "|",
            ShiftLeft => "<<",
            ShiftRight => ">>",
        }
    }

    /// Joins truth values: a formula may be taken apart here.
    pub fn is_logical(self) -> bool {
        use BinaryOperator::*;
        matches!(self, And | Or | Xor | Implies | Iff)
    }

    pub fn is_comparison(self) -> bool {
        use BinaryOperator::*;
        matches!(
            self,
            Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual
        )
    }
}

impl fmt::Display for Thread {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "t{}", self.0)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.file, self.line)?;
        match self.column {
            Some(column) => write!(out, ":{column}"),
            None => Ok(()),
        }
    }
}

/// Operands that are operations themselves get parentheses, so that the text can be
/// read without knowing the precedences.
struct Operand<'a>(&'a Expr);

impl fmt::Display for Operand<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.kind {
            ExprKind::Unary(..) | ExprKind::Binary(..) => write!(out, "({})", self.0),
            _ => write!(out, "{}", self.0),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Boolean(value) => write!(out, "{value}"),
            ExprKind::Integer(value) => write!(out, "{value}"),
            ExprKind::Float(value) => write!(out, "{value:?}"),
            ExprKind::Name(name) => write!(out, "{name}"),
            ExprKind::Field(base, field) => write!(out, "{}.{field}", Operand(base)),
            ExprKind::Index(base, index) => write!(out, "{}[{index}]", Operand(base)),
            ExprKind::Unary(operator, operand) => {
                write!(out, "{}{}", operator.symbol(), Operand(operand))
            }
            ExprKind::Binary(operator, left, right) => {
                let symbol = operator.symbol();
                write!(out, "{} {symbol} {}", Operand(left), Operand(right))
            }
            ExprKind::Call(name, arguments) => {
                write!(out, "{name}(")?;
                for (index, argument) in arguments.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(out, "{comma}{argument}")?;
                }
                write!(out, ")")
            }
            ExprKind::At(location, None) => write!(out, "at({location})"),
            ExprKind::At(location, Some(thread)) => write!(out, "at({location}, {thread})"),
            ExprKind::In(function, None) => write!(out, "in({function})"),
            ExprKind::In(function, Some(thread)) => write!(out, "in({function}, {thread})"),
            ExprKind::Blocked(thread) => write!(out, "blocked({thread})"),
            ExprKind::Alive(thread) => write!(out, "alive({thread})"),
        }
    }
}
