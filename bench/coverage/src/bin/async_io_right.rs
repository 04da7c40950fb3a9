//! A timer, and a socket that is read when its other end has written.
use async_io::{Async, Timer, block_on};
use futures_lite::{AsyncReadExt, AsyncWriteExt};
use std::os::unix::net::UnixStream;
use std::time::Duration;

fn main() -> std::io::Result<()> {
    block_on(async {
        let (mut one, mut two) = Async::<UnixStream>::pair()?;
        Timer::after(Duration::from_millis(1)).await;
        one.write_all(b"a").await?;
        let mut read = [0];
        two.read_exact(&mut read).await?;
        assert_eq!(&read, b"a");
        Ok(())
    })
}
