//! Which names a mistyped one may have meant.

const MOST: usize = 3;

/// Up to three of the names that are most like the wanted one, as text.
pub fn nearest<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let farthest = wanted.chars().count() / 3 + 1;
    let mut near: Vec<(usize, &str)> = names
        .into_iter()
        .map(|name| {
            let last = name.rsplit("::").next().unwrap_or(name);
            (edits(wanted, name).min(edits(wanted, last)), name)
        })
        .filter(|&(distance, _)| distance <= farthest)
        .collect();
    near.sort_unstable();
    near.dedup();
    let names: Vec<String> = near
        .iter()
        .take(MOST)
        .map(|(_, name)| format!("`{name}`"))
        .collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Letters to insert, delete or replace, the case of letters aside.
fn edits(a: &str, b: &str) -> usize {
    strsim::levenshtein(&a.to_lowercase(), &b.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_offered() {
        let names = ["counter", "count", "mutex", "bank::total"];
        assert_eq!(
            nearest("conter", names).as_deref(),
            Some("`counter`, `count`")
        );
        assert_eq!(nearest("TOTAL", names).as_deref(), Some("`bank::total`"));
        assert_eq!(nearest("zzzzzz", names), None);
    }
}
