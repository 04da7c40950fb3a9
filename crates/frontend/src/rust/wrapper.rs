//! The script that Cargo calls in place of rustc for the crates of a workspace, so that one run of
//! Cargo compiles many tests, each to one module. It knows which crate is which by rustc's own words.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::package::script;
use crate::error::FrontendError;

/// Writes the script into `directory`, where it stays: Cargo knows the crates that it has compiled by the
/// script's name. `last` are the flags for the crates that become programs, `library` the `--extern` of the
/// crate `trailhound` for those that do not declare it.
pub(super) fn write(
    directory: &Path,
    last: &[OsString],
    library: &OsStr,
) -> Result<PathBuf, FrontendError> {
    let is_linking = |flag: &&OsString| flag.to_string_lossy().starts_with("-Clinker=");
    let linking = last.iter().filter(is_linking).map(|flag| quoted(flag));
    let flags = last.iter().map(|flag| quoted(flag)).collect::<Vec<_>>();
    let text = format!(
        "#!/bin/sh
# Called by Cargo as rustc would be, with the compiler before its arguments.
kind=other targeted= before= extern=yes
for word do
    case $before$word in
    --target*) targeted=yes ;;
    --test|--cfgtest) kind=test ;;
    --crate-typebin) [ $kind = test ] || kind=program ;;
    --externtrailhound=*) extern= ;;
    esac
    case $word in
    --target|--cfg|--crate-type|--extern) before=$word ;;
    *) before= ;;
    esac
done
# What has no target runs on this machine: build scripts and macros.
case $kind$targeted in
testyes) exec \"$@\" {flags} ${{extern:+--extern}} ${{extern:+{library}}} --emit=llvm-ir ;;
programyes) exec \"$@\" {linking} -Clto=off ;;
*) exec \"$@\" ;;
esac
",
        library = quoted(library),
        flags = flags.join(" "),
        linking = linking.collect::<Vec<_>>().join(" "),
    );
    script(directory, "rustc", &text)
}

/// A word as a shell reads it back.
fn quoted(word: &OsStr) -> String {
    format!("'{}'", word.to_string_lossy().replace('\'', r"'\''"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn flags_go_to_the_crates_that_they_are_meant_for() {
        let directory = tempfile::tempdir().expect("a directory");
        let last = [OsString::from("-Cllvm-args=it's")];
        let wrapper = write(
            directory.path(),
            &last,
            OsStr::new("trailhound=/a b/lib.rlib"),
        );
        let wrapper = wrapper.expect("a script");
        let said = |words: &[&str]| {
            let output = Command::new(&wrapper).arg("echo").args(words).output();
            String::from_utf8(output.expect("a shell").stdout).expect("text")
        };
        let test = said(&["--crate-name", "a", "--test", "--target", "here"]);
        assert!(test.contains("-Cllvm-args=it's"), "{test}");
        assert!(
            test.contains("--extern trailhound=/a b/lib.rlib --emit=llvm-ir"),
            "{test}"
        );
        let declares = said(&["--test", "--target", "t", "--extern", "trailhound=x"]);
        assert!(!declares.contains("/a b/"), "{declares}");
        let own_harness = said(&["--crate-type", "bin", "--cfg", "test", "--target", "t"]);
        assert!(own_harness.contains("--emit=llvm-ir"), "{own_harness}");
        let program = said(&["--crate-type", "bin", "--target", "t"]);
        assert!(
            program.contains("-Clto=off") && !program.contains("llvm-ir"),
            "{program}"
        );
        for others in [
            &["--crate-type", "bin"][..],
            &["--test"],
            &["--crate-type", "lib", "--target", "t"],
        ] {
            assert_eq!(said(others), others.join(" ") + "\n");
        }
    }
}
