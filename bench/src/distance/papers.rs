//! The subjects of the papers' tables, how ours are searched, and the papers' own numbers.

use super::commands::FOLDER;

pub struct Subject {
    pub name: &'static str,
    pub arguments: String,
    pub k: u32,
    /// Table I: seconds of analysis; table II: states, both for FSM, EFSM and e-FCA, and DFS
    /// and random before them. None: not found within a million states.
    pub paper_analysis: [u32; 3],
    pub paper: [Option<u32>; 5],
}

/// A row of the paper: the program, its depth of calls, by lines or by instructions, k of
/// EFSM, the times of its analyses, and states.
type Row = (&'static str, u32, bool, u32, [u32; 3], [Option<u32>; 5]);

/// Tables I and II of the e-FCA paper.
const SUBJECTS: [Row; 14] = [
    (
        "Hyman",
        3,
        false,
        1,
        [0, 3, 0],
        [
            Some(6478),
            Some(15_800),
            Some(10_227),
            Some(7160),
            Some(3817),
        ],
    ),
    (
        "Hyman",
        4,
        false,
        1,
        [1, 11, 0],
        [
            Some(16_190),
            Some(59_796),
            Some(41_791),
            Some(21_909),
            Some(13_529),
        ],
    ),
    (
        "Hyman",
        5,
        false,
        1,
        [1, 27, 0],
        [
            Some(40_471),
            Some(91_947),
            Some(123_743),
            Some(59_951),
            Some(38_745),
        ],
    ),
    (
        "D-phil",
        2,
        false,
        1,
        [1, 76, 0],
        [
            Some(157_436),
            Some(475_184),
            Some(53_897),
            Some(4594),
            Some(1626),
        ],
    ),
    (
        "D-phil C",
        2,
        true,
        1,
        [0, 76, 0],
        [
            Some(19_769),
            Some(11_497),
            Some(18_148),
            Some(1036),
            Some(415),
        ],
    ),
    (
        "D-phil",
        3,
        false,
        1,
        [1, 146, 0],
        [None, Some(452_092), Some(54_725), Some(13_830), Some(3816)],
    ),
    (
        "D-phil C",
        3,
        true,
        1,
        [0, 147, 0],
        [
            Some(157_818),
            Some(95_009),
            Some(8575),
            Some(3348),
            Some(1015),
        ],
    ),
    (
        "D-phil",
        4,
        false,
        0,
        [1, 4, 1],
        [
            None,
            Some(999_480),
            Some(186_419),
            Some(36_467),
            Some(13_696),
        ],
    ),
    (
        "D-phil C",
        4,
        true,
        0,
        [1, 4, 1],
        [
            Some(548_127),
            Some(173_494),
            Some(42_107),
            Some(10_224),
            Some(3655),
        ],
    ),
    (
        "D-phil",
        5,
        false,
        0,
        [2, 7, 1],
        [None, None, Some(334_198), Some(400_474), Some(55_876)],
    ),
    (
        "D-phil C",
        5,
        true,
        0,
        [2, 7, 1],
        [
            None,
            Some(370_656),
            Some(861_319),
            Some(142_350),
            Some(14_755),
        ],
    ),
    (
        "Barbers",
        3,
        false,
        1,
        [1, 41, 0],
        [None, Some(442_285), Some(82_333), Some(21_465), Some(3298)],
    ),
    (
        "Barbers",
        4,
        false,
        0,
        [1, 3, 1],
        [
            None,
            Some(939_828),
            Some(73_940),
            Some(75_635),
            Some(13_118),
        ],
    ),
    (
        "Barbers",
        5,
        false,
        0,
        [1, 4, 1],
        [None, None, Some(378_632), Some(388_161), Some(66_608)],
    ),
];

pub fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    let mut add = |name, m: u32, line: bool, k, paper_analysis, paper| {
        let (file, defines, goal) = match name {
            "Hyman" => ("hyman", format!("-DM={m}"), " --mutex fn:critical"),
            "Barbers" => (
                "barbershop",
                format!("-DT=3 -DM={m}"),
                " --mutex fn:in_chair",
            ),
            _ => ("philosophers", format!("-DT=2 -DM={m}"), ""),
        };
        let granularity = if line { "line" } else { "instruction" };
        subjects.push(Subject {
            name,
            arguments: format!("{FOLDER}/{file}.c {defines}{goal} --granularity {granularity}"),
            k,
            paper_analysis,
            paper,
        });
    };
    for (name, m, line, k, analysis, paper) in SUBJECTS {
        add(name, m, line, k, analysis, paper);
    }
    subjects
}

