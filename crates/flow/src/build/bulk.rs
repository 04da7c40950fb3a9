//! Accesses to several parts of memory at once: copies, fills, loads and stores of several
//! registers. Each part that is asked about is seen on its own, one after the other.

use std::rc::Rc;

use trailhound_program::Reg;

use super::memory::Place;
use super::reach::{Reach, Touch};
use super::value::{Lost, Value};
use super::walk::{Current, Effect, Repeats, Step, Walk};

impl<'a> Walk<'a> {
    /// So many bytes are written with what is not followed.
    pub fn overwrite(&mut self, at: &mut Current<'a>, base: Value, size: Option<u64>) {
        let length = size.map_or(i32::MAX, |size| i32::try_from(size).unwrap_or(i32::MAX));
        let mut lost = Lost::new();
        match self.reach(at, base) {
            Reach::Local(place, offset) => {
                let bytes = offset..offset.saturating_add(length);
                self.note_store(at, place, bytes.clone());
                let memory = Rc::make_mut(&mut at.state.memory);
                if size.is_none() {
                    // Some of it may stay as it is.
                    let cells = memory.cells(place).iter();
                    let touched = cells.filter(|cell| cell.touches(&bytes));
                    lost.extend(touched.map(|cell| cell.value).filter(|v| v.is_address()));
                }
                memory.forget(place, bytes);
            }
            Reach::Global { global, .. } | Reach::Within(global) | Reach::Perhaps(global) => {
                self.disturb(at, global);
            }
            Reach::PerhapsLocal(_) => self.obscure_contents(at, &[base], false),
            Reach::Foreign | Reach::Anything => {}
        }
        self.lose_at(at, lost);
    }

    pub fn copy(&mut self, at: &mut Current<'a>, to: Reg, from: Reg, n: Reg) -> bool {
        let (to, from, size) = (at.get(to), at.get(from), at.get(n).constant());
        let mut lost = Lost::new();
        let length = size.map_or(i32::MAX, |size| i32::try_from(size).unwrap_or(i32::MAX));
        let copied = match self.reach(at, from) {
            Reach::Local(place, offset) => {
                let bytes = offset..offset.saturating_add(length);
                self.note_load(at, place, bytes.clone());
                at.state.memory.copy_out(place, bytes, &mut lost)
            }
            Reach::Global { global, offset } if self.is_own(at, global) => {
                let bytes = offset as i32..(offset as i32).saturating_add(length);
                at.state
                    .memory
                    .copy_out(Place::Global(global), bytes, &mut lost)
            }
            Reach::Global { global, .. } | Reach::Within(global) | Reach::Perhaps(global) => {
                lost.extend(at.state.memory.contents(Place::Global(global)));
                if at.task != 0 {
                    self.found.shared.insert(global);
                }
                Vec::new()
            }
            Reach::PerhapsLocal(object) => {
                let place = Place::Object(object);
                self.note_load(at, place, i32::MIN..i32::MAX);
                lost.extend(at.state.memory.contents(place).filter(|v| v.is_address()));
                Vec::new()
            }
            Reach::Foreign | Reach::Anything => Vec::new(),
        };
        self.overwrite(at, to, size);
        for cell in copied {
            let address = to.offset_by(i64::from(cell.offset));
            self.poke(at, address, (cell.size * 8) as u8, cell.value);
        }
        self.lose_at(at, lost);
        let size = size.map_or(u32::MAX, |size| size.min(u64::from(u32::MAX)) as u32);
        let mut seen = self.seen(at, from, size, Touch::Read);
        seen.extend(self.seen(at, to, size, Touch::Write));
        self.see_all(at, seen)
    }

    /// What is seen of an access to several bytes, one after the other.
    pub fn seen(&mut self, at: &Current<'a>, base: Value, size: u32, touch: Touch) -> Vec<Step> {
        let wanted = match self.reach(at, base) {
            Reach::Global { global, .. } if self.interest.hides(global) => false,
            Reach::Global { global, offset } => {
                let parts = self.interest.parts(global);
                let end = offset.saturating_add(size);
                let touched = parts.iter().enumerate().filter(|(number, part)| {
                    let next = parts.get(number + 1).map_or(u32::MAX, |next| next.offset);
                    part.wanted && part.offset < end && next > offset
                });
                let steps = touched.map(|(_, part)| Step {
                    action: touch.action(Some(part.object.clone())),
                    repeats: Repeats::Never,
                });
                return steps
                    .filter(|step| self.interest.wants(&step.action))
                    .collect();
            }
            Reach::Within(global) => self.interest.in_global(global),
            Reach::Perhaps(global) => self.interest.in_global(global) || self.anything_wanted(),
            Reach::PerhapsLocal(_) | Reach::Anything => self.anything_wanted(),
            Reach::Local(..) | Reach::Foreign => false,
        };
        let step = Step {
            action: touch.action(None),
            repeats: Repeats::Itself,
        };
        match wanted && self.interest.wants(&step.action) {
            true => vec![step],
            false => Vec::new(),
        }
    }

    pub fn touch(&mut self, at: &mut Current<'a>, base: Value, size: u32, touch: Touch) -> bool {
        let seen = self.seen(at, base, size, touch);
        self.see_all(at, seen)
    }

    fn see_all(&mut self, at: &mut Current<'a>, seen: Vec<Step>) -> bool {
        let next = at.pc + 1;
        if seen.is_empty() {
            at.pc = next;
            return true;
        }
        self.go(at, next, Vec::new(), Effect::None);
        if let Some(outcome) = at.outcomes.last_mut() {
            outcome.then = seen;
        }
        false
    }
}
