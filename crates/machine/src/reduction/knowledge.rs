//! The local graph: for each thread the leaves that it was seen in and the steps that it was seen to
//! take there, and what it may touch from each leaf on, as far as that is known.

use super::footprint::{ALIVE, Access, Footprint, PrintId, Touch, retirement, thread_of_life};
use super::intervals::{SetId, Sets};
use crate::leaves::LeafId;
use crate::thread_id::ThreadId;
use rustc_hash::{FxHashMap, FxHashSet};
use trailhound_checkpoint::{Damage, Reader, Writer};

/// A thread number with a leaf; leaf 0 is the absent thread.
pub(crate) type NodeId = u32;

/// What was seen to come of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Target {
    /// The thread goes on there.
    Node(NodeId),
    /// The program ends, or an error happens.
    Nothing,
    /// The step cannot be taken while it finds these values.
    Blocked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LocalEdge {
    pub print: PrintId,
    /// Which of the thread's options it is.
    pub option: u32,
    pub target: Target,
}

#[derive(Default)]
pub(crate) struct Node {
    pub thread: ThreadId,
    pub edges: Vec<LocalEdge>,
    /// Where steps and other threads lead to it from.
    predecessors: Vec<NodeId>,
    /// What it may touch from here on.
    reads: SetId,
    writes: SetId,
    /// What it may write in an order that has no meaning.
    silent: SetId,
    is_dirty: bool,
    /// When the last step was learnt that it may come to.
    youngest: u64,
}

#[derive(Default)]
pub(crate) struct Knowledge {
    nodes: Vec<Node>,
    numbers: FxHashMap<(ThreadId, LeafId), NodeId>,
    edges: FxHashSet<(NodeId, LocalEdge)>,
    moves: FxHashSet<(NodeId, NodeId)>,
    /// The nodes about which something was learnt, in order.
    news: Vec<NodeId>,
    /// Nodes whose futures have grown, and those before them do not know it.
    dirty: Vec<NodeId>,
    /// Thread numbers seen, and one.
    threads: u32,
    /// What nodes may touch from there on.
    sets: Sets,
}

impl LocalEdge {
    fn save(&self, out: &mut Writer<'_>) {
        out.u32(self.print);
        out.u32(self.option);
        let (kind, node) = match self.target {
            Target::Node(node) => (0, node),
            Target::Nothing => (1, 0),
            Target::Blocked => (2, 0),
        };
        out.u8(kind);
        out.u32(node);
    }

    fn load(input: &mut Reader<'_>) -> Result<LocalEdge, Damage> {
        let (print, option) = (input.u32()?, input.u32()?);
        let (kind, node) = (input.u8()?, input.u32()?);
        let target = match kind {
            0 => Target::Node(node),
            1 => Target::Nothing,
            2 => Target::Blocked,
            _ => return Err(Damage::Content("a step to nowhere")),
        };
        Ok(LocalEdge {
            print,
            option,
            target,
        })
    }
}

