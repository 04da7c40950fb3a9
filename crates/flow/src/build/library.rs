//! What functions without a body do to memory, by their contracts: what is seen of that, and
//! what is known no longer after it.

use trailhound_analysis::function_of;
use trailhound_contracts::{Contract, Use, format_argument};

use super::memory::Place;
use super::reach::{Reach, Touch};
use super::value::{Lost, Value};
use super::walk::{Current, Repeats, Step, Walk};
use crate::action::Action;

/// The system call by which threads wait: what it looks at is a lock's own word.
const SYS_FUTEX: u64 = 202;

impl<'a> Walk<'a> {
    /// What a call may touch, any number of times, in any order: which part of a variable, the
    /// text does not tell. Nothing is known afterwards of what it may have written.
    pub fn touched_by_call(
        &mut self,
        at: &mut Current<'a>,
        symbol: &str,
        contract: Contract,
        arguments: &[Value],
    ) -> Vec<Step> {
        let mut actions: Vec<Action> = Vec::new();
        let is_unknown_call =
            symbol == "syscall" && arguments.first() != Some(&Value::Constant(SYS_FUTEX));
        let counted = format_argument(symbol).filter(|&format| {
            let text = arguments
                .get(format)
                .and_then(|&format| self.text(format, None));
            text.is_none_or(|text| counts(&text))
        });
        for (number, &argument) in arguments.iter().enumerate() {
            let mut used = contract.of_argument(number);
            if counted.is_some_and(|format| number > format) {
                used = Use::UpdatesAll;
            }
            if is_unknown_call && number > 0 {
                used = Use::Updates;
            }
            if used == Use::Nothing || is_number(argument) {
                continue;
            }
            let places = match used {
                Use::UpdatesAll => self.reachable(at, &[argument]),
                _ => vec![argument],
            };
            let may_touch = places.iter().any(|&place| self.may_touch(at, place))
                || used == Use::UpdatesAll && self.anything_wanted();
            if may_touch {
                actions.extend(used.reads().then(|| Touch::Read.action(None)));
                actions.extend(used.writes().then(|| Touch::Write.action(None)));
            }
            self.note_touch(at, &places, used);
        }
        if contract.spreads() {
            self.lose_reachable(at, arguments);
        }
        actions.retain(|action| self.interest.wants(action));
        any_of(actions)
    }

    /// Whether an address may lead to a variable that is asked about.
    fn may_touch(&self, at: &Current<'a>, address: Value) -> bool {
        match self.reach(at, address) {
            Reach::Global { global, .. } | Reach::Within(global) => self.interest.in_global(global),
            Reach::Perhaps(global) => self.interest.in_global(global) || self.anything_wanted(),
            Reach::PerhapsLocal(_) | Reach::Anything => self.anything_wanted(),
            Reach::Local(..) | Reach::Foreign => false,
        }
    }

    fn note_touch(&mut self, at: &mut Current<'a>, places: &[Value], used: Use) {
        for &place in places {
            if let Some(object) = place.object() {
                self.note_load(at, Place::Object(object), i32::MIN..i32::MAX);
            }
            let is_variable = |global: &u32| {
                let variable = self.program.globals.get(*global as usize);
                variable.is_some_and(|variable| !variable.constant)
            };
            let Some(global) = place.global().filter(is_variable) else {
                continue;
            };
            if at.task != 0 {
                self.found.shared.insert(global);
            }
            if used.writes() {
                // Which part is written, and with what, is not known: as if by any address.
                self.found.escaped.insert(global);
            }
        }
        if used.writes() {
            self.obscure_contents(at, places, used == Use::UpdatesAll);
        }
    }

    /// All that can be reached by these values may be known to any code.
    pub fn lose_reachable(&mut self, at: &mut Current<'a>, arguments: &[Value]) {
        let lost: Lost = self.reachable(at, arguments).into_iter().collect();
        self.lose_at(at, lost);
    }
}

/// Any of these, any number of times.
pub fn any_of(actions: Vec<Action>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for action in actions {
        if steps.iter().all(|known| known.action != action) {
            steps.push(Step {
                action,
                repeats: Repeats::All,
            });
        }
    }
    steps
}

/// Null, a number or a function: nothing lies there.
fn is_number(value: Value) -> bool {
    match value {
        Value::Constant(bits) => !value.is_address() || function_of(bits).is_some(),
        _ => false,
    }
}

/// Whether a text for `printf` has a conversion that writes how much was printed so far.
fn counts(format: &str) -> bool {
    let format = format.replace("%%", "");
    let mut conversions = format.split('%').skip(1);
    let is_modifier = |c: char| c.is_ascii_digit() || " #+-'.*$hlLqjzt".contains(c);
    conversions.any(|rest| rest.trim_start_matches(is_modifier).starts_with('n'))
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn only_a_count_is_written() {
        for (format, writes) in [
            ("%n", true),
            ("%d%hhn\n", true),
            ("%2$lln", true),
            ("count %d\n", false),
            ("%%no %s", false),
        ] {
            assert_eq!(counts(format), writes, "{format}");
        }
    }
}
