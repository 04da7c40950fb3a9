//! The numbers of the paper: Tables 3, 4 and 5 of "Directed Error Detection in C++ with the
//! Assembly-Level Model Checker StEAM" (SPIN 2004). It knows nothing of what is measured here.

pub const PROGRAMS: [&str; 4] = ["cashit", "leader", "opttel", "philo"];

/// One entry of a table: the largest scale, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    pub scale: u64,
    pub trail: u64,
    pub seconds: f64,
    /// The paper says KByte; with a limit of 900 MB it must mean MB.
    pub megabytes: u64,
}

#[derive(Debug)]
pub struct Row {
    pub search: &'static str,
    /// Empty for undirected search.
    pub guide: &'static str,
    /// Lock and global compaction: granularity `shared`; without it, `line`.
    pub compaction: bool,
    /// For each of `PROGRAMS`; None where no error was found.
    pub programs: [Option<Numbers>; 4],
}

pub struct Table {
    pub number: u32,
    pub title: &'static str,
    text: &'static str,
}

/// Scale, trail length, time in 0.1 s and memory for each program, as they stand in the paper.
pub const TABLES: [Table; 3] = [
    Table {
        number: 3,
        title: "undirected search",
        text: "
dfs        -   y  1 97 151 134     80 1197 247 739    9 8264 214 618   90 1706 166 835
dfs        -   n  1 1824 17 96     12 18106 109 390   6 10455 221 470  20 14799 463 824
bfs        -   y  - - - -          5 56 365 787       2 21 24 97       6 13 160 453
bfs        -   n  - - - -          3 66 30 146        - - - -          4 26 57 164",
    },
    Table {
        number: 4,
        title: "best-first search",
        text: "
best-first pl1 y  1 97 150 134     5 73 89 285        60 602 210 770   190 386 166 622
best-first pl2 y  1 97 59 120      5 73 94 312        60 601 210 680   190 385 487 859
best-first mb  y  1 97 150 134     80 1197 247 737    9 6596 160 518   150 750 213 862
best-first lnb y  1 97 150 134     5 73 86 263        60 602 211 763   190 386 168 639
best-first int y  1 98 91 128      5 57 395 789       2 22 12 98       8 18 193 807
best-first aa  y  1 84 3 97        5 72 278 637       - - - -          6 14 208 449
best-first rw  y  1 61 2 97        60 661 195 671     2 309 7 98       90 1706 178 854
best-first pba y  1 97 90 121      80 1197 244 740    9 6596 161 513   90 450 43 234
best-first pbb y  1 97 150 134     80 1197 244 741    9 6596 160 510   150 750 210 860
best-first pl1 n  1 1824 17 97     4 245 94 284       40 1203 200 705  150 909 340 859
best-first pl2 n  1 792 9 97       4 245 168 376      40 1202 193 751  150 908 327 857
best-first mb  n  1 1824 17 97     12 18106 107 428   6 10775 235 489  60 1425 102 548
best-first lnb n  1 1824 17 97     4 245 92 284       40 1203 197 719  150 909 344 856
best-first int n  1 1824 17 97     3 68 37 139        - - - -          5 33 234 663
best-first aa  n  2 328 86 146     3 132 28 139       - - - -          4 27 73 197
best-first rw  n  2 663 147 463    40 1447 104 470    2 494 68 206     20 14799 469 822
best-first pba n  1 792 14 97      12 18106 109 411   6 10775 235 470  40 945 33 239
best-first pbb n  1 1824 17 97     12 18106 109 407   6 10775 236 471  60 1425 102 571",
    },
    Table {
        number: 5,
        title: "A*",
        text: "
astar      pl1 y  - - - -          5 56 345 711       3 32 39 215      190 386 166 631
astar      pl2 y  1 61 2781 387    5 56 358 760       2 21 3 98        190 385 482 860
astar      mb  y  - - - -          5 56 397 769       2 22 19 98       7 16 111 371
astar      lnb y  - - - -          5 56 342 719       2 22 15 98       8 18 82 286
astar      int y  - - - -          5 57 406 785       2 22 13 98       7 16 177 629
astar      aa  y  - - - -          5 61 385 744       2 22 41 171      6 14 208 449
astar      rw  y  1 61 1958 310    7 78 163 589       2 22 24 98       6 14 208 449
astar      pba y  - - - -          5 56 378 648       3 32 130 424     60 122 191 628
astar      pbb y  - - - -          5 56 396 777       3 32 195 573     60 122 193 634
astar      pl2 n  1 136 10568 614  3 66 32 141        - - - -          5 38 172 485
astar      mb  n  - - - -          3 66 32 151        - - - -          4 27 39 155
astar      rw  n  - - - -          3 66 21 97         - - - -          4 27 71 199
astar      pba n  - - - -          3 66 29 138        2 63 547 845     7 51 424 872
astar      pbb n  - - - -          3 66 32 139        - - - -          6 45 187 431",
    },
];

impl Table {
    pub fn rows(&self) -> Vec<Row> {
        self.text.trim().lines().map(row).collect()
    }
}

fn row(line: &'static str) -> Row {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |index: usize| words[index].parse::<u64>().ok();
    let programs = [0, 1, 2, 3].map(|program| {
        let first = 3 + 4 * program;
        Some(Numbers {
            scale: number(first)?,
            trail: number(first + 1)?,
            seconds: number(first + 2)? as f64 / 10.0,
            megabytes: number(first + 3)?,
        })
    });
    Row {
        search: words[0],
        guide: if words[1] == "-" { "" } else { words[1] },
        compaction: words[2] == "y",
        programs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_complete() {
        let rows: Vec<usize> = TABLES.iter().map(|table| table.rows().len()).collect();
        assert_eq!(rows, [4, 18, 14]);
        let pl1 = &TABLES[1].rows()[0];
        let philo = pl1.programs[3].expect("an entry");
        assert_eq!((philo.scale, philo.trail, philo.seconds), (190, 386, 16.6));
        assert_eq!(TABLES[0].rows()[2].programs[0], None);
    }
}
