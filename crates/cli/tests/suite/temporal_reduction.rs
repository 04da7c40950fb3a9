//! Reductions keep the verdicts of temporal formulas: random small programs and formulas without
//! `X`, with and without reductions, fair and not.

use crate::scene::{Scene, text};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % bound
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Two threads with a few statements each, after and before main is alone.
fn program(random: &mut Random) -> String {
    let mut statements = |count: u64, waits: bool| -> String {
        let mut list = Vec::new();
        for _ in 0..count {
            let kinds = if waits { 7 } else { 4 };
            list.push(match random.below(kinds) {
                0 => format!("x = {};", random.below(3)),
                1 => format!("y = {};", random.below(3)),
                2 => "{ int t = x; t = (t + 1) % 3; y = t; }".to_owned(),
                3 => "if (y == 1) x = 2; else x = 1;".to_owned(),
                4 => format!(
                    "pthread_mutex_lock(&m); x = {}; y = {}; pthread_mutex_unlock(&m);",
                    random.below(3),
                    random.below(3)
                ),
                5 => "while (x == 0) ;".to_owned(),
                _ => "for (int n = 0; n < 2; n++) y = n;".to_owned(),
            });
        }
        list.join("\n    ")
    };
    let (before, one, two, after) = (
        statements(2, false),
        statements(3, true),
        statements(3, true),
        statements(2, false),
    );
    format!(
        "#include <pthread.h>
volatile int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {{
    {one}
    return arg;
}}
int main(void) {{
    pthread_t thread;
    {before}
    pthread_create(&thread, 0, worker, 0);
    {two}
    pthread_join(thread, 0);
    {after}
    return 0;
}}
"
    )
}

fn formula(random: &mut Random, depth: u64) -> String {
    const STATES: [&str; 5] = ["x == 0", "x == 2", "y == 1", "x == y", "y < 2"];
    if depth == 0 {
        return format!("({})", random.one(&STATES));
    }
    let mut inner = || formula(random, depth - 1);
    let (left, right) = (inner(), inner());
    match random.below(6) {
        0 => format!("G {left}"),
        1 => format!("F {left}"),
        2 => format!("({left} U {right})"),
        3 => format!("({left} -> {right})"),
        4 => format!("({left} R {right})"),
        _ => format!("!{left}"),
    }
}

#[test]
fn verdicts_of_formulas_are_those_without_reductions() {
    let mut random = Random(20_051);
    let (mut holds, mut fails) = (0, 0);
    for _ in 0..14 {
        let source = program(&mut random);
        let scene = Scene::new(&source);
        for depth in [1, 2, 2, 3] {
            let formula = formula(&mut random, depth);
            let fair = random.below(2) == 0;
            let mut codes = Vec::new();
            for more in [
                &[][..],
                &["--no-reduction"],
                &["--granularity", "instruction"],
            ] {
                let mut arguments = vec!["check", "program.c", "-q", "--ltl", &formula];
                arguments.extend(fair.then_some("--fair"));
                arguments.extend(more);
                let output = scene.run(&arguments);
                let code = output.status.code();
                assert!(matches!(code, Some(0 | 1)), "{source}\n{}", text(&output));
                codes.push(code);
            }
            let agree = codes.iter().all(|code| *code == codes[0]);
            assert!(agree, "{codes:?} {formula} fair: {fair}\n{source}");
            match codes[0] {
                Some(0) => holds += 1,
                _ => fails += 1,
            }
        }
    }
    assert!(holds >= 10 && fails >= 10, "{holds} {fails}");
}
