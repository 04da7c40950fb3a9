//! Marks places in finished code: an operation of its own goes before each, and everything
//! that counts operations moves along. Knows nothing of why a place matters.

use crate::address::{Address, ObjectId, Space};
use crate::code::{FunctionId, Op, Pc};
use crate::function::Body;
use crate::{Global, Program};

/// A mark before an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    pub function: FunctionId,
    pub pc: Pc,
    /// The number of the place, which may begin at several operations.
    pub place: u32,
    /// To come here is what the search looks for.
    pub goal: bool,
}

impl Program {
    /// Puts an [`Op::Place`] before each of these operations.
    pub fn mark(&mut self, marks: &[Mark]) {
        let mut sorted = marks.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        for group in sorted.chunk_by(|a, b| a.function == b.function) {
            let function = group[0].function;
            let Some(body) = &mut self.functions[function.index()].body else {
                continue;
            };
            let has_labels = !body.indirect_targets.is_empty();
            insert(body, group);
            if has_labels {
                self.move_labels(function, group);
            }
        }
    }

    /// The operations that mark a place.
    pub fn marked(&self, wanted: u32) -> Vec<(FunctionId, Pc)> {
        let functions = self.functions.iter().enumerate();
        functions
            .flat_map(|(id, function)| {
                let code = function.body.iter().flat_map(|body| &body.code);
                code.enumerate()
                    .filter(
                        move |(_, op)| matches!(op, Op::Place { place, .. } if *place == wanted),
                    )
                    .map(move |(pc, _)| (FunctionId(id as u32), pc as Pc))
            })
            .collect()
    }

    /// Addresses of labels hold program counters too.
    fn move_labels(&mut self, function: FunctionId, marks: &[Mark]) {
        let object = ObjectId::new(Space::FUNCTION, function.0);
        let moved_label = |word: u64| {
            let address = Address(word);
            let is_label = address.object() == object && address.offset() > 0;
            is_label.then(|| object.at(moved(marks, address.offset() - 1) + 1).0)
        };
        let bodies = self.functions.iter_mut().filter_map(|f| f.body.as_mut());
        for constant in bodies.flat_map(|body| &mut body.constants) {
            *constant = moved_label(*constant).unwrap_or(*constant);
        }
        for Global { bytes, .. } in &mut self.globals {
            for word in bytes.chunks_exact_mut(8) {
                let value = u64::from_le_bytes((&*word).try_into().expect("eight bytes"));
                if let Some(label) = moved_label(value) {
                    word.copy_from_slice(&label.to_le_bytes());
                }
            }
        }
    }
}

/// Where a jump to `pc` goes when operations were put in: to what was put in.
fn moved(marks: &[Mark], pc: Pc) -> Pc {
    pc + marks.partition_point(|mark| mark.pc < pc) as Pc
}

fn insert(body: &mut Body, marks: &[Mark]) {
    let mut code = Vec::with_capacity(body.code.len() + marks.len());
    let mut locations = Vec::with_capacity(code.capacity());
    for (pc, (old, location)) in body.code.iter().zip(&body.locations).enumerate() {
        for &Mark { place, goal, .. } in marks.iter().filter(|mark| mark.pc == pc as Pc) {
            code.push(Op::Place { place, goal });
            locations.push(*location);
        }
        code.push(*old);
        locations.push(*location);
    }
    for op in &mut code {
        match op {
            Op::Jump { target }
            | Op::Branch { target, .. }
            | Op::BranchUnless { target, .. }
            | Op::CompareBranch { target, .. } => *target = moved(marks, *target),
            _ => {}
        }
    }
    for table in &mut body.switches {
        table.default = moved(marks, table.default);
        for (_, target) in &mut table.cases {
            *target = moved(marks, *target);
        }
    }
    for pad in &mut body.landing_pads {
        pad.target = moved(marks, pad.target);
    }
    for target in &mut body.indirect_targets {
        *target = moved(marks, *target);
    }
    body.code = code;
    body.locations = locations;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::SwitchTable;
    use crate::function::Function;
    use crate::source::LocationId;

    #[test]
    fn jumps_go_through_the_mark() {
        let code = vec![
            Op::Jump { target: 2 },
            Op::Nop,
            Op::Nop,
            Op::Branch {
                condition: 0,
                target: 1,
            },
            Op::Switch { v: 0, table: 0 },
        ];
        let body = Body {
            locations: (0..5).map(LocationId).collect(),
            switches: vec![SwitchTable {
                cases: vec![(7, 4)],
                default: 2,
            }],
            indirect_targets: vec![2],
            constants: vec![ObjectId::new(Space::FUNCTION, 0).at(2 + 1).0],
            code,
            ..Body::default()
        };
        let mut program = Program {
            functions: vec![Function {
                body: Some(body),
                ..Function::default()
            }],
            ..Program::default()
        };
        let marks = [2, 4].map(|pc| Mark {
            function: FunctionId(0),
            pc,
            place: 5,
            goal: true,
        });
        program.mark(&marks);
        assert_eq!(program.marked(5), [(FunctionId(0), 2), (FunctionId(0), 5)]);
        let body = program.functions[0].body.as_ref().expect("it has one");
        let mark = Op::Place {
            place: 5,
            goal: true,
        };
        let branch = Op::Branch {
            condition: 0,
            target: 1,
        };
        let switch = Op::Switch { v: 0, table: 0 };
        let expected = [
            Op::Jump { target: 2 },
            Op::Nop,
            mark,
            Op::Nop,
            branch,
            mark,
            switch,
        ];
        assert_eq!(body.code, expected);
        let lines: Vec<u32> = body.locations.iter().map(|l| l.0).collect();
        assert_eq!(lines, [0, 1, 2, 2, 3, 4, 4]);
        assert_eq!(body.switches[0].cases, [(7, 5)]);
        assert_eq!((body.switches[0].default, body.indirect_targets[0]), (2, 2));
        assert_eq!(Address(body.constants[0]).offset(), 2 + 1);
    }
}
