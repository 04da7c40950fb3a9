//! From a lowered program to its flow graph. Knows which operation goes where and what a
//! step costs; which functions a call may enter is found out elsewhere.

use crate::cost::{Cost, Measure, Unit};
use crate::flow::{Call, CallKind, Flow, FlowBuilder, NodeId};
use rustc_hash::FxHashMap;
use trailhound_analysis::{
    CallGraph, Pointers, TargetsId, Unwinding, direct_callee, global_of, successors,
};
use trailhound_contracts::{
    Locking, begins_atomic, creates_thread, ends_atomic, forks, formats, locking, never_returns,
    raises, writes_text,
};
use trailhound_program::{Body, CallSite, Callee, FunctionId, Op, Passed, Pc, Program, Reg};

/// The flow graph of a program, and its call graph. `entered`: functions that models enter.
pub fn flow_of(
    program: &Program,
    entered: Vec<FunctionId>,
    measure: Measure,
) -> (Flow, CallGraph<'_>) {
    // Steps bound the length of trails from below, so that no call may be left out.
    let pointers = match measure {
        Measure::Instructions => Pointers::Typed,
        Measure::Steps(_) => Pointers::Cast,
    };
    let call_graph = CallGraph::new(program, entered, pointers);
    let mut build = Build {
        program,
        call_graph: &call_graph,
        measure,
        builder: FlowBuilder::default(),
        first: Vec::new(),
        sets: FxHashMap::default(),
        in_atomic: Vec::new(),
        entered: None,
        forks: program
            .functions
            .iter()
            .any(|function| forks(function) && function.body.is_none()),
    };
    for id in (0..program.functions.len() as u32).map(FunctionId) {
        let nodes = match call_graph.body(id) {
            Some(body) if call_graph.reaches(id) => body.code.len() as u32,
            _ => 0,
        };
        let first = build.builder.function(nodes);
        build.first.push(first);
    }
    if matches!(measure, Measure::Steps(_)) {
        build.find_atomic();
    }
    let mut roots = vec![program.main];
    roots.extend(&program.constructors);
    roots.extend(&call_graph.at_end);
    for (id, body) in call_graph.bodies() {
        build.function(id, body, &mut roots);
    }
    roots[1..].sort_unstable();
    roots.dedup();
    for root in roots {
        build.builder.root(root);
    }
    (build.builder.finish(), call_graph)
}

struct Build<'a> {
    program: &'a Program,
    call_graph: &'a CallGraph<'a>,
    measure: Measure,
    builder: FlowBuilder,
    first: Vec<NodeId>,
    /// The entered part of each set of callees, as a set of the flow.
    sets: FxHashMap<TargetsId, Option<u32>>,
    /// Operations that may run while no other thread can: they may not end a step.
    in_atomic: Vec<Vec<bool>>,
    entered: Option<u32>,
    /// There are several processes: globals are each one's own.
    forks: bool,
}

impl<'a> Build<'a> {
    fn function(&mut self, id: FunctionId, body: &Body, roots: &mut Vec<FunctionId>) {
        for pc in 0..body.code.len() as Pc {
            let at = self.first[id.index()] + pc;
            match body.code[pc as usize] {
                Op::Return { .. } => self.builder.returns(at),
                Op::Resume { .. } => {
                    let cost = self.step(id, body, pc);
                    self.builder.raises(at, cost);
                }
                Op::Call { call } => self.call(id, body, pc, call, roots),
                _ => {
                    for next in successors(body, pc, Unwinding::LeftOut) {
                        self.edge(id, body, pc, next);
                    }
                }
            }
        }
    }

    fn edge(&mut self, id: FunctionId, body: &Body, from: Pc, to: Pc) {
        let cost = self.cost(id, body, from, (body, to));
        let first = self.first[id.index()];
        self.builder.edge(first + from, first + to, cost);
    }

    /// What the operation at `from` costs when `to` comes next.
    fn cost(&self, id: FunctionId, body: &Body, from: Pc, to: (&Body, Pc)) -> Cost {
        match self.measure {
            Measure::Steps(Unit::Line) => {
                let atomic = self.is_atomic(id, from);
                let (here, there) = (self.line(body, from), self.line(to.0, to.1));
                (!atomic && here.is_some() && there.is_some() && here != there) as Cost
            }
            _ => self.step(id, body, from),
        }
    }

    /// What the operation costs wherever it leads to.
    fn step(&self, id: FunctionId, body: &Body, pc: Pc) -> Cost {
        match self.measure {
            Measure::Instructions => 1,
            Measure::Steps(Unit::Line) => 0,
            Measure::Steps(Unit::Instruction) => !self.is_atomic(id, pc) as Cost,
            Measure::Steps(Unit::Shared) => {
                (!self.is_atomic(id, pc) && self.is_visible(body, pc)) as Cost
            }
        }
    }

