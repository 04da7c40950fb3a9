//! A task that is cancelled while its runner is under way, and whose output is taken to be there.
use futures_lite::future::block_on;
use std::sync::mpsc::channel;
use std::thread;

fn main() {
    let (sender, receiver) = channel::<async_task::Runnable>();
    let worker = thread::spawn(move || {
        for runnable in receiver {
            runnable.run();
        }
    });
    let schedule = move |runnable| sender.send(runnable).unwrap();
    let (runnable, task) = async_task::spawn(async { 1 + 2 }, schedule);
    runnable.schedule();
    assert_eq!(block_on(task.cancel()), Some(3)); //~ panic
    worker.join().unwrap();
}
