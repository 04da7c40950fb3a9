//! The systems of the FLAVERS paper: its Table 1, and our programs and properties. It measures
//! nothing.

/// A row of Table 1.
#[derive(Clone, Copy)]
pub struct Row {
    pub lines: u32,
    pub tasks: u32,
    pub properties: u32,
    pub subjects: u32,
}

pub struct System {
    pub title: &'static str,
    /// Below `bench/programs/flow`, without extension.
    pub program: &'static str,
    /// The size that is measured, as macros.
    pub size: &'static [&'static str],
    /// Below `bench/programs/flow`, without extension.
    pub properties: &'static [&'static str],
    pub paper: Row,
}

const fn row(lines: u32, tasks: u32, properties: u32, subjects: u32) -> Row {
    Row {
        lines,
        tasks,
        properties,
        subjects,
    }
}

pub const FOLDER: &str = "bench/programs/flow";

pub const SYSTEMS: [System; 10] = [
    System {
        title: "Memory management",
        program: "memory",
        size: &["N=2"],
        properties: &["memory"],
        paper: row(703, 9, 1, 4),
    },
    System {
        title: "Gas station",
        program: "gas",
        size: &["N=3"],
        properties: &["gas"],
        paper: row(648, 9, 1, 4),
    },
    System {
        title: "Three way handshake",
        program: "handshake",
        size: &[],
        properties: &["handshake"],
        paper: row(491, 5, 1, 4),
    },
    System {
        title: "Chiron (original)",
        program: "chiron",
        size: &["N=2", "COMMANDS=1"],
        properties: &["chiron-draw", "chiron-told", "chiron-gone"],
        paper: row(6495, 8, 3, 12),
    },
    System {
        title: "Chiron (decomposed)",
        program: "chiron_decomposed",
        size: &["N=2"],
        properties: &[
            "chiron_decomposed-draw",
            "chiron_decomposed-told",
            "chiron_decomposed-gone",
        ],
        paper: row(6935, 16, 3, 14),
    },
    System {
        title: "Token ring",
        program: "ring",
        size: &["N=3", "ROUNDS=2"],
        properties: &["ring-exclusion", "ring-order"],
        paper: row(386, 11, 2, 24),
    },
    System {
        title: "Relay",
        program: "relay",
        size: &["N=3", "MESSAGES=4"],
        properties: &["relay"],
        paper: row(321, 7, 1, 9),
    },
    System {
        title: "Cyclic scheduler",
        program: "cyclic",
        size: &["N=5", "ROUNDS=2"],
        properties: &["cyclic"],
        paper: row(226, 11, 1, 9),
    },
    System {
        title: "Peterson n-way tie breaker",
        program: "peterson",
        size: &["N=3"],
        properties: &["peterson"],
        paper: row(1063, 4, 1, 8),
    },
    System {
        title: "Smokers",
        program: "smokers",
        size: &["ROUNDS=1"],
        properties: &[
            "smokers-tobacco",
            "smokers-paper",
            "smokers-matches",
            "smokers-tobacco-paper",
            "smokers-paper-matches",
            "smokers-tobacco-matches",
        ],
        paper: row(327, 7, 6, 14),
    },
];

/// All are wanted if none is named.
pub fn is_wanted(property: &str, wanted: &[String]) -> bool {
    wanted.is_empty() || wanted.iter().any(|name| name == property)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_has_the_papers_number_of_properties() {
        for system in &SYSTEMS {
            let ours = system.properties.len() as u32;
            assert_eq!(ours, system.paper.properties, "{}", system.title);
        }
        let subjects: u32 = SYSTEMS.iter().map(|system| system.paper.subjects).sum();
        assert_eq!(subjects, 102);
    }
}
