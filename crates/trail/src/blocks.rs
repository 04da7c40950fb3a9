//! The types of heap blocks: found by following the pointers of variables whose types are
//! known. A block that only pointers without a type lead to has none.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::Mutex;

use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_machine::{Allocation, Machine, Naming, Status};
use trailhound_program::{Address, FunctionId, ObjectId, Space, ThreadNumber};

use crate::names::VariableNames;
use crate::types::Type;

/// Names for the parts of variables, and of the blocks that they lead to.
#[derive(Debug)]
pub struct BlockNames {
    variables: Arc<VariableNames>,
    blocks: Mutex<FxHashMap<ObjectId, Block>>,
}

#[derive(Debug)]
struct Block {
    /// Who allocated it: its number may be given to another block later.
    allocation: Option<Allocation>,
    /// What lies in it, by where it starts.
    contents: Vec<Content>,
}

#[derive(Debug)]
struct Content {
    start: u32,
    ty: Arc<Type>,
    /// How the program gets there: `forks[2]`.
    path: String,
}

/// A variable or a block whose pointers are still to be followed.
struct Waiting {
    address: Address,
    ty: Arc<Type>,
    path: String,
}

/// Enough for what a person looks at.
const MOST_BLOCKS: usize = 5000;
const MOST_LOCALS: u32 = 2000;
const LONGEST_PATH: usize = 60;

impl BlockNames {
    pub fn new(variables: Arc<VariableNames>) -> BlockNames {
        BlockNames {
            variables,
            blocks: Mutex::default(),
        }
    }

    /// Follows the pointers in the state that the machine is in.
    pub fn follow(&self, machine: &mut Machine<'_>) {
        // Blocks of several processes have the same numbers.
        if machine.has_processes() {
            return;
        }
        let mut waiting = self.variables_of(machine);
        let mut found: FxHashMap<ObjectId, Block> = FxHashMap::default();
        let mut seen: FxHashSet<Address> = FxHashSet::default();
        while let Some(from) = waiting.pop_front() {
            let mut pointers = Vec::new();
            from.ty
                .pointers(0, &mut |offset, pointee| pointers.push((offset, pointee)));
            for (offset, pointee) in pointers {
                let at = from.address.0 + u64::from(offset);
                let Some(target) = machine.peek_pointer(at).map(Address) else {
                    continue;
                };
                if !target.object().space().is_heap()
                    || seen.len() >= MOST_BLOCKS
                    || !seen.insert(target)
                {
                    continue;
                }
                let mut path = from.path.clone();
                from.ty.part(offset, &mut path);
                let Some(ty) = self.content(machine, target, pointee) else {
                    continue;
                };
                let block = found.entry(target.object()).or_insert_with(|| Block {
                    allocation: machine.observer.allocations.get(&target.object()).copied(),
                    contents: Vec::new(),
                });
                block.contents.push(Content {
                    start: target.offset(),
                    ty: ty.clone(),
                    path: path.clone(),
                });
                waiting.push_back(Waiting {
                    address: target,
                    ty,
                    path,
                });
            }
        }
        let mut blocks = self.blocks.lock().expect("no holder panics");
        let allocations = &machine.observer.allocations;
        blocks.retain(|object, block| allocations.get(object).copied() == block.allocation);
        blocks.extend(found);
    }

    /// What a pointer to a type leads to: one of them, or as many as the block has room for.
    fn content(&self, machine: &mut Machine<'_>, at: Address, pointee: u32) -> Option<Arc<Type>> {
        let pointee = self.variables.pointee_at(machine, at, pointee);
        let ty = self.variables.pointees.get(pointee as usize)?;
        let (length, _) = machine.memory.header(at.object())?;
        let room = length.checked_sub(at.offset())?;
        match room.checked_div(ty.size())? {
            0 => None,
            1 => Some(ty.clone()),
            _ if ty.is_polymorphic() => Some(ty.clone()),
            count => Some(Arc::new(Type::Array {
                element: ty.clone(),
                count,
            })),
        }
    }

    fn variables_of(&self, machine: &mut Machine<'_>) -> VecDeque<Waiting> {
        let mut waiting = VecDeque::new();
        for (index, global) in self.variables.globals.iter().enumerate() {
            if let Some((name, ty)) = global {
                waiting.push_back(Waiting {
                    address: ObjectId::new(Space::STATIC, index as u32).at(0),
                    ty: ty.clone(),
                    path: name.clone(),
                });
            }
        }
        for thread in machine.thread_ids() {
            if machine.thread_at(thread).status == Status::Absent {
                continue;
            }
            for index in 0..MOST_LOCALS {
                let object = ObjectId::new(Space::stack(ThreadNumber(thread.0)), index);
                if machine.memory.header(object).is_none() {
                    break;
                }
                let Some((function, number, name)) = machine.local_variable(object) else {
                    continue;
                };
                if let Some(ty) = self.variables.locals.get(&(function, number)) {
                    waiting.push_back(Waiting {
                        address: object.at(0),
                        ty: ty.clone(),
                        path: name.to_owned(),
                    });
                }
            }
        }
        waiting
    }

    /// How the program gets to a block.
    pub fn path(&self, block: ObjectId) -> Option<String> {
        let blocks = self.blocks.lock().expect("no holder panics");
        let contents = blocks.get(&block)?.contents.iter();
        let path = contents.min_by_key(|content| content.start)?.path.clone();
        (path.len() <= LONGEST_PATH).then_some(path)
    }

    /// A value that is read or written at an address, as its type says.
    pub fn value(
        &self,
        machine: &Machine<'_>,
        address: Address,
        bits: u32,
        value: u64,
    ) -> Option<String> {
        let (object, offset) = (address.object(), address.offset());
        let ty = match object.space() {
            Space::STATIC => {
                let global = self.variables.globals.get(object.index() as usize)?;
                global.as_ref()?.1.clone()
            }
            space if space.is_heap() => {
                let mut name = String::new();
                return self.in_block(object, offset, |content| {
                    content.part(offset, &mut name).value(bits, value)
                })?;
            }
            _ => {
                let (function, number, _) = machine.local_variable(object)?;
                self.variables.locals.get(&(function, number))?.clone()
            }
        };
        ty.part(offset, &mut String::new()).value(bits, value)
    }

    /// What is known to lie at an offset of a block: the whole of which others are parts, so that one
    /// address has one name. Bytes say the least.
    fn in_block<R>(
        &self,
        block: ObjectId,
        offset: u32,
        look: impl FnOnce(&Content) -> R,
    ) -> Option<R> {
        let blocks = self.blocks.lock().expect("no holder panics");
        let contents = blocks.get(&block)?.contents.iter();
        let holds = |content: &&Content| {
            (content.start..content.start + content.ty.size()).contains(&offset)
        };
        contents
            .filter(holds)
            .min_by_key(|content| {
                let size = content.ty.size();
                (content.ty.is_of_bytes(), content.start, Reverse(size))
            })
            .map(look)
    }
}

impl Content {
    /// The part at an offset of the block.
    fn part(&self, offset: u32, name: &mut String) -> &Type {
        self.ty.part(offset - self.start, name)
    }
}

impl Naming for BlockNames {
    fn part(&self, global: u32, offset: u32) -> Option<String> {
        self.variables.part(global, offset)
    }

    fn local_part(&self, function: FunctionId, variable: u32, offset: u32) -> Option<String> {
        self.variables.local_part(function, variable, offset)
    }

    fn block_part(&self, block: ObjectId, offset: u32) -> Option<String> {
        self.in_block(block, offset, |content| {
            let mut name = String::new();
            content.part(offset, &mut name);
            name
        })
    }
}
