//! Directives of formats that the machine does not know.

use crate::unsupported::Unsupported;

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{function} directive `{directive}`")]
pub struct UnknownDirective {
    /// The function whose formats have no such directive.
    pub function: &'static str,
    pub directive: String,
}

impl From<UnknownDirective> for Unsupported {
    fn from(error: UnknownDirective) -> Unsupported {
        error.to_string().into()
    }
}
