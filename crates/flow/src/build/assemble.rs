//! From what was seen along the walk to the graph: nodes for what tasks do, communication
//! nodes where one starts or joins another or where two meet, and nothing for what only keeps
//! the flow.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use trailhound_analysis::components;
use trailhound_program::numbers::extend;
use trailhound_program::{LocationId, Program};

use super::draft::{Assembly, Draft, FINAL, INITIAL};
use super::parallel::{Parallel, Standing};
use super::walk::{Effect, Outcome, PointId, Repeats, Target, TaskIndex, Walk};
use crate::action::{Action, Object};
use crate::graph::{Node, NodeId, Task, TaskId, TraceFlowGraph};

/// The drafts of a node.
type Member = SmallVec<[u32; 2]>;

pub fn assemble(walk: &Walk) -> TraceFlowGraph {
    let tasks = walk.tasks.len();
    let mut assembly = Assembly {
        walk,
        drafts: vec![Draft::new(None, true), Draft::new(None, true)],
        points: FxHashMap::default(),
        begins: vec![None; tasks],
        ends: vec![0; tasks],
        many: many_tasks(walk),
    };
    assembly.collect();
    assembly.find_channels();
    assembly.merge_meetings();
    assembly.part_communications();
    assembly.merge_tests();
    let parallel = Parallel::of(&assembly);
    assembly.finish(&parallel)
}

/// For each task whether it may stand for several threads: those that are started where the path
/// comes back to, or by such tasks.
pub fn many_tasks(walk: &Walk) -> Vec<bool> {
    let count = walk.points.len();
    let all: Vec<u32> = (0..count as u32).collect();
    let outcomes = |point: u32| &walk.points[point as usize].outcomes;
    let successors = |point: u32| -> Vec<u32> {
        let targets = outcomes(point).iter().map(|outcome| outcome.target);
        targets
            .filter_map(|target| match target {
                Target::Point(point) => Some(point),
                _ => None,
            })
            .collect()
    };
    let mut many: Vec<bool> = walk.tasks.iter().map(|task| task.recursive).collect();
    for component in components(&all, count, &successors, &|_| true) {
        let is_loop = component.len() > 1 || successors(component[0]).contains(&component[0]);
        for &point in component.iter().filter(|_| is_loop) {
            for outcome in outcomes(point) {
                if let Effect::Create(task) = outcome.effect {
                    many[task as usize] = true;
                }
            }
        }
    }
    // Creators come before what they create.
    for task in 0..many.len() {
        let creator = walk.tasks[task].creator;
        many[task] |= creator.is_some_and(|creator| many[creator as usize]);
    }
    many
}

impl Assembly<'_, '_> {
    fn outcomes(&self, point: PointId) -> &[Outcome] {
        &self.walk.points[point as usize].outcomes
    }

    fn add(&mut self, draft: Draft) -> u32 {
        self.drafts.push(draft);
        self.drafts.len() as u32 - 1
    }

    fn begin(&mut self, task: TaskIndex) -> u32 {
        if let Some(known) = self.begins[task as usize] {
            return known;
        }
        let mut start = Draft::new(Some(task), true);
        start.actions.push(Action::Start);
        start
            .actions
            .retain(|action| self.walk.interest.wants(action));
        let begin = self.add(start);
        self.begins[task as usize] = Some(begin);
        let mut end = Draft::new(Some(task), false);
        end.next.push(FINAL);
        self.ends[task as usize] = self.add(end);
        if let Some(point) = self.walk.tasks[task as usize].start {
            let first = self.point(point, task);
            self.drafts[begin as usize].next.push(first);
        }
        begin
    }

    fn point(&mut self, point: PointId, task: TaskIndex) -> u32 {
        if let Some(&known) = self.points.get(&point) {
            return known;
        }
        let draft = self.add(Draft::new(Some(task), false));
        self.points.insert(point, draft);
        draft
    }

