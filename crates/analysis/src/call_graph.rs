//! The functions that each call of a program may enter, and what its start reaches. A call that starts a thread
//! or has a function called back enters that function. How this is found out is the subject of `reach`.

use rustc_hash::FxHashMap;
use trailhound_program::{Body, Callee, FunctionId, Op, Pc, Program};

use crate::reach::{Means, Pointers, Reach, Shape};

/// A set of functions, in a [`CallGraph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TargetsId(pub u32);

#[derive(Clone, Debug)]
pub struct CallGraph<'p> {
    pub program: &'p Program,
    /// Functions of the program that models of Rust's library enter.
    pub entered: Vec<FunctionId>,
    /// Functions that run when a thread or the program ends.
    pub at_end: Vec<FunctionId>,
    /// By function and number of the call.
    of_call: FxHashMap<(FunctionId, u32), TargetsId>,
    sets: Vec<Vec<FunctionId>>,
    numbers: FxHashMap<Vec<FunctionId>, TargetsId>,
    reached: Vec<bool>,
    /// Functions that may be called as if they were of other types.
    cast: Vec<bool>,
}

impl<'p> CallGraph<'p> {
    /// `entered`: functions that models enter.
    pub fn new(program: &'p Program, entered: Vec<FunctionId>, pointers: Pointers) -> Self {
        let mut reach = Reach::new(program, pointers);
        reach.run(&entered);
        let mut graph = CallGraph {
            program,
            entered,
            at_end: Vec::new(),
            of_call: FxHashMap::default(),
            sets: Vec::new(),
            numbers: FxHashMap::default(),
            reached: reach.reached.clone(),
            cast: (0..program.functions.len() as u32)
                .map(|f| reach.may_be_cast(FunctionId(f)))
                .collect(),
        };
        let mut sets: FxHashMap<Shape, TargetsId> = FxHashMap::default();
        for (function, call) in std::mem::take(&mut reach.sites) {
            let body = graph.body(function).expect("only bodies have calls");
            let site = &body.calls[call as usize];
            let id = match reach.means(function, body, site) {
                Means::Direct(callee) => graph.number(vec![callee]),
                Means::Through(shape) => match sets.get(&shape) {
                    Some(&id) => id,
                    None => {
                        let id = graph.number(reach.fitting(&shape));
                        sets.insert(shape, id);
                        id
                    }
                },
                Means::AtEnd(Ok(function)) => {
                    graph.at_end.push(function);
                    continue;
                }
                Means::AtEnd(Err(shape)) => {
                    graph.at_end.extend(reach.fitting(&shape));
                    continue;
                }
                Means::Anything => graph.number(reach.addressed()),
                Means::Nothing => continue,
            };
            graph.of_call.insert((function, call), id);
        }
        graph.at_end.extend(&program.destructors);
        graph.at_end.sort_unstable();
        graph.at_end.dedup();
        graph
    }

    fn number(&mut self, mut set: Vec<FunctionId>) -> TargetsId {
        set.sort_unstable();
        set.dedup();
        if let Some(&id) = self.numbers.get(&set) {
            return id;
        }
        let id = TargetsId(self.sets.len() as u32);
        self.sets.push(set.clone());
        self.numbers.insert(set, id);
        id
    }

    /// The code of a function; None of one that the program does not define or that a model stands for.
    pub fn body(&self, function: FunctionId) -> Option<&'p Body> {
        self.program.functions[function.index()].body.as_ref()
    }

    /// Whether the program's start reaches a function.
    pub fn reaches(&self, function: FunctionId) -> bool {
        self.reached[function.index()]
    }

    /// All functions that the program's start reaches.
    pub fn reached(&self) -> impl Iterator<Item = FunctionId> + '_ {
        let all = (0..self.reached.len() as u32).map(FunctionId);
        all.filter(|&function| self.reaches(function))
    }

    /// Those of them that have a body.
    pub fn bodies(&self) -> impl Iterator<Item = (FunctionId, &'p Body)> + '_ {
        self.reached()
            .filter_map(|function| Some((function, self.body(function)?)))
    }

    /// The set of functions that a call may enter, by its number in its function; None if it enters none.
    pub fn targets_id(&self, function: FunctionId, call: u32) -> Option<TargetsId> {
        self.of_call.get(&(function, call)).copied()
    }

    pub fn set(&self, id: TargetsId) -> &[FunctionId] {
        &self.sets[id.0 as usize]
    }

    /// The functions that a call may enter, by its number in its function.
    pub fn targets(&self, function: FunctionId, call: u32) -> &[FunctionId] {
        let id = self.targets_id(function, call);
        id.map_or(&[], |id| self.set(id))
    }

    /// Whether a function may be called as if it were of another type.
    pub fn may_be_cast(&self, function: FunctionId) -> bool {
        self.cast[function.index()]
    }
}

/// The function that an operation calls by its name.
pub fn direct_callee(body: &Body, pc: Pc) -> Option<FunctionId> {
    let Op::Call { call } = body.code[pc as usize] else {
        return None;
    };
    match body.calls[call as usize].callee {
        Callee::Direct(callee) => Some(callee),
        Callee::Indirect(_) => None,
    }
}
