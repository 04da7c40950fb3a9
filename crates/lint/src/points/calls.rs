//! Calls, as far as addresses go through them: which functions are meant, what they are given
//! and give back, and what is known of those without a body.

use super::*;

impl<'p> PointsTo<'p> {
    pub(super) fn give_back(&mut self, id: ContextId, results: &[Points]) {
        let context = self.contexts.get_mut(id);
        context.results.resize(results.len(), Points::NOWHERE);
        let mut known = std::mem::take(&mut context.results);
        let mut grown = false;
        for (known, &new) in known.iter_mut().zip(results) {
            let union = self.book.union(*known, new);
            grown |= union != *known;
            *known = union;
        }
        let context = self.contexts.get_mut(id);
        context.results = known;
        if grown {
            let callers: Vec<ContextId> = context.callers.iter().map(|caller| caller.0).collect();
            for caller in callers {
                self.put_off(caller);
            }
        }
    }

    /// What a call is known to give.
    pub(super) fn recall(
        &self,
        id: ContextId,
        pc: Pc,
        site: &CallSite,
        registers: &mut Registers,
    ) -> bool {
        let context = self.contexts.get(id);
        let answer = context.answers.get(&pc);
        for register in 0..site.results as usize {
            let points = answer.and_then(|answer| answer.get(register)).copied();
            registers[site.d as usize + register] = points.unwrap_or_default();
        }
        !context.leaves.contains(&pc)
    }

    pub(super) fn call(
        &mut self,
        id: ContextId,
        body: &'p Body,
        pc: Pc,
        call: u32,
        registers: &mut Registers,
    ) -> bool {
        let site = &body.calls[call as usize];
        let passed = site.arguments.iter().map(|passed| match *passed {
            Passed::Register(register) => registers[register as usize],
            Passed::ByValue { pointer, .. } => registers[pointer as usize],
        });
        let arguments: Vec<Points> = passed.collect();
        let targets: Vec<FunctionId> = match site.callee {
            Callee::Direct(function) => vec![function],
            Callee::Indirect(register) => self.pointed(id, call, registers[register as usize]),
        };
        let known = self.contexts.get(id).answers.get(&pc).cloned();
        let mut answer = known.unwrap_or_else(|| vec![Points::NOWHERE; site.results as usize]);
        let mut news = false;
        for function in targets {
            let results = match self.external(id, body, pc, function, site, &arguments) {
                External::Leaves => {
                    self.contexts.get_mut(id).leaves.insert(pc);
                    return false;
                }
                External::Returns(points) => vec![points],
                External::IsNone => self.called(id, pc, function, arguments.clone()),
            };
            for (known, points) in answer.iter_mut().zip(results) {
                let union = self.book.union(*known, points);
                news |= union != *known;
                *known = union;
            }
        }
        for (register, &points) in answer.iter().enumerate() {
            registers[site.d as usize + register] = points;
        }
        self.contexts.get_mut(id).answers.insert(pc, answer);
        self.news |= news;
        !news
    }

    /// The functions that a pointer means.
    fn pointed(&self, id: ContextId, call: u32, points: Points) -> Vec<FunctionId> {
        let functions = self.book.addresses(points).iter();
        let known: Vec<FunctionId> = functions
            .filter_map(|address| match self.book.object(address.object) {
                Object::Function(function) => Some(FunctionId(function)),
                _ => None,
            })
            .collect();
        if !known.is_empty() {
            return known;
        }
        let function = self.contexts.get(id).function;
        let site = self.body(function).map(|body| &body.calls[call as usize]);
        let slot = site.and_then(|site| site.slot.as_ref());
        // A pointer that a library keeps is one that was not set.
        let is_method =
            slot.is_some_and(|slot| matches!(slot.table, Table::Class(_) | Table::Invariant));
        if self.is_library(function) && !is_method {
            return Vec::new();
        }
        let guessed = self.call_graph.targets(function, call).iter().copied();
        let guessed = guessed.filter(|&f| f != self.program.main);
        let guessed: Vec<FunctionId> = guessed.collect();
        match guessed.len() <= MOST_GUESSES {
            true => guessed,
            false => Vec::new(),
        }
    }

    fn called(
        &mut self,
        id: ContextId,
        pc: Pc,
        function: FunctionId,
        arguments: Vec<Points>,
    ) -> Vec<Points> {
        let origin = self.origin(id, pc, function);
        let callee = self.enter(function, arguments, origin);
        self.contexts.get_mut(callee).callers.insert((id, pc));
        let calls = self.contexts.get_mut(id).calls.entry(pc).or_default();
        if !calls.contains(&callee) {
            calls.push(callee);
        }
        self.contexts.get(callee).results.clone()
    }

