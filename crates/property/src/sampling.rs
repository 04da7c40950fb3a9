//! The arithmetic of Monte Carlo checking (MC², Grosu and Smolka): how many random executions
//! to look at, and what may be said when none of them violated the property. Knows nothing of
//! how they are drawn; "a random execution" is one drawn as the samples were.

use std::fmt;

use thiserror::Error;

/// What is asked of a sampling: to be wrong with probability `delta` at most in saying that
/// fewer than `epsilon` of the random executions violate the property.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SamplingGoal {
    epsilon: f64,
    delta: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("{name} must lie between 0 and 1, both excluded; {value} does not")]
pub struct OutOfRange {
    name: &'static str,
    value: f64,
}

/// Two results that differ by less than this part of themselves are the same number, rounded
/// differently: 0.9² is meant to be 0.81.
const ROUNDING: f64 = 1e-13;

impl SamplingGoal {
    pub fn new(epsilon: f64, delta: f64) -> Result<SamplingGoal, OutOfRange> {
        for (name, value) in [("epsilon", epsilon), ("delta", delta)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(OutOfRange { name, value });
            }
        }
        Ok(SamplingGoal { epsilon, delta })
    }

    pub fn epsilon(self) -> f64 {
        self.epsilon
    }

    pub fn delta(self) -> f64 {
        self.delta
    }

    /// M = ln δ / ln (1 - ε), rounded up: the least number of samples with (1 - ε)^M ≤ δ. If a
    /// part ε or more of the executions violates the property, M samples without a violation
    /// have probability δ at most.
    pub fn samples(self) -> u64 {
        let exact = self.delta.ln() / (-self.epsilon).ln_1p();
        // Beyond u64 the conversion stays at its largest value, which no run will reach.
        (exact * (1.0 - ROUNDING)).ceil().max(1.0) as u64
    }

    /// What may be claimed after `samples` executions without a violation. With fewer than
    /// `self.samples()`, the confidence stays and the part of executions grows.
    pub fn claim_after(self, samples: u64) -> Option<Claim> {
        if samples == 0 {
            return None;
        }
        let epsilon = if samples >= self.samples() {
            self.epsilon
        } else {
            // (1 - ε)^n = δ, solved for ε.
            -(self.delta.ln() / samples as f64).exp_m1()
        };
        Some(Claim {
            samples,
            epsilon,
            delta: self.delta,
        })
    }
}

/// What samples without a violation allow to be said.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Claim {
    /// How many executions were looked at.
    pub samples: u64,
    /// The part of the random executions that might still violate the property.
    pub epsilon: f64,
    /// The probability that the claim is wrong.
    pub delta: f64,
}

/// "with confidence 99%, fewer than 0.1% of the random executions violate it"
impl fmt::Display for Claim {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (confidence, part) = (confidence(self.delta), part(self.epsilon));
        write!(
            out,
            "with confidence {confidence}, fewer than {part} of the random executions violate it"
        )
    }
}

/// The probability that `samples` executions show a violation, if each does with
/// `probability`.
pub fn detection_probability(probability: f64, samples: u64) -> f64 {
    -(samples as f64 * (-probability).ln_1p()).exp_m1()
}

/// Probabilistic concurrency testing (Burckhardt and others): the least probability with which
/// one run finds a bug of the given depth among `threads` threads and `steps` steps,
/// 1 / (n k^(d-1)).
pub fn pct_bound(threads: u32, steps: u64, depth: u32) -> f64 {
    let orders = f64::from(threads.max(1));
    let points = (steps.max(1) as f64).powi(depth.saturating_sub(1) as i32);
    1.0 / (orders * points)
}

/// Below this, percentages are all zeros or nines.
const TOO_SMALL_FOR_PERCENT: f64 = 1e-6;

fn confidence(delta: f64) -> String {
    if delta < TOO_SMALL_FOR_PERCENT {
        return format!("1 - {delta:e}");
    }
    // Rounded down, which is the side of caution.
    format!(
        "{}%",
        decimal((100.0 - 100.0 * delta) * 1e6 + 1e-3, f64::floor)
    )
}

fn part(epsilon: f64) -> String {
    if epsilon < TOO_SMALL_FOR_PERCENT {
        return format!("a part {epsilon:.3e}");
    }
    // Rounded up, which is the side of caution, to the sixth decimal of the percentage.
    format!("{}%", decimal(100.0 * epsilon * 1e6 - 1e-3, f64::ceil))
}

