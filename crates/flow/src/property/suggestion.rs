//! Which known name someone may have meant.

/// The name that takes the fewest changes of letters, if these are few enough for a slip.
pub fn nearest<'n>(wanted: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let most = 1 + wanted.chars().count() / 4;
    known
        .into_iter()
        .map(|name| (changes(wanted, name), name))
        .filter(|&(count, _)| count <= most)
        .min()
        .map(|(_, name)| name)
}

/// Letters to insert, delete or replace (Levenshtein).
fn changes(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (line, letter) in from.chars().enumerate() {
        let mut diagonal = line;
        row[0] = line + 1;
        for (column, &other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
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
        assert_eq!(changes("kitten", "sitting"), 3);
    }
}
