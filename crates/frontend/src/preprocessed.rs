//! Files that a preprocessor has been through (`.i`, `.ii`), mostly gcc's: what clang must be told
//! to take them, and for which width of pointers they were made. Knows nothing of flags of others.

use std::path::Path;

/// gcc's headers use words that clang does not know. As they are macros here, the file goes through
/// the preprocessor once more, which changes nothing else.
const WORDS_OF_GCC: [&str; 6] = [
    "-D__malloc__(...)=__malloc__",
    "-D_Float32=float",
    "-D_Float32x=double",
    "-D_Float64=double",
    "-D_Float64x=long double",
    "-D_Float128=__float128",
];

/// The flags for a file that is preprocessed; none for others. `given` are those that come after.
pub fn flags<'f>(path: &Path, given: impl Iterator<Item = &'f String>) -> Vec<&'static str> {
    let language = match path.extension().and_then(|extension| extension.to_str()) {
        Some("i") => "c",
        Some("ii") => "c++",
        _ => return Vec::new(),
    };
    let mut flags = vec!["-x", language];
    flags.extend(WORDS_OF_GCC);
    if !names_target(given) {
        let text = std::fs::read(path).unwrap_or_default();
        flags.extend(width(&String::from_utf8_lossy(&text)));
    }
    flags
}

/// Whether flags say themselves what to compile for.
fn names_target<'f>(mut flags: impl Iterator<Item = &'f String>) -> bool {
    flags.any(|flag| {
        ["-m32", "-m64", "-mx32"].contains(&flag.as_str())
            || flag.starts_with("-target")
            || flag.starts_with("--target")
    })
}

/// The flag for the width of pointers that a preprocessed text shows: by the type of sizes, or
/// by the sizes of the types of glibc's threads.
fn width(text: &str) -> Option<&'static str> {
    const SHORT: &str = "-m32";
    const LONG: &str = "-m64";
    let size_type = text.lines().find_map(|line| {
        let ty = line.trim().strip_suffix("size_t;")?;
        let words: Vec<&str> = ty.split_whitespace().collect();
        match words[..] {
            ["typedef", "unsigned", "int"] | ["typedef", "unsigned"] => Some(SHORT),
            ["typedef", ..] if words.contains(&"unsigned") && words.contains(&"long") => Some(LONG),
            _ => None,
        }
    });
    let has_size = |sizes: &[u32]| {
        let mut texts = sizes.iter().map(|size| format!("char __size[{size}]"));
        texts.any(|size| text.contains(&size))
    };
    size_type
        .or_else(|| has_size(&[20, 24, 36]).then_some(SHORT))
        .or_else(|| has_size(&[40, 56]).then_some(LONG))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_width_is_told_by_the_text() {
        assert_eq!(width("typedef unsigned int size_t;\n"), Some("-m32"));
        assert_eq!(width("  typedef long unsigned int size_t;\n"), Some("-m64"));
        assert_eq!(width("typedef unsigned long size_t;\n"), Some("-m64"));
        let mutex = "typedef union\n{\n  char __size[24];\n  long int __align;\n} pthread_mutex_t;";
        assert_eq!(width(mutex), Some("-m32"));
        assert_eq!(width(&mutex.replace("24", "40")), Some("-m64"));
        assert_eq!(width("typedef unsigned int my_size_t;\nint main(){}"), None);
        assert_eq!(width("int main(void) { return 0; }"), None);
    }
}