    fn origin(&self, id: ContextId, pc: Pc, callee: FunctionId) -> Option<Origin> {
        if !self.is_library(callee) {
            return None;
        }
        let context = self.contexts.get(id);
        let caller = (context.function, pc);
        let own = Origin {
            user: (id, pc),
            caller,
            begins_thread: false,
        };
        let inherited = context.origin.filter(|_| !self.is_users(caller));
        Some(inherited.map_or(own, |origin| Origin { caller, ..origin }))
    }

    fn external(
        &mut self,
        id: ContextId,
        body: &Body,
        pc: Pc,
        function: FunctionId,
        site: &CallSite,
        arguments: &[Points],
    ) -> External {
        let code = &self.program.functions[function.index()];
        let argument = |index: usize| arguments.get(index).copied().unwrap_or_default();
        if allocation(code).is_some() || reallocates(code) {
            let object = Object::Block { context: id, pc };
            let block = self.book.one(object, Offset::exactly(0));
            let old = match reallocates(code) {
                true => argument(0),
                false => Points::NOWHERE,
            };
            return External::Returns(self.book.union(block, old));
        }
        if fails(code) || never_returns(code) {
            return External::Leaves;
        }
        if is_beside_the_point(code) {
            return External::Returns(Points::NOWHERE);
        }
        if self.body(function).is_some() {
            return External::IsNone;
        }
        if let Some((_, lock)) = locking(code) {
            self.note(id, pc, argument(lock));
            return External::Returns(Points::NOWHERE);
        }
        let is_special = match mutex_kind(code) {
            Some(MutexKind::Attributes(at)) => argument(at) != Points::NOWHERE,
            Some(MutexKind::Number(at)) => !is_plain(site, at, body),
            Some(MutexKind::OfAttributes(_)) | None => false,
        };
        if is_special {
            self.special_mutexes.insert(argument(0));
        }
        if let Some(place) = stores_block(code) {
            let object = Object::Block { context: id, pc };
            let block = self.book.one(object, Offset::exactly(0));
            self.store(argument(place), Offset::exactly(0), block);
        }
        if copies(code) {
            let size = match site.arguments.get(2) {
                Some(&Passed::Register(size)) => body.constants.get(size as usize).copied(),
                _ => None,
            };
            self.copy(id, argument(0), argument(1), size);
            return External::Returns(argument(0));
        }
        if let Some(entry) = creates_thread(code) {
            for function in self.functions_in(argument(entry)) {
                let origin = self.origin(id, pc, function).map(|origin| Origin {
                    begins_thread: true,
                    ..origin
                });
                let thread = self.enter(function, vec![argument(entry + 1)], origin);
                self.contexts.get_mut(thread).is_thread = true;
                let threads = self.contexts.get_mut(id).threads.entry(pc).or_default();
                if !threads.contains(&thread) {
                    threads.push(thread);
                }
            }
        }
        if let Some(entry) = calls_back(code) {
            for function in self.functions_in(argument(entry)) {
                self.called(id, pc, function, Vec::new());
            }
        }
        External::Returns(Points::NOWHERE)
    }

    fn functions_in(&self, points: Points) -> Vec<FunctionId> {
        let addresses = self.book.addresses(points).iter();
        let functions = addresses.filter_map(|address| match self.book.object(address.object) {
            Object::Function(function) => Some(FunctionId(function)),
            _ => None,
        });
        functions.filter(|&f| self.body(f).is_some()).collect()
    }
}

/// Whether a call that is told the kind of a mutex makes one that can be taken once only.
fn is_plain(site: &CallSite, argument: usize, body: &Body) -> bool {
    let Some(&Passed::Register(kind)) = site.arguments.get(argument) else {
        return false;
    };
    let kind = body.constants.get(kind as usize);
    kind.is_some_and(|kind| kind & u64::from(RECURSIVE) == 0)
}

enum External {
    /// It has a body to follow.
    IsNone,
    Returns(Points),
    Leaves,
}

/// Library code that is no business of threads.
fn is_beside_the_point(function: &Function) -> bool {
    // The thread that destroys what was shared is the last to have it.
    const LAST: [&str; 4] = [
        "drop_slow",
        "_M_dispose",
        "_M_destroy",
        "_M_release_last_use",
    ];
    let is_last = LAST.iter().any(|last| function.display.contains(last));
    is_last || is_beside_threads(function)
}
