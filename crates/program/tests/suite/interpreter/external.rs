//! The few functions of the C library that the tests call.

use super::arithmetic::signed;
use super::{Ended, Frame, Interpreter};
use trailhound_program::{CallSite, FunctionId};

impl Interpreter<'_> {
    pub(super) fn external(&mut self, name: &str, a: &[u64], site: &CallSite) -> Option<Ended> {
        let result = match name {
            "printf" => {
                let format = self.string(a[0]);
                let text = self.format(&format, &a[1..]);
                self.output.push_str(&text);
                0
            }
            "puts" => {
                let text = self.string(a[0]);
                self.output.push_str(&text);
                self.output.push('\n');
                0
            }
            "putchar" => {
                self.output.push(a[0] as u8 as char);
                a[0]
            }
            "malloc" => self.allocate(a[0] as usize),
            "calloc" => {
                let address = self.allocate((a[0] * a[1]) as usize);
                if a[0] * a[1] > 0 {
                    self.bytes(address, (a[0] * a[1]) as usize).fill(0);
                }
                address
            }
            "free" => 0,
            "memcpy" | "memmove" => {
                self.copy(a[0], a[1], a[2]);
                a[0]
            }
            "memset" => {
                self.bytes(a[0], a[2] as usize).fill(a[1] as u8);
                a[0]
            }
            "strlen" => self.string(a[0]).len() as u64,
            "strcmp" => {
                let order = self.string(a[0]).cmp(&self.string(a[1]));
                order as i32 as u32 as u64
            }
            "exit" => return Some(Ended::Exit(a[0])),
            "throw_it" => {
                // The call leaves through the landing pad: as if a callee had unwound.
                self.frames.push(Frame {
                    function: FunctionId(0),
                    pc: 0,
                    registers: Vec::new(),
                    varargs: Vec::new(),
                });
                self.unwind(a[0]);
                return None;
            }
            "sched_yield" => 0,
            other => panic!("external {other}"),
        };
        if site.results > 0 {
            self.set(site.d, result);
        }
        None
    }

    /// The few conversions of printf that the tests use.
    fn format(&mut self, format: &str, arguments: &[u64]) -> String {
        let mut arguments = arguments.iter().copied();
        let mut text = String::new();
        let mut characters = format.chars();
        while let Some(c) = characters.next() {
            if c != '%' {
                text.push(c);
                continue;
            }
            let mut long = false;
            loop {
                match characters.next().expect("a conversion") {
                    'l' | 'z' | 'j' => long = true,
                    '0'..='9' | '.' | 'h' => {}
                    '%' => break text.push('%'),
                    conversion => {
                        let value = arguments.next().expect("an argument");
                        let value32 = if long { value } else { value & 0xffff_ffff };
                        let w = if long { 64 } else { 32 };
                        match conversion {
                            'd' | 'i' => text += &signed(value32.into(), w).to_string(),
                            'u' => text += &value32.to_string(),
                            'x' => text += &format!("{value32:x}"),
                            'X' => text += &format!("{value32:X}"),
                            'c' => text.push(value as u8 as char),
                            's' => text += &self.string(value),
                            'f' => text += &format!("{:.6}", f64::from_bits(value)),
                            other => panic!("%{other}"),
                        }
                        break;
                    }
                }
            }
        }
        text
    }
}
