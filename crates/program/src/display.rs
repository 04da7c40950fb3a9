//! Code as text, for debugging and tests: one operation a line, constants by value.

use crate::code::{CallSite, Callee, Catch, FunctionId, Op, Passed, Reg};
use crate::function::Body;
use crate::memory_order::Order;
use crate::operands::{self, Role};
use crate::{Address, Program, Space};
use std::fmt::Write;

impl Program {
    /// The disassembly of a function.
    pub fn print_function(&self, id: FunctionId) -> String {
        let function = &self.functions[id.index()];
        let mut text = format!("{}:\n", function.display);
        match &function.body {
            Some(body) => Printer {
                program: self,
                body,
            }
            .body(&mut text),
            None => text.push_str("  external\n"),
        }
        text
    }
}

struct Printer<'p> {
    program: &'p Program,
    body: &'p Body,
}

impl Printer<'_> {
    fn body(&self, text: &mut String) {
        let first = self.body.first_parameter();
        let _ = writeln!(
            text,
            "  ; {} parameters from r{first}, {} registers, {} results",
            self.body.parameters, self.body.registers, self.body.results
        );
        for (pc, op) in self.body.code.iter().enumerate() {
            let _ = writeln!(text, "{pc:5}  {}", self.operation(op));
        }
    }

    /// A register, or the value if it is a constant.
    fn register(&self, reg: Reg) -> String {
        match self.body.constants.get(reg as usize) {
            Some(&value) => self.constant(value),
            None => format!("r{reg}"),
        }
    }

    fn constant(&self, value: u64) -> String {
        let address = Address(value);
        let index = address.object().index() as usize;
        let named = match address.object().space() {
            Space::STATIC => self
                .program
                .globals
                .get(index)
                .map(|global| &global.display),
            Space::FUNCTION => self
                .program
                .functions
                .get(index)
                .map(|function| &function.display),
            _ => None,
        };
        match (named, address.offset()) {
            (Some(name), 0) => format!("@{name}"),
            (Some(name), offset) => format!("@{name}+{offset}"),
            (None, _) if value as i64 >= -4096 => format!("{}", value as i64),
            (None, _) => format!("{value:#x}"),
        }
    }

    fn operation(&self, op: &Op) -> String {
        match *op {
            Op::Call { call } => self.call(&self.body.calls[call as usize]),
            Op::Switch { v, table } => {
                let table = &self.body.switches[table as usize];
                let cases: Vec<String> = table
                    .cases
                    .iter()
                    .map(|(value, pc)| format!("{value}:{pc}"))
                    .collect();
                let value = self.register(v);
                format!(
                    "switch {value} [{}] else {}",
                    cases.join(", "),
                    table.default
                )
            }
            Op::Unsupported { what } => {
                format!("unsupported {:?}", self.body.unsupported[what as usize])
            }
            _ => self.plain(op),
        }
    }

    /// The name and the fields as Debug writes them, registers by name.
    fn plain(&self, op: &Op) -> String {
        let (mut results, mut arguments) = (Vec::new(), Vec::new());
        operands::operands(op, self.body, |reg, role| {
            let shown = match role {
                Role::Use | Role::Def => self.register(reg),
                Role::UseRun(1) | Role::DefRun(1) => self.register(reg),
                Role::UseRun(0) | Role::DefRun(0) => return,
                Role::UseRun(n) | Role::DefRun(n) => {
                    let all: Vec<String> = (reg..reg + n).map(|r| self.register(r)).collect();
                    all.join(":")
                }
            };
            if role.is_def() {
                results.push(shown)
            } else {
                arguments.push(shown)
            }
        });
        let mut text = String::new();
        if !results.is_empty() {
            let _ = write!(text, "{} = ", results.join(", "));
        }
        text.push_str(&self.mnemonic(op));
        if !arguments.is_empty() {
            let _ = write!(text, " {}", arguments.join(", "));
        }
        match *op {
            Op::Load { offset, .. }
            | Op::Store { offset, .. }
            | Op::LoadMany { offset, .. }
            | Op::StoreMany { offset, .. }
                if offset != 0 =>
            {
                let _ = write!(text, " +{offset}");
            }
            Op::AddOffset { offset, .. } => {
                let _ = write!(text, ", {offset}");
            }
            Op::AddScaled { scale, .. } => {
                let _ = write!(text, " * {scale}");
            }
            Op::Jump { target }
            | Op::Branch { target, .. }
            | Op::BranchUnless { target, .. }
            | Op::CompareBranch { target, .. } => {
                let _ = write!(text, " -> {target}");
            }
            Op::ThreadLocal { global, .. } => {
                let _ = write!(text, " @{}", self.program.globals[global as usize].display);
            }
            Op::Alloca { alloca, .. } => {
                let alloca = &self.body.allocas[alloca as usize];
                let name = alloca
                    .variable
                    .as_ref()
                    .map_or("-", |variable| &variable.name);
                let _ = write!(text, " {} bytes {name}", alloca.size);
            }
            _ => {}
        }
        text
    }

    fn mnemonic(&self, op: &Op) -> String {
        let ordered = |name: &str, order: Order| match order {
            Order::Plain => name.to_owned(),
            _ => format!("{name}.{order}"),
        };
        let width = |name: String, w: u8| format!("{}.{w}", name.to_lowercase());
        match *op {
            Op::Int { op, w, .. } => width(format!("{op:?}"), w),
            Op::Wide { op, w, .. } => width(format!("{op:?}"), w),
            Op::IntUnary { op, w, .. } | Op::WideUnary { op, w, .. } => width(format!("{op:?}"), w),
            Op::Overflow { op, w, .. } | Op::WideOverflow { op, w, .. } => {
                width(format!("{op:?}.overflow"), w)
            }
            Op::Compare { predicate, w, .. } | Op::WideCompare { predicate, w, .. } => {
                width(format!("{predicate:?}"), w)
            }
            Op::CompareBranch { predicate, w, .. } => width(format!("branch.{predicate:?}"), w),
            Op::Truncate { w, .. } | Op::WideTruncate { w, .. } => format!("truncate.{w}"),
            Op::SignExtend { from, to, .. } | Op::WideSignExtend { from, to, .. } => {
                format!("sign_extend.{from}.{to}")
            }
            Op::FunnelLeft { w, .. } => format!("funnel_left.{w}"),
            Op::FunnelRight { w, .. } => format!("funnel_right.{w}"),
            Op::Float { op, p, .. } => format!("{op:?}.{p:?}").to_lowercase(),
            Op::FloatUnary { op, p, .. } => format!("{op:?}.{p:?}").to_lowercase(),
            Op::FloatCompare { predicate, p, .. } => format!("{predicate:?}.{p:?}").to_lowercase(),
            Op::Load { w, order, .. } => width(ordered("load", order), w),
            Op::Store { w, order, .. } => width(ordered("store", order), w),
            Op::LoadMany { order, .. } => ordered("load_many", order),
            Op::StoreMany { order, .. } => ordered("store_many", order),
            Op::CompareExchange { w, order, .. } => format!("compare_exchange.{order}.{w}"),
            Op::ReadModifyWrite { op, w, order, .. } => width(format!("rmw.{op:?}.{order}"), w),
            Op::Fence { order } => ordered("fence", order),
            _ => variant_name(op),
        }
    }

    fn call(&self, site: &CallSite) -> String {
        let mut text = String::new();
        if site.results > 0 {
            let results: Vec<String> = (site.d..site.d + site.results)
                .map(|r| self.register(r))
                .collect();
            let _ = write!(text, "{} = ", results.join(":"));
        }
        let callee = match site.callee {
            Callee::Direct(id) => self.program.functions[id.index()].display.clone(),
            Callee::Indirect(reg) => format!("[{}]", self.register(reg)),
        };
        let arguments: Vec<String> = site
            .arguments
            .iter()
            .map(|passed| match *passed {
                Passed::Register(reg) => self.register(reg),
                Passed::ByValue { pointer, size, .. } => {
                    format!("copy of {size} at {}", self.register(pointer))
                }
            })
            .collect();
        let _ = write!(text, "call {callee}({})", arguments.join(", "));
        if let Some(pad) = site.landing_pad {
            let pad = &self.body.landing_pads[pad as usize];
            let _ = write!(text, " unwind {} into r{}", pad.target, pad.d);
            if pad.cleanup {
                text.push_str(" cleanup");
            }
            for catch in &pad.catches {
                match catch {
                    Catch::All => text.push_str(" catch all"),
                    Catch::Type(address) => {
                        let _ = write!(text, " catch {}", self.constant(*address));
                    }
                }
            }
        }
        text
    }
}

/// `Jump { .. }` is `jump`, `AddScaled { .. }` is `add_scaled`.
fn variant_name(op: &Op) -> String {
    let debug = format!("{op:?}");
    let name = debug.split([' ', '{']).next().unwrap_or_default();
    let mut text = String::new();
    for (i, c) in name.char_indices() {
        if c.is_uppercase() && i > 0 {
            text.push('_');
        }
        text.extend(c.to_lowercase());
    }
    text
}
