//! What functions of the libraries do with the addresses that they are given, known by their
//! names: those whose text would tell less, or is not there.

use trailhound_contracts::{
    Contract, Showing, Use, contract, format_argument, frees, reallocates, showing,
};
use trailhound_program::Function;

use super::allocators::allocates;
use super::origins::{
    ALL_PARAMETERS, BEHIND_PARAMETERS, EVERYTHING, Origins, PARAMETERS, Uses, behind, parameter,
};

/// What is known of a function by its name.
/// `formatting`: what the program's own functions that show a value do with it.
pub fn by_name(function: &Function, formatting: Uses) -> Option<Uses> {
    if let Some(showing) = showing(function) {
        return Some(match showing {
            Showing::Reads => formatting,
            Showing::WritesFirst => Uses {
                written: formatting.written | parameter(0) | behind(parameter(0)),
                mixed: formatting.mixed | parameter(0),
                ..formatting
            },
            Showing::WritesAll => Uses {
                written: ALL_PARAMETERS | BEHIND_PARAMETERS,
                mixed: ALL_PARAMETERS,
                ..formatting
            },
        });
    }
    if let Some(spared) = spared_by_channels(&function.display) {
        let kept = EVERYTHING.kept & !spared;
        return Some(Uses { kept, ..EVERYTHING });
    }
    if allocates(function) {
        let makes = true;
        return Some(Uses {
            makes,
            ..Uses::default()
        });
    }
    if reallocates(function) {
        let returned = parameter(0) | behind(parameter(0));
        return Some(Uses {
            returned,
            makes: true,
            ..Uses::default()
        });
    }
    if frees(function) {
        return Some(Uses::default());
    }
    let is_external = function.body.is_none();
    is_external.then(|| by_contract(contract(function), &function.name))
}

fn by_contract(contract: Contract, symbol: &str) -> Uses {
    let mut uses = Uses::default();
    if contract.spreads() {
        uses.kept = EVERYTHING.kept;
    }
    let counted = format_argument(symbol).map_or(usize::MAX, |format| format + 1);
    for number in 0..PARAMETERS as usize {
        let used = contract.of_argument(number);
        if used.writes() || number >= counted {
            uses.written |= parameter(number);
        }
        if used == Use::UpdatesAll {
            uses.written |= behind(parameter(number));
            uses.mixed |= parameter(number);
        }
    }
    uses
}

/// Functions of Rust's library that do something to a channel without a buffer, or to the list
/// of those who wait at one, in loops in which its address seems to get lost: what they do not
/// keep.
fn spared_by_channels(display: &str) -> Option<Origins> {
    const DROP: &str = "core::ptr::drop_in_place::<";
    const COUNTED: &str = "std::sync::mpmc::counter::Counter<std::sync::mpmc::zero::";
    let channel = parameter(0);
    if let Some(dropped) = display.strip_prefix(DROP) {
        let boxed = dropped.strip_prefix("alloc::boxed::Box<");
        return match boxed {
            Some(boxed) => boxed
                .starts_with(COUNTED)
                .then(|| channel | behind(channel)),
            None => {
                let waits = dropped.starts_with("std::sync::mpmc::waker::");
                (waits || dropped.starts_with(COUNTED)).then_some(channel)
            }
        };
    }
    let (of, function) = display.rsplit_once(">::")?;
    let waits = of.starts_with("<std::sync::mpmc::waker::");
    match function {
        // The first argument is where the result goes.
        "try_select" | "unregister" if waits => Some(channel | parameter(1)),
        _ if waits => Some(channel),
        "disconnect" if of.starts_with("<std::sync::mpmc::zero::Channel<") => Some(channel),
        _ => None,
    }
}

/// The program's own function that shows a value as text.
pub fn shows(function: &Function) -> bool {
    let display = function.display.as_str();
    let library = ["<core::", "<alloc::", "<std::"];
    let own = !library.iter().any(|path| display.starts_with(path)) || display.contains("FromFn");
    own && display.contains(" as core::fmt::") && display.ends_with("::fmt")
}
