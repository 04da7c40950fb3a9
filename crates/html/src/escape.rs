//! Text of unknown origin inside of a page. What could change the direction of text or move the
//! cursor of a terminal is shown as an escape.

use std::fmt;

use serde::Serialize;
use trailhound_host::printable;

/// Text between tags, or in a quoted attribute.
pub struct Text<T>(pub T);

impl<T: fmt::Display> fmt::Display for Text<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in printable(&self.0.to_string()).chars() {
            match c {
                '&' => out.write_str("&amp;")?,
                '<' => out.write_str("&lt;")?,
                '>' => out.write_str("&gt;")?,
                '"' => out.write_str("&quot;")?,
                '\'' => out.write_str("&#39;")?,
                c => write!(out, "{c}")?,
            }
        }
        Ok(())
    }
}

/// Data for the script of a page, as JSON that no HTML parser sees a tag or an entity in.
pub fn json(data: &impl Serialize) -> String {
    let text = serde_json::to_string(data).expect("plain data");
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                safe += &format!("\\u{:04x}", u32::from(c));
            }
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_markup() {
        let hostile = "</script><img src=x onerror='a'>\"&\u{202e}\u{1b}[2J";
        let text = Text(hostile).to_string();
        assert_eq!(
            text,
            "&lt;/script&gt;&lt;img src=x onerror=&#39;a&#39;&gt;&quot;&amp;\\u{202e}\\u{1b}[2J"
        );
        let data = json(&[hostile]);
        assert!(!data.contains(['<', '>', '&']), "{data}");
        let read: Vec<String> = serde_json::from_str(&data).unwrap();
        assert_eq!(read, [hostile]);
    }
}
