//! Whether Cargo has overlooked an edit. It goes by the times of files: a file that is replaced by
//! another one that is not newer looks as before. What a local crate was made from is therefore noted
//! by content, beside the list of its files.

mod build_script;
mod notes;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Deserialize;

use notes::{content, is_older, write};

/// A line of what Cargo prints.
#[derive(Deserialize)]
struct Message {
    reason: String,
    #[serde(default)]
    package_id: String,
    #[serde(default)]
    filenames: Vec<PathBuf>,
    #[serde(default)]
    fresh: bool,
    manifest_path: Option<PathBuf>,
    /// Where a build script has put what it made.
    out_dir: Option<PathBuf>,
}

/// Whether a crate that Cargo calls fresh was made from other files than those of today. `printed` is
/// what it said in JSON, `root` where it calls compilers, `start` when it was started.
pub(super) fn overlooked(printed: &str, root: &Path, start: SystemTime) -> bool {
    let messages = printed.lines().filter_map(|line| {
        let message: Message = serde_json::from_str(line).ok()?;
        // Packages from registries do not change.
        message.package_id.starts_with("path+").then_some(message)
    });
    let messages: Vec<Message> = messages.collect();
    let mut overlooked = false;
    for message in &messages {
        overlooked |= match message.reason.as_str() {
            "compiler-artifact" => message.overlooks_a_source(root, start),
            "build-script-executed" => {
                let mut same = messages.iter();
                let same = same.find(|other| {
                    other.package_id == message.package_id && other.manifest_path.is_some()
                });
                let package = same.and_then(|other| other.manifest_path.as_deref()?.parent());
                let made = message.out_dir.as_deref();
                made.zip(package)
                    .is_some_and(|(made, package)| build_script::overlooked(made, package, start))
            }
            _ => false,
        };
    }
    overlooked
}

impl Message {
    fn overlooks_a_source(&self, root: &Path, start: SystemTime) -> bool {
        let Some(list) = self.filenames.first().and_then(|made| list_of(made)) else {
            return false;
        };
        let note = list.with_extension("d.content");
        let noted = fs::read_to_string(&note).ok();
        // What build scripts make lies beside what the compiler makes.
        let made = list.ancestors().nth(2);
        let is_made = |file: &PathBuf| made.is_some_and(|made| file.starts_with(made));
        // A file that changed meanwhile is not what the compiler saw.
        let is_seen = |file: &PathBuf| is_made(file) || is_older(file, start);
        match (self.fresh, files_of(&list, root), noted) {
            (true, Some(files), Some(noted)) => {
                content(&files).is_none_or(|now| now.to_string() != noted)
            }
            // What it was made from is not known.
            (true, Some(_), None) => true,
            (false, Some(files), _) if files.iter().all(is_seen) => {
                write(&note, content(&files));
                false
            }
            _ => {
                let _ = fs::remove_file(&note);
                false
            }
        }
    }
}

/// Where Cargo or rustc lists the files that something was made from.
fn list_of(made: &Path) -> Option<PathBuf> {
    let name = made.file_name()?.to_str()?;
    let name = match name
        .strip_prefix("lib")
        .and_then(|name| name.rsplit_once('.'))
    {
        Some((name, "rlib" | "rmeta" | "so")) => name,
        _ => name,
    };
    let list = made.with_file_name(format!("{name}.d"));
    if list.is_file() {
        return Some(list);
    }
    // A build script has a directory of its own, and its list another name.
    let is_list = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "d");
    let files = fs::read_dir(made.parent()?).ok()?.flatten();
    let mut lists = files.map(|file| file.path()).filter(is_list);
    let list = lists.next()?;
    (name.starts_with("build-script") && lists.next().is_none()).then_some(list)
}

/// The files behind the targets of the rules in a list.
fn files_of(list: &Path, root: &Path) -> Option<Vec<PathBuf>> {
    let text = fs::read_to_string(list).ok()?;
    let mut files = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((_, rest)) = line.split_once(": ") else {
            continue;
        };
        // Spaces in names are escaped.
        let names = rest.replace("\\ ", "\u{0}");
        let names = names.split_whitespace();
        files.extend(names.map(|name| root.join(name.replace('\u{0}', " "))));
    }
    files.sort();
    files.dedup();
    Some(files)
}
