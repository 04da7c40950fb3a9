//! The subjects of the papers' tables, how ours are searched, and the papers' own numbers.

use super::FOLDER;

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
    let s = Some;
    let rows: [Row; 14] = [
        (
            "Hyman",
            3,
            false,
            1,
            [0, 3, 0],
            [s(6478), s(15_800), s(10_227), s(7160), s(3817)],
        ),
        (
            "Hyman",
            4,
            false,
            1,
            [1, 11, 0],
            [s(16_190), s(59_796), s(41_791), s(21_909), s(13_529)],
        ),
        (
            "Hyman",
            5,
            false,
            1,
            [1, 27, 0],
            [s(40_471), s(91_947), s(123_743), s(59_951), s(38_745)],
        ),
        (
            "D-phil",
            2,
            false,
            1,
            [1, 76, 0],
            [s(157_436), s(475_184), s(53_897), s(4594), s(1626)],
        ),
        (
            "D-phil C",
            2,
            true,
            1,
            [0, 76, 0],
            [s(19_769), s(11_497), s(18_148), s(1036), s(415)],
        ),
        (
            "D-phil",
            3,
            false,
            1,
            [1, 146, 0],
            [None, s(452_092), s(54_725), s(13_830), s(3816)],
        ),
        (
            "D-phil C",
            3,
            true,
            1,
            [0, 147, 0],
            [s(157_818), s(95_009), s(8575), s(3348), s(1015)],
        ),
        (
            "D-phil",
            4,
            false,
            0,
            [1, 4, 1],
            [None, s(999_480), s(186_419), s(36_467), s(13_696)],
        ),
        (
            "D-phil C",
            4,
            true,
            0,
            [1, 4, 1],
            [s(548_127), s(173_494), s(42_107), s(10_224), s(3655)],
        ),
        (
            "D-phil",
            5,
            false,
            0,
            [2, 7, 1],
            [None, None, s(334_198), s(400_474), s(55_876)],
        ),
        (
            "D-phil C",
            5,
            true,
            0,
            [2, 7, 1],
            [None, s(370_656), s(861_319), s(142_350), s(14_755)],
        ),
        (
            "Barbers",
            3,
            false,
            1,
            [1, 41, 0],
            [None, s(442_285), s(82_333), s(21_465), s(3298)],
        ),
        (
            "Barbers",
            4,
            false,
            0,
            [1, 3, 1],
            [None, s(939_828), s(73_940), s(75_635), s(13_118)],
        ),
        (
            "Barbers",
            5,
            false,
            0,
            [1, 4, 1],
            [None, None, s(378_632), s(388_161), s(66_608)],
        ),
    ];
    for (name, m, line, k, analysis, paper) in rows {
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
    let at = |file: &str, rest: &str| format!("{FOLDER}/{file} {rest}");
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
    let row = |name, arguments, paper| Sequence {
        name,
        arguments,
        paper,
    };
    let s = Some;
    let array_list = [s([3652, 15_972, 63_206]), None, s([846, 5216, 50_904])];
    let abstract_list = [s([10_497_302; 3]), None, s([982; 3])];
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
