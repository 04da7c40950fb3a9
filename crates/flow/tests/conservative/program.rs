//! A program that is compiled and linked, a property, and the trace flow graph with what the
//! property asks about or with everything that the concrete search can see, too.

use trailhound_flow::action::{Action, Object};
use trailhound_flow::asked::{Asked, Scope};
use trailhound_flow::build::BuildError;
use trailhound_flow::constraint::tested;
use trailhound_flow::graph::{NodeId, TraceFlowGraph};
use trailhound_flow::property::Property;

use crate::loading::Source;
use crate::simulation::Seen;

pub struct Loaded<'p> {
    pub graph: TraceFlowGraph,
    pub property: &'p Property,
    shown: Shown,
    /// Variables that tests are about.
    tested: Vec<Object>,
}

/// What is in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Everything.
    All,
    /// What a property asks about, and the constraints that may be thought of for it.
    Asked(Scope),
}

/// Whether something that was done is in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Watched {
    No,
    /// Only where the text does not tell what is done.
    Maybe,
    Yes,
}

/// Variables that are only there to be looked at by the machine begin like this.
const HIDDEN: &str = "h_";

/// Locks that several may hold.
const SHARED: [&str; 2] = ["paper", "RW"];

/// Rules about what the programs do; they need not hold.
const PROPERTIES: [&str; 8] = [
    "events a = lock(m) b = unlock(m) property for all executions (a b)*",
    "events a = write(x, 1) | mark(\"after\") b = write(flag) c = mark(\"with\") \
     property for no execution .* a b .*",
    "events l = lock(fork_[0]) | lock(box.lock) u = unlock(fork_) in worker0 c = call(seen_a, 1) \
     property for all executions (l | u | c)* c",
    "events w = write(pair[0]) v = write(pair) property for no execution .* w v w .*",
    "events r = read(x) in main w = write(x) in worker0 v = write(x, 2) \
     property for all executions (r | w+ r)* v?",
    "events e = mark(\"end of main\") l = lock(box.lock) s = call(seen_b) \
     property for all executions (l | s)* e",
    "events a = write(y) in worker0#1 b = write(y) in worker0#2 c = write(mood, 1) \
     property for no execution .* b .* a .* c?",
    "events t = mark(\"tried\") u = unlock(m) | unlock(box) in main w = write(mood) \
     property for all executions automaton start one one: t, w -> two one: u -> one \
     two: u -> one two: t -> two accept one two",
];

/// One of the rules for C programs.
pub fn property(seed: u64) -> Property {
    let text = PROPERTIES[(seed / 2) as usize % PROPERTIES.len()];
    Property::parse(text, "random.prop").expect("the property is right")
}

