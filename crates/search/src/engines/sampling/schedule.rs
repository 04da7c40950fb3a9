//! Who takes the next step of a sample: any agent, or the one with the highest random
//! priority. Agents are threads; that is not known here.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

use crate::dice::Dice;

/// The steps that can be taken from a state.
pub(super) trait Steps {
    fn len(&self) -> usize;

    fn choice(&self, index: usize) -> u32;

    /// Who takes one of them.
    fn agent(&self, index: usize) -> u32;

    /// The slots that one of them writes, with their new words. Asked for by [`Schedule::Pos`].
    fn changes(&self, index: usize) -> &[(u32, u32)];
}

/// How the steps of a sample are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// Every edge of a state is equally likely (MC²).
    #[default]
    Uniform,
    /// Probabilistic concurrency testing (Burckhardt and others): agents have random priorities,
    /// which change at `depth` - 1 random ones of `steps` steps.
    Pct { depth: u32, steps: u64 },
    /// Random priorities of the steps themselves, drawn again when a step is taken and when
    /// another step interferes with it (partial order sampling, Yuan and others).
    Pos,
}

pub(super) struct Scheduler {
    schedule: Schedule,
    agents: Vec<Agent>,
    /// Steps before which the agent at work falls back, and to which priority.
    falls: Vec<(u64, i64)>,
    /// Below all priorities given so far.
    lowest: i64,
    /// Who took the last step.
    last: Option<u32>,
    /// The slots that the last step writes.
    written: Vec<u32>,
    draws: u64,
}

/// An agent that the sample has met.
struct Agent {
    number: u32,
    priority: i64,
    /// The step that its priority belongs to, if it belongs to one.
    step: Option<u64>,
    /// The draw at which it was able to go on last.
    met: u64,
}

/// Initial priorities are above those that agents fall back to.
const INITIAL: i64 = 1 << 32;
/// A sample ends when it has come back to its own states this many times for each agent.
const RETURNS: u32 = 4;

impl Scheduler {
    pub fn new(schedule: Schedule) -> Scheduler {
        Scheduler {
            schedule,
            agents: Vec::new(),
            falls: Vec::new(),
            lowest: 0,
            last: None,
            written: Vec::new(),
            draws: 0,
        }
    }

    /// To be called at the start of a sample.
    pub fn begin(&mut self, dice: &mut Dice) {
        self.agents.clear();
        self.falls.clear();
        self.lowest = 0;
        self.last = None;
        if let Schedule::Pct { depth, steps } = self.schedule {
            let points = (1..depth).map(|number| (dice.below_wide(steps.max(1)), number.into()));
            self.falls.extend(points);
        }
    }

    /// Whether a sample goes on that has come back to a state for the `returns`th time. By
    /// priorities, an agent that spins would spin for ever: it falls behind all others instead.
    pub fn goes_on(&mut self, returns: u32) -> bool {
        if self.schedule == Schedule::Uniform || returns > RETURNS * self.agents.len() as u32 {
            return false;
        }
        let last = self.last;
        if let Some(agent) = self
            .agents
            .iter_mut()
            .find(|agent| Some(agent.number) == last)
        {
            self.lowest -= 1;
            agent.priority = self.lowest;
        }
        true
    }

    /// The branch to take; there is one at least.
    pub fn draw(&mut self, dice: &mut Dice, step: u64, steps: &impl Steps) -> usize {
        if self.schedule == Schedule::Uniform {
            return dice.below(steps.len() as u32) as usize;
        }
        self.meet_agents(dice, steps);
        let mut agent = self.first_agent();
        while let Some(due) = self.falls.iter().position(|&(at, _)| at == step) {
            let (_, priority) = self.falls.swap_remove(due);
            self.agents[agent].priority = priority;
            agent = self.first_agent();
        }
        let number = self.agents[agent].number;
        self.last = Some(number);
        let own = || (0..steps.len()).filter(|&index| steps.agent(index) == number);
        let drawn = dice.below(own().count() as u32) as usize;
        let index = own().nth(drawn).expect("the agent can take a step");
        if self.schedule == Schedule::Pos {
            self.written.clear();
            let changes = steps.changes(index).iter();
            self.written.extend(changes.map(|&(slot, _)| slot));
            // The next step gets a priority of its own, whatever it is.
            self.agents[agent].priority = INITIAL + i64::from(dice.below(u32::MAX));
            self.agents[agent].step = None;
        }
        index
    }

