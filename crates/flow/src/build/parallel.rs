//! Which tasks may run while another one stands at a node: a flow of sets of tasks along
//! starts and joins, after Naumovich and Avrunin. What cannot be told is parallel.

use super::draft::{Assembly, Draft};
use super::walk::{Effect, TaskIndex};

/// A set of tasks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Tasks(Vec<u64>);

impl Tasks {
    fn none(count: usize) -> Tasks {
        Tasks(vec![0; count.div_ceil(64)])
    }

    fn contains(&self, task: TaskIndex) -> bool {
        self.0[task as usize / 64] >> (task % 64) & 1 == 1
    }

    fn insert(&mut self, task: TaskIndex) -> bool {
        let new = !self.contains(task);
        self.0[task as usize / 64] |= 1 << (task % 64);
        new
    }

    fn remove(&mut self, task: TaskIndex) {
        self.0[task as usize / 64] &= !(1 << (task % 64));
    }

    /// True: something was added.
    fn add(&mut self, other: &Tasks) -> bool {
        let mut changed = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            changed |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        changed
    }

    fn iter(&self) -> impl Iterator<Item = TaskIndex> + '_ {
        let all = 0..self.0.len() as u32 * 64;
        all.filter(|&task| self.contains(task))
    }
}

/// All that [`Parallel::precedes`] depends on for one node.
#[derive(PartialEq, Eq, Hash)]
pub struct Standing<'p> {
    task: Option<TaskIndex>,
    /// The task that it starts or joins.
    shared: Option<TaskIndex>,
    alive: &'p Tasks,
}

pub struct Parallel {
    /// For each node the tasks below its own that may run when it is come to.
    alive: Vec<Tasks>,
    /// For each task those that it starts, and that these start.
    below: Vec<Tasks>,
    /// For each task those that may run at the same time and are neither above nor below it.
    beside: Vec<Tasks>,
    /// Tasks that the program's end may cut off.
    pub cut: Vec<bool>,
    many: Vec<bool>,
}

impl Parallel {
    pub fn of(assembly: &Assembly) -> Parallel {
        let (drafts, count) = (&assembly.drafts, assembly.begins.len());
        let mut parallel = Parallel {
            alive: vec![Tasks::none(count); drafts.len()],
            below: vec![Tasks::none(count); count],
            beside: vec![Tasks::none(count); count],
            cut: vec![false; count],
            many: assembly.many.clone(),
        };
        let creates: Vec<(usize, TaskIndex, TaskIndex)> = drafts
            .iter()
            .enumerate()
            .filter_map(|(number, draft)| match (draft.task, draft.effect) {
                (Some(creator), Effect::Create(created)) => Some((number, creator, created)),
                _ => None,
            })
            .collect();
        parallel.find_below(&creates);
        parallel.flow(assembly);
        parallel.find_beside(&creates);
        parallel.find_cut(drafts);
        parallel
    }

    fn find_below(&mut self, creates: &[(usize, TaskIndex, TaskIndex)]) {
        let mut changed = true;
        while changed {
            changed = false;
            for &(_, creator, created) in creates {
                let below = self.below[created as usize].clone();
                changed |= self.below[creator as usize].insert(created);
                changed |= self.below[creator as usize].add(&below);
            }
        }
    }

    /// To a fixed point: what is alive at a node flows on to the next ones of its task.
    fn flow(&mut self, assembly: &Assembly) {
        let drafts = &assembly.drafts;
        let mut waiting: Vec<u32> = (0..drafts.len() as u32).rev().collect();
        let mut queued = vec![true; drafts.len()];
        while let Some(number) = waiting.pop() {
            queued[number as usize] = false;
            let draft = &drafts[number as usize];
            let Some(task) = draft.task else { continue };
            let after = self.after(assembly, number, draft);
            for &next in &draft.next {
                // A task begins with no task below it, and one that is joined tells its end below.
                if drafts[next as usize].task != Some(task) {
                    continue;
                }
                if self.alive[next as usize].add(&after)
                    && !std::mem::replace(&mut queued[next as usize], true)
                {
                    waiting.push(next);
                }
            }
            if assembly.ends[task as usize] == number {
                // The task that joins this one goes by its end.
                for &next in &draft.next {
                    if !std::mem::replace(&mut queued[next as usize], true) {
                        waiting.push(next);
                    }
                }
            }
        }
    }

    fn after(&self, assembly: &Assembly, number: u32, draft: &Draft) -> Tasks {
        let mut after = self.alive[number as usize].clone();
        match draft.effect {
            Effect::Create(created) => {
                after.insert(created);
                after.add(&self.below[created as usize]);
            }
            Effect::Join(joined) => {
                let left = &self.alive[assembly.ends[joined as usize] as usize];
                let below = self.below[joined as usize].iter();
                for task in below.filter(|&task| !left.contains(task) && !self.many[task as usize])
                {
                    after.remove(task);
                }
                after.remove(joined);
            }
            _ => {}
        }
        after
    }

    fn find_beside(&mut self, creates: &[(usize, TaskIndex, TaskIndex)]) {
        let mut changed = true;
        while changed {
            changed = false;
            for &(number, creator, created) in creates {
                let mut young = self.below[created as usize].clone();
                young.insert(created);
                let mut others = self.alive[number].clone();
                for other in self.beside[creator as usize].iter() {
                    if !self.below[creator as usize].contains(other) && other != creator {
                        others.insert(other);
                    }
                }
                for one in young.iter() {
                    changed |= self.beside[one as usize].add(&others);
                }
                for other in others.iter() {
                    changed |= self.beside[other as usize].add(&young);
                }
            }
        }
    }

    fn find_cut(&mut self, drafts: &[Draft]) {
        for (number, draft) in drafts.iter().enumerate().filter(|(_, draft)| draft.exits) {
            for task in 0..self.cut.len() as TaskIndex {
                self.cut[task as usize] |= match draft.task {
                    Some(0) => self.alive[number].contains(task),
                    own => own != Some(task),
                };
            }
        }
    }

    pub fn standing(&self, assembly: &Assembly, node: u32) -> Standing<'_> {
        let draft = &assembly.drafts[node as usize];
        Standing {
            task: draft.task,
            shared: started_or_joined(draft),
            alive: &self.alive[node as usize],
        }
    }

    /// Whether another task's node may come directly after one.
    pub fn precedes(&self, assembly: &Assembly, first: u32, second: u32) -> bool {
        let (one, other) = (
            &assembly.drafts[first as usize],
            &assembly.drafts[second as usize],
        );
        let (Some(a), Some(b)) = (one.task, other.task) else {
            return false;
        };
        if a == b {
            return self.many[a as usize];
        }
        if shares(self, one, b) || shares(self, other, a) {
            return false;
        }
        let below = |above: TaskIndex, node: u32, task: TaskIndex| {
            self.below[above as usize].contains(task) && self.alive[node as usize].contains(task)
        };
        below(a, first, b) || below(b, second, a) || self.beside[a as usize].contains(b)
    }
}

/// The task takes part in the node of another one.
fn shares(parallel: &Parallel, draft: &Draft, task: TaskIndex) -> bool {
    started_or_joined(draft) == Some(task) && !parallel.many[task as usize]
}

fn started_or_joined(draft: &Draft) -> Option<TaskIndex> {
    match draft.effect {
        Effect::Create(other) | Effect::Join(other) => Some(other),
        _ => None,
    }
}
