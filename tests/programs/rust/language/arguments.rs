//@ verdict: ok
//@ about: the program gets no arguments but its own name
use std::env;

fn main() {
    assert_eq!(env::args().count(), 1);
    assert!(env::var("TRAILHOUND_SURELY_NOT_SET").is_err());
}
