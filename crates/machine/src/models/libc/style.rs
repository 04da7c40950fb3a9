//! How a conversion of a printf format is written.

/// The type that a length modifier names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Length {
    Byte,
    Short,
    #[default]
    Int,
    Long,
    LongLong,
    LongDouble,
}

/// How one argument is written, its width and precision known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    pub width: usize,
    pub precision: Option<usize>,
    pub length: Length,
    pub conversion: u8,
}
