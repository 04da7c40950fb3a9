//! Words for what a step did: names for places in memory, values as a person writes them.

use trailhound_machine::{Event, LockMode, Machine, What};
use trailhound_program::{Address, Space};

use crate::blocks::BlockNames;
use crate::places::Places;
use crate::report::EventReport;
use crate::stale::Stores;

/// Events of one step as they are told. What an event says already is not said twice. With the
/// stores so far and the name of the thread, older values are told as such.
pub fn describe(
    machine: &mut Machine<'_>,
    names: &BlockNames,
    places: &mut Places<'_>,
    mut stores: Option<(&mut Stores, &str)>,
    events: &[Event],
) -> Vec<EventReport> {
    let mut told: Vec<EventReport> = Vec::new();
    for (index, event) in events.iter().enumerate() {
        if is_repeated(event, events.get(index + 1)) {
            continue;
        }
        machine.speak_for(event.thread);
        let mut report = say(machine, names, &event.what);
        report.place = places.place(event.place);
        report.library = places.function(event.library);
        if let Some((stores, title)) = &mut stores {
            let later = &events[index + 1..];
            stores.follow(machine, (event, later), title, &mut report);
        }
        if finds_lock_taken(&event.what, report.library.as_deref()) {
            report.kind = "busy";
            report.text = format!(
                "finds {} locked",
                report.name.as_deref().unwrap_or_default()
            );
        }
        // Where the library sleeps inside its own blocks says nothing.
        if report.library.is_some()
            && report.kind == "call"
            && let Some(at) = report.text.find(" at heap#")
        {
            report.text.truncate(at);
        }
        told.push(report);
    }
    told
}

/// The change of a lock's word goes without saying before the lock operation that it is.
fn is_repeated(event: &Event, next: Option<&Event>) -> bool {
    let What::Write { address, .. } = event.what else {
        return false;
    };
    let Some(next) = next else { return false };
    let same_place = (next.function, next.pc) == (event.function, event.pc);
    let same_lock = matches!(next.what, What::Lock { address: lock, .. } | What::Unlock { address: lock } if lock == address);
    same_place && same_lock
}

/// The first try of a lock of Rust's library, which leaves the lock's word as it is.
fn finds_lock_taken(what: &What, library: Option<&str>) -> bool {
    let unchanged =
        matches!(what, What::Write { before, after, .. } if before == after && *before != 0);
    let locks = [
        "Mutex::lock",
        "Mutex::try_lock",
        "RwLock::read",
        "RwLock::write",
    ];
    unchanged && library.is_some_and(|library| locks.contains(&library))
}

fn say(machine: &mut Machine<'_>, names: &BlockNames, what: &What) -> EventReport {
    let mut report = EventReport {
        kind: "call",
        text: String::new(),
        name: None,
        value: None,
        before: None,
        place: None,
        library: None,
        block: heap_address(what).map(Address::object),
        is_essential: false,
    };
    match what {
        What::Read {
            address,
            bits,
            value,
        } => {
            let (name, value) = (
                machine.name_of(*address),
                value_text(machine, names, *address, *bits, *value),
            );
            report.kind = "read";
            report.text = format!("reads {name} = {value}");
            report.name = Some(name);
            report.value = Some(value);
        }
        What::Write {
            address,
            bits,
            before,
            after,
        } => {
            let name = machine.name_of(*address);
            let mut text = |value| value_text(machine, names, *address, *bits, value);
            let (before, after) = (text(*before), text(*after));
            report.kind = "write";
            report.text = if before == after {
                format!("{name} stays {after}")
            } else {
                format!("{name}: {before} → {after}")
            };
            report.name = Some(name);
            report.before = Some(before);
            report.value = Some(after);
        }
        What::Lock { address, mode } => {
            let name = machine.name_of(*address);
            report.kind = "lock";
            report.text = match mode {
                LockMode::Exclusive => format!("locks {name}"),
                LockMode::Reading => format!("locks {name} for reading"),
                LockMode::Writing => format!("locks {name} for writing"),
            };
            report.name = Some(name);
        }
        What::Unlock { address } => {
            let name = machine.name_of(*address);
            report.kind = "unlock";
            report.text = format!("unlocks {name}");
            report.name = Some(name);
        }
        What::Call { text } => report.text.clone_from(text),
        What::Mark { name } => {
            report.kind = "mark";
            report.text = format!("passes mark {name}");
            report.name = Some(name.clone());
        }
    }
    report
}

/// A value as its type says. Where that is not known: a number, or what a pointer points at;
/// numbers that look like small negative ones are taken for such.
fn value_text(
    machine: &mut Machine<'_>,
    names: &BlockNames,
    address: u64,
    bits: u32,
    value: u64,
) -> String {
    if let Some(text) = names.value(machine, Address(address), bits, value) {
        return text;
    }
    const SMALL: i64 = -(1 << 16);
    let unused = 64 - bits.clamp(1, 64);
    let unsigned = value << unused >> unused;
    let signed = (value << unused) as i64 >> unused;
    if bits == 64 && points_somewhere(machine, Address(value)) {
        return format!("&{}", machine.name_of_target(value));
    }
    let object = Address(value).object();
    if bits == 64 && machine.observer.frees.contains_key(&object) {
        return format!("&{} (freed)", machine.name_of_target(value));
    }
    if bits >= 16 && (SMALL..0).contains(&signed) {
        signed.to_string()
    } else {
        unsigned.to_string()
    }
}

/// The heap address that something is done to.
pub fn heap_address(what: &What) -> Option<Address> {
    let (What::Read { address, .. }
    | What::Write { address, .. }
    | What::Lock { address, .. }
    | What::Unlock { address }) = *what
    else {
        return None;
    };
    Some(Address(address)).filter(|address| address.object().space().is_heap())
}

fn points_somewhere(machine: &mut Machine<'_>, address: Address) -> bool {
    let object = address.object();
    match object.space() {
        Space::NULL => false,
        Space::FUNCTION => (object.index() as usize) < machine.program.functions.len(),
        _ => machine
            .memory
            .header(object)
            .is_some_and(|(size, _)| address.offset() <= size),
    }
}
