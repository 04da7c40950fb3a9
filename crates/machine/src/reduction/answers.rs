//! Answers that were given before, kept with all that they rest on. An intruder stays one for all
//! time, for knowledge only grows; that there is none must be looked at again.

use super::facts::Facts;
use super::footprint::{PrintId, Touch};
use super::frozen::{Exploration, Frozen};
use super::knowledge::NodeId;
use super::standing::Standing;
use crate::thread_id::ThreadId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::hash_map::Entry;
use trailhound_checkpoint::{Damage, Reader, Writer};

/// Answers kept for one question and one standing of the threads that it is about.
const MOST_ANSWERS: usize = 16;

/// Bytes of answers beyond which all are forgotten.
const MOST_BYTES: usize = 1 << 26;

/// Intruders without an exception after which the next one is taken for granted, and how many
/// times before it is looked for again. A set that is larger than needed is as right.
const STREAK: u32 = 16;
const PATIENCE: u32 = 32;

/// The threads that stand still, those whose future is in conflict, and the steps of the former.
pub(super) type Asked = (u64, u64, SmallVec<[PrintId; 4]>);

/// Where the threads stand whose future is in conflict.
type Stands = SmallVec<[Option<NodeId>; 4]>;

struct Answer {
    intruder: Option<ThreadId>,
    /// Threads that were followed besides, and where they stood.
    nodes: Vec<(ThreadId, Option<NodeId>)>,
    /// Places that were looked at, and what the state had there.
    observed: Vec<(u64, u64, Option<u64>)>,
    /// Where the threads could come to, and how many steps were known there.
    visited: Vec<(NodeId, u32)>,
    exploration: Exploration,
}

/// What a question takes in its table, which is half full when it has just grown.
const BYTES_OF_QUESTION: usize = 2 * (size_of::<Asked>() + size_of::<Question>());

/// What a standing takes in the table of a question, likewise.
const BYTES_OF_STANDS: usize = 2 * (size_of::<Stands>() + size_of::<Vec<Answer>>());

#[derive(Default)]
struct Question {
    answers: FxHashMap<Stands, Vec<Answer>>,
    /// An intruder that was found.
    intruder: ThreadId,
    /// How often one was found, while there was always one.
    streak: u32,
    /// There was none once.
    has_exception: bool,
    /// How often one was taken for granted.
    granted: u32,
}

impl Question {
    /// An intruder, where there has always been one.
    fn expected(&mut self) -> Option<ThreadId> {
        if self.has_exception || self.streak < STREAK {
            return None;
        }
        self.granted += 1;
        (!self.granted.is_multiple_of(PATIENCE)).then_some(self.intruder)
    }
}

#[derive(Default)]
pub(super) struct Answers {
    by_question: FxHashMap<Asked, Question>,
    /// Where the next one goes when there are too many.
    turn: usize,
    bytes: usize,
}

impl Question {
    fn save(&self, out: &mut Writer<'_>) {
        out.length(self.answers.len());
        for (stands, answers) in &self.answers {
            out.length(stands.len());
            (stands.iter()).for_each(|node| out.option(node.map(u64::from)));
            out.length(answers.len());
            answers.iter().for_each(|answer| answer.save(out));
        }
        out.u32(self.intruder.0);
        out.u32(self.streak);
        out.bool(self.has_exception);
        out.u32(self.granted);
    }

    fn load(input: &mut Reader<'_>) -> Result<Question, Damage> {
        let node = |input: &mut Reader<'_>| Ok(input.option()?.map(|node| node as NodeId));
        let answers = |input: &mut Reader<'_>| {
            let stands = input.items(node)?;
            Ok((stands.into(), input.items(Answer::load)?))
        };
        Ok(Question {
            answers: input.items(answers)?.into_iter().collect(),
            intruder: ThreadId(input.u32()?),
            streak: input.u32()?,
            has_exception: input.bool()?,
            granted: input.u32()?,
        })
    }
}

impl Answers {
    /// Saves all: answers that are taken for granted decide which states are selected.
    pub fn save(&self, out: &mut Writer<'_>) {
        out.length(self.by_question.len());
        for ((inside, suspects, prints), question) in &self.by_question {
            out.u64(*inside);
            out.u64(*suspects);
            out.u32s(prints.iter().copied());
            question.save(out);
        }
        out.length(self.turn);
        out.length(self.bytes);
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Answers, Damage> {
        let question = |input: &mut Reader<'_>| {
            let asked = (input.u64()?, input.u64()?, input.u32s()?.into());
            Ok((asked, Question::load(input)?))
        };
        Ok(Answers {
            by_question: input.items(question)?.into_iter().collect(),
            turn: input.length()?,
            bytes: input.length()?,
        })
    }

