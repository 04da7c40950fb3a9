//@ verdict: ok
//@ about: game of life, matrix powers, a priority-queue shortest path, dynamic programming
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

fn life(cells: &HashSet<(i32, i32)>) -> HashSet<(i32, i32)> {
    let around = |(x, y): (i32, i32)| {
        (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| (x + dx, y + dy))).filter(move |&c| c != (x, y))
    };
    let candidates: HashSet<_> = cells.iter().flat_map(|&c| around(c).chain([c])).collect();
    candidates
        .into_iter()
        .filter(|&c| {
            let neighbours = around(c).filter(|n| cells.contains(n)).count();
            neighbours == 3 || neighbours == 2 && cells.contains(&c)
        })
        .collect()
}

type Matrix = [[u64; 2]; 2];

fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    let mut c = [[0; 2]; 2];
    for i in 0..2 {
        for j in 0..2 {
            c[i][j] = (0..2).map(|k| a[i][k] * b[k][j]).sum();
        }
    }
    c
}

fn fibonacci(mut n: u32) -> u64 {
    let (mut result, mut base): (Matrix, Matrix) = ([[1, 0], [0, 1]], [[1, 1], [1, 0]]);
    while n > 0 {
        if n & 1 == 1 {
            result = multiply(&result, &base);
        }
        base = if n > 1 { multiply(&base, &base) } else { base };
        n >>= 1;
    }
    result[0][1]
}

fn shortest(edges: &[(usize, usize, u32)], nodes: usize) -> Vec<Option<u32>> {
    let mut distance = vec![None; nodes];
    let mut queue = BinaryHeap::from([Reverse((0, 0))]);
    while let Some(Reverse((d, node))) = queue.pop() {
        if distance[node].is_some() {
            continue;
        }
        distance[node] = Some(d);
        queue.extend(edges.iter().filter(|e| e.0 == node).map(|e| Reverse((d + e.2, e.1))));
    }
    distance
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let next = (diagonal + (x != y) as usize).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], next);
        }
    }
    row[b.len()]
}

fn main() {
    let mut cells: HashSet<_> = [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)].into();
    for _ in 0..8 {
        cells = life(&cells);
    }
    let mut sorted: Vec<_> = cells.into_iter().collect();
    sorted.sort();
    println!("{sorted:?}");
    println!("{:?}", [1, 2, 10, 50, 90].map(fibonacci));
    println!("{:?}", shortest(&[(0, 1, 7), (0, 2, 3), (2, 1, 1), (1, 3, 2), (2, 3, 8)], 5));
    println!("{} {}", edit_distance("kitten", "sitting"), edit_distance("trailhound", "greyhound"));
    let mut board = vec![vec!['.'; 9]; 5];
    for (y, row) in board.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            if (x as i32 - 4).abs() + (y as i32 - 2).abs() <= 2 {
                *cell = '#';
            }
        }
    }
    for row in board {
        println!("{}", row.into_iter().collect::<String>());
    }
}
