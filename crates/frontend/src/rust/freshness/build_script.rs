//! Whether Cargo has overlooked an edit of a file that a build script reads: those that the script
//! names, or else all of its package.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::notes::{content, is_older, write};
use crate::cache::Key;

/// Packages with more files than this are left to Cargo.
const MOST_FILES: usize = 5000;

/// Whether a script that was not run again had other files than those of today. `made` is where it
/// puts what it makes, `package` where it runs.
pub(super) fn overlooked(made: &Path, package: &Path, start: SystemTime) -> bool {
    let printed = made.with_file_name("output");
    let run_at = fs::metadata(&printed).and_then(|found| found.modified());
    let (Ok(run_at), Ok(text)) = (run_at, fs::read_to_string(&printed)) else {
        return false;
    };
    let Some(files) = files_of(&text, package) else {
        return false;
    };
    let now = content(&files).map(|content| Key::of(&(run_at, content)));
    let note = printed.with_extension("content");
    let noted = fs::read_to_string(&note).ok();
    // A note of an earlier run of the script says nothing of this one.
    let of_this_run = noted.as_deref().and_then(|noted| noted.split_once(' '));
    let of_this_run = of_this_run.filter(|(at, _)| *at == Key::of(&run_at).to_string());
    match of_this_run {
        Some((_, noted)) => now.is_none_or(|now| now.to_string() != noted),
        None if run_at < start || files.iter().all(|file| is_older(file, start)) => {
            let text = now.map(|now| format!("{} {now}", Key::of(&run_at)));
            write(&note, text);
            false
        }
        None => {
            let _ = fs::remove_file(&note);
            false
        }
    }
}

/// What Cargo is told to watch, `None` if that is too much.
fn files_of(printed: &str, package: &Path) -> Option<Vec<PathBuf>> {
    let said = |line: &str, what: &str| {
        let said = line.strip_prefix("cargo::").or(line.strip_prefix("cargo:"));
        said.and_then(|said| said.strip_prefix(what).map(str::to_owned))
    };
    let mut files = Vec::new();
    if !printed
        .lines()
        .any(|line| said(line, "rerun-if-").is_some())
    {
        add_all(package, &mut files)?;
    }
    for line in printed.lines() {
        if let Some(path) = said(line, "rerun-if-changed=") {
            add_all(&package.join(path.trim_end()), &mut files)?;
        }
    }
    files.sort();
    files.dedup();
    Some(files)
}

/// A file, or all files below a directory but for hidden ones and what Cargo makes.
fn add_all(path: &Path, files: &mut Vec<PathBuf>) -> Option<()> {
    if files.len() > MOST_FILES {
        return None;
    }
    if path.is_file() {
        files.push(path.to_path_buf());
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        let is_made = entry.path().join("CACHEDIR.TAG").is_file();
        if !name.to_string_lossy().starts_with('.') && !is_link && !is_made {
            add_all(&entry.path(), files)?;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn an_older_file_in_place_of_another_is_noticed() {
        let package = tempfile::tempdir().expect("a directory");
        let made = tempfile::tempdir().expect("a directory");
        let (read, other) = (package.path().join("read"), package.path().join("other"));
        let overlooked = |start| overlooked(&made.path().join("out"), package.path(), start);
        for said in [
            "cargo::rerun-if-changed=read\n",
            "cargo:rerun-if-changed=read\n",
            "",
        ] {
            fs::write(&read, "1").expect("a file");
            fs::write(&other, "1").expect("a file");
            fs::write(made.path().join("output"), said).expect("a file");
            let later = SystemTime::now() + Duration::from_secs(5);
            assert!(!overlooked(later) && !overlooked(later), "{said}");
            fs::write(&other, "2").expect("a file");
            assert_eq!(overlooked(later), said.is_empty(), "{said}");
            fs::write(&other, "1").expect("a file");
            fs::write(&read, "2").expect("a file");
            assert!(overlooked(later), "{said}");
            fs::remove_file(&read).expect("a file");
            assert!(overlooked(later), "{said}");
            // The script has run again. Times of files are not exact.
            std::thread::sleep(Duration::from_millis(20));
            fs::write(made.path().join("output"), said).expect("a file");
            assert!(!overlooked(later), "{said}");
        }
    }
}
