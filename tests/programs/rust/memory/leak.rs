//@ verdict: error
//@ kind: leak
//@ args: --leaks
//@ about: two Arcs that own each other are never freed
use std::sync::{Arc, Mutex};

#[derive(Default)]
struct Node {
    next: Mutex<Option<Arc<Node>>>,
}

fn main() {
    let first = Arc::new(Node::default());
    let second = Arc::new(Node::default());
    *first.next.lock().unwrap() = Some(Arc::clone(&second));
    *second.next.lock().unwrap() = Some(first);
}