    fn is_atomic(&self, id: FunctionId, pc: Pc) -> bool {
        self.in_atomic
            .get(id.index())
            .and_then(|pcs| pcs.get(pc as usize))
            .copied()
            .unwrap_or(false)
    }

    fn line(&self, body: &Body, pc: Pc) -> Option<(u32, u32)> {
        let location = *body.locations.get(pc as usize)?;
        let (_, location) = self.program.source.user_location(location)?;
        Some((location.file.0, location.line))
    }

    /// Surely a scheduling point of the user's code when several threads run.
    fn is_visible(&self, body: &Body, pc: Pc) -> bool {
        let source = &self.program.source;
        let users = source
            .location(body.locations[pc as usize])
            .is_some_and(|location| !source.file(location.file).library);
        users
            && match body.code[pc as usize] {
                Op::Load { p, .. }
                | Op::Store { p, .. }
                | Op::CompareExchange { p, .. }
                | Op::ReadModifyWrite { p, .. } => self.is_shared(body, p),
                Op::Call { call } => self.locks_shared(body, &body.calls[call as usize]),
                _ => false,
            }
    }

    /// The register always holds the address of a variable that all threads see.
    fn is_shared(&self, body: &Body, register: Reg) -> bool {
        let Some(&word) = body.constants.get(register as usize) else {
            return false;
        };
        let global =
            global_of(word).and_then(|(global, _)| self.program.globals.get(global as usize));
        !self.forks && global.is_some_and(|global| !global.constant && !global.thread_local)
    }

    fn locks_shared(&self, body: &Body, site: &CallSite) -> bool {
        let (Callee::Direct(callee), Some(&Passed::Register(lock))) =
            (site.callee, site.arguments.first())
        else {
            return false;
        };
        let locking = locking(&self.program.functions[callee.index()]);
        matches!(locking, Some((Locking::Lock | Locking::Unlock, 0))) && self.is_shared(body, lock)
    }

    fn call(
        &mut self,
        id: FunctionId,
        body: &Body,
        pc: Pc,
        number: u32,
        roots: &mut Vec<FunctionId>,
    ) {
        let site = &body.calls[number as usize];
        let first = self.first[id.index()];
        let at = first + pc;
        let pad = site
            .landing_pad
            .map(|pad| &body.landing_pads[pad as usize])
            .filter(|pad| pad.cleanup || !pad.catches.is_empty() || !pad.filters.is_empty());
        let catch_all = pad.is_some_and(|pad| {
            pad.cleanup || pad.catches.contains(&trailhound_program::Catch::All)
        });
        let external = match site.callee {
            Callee::Direct(callee) if self.call_graph.body(callee).is_none() => {
                Some(&self.program.functions[callee.index()])
            }
            _ => None,
        };
        let step = self.step(id, body, pc);
        let call = |targets: u32, enter: Cost, leave: Cost, back: NodeId, kind: CallKind| Call {
            at,
            targets,
            enter,
            leave,
            back,
            pad: pad.map(|pad| first + pad.target),
            escapes: !catch_all,
            kind,
        };
        if let Some(external) = external {
            let symbol = external.name.as_str();
            if !never_returns(symbol) {
                self.edge(id, body, pc, pc + 1);
            }
            if raises(symbol) {
                match pad {
                    Some(pad) => self.edge(id, body, pc, pad.target),
                    None => self.builder.raises(at, step),
                }
                if pad.is_some() && !catch_all {
                    self.builder.raises(at, step);
                }
            }
            let enter = self.whole_step(id, pc);
            if (formats(external) || writes_text(external))
                && let Some(targets) = self.entered_by_models()
            {
                // Such a model goes on behind the call, or is asked again.
                for back in [at, at + 1] {
                    self.builder.call(call(targets, 0, 0, back, CallKind::Call));
                }
            }
            let Some(set) = self.call_graph.targets_id(id, number) else {
                return;
            };
            let Some(targets) = self.targets(set) else {
                return;
            };
            if creates_thread(symbol).is_some() {
                roots.extend(self.call_graph.set(set));
                self.builder
                    .call(call(targets, enter, 0, at + 1, CallKind::Spawn));
            } else {
                self.builder
                    .call(call(targets, step, 0, at, CallKind::Call));
            }
            return;
        }
        let Some(set) = self.call_graph.targets_id(id, number) else {
            return;
        };
        let entered = self.targets(set);
        let functions = self.call_graph.set(set);
        // A pointer may lead to a model, which does its work in this one step.
        if functions.iter().any(|&f| self.call_graph.body(f).is_none()) {
            self.edge(id, body, pc, pc + 1);
            if functions
                .iter()
                .any(|&f| raises(&self.program.functions[f.index()]))
            {
                self.builder.raises(at, step);
            }
        }
        let Some(targets) = entered else { return };
        let enter = self.enter(id, body, pc, set);
        let leave = self.leave(body, pc, set);
        self.builder
            .call(call(targets, enter, leave, at + 1, CallKind::Call));
    }

