//! Outcomes in the machine's lines of final states.

use super::graph::Outcome;
use super::language::{MUTEX, Program, VARIABLES};

/// The outcome in a line like `exit=0 x=01000000 out0=0100000000000000`.
pub fn outcome_in(program: &Program, line: &str) -> Outcome {
    let bytes = |name: &str, count: usize| -> Vec<u8> {
        let mut parts = line.split(' ');
        let text = parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
        // A variable that the program does not mention is not in its memory.
        let text = text.unwrap_or("0000000000000000");
        let byte = |place: usize| u8::from_str_radix(&text[2 * place..2 * place + 2], 16);
        (0..count)
            .map(|place| byte(place).expect("a byte"))
            .collect()
    };
    let threads = 0..program.threads.len();
    let registers = threads.flat_map(|t| bytes(&format!("out{t}"), program.registers(t)));
    let variables = VARIABLES[..MUTEX]
        .iter()
        .flat_map(|name| bytes(&name.to_string(), 1));
    registers.chain(variables).collect()
}
