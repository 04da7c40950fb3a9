//! Names of files that are made of other names.

use std::borrow::Cow;

use crate::cache::Key;

/// The bytes of a file's name that file systems take, 255, without room for endings.
const LONGEST_NAME: usize = 200;

/// A name for a file that is not too long for one: the end of a long name is told by its hash.
pub fn short_file_name(name: &str) -> Cow<'_, str> {
    if name.len() <= LONGEST_NAME {
        return Cow::Borrowed(name);
    }
    let hash = Key::of(name).to_string();
    let start = name.floor_char_boundary(LONGEST_NAME - hash.len() - 1);
    Cow::Owned(format!("{}-{hash}", &name[..start]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_and_stay_apart() {
        let long = "ü".repeat(150);
        let longer = long.clone() + "ü";
        assert_eq!(short_file_name("tests.fifo"), "tests.fifo");
        assert!(short_file_name(&long).len() <= LONGEST_NAME);
        assert_ne!(short_file_name(&long), short_file_name(&longer));
    }
}
