//! Which registers of a frame matter at which point of a function: those that are read
//! later before they are written. Constants are never reported. Knows code, not states.

use crate::bits::BitSet;
use crate::code::{Op, Pc, Reg};
use crate::function::Body;
use crate::operands;

/// The live registers of one function. Sets are kept at the ends of blocks; those inside a
/// block are computed when asked for.
#[derive(Debug)]
pub struct Liveness {
    /// First operation of each block, ascending, and the length of the code at the end.
    starts: Vec<Pc>,
    /// Live after the last operation of each block, counted from the first parameter.
    live_out: Vec<BitSet>,
    /// Uses and definitions of each operation, constants left out.
    touched: Vec<Touched>,
    registers: Vec<Reg>,
    first_parameter: Reg,
    bound: usize,
}

/// Ranges of [`Liveness::registers`]: `start..middle` is read, `middle..end` written.
#[derive(Clone, Copy, Debug)]
struct Touched {
    start: u32,
    middle: u32,
    end: u32,
}

impl Liveness {
    pub fn of(body: &Body) -> Liveness {
        let first = body.first_parameter();
        let mut registers = Vec::new();
        let mut touched = Vec::with_capacity(body.code.len());
        for op in &body.code {
            let start = registers.len() as u32;
            operands::uses(op, body, |reg| registers.extend(reg.checked_sub(first)));
            let middle = registers.len() as u32;
            operands::definitions(op, body, |reg| registers.extend(reg.checked_sub(first)));
            touched.push(Touched {
                start,
                middle,
                end: registers.len() as u32,
            });
        }
        let starts = block_starts(body);
        let bound = body.registers.saturating_sub(first) as usize;
        let mut liveness = Liveness {
            live_out: vec![BitSet::new(bound); starts.len() - 1],
            starts,
            touched,
            registers,
            first_parameter: first,
            bound,
        };
        liveness.solve(body);
        liveness
    }

    fn solve(&mut self, body: &Body) {
        let blocks = self.starts.len() - 1;
        let successors: Vec<_> = (0..blocks).map(|b| self.successors(body, b)).collect();
        let mut predecessors = vec![Vec::new(); blocks];
        for (b, targets) in successors.iter().enumerate() {
            for &(target, _) in targets {
                predecessors[target].push(b);
            }
        }
        let mut live_in = vec![BitSet::new(self.bound); blocks];
        let mut queued = vec![true; blocks];
        let mut work: Vec<usize> = (0..blocks).collect();
        while let Some(b) = work.pop() {
            queued[b] = false;
            let mut out = BitSet::new(self.bound);
            for &(target, pad) in &successors[b] {
                match pad {
                    None => drop(out.union(&live_in[target])),
                    // The machine writes the exception on the way to a landing pad.
                    Some(d) => {
                        let mut reached = live_in[target].clone();
                        [d, d + 1]
                            .iter()
                            .for_each(|d| reached.remove(d - self.first_parameter));
                        out.union(&reached);
                    }
                }
            }
            self.live_out[b] = out.clone();
            let mut live = out;
            for pc in (self.starts[b]..self.starts[b + 1]).rev() {
                self.step_back(pc, &mut live);
            }
            if live != live_in[b] {
                live_in[b] = live;
                for &from in &predecessors[b] {
                    if !std::mem::replace(&mut queued[from], true) {
                        work.push(from);
                    }
                }
            }
        }
    }

    /// From live after `pc` to live before it.
    fn step_back(&self, pc: Pc, live: &mut BitSet) {
        let touched = self.touched[pc as usize];
        let range = |a: u32, b: u32| &self.registers[a as usize..b as usize];
        range(touched.middle, touched.end)
            .iter()
            .for_each(|&d| live.remove(d));
        range(touched.start, touched.middle)
            .iter()
            .for_each(|&u| live.insert(u));
    }

    fn block_of(&self, pc: Pc) -> usize {
        self.starts.partition_point(|start| *start <= pc) - 1
    }

    /// Successor blocks; with the exception registers if it is a landing pad.
    fn successors(&self, body: &Body, block: usize) -> Vec<(usize, Option<Reg>)> {
        let last = self.starts[block + 1] - 1;
        let mut targets = Vec::new();
        let mut to = |pc: Pc| targets.push((self.block_of(pc), None));
        match body.code[last as usize] {
            Op::Jump { target } => to(target),
            Op::Branch { target, .. }
            | Op::BranchUnless { target, .. }
            | Op::CompareBranch { target, .. } => {
                to(target);
                to(last + 1);
            }
            Op::Switch { table, .. } => {
                let table = &body.switches[table as usize];
                table.cases.iter().for_each(|(_, target)| to(*target));
                to(table.default);
            }
            Op::IndirectJump { .. } => body.indirect_targets.iter().for_each(|pc| to(*pc)),
            Op::Return { .. } | Op::Resume { .. } | Op::Unreachable => {}
            Op::Call { call } => {
                to(last + 1);
                if let Some(pad) = body.calls[call as usize].landing_pad {
                    let pad = &body.landing_pads[pad as usize];
                    targets.push((self.block_of(pad.target), Some(pad.d)));
                }
            }
            _ => to(last + 1),
        }
        targets
    }

    fn before_set(&self, pc: Pc) -> BitSet {
        let block = self.block_of(pc);
        let mut live = self.live_out[block].clone();
        for at in (pc..self.starts[block + 1]).rev() {
            self.step_back(at, &mut live);
        }
        live
    }

    /// The registers that are live just before `pc`, ascending.
    pub fn before(&self, pc: Pc) -> Vec<Reg> {
        self.before_set(pc)
            .iter()
            .map(|reg| reg + self.first_parameter)
            .collect()
    }

    /// The registers that are live while the call at `pc` runs: those that are needed after
    /// it, on normal return or at the landing pad, and that neither way writes.
    pub fn after_call(&self, pc: Pc) -> Vec<Reg> {
        let block = self.block_of(pc);
        let mut live = match pc + 1 < self.starts[block + 1] {
            true => self.before_set(pc + 1),
            false => self.live_out[block].clone(),
        };
        let touched = self.touched[pc as usize];
        for &d in &self.registers[touched.middle as usize..touched.end as usize] {
            live.remove(d);
        }
        live.iter().map(|reg| reg + self.first_parameter).collect()
    }
}

fn block_starts(body: &Body) -> Vec<Pc> {
    let count = body.code.len();
    let mut begins = vec![false; count + 1];
    begins[0] = true;
    begins[count] = true;
    let mut mark = |pc: Pc| begins[pc as usize] = true;
    for (pc, op) in body.code.iter().enumerate() {
        let next = pc as Pc + 1;
        match *op {
            Op::Jump { target }
            | Op::Branch { target, .. }
            | Op::BranchUnless { target, .. }
            | Op::CompareBranch { target, .. } => {
                mark(target);
                mark(next);
            }
            Op::Call { call } if body.calls[call as usize].landing_pad.is_some() => mark(next),
            Op::Switch { .. }
            | Op::IndirectJump { .. }
            | Op::Return { .. }
            | Op::Resume { .. }
            | Op::Unreachable => mark(next),
            _ => {}
        }
    }
    for table in &body.switches {
        table.cases.iter().for_each(|(_, target)| mark(*target));
        mark(table.default);
    }
    body.landing_pads.iter().for_each(|pad| mark(pad.target));
    body.indirect_targets.iter().for_each(|pc| mark(*pc));
    (0..=count as Pc)
        .filter(|pc| begins[*pc as usize])
        .collect()
}