/// `millionths`, rounded, without zeros at the end. The caller has moved it by a thousandth, so
/// that what the user wrote as a round number stays one.
fn decimal(millionths: f64, round: fn(f64) -> f64) -> String {
    let text = format!("{:.6}", round(millionths) / 1e6);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(epsilon: f64, delta: f64) -> SamplingGoal {
        SamplingGoal::new(epsilon, delta).expect("in range")
    }

    /// base^exponent as digits to the base 2^32, least first.
    fn power(base: u32, exponent: u64) -> Vec<u32> {
        let mut digits = vec![1];
        for _ in 0..exponent {
            multiply(&mut digits, base);
        }
        digits
    }

    fn multiply(digits: &mut Vec<u32>, factor: u32) {
        let mut carry = 0u64;
        for digit in digits.iter_mut() {
            let product = u64::from(*digit) * u64::from(factor) + carry;
            *digit = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            digits.push(carry as u32);
        }
    }

    /// Whether (1 - e/100)^samples <= d/100, in whole numbers.
    fn suffices(e: u32, d: u32, samples: u64) -> bool {
        let mut left = power(100 - e, samples);
        multiply(&mut left, 100);
        let mut right = power(100, samples);
        multiply(&mut right, d);
        let order = left
            .len()
            .cmp(&right.len())
            .then_with(|| left.iter().rev().cmp(right.iter().rev()));
        order.is_le()
    }

    #[test]
    fn the_number_of_samples_is_the_least_that_suffices() {
        for e in [1, 2, 3, 5, 10, 13, 20, 25, 50, 75, 90, 99] {
            for d in [1, 2, 5, 9, 10, 25, 36, 49, 50, 64, 81, 90, 98, 99] {
                let samples = goal(f64::from(e) / 100.0, f64::from(d) / 100.0).samples();
                assert!(suffices(e, d, samples), "{e} {d} {samples}");
                let fewer = samples > 1 && suffices(e, d, samples - 1);
                assert!(!fewer, "{e} {d} {samples}");
            }
        }
    }

    #[test]
    fn known_numbers_of_samples() {
        assert_eq!(goal(0.1, 0.1).samples(), 22);
        assert_eq!(goal(0.01, 0.01).samples(), 459);
        assert_eq!(goal(0.001, 0.001).samples(), 6905);
        // Equality, where rounding must not ask for one more.
        assert_eq!(goal(0.5, 0.25).samples(), 2);
        assert_eq!(goal(0.1, 0.81).samples(), 2);
        assert_eq!(goal(0.1, 0.729).samples(), 3);
        assert_eq!(goal(0.9, 0.99).samples(), 1);
        // ln(1 - ε) would be 0 without ln_1p.
        let tiny = goal(1e-18, 0.5).samples() as f64;
        assert!((tiny / 6.931_471_805_599_453e17 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn parameters_outside_are_refused() {
        for (epsilon, delta) in [
            (0.0, 0.1),
            (1.0, 0.1),
            (0.1, 0.0),
            (0.1, 1.0),
            (f64::NAN, 0.5),
            (0.5, -1.0),
        ] {
            assert!(
                SamplingGoal::new(epsilon, delta).is_err(),
                "{epsilon} {delta}"
            );
        }
        assert_eq!(
            SamplingGoal::new(1.5, 0.1)
                .expect_err("outside")
                .to_string(),
            "epsilon must lie between 0 and 1, both excluded; 1.5 does not"
        );
    }

    #[test]
    fn the_claim_in_words() {
        let asked = goal(0.001, 0.01);
        assert_eq!(
            asked
                .claim_after(asked.samples())
                .expect("samples")
                .to_string(),
            "with confidence 99%, fewer than 0.1% of the random executions violate it"
        );
        assert_eq!(
            goal(1e-7, 1e-9)
                .claim_after(u64::MAX)
                .expect("samples")
                .to_string(),
            "with confidence 1 - 1e-9, fewer than a part 1.000e-7 of the random executions violate it"
        );
        assert_eq!(
            goal(0.015, 0.0005)
                .claim_after(1000)
                .expect("samples")
                .to_string(),
            "with confidence 99.95%, fewer than 1.5% of the random executions violate it"
        );
        assert_eq!(asked.claim_after(0), None);
    }

    #[test]
    fn fewer_samples_than_asked_for_claim_less() {
        let asked = goal(0.01, 0.01);
        let early = asked.claim_after(100).expect("samples");
        // (1 - ε)^100 = 0.01
        assert!(((1.0 - early.epsilon).powi(100) - 0.01).abs() < 1e-12);
        assert_eq!(early.delta, 0.01);
        assert_eq!(
            early.to_string(),
            "with confidence 99%, fewer than 4.500742% of the random executions violate it"
        );
        let last = asked.claim_after(458).expect("samples");
        assert!(last.epsilon > 0.01 && last.epsilon < 0.0101);
        assert_eq!(asked.claim_after(459).expect("samples").epsilon, 0.01);
    }

    /// Figure 1 of the paper: four lassos with probabilities 1/2, 1/4, 1/8 and 1/8, the third
    /// of them accepting.
    #[test]
    fn a_violation_of_known_probability_is_missed_as_rarely_as_promised() {
        let asked = goal(0.125, 0.05);
        let samples = asked.samples();
        assert!(1.0 - detection_probability(0.125, samples) <= 0.05);
        assert!(1.0 - detection_probability(0.125, samples - 1) > 0.05);
        assert!((detection_probability(0.125, 2) - 15.0 / 64.0).abs() < 1e-15);
    }

    #[test]
    fn the_bound_of_pct() {
        assert_eq!(pct_bound(4, 100, 1), 0.25);
        assert_eq!(pct_bound(4, 100, 2), 0.0025);
        assert_eq!(pct_bound(2, 10, 3), 0.005);
    }
}
