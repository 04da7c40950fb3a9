//! Two ends of a socket that read before they write.
use async_io::{Async, block_on};
use futures_lite::{AsyncReadExt, AsyncWriteExt};
use std::os::unix::net::UnixStream;
use std::thread;

async fn greet(mut stream: Async<UnixStream>) {
    let mut read = [0];
    stream.read_exact(&mut read).await.unwrap();
    stream.write_all(b"a").await.unwrap();
}

fn main() {
    let (one, two) = Async::<UnixStream>::pair().unwrap();
    let other = thread::spawn(move || block_on(greet(two))); //~ deadlock
    block_on(greet(one)); //~ deadlock
    other.join().unwrap();
}
