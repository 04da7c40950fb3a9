//! Two closures joined on a pool of rayon with two workers.
use rayon::ThreadPoolBuilder;

fn main() {
    let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let (one, two) = pool.install(|| rayon::join(|| 1, || 2));
    assert_eq!(one + two, 3);
}
