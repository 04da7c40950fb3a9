//! A temporal property as the user wrote it: its text, its formula and its propositions.

use std::fmt;

use crate::automaton::Automaton;
use crate::expr::{Expr, ExprKind, UnaryOperator};
use crate::formula::{Formula, PropositionId};
use crate::parse;
use crate::source_error::SourceError;
use crate::translate::{TooLarge, buchi, simplified};

impl Expr {
    /// Reads a state expression that is true or false, as `--always` takes it.
    pub fn parse(text: &str) -> Result<Expr, SourceError> {
        parse::state_expression(text)
    }
}

/// A formula of linear temporal logic over state expressions.
#[derive(Debug, Clone)]
pub struct Ltl {
    text: String,
    formula: Formula,
    propositions: Vec<Expr>,
}

impl Ltl {
    /// Reads `G (turn == 1 -> F at(file.c:42))`. Every comparison, name and call is one
    /// proposition; the same one twice is one. What stands in braces is one proposition as
    /// a whole, in which `G`, `X`, `U` and the like are names.
    pub fn parse(text: &str) -> Result<Ltl, SourceError> {
        let (formula, propositions) = parse::temporal_formula(text)?;
        Ok(Ltl {
            text: text.to_string(),
            formula,
            propositions,
        })
    }

    /// The text as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The propositions; bit `i` of a valuation is the truth of the `i`th.
    pub fn propositions(&self) -> &[Expr] {
        &self.propositions
    }

    /// The automaton of the executions that satisfy the property.
    pub fn automaton(&self) -> Result<Automaton, TooLarge> {
        self.automaton_of(self.formula.clone())
    }

    /// The automaton of the executions that violate the property: what a search looks for.
    /// If it is `Strength::Terminal`, violations are finite paths.
    pub fn violations(&self) -> Result<Automaton, TooLarge> {
        self.automaton_of(self.formula.clone().negated())
    }

    fn automaton_of(&self, formula: Formula) -> Result<Automaton, TooLarge> {
        let built = buchi(&formula)?;
        let name = formula.display(|id| self.written(id)).to_string();
        let propositions = self.propositions.iter().map(Expr::to_string).collect();
        let automaton = Automaton::frozen(&built, name, propositions);
        Ok(automaton.known_stutter_invariant(self.is_stutter_invariant()))
    }

    /// Whether the property cannot tell a state from its repetition, as far as that is seen
    /// from the formula: it has no `X`, or none that matters. Then reductions that leave out
    /// invisible steps, such as partial-order reduction, keep the verdict.
    pub fn is_stutter_invariant(&self) -> bool {
        !self.formula.has_next() || !simplified(&self.formula).has_next()
    }

    /// The proposition as it can be read again within a formula.
    fn written(&self, id: PropositionId) -> String {
        let expr = &self.propositions[usize::from(id.0)];
        let text = expr.to_string();
        let would_split = match &expr.kind {
            ExprKind::Boolean(_) | ExprKind::Unary(UnaryOperator::Not, _) => true,
            ExprKind::Binary(operator, ..) => operator.is_logical(),
            _ => false,
        };
        let has_letter = text
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| ["X", "F", "G", "U", "R", "W", "M"].contains(&word));
        if would_split || has_letter {
            format!("{{{text}}}")
        } else {
            text
        }
    }
}

impl fmt::Display for Ltl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.formula.display(|id| self.written(id)))
    }
}
