//! The lower half of the grammar: comparisons, arithmetic, fields, indices, calls and what
//! stands in parentheses.

use super::{Parse, Parsed, Parser};
use crate::expr::{BinaryOperator, Expr, ExprKind, Location, Thread, UnaryOperator};
use crate::formula::Formula;
use crate::source_error::Span;
use crate::token::{Token, TokenKind, token_at};

/// Shifts, sums and products, from loose to tight.
const ARITHMETIC: [&[(&str, BinaryOperator)]; 3] = [
    &[
        ("<<", BinaryOperator::ShiftLeft),
        (">>", BinaryOperator::ShiftRight),
    ],
    &[("+", BinaryOperator::Add), ("-", BinaryOperator::Subtract)],
    &[
        ("*", BinaryOperator::Multiply),
        ("/", BinaryOperator::Divide),
        ("%", BinaryOperator::Remainder),
    ],
];

impl Parser<'_> {
    pub(super) fn comparison(&mut self) -> Parse<Parsed> {
        let left = self.arithmetic(0)?;
        let Some(operator) = comparison_operator(&self.token) else {
            return Ok(left);
        };
        // `!turn == 1` compares `!turn` in C, and means `!(turn == 1)` to most who write it.
        if self.text[left.span().start..].starts_with(['!', '~']) {
            return Err(self
                .error(left.span(), "it is not clear what is negated here")
                .with_hint("write `!(a == b)` or `(!a) == b`"));
        }
        self.advance()?;
        let right = self.arithmetic(0)?;
        if comparison_operator(&self.token).is_some() {
            return Err(self
                .error(self.token.span, "comparisons do not chain")
                .with_hint("write `a < b && b < c`"));
        }
        self.binary(operator, left, right).map(Parsed::State)
    }

    fn binary(&self, operator: BinaryOperator, left: Parsed, right: Parsed) -> Parse<Expr> {
        let span = left.span().to(right.span());
        let left = Box::new(self.operand(left)?);
        let right = Box::new(self.operand(right)?);
        Ok(Expr {
            kind: ExprKind::Binary(operator, left, right),
            span,
        })
    }

    fn arithmetic(&mut self, level: usize) -> Parse<Parsed> {
        let Some(operators) = ARITHMETIC.get(level) else {
            return self.unary();
        };
        let mut left = self.arithmetic(level + 1)?;
        loop {
            let found = operators.iter().find(|(symbol, _)| self.token.is(symbol));
            let Some((_, operator)) = found else {
                return Ok(left);
            };
            self.advance()?;
            let right = self.arithmetic(level + 1)?;
            left = Parsed::State(self.binary(*operator, left, right)?);
        }
    }

    fn unary(&mut self) -> Parse<Parsed> {
        let operator = match self.token.kind {
            TokenKind::Symbol("!") => UnaryOperator::Not,
            TokenKind::Symbol("~") => UnaryOperator::BitNot,
            TokenKind::Symbol("-") => UnaryOperator::Negate,
            TokenKind::Symbol("*") => UnaryOperator::Dereference,
            _ => return self.postfix(),
        };
        self.nested(|parser| {
            let symbol = parser.advance()?;
            let negates = matches!(operator, UnaryOperator::Not | UnaryOperator::BitNot);
            let operand = if negates && parser.unary_letter().is_some() {
                parser.prefix()?
            } else {
                parser.unary()?
            };
            let span = symbol.span.to(operand.span());
            match operand {
                Parsed::Temporal(formula, _) if negates => {
                    Ok(Parsed::Temporal(Formula::Not(Box::new(formula)), span))
                }
                other => {
                    let operand = Box::new(parser.operand(other)?);
                    let kind = ExprKind::Unary(operator, operand);
                    Ok(Parsed::State(Expr { kind, span }))
                }
            }
        })
    }

    fn postfix(&mut self) -> Parse<Parsed> {
        let mut parsed = self.primary()?;
        loop {
            let is_part = self.token.is(".") || self.token.is("[");
            if let Parsed::State(Expr {
                kind: ExprKind::Integer(_) | ExprKind::Float(_) | ExprKind::Boolean(_),
                span,
            }) = parsed
                && is_part
            {
                return Err(self.error(span, "a constant has no fields or elements"));
            }
            if self.token.is(".") {
                let base = self.operand(parsed)?;
                parsed = Parsed::State(self.field(base)?);
            } else if self.token.is("[") {
                let base = self.operand(parsed)?;
                self.advance()?;
                let index = self.argument()?;
                let close = self.expect("]")?;
                let span = base.span.to(close.span);
                let kind = ExprKind::Index(Box::new(base), Box::new(index));
                parsed = Parsed::State(Expr { kind, span });
            } else {
                return Ok(parsed);
            }
        }
    }

    /// After a dot: a name, or the number of a tuple's field. Read from the text, because
    /// `pair.0.1` would otherwise give the number 0.1.
    fn field(&mut self, base: Expr) -> Parse<Expr> {
        let from = self.token.span.end;
        let rest = &self.text[from..];
        let start = from + (rest.len() - rest.trim_start().len());
        let length = self.text[start..]
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(self.text.len() - start);
        if length == 0 {
            let width = self.text[start..].chars().next().map_or(0, char::len_utf8);
            let span = Span::new(start, start + width);
            return Err(self.error(span, "expected the name of a field after `.`"));
        }
        let end = start + length;
        self.token = token_at(self.text, end)?;
        let field = self.text[start..end].to_string();
        let span = Span::new(base.span.start, end);
        Ok(Expr {
            kind: ExprKind::Field(Box::new(base), field),
            span,
        })
    }

    /// An expression between brackets or commas, where letters are names.
    fn argument(&mut self) -> Parse<Expr> {
        let parsed = self.with_names(|parser| parser.formula())?;
        self.operand(parsed)
    }

    fn primary(&mut self) -> Parse<Parsed> {
        let token = self.token.clone();
        let kind = match &token.kind {
            TokenKind::Integer(value) => ExprKind::Integer(*value),
            TokenKind::Float(value) => ExprKind::Float(*value),
            TokenKind::Name(name) if name == "true" => ExprKind::Boolean(true),
            TokenKind::Name(name) if name == "false" => ExprKind::Boolean(false),
            TokenKind::Name(_) if self.binary_letter().is_some() => {
                return Err(self.letter_as_name(&token));
            }
            TokenKind::Name(name) => {
                self.advance()?;
                if self.token.is("(") {
                    return self.call(name, token.span).map(Parsed::State);
                }
                return Ok(Parsed::State(Expr {
                    kind: ExprKind::Name(name.clone()),
                    span: token.span,
                }));
            }
            TokenKind::Symbol("(") => return self.parenthesised(),
            TokenKind::Symbol("{") => return self.braced(),
            _ => {
                let found = token.described(self.text);
                return Err(
                    self.error(token.span, format!("expected a proposition, found {found}"))
                );
            }
        };
        self.advance()?;
        Ok(Parsed::State(Expr {
            kind,
            span: token.span,
        }))
    }

    fn parenthesised(&mut self) -> Parse<Parsed> {
        let open = self.advance()?;
        let inner = self.formula()?;
        let close = self.expect_closing(")", &open)?;
        let span = open.span.to(close.span);
        Ok(match inner {
            Parsed::State(expr) => Parsed::State(Expr { span, ..expr }),
            Parsed::Temporal(formula, _) => Parsed::Temporal(formula, span),
        })
    }

    /// `{…}` is one proposition, whatever is in it.
    fn braced(&mut self) -> Parse<Parsed> {
        let open = self.advance()?;
        let inner = self.with_names(|parser| parser.formula())?;
        let close = self.expect_closing("}", &open)?;
        let span = open.span.to(close.span);
        let inner = self.truth(inner)?;
        if self.letters == super::Letters::Names {
            return Ok(Parsed::State(Expr { span, ..inner }));
        }
        let formula = self.proposition(inner)?;
        Ok(Parsed::Temporal(formula, span))
    }

    fn expect_closing(&mut self, symbol: &str, open: &Token) -> Parse<Token> {
        if self.token.kind == TokenKind::End {
            let opened = open.described(self.text);
            return Err(self.error(
                open.span,
                format!("there is no `{symbol}` for this {opened}"),
            ));
        }
        if self.token.is("=") {
            return Err(self
                .error(self.token.span, format!("expected `{symbol}`, found `=`"))
                .with_hint("equality is written `==`"));
        }
        self.expect(symbol)
    }

    fn call(&mut self, name: &str, start: Span) -> Parse<Expr> {
        let kind = match name {
            "at" | "in" => return self.place(name, start),
            "blocked" | "alive" => {
                self.advance()?;
                let at = self.token.span;
                let argument = self.argument()?;
                let written = &self.text[argument.span.start..argument.span.end];
                let thread = self.thread(written, at)?;
                if name == "blocked" {
                    ExprKind::Blocked(thread)
                } else {
                    ExprKind::Alive(thread)
                }
            }
            _ => {
                self.advance()?;
                let mut arguments = Vec::new();
                while !self.token.is(")") {
                    arguments.push(self.argument()?);
                    if !self.token.is(",") {
                        break;
                    }
                    self.advance()?;
                }
                ExprKind::Call(name.to_string(), arguments)
            }
        };
        let close = self.expect(")")?;
        let span = start.to(close.span);
        Ok(Expr { kind, span })
    }

    /// `at(src/my-file.rs:42)`, `in(<A as B>::run)`: file and function names follow no grammar
    /// of ours, so the text up to the closing parenthesis is taken as it is.
    fn place(&mut self, name: &str, start: Span) -> Parse<Expr> {
        let from = self.token.span.end;
        let mut depth = 0usize;
        let end = self.text[from..].char_indices().find(|(_, c)| match c {
            '(' => {
                depth += 1;
                false
            }
            ')' if depth == 0 => true,
            ')' => {
                depth -= 1;
                false
            }
            _ => false,
        });
        let Some((length, _)) = end else {
            return Err(self.error(self.token.span, "there is no `)` for this `(`"));
        };
        let inside = Span::new(from, from + length);
        let written = &self.text[from..from + length];
        // Only a last part that is a thread is one: types of a function may hold commas.
        let (subject, thread) = match written.rsplit_once(',') {
            Some((subject, last)) if thread_number(last.trim()).is_some() => {
                (subject.trim(), thread_number(last.trim()))
            }
            _ => (written.trim(), None),
        };
        if subject.is_empty() {
            let example = if name == "at" {
                "at(file.c:42)"
            } else {
                "in(function)"
            };
            return Err(self.error(inside, format!("expected a place, as in `{example}`")));
        }
        let kind = if name == "at" {
            let Some(location) = location(subject) else {
                return Err(self
                    .error(inside, "expected a file and a line")
                    .with_hint("write `at(file.c:42)`; a function is `in(function)`"));
            };
            ExprKind::At(location, thread)
        } else {
            ExprKind::In(subject.to_string(), thread)
        };
        let close = from + length + 1;
        self.token = token_at(self.text, close)?;
        Ok(Expr {
            kind,
            span: Span::new(start.start, close),
        })
    }

    fn thread(&self, written: &str, span: Span) -> Parse<Thread> {
        thread_number(written).ok_or_else(|| {
            self.error(span, format!("`{written}` is not a thread"))
                .with_hint("threads are written `t0`, `t1`, …")
        })
    }
}

