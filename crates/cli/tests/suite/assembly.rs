//! Inline assembly against the processor: every instruction of the table with random operands, in both
//! syntaxes, compiled and run natively and executed by the machine.
#![cfg(target_arch = "x86_64")]

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// A text with its operands: `M` is memory, `R` a register that is read and written, `A` is rax, `I` a
/// constant that the compiler writes.
struct Row {
    /// In AT&T syntax, with `S` for the suffix.
    att: &'static str,
    intel: &'static str,
    /// In bits.
    widths: &'static [u32],
    /// The conditions that the instruction leaves defined.
    conditions: &'static [&'static str],
}

const ALL: &[&str] = &[
    "e", "ne", "b", "ae", "s", "o", "be", "a", "l", "ge", "le", "g",
];
const STEP: &[&str] = &["e", "ne", "s", "no", "l", "g"];
const CARRY: &[&str] = &["c", "nc"];
const NONE: &[&str] = &[];
const WIDE: &[u32] = &[16, 32, 64];
const EVERY: &[u32] = &[8, 16, 32, 64];

const fn row(
    att: &'static str,
    intel: &'static str,
    widths: &'static [u32],
    conditions: &'static [&'static str],
) -> Row {
    Row {
        att,
        intel,
        widths,
        conditions,
    }
}

const ROWS: &[Row] = &[
    row("lock; addS R, M", "lock add M, R", EVERY, ALL),
    row("addS R, M", "add M, R", EVERY, ALL),
    row("addS $3, R", "add R, 3", EVERY, ALL),
    row("addS I, R", "add R, I", EVERY, ALL),
    row("lock xorS I, M", "lock xor M, I", EVERY, ALL),
    row("lock btsS I, M", "lock bts M, I", WIDE, CARRY),
    row("lock subS R, M", "lock sub M, R", EVERY, ALL),
    row("subS M, R", "sub R, M", EVERY, ALL),
    row("lock andS R, M", "lock and M, R", EVERY, ALL),
    row("lock orS R, M", "lock or M, R", EVERY, ALL),
    row("lock xorS R, M", "lock xor M, R", EVERY, ALL),
    row("cmpS R, M", "cmp M, R", EVERY, ALL),
    row("testS R, M", "test M, R", EVERY, ALL),
    row("lock incS M", "lock inc M", EVERY, STEP),
    row("decS M", "dec M", EVERY, STEP),
    row("lock notS M", "lock not M", EVERY, NONE),
    row("lock negS M", "lock neg M", EVERY, ALL),
    row("negS R", "neg R", EVERY, ALL),
    row("movS M, R", "mov R, M", EVERY, NONE),
    row("movS R, M", "mov M, R", EVERY, NONE),
    row("movS $77, M", "mov M, 77", EVERY, NONE),
    row("xchgS R, M", "xchg M, R", EVERY, NONE),
    row("xchgS R, A", "xchg A, R", EVERY, NONE),
    row("lock xaddS R, M", "lock xadd M, R", EVERY, ALL),
    row("lock cmpxchgS R, M", "lock cmpxchg M, R", EVERY, ALL),
    row("btS $5, M", "bt M, 5", WIDE, CARRY),
    row("lock btsS $5, M", "lock bts M, 5", WIDE, CARRY),
    row("lock btrS $11, M", "lock btr M, 11", WIDE, CARRY),
    row("btcS $2, R", "btc R, 2", WIDE, CARRY),
    row("lock btcS $2, M", "lock btc M, 2", WIDE, CARRY),
    row(
        "mfence; lfence\n\tsfence",
        "mfence\n\tlfence\n\tsfence",
        &[32],
        NONE,
    ),
    row("rep; nop; pause", "pause\n\tnop", &[32], NONE),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Syntax {
    Att,
    Intel,
}

fn text(row: &Row, syntax: Syntax, width: u32) -> String {
    let suffix = ["b", "w", "l", "q"][width.trailing_zeros() as usize - 3];
    let size = ["byte", "word", "dword", "qword"][width.trailing_zeros() as usize - 3];
    let (own, register) = match syntax {
        Syntax::Att => (row.att.replace('S', suffix), "%"),
        Syntax::Intel => (row.intel.to_owned(), ""),
    };
    let accumulator = ["al", "ax", "eax", "rax"][width.trailing_zeros() as usize - 3];
    let memory = match syntax {
        Syntax::Att => "%1".to_owned(),
        Syntax::Intel => format!("{size} ptr %1"),
    };
    own.replace('M', &memory)
        .replace('R', "%0")
        .replace('I', "%[constant]")
        .replace('A', &format!("{register}{register}{accumulator}"))
        .replace('\n', "\\n")
        .replace('\t', "\\t")
}

/// A program that prints what every row does with random operands.
fn program(syntax: Syntax) -> String {
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        match seed % 5 {
            0 => [0, 1, u64::MAX, 1 << 63, 0x7f7f_7fff_7fff_ffff][(seed >> 20) as usize % 5],
            _ => seed,
        }
    };
    let mut calls = String::new();
    let mut code = String::from("#include <stdio.h>\n#include <stdint.h>\n");
    for (number, row) in ROWS.iter().enumerate() {
        for &width in row.widths {
            let name = format!("row{number}_{width}");
            let text = text(row, syntax, width);
            let ty = format!("uint{width}_t");
            writeln!(
                code,
                "static void {name}(uint64_t r, uint64_t m, uint64_t a) {{"
            )
            .unwrap();
            let mut conditions: Vec<Option<&str>> =
                row.conditions.iter().copied().map(Some).collect();
            if conditions.is_empty() {
                conditions.push(None);
            }
            for condition in conditions {
                let (output, shown) = match condition {
                    Some(code) => (format!(", \"=@cc{code}\"(flag)"), code),
                    None => (String::new(), "-"),
                };
                writeln!(
                    code,
                    "  {{ {ty} R = r, M = m, A = a; unsigned char flag = 0;\n    __asm__ volatile(\"{text}\" \
                     : \"+q\"(R), \"+m\"(M), \"+a\"(A){output} : [constant] \"i\"(-3) : \"memory\");\n    \
                     printf(\"{name} {shown} %llx %llx %llx %d\\n\", (unsigned long long)R, (unsigned long long)M, \
                     (unsigned long long)A, flag); }}"
                )
                .unwrap();
            }
            code.push_str("}\n");
            for _ in 0..4 {
                let (r, m, a) = (random(), random(), random());
                // Equal values are what compare-exchange waits for.
                let a = if a % 3 == 0 { m } else { a };
                writeln!(calls, "  {name}({r}u, {m}u, {a}u);").unwrap();
            }
        }
    }
    code.push_str(match syntax {
        Syntax::Att => PAIRS,
        Syntax::Intel => "static void pairs(void) {}\n",
    });
    format!("{code}int main(void) {{\n{calls}  pairs();\n  return 0;\n}}\n")
}