    /// A call of a model that starts a thread. The new thread stands at its start when the
    /// step is over, so at least the step that the call lies in is taken.
    fn whole_step(&self, id: FunctionId, pc: Pc) -> Cost {
        match self.measure {
            Measure::Instructions => 1,
            Measure::Steps(_) => !self.is_atomic(id, pc) as Cost,
        }
    }

    /// The least that the step into one of these functions costs.
    fn enter(&self, id: FunctionId, body: &Body, pc: Pc, set: TargetsId) -> Cost {
        let bodies = self
            .call_graph
            .set(set)
            .iter()
            .filter_map(|&f| self.call_graph.body(f));
        bodies
            .map(|callee| self.cost(id, body, pc, (callee, 0)))
            .min()
            .unwrap_or(0)
    }

    /// The least that the step back from one of these functions costs.
    fn leave(&self, body: &Body, pc: Pc, set: TargetsId) -> Cost {
        let callees = self.call_graph.set(set).iter();
        callees
            .filter_map(|&f| Some((f, self.call_graph.body(f)?)))
            .flat_map(|(f, callee)| {
                let returns = (0..callee.code.len() as Pc)
                    .filter(|&pc| matches!(callee.code[pc as usize], Op::Return { .. }));
                returns.map(move |from| self.cost(f, callee, from, (body, pc + 1)))
            })
            .min()
            .unwrap_or(0)
    }

    /// The functions with a body in a set, as a set of the flow.
    fn targets(&mut self, set: TargetsId) -> Option<u32> {
        if let Some(&known) = self.sets.get(&set) {
            return known;
        }
        let functions: Vec<FunctionId> = self
            .call_graph
            .set(set)
            .iter()
            .copied()
            .filter(|&f| self.call_graph.body(f).is_some())
            .collect();
        let targets = (!functions.is_empty()).then(|| self.builder.targets(functions));
        self.sets.insert(set, targets);
        targets
    }

    fn entered_by_models(&mut self) -> Option<u32> {
        if self.entered.is_none() && !self.call_graph.entered.is_empty() {
            let entered = self.call_graph.entered.clone();
            self.entered = Some(self.builder.targets(entered));
        }
        self.entered
    }

    /// Marks what may run inside an atomic section.
    fn find_atomic(&mut self) {
        let program = self.program;
        let mut inside: Vec<Vec<bool>> = program
            .functions
            .iter()
            .map(|f| vec![false; f.body.as_ref().map_or(0, |body| body.code.len())])
            .collect();
        let mut waiting: Vec<(FunctionId, Pc)> = Vec::new();
        for (id, body) in self.call_graph.bodies() {
            if program.functions[id.index()].atomic {
                waiting.push((id, 0));
            }
            for pc in 0..body.code.len() as Pc {
                if self.model_called(body, pc).is_some_and(begins_atomic) {
                    waiting.push((id, pc + 1));
                }
            }
        }
        while let Some((id, pc)) = waiting.pop() {
            let Some(body) = self.call_graph.body(id) else {
                continue;
            };
            if std::mem::replace(&mut inside[id.index()][pc as usize], true) {
                continue;
            }
            let ended = self.model_called(body, pc).is_some_and(ends_atomic);
            match body.code[pc as usize] {
                _ if ended => {}
                // A section that is left open in a callee is open behind all its calls.
                Op::Return { .. } if !program.functions[id.index()].atomic => {
                    waiting.extend(self.behind_calls_of(id));
                }
                Op::Call { call } => {
                    waiting.push((id, pc + 1));
                    let site = &body.calls[call as usize];
                    waiting.extend(site.landing_pad.map(|pad| {
                        let pad = &body.landing_pads[pad as usize];
                        (id, pad.target)
                    }));
                    waiting.extend(self.call_graph.targets(id, call).iter().map(|&f| (f, 0)));
                }
                _ => {
                    let next = successors(body, pc, Unwinding::LeftOut);
                    waiting.extend(next.into_iter().map(|next| (id, next)));
                }
            }
        }
        self.in_atomic = inside;
    }

    fn model_called(&self, body: &Body, pc: Pc) -> Option<&'a str> {
        let callee = direct_callee(body, pc)?;
        Some(self.program.functions[callee.index()].name.as_str())
    }

    fn behind_calls_of(&self, callee: FunctionId) -> Vec<(FunctionId, Pc)> {
        let mut behind = Vec::new();
        for (id, body) in self.call_graph.bodies() {
            for (pc, op) in body.code.iter().enumerate() {
                if let Op::Call { call } = op
                    && self.call_graph.targets(id, *call).contains(&callee)
                {
                    behind.push((id, pc as Pc + 1));
                }
            }
        }
        behind
    }
}