fn thread_number(written: &str) -> Option<Thread> {
    let digits = written.strip_prefix('t')?;
    let plain = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    plain.then(|| digits.parse().ok().map(Thread))?
}

/// `file:line` or `file:line:column`; the file may hold colons itself.
fn location(written: &str) -> Option<Location> {
    let (before, last) = written.rsplit_once(':')?;
    let last: u32 = last.trim().parse().ok()?;
    if let Some((file, line)) = before.rsplit_once(':')
        && let Ok(line) = line.trim().parse()
        && !file.is_empty()
    {
        return Some(Location {
            file: file.to_string(),
            line,
            column: Some(last),
        });
    }
    (!before.is_empty()).then(|| Location {
        file: before.to_string(),
        line: last,
        column: None,
    })
}

fn comparison_operator(token: &Token) -> Option<BinaryOperator> {
    match token.kind {
        TokenKind::Symbol("==") => Some(BinaryOperator::Equal),
        TokenKind::Symbol("!=") => Some(BinaryOperator::NotEqual),
        TokenKind::Symbol("<") => Some(BinaryOperator::Less),
        TokenKind::Symbol("<=") => Some(BinaryOperator::LessEqual),
        TokenKind::Symbol(">") => Some(BinaryOperator::Greater),
        TokenKind::Symbol(">=") => Some(BinaryOperator::GreaterEqual),
        _ => None,
    }
}
