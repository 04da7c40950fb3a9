//! A folder with one checkpoint: a manifest, and the file that it names. A new one is written beside the old one,
//! which goes when the manifest names the new one, so that there is a whole one at any moment.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::damage::Damage;
use crate::manifest::Manifest;
use crate::reader::Reader;
use crate::writer::Writer;

const MANIFEST: &str = "manifest.trailhound";
const SEARCH: &str = "search-";
const UNFINISHED: &str = ".tmp";

#[derive(Debug, Error)]
pub enum FolderError {
    #[error("the folder `{0}` does not exist")]
    Missing(PathBuf),
    #[error("`{0}` is no folder")]
    NoFolder(PathBuf),
    #[error("nothing can be written into `{folder}`: {cause}")]
    ReadOnly { folder: PathBuf, cause: io::Error },
    #[error("there is no checkpoint in `{0}`")]
    Empty(PathBuf),
    #[error("the checkpoint `{file}` cannot be used: {damage}")]
    Damaged { file: PathBuf, damage: Damage },
    #[error("the checkpoint could not be written into `{folder}`: {cause}")]
    Unwritten { folder: PathBuf, cause: io::Error },
}

#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The number of the next file.
    next: u64,
}

/// A checkpoint that was found, whose content has not been read yet.
#[derive(Debug)]
pub struct Found {
    pub manifest: Manifest,
    file: PathBuf,
}

