//! Output of the product without what differs from run to run and from machine to machine.

use std::path::Path;

use regex::Regex;

/// What is replaced, in this order.
const VARYING: &[(&str, &str)] = &[
    (r"\b\d[\d,]* states?\b", "N states"),
    (r"\b\d[\d,]* transitions?\b", "N transitions"),
    (r"\bdepth \d+(,\d{3})*", "depth N"),
    (r"\b\d+(\.\d+)? s\b", "T s"),
    (r"\b\d+(\.\d+)? (kB|MB|GB)\b", "M MB"),
    (
        r#""(states_\w+|transitions|revisited|depth|\w*seconds|\w+_bytes)": [\d.e-]+"#,
        r#""$1": N"#,
    ),
    (r#""version": "[^"]+""#, r#""version": "V""#),
];

/// The text with times, amounts of memory, counts of states and the repository's path replaced.
pub fn text(said: &str, repository: &Path) -> String {
    let text = said.replace(&*repository.to_string_lossy(), "REPOSITORY");
    VARYING.iter().fold(text, |text, (pattern, instead)| {
        let pattern = Regex::new(pattern).expect("a valid pattern");
        pattern.replace_all(&text, *instead).into_owned()
    })
}