    fn collect(&mut self) {
        let first = self.begin(0);
        self.drafts[INITIAL as usize].next.push(first);
        let mut waiting: Vec<PointId> = self.walk.tasks[0].start.into_iter().collect();
        let mut joins: Vec<(TaskIndex, u32)> = Vec::new();
        let mut seen = vec![false; self.walk.points.len()];
        while let Some(point) = waiting.pop() {
            if std::mem::replace(&mut seen[point as usize], true) {
                continue;
            }
            let context = self.walk.points[point as usize].key.context;
            let task = self.walk.contexts[context as usize].task;
            let from = self.point(point, task);
            for number in 0..self.outcomes(point).len() {
                let outcome = self.outcomes(point)[number].clone();
                self.outcome(from, task, &outcome, &mut joins);
                if let Target::Point(next) = outcome.target {
                    waiting.push(next);
                }
                if let Effect::Create(created) = outcome.effect {
                    waiting.extend(self.walk.tasks[created as usize].start);
                }
            }
        }
        for (task, join) in joins {
            let end = self.ends[task as usize];
            self.drafts[end as usize].next.push(join);
        }
    }

    fn outcome(
        &mut self,
        from: u32,
        task: TaskIndex,
        outcome: &Outcome,
        joins: &mut Vec<(TaskIndex, u32)>,
    ) {
        let mut last = from;
        let effect = match outcome.effect {
            Effect::Join(joined) if self.many[joined as usize] => Effect::None,
            effect => effect,
        };
        let exits = outcome.target == Target::Exit;
        if !outcome.actions.is_empty() || effect != Effect::None || exits {
            let mut draft = Draft::new(Some(task), true);
            draft.actions = outcome.actions.clone();
            draft.location = outcome.location;
            draft.effect = effect;
            draft.exits = exits;
            last = self.step(last, draft);
            match effect {
                Effect::Create(created) => {
                    let begin = self.begin(created);
                    self.drafts[last as usize].next.push(begin);
                }
                Effect::Join(joined) => joins.push((joined, last)),
                _ => {}
            }
        }
        for steps in outcome.then.chunk_by(|a, b| a.repeats == b.repeats) {
            let before = last;
            for then in steps {
                let mut draft = Draft::new(Some(task), true);
                draft.actions.push(then.action.clone());
                draft.location = outcome.location;
                last = self.step(last, draft);
                if then.repeats == Repeats::Itself {
                    self.drafts[last as usize].next.push(last);
                }
            }
            if steps[0].repeats == Repeats::All {
                // Each of them may be left out, and they may come again.
                let first = last + 1 - steps.len() as u32;
                let around = self.step(before, Draft::new(Some(task), false));
                for number in first..around {
                    self.drafts[number as usize].next.push(around);
                    self.drafts[around as usize].next.push(number);
                }
                last = around;
            }
        }
        let next = match outcome.target {
            Target::Point(point) => self.point(point, task),
            Target::End => self.ends[task as usize],
            Target::Exit => FINAL,
            Target::Nowhere => return,
        };
        self.drafts[last as usize].next.push(next);
    }

    fn step(&mut self, from: u32, draft: Draft) -> u32 {
        let to = self.add(draft);
        self.drafts[from as usize].next.push(to);
        to
    }

    /// Reads of a variable that differ in what they found, and go on alike, are one: all that is
    /// known is which values it was not.
    fn merge_tests(&mut self) {
        let mut seen = vec![0; self.drafts.len()];
        let mut stamp = 0;
        for from in 0..self.drafts.len() {
            let mut alike: FxHashMap<Vec<u32>, Vec<u32>> = FxHashMap::default();
            for &next in &self.drafts[from].next {
                if tested(&self.drafts[next as usize]).is_some() {
                    stamp += 1;
                    let ahead = self.next_kept(next, &mut seen, stamp);
                    alike.entry(ahead).or_default().push(next);
                }
            }
            for group in alike.into_values().filter(|group| group.len() > 1) {
                self.merge_group(from, &group);
            }
        }
    }

