//! Weak fairness in a product: a thread that stays enabled runs eventually. Said as conditions
//! that hold again and again: for each thread, it is disabled or it takes the step. Knows
//! threads by number only; the graph and its search are elsewhere.

use crate::acceptance_counter::{AcceptanceCounter, CounterStep};

/// The copies that a search with a Büchi condition makes of its product: copy 0 waits for an
/// accepting transition of the automaton, copy `n + 1` for thread `n` to be disabled or to run
/// (Choueka's construction, on transitions). A cycle through an accepting step of the copies
/// is a cycle that the automaton accepts and that is fair to every thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeakFairness {
    threads: u32,
}

/// A step of the program as fairness sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FairStep<E> {
    /// Whether the automaton's transition is accepting.
    pub accepting: bool,
    /// The thread that ran; none where a finished program stays in its last state.
    pub thread: Option<u32>,
    /// Whether a thread is enabled in the state that is left.
    pub enabled: E,
}

impl WeakFairness {
    /// Fairness to the threads `0..threads`. Threads that do not exist yet, or no longer, count
    /// as disabled; threads beyond have no claim to fairness.
    pub fn new(threads: u32) -> Self {
        WeakFairness { threads }
    }

    fn counter(self) -> AcceptanceCounter {
        AcceptanceCounter::new(self.threads + 1)
    }

    /// How many copies of the product there are at most.
    pub fn copies(self) -> u32 {
        self.counter().levels()
    }

    /// The copy that a step leads to, and whether it is accepting there.
    pub fn step<E>(self, copy: u32, step: &FairStep<E>) -> CounterStep
    where
        E: Fn(u32) -> bool,
    {
        self.counter().step(copy, |condition| step.meets(condition))
    }

    /// The conditions that a step meets as bits, for searches that collect them over a strongly
    /// connected component: the component has a fair accepted cycle if they add up to
    /// `all_conditions`. None if there are more than 63 threads.
    pub fn conditions_met<E>(self, step: &FairStep<E>) -> Option<u64>
    where
        E: Fn(u32) -> bool,
    {
        self.all_conditions()?;
        let met = (0..=self.threads).filter(|condition| step.meets(*condition));
        Some(met.fold(0, |bits, condition| bits | 1 << condition))
    }

    /// The bits of all conditions.
    pub fn all_conditions(self) -> Option<u64> {
        (self.threads < 64).then(|| u64::MAX >> (63 - self.threads))
    }
}

