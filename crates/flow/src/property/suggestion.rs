//! Which known name someone may have meant.

use strsim::levenshtein;

/// The name that takes the fewest changes of letters, if these are few enough for a slip.
pub fn nearest<'n>(wanted: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let most = 1 + wanted.chars().count() / 4;
    known
        .into_iter()
        .map(|name| (levenshtein(wanted, name), name))
        .filter(|&(count, _)| count <= most)
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_other_names_are_not() {
        let known = ["acquire", "release", "open"];
        assert_eq!(nearest("aquire", known), Some("acquire"));
        assert_eq!(nearest("releese", known), Some("release"));
        assert_eq!(nearest("opne", known), Some("open"));
        assert_eq!(nearest("close", known), None);
    }
}