impl Knowledge {
    pub fn save(&self, out: &mut Writer<'_>) {
        let mut leaves = vec![LeafId::NOTHING; self.nodes.len()];
        for (&(_, leaf), &node) in &self.numbers {
            leaves[node as usize] = leaf;
        }
        out.length(self.nodes.len());
        for (node, leaf) in self.nodes.iter().zip(leaves) {
            out.u32(leaf.0);
            node.save(out);
        }
        out.length(self.moves.len());
        for &(from, to) in &self.moves {
            out.u32(from);
            out.u32(to);
        }
        out.u32s(self.news.iter().copied());
        out.u32s(self.dirty.iter().copied());
        out.u32(self.threads);
        self.sets.save(out);
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Knowledge, Damage> {
        let mut knowledge = Knowledge::default();
        let nodes = input.items(|input| Ok((LeafId(input.u32()?), Node::load(input)?)))?;
        for (number, (leaf, node)) in (0..).zip(nodes) {
            knowledge.numbers.insert((node.thread, leaf), number);
            let edges = node.edges.iter().map(|&edge| (number, edge));
            knowledge.edges.extend(edges);
            knowledge.nodes.push(node);
        }
        let moves = input.items(|input| Ok((input.u32()?, input.u32()?)))?;
        knowledge.moves.extend(moves);
        knowledge.news = input.u32s()?;
        knowledge.dirty = input.u32s()?;
        knowledge.threads = input.u32()?;
        knowledge.sets = Sets::load(input)?;
        Ok(knowledge)
    }

    /// Grows with everything that is learnt.
    pub fn version(&self) -> u64 {
        self.news.len() as u64
    }

    /// Finds out for each node when the last step was learnt that it may come to.
    pub fn date(&mut self) {
        for node in &mut self.nodes {
            node.youngest = 0;
        }
        let mut pending = Vec::new();
        for version in (1..=self.news.len()).rev() {
            pending.push(self.news[version - 1]);
            while let Some(number) = pending.pop() {
                let node = &mut self.nodes[number as usize];
                if node.youngest == 0 {
                    node.youngest = version as u64;
                    pending.extend_from_slice(&node.predecessors);
                }
            }
        }
    }

    /// Whether more is known of what a thread may do, by the last dating, than at that version.
    pub fn has_news(&self, thread: ThreadId, leaf: LeafId, since: u64) -> bool {
        self.find(thread, leaf)
            .is_some_and(|node| self.get(node).youngest > since)
    }

    pub fn thread_count(&self) -> u32 {
        self.threads
    }

    pub fn node(&mut self, thread: ThreadId, leaf: LeafId) -> NodeId {
        let Knowledge { nodes, numbers, .. } = self;
        self.threads = self.threads.max(thread.0 + 1);
        *numbers.entry((thread, leaf)).or_insert_with(|| {
            nodes.push(Node {
                thread,
                ..Node::default()
            });
            nodes.len() as NodeId - 1
        })
    }

    pub fn find(&self, thread: ThreadId, leaf: LeafId) -> Option<NodeId> {
        self.numbers.get(&(thread, leaf)).copied()
    }

    #[inline]
    pub fn get(&self, node: NodeId) -> &Node {
        &self.nodes[node as usize]
    }

    /// A step was seen from `from`.
    pub fn learn(&mut self, from: NodeId, edge: LocalEdge, print: &Footprint) {
        if !self.edges.insert((from, edge)) {
            return;
        }
        self.news.push(from);
        let node = &mut self.nodes[from as usize];
        node.edges.push(edge);
        let mut grows = false;
        for at in 0..print.touches.len() {
            grows |= node.add(&mut self.sets, &print.in_future(at));
        }
        if grows {
            self.soil(from);
        }
        if let Target::Node(target) = edge.target {
            self.precede(from, target);
        }
    }

    /// Another thread was seen to put one from `from` to `to`.
    pub fn learn_move(&mut self, from: NodeId, to: NodeId) {
        if from != to && self.moves.insert((from, to)) {
            self.news.push(from);
            self.precede(from, to);
        }
    }

    /// From now on the future of `from` has that of `to`.
    fn precede(&mut self, from: NodeId, to: NodeId) {
        self.nodes[to as usize].predecessors.push(from);
        self.pass_back(to, from);
    }

    fn soil(&mut self, node: NodeId) {
        if !std::mem::replace(&mut self.nodes[node as usize].is_dirty, true) {
            self.dirty.push(node);
        }
    }

    /// Adds the future of a node to that of one before it.
    fn pass_back(&mut self, node: NodeId, before: NodeId) {
        let sets = &mut self.sets;
        let nodes = &mut self.nodes;
        if let Ok([node, before_it]) = nodes.get_disjoint_mut([node as usize, before as usize]) {
            let known = before_it.future();
            before_it.reads = sets.union(before_it.reads, node.reads);
            before_it.writes = sets.union(before_it.writes, node.writes);
            before_it.silent = sets.union(before_it.silent, node.silent);
            if before_it.future() != known {
                self.soil(before);
            }
        }
    }

    /// Makes the futures of all nodes right, as far as is known.
    pub fn settle(&mut self) {
        while let Some(number) = self.dirty.pop() {
            let node = &mut self.nodes[number as usize];
            node.is_dirty = false;
            let predecessors = std::mem::take(&mut node.predecessors);
            for &before in &predecessors {
                self.pass_back(number, before);
            }
            self.nodes[number as usize].predecessors = predecessors;
        }
    }

    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * (size_of::<Node>() + 24)
            + self.edges.len() * (3 * size_of::<(NodeId, LocalEdge)>())
            + self.moves.len() * 24
            + self.sets.bytes()
    }

    /// Whether a thread may change, from a node on, what a read finds.
    pub fn may_write(&self, node: NodeId, touch: &Touch) -> bool {
        let node = self.get(node);
        let forgets = |thread| {
            let retirement = Touch::new(retirement(thread), 1, Access::Read, None);
            self.sets.meets(node.writes, &retirement)
        };
        self.sets.meets(node.writes, touch)
            || self.sets.meets(node.silent, touch)
            || thread_of_life(touch.start).is_some_and(forgets)
    }

    /// Whether something that a thread may do from a node on is in conflict with one of these.
    pub fn may_conflict(&self, node: NodeId, touches: &[Touch]) -> bool {
        let node = self.get(node);
        touches.iter().any(|touch| {
            self.sets.meets(node.writes, touch)
                || touch.access == Access::Write && self.sets.meets(node.reads, touch)
        })
    }
}

impl Node {
    fn save(&self, out: &mut Writer<'_>) {
        out.u32(self.thread.0);
        out.length(self.edges.len());
        self.edges.iter().for_each(|edge| edge.save(out));
        out.u32s(self.predecessors.iter().copied());
        self.future().into_iter().for_each(|set| set.save(out));
        out.bool(self.is_dirty);
        out.u64(self.youngest);
    }

    fn load(input: &mut Reader<'_>) -> Result<Node, Damage> {
        Ok(Node {
            thread: ThreadId(input.u32()?),
            edges: input.items(LocalEdge::load)?,
            predecessors: input.u32s()?,
            reads: SetId::load(input)?,
            writes: SetId::load(input)?,
            silent: SetId::load(input)?,
            is_dirty: input.bool()?,
            youngest: input.u64()?,
        })
    }

    /// Adds an access to its future; whether that grows.
    fn add(&mut self, sets: &mut Sets, touch: &Touch) -> bool {
        let set = match touch.access {
            Access::Read => &mut self.reads,
            // Ends of threads conflict with being alone only, and no selected thread is alone.
            Access::Write if touch.start == ALIVE => return false,
            Access::Write => &mut self.writes,
            Access::Silent => &mut self.silent,
        };
        let known = *set;
        *set = sets.with(known, touch.start, touch.end);
        *set != known
    }

    fn future(&self) -> [SetId; 3] {
        [self.reads, self.writes, self.silent]
    }
}
