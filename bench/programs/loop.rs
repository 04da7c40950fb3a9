//! A tight loop of arithmetic and memory for the speed of the machine: the same as loop.c.
//!
//!   loop ITERATIONS

fn main() {
    let iterations: u64 = std::env::args().nth(1).map_or(0, |count| count.parse().expect("a number"));
    let mut table = [0u32; 1024];
    let mut random = 1u32;
    let mut i = 0u64;
    while i < iterations {
        random = random.wrapping_mul(1664525).wrapping_add(1013904223);
        let cell = &mut table[(random >> 22) as usize];
        *cell = (*cell << 1).wrapping_add(random ^ i as u32);
        i += 1;
    }
    println!("{}", table.iter().fold(0u32, |sum, cell| sum.wrapping_mul(31).wrapping_add(*cell)));
}
