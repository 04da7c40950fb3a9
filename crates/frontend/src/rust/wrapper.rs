//! The scripts that Cargo calls in place of rustc: one for all crates, which adds our flags behind the
//! user's, and one for the crates of a workspace, so that one run of Cargo compiles many tests, each to
//! one module. They know which crate is which by rustc's own words.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::{fs, io};

use trailhound_host::Scratch;

use crate::cache::Key;
use crate::error::FrontendError;

/// Shells drop variables whose names are not words of theirs, such as `CARGO_BIN_EXE_my-tool` of a test.
const WITH_DROPPED_VARIABLES: &str = r#"set -f
IFS='
'
dropped=${CARGO_PRIMARY_PACKAGE:+$(tr '\0' '\n' 2>/dev/null </proc/$$/environ | grep '^CARGO_BIN_EXE_[^=]*-')}
set -- ${dropped:+env} $dropped "$@"
"#;

/// Writes the script that adds `flags` to what runs on the machine that is compiled for, and to Cargo's
/// questions about it: not to build scripts and macros. Cargo does not tell the flags apart: they have a
/// directory of their own.
pub(super) fn write_for_all(
    directory: &Path,
    flags: &[OsString],
) -> Result<PathBuf, FrontendError> {
    let text = format!(
        "#!/bin/sh
# Called by Cargo as rustc would be, with the compiler before its arguments.
{WITH_DROPPED_VARIABLES}for word do
    case $word in
    --target|--target=*) exec \"$@\" {flags} ;;
    esac
done
exec \"$@\"
",
        flags = words(flags),
    );
    script(directory, "rustc-with-flags", &text)
}

/// Writes the script into `directory`, where it stays: Cargo knows the crates that it has compiled by the
/// script's name. `last` are the flags for the crates that become programs, `library` the `--extern` of the
/// crate `trailhound` for those that do not declare it.
pub(super) fn write_for_tests(
    directory: &Path,
    last: &[OsString],
    library: &OsStr,
) -> Result<PathBuf, FrontendError> {
    let is_linking = |flag: &&OsString| flag.to_string_lossy().starts_with("-Clinker=");
    let linking: Vec<OsString> = last.iter().filter(is_linking).cloned().collect();
    let text = format!(
        "#!/bin/sh
# Called by Cargo as rustc would be, with the compiler before its arguments.
{WITH_DROPPED_VARIABLES}kind=other targeted= before= extern=yes
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
        flags = words(last),
        linking = words(&linking),
    );
    script(directory, "rustc", &text)
}

/// A script in a file that is called by its content, so that Cargo knows one from the other; wherever the
/// directory is, since Cargo names what it compiles by that of the second script, and a trail keeps these names.
pub(super) fn script(directory: &Path, name: &str, text: &str) -> Result<PathBuf, FrontendError> {
    let anywhere = text.replace(&*directory.to_string_lossy(), "");
    let path = directory.join(format!("{name}-{}", Key::of(&anywhere)));
    if !path.is_file() {
        let scratch =
            Scratch::beside(directory).map_err(|cause| FrontendError::io(directory, cause))?;
        let made = scratch.path().join(name);
        let write = || -> io::Result<()> {
            fs::write(&made, text)?;
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                fs::set_permissions(&made, fs::Permissions::from_mode(0o755))?;
            }
            fs::rename(&made, &path)
        };
        write().map_err(|cause| FrontendError::io(&path, cause))?;
    }
    Ok(path)
}

fn words(flags: &[OsString]) -> String {
    let quoted: Vec<String> = flags.iter().map(|flag| quoted(flag)).collect();
    quoted.join(" ")
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
        let wrapper = write_for_tests(
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

    #[test]
    fn no_shell_drops_the_programs_of_a_test() {
        let directory = tempfile::tempdir().expect("a directory");
        let flags = [OsString::from("-g")];
        let first = write_for_all(directory.path(), &flags).expect("a script");
        let second = write_for_tests(directory.path(), &flags, OsStr::new("trailhound=x"));
        let said = Command::new(first)
            .arg(second.expect("a script"))
            .args(["printenv", "CARGO_BIN_EXE_my-tool"])
            .env("CARGO_PRIMARY_PACKAGE", "1")
            .env("CARGO_BIN_EXE_my-tool", "/a b/*")
            .output();
        assert_eq!(said.expect("a shell").stdout, b"/a b/*\n");
    }

    #[test]
    fn flags_for_all_crates_leave_out_what_runs_in_the_compiler() {
        let directory = tempfile::tempdir().expect("a directory");
        let flags = ["--cfg", "a=\"it's\""].map(OsString::from);
        let wrapper = write_for_all(directory.path(), &flags).expect("a script");
        let said = |words: &[&str]| {
            let output = Command::new(&wrapper).arg("echo").args(words).output();
            String::from_utf8(output.expect("a shell").stdout).expect("text")
        };
        let crates = said(&["--crate-name", "a", "--target", "here"]);
        assert_eq!(crates, "--crate-name a --target here --cfg a=\"it's\"\n");
        assert_eq!(said(&["--crate-name", "build"]), "--crate-name build\n");
    }
}
