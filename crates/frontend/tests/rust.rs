//! Rust crates through rustc. Each compilation takes seconds, so a program shows several facts.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use trailhound_frontend::{FrontendError, Language, Request, Surroundings, compile_in};

fn file(directory: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = directory.path().join(name);
    fs::write(&path, text).expect("a writable test directory");
    path
}

fn one(path: PathBuf) -> Request {
    Request {
        inputs: vec![path],
        ..Request::default()
    }
}

fn without_cache() -> Surroundings {
    Surroundings {
        cache: None,
        ..Surroundings::from_environment()
    }
}

fn with_cache(directory: &Path) -> Surroundings {
    Surroundings {
        cache: Some(directory.to_path_buf()),
        ..Surroundings::from_environment()
    }
}

/// The instructions that load from or store to the static `name`, in the function `main` of
/// the crate and in its closures.
fn accesses(ir: &str, name: &str) -> usize {
    let tail = format!("{}{name}", name.len());
    ir.lines()
        .filter(|line| line.contains(" load ") || line.contains("  store "))
        .filter(|line| {
            let mut words = line.split(['@', ',']);
            words.any(|word| word.starts_with("_R") && word.ends_with(&tail))
        })
        .count()
}

#[test]
fn a_program_comes_with_the_standard_library_and_keeps_its_accesses() {
    let directory = TempDir::new().unwrap();
    let source = file(
        &directory,
        "racy program.rs",
        r#"
        static mut COUNT: u32 = 0;
        static mut FLAG: bool = false;
        fn main() {
            let thread = std::thread::spawn(|| unsafe {
                COUNT = 1;
                COUNT = 2;
                FLAG = true;
            });
            unsafe {
                while !FLAG {}
                let _unused = COUNT;
                trailhound::check!(COUNT == 2);
            }
            trailhound::atomic(|| trailhound::mark("here"));
            trailhound::assume(trailhound::toss(2) == 0);
            let limit: u32 = option_env!("LIMIT").unwrap().parse().unwrap();
            if cfg!(WIDE) && cfg!(LIMIT = "7") {
                std::process::exit(40404 + limit as i32);
            }
            thread.join().unwrap();
        }
        "#,
    );
    let request = Request {
        defines: vec!["LIMIT=7".into(), "WIDE".into()],
        keep_ir: Some(directory.path().join("kept.ll")),
        ..one(source)
    };
    let compiled = compile_in(&request, &without_cache()).unwrap();
    let module = &compiled.modules[0];
    let ir = &module.text;
    assert_eq!(module.language, Language::Rust);
    assert_eq!(
        &fs::read_to_string(directory.path().join("kept.ll")).unwrap(),
        ir
    );
    assert_eq!(accesses(ir, "FLAG"), 2);
    assert_eq!(accesses(ir, "COUNT"), 4);
    assert!(ir.contains(" 40404"), "both forms of a define are seen");

    let declared = |symbol: &str| {
        ir.lines()
            .any(|line| line.starts_with("declare") && line.contains(symbol))
    };
    assert!(declared("@pthread_create("), "the library ends at libc");
    for symbol in [
        "i32 @th_toss(i32",
        "void @th_assume(i32",
        "void @th_atomic_begin()",
        "void @th_atomic_end()",
        "void @th_mark(ptr",
        "void @th_assert_fail(ptr",
    ] {
        assert!(declared(symbol), "{symbol}");
    }
    assert!(
        !ir.lines()
            .any(|line| line.starts_with("declare") && line.contains("@_R")),
        "no Rust function is left outside"
    );
}

#[test]
fn chosen_functions_of_the_library_stay_functions_at_every_level() {
    let directory = TempDir::new().unwrap();
    let source = file(
        &directory,
        "channel.rs",
        "fn main() { let (_s, r) = std::sync::mpsc::sync_channel::<u8>(1); println!(\"{:?}\", r.recv()); }\n",
    );
    for opt_level in [None, Some(2)] {
        let request = Request {
            opt_level,
            kept_functions: vec![
                "<std::sync::mpmc::utils::Backoff>::spin_heavy",
                "<std::sync::mpmc::utils::Backoff>::spin_light",
                "std::io::stdio::_print",
            ],
            ..one(source.clone())
        };
        let compiled = compile_in(&request, &without_cache()).unwrap();
        for name in [
            "7Backoff10spin_heavy(",
            "7Backoff10spin_light(",
            "5stdio6__print(",
        ] {
            let defined = compiled.modules[0]
                .text
                .lines()
                .any(|line| line.starts_with("define") && line.contains(name));
            assert!(defined, "{name} at {opt_level:?}");
        }
    }
}

#[test]
fn an_older_edition_gets_a_second_try() {
    let directory = TempDir::new().unwrap();
    // `gen` is a keyword since 2024.
    let source = file(
        &directory,
        "old.rs",
        "fn gen() -> i32 { 0 }\nfn main() { gen(); }\n",
    );
    compile_in(&one(source), &without_cache()).unwrap();
}

#[test]
fn the_compilers_own_message_is_shown() {
    let directory = TempDir::new().unwrap();
    let source = file(&directory, "wrong.rs", "fn main() { nothing(); }\n");
    let error = compile_in(&one(source), &without_cache()).unwrap_err();
    assert!(matches!(error, FrontendError::CompileFailed { .. }));
    let message = error.to_string();
    assert!(message.contains("error[E0425]"), "{message}");
    assert!(message.contains("wrong.rs:1:13"), "{message}");
}

#[test]
fn a_missing_rustc_says_what_to_install() {
    let directory = TempDir::new().unwrap();
    let surroundings = Surroundings {
        rustc: "no-such-rustc".into(),
        ..without_cache()
    };
    let error = compile_in(
        &one(file(&directory, "m.rs", "fn main() {}\n")),
        &surroundings,
    );
    let message = error.unwrap_err().to_string();
    assert!(message.contains("rustup"), "{message}");
}

#[test]
fn a_define_must_have_a_name() {
    let directory = TempDir::new().unwrap();
    let request = Request {
        defines: vec!["=3".into()],
        ..one(file(&directory, "m.rs", "fn main() {}\n"))
    };
    let error = compile_in(&request, &without_cache()).unwrap_err();
    assert!(matches!(error, FrontendError::BadDefine { .. }));
}

#[test]
fn a_program_is_compiled_again_when_any_of_its_files_changes() {
    let directory = TempDir::new().unwrap();
    let root = file(
        &directory,
        "main.rs",
        "mod part;\nfn main() { part::end(); }\n",
    );
    let part = |code| format!("pub fn end() {{ std::process::exit({code}) }}\n");
    file(&directory, "part.rs", &part(11111));
    let cached = with_cache(&directory.path().join("cache"));
    let request = one(root);

    let first = compile_in(&request, &cached).unwrap();
    let again = compile_in(&request, &cached).unwrap();
    assert!(first.modules[0].text.contains("noundef 11111)"));
    assert_eq!(first.modules[0].text, again.modules[0].text);
    assert!(again.seconds < first.seconds / 2.0, "{} s", again.seconds);

    file(&directory, "part.rs", &part(22222));
    let changed = compile_in(&request, &cached).unwrap();
    assert!(changed.modules[0].text.contains("noundef 22222)"));
    assert!(!changed.modules[0].text.contains("noundef 11111)"));
}
