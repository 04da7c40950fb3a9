//! The types of heap blocks: found by following the pointers of variables whose types are
//! known, and by accesses through pointers of known types.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::Mutex;

use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_machine::{
    Allocation, Event, Extent, Machine, Naming, Status, ThreadId, What, heap_name,
};
use trailhound_program::{Address, FunctionId, ObjectId, Op, Space};

use crate::names::VariableNames;
use crate::types::Type;

/// Names for the parts of variables, and of the blocks that they lead to.
#[derive(Debug)]
pub struct BlockNames {
    variables: Arc<VariableNames>,
    blocks: Mutex<FxHashMap<ObjectId, Block>>,
    /// What lies in blocks, by the accesses to them.
    accessed: Mutex<FxHashMap<Address, Accessed>>,
}

/// What an access through a pointer says of the address that the pointer has.
#[derive(Clone, Copy, Debug)]
struct Accessed {
    allocation: Option<Allocation>,
    pointee: u32,
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
    /// How the program gets there: `forks[2]`. Empty where that is not known.
    path: String,
}

/// A variable or a block whose pointers are still to be followed.
struct Waiting {
    address: Address,
    ty: Arc<Type>,
    path: String,
}

/// The blocks that one look at the state has found.
#[derive(Default)]
struct Found {
    blocks: FxHashMap<ObjectId, Block>,
    /// Addresses that pointers were followed to.
    seen: FxHashSet<Address>,
}

impl Found {
    fn add(&mut self, machine: &Machine<'_>, at: Address, ty: Arc<Type>, path: String) {
        let object = at.object();
        let block = self.blocks.entry(object).or_insert_with(|| Block {
            allocation: machine.observer.allocations.get(&object).copied(),
            contents: Vec::new(),
        });
        let start = at.offset();
        block.contents.push(Content { start, ty, path });
    }
}

impl Block {
    fn paths(&self) -> impl Iterator<Item = &str> {
        self.contents.iter().map(|content| content.path.as_str())
    }

