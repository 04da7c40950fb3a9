//! Functions in the contexts that they are called in: by what their arguments point at, and
//! in a library also by the user's place that led there. One function that locks what it is
//! given is thus as many as there are things that it is given.

use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_program::{FunctionId, Pc};

use crate::address::{ContextId, Points};

/// An operation of the program.
pub type Site = (FunctionId, Pc);

/// The place that a library function is called from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The operation of the user's code, with the context of its function.
    pub user: (ContextId, Pc),
    /// The call that leads to it directly.
    pub caller: Site,
    /// It lies before the user's code in its thread: the place is where that is started.
    pub begins_thread: bool,
}

#[derive(Debug)]
pub struct Context {
    pub function: FunctionId,
    pub arguments: Vec<Points>,
    /// None in the user's own code.
    pub origin: Option<Origin>,
    pub results: Vec<Points>,
    /// Who calls it, from where.
    pub callers: FxHashSet<(ContextId, Pc)>,
    /// Where its calls lead to.
    pub calls: FxHashMap<Pc, Vec<ContextId>>,
    /// What its calls give back, those that were made.
    pub answers: FxHashMap<Pc, Vec<Points>>,
    /// Calls that do not return.
    pub leaves: FxHashSet<Pc>,
    /// Threads that begin in other contexts.
    pub threads: FxHashMap<Pc, Vec<ContextId>>,
    /// What its memory operations and the locks of its calls point at.
    pub points: FxHashMap<Pc, Points>,
    pub is_thread: bool,
}

impl Context {
    pub fn new(function: FunctionId, arguments: Vec<Points>, origin: Option<Origin>) -> Context {
        Context {
            function,
            arguments,
            origin,
            results: Vec::new(),
            callers: FxHashSet::default(),
            calls: FxHashMap::default(),
            answers: FxHashMap::default(),
            leaves: FxHashSet::default(),
            threads: FxHashMap::default(),
            points: FxHashMap::default(),
            is_thread: false,
        }
    }
}

/// Contexts of one function that are told apart by their arguments; all others share one.
pub const MOST_CONTEXTS: usize = 48;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub function: FunctionId,
    pub arguments: Vec<Points>,
    pub origin: Option<Origin>,
}

/// All contexts that were met.
#[derive(Default)]
pub struct Contexts {
    all: Vec<Context>,
    numbers: FxHashMap<Key, ContextId>,
    of_function: FxHashMap<FunctionId, usize>,
    /// The context that further calls of a function share.
    shared: FxHashMap<FunctionId, ContextId>,
}

/// What asking for a context has come to.
pub enum Entered {
    Known(ContextId),
    New(ContextId),
    /// The common one of a function of many contexts: its arguments have to grow.
    Shared(ContextId),
}

impl Contexts {
    pub fn get(&self, id: ContextId) -> &Context {
        &self.all[id.0 as usize]
    }

    pub fn get_mut(&mut self, id: ContextId) -> &mut Context {
        &mut self.all[id.0 as usize]
    }

    pub fn ids(&self) -> impl Iterator<Item = ContextId> + use<> {
        (0..self.all.len() as u32).map(ContextId)
    }

    pub fn enter(&mut self, key: Key) -> Entered {
        if let Some(&known) = self.numbers.get(&key) {
            return Entered::Known(known);
        }
        let count = self.of_function.entry(key.function).or_insert(0);
        if *count >= MOST_CONTEXTS {
            if let Some(&shared) = self.shared.get(&key.function) {
                return Entered::Shared(shared);
            }
            let id = self.add(Context::new(
                key.function,
                vec![Points::NOWHERE; key.arguments.len()],
                key.origin,
            ));
            self.shared.insert(key.function, id);
            return Entered::Shared(id);
        }
        *count += 1;
        let id = self.add(Context::new(
            key.function,
            key.arguments.clone(),
            key.origin,
        ));
        self.numbers.insert(key, id);
        Entered::New(id)
    }

    fn add(&mut self, context: Context) -> ContextId {
        let id = ContextId(self.all.len() as u32);
        self.all.push(context);
        id
    }
}