    fn merge_group(&mut self, from: usize, group: &[u32]) {
        let equal = |draft: u32| {
            let actions = self.drafts[draft as usize].actions.iter();
            let mut tests = actions.filter_map(|action| match action {
                Action::Test { value, equal, .. } => equal.then_some(*value),
                _ => None,
            });
            tests.next()
        };
        let object = |draft: u32| tested(&self.drafts[draft as usize]);
        // The one that found none of the known values, if it is among them, takes in the others.
        let Some(&rest) = group.iter().find(|&&draft| equal(draft).is_none()) else {
            return;
        };
        let found: Vec<(u32, i64)> = group
            .iter()
            .filter(|&&draft| object(draft) == object(rest))
            .filter_map(|&draft| Some((draft, equal(draft)?)))
            .collect();
        self.drafts[rest as usize]
            .actions
            .retain(|action| match action {
                Action::Test { value, .. } => !found.iter().any(|(_, taken)| taken == value),
                _ => true,
            });
        let gone = |draft: &u32| found.iter().any(|(taken, _)| taken == draft);
        self.drafts[from].next.retain(|next| !gone(next));
        for (draft, _) in &found {
            self.drafts[*draft as usize].kept = false;
        }
    }

    /// The values that variables have before the first step.
    fn initial_values(&self) -> Vec<Action> {
        let parts = self.walk.assumed.values.keys();
        let parts = parts.filter(|(global, ..)| !self.walk.interest.hides(*global));
        let writes = parts.filter_map(|&(global, offset, w)| {
            let bits = self.walk.initial(global, offset, w).constant()?;
            Some(Action::Write {
                object: Some(self.walk.interest.object(global, offset)),
                value: Some(extend(bits, w)),
            })
        });
        writes
            .filter(|action| self.walk.interest.wants(action))
            .collect()
    }

