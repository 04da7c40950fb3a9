//! Pools as their users see them.

use std::thread;

use pools::objects::Objects;
use pools::permits::Permits;

#[test]
fn permits_bound_objects() {
    let (permits, buffers) = (Permits::new(1), Objects::new(Vec::<u8>::new));
    let work = || {
        let _permit = permits.take();
        buffers.lend().push(1);
    };
    thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    assert_eq!(buffers.made(), 1);
    assert_eq!(buffers.lend().len(), 2);
}