    pub fn find(
        &mut self,
        asked: &Asked,
        frozen: &Frozen,
        facts: &Facts,
    ) -> Option<Option<ThreadId>> {
        let question = self.by_question.get_mut(asked)?;
        if let Some(intruder) = question.expected() {
            return Some(Some(intruder));
        }
        let answers = question.answers.get(&stands(asked.1, frozen))?;
        let answer = (answers.iter()).find(|answer| answer.holds(frozen, facts))?;
        Some(answer.intruder)
    }

    pub fn keep(
        &mut self,
        asked: Asked,
        frozen: &Frozen,
        facts: &mut Facts,
        exploration: Exploration,
        intruder: Option<ThreadId>,
    ) {
        let stands = stands(asked.1, frozen);
        let besides = exploration.relevant & !asked.1;
        let followed = |standing: &&Standing| besides >> standing.thread.0 & 1 == 1;
        let standings = frozen.standings.iter().filter(followed);
        let visited = exploration.reached.iter().map(|&node| {
            let edges = frozen.knowledge.get(node).edges.len();
            (node, edges as u32)
        });
        let answer = Answer {
            intruder,
            nodes: standings
                .map(|standing| (standing.thread, standing.node))
                .collect(),
            observed: std::mem::take(&mut facts.observed),
            visited: visited.collect(),
            exploration: exploration.for_keeping(),
        };
        if self.bytes > MOST_BYTES {
            self.by_question.clear();
            self.bytes = 0;
        }
        self.bytes += answer.bytes();
        let question = match self.by_question.entry(asked) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                self.bytes += BYTES_OF_QUESTION;
                entry.insert(Question::default())
            }
        };
        match intruder {
            Some(intruder) => {
                question.intruder = intruder;
                question.streak += 1;
            }
            None => question.has_exception = true,
        }
        let answers = match question.answers.entry(stands) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                self.bytes += BYTES_OF_STANDS;
                entry.insert(Vec::new())
            }
        };
        if answers.len() < MOST_ANSWERS {
            // Most have one answer.
            answers.reserve_exact(1);
            answers.push(answer);
        } else {
            self.turn = (self.turn + 1) % MOST_ANSWERS;
            self.bytes -= answers[self.turn].bytes();
            answers[self.turn] = answer;
        }
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

fn stands(suspects: u64, frozen: &Frozen) -> Stands {
    let suspects =
        (frozen.standings.iter()).filter(|standing| suspects >> standing.thread.0 & 1 == 1);
    suspects.map(|standing| standing.node).collect()
}

impl Answer {
    fn save(&self, out: &mut Writer<'_>) {
        out.option(self.intruder.map(|thread| thread.0.into()));
        out.length(self.nodes.len());
        for &(thread, node) in &self.nodes {
            out.u32(thread.0);
            out.option(node.map(u64::from));
        }
        out.length(self.observed.len());
        for &(start, end, value) in &self.observed {
            out.u64(start);
            out.u64(end);
            out.option(value);
        }
        out.length(self.visited.len());
        for &(node, edges) in &self.visited {
            out.u32(node);
            out.u32(edges);
        }
        self.exploration.save(out);
    }

    fn load(input: &mut Reader<'_>) -> Result<Answer, Damage> {
        let node = |input: &mut Reader<'_>| {
            let thread = ThreadId(input.u32()?);
            Ok((thread, input.option()?.map(|node| node as NodeId)))
        };
        let observed = |input: &mut Reader<'_>| Ok((input.u64()?, input.u64()?, input.option()?));
        Ok(Answer {
            intruder: input.option()?.map(|thread| ThreadId(thread as u32)),
            nodes: input.items(node)?,
            observed: input.items(observed)?,
            visited: input.items(|input| Ok((input.u32()?, input.u32()?)))?,
            exploration: Exploration::load(input)?,
        })
    }

    fn bytes(&self) -> usize {
        size_of::<Answer>()
            + self.nodes.len() * size_of::<(u32, Option<NodeId>)>()
            + self.observed.len() * size_of::<(u64, u64, Option<u64>)>()
            + self.visited.len() * size_of::<(NodeId, u32)>()
            + self.exploration.wanted.len() * size_of::<Touch>()
    }

    fn holds(&self, frozen: &Frozen, facts: &Facts) -> bool {
        let stands = |&(thread, node): &(ThreadId, Option<NodeId>)| {
            frozen.standings[thread.index()].node == node
        };
        self.nodes.iter().all(stands)
            && self
                .observed
                .iter()
                .all(|&(start, end, value)| facts.value_in_state(start, end) == value)
            && (self.intruder.is_some()
                || self
                    .visited
                    .iter()
                    .all(|&(node, edges)| frozen.knowledge.get(node).edges.len() == edges as usize)
                    && frozen.helpers(&self.exploration) == 0)
    }
}