    /// Gives priorities to agents that have none. By steps, also to those whose step is another
    /// one: they have taken theirs, or the last step interfered, since they would now do
    /// something else or since both write the same.
    fn meet_agents(&mut self, dice: &mut Dice, steps: &impl Steps) {
        let by_step = self.schedule == Schedule::Pos;
        self.draws += 1;
        for index in 0..steps.len() {
            let number = steps.agent(index);
            let mut agents = self.agents.iter();
            let at = agents.position(|agent| agent.number == number);
            let at = at.unwrap_or_else(|| {
                self.agents.push(Agent {
                    number,
                    priority: INITIAL + i64::from(dice.below(u32::MAX)),
                    step: None,
                    met: 0,
                });
                self.agents.len() - 1
            });
            let agent = &mut self.agents[at];
            let is_met = std::mem::replace(&mut agent.met, self.draws) == self.draws;
            if is_met || !by_step {
                continue;
            }
            let (step, interferes) = step_of(number, steps, &self.written);
            if interferes || agent.step.is_some_and(|before| before != step) {
                agent.priority = INITIAL + i64::from(dice.below(u32::MAX));
            }
            agent.step = Some(step);
        }
        self.written.clear();
    }

    /// The position in `agents` of the one with the highest priority among those that can go on.
    fn first_agent(&self) -> usize {
        let agents = self.agents.iter().enumerate();
        let ready = agents.filter(|(_, agent)| agent.met == self.draws);
        let first = ready.max_by_key(|(_, agent)| agent.priority);
        first.expect("an agent can go on").0
    }
}

/// A number for what an agent would do, and whether that writes what has just been written.
fn step_of(agent: u32, steps: &impl Steps, written: &[u32]) -> (u64, bool) {
    let mut hasher = FxHasher::default();
    let mut interferes = false;
    let own = (0..steps.len()).filter(|&index| steps.agent(index) == agent);
    for index in own {
        let changes = steps.changes(index);
        (steps.choice(index), changes).hash(&mut hasher);
        interferes |= changes.iter().any(|(slot, _)| written.contains(slot));
    }
    (hasher.finish(), interferes)
}

#[cfg(test)]
mod tests {
    use super::super::{Sample, Sampler};
    use super::*;
    use crate::engines::lasso::Conditions;
    use crate::graph::{Edge, EdgeKind, Finding, Graph, Weight};

    /// Two agents that take three steps each; it is an error if agent 0 takes its first step
    /// between the first and the second one of agent 1, and its second one after all others.
    struct TwoAgents;

    const STEPS: u32 = 3;

    impl Graph for TwoAgents {
        crate::without!(meetings, circles, reduction);

        fn initial(&mut self) -> Result<Vec<u32>, Finding> {
            Ok(vec![0, 0, 0])
        }

        fn successor(
            &mut self,
            state: &[u32],
            from: u32,
            changes: &mut Vec<(u32, u32)>,
        ) -> Option<Edge> {
            let word = |slot: u32| state.get(slot as usize).copied().unwrap_or(0);
            let agent = (from..2).find(|&agent| word(agent) < STEPS)?;
            changes.clear();
            changes.push((agent, word(agent) + 1));
            if agent == 0 && word(0) == 0 {
                changes.push((2, u32::from(word(1) == 1)));
            }
            let is_late = agent == 0 && word(0) == 1 && word(1) == STEPS && word(2) == 1;
            let finding = Finding {
                weight: Weight::Strong,
                id: 0,
            };
            Some(Edge {
                choice: agent,
                kind: match is_late {
                    true => EdgeKind::Finding(finding),
                    false => EdgeKind::Step,
                },
                stutters: false,
            })
        }

        fn inspect(&mut self, _: &[u32], _: u32) -> Option<Finding> {
            None
        }

        fn bytes(&self) -> usize {
            0
        }

        fn stopped(&self) -> Option<trailhound_host::Stop> {
            None
        }
    }

    impl Conditions for TwoAgents {
        fn all_conditions(&self) -> u64 {
            0
        }

        fn conditions_met(&self) -> u64 {
            0
        }
    }

    fn failures(schedule: Schedule, samples: u64) -> f64 {
        let mut graph = TwoAgents;
        let mut sampler = Sampler::new(&mut graph, 100, schedule);
        let failed = (0..samples).filter(|&number| {
            matches!(
                sampler.take(&mut graph, 5, number, |_| false),
                Sample::Finding { .. }
            )
        });
        failed.count() as f64 / samples as f64
    }

    #[test]
    fn errors_are_as_likely_as_computed() {
        // Five steps in order 1 0 1 1 0 and one at the end: by the uniform walk, four draws of
        // two agents, then agent 0 alone.
        let uniform = failures(Schedule::Uniform, 40_000);
        assert!((uniform - 1.0 / 16.0).abs() < 0.005, "{uniform}");
        // Agent 1 begins (1/2), falls back before the second step of all, agent 0 falls back
        // before the third one: one pair of points in two orders. A fall to 1 and one to 2 in
        // the other order give agent 1 the lower priority at the third step.
        let pct = |depth| failures(Schedule::Pct { depth, steps: 6 }, 40_000);
        let exact = 1.0 / 2.0 * 1.0 / 36.0;
        assert!((pct(3) - exact).abs() < 0.003, "{} {exact}", pct(3));
        assert_eq!(pct(1), 0.0);
        assert_eq!(pct(2), 0.0);
    }

    #[test]
    fn priorities_of_steps_reach_every_order() {
        let pos = failures(Schedule::Pos, 40_000);
        assert!(pos > 0.03, "{pos}");
    }
}