impl<E: Fn(u32) -> bool> FairStep<E> {
    fn meets(&self, condition: u32) -> bool {
        match condition.checked_sub(1) {
            None => self.accepting,
            Some(thread) => self.thread == Some(thread) || !(self.enabled)(thread),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[derive(Clone, Copy)]
    struct Step {
        thread: u32,
        target: usize,
        accepting: bool,
    }

    struct Program {
        threads: u32,
        steps: Vec<Vec<Step>>,
    }

    impl Program {
        fn enabled(&self, state: usize, thread: u32) -> bool {
            self.steps[state].iter().any(|step| step.thread == thread)
        }

        fn fair_step(&self, state: usize, step: Step) -> FairStep<impl Fn(u32) -> bool> {
            FairStep {
                accepting: step.accepting,
                thread: Some(step.thread),
                enabled: move |thread| self.enabled(state, thread),
            }
        }

        /// By the definition: a component whose states and steps, all visited again and again,
        /// are accepted and leave no thread enabled for ever without running.
        fn has_fair_accepted_run(&self) -> bool {
            let states = self.steps.len();
            let mut reaches = vec![vec![false; states]; states];
            for (state, steps) in self.steps.iter().enumerate() {
                for step in steps {
                    reaches[state][step.target] = true;
                }
            }
            for middle in 0..states {
                for from in 0..states {
                    for to in 0..states {
                        reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
                    }
                }
            }
            (0..states).any(|anchor| {
                let reachable = anchor == 0 || reaches[0][anchor];
                let inside = |state: usize| reaches[anchor][state] && reaches[state][anchor];
                let steps: Vec<Step> = (0..states)
                    .filter(|state| inside(*state))
                    .flat_map(|state| self.steps[state].clone())
                    .filter(|step| inside(step.target))
                    .collect();
                let fair = (0..self.threads).all(|thread| {
                    let runs = steps.iter().any(|step| step.thread == thread);
                    let rests =
                        (0..states).any(|state| inside(state) && !self.enabled(state, thread));
                    runs || rests
                });
                reachable && fair && steps.iter().any(|step| step.accepting)
            })
        }

        /// Through the copies: a reachable cycle with an accepting step.
        fn has_accepted_cycle_in_copies(&self) -> bool {
            let fairness = WeakFairness::new(self.threads);
            let copies = fairness.copies() as usize;
            let successors = |node: usize| {
                let (state, copy) = (node / copies, (node % copies) as u32);
                self.steps[state].iter().map(move |step| {
                    let next = fairness.step(copy, &self.fair_step(state, *step));
                    assert!(next.level < fairness.copies());
                    (step.target * copies + next.level as usize, next.accepting)
                })
            };
            let reached = |from: usize| {
                let mut seen = vec![false; self.steps.len() * copies];
                seen[from] = true;
                let mut open = vec![from];
                while let Some(node) = open.pop() {
                    for (target, _) in successors(node) {
                        if !std::mem::replace(&mut seen[target], true) {
                            open.push(target);
                        }
                    }
                }
                seen
            };
            let from_start = reached(0);
            (0..from_start.len())
                .filter(|node| from_start[*node])
                .any(|node| {
                    successors(node).any(|(target, accepting)| accepting && reached(target)[node])
                })
        }

        /// Through the bits: a component that collects all conditions.
        fn has_complete_component(&self) -> bool {
            let fairness = WeakFairness::new(self.threads);
            let components =
                crate::automaton::components::Components::of(self.steps.len(), |state| {
                    self.steps[state].iter().map(|step| step.target)
                });
            let mut met = vec![0; components.count()];
            let mut reached = vec![false; self.steps.len()];
            reached[0] = true;
            let mut open = vec![0];
            while let Some(state) = open.pop() {
                for step in &self.steps[state] {
                    let own = components.of_state(state);
                    if components.of_state(step.target) == own {
                        let fair_step = self.fair_step(state, *step);
                        met[own] |= fairness.conditions_met(&fair_step).expect("few threads");
                    }
                    if !std::mem::replace(&mut reached[step.target], true) {
                        open.push(step.target);
                    }
                }
            }
            met.contains(&fairness.all_conditions().expect("few threads"))
        }
    }

    #[test]
    fn copies_and_bits_agree_with_the_definition_on_random_programs() {
        let mut random = Random::new(31);
        let mut found = 0;
        let programs = 3000;
        for _ in 0..programs {
            let threads = 1 + random.below(3) as u32;
            let states = 1 + random.below(6);
            let mut steps = vec![Vec::new(); states];
            for own in &mut steps {
                for thread in 0..threads {
                    if random.below(3) > 0 {
                        own.push(Step {
                            thread,
                            target: random.below(states),
                            accepting: random.below(3) == 0,
                        });
                    }
                }
            }
            let program = Program { threads, steps };
            let expected = program.has_fair_accepted_run();
            found += usize::from(expected);
            assert_eq!(program.has_accepted_cycle_in_copies(), expected);
            assert_eq!(program.has_complete_component(), expected);
        }
        assert!(
            found > programs / 10 && found < programs * 9 / 10,
            "{found}"
        );
    }

    /// Thread 0 spins until thread 1 has set a flag. "The flag is never set" is accepted
    /// in state 0, but only by a run that is unfair to thread 1.
    #[test]
    fn a_spin_loop_is_no_fair_counterexample() {
        let step = |thread, target, accepting| Step {
            thread,
            target,
            accepting,
        };
        let spinning = Program {
            threads: 2,
            steps: vec![
                vec![step(0, 0, true), step(1, 1, true)],
                vec![step(0, 1, false)],
            ],
        };
        assert!(!spinning.has_accepted_cycle_in_copies());
        // Without thread 1's claim to fairness the spin loop is one.
        let unfair = Program {
            threads: 1,
            ..spinning
        };
        assert!(unfair.has_accepted_cycle_in_copies());
    }

    #[test]
    fn a_finished_program_is_fair_in_its_last_state() {
        let fairness = WeakFairness::new(3);
        let step = FairStep {
            accepting: true,
            thread: None,
            enabled: |_| false,
        };
        for copy in 0..fairness.copies() {
            let next = fairness.step(copy, &step);
            assert_eq!((next.level, next.accepting), (copy, true));
        }
    }

    #[test]
    fn the_bits_end_at_63_threads() {
        assert_eq!(WeakFairness::new(63).all_conditions(), Some(u64::MAX));
        assert_eq!(WeakFairness::new(2).all_conditions(), Some(0b111));
        assert_eq!(WeakFairness::new(64).all_conditions(), None);
    }
}
