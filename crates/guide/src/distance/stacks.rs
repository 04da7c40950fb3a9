//! The distances of stacks, each frame worked out once: stacks that differ in their upper
//! frames share the lower ones.

use rustc_hash::FxHashMap;
use trailhound_distance::{Cost, FAR, Flow, NodeId, StackFrame, Summaries, Target, TooLarge};
use trailhound_machine::{LeafId, ProgramGraph, Resumes, Standing};
use trailhound_program::FunctionId;

use super::heuristic::{Heuristic, Known};
use super::name::DistanceName;

pub(super) struct Stacks<'f> {
    flow: &'f Flow,
    heuristic: Heuristic<'f>,
    /// What runs when a thread has ended.
    ending: Cost,
    /// By frame, with those below it.
    frames: FxHashMap<LeafId, Known>,
    /// How often what was known of frames had to be forgotten.
    learned: u32,
}

impl<'f> Stacks<'f> {
    pub fn new(
        name: DistanceName,
        flow: &'f Flow,
        targets: &[Target],
        handlers: &[NodeId],
    ) -> Result<Stacks<'f>, TooLarge> {
        let heuristic = Heuristic::new(name, flow, targets)?;
        let from = |&entry: &NodeId| heuristic.starting_at(entry);
        let ending = handlers.iter().map(from).min().unwrap_or(FAR);
        Ok(Stacks {
            flow,
            heuristic,
            ending,
            frames: FxHashMap::default(),
            learned: 0,
        })
    }

    /// How far a thread is that starts at this node; at its end, others may run.
    pub fn starting_at(&self, entry: NodeId) -> Cost {
        let ahead = self.heuristic.starting_at(entry);
        ahead.min(self.ending)
    }

    /// How often it has learned something by which stacks are further away than it had said.
    pub fn learned(&self) -> u32 {
        self.learned
    }

    /// How far a thread is, by its leaf.
    pub fn thread(&mut self, graph: &ProgramGraph<'_>, leaf: LeafId) -> Cost {
        match graph.top_frame(leaf) {
            None => FAR,
            Some((frame, standing)) => {
                self.meet(graph, frame);
                let known = self.frame(graph, frame);
                match standing {
                    Standing::Before => known.here(),
                    Standing::Inside => known.behind(),
                }
            }
        }
    }

    /// Methods on the stack become known.
    fn meet(&mut self, graph: &ProgramGraph<'_>, top: LeafId) {
        if !self.heuristic.learns() {
            return;
        }
        let mut met = Vec::new();
        let mut leaf = top;
        while !leaf.is_nothing() && !self.frames.contains_key(&leaf) {
            let position = graph.frame(leaf);
            met.push(position.function);
            leaf = position.below;
        }
        let known = self.flow.functions() as usize;
        if self
            .heuristic
            .meet(met.into_iter().filter(|f| f.index() < known))
        {
            self.frames.clear();
            self.learned += 1;
        }
    }

    fn frame(&mut self, graph: &ProgramGraph<'_>, leaf: LeafId) -> Known {
        if let Some(known) = self.frames.get(&leaf) {
            return known.clone();
        }
        let position = graph.frame(leaf);
        let below = match position.resumes {
            Resumes::Nothing => self.heuristic.ground(self.ending),
            resumes => {
                let below = self.frame(graph, position.below);
                let caller = graph.frame(position.below);
                let leave = self.leave(caller.function, caller.pc);
                below.returned_by(resumes == Resumes::Again, leave)
            }
        };
        let known = match self.stack_frame(position.function, position.pc) {
            Some(frame) => self.heuristic.push(&below, &frame),
            // Not seen by the analysis: it may be anywhere.
            None => self.heuristic.ground(0).returned_by(false, 0),
        };
        self.frames.insert(leaf, known.clone());
        known
    }

    fn node(&self, function: FunctionId, pc: u32) -> Option<NodeId> {
        let nodes = self.flow.nodes_of(function);
        (pc < nodes.len() as u32).then(|| nodes.start + pc)
    }

    /// The least that a return to this call costs.
    fn leave(&self, function: FunctionId, pc: u32) -> Cost {
        let node = self.node(function, pc);
        let calls = node.into_iter().flat_map(|node| self.flow.calls_at(node));
        calls
            .map(|&call| self.flow.call(call).leave)
            .min()
            .unwrap_or(0)
    }

    fn stack_frame(&self, function: FunctionId, pc: u32) -> Option<StackFrame> {
        let node = self.node(function, pc)?;
        let calls = || {
            let calls = self.flow.calls_at(node).iter();
            calls.map(|&call| self.flow.call(call))
        };
        Some(StackFrame {
            node,
            back: self.node(function, pc + 1).map(|node| (node, 0)),
            pad: calls().find_map(|call| call.pad),
            escapes: calls().next().is_none() || calls().any(|call| call.escapes),
        })
    }
}

/// The least number of steps until the thread with this stack has ended. `is_main`: the end
/// of its first function is that of the program.
pub(super) fn to_end(
    ends: &Summaries,
    flow: &Flow,
    graph: &ProgramGraph<'_>,
    top: LeafId,
    standing: Standing,
    is_main: bool,
) -> Cost {
    let mut total: Cost = 0;
    let mut best = FAR;
    let mut leaf = top;
    let mut behind = standing == Standing::Inside;
    loop {
        let position = graph.frame(leaf);
        let nodes = flow.nodes_of(position.function);
        let pc = position.pc + behind as u32;
        if pc >= nodes.len() as u32 {
            // Not seen by the analysis.
            return total.min(best);
        }
        let node = (nodes.start + pc) as usize;
        // Where an exception is caught is not followed: the end may be right behind.
        let out = ends.target[node].min(ends.raise[node]);
        best = best.min(total.saturating_add(out));
        total = total.saturating_add(ends.end[node]);
        match position.resumes {
            Resumes::Nothing if is_main => return best,
            Resumes::Nothing => return best.min(total),
            Resumes::Behind => behind = true,
            Resumes::Again => behind = false,
        }
        leaf = position.below;
    }
}
