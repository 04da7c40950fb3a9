//! What the GMC² paper reports: Tables 1 and 2, and the Needham-Schroeder protocol. Numbers only.

/// A row of Table 1: philosophers, seconds, samples, length of the counterexample.
pub struct Philosophers {
    pub count: u32,
    pub seconds: f64,
    pub samples: u32,
    pub length: u32,
}

const fn philosophers(count: u32, seconds: f64, samples: u32, length: u32) -> Philosophers {
    Philosophers {
        count,
        seconds,
        samples,
        length,
    }
}

pub const TABLE_1: [Philosophers; 7] = [
    philosophers(4, 0.07, 2, 12),
    philosophers(6, 0.11, 4, 12),
    philosophers(8, 0.78, 11, 20),
    philosophers(10, 2.17, 31, 24),
    philosophers(12, 4.82, 24, 27),
    philosophers(14, 6.22, 22, 44),
    philosophers(16, 11.56, 14, 32),
];

/// A row of Table 2: a rule, whether it was found violated, seconds and samples.
pub struct Rule {
    pub property: &'static str,
    /// The property function of ours.
    pub function: &'static str,
    pub violated: bool,
    pub seconds: f64,
    pub samples: u32,
}

const fn rule(
    property: &'static str,
    function: &'static str,
    violated: bool,
    seconds: f64,
    samples: u32,
) -> Rule {
    Rule {
        property,
        function,
        violated,
        seconds,
        samples,
    }
}

pub const TABLE_2: [Rule; 10] = [
    rule("safe advisory selection", "safe_1", false, 0.23, 1278),
    rule("safe advisory selection", "safe_2", true, 0.03, 147),
    rule("best advisory selection", "best_1", false, 0.25, 1278),
    rule("best advisory selection", "best_2", true, 0.04, 206),
    rule(
        "avoid unnecessary crossing",
        "unnecessary_1",
        true,
        0.01,
        36,
    ),
    rule(
        "avoid unnecessary crossing",
        "unnecessary_2",
        true,
        0.03,
        180,
    ),
    rule(
        "no crossing advisory selection",
        "crossing_1",
        true,
        0.01,
        27,
    ),
    rule(
        "no crossing advisory selection",
        "crossing_2",
        true,
        0.01,
        8,
    ),
    rule("optimal advisory selection", "optimal_1", false, 0.23, 1278),
    rule("optimal advisory selection", "optimal_2", true, 0.06, 217),
];

/// The paper's ε and δ of Table 2.
pub const TABLE_2_GOAL: &str = "--epsilon 0.0018 --delta 0.1";

/// Lowe's attack: lassos, and seconds (6 h 37 min).
pub const ATTACK: (u32, f64) = (10_682_639, 23_820.0);
