//! A program in a folder of its own, and what Trailhound says of it.
#![allow(dead_code)] // No test uses all of it.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

pub struct Scene {
    pub folder: TempDir,
}

impl Scene {
    pub fn new(source: &str) -> Scene {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("program.c"), source).expect("a file");
        Scene { folder }
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_trailhound"))
            .current_dir(self.folder.path())
            .args(arguments)
            .output()
            .expect("trailhound runs")
    }

    /// The exit code and the answer.
    pub fn ask(&self, arguments: &[&str]) -> (i32, Value) {
        let output = self.run(&[arguments, &["--format", "json"]].concat());
        let answer = serde_json::from_slice(&output.stdout);
        let answer = answer.unwrap_or_else(|_| panic!("no answer: {}", text(&output)));
        (output.status.code().expect("an exit code"), answer)
    }
}

pub fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A client that asks, and a server that spins until it is asked.
pub const SERVER: &str = r#"
#include <pthread.h>
#include <stdatomic.h>
atomic_int request, granted, over;
static void *server(void *arg) {
    while (!atomic_load(&request)) ;
    atomic_store(&granted, 1);
    atomic_store(&over, 1);
    return arg;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, server, 0);
    atomic_store(&request, 1);
    while (!atomic_load(&over)) ;
    pthread_join(thread, 0);
    atomic_store(&granted, 0);
    return 0;
}
"#;
