//! Names of C++ as people write them: lambdas by their number in their function, strings without
//! their template arguments, the library without its inline namespaces. It works on demangled text.

/// Spellings of the demangler's and what stands for them. The longer ones come first.
const SPELLINGS: &[(&str, &str)] = &[
    ("std::__1::", "std::"),
    ("std::__cxx11::", "std::"),
    ("[abi:cxx11]", ""),
    (
        "std::basic_string<char, std::char_traits<char>, std::allocator<char> >",
        "std::string",
    ),
    (", std::char_traits<char> >", ">"),
    ("basic_ostream<char>", "ostream"),
    ("basic_istream<char>", "istream"),
    ("basic_ofstream<char>", "ofstream"),
    ("basic_ifstream<char>", "ifstream"),
    ("basic_fstream<char>", "fstream"),
];

pub fn readable(demangled: &str) -> String {
    let mut text = demangled.to_owned();
    for (spelling, meant) in SPELLINGS {
        if text.contains(spelling) {
            text = text.replace(spelling, meant);
        }
    }
    for (table, meant) in [("{vtt(", "VTT"), ("{vtable(", "vtable")] {
        if let Some(class) = text
            .strip_prefix(table)
            .and_then(|rest| rest.strip_suffix(")}"))
        {
            return format!("{meant} for {class}");
        }
    }
    lambdas(&text)
}

/// `$_0` becomes `{lambda#1}`; to call one is not worth a word.
fn lambdas(text: &str) -> String {
    let mut named = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("$_") {
        let digits = rest[at + 2..].bytes().take_while(u8::is_ascii_digit);
        let end = at + 2 + digits.count();
        let Ok(number) = rest[at + 2..end].parse::<u64>() else {
            break;
        };
        named.push_str(&rest[..at]);
        named.push_str(&format!("{{lambda#{}}}", number + 1));
        rest = &rest[end..];
    }
    named.push_str(rest);
    let called = "}::operator()";
    match named.find(called) {
        Some(at) if named[..at].contains("{lambda") && !named[at + 1..].contains("}::") => {
            named[..=at].to_owned()
        }
        _ => named,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lambdas_are_known_by_their_number() {
        assert_eq!(
            readable("main::$_0::operator()() const"),
            "main::{lambda#1}"
        );
        assert_eq!(
            readable("main::{lambda(int)#2}::operator()(int) const"),
            "main::{lambda(int)#2}"
        );
        assert_eq!(
            readable("main::$_1::operator()() const::{lambda()#1}::operator()() const"),
            "main::{lambda#2}::operator()() const::{lambda()#1}::operator()() const"
        );
    }

    #[test]
    fn strings_are_strings() {
        let spelled = "f(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const&)";
        assert_eq!(readable(spelled), "f(std::string const&)");
        assert_eq!(readable("std::__1::mutex::lock()"), "std::mutex::lock()");
        assert_eq!(
            readable("{vtt(std::basic_ofstream<char, std::char_traits<char> >)}"),
            "VTT for std::ofstream"
        );
    }
}
