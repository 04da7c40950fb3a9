//! The colours. They are always written, and taken out again where they are not wanted.
//!
//! What is printed has text in it that comes from the checked program and from file names. So
//! styles are written as marks first, and become control sequences when everything else that a
//! terminal could obey has been escaped.

use anstyle::{AnsiColor, Color, Style};
use std::fmt::Display;
use trailhound_checker::ThreadId;
use trailhound_host::printable;

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

pub const ERROR: Style = colour(AnsiColor::Red).bold();
pub const OK: Style = colour(AnsiColor::Green).bold();
pub const UNDECIDED: Style = colour(AnsiColor::Yellow).bold();
pub const BOLD: Style = Style::new().bold();
pub const DIM: Style = Style::new().dimmed();
pub const PLACE: Style = colour(AnsiColor::BrightBlack);
pub const EVENT: Style = colour(AnsiColor::Cyan);

const THREADS: [AnsiColor; 6] = [
    AnsiColor::White,
    AnsiColor::Green,
    AnsiColor::Yellow,
    AnsiColor::Blue,
    AnsiColor::Magenta,
    AnsiColor::Cyan,
];

/// Each thread has its own colour, as far as there are enough.
pub fn thread(thread: ThreadId) -> Style {
    let index = if thread == ThreadId::MAIN {
        0
    } else {
        1 + (thread.index() - 1) % (THREADS.len() - 1)
    };
    colour(THREADS[index]).bold()
}

/// Text with the marks of a style, which must be one of this module.
pub fn paint(style: Style, text: impl Display) -> String {
    let number = STYLES.iter().position(|&known| known == style);
    let number = number.expect("a style of this file");
    let start = char::from_u32(FIRST_MARK + number as u32).expect("a noncharacter");
    format!("{start}{text}{END_MARK}")
}

/// Text made of `paint` and anything else, with control sequences for the styles alone.
pub fn render(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in printable(text).chars() {
        let number = u32::from(c).wrapping_sub(FIRST_MARK) as usize;
        match STYLES.get(number) {
            Some(style) => shown += &style.to_string(),
            None if c == END_MARK => shown += &format!("{:#}", BOLD),
            None => shown.push(c),
        }
    }
    shown
}

/// The same without styles.
pub fn plain(text: &str) -> String {
    let is_mark =
        |c: char| c == END_MARK || (u32::from(c).wrapping_sub(FIRST_MARK) as usize) < STYLES.len();
    printable(text).chars().filter(|&c| !is_mark(c)).collect()
}

/// Unicode keeps these code points for use inside of programs.
const FIRST_MARK: u32 = 0xfdd0;
const END_MARK: char = '\u{fdef}';

/// The style of each mark.
const STYLES: [Style; 13] = [
    ERROR,
    OK,
    UNDECIDED,
    BOLD,
    DIM,
    PLACE,
    EVENT,
    colour(THREADS[0]).bold(),
    colour(THREADS[1]).bold(),
    colour(THREADS[2]).bold(),
    colour(THREADS[3]).bold(),
    colour(THREADS[4]).bold(),
    colour(THREADS[5]).bold(),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_styles_become_control_sequences() {
        let text = format!("{}\n", paint(ERROR, "\x1b[2Jbad\r"));
        assert_eq!(
            render(&text),
            format!("{ERROR}\\u{{1b}}[2Jbad\\r{ERROR:#}\n")
        );
        assert_eq!(plain(&text), "\\u{1b}[2Jbad\\r\n");
    }
}
