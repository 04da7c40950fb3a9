//! Searches over node tuples, on graphs made by hand and at random.

mod estimate;
mod examples;
mod naive;
mod numbers;
mod random;
mod replays;
mod verdicts;
