//! Nodes in which two tasks take part: where they meet at channels, and what lies between two such
//! nodes.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::draft::{Assembly, FINAL, INITIAL};
use super::rendezvous::Channel;
use super::walk::Effect;
use crate::action::Action;

/// What the variable of a channel is when one of its sides is gone; it is 0 before.
const IS_LEFT: i64 = 1;

impl Assembly<'_, '_> {
    /// Where it can be told at which channels tasks meet; the others are ordinary calls.
    pub fn find_channels(&mut self) {
        let walk = self.walk;
        let calls = self.drafts.iter().filter_map(|draft| match draft.effect {
            Effect::Meet { call, .. } | Effect::FindNone { call } => Some((draft.task?, call)),
            _ => None,
        });
        let channels = walk.channels(&calls.collect::<Vec<_>>(), &self.many);
        let all: BTreeSet<Channel> = channels.values().copied().collect();
        let becomes = |channel: &Channel, value: i64| Action::Write {
            object: Some(walk.channel_name(*channel)),
            value: Some(value),
        };
        for draft in &mut self.drafts {
            let actions: Vec<Action> = match draft.effect {
                Effect::Meet { call, sends } if channels.contains_key(&call) => {
                    draft.meets = Some((channels[&call], sends));
                    draft.is_channels = true;
                    continue;
                }
                Effect::Meet { .. } => Vec::new(),
                Effect::Part(number) => {
                    let left = &walk.meetings.left[number as usize];
                    let left = all.iter().filter(|(object, _)| left.contains(object));
                    left.map(|channel| becomes(channel, IS_LEFT)).collect()
                }
                Effect::FindNone { call } => {
                    let channel = channels.get(&call).filter(|_| walk.waits_for_ever(call));
                    let finds = |channel: &Channel| Action::Test {
                        object: walk.channel_name(*channel),
                        value: IS_LEFT,
                        equal: true,
                    };
                    channel.map(finds).into_iter().collect()
                }
                Effect::None | Effect::Create(_) | Effect::Join(_) => continue,
            };
            let wanted = actions.into_iter().filter(|it| walk.interest.wants(it));
            draft.actions.extend(wanted);
            draft.effect = Effect::None;
            draft.kept = !draft.actions.is_empty() || draft.exits;
            draft.is_channels = !draft.exits;
        }
        let first = all.iter().map(|channel| becomes(channel, 0));
        let first = first.filter(|write| walk.interest.wants(write));
        self.drafts[INITIAL as usize].actions.extend(first);
    }

    /// A call of a channel takes several paths through the library: where it is left at the same
    /// channel and goes on alike, it is one.
    pub fn merge_meetings(&mut self) {
        let mut seen = vec![0; self.drafts.len()];
        let mut stamp = 0;
        loop {
            let mut first: FxHashMap<_, u32> = FxHashMap::default();
            let mut same: FxHashMap<u32, u32> = FxHashMap::default();
            for number in 0..self.drafts.len() as u32 {
                let draft = &self.drafts[number as usize];
                if draft.kept && draft.is_channels {
                    stamp += 1;
                    let ahead = self.next_kept(number, &mut seen, stamp);
                    let draft = &self.drafts[number as usize];
                    let key = (draft.task, draft.meets, draft.actions.clone(), ahead);
                    let known = *first.entry(key).or_insert(number);
                    if known != number {
                        same.insert(number, known);
                    }
                }
            }
            if same.is_empty() {
                return;
            }
            for draft in &mut self.drafts {
                for next in &mut draft.next {
                    *next = *same.get(next).unwrap_or(next);
                }
            }
            for number in same.into_keys() {
                let gone = &mut self.drafts[number as usize];
                (gone.kept, gone.meets, gone.effect) = (false, None, Effect::None);
                gone.next.clear();
            }
        }
    }

    /// Two tasks that take part in a node, and then again in the next one of one of them: a node
    /// of each lies in between, so that the step from one to the other is not taken for a step
    /// of both.
    pub fn part_communications(&mut self) {
        let mut seen = vec![0; self.drafts.len()];
        for (stamp, number) in (1..).zip(0..self.drafts.len() as u32) {
            let draft = &self.drafts[number as usize];
            let effect = |next: u32| self.drafts[next as usize].effect;
            let meets = |next: u32| self.drafts[next as usize].meets.is_some();
            let confuses = |next: u32| match draft.effect {
                Effect::Create(created) => effect(next) == Effect::Join(created) || meets(next),
                Effect::Meet { .. } => {
                    next == FINAL || matches!(effect(next), Effect::Join(_)) || meets(next)
                }
                _ => false,
            };
            let ahead = match draft.effect {
                Effect::Create(_) | Effect::Meet { .. } => self.next_kept(number, &mut seen, stamp),
                _ => continue,
            };
            let parts = ahead.into_iter().any(confuses);
            let task = draft.task;
            for next in parts.then(|| draft.next.clone()).into_iter().flatten() {
                if self.drafts[next as usize].task == task {
                    self.drafts[next as usize].kept = true;
                }
            }
        }
    }
}