    fn forget_paths(&mut self, taken: &FxHashSet<&str>) {
        for content in &mut self.contents {
            if taken.contains(content.path.as_str()) {
                content.path.clear();
            }
        }
    }
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
            accessed: Mutex::default(),
        }
    }

    /// Notes down what an access tells of the block that it is in: it may be one that no variable leads to.
    pub fn learn(&self, machine: &mut Machine<'_>, event: &Event, address: Address) {
        let body = machine.program.functions[event.function.index()]
            .body
            .as_ref();
        let Some(body) = body else {
            return;
        };
        // A call that copies reads and writes several places: which of them is known is not.
        let is_call = matches!(body.code.get(event.pc as usize), Some(Op::Call { .. }));
        let is_copy = is_call && matches!(event.what, What::Read { .. } | What::Write { .. });
        let place = body.locations.get(event.pc as usize).filter(|_| !is_copy);
        let known = place.and_then(|place| self.variables.accesses.get(place));
        let Some(&(pointee, offset)) = known else {
            return;
        };
        let Some(start) = address.offset().checked_sub(offset) else {
            return;
        };
        let object = address.object();
        let allocation = machine.observer.allocations.get(&object).copied();
        let accessed = Accessed {
            allocation,
            pointee,
        };
        let mut known = self.accessed.lock().expect("no holder panics");
        known.entry(object.at(start)).or_insert(accessed);
    }

    /// Follows the pointers in the state that the machine is in.
    pub fn follow(&self, machine: &mut Machine<'_>) {
        // Blocks of several processes have the same numbers.
        if machine.has_processes() {
            return;
        }
        let mut found = Found::default();
        let mut waiting = self.globals();
        // Other threads often have variables of the same names.
        for thread in machine.thread_ids() {
            self.add_locals(machine, thread, &mut waiting);
            self.follow_pointers(machine, &mut waiting, &mut found);
        }
        // Blocks that variables do not lead to may be known by accesses.
        for (address, pointee) in self.accessed_blocks(machine) {
            let ty = self.content(machine, address, pointee);
            let Some(ty) = ty.filter(|_| !found.blocks.contains_key(&address.object())) else {
                continue;
            };
            found.add(machine, address, ty.clone(), String::new());
            waiting.push_back(Waiting {
                address,
                ty,
                path: heap_name(address.object()),
            });
            self.follow_pointers(machine, &mut waiting, &mut found);
        }
        let found = found.blocks;
        let mut blocks = self.blocks.lock().expect("no holder panics");
        let allocations = &machine.observer.allocations;
        // What another block is called now this one was called before.
        let taken: FxHashSet<&str> = found.values().flat_map(Block::paths).collect();
        for (object, block) in blocks.iter_mut() {
            if !found.contains_key(object) {
                block.forget_paths(&taken);
            }
        }
        blocks.retain(|object, block| allocations.get(object).copied() == block.allocation);
        blocks.extend(found);
    }

    fn follow_pointers(
        &self,
        machine: &mut Machine<'_>,
        waiting: &mut VecDeque<Waiting>,
        found: &mut Found,
    ) {
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
                    || found.seen.len() >= MOST_BLOCKS
                    || !found.seen.insert(target)
                {
                    continue;
                }
                let mut path = from.path.clone();
                from.ty.part(offset, &mut path);
                let Some(ty) = self.content(machine, target, pointee) else {
                    continue;
                };
                found.add(machine, target, ty.clone(), path.clone());
                waiting.push_back(Waiting {
                    address: target,
                    ty,
                    path,
                });
            }
        }
    }

    /// Where accesses tell what lies there, of blocks that are still those that were accessed.
    fn accessed_blocks(&self, machine: &Machine<'_>) -> Vec<(Address, u32)> {
        let mut accessed = self.accessed.lock().expect("no holder panics");
        let allocations = &machine.observer.allocations;
        accessed.retain(|address, known| {
            allocations.get(&address.object()).copied() == known.allocation
        });
        let mut found: Vec<(Address, u32)> = accessed
            .iter()
            .map(|(&address, known)| (address, known.pointee))
            .collect();
        found.sort_unstable_by_key(|(address, _)| address.0);
        found
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
            // Behind a header, the rest of the last word is there for the alignment.
            _ if at.offset() > 0 && room <= ty.size().next_multiple_of(8) => Some(ty.clone()),
            count => Some(Arc::new(Type::Array {
                element: ty.clone(),
                count,
            })),
        }
    }

    fn globals(&self) -> VecDeque<Waiting> {
        let globals = self.variables.globals.iter().enumerate();
        let known = globals.filter_map(|(index, global)| {
            let (name, ty) = global.as_ref()?;
            Some(Waiting {
                address: ObjectId::new(Space::STATIC, index as u32).at(0),
                ty: ty.clone(),
                path: name.clone(),
            })
        });
        known.collect()
    }

    fn add_locals(
        &self,
        machine: &mut Machine<'_>,
        thread: ThreadId,
        waiting: &mut VecDeque<Waiting>,
    ) {
        let owner = machine.thread_at(thread);
        if owner.status == Status::Absent {
            return;
        }
        let stack = Space::stack(owner.number);
        for index in 0..MOST_LOCALS {
            let object = ObjectId::new(stack, index);
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

    /// How the program gets to a block.
    pub fn path(&self, block: ObjectId) -> Option<String> {
        let blocks = self.blocks.lock().expect("no holder panics");
        let contents = blocks.get(&block)?.contents.iter();
        let path = contents.min_by_key(|content| content.start)?.path.clone();
        (!path.is_empty() && path.len() <= LONGEST_PATH).then_some(path)
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
        read: impl FnOnce(&Content) -> R,
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
            .map(read)
    }
}

impl Content {
    /// The part at an offset of the block.
    fn part(&self, offset: u32, name: &mut String) -> &Type {
        self.ty.part(offset - self.start, name)
    }
}

impl Naming for BlockNames {
    fn global_part(&self, global: u32, offset: u32, extent: Extent) -> Option<String> {
        self.variables.global_part(global, offset, extent)
    }

    fn local_part(
        &self,
        variable: (FunctionId, u32),
        offset: u32,
        extent: Extent,
    ) -> Option<String> {
        self.variables.local_part(variable, offset, extent)
    }

    fn block_part(&self, block: ObjectId, offset: u32, extent: Extent) -> Option<String> {
        self.in_block(block, offset, |content| {
            let mut name = String::new();
            let offset = offset - content.start;
            content.ty.named_part(offset, extent, &mut name);
            name
        })
    }
}
