//! The sum of a parallel iterator on a pool of two workers.
use rayon::prelude::*;

fn main() {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .build()
        .unwrap();
    let sum: u32 = pool.install(|| [1, 2].par_iter().map(|number| number * number).sum());
    assert_eq!(sum, 5);
}
