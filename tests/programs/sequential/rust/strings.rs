//@ verdict: ok
//@ about: String and str: slices, searches, splitting, Unicode, conversion
fn main() {
    let text = "The quick brown fox — jumps über 13 lazy dogs";
    println!("{} {} {:?}", text.len(), text.chars().count(), text.char_indices().nth(21));
    println!("{} {} {}", text.to_uppercase(), text.to_lowercase(), text.replace("fox", "hound"));
    println!("{:?} {:?} {:?}", text.find("quick"), text.rfind('o'), text.find(char::is_numeric));
    println!("{:?}", text.split_whitespace().map(str::len).collect::<Vec<_>>());
    println!("{:?}", "a,b,,c,".split(',').collect::<Vec<_>>());
    println!("{:?}", "a,b,,c,".split_terminator(',').rev().collect::<Vec<_>>());
    println!("{:?} {:?}", "key=value=x".split_once('='), "key=value=x".rsplit_once('='));
    println!("{:?}", "one\ntwo\r\nthree".lines().collect::<Vec<_>>());
    println!("[{}] [{}] [{}]", "  trim ".trim(), "xxtrimxx".trim_matches('x'), "  left".trim_start());
    println!("{:?} {:?}", "prefix-rest".strip_prefix("prefix-"), "rest".strip_suffix("x"));
    println!("{} {} {}", text.starts_with("The"), text.contains("über"), text.ends_with(char::is_alphabetic));
    let mut owned = String::with_capacity(4);
    for (i, c) in ('a'..='e').enumerate() {
        owned.push(c);
        owned.insert(i, c.to_ascii_uppercase());
    }
    owned.push_str("...");
    owned.truncate(9);
    println!("{owned} {:?} {:?}", owned.pop(), owned.remove(0));
    owned.retain(|c| c.is_lowercase());
    owned.insert_str(1, "--");
    println!("{owned} {}", owned.drain(1..3).collect::<String>());
    println!("{:?} {:?}", "42".parse::<u8>(), "-1".parse::<u8>());
    println!("{:?} {:?} {:?}", "256".parse::<u8>(), "".parse::<i32>(), "true".parse::<bool>());
    println!("{:?} {:?}", std::str::from_utf8(&[0xc3, 0xa9]), std::str::from_utf8(std::hint::black_box(&[0x61, 0xff])));
    println!("{} {:?}", String::from_utf8_lossy(&[0x61, 0xff, 0x62]), "é".bytes().collect::<Vec<_>>());
    println!("{} {:?} {:?}", '\u{1F600}'.len_utf8(), 'ß'.to_uppercase().collect::<String>(), char::from_digit(11, 16));
    println!("{:?} {:?}", "Zebra".cmp("apple"), "abc".eq_ignore_ascii_case("ABC"));
    println!("{}", text.chars().rev().filter(|c| c.is_alphabetic()).take(8).collect::<String>());
    println!("{:?}", "aXbXc".matches('X').count());
    println!("{}", ["join", "these", "words"].join("+") + &["x"; 3].concat());
    println!("{:?} {:?}", "tab\t".escape_debug().to_string(), "é".escape_unicode().to_string());
    println!("{:?}", "abc".get(1..).zip("é".get(1..)));
}