    /// The nodes that are kept and come next, those that only keep the flow passed through.
    pub fn next_kept(&self, from: u32, seen: &mut [u32], stamp: u32) -> Vec<u32> {
        let mut found = Vec::new();
        let mut waiting = vec![from];
        while let Some(node) = waiting.pop() {
            for &next in &self.drafts[node as usize].next {
                if std::mem::replace(&mut seen[next as usize], stamp) == stamp {
                    continue;
                }
                match self.drafts[next as usize].kept {
                    true => found.push(next),
                    false => waiting.push(next),
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn finish(&self, parallel: &Parallel) -> TraceFlowGraph {
        let started: Vec<TaskIndex> = (0..self.begins.len() as u32)
            .filter(|&task| self.begins[task as usize].is_some())
            .collect();
        let task_ids: FxHashMap<TaskIndex, TaskId> = (0..)
            .map(TaskId)
            .zip(&started)
            .map(|(id, &task)| (task, id))
            .collect();
        let members = self.members(parallel);
        let mut ids: FxHashMap<u32, Vec<NodeId>> = FxHashMap::default();
        for (id, member) in (0..).map(NodeId).zip(&members) {
            for &draft in member {
                ids.entry(draft).or_default().push(id);
            }
        }
        let mut seen = vec![0; self.drafts.len()];
        let mut stamp = 0;
        let mut nodes = Vec::new();
        for member in &members {
            let mut node = Node {
                tasks: smallvec![],
                actions: Vec::new(),
                place: None,
                next: Vec::new(),
            };
            for &number in member {
                let draft = &self.drafts[number as usize];
                node.tasks.extend(draft.task.map(|task| task_ids[&task]));
                if let Effect::Create(other) | Effect::Join(other) = draft.effect {
                    let other = task_ids[&other];
                    if !node.tasks.contains(&other) {
                        node.tasks.push(other);
                    }
                }
                node.actions.extend(draft.actions.iter().cloned());
                let here = place(self.walk.program, draft.location);
                node.place = node.place.or(here);
                stamp += 1;
                let next = self.next_kept(number, &mut seen, stamp);
                let next = next.iter().filter_map(|next| ids.get(next));
                node.next.extend(next.flatten());
            }
            node.next.sort_unstable();
            node.next.dedup();
            nodes.push(node);
        }
        nodes[INITIAL as usize]
            .actions
            .extend(self.initial_values());
        let names = self.names(&started);
        let tasks = started.iter().zip(names).map(|(&task, name)| Task {
            name,
            many: self.many[task as usize],
            cut: parallel.cut[task as usize],
        });
        TraceFlowGraph {
            tasks: tasks.collect(),
            precedes: self.precedes(parallel, &members),
            nodes,
            initial: ids[&INITIAL][0],
            final_node: ids[&FINAL][0],
            has_thread_panics: self.walk.has_thread_panics,
        }
    }

    /// For each node those of other tasks that may come directly after it, decided once for all nodes of which
    /// [`Parallel`] knows the same.
    fn precedes(&self, parallel: &Parallel, members: &[Member]) -> Vec<Arc<[NodeId]>> {
        let mut classes: FxHashMap<SmallVec<[Standing; 2]>, u32> = FxHashMap::default();
        let mut examples: Vec<&Member> = Vec::new();
        let class_of: Vec<u32> = members
            .iter()
            .map(|member| {
                let standings = member.iter().map(|&draft| parallel.standing(self, draft));
                *classes.entry(standings.collect()).or_insert_with(|| {
                    examples.push(member);
                    examples.len() as u32 - 1
                })
            })
            .collect();
        let follows = |first: &Member, second: &Member| {
            let mut pairs = first
                .iter()
                .flat_map(|a| second.iter().map(move |b| (a, b)));
            pairs.all(|(&a, &b)| parallel.precedes(self, a, b))
        };
        let followers = examples.iter().map(|first| -> Arc<[NodeId]> {
            let chosen: Vec<bool> = examples
                .iter()
                .map(|second| follows(first, second))
                .collect();
            let all = (0..).map(NodeId).zip(&class_of);
            let follow = all.filter(|&(_, &class)| chosen[class as usize]);
            follow.map(|(id, _)| id).collect()
        });
        let followers: Vec<_> = followers.collect();
        let lists = class_of
            .iter()
            .map(|&class| followers[class as usize].clone());
        lists.collect()
    }

    /// What becomes a node: a draft that is kept, or those of two tasks that may meet.
    fn members(&self, parallel: &Parallel) -> Vec<Member> {
        let mut members = Vec::new();
        for number in 0..self.drafts.len() as u32 {
            let draft = &self.drafts[number as usize];
            match draft.meets {
                None if draft.kept => members.push(smallvec![number]),
                None | Some((_, false)) => {}
                Some((channel, true)) => {
                    let others = (0..self.drafts.len() as u32).filter(|&other| {
                        self.drafts[other as usize].meets == Some((channel, false))
                            && parallel.precedes(self, number, other)
                    });
                    members.extend(others.map(|other| smallvec![number, other]));
                }
            }
        }
        members
    }
}

/// The variable of which a node is a test, and nothing more but a read of it.
fn tested(draft: &Draft) -> Option<&Object> {
    let mut found = None;
    for action in &draft.actions {
        match action {
            Action::Test { object, .. } if found.is_none_or(|known| known == object) => {
                found = Some(object);
            }
            Action::Read(Some(_)) => {}
            _ => return None,
        }
    }
    found
}

/// `file:line` in the user's code.
fn place(program: &Program, location: LocationId) -> Option<String> {
    let (_, location) = program.source.user_location(location)?;
    let path = &program.source.file(location.file).path;
    let file = path.rsplit('/').next().unwrap_or(path);
    Some(format!("{file}:{}", location.line))
}