impl Folder {
    /// A folder into which checkpoints can be written.
    pub fn open(path: &Path) -> Result<Folder, FolderError> {
        match fs::metadata(path) {
            Err(_) => return Err(FolderError::Missing(path.to_owned())),
            Ok(found) if !found.is_dir() => return Err(FolderError::NoFolder(path.to_owned())),
            Ok(_) => {}
        }
        let read_only = |cause| FolderError::ReadOnly {
            folder: path.to_owned(),
            cause,
        };
        let probe = path.join(format!("{SEARCH}probe{UNFINISHED}"));
        let written = fs::write(&probe, "checkpoints will come here");
        let written = written.and_then(|()| fs::remove_file(&probe));
        written.map_err(read_only)?;
        let names = names(path).map_err(read_only)?;
        let last = names.iter().filter_map(|name| number(name)).max();
        Ok(Folder {
            path: path.to_owned(),
            next: last.map_or(1, |last| last + 1),
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The checkpoint that is there.
    pub fn find(&self) -> Result<Found, FolderError> {
        let file = self.path.join(MANIFEST);
        let damaged = |damage| FolderError::Damaged {
            file: file.clone(),
            damage,
        };
        let opened = match File::open(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(FolderError::Empty(self.path.clone()));
            }
            opened => opened.map_err(|error| damaged(error.into()))?,
        };
        let manifest = Manifest::read(BufReader::new(opened)).map_err(damaged)?;
        // The name is one that this crate gives, so that it leads to no other folder.
        if number(&manifest.file).is_none() {
            return Err(damaged(Damage::Content("the name of its file")));
        }
        let file = self.path.join(&manifest.file);
        Ok(Found { manifest, file })
    }

    /// Writes a checkpoint in the place of the one before. The manifest gets the name and the length of the file.
    pub fn write(
        &mut self,
        manifest: Manifest,
        content: &mut dyn FnMut(&mut Writer<'_>),
    ) -> Result<u64, FolderError> {
        let written = self.write_file(manifest, content);
        written.map_err(|cause| FolderError::Unwritten {
            folder: self.path.clone(),
            cause,
        })
    }

    /// Notes in the manifest that the search has come to its end, if there is a checkpoint of it.
    pub fn finish(&self) -> Result<(), FolderError> {
        let Ok(Found { manifest, .. }) = self.find() else {
            return Ok(());
        };
        let manifest = Manifest {
            is_finished: true,
            ..manifest
        };
        let written = self.put(MANIFEST, |file| file.write_all(&manifest.write()));
        written.map_err(|cause| FolderError::Unwritten {
            folder: self.path.clone(),
            cause,
        })
    }

    fn write_file(
        &mut self,
        manifest: Manifest,
        content: &mut dyn FnMut(&mut Writer<'_>),
    ) -> io::Result<u64> {
        let name = format!("{SEARCH}{}", self.next);
        self.put(&name, |file| {
            let mut out = Writer::new(file);
            content(&mut out);
            out.finish()
        })?;
        self.next += 1;
        let bytes = fs::metadata(self.path.join(&name))?.len();
        let manifest = Manifest {
            file: name.clone(),
            bytes,
            ..manifest
        };
        self.put(MANIFEST, |file| file.write_all(&manifest.write()))?;
        self.remove_others(&name);
        Ok(bytes)
    }

    /// Writes a file beside its place and puts it there when it is safe on the disk.
    fn put(&self, name: &str, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
        let beside = self.path.join(format!("{name}{UNFINISHED}"));
        let write_beside = || {
            let mut file = File::create(&beside)?;
            write(&mut file)?;
            file.sync_all()
        };
        if let Err(error) = write_beside() {
            // A full disk gets its room back; the error is the one to tell.
            let _ = fs::remove_file(&beside);
            return Err(error);
        }
        fs::rename(&beside, self.path.join(name))?;
        File::open(&self.path)?.sync_all()
    }

    /// Removes what earlier checkpoints and interrupted attempts have left.
    fn remove_others(&self, current: &str) {
        for name in names(&self.path).unwrap_or_default() {
            let whole = name.strip_suffix(UNFINISHED).unwrap_or(&name);
            if number(whole).is_some() && name != current {
                // What stays takes room, and does no harm.
                let _ = fs::remove_file(self.path.join(&name));
            }
        }
    }
}

impl Found {
    /// Reads the checkpoint once to see that it is whole, and gives it to be read.
    pub fn read(&self) -> Result<Reader<'static>, FolderError> {
        self.verified().map_err(|damage| self.damaged(damage))
    }

    pub fn damaged(&self, damage: Damage) -> FolderError {
        FolderError::Damaged {
            file: self.file.clone(),
            damage,
        }
    }

    fn verified(&self) -> Result<Reader<'static>, Damage> {
        if fs::metadata(&self.file)?.len() < self.manifest.bytes {
            return Err(Damage::Truncated);
        }
        Reader::new(BufReader::new(File::open(&self.file)?))?.verify()?;
        Reader::new(BufReader::new(File::open(&self.file)?))
    }
}

fn names(path: &Path) -> io::Result<Vec<String>> {
    let entries = fs::read_dir(path)?;
    entries
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect()
}

/// The number in the name of a file with a search.
fn number(name: &str) -> Option<u64> {
    name.strip_prefix(SEARCH)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(program: &str) -> Manifest {
        Manifest {
            writer: "tests".to_owned(),
            program: program.to_owned(),
            ..Manifest::default()
        }
    }

    fn put(folder: &mut Folder, number: u64) {
        let mut content = |out: &mut Writer<'_>| {
            out.section(*b"test");
            out.u64(number);
        };
        folder.write(manifest("program"), &mut content).unwrap();
    }

    fn content(folder: &Folder) -> Result<u64, FolderError> {
        let found = folder.find()?;
        let mut input = found.read()?;
        let mut read = || {
            input.section(*b"test")?;
            let number = input.u64()?;
            input.end()?;
            Ok(number)
        };
        read().map_err(|damage| found.damaged(damage))
    }

    #[test]
    fn the_last_checkpoint_is_the_only_one() {
        let directory = tempfile::tempdir().unwrap();
        let mut folder = Folder::open(directory.path()).unwrap();
        assert!(matches!(folder.find(), Err(FolderError::Empty(_))));
        // What a process that was killed has left goes as well, and files of others stay.
        fs::write(directory.path().join("search-7.tmp"), "half").unwrap();
        fs::write(directory.path().join("search-results"), "of the user").unwrap();
        for number in 1..4 {
            put(&mut folder, number);
            assert_eq!(content(&folder).unwrap(), number);
            assert_eq!(names(directory.path()).unwrap().len(), 3);
        }
        let mut again = Folder::open(directory.path()).unwrap();
        put(&mut again, 9);
        assert_eq!(content(&folder).unwrap(), 9);
        assert!(!folder.find().unwrap().manifest.is_finished);
        folder.finish().unwrap();
        assert!(folder.find().unwrap().manifest.is_finished);
        assert_eq!(content(&folder).unwrap(), 9);
    }

    #[test]
    fn what_is_damaged_is_refused_by_name() {
        let directory = tempfile::tempdir().unwrap();
        let mut folder = Folder::open(directory.path()).unwrap();
        put(&mut folder, 5);
        let found = folder.find().unwrap();
        let whole = fs::read(&found.file).unwrap();
        fs::write(&found.file, &whole[..whole.len() - 1]).unwrap();
        let error = content(&folder).unwrap_err().to_string();
        assert!(
            error.ends_with("search-1` cannot be used: it is damaged: it ends too early"),
            "{error}"
        );
        let mut flipped = whole.clone();
        *flipped.last_mut().unwrap() ^= 4;
        fs::write(&found.file, flipped).unwrap();
        assert!(
            content(&folder)
                .unwrap_err()
                .to_string()
                .ends_with("a sum is wrong")
        );
        fs::remove_file(&found.file).unwrap();
        assert!(matches!(content(&folder), Err(FolderError::Damaged { .. })));
        let path = directory.path().join(MANIFEST);
        let mut flipped = fs::read(&path).unwrap();
        flipped[40] ^= 1;
        fs::write(&path, flipped).unwrap();
        assert!(matches!(folder.find(), Err(FolderError::Damaged { .. })));
    }

    #[test]
    fn a_folder_must_be_there_and_writable() {
        let directory = tempfile::tempdir().unwrap();
        let missing = Folder::open(&directory.path().join("missing"));
        assert!(matches!(missing, Err(FolderError::Missing(_))));
        let file = directory.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(matches!(Folder::open(&file), Err(FolderError::NoFolder(_))));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_checkpoint_that_cannot_be_written_leaves_the_one_before() {
        let directory = tempfile::tempdir().unwrap();
        let mut folder = Folder::open(directory.path()).unwrap();
        put(&mut folder, 5);
        // A device that is always full, where the next file would be written.
        let beside = directory.path().join("search-2.tmp");
        std::os::unix::fs::symlink("/dev/full", &beside).unwrap();
        let mut long = |out: &mut Writer<'_>| {
            out.section(*b"test");
            out.u64s(vec![7; 100_000].into_iter());
        };
        let error = folder.write(manifest("program"), &mut long).unwrap_err();
        assert!(error.to_string().contains("No space left"), "{error}");
        assert!(!beside.exists());
        assert_eq!(content(&folder).unwrap(), 5);
        put(&mut folder, 6);
        assert_eq!(content(&folder).unwrap(), 6);
    }
}
