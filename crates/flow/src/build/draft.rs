//! The nodes of a graph while it is put together.

use rustc_hash::FxHashMap;
use trailhound_program::LocationId;

use super::rendezvous::Channel;
use super::walk::{Effect, PointId, TaskIndex, Walk};
use crate::action::Action;

/// A node before those that only keep the flow are taken out.
#[derive(Debug)]
pub struct Draft {
    /// The task that does it; that of the whole graph for its first and last node.
    pub task: Option<TaskIndex>,
    pub effect: Effect,
    pub actions: Vec<Action>,
    pub location: LocationId,
    /// Nodes of its own task that come next, and of the one that it creates or joins.
    pub next: Vec<u32>,
    pub kept: bool,
    /// The program ends here.
    pub exits: bool,
    /// The channel at which two tasks meet, and whether this one sends.
    pub meets: Option<(Channel, bool)>,
    /// It is done by a channel.
    pub is_channels: bool,
}

impl Draft {
    pub fn new(task: Option<TaskIndex>, kept: bool) -> Draft {
        Draft {
            task,
            effect: Effect::None,
            actions: Vec::new(),
            location: LocationId::UNKNOWN,
            next: Vec::new(),
            kept,
            exits: false,
            meets: None,
            is_channels: false,
        }
    }
}

pub struct Assembly<'w, 'a> {
    pub walk: &'w Walk<'a>,
    pub drafts: Vec<Draft>,
    pub points: FxHashMap<PointId, u32>,
    /// For each task that is started: its first node and the one behind its last.
    pub begins: Vec<Option<u32>>,
    pub ends: Vec<u32>,
    pub many: Vec<bool>,
}

pub const INITIAL: u32 = 0;
pub const FINAL: u32 = 1;
