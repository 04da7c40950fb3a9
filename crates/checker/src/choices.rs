//! What data choices tried, as far as an answer rests on it.

use std::collections::BTreeSet;

use trailhound_machine::Machine;
use trailhound_program::{FunctionId, Op, Pc, Program};
use trailhound_trail::shown_path;

#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// Choices too wide to enumerate tried a few values.
    pub some_values: bool,
    /// Choices of pointers tried null and one object.
    pub some_pointers: bool,
    /// Choices that tried one value of each class.
    by_class: BTreeSet<(FunctionId, Pc)>,
}

impl Tried {
    pub fn by(machine: &Machine<'_>) -> Tried {
        Tried {
            some_values: machine.values_left_out,
            some_pointers: machine.pointers_left_out,
            by_class: machine.choices_by_class.clone(),
        }
    }

    pub fn add(&mut self, other: Tried) {
        self.some_values |= other.some_values;
        self.some_pointers |= other.some_pointers;
        self.by_class.extend(other.by_class);
    }

    /// What was not tried, if not everything was; `values` is the number of those that were.
    pub fn left_out(&self, values: usize) -> Option<String> {
        let of_values = format!("data choices tried only {values} of their values");
        let of_pointers = "choices of pointers tried only null and one object";
        match (self.some_values, self.some_pointers) {
            (false, false) => None,
            (true, false) => Some(of_values),
            (false, true) => Some(of_pointers.to_owned()),
            (true, true) => Some(format!("{of_values}, and {of_pointers}")),
        }
    }

    /// The classes that stand for all values, one note for each call.
    pub fn notes(&self, program: &Program) -> Vec<String> {
        let sites = self.by_class.iter();
        sites.filter_map(|&site| classes(program, site)).collect()
    }
}

fn classes(program: &Program, (function, pc): (FunctionId, Pc)) -> Option<String> {
    let body = program.functions[function.index()].body.as_ref()?;
    let Op::Call { call } = body.code[pc as usize] else {
        return None;
    };
    let classes = body.calls[call as usize].classes.as_ref()?;
    let values: Vec<String> = classes
        .values
        .iter()
        .map(|&value| match classes.width {
            64 => (value as i64).to_string(),
            width => {
                let unused = 64 - width;
                (((value << unused) as i64) >> unused).to_string()
            }
        })
        .collect();
    let source = &program.source;
    let place = source.inline_chain(body.locations[pc as usize]).next();
    let place = place.map_or(String::new(), |(_, location)| {
        let path = shown_path(&source.file(location.file).path);
        format!(" at {path}:{}", location.line)
    });
    Some(format!(
        "the choice{place} tried one value of each class that the program tells apart: {}",
        values.join(", ")
    ))
}