impl<'p> Loaded<'p> {
    /// The graph of a program for a property, for which the builder may look at so many places.
    pub fn new(
        source: &Source,
        property: &'p Property,
        shown: Shown,
        max_operations: usize,
    ) -> Result<Loaded<'p>, BuildError> {
        let mut tested_ones = Vec::new();
        // Those that are tested are asked about, and then there may be tests of others.
        let graph = loop {
            let interest = |action: &Action| match shown {
                Shown::Asked(_) => Asked::new(property, Scope::Named).asks_about(action),
                Shown::All => is_shown(shown, property, &tested_ones, action),
            };
            let optional = |action: &Action| is_shown(shown, property, &tested_ones, action);
            let graph = source.graph(&interest, &optional, (4, 8, max_operations))?;
            let known = tested(&graph);
            if shown == Shown::All || known.iter().all(|object| tested_ones.contains(object)) {
                break graph;
            }
            tested_ones.extend(known);
        };
        Ok(Loaded {
            graph,
            property,
            shown,
            tested: tested_ones,
        })
    }

    /// What is looked at, for messages.
    pub fn summary(&self) -> String {
        let events = self.property.events.iter().map(|event| event.name.as_str());
        let events: Vec<&str> = events.collect();
        format!(
            "{:?} shown, the rule is about {}",
            self.shown,
            events.join(" ")
        )
    }

    /// Whether the graph shows what was seen.
    pub fn watches(&self, seen: &Seen) -> Watched {
        let actions = seen.actions();
        let watched = actions.iter().map(|done| self.watches_action(done));
        watched.max().unwrap_or(Watched::No)
    }

    fn watches_action(&self, done: &Action) -> Watched {
        let vague = match done {
            Action::Write { object, .. } => Action::Write {
                object: object.clone(),
                value: None,
            },
            other => other.clone(),
        };
        let is_required = |action: &Action| match self.shown {
            Shown::All => is_watched(action),
            Shown::Asked(_) => Asked::new(self.property, Scope::Named).asks_about(action),
        };
        // Who lets it go may have been a reader, who is not seen.
        if let Action::Unlock(Some(Object(name))) = done
            && SHARED.contains(&name.as_str())
        {
            return Watched::Maybe;
        }
        if is_required(done) {
            return Watched::Yes;
        }
        // Of what only constraints ask about, all is shown or nothing.
        let is_shown = is_shown(self.shown, self.property, &self.tested, &vague);
        match (is_required(&vague), is_shown && self.appears(done)) {
            (_, true) => Watched::Yes,
            (true, false) => Watched::Maybe,
            (false, false) => Watched::No,
        }
    }

    /// Whether something is done in the graph to the object of an action.
    fn appears(&self, done: &Action) -> bool {
        let object = |action: &Action| match action {
            Action::Lock(object) | Action::Unlock(object) | Action::Read(object) => object.clone(),
            Action::Write { object, .. } => object.clone(),
            Action::Test { object, .. } => Some(object.clone()),
            _ => None,
        };
        let nodes = (0..).map(NodeId).zip(&self.graph.nodes);
        let mut actions = nodes
            .filter(|(node, _)| *node != self.graph.initial)
            .flat_map(|(_, node)| &node.actions);
        let wanted = object(done);
        wanted.is_some() && actions.any(|action| object(action) == wanted)
    }
}

/// What is locked and unlocked, and seen to be. What begins with `h_` is hidden, and blocks of
/// memory have no names for the machine.
pub fn is_lock(name: &str) -> bool {
    let nameless = name.starts_with("heap(") || name.starts_with("local(") || name.contains("::");
    !nameless && !name.starts_with(HIDDEN)
}

/// Threads' handles and the compiler's constants are no variables of the program. In Rust, what
/// locks and the like are made of has no names of its own.
pub fn is_variable(name: &str) -> bool {
    const INNER: [&str; 11] = [
        "TOLD", "M", "N", "RW", "READY", "BELL", "ONCE", "HOOK", "LAZY", "JOB", "SLOT",
    ];
    let others = [HIDDEN, "handle", "__"];
    let is_inner = INNER.contains(&name) || name.contains("::");
    !is_inner && !others.iter().any(|other| name.starts_with(other))
}

fn is_shown(shown: Shown, property: &Property, tested: &[Object], action: &Action) -> bool {
    match shown {
        Shown::All => is_watched(action),
        Shown::Asked(scope) => Asked::new(property, scope)
            .with_variables(tested)
            .asks_about(action),
    }
}

fn is_watched(action: &Action) -> bool {
    match action {
        Action::Call { function, .. } => function.starts_with("seen"),
        Action::Mark(name) => !name.starts_with("seen"),
        Action::Lock(object) | Action::Unlock(object) => {
            object.as_ref().is_none_or(|object| is_lock(&object.0))
        }
        Action::Read(object) => object.as_ref().is_none_or(|object| is_variable(&object.0)),
        Action::Write { object, .. } => object.as_ref().is_none_or(|object| is_variable(&object.0)),
        Action::Test { object, .. } => is_variable(&object.0),
        Action::Start | Action::End => false,
    }
}
