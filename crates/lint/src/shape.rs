//! Which branches are never taken, what may happen more than once, and which objects
//! several threads can reach.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_program::{FunctionId, Pc};

use crate::address::{ContextId, Object, ObjectNumber, Points};
use crate::constants::dead_branches;
use crate::points::PointsTo;
use crate::state::Place;

/// Dead branches and repeated contexts, found when first asked for.
#[derive(Default)]
pub struct Loops {
    dead: RefCell<FxHashMap<FunctionId, FxHashSet<(Pc, Pc)>>>,
    repeated: RefCell<FxHashMap<ContextId, bool>>,
}

impl Loops {
    /// Whether several paths lead to an operation.
    pub fn is_join(&self, context: ContextId, pc: Pc, points: &PointsTo<'_>) -> bool {
        let function = points.contexts.get(context).function;
        points.control_flow(function).begins_block(pc)
    }

    /// Whether a successor of a branch is never taken.
    pub fn is_dead(&self, branch: Place, successor: Pc, points: &PointsTo<'_>) -> bool {
        let function = points.contexts.get(branch.context).function;
        let mut dead = self.dead.borrow_mut();
        let dead = dead
            .entry(function)
            .or_insert_with(|| dead_branches(points, function));
        dead.contains(&(branch.pc, successor))
    }

    /// Whether a place may be come to more than once by one thread, or by several.
    pub fn repeats(&self, place: Place, points: &PointsTo<'_>) -> bool {
        let function = points.contexts.get(place.context).function;
        let is_in_loop = !points.control_flow(function).loops(place.pc).is_empty();
        is_in_loop || self.is_repeated(place.context, points)
    }

    /// Whether a function may be called more than once in this context.
    fn is_repeated(&self, context: ContextId, points: &PointsTo<'_>) -> bool {
        if let Some(&known) = self.repeated.borrow().get(&context) {
            return known;
        }
        // Recursion is no more than what is found without it.
        self.repeated.borrow_mut().insert(context, false);
        let callers = &points.contexts.get(context).callers;
        let mut repeated = callers.len() > 1;
        for &(caller, pc) in callers {
            let place = Place {
                context: caller,
                pc,
            };
            repeated = repeated || self.repeats(place, points);
        }
        if points.contexts.get(context).is_thread {
            repeated |= self.several(context, points);
        }
        self.repeated.borrow_mut().insert(context, repeated);
        repeated
    }

    /// Whether several threads may begin in this context.
    pub fn several(&self, root: ContextId, points: &PointsTo<'_>) -> bool {
        let mut starts = 0;
        for id in points.contexts.ids() {
            for (&pc, threads) in &points.contexts.get(id).threads {
                if threads.contains(&root) {
                    starts += 1;
                    if starts > 1 || self.repeats(Place { context: id, pc }, points) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// The objects that several threads can reach: globals, what threads are given, and all that
/// these lead to.
pub struct Sharing {
    shared: FxHashSet<ObjectNumber>,
}

impl Sharing {
    pub fn new(points: &PointsTo<'_>) -> Sharing {
        let mut waiting: Vec<ObjectNumber> = Vec::new();
        let book = &points.book;
        let lead = |points: Points, waiting: &mut Vec<ObjectNumber>| {
            waiting.extend(book.addresses(points).iter().map(|address| address.object));
        };
        for object in book.objects() {
            if let Object::Global(global) = book.object(object)
                && let Some(global) = points.program.globals.get(global as usize)
                && !global.constant
            {
                waiting.push(object);
            }
        }
        for id in points.contexts.ids() {
            let context = points.contexts.get(id);
            if context.is_thread {
                for &argument in &context.arguments {
                    lead(argument, &mut waiting);
                }
            }
        }
        let mut shared = FxHashSet::default();
        while let Some(object) = waiting.pop() {
            if matches!(book.object(object), Object::Function(_)) || !shared.insert(object) {
                continue;
            }
            for content in points.memory.content(object) {
                lead(content, &mut waiting);
            }
        }
        shared.retain(|&object| match book.object(object) {
            Object::Global(global) => !points.program.globals[global as usize].constant,
            Object::ThreadLocal(_) => false,
            _ => true,
        });
        Sharing { shared }
    }

    pub fn contains(&self, object: ObjectNumber) -> bool {
        self.shared.contains(&object)
    }
}
