//! A request and its answer on channels without room, where both sides send first.
use std::thread;

fn main() {
    let (request, requests) = flume::bounded(0);
    let (answer, answers) = flume::bounded(0);
    let server = thread::spawn(move || {
        answer.send("ready").unwrap(); //~ deadlock
        assert_eq!(requests.recv(), Ok("begin"));
    });
    request.send("begin").unwrap(); //~ deadlock
    assert_eq!(answers.recv(), Ok("ready"));
    server.join().unwrap();
}