/// What has operands of its own.
const PAIRS: &str = r#"
static void pair(uint64_t low, uint64_t high, uint64_t expected) {
  __attribute__((aligned(16))) uint64_t place[2] = {low, high};
  uint64_t a = expected, d = high, bits[3] = {low, high, expected};
  unsigned char equal, was;
  __asm__ volatile("lock; cmpxchg16b %0"
                   : "+m"(*(unsigned __int128 *)place), "+a"(a), "+d"(d), "=@ccz"(equal)
                   : "b"(7L), "c"(9L) : "memory");
  printf("pair %llx %llx %llx %llx %d\n", (unsigned long long)place[0], (unsigned long long)place[1],
         (unsigned long long)a, (unsigned long long)d, equal);
  uint32_t a32 = expected, d32 = expected >> 32;
  __asm__ volatile("lock; cmpxchg8b %0; sete %3"
                   : "+m"(low), "+a"(a32), "+d"(d32), "=q"(equal)
                   : "b"(5), "c"(6) : "memory", "cc");
  printf("half %llx %x %x %d\n", (unsigned long long)low, a32, d32, equal);
  __asm__ volatile("lock btsq %2, (%1)" : "=@ccc"(was) : "r"(bits + 1), "r"((long)expected % 60 - 30) : "memory");
  printf("bits %llx %llx %llx %d\n", (unsigned long long)bits[0], (unsigned long long)bits[1],
         (unsigned long long)bits[2], was);
  uint64_t extended, signs;
  __asm__("movzbl %b2, %k0\n\tmovswq %w2, %1" : "=r"(extended), "=r"(signs) : "r"(expected));
  printf("wide %llx %llx\n", (unsigned long long)extended, (unsigned long long)signs);
  uint64_t merged = expected;
  __asm__("movb $0x12, %b0\n\tmovw 2(%1,%2,8), %w0" : "+q"(merged) : "r"(bits), "r"(1L) : "memory");
  printf("merged %llx\n", (unsigned long long)merged);
}
static void pairs(void) {
  pair(1, 2, 1); pair(1, 2, 3); pair(0x8000000000000001u, 2, 0x8000000000000001u); pair(3, 4, 0xfedcba9876543210u);
}
"#;

fn output(command: &mut Command) -> String {
    let output = command.output().expect("the command starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn compare(syntax: Syntax) {
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str| directory.path().join(name);
    let source = file("rows.c");
    std::fs::write(&source, program(syntax)).expect("the program is written");
    let clang = std::env::var("TRAILHOUND_CLANG").unwrap_or_else(|_| "clang".to_owned());
    let flags: &[&str] = match syntax {
        Syntax::Att => &["-mcx16"],
        Syntax::Intel => &["-mcx16", "-masm=intel"],
    };
    let compile = |to: &Path, more: &[&str]| {
        let mut command = Command::new(&clang);
        command
            .args(flags)
            .args(more)
            .arg(&source)
            .arg("-o")
            .arg(to);
        output(&mut command);
    };
    let (native, ir) = (file("rows"), file("rows.ll"));
    compile(&native, &[]);
    compile(&ir, &["-S", "-emit-llvm", "-Xclang", "-disable-O0-optnone"]);
    let expected = output(&mut Command::new(&native));
    let found = output(
        Command::new(env!("CARGO_BIN_EXE_trailhound"))
            .arg("run")
            .arg(&ir),
    );
    let differing: Vec<_> = (expected.lines().zip(found.lines()))
        .filter(|(expected, found)| expected != found)
        .take(10)
        .collect();
    assert!(differing.is_empty(), "{syntax:?}: {differing:#?}");
    assert_eq!(expected.lines().count(), found.lines().count());
    assert!(expected.lines().count() > 400);
}

#[test]
fn att_rows_do_what_the_processor_does() {
    compare(Syntax::Att);
}

#[test]
fn intel_rows_do_what_the_processor_does() {
    compare(Syntax::Intel);
}
