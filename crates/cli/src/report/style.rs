//! The colours. They are always written, and taken out again where they are not wanted.

use anstyle::{AnsiColor, Color, Style};
use std::fmt::Display;

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

/// Each thread has its own colour, as far as there are enough.
pub fn thread(thread: u32) -> Style {
    const COLOURS: [AnsiColor; 6] = [
        AnsiColor::White,
        AnsiColor::Green,
        AnsiColor::Yellow,
        AnsiColor::Blue,
        AnsiColor::Magenta,
        AnsiColor::Cyan,
    ];
    let index = if thread == 0 {
        0
    } else {
        1 + (thread as usize - 1) % (COLOURS.len() - 1)
    };
    colour(COLOURS[index]).bold()
}

pub fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}
