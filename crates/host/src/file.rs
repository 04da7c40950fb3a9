//! Files that are written whole or not at all: first beside their place, then renamed.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::scratch::Listed;

/// Who may read a file.
#[derive(Clone, Copy)]
enum Readers {
    /// As for every new file: those whom the user's mask allows.
    Usual,
    Owner,
}

/// Puts `bytes` into the file `path`. Who looks at it sees what was there before, or all of the
/// new content. What is no ordinary file, such as a pipe, is written to directly.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, Readers::Usual)
}

/// The same, for a file that only the user may read or write.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, Readers::Owner)
}

fn write(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    // Where a link leads to, so that the link stays.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if fs::metadata(&target).is_ok_and(|found| !found.is_file()) {
        return fs::write(&target, bytes);
    }
    let directory = match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".trailhound-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = match readers {
            Readers::Usual => 0o666,
            Readers::Owner => 0o600,
        };
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    let mut file = builder.tempfile_in(directory)?;
    let _listed = Listed::new(file.path());
    file.write_all(bytes)?;
    file.persist(&target).map_err(|failed| failed.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        write_whole(&path, b"first").unwrap();
        write_whole(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_stays_as_it_was() {
        let directory = tempfile::tempdir().unwrap();
        let missing = directory.path().join("missing/file");
        assert!(write_whole(&missing, b"text").is_err());
        assert!(write_whole(directory.path(), b"text").is_err());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("file"), directory.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        write_whole(Path::new("/dev/null"), b"text").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
