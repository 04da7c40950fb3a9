//! A task that a queue hands to the thread that runs it.
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
    assert_eq!(block_on(task), 3);
    worker.join().unwrap();
}