pub const THREADS: [u32; 10] = [5, 9, 11, 15, 18, 20, 25, 30, 40, 51];
pub const PAPER_THREE: [[u32; 3]; 10] = [
    [814, 7064, 92_434],
    [1070, 7320, 93_230],
    [1196, 7446, 93_356],
    [1448, 7698, 93_608],
    [1641, 7891, 93_801],
    [1767, 8071, 93_927],
    [2086, 8336, 94_246],
    [2401, 8970, 94_561],
    [3040, 9603, 92_500],
    [3736, 10_306, 95_896],
];

pub struct Sequence {
    pub name: &'static str,
    pub arguments: String,
    /// Random, FSM, PFSM: min, avg, max.
    pub paper: [Option<[u32; 3]>; 3],
}

pub fn sequences() -> Vec<Sequence> {
    counting().into_iter().chain(lists()).collect()
}

fn at(file: &str, rest: &str) -> String {
    format!("{FOLDER}/{file} {rest}")
}

fn row(name: &'static str, arguments: String, paper: [Option<[u32; 3]>; 3]) -> Sequence {
    Sequence {
        name,
        arguments,
        paper,
    }
}

/// Programs whose threads count to a failure.
fn counting() -> Vec<Sequence> {
    let two = |n: u32| {
        at(
            "twostage.c",
            &format!("-DN={n} -DR=1 --via twostage.c:19,twostage.c:34"),
        )
    };
    let reorder = |n: u32| {
        at(
            "reorder.c",
            &format!("-DN={n} -DR=1 --via reorder.c:15,reorder.c:22"),
        )
    };
    let s = Some;
    vec![
        row(
            "Twostage(7,1)",
            two(7),
            [
                s([15_249, 109_259, 409_156]),
                s([3279, 30_193, 178_653]),
                s([209, 213, 217]),
            ],
        ),
        row(
            "Twostage(8,1)",
            two(8),
            [
                s([23_025, 204_790, 603_629]),
                s([5956, 46_259, 281_132]),
                s([246, 251, 255]),
            ],
        ),
        row(
            "Twostage(10,1)",
            two(10),
            [
                s([36_056, 364_859, 1_216_340]),
                s([14_232, 156_697, 1_302_040]),
                s([329, 335, 340]),
            ],
        ),
        row(
            "Wronglock(1,10)",
            at(
                "wronglock.c",
                "-DN=1 -DR=10 --via wronglock.c:17,wronglock.c:27",
            ),
            [
                s([58, 7064, 49_100]),
                s([75, 196, 2362]),
                s([367, 3781, 15_923]),
            ],
        ),
        row(
            "Reorder(5,1)",
            reorder(5),
            [
                s([1803, 6006, 12_529]),
                s([912, 2562, 5765]),
                s([106, 109, 112]),
            ],
        ),
        row(
            "Reorder(8,1)",
            reorder(8),
            [
                s([10_155, 34_193, 98_683]),
                s([5422, 24_022, 96_681]),
                s([193, 197, 202]),
            ],
        ),
        row(
            "Reorder(10,1)",
            reorder(10),
            [
                s([24_890, 80_160, 343_429]),
                s([6785, 65_506, 149_916]),
                s([266, 272, 277]),
            ],
        ),
    ]
}

/// Lists that are changed while they are read.
fn lists() -> Vec<Sequence> {
    let s = Some;
    let array_list = [s([3652, 15_972, 63_206]), None, s([846, 5216, 50_904])];
    let abstract_list = [s([10_497_302; 3]), None, s([982; 3])];
    vec![
        row(
            "AryList(1,10), Rust",
            at(
                "array_list.rs",
                "--target fn:changed_while_copied --via array_list.rs:32,array_list.rs:109",
            ),
            array_list,
        ),
        row(
            "AryList(1,10), C++",
            at(
                "array_list.cpp",
                "--target fn:changed_while_copied --via array_list.cpp:49,array_list.cpp:110",
            ),
            array_list,
        ),
        row(
            "AbsList(1,10), Rust",
            at(
                "abstract_list.rs",
                "--target fn:concurrent_modification --via abstract_list.rs:97,abstract_list.rs:151",
            ),
            abstract_list,
        ),
        row(
            "AbsList(1,10), C++",
            at(
                "abstract_list.cpp",
                "--target fn:concurrent_modification --via abstract_list.cpp:115,abstract_list.cpp:139",
            ),
            abstract_list,
        ),
        row(
            "AbsList(1,10), tables of functions in C",
            at(
                "table_list.c",
                "--target fn:concurrent_modification --via table_list.c:53,table_list.c:99",
            ),
            abstract_list,
        ),
    ]
}
