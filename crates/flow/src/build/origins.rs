//! Where values in a function may come from, and what becomes of its parameters. As sets of bits.

/// Where a value may come from: a bit for each parameter, one for what is found where the
/// parameter leads, one for each object that the function makes, and one for everything else.
pub type Origins = u128;

pub const PARAMETERS: u32 = 32;
pub const FIRST_OBJECT: u32 = 2 * PARAMETERS;
pub const OBJECTS: u32 = 63;
pub const ALL_PARAMETERS: Origins = (1 << PARAMETERS) - 1;
pub const BEHIND_PARAMETERS: Origins = ALL_PARAMETERS << PARAMETERS;
pub const ELSEWHERE: Origins = 1 << 127;

pub fn parameter(number: usize) -> Origins {
    1 << (number as u32).min(PARAMETERS - 1)
}

pub fn behind(parameters: Origins) -> Origins {
    (parameters & ALL_PARAMETERS) << PARAMETERS
}

/// What happens to parameters and to what is found behind them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Known elsewhere after the call.
    pub kept: Origins,
    /// Part of what the call gives back.
    pub returned: Origins,
    /// Something is written there.
    pub written: Origins,
    /// What is found behind the parameter may be put elsewhere behind it.
    pub mixed: Origins,
    /// Something new is known elsewhere or given back.
    pub makes: bool,
}

pub const EVERYTHING: Uses = Uses {
    kept: ALL_PARAMETERS | BEHIND_PARAMETERS,
    returned: 0,
    written: ALL_PARAMETERS | BEHIND_PARAMETERS,
    mixed: ALL_PARAMETERS,
    makes: false,
};

impl Uses {
    pub fn add(&mut self, other: Uses) {
        self.kept |= other.kept;
        self.returned |= other.returned;
        self.written |= other.written;
        self.mixed |= other.mixed;
        self.makes |= other.makes;
    }
}
