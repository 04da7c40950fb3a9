//! What is asked of random programs besides that nothing fails: an invariant of their variables, that their
//! threads are not in some place at the same time, or whether they come to a line. It does not know what is searched.

use trailhound_machine::{Options, Proposition, Reading, Term, Value, Variable};
use trailhound_program::{FunctionId, Mark, Pc, Program};
use trailhound_property::BinaryOperator;

/// Variables that programs have; two of them are in an invariant.
const VARIABLES: [&str; 6] = ["v0", "v1", "v_atomic0", "v_atomic1", "v_flag", "v_word"];

/// A property of states that is looked for besides errors.
#[derive(Clone, Copy, Debug)]
pub enum Property {
    None,
    /// The sum of these variables is none of the numbers up to 4.
    Sums(&'static str, &'static str),
    /// Of two threads in the middle of their functions.
    Exclusion,
    /// That no thread comes to a line; which one the number tells.
    Target(u64),
}

impl Property {
    /// Which one is asked for in the program of a seed.
    pub fn of_seed(seed: u64) -> Property {
        let variable = |number: u64| VARIABLES[number as usize % VARIABLES.len()];
        match seed % 4 {
            0 => Property::None,
            1 => Property::Sums(variable(seed), variable(seed / 4 + 1)),
            2 => Property::Exclusion,
            _ => Property::Target(seed / 4),
        }
    }

    /// The program with the place marked that it shall not come to.
    pub fn marked(self, mut program: Program) -> Program {
        if let Property::Target(number) = self {
            let lines = beginnings_of_lines(&program);
            if let Some(&(function, pc)) = lines.get(number as usize % lines.len().max(1)) {
                program.mark(&[Mark {
                    function,
                    pc,
                    place: 0,
                    goal: true,
                }]);
            }
        }
        program
    }

    pub fn add_to(self, options: &mut Options, program: &Program) {
        match self {
            Property::None | Property::Target(_) => {}
            Property::Sums(one, other) => {
                let terms = [one, other].map(|name| variable(program, name));
                if let [Some(one), Some(other)] = terms {
                    let sums = 1..=4;
                    options.propositions = sums.map(|sum| unequal(&one, &other, sum)).collect();
                }
            }
            Property::Exclusion => {
                for (function, id) in program.functions.iter().zip(0..) {
                    let is_thread = function.name.starts_with("thread");
                    let body = function.body.as_ref().filter(|_| is_thread);
                    let length = body.map_or(0, |body| body.code.len() as u32);
                    let middle = length / 4..length * 3 / 4;
                    let middle = middle.map(|pc| (FunctionId(id), pc));
                    options.exclusive.extend(middle);
                }
            }
        }
    }
}

/// The operations of the program's own functions at which a line begins.
fn beginnings_of_lines(program: &Program) -> Vec<(FunctionId, Pc)> {
    let functions = program.functions.iter().zip(0..);
    let own = functions.filter(|&(_, id)| !program.is_of_library(FunctionId(id)));
    let lines = own.flat_map(|(function, id)| {
        let locations = function.body.iter().flat_map(|body| &body.locations);
        let lines = locations.map(|&id| program.source.location(id).map(|location| location.line));
        let lines: Vec<Option<u32>> = lines.collect();
        let is_first = move |pc: usize| {
            lines[pc].is_some()
                && pc
                    .checked_sub(1)
                    .is_none_or(|before| lines[before] != lines[pc])
        };
        let length = function
            .body
            .as_ref()
            .map_or(0, |body| body.locations.len());
        let first = (0..length).filter(move |&pc| is_first(pc));
        first.map(move |pc| (FunctionId(id), pc as Pc))
    });
    lines.collect()
}

/// A variable of type int.
fn variable(program: &Program, name: &str) -> Option<Term> {
    let mut globals = program.globals.iter();
    let global = globals.position(|global| global.name == name)? as u32;
    Some(Term::Variable(Variable {
        global,
        offset: 0,
        size: 4,
        reading: Reading::Signed,
        subscripts: Vec::new(),
    }))
}

fn unequal(one: &Term, other: &Term, sum: i128) -> Proposition {
    let binary = |operator, left: Term, right| {
        let parts = [left, right].map(Box::new);
        let [left, right] = parts;
        Term::Binary(operator, left, right)
    };
    let found = binary(BinaryOperator::Add, one.clone(), other.clone());
    let sum = Term::Constant(Value::Integer(sum));
    Proposition {
        text: String::new(),
        term: binary(BinaryOperator::NotEqual, found, sum),
        always: true,
    }
}
