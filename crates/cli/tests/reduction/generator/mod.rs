//! Small random concurrent programs, each decided by its seed. What the tests of the reductions
//! compare are their globals whose names begin with `v`: those hold no addresses. The generators
//! do not know what is right or wrong with a program.

pub mod c;
pub mod cpp;
pub mod processes;
pub mod rust;

use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// Programs in one file, which is compiled once for all of them.
pub struct Batch {
    pub text: String,
    pub programs: Vec<Program>,
}

/// How a program wants to be checked.
pub struct Program {
    pub seed: u64,
    /// Options of `trailhound check` that belong to the program.
    pub options: Vec<&'static str>,
    /// The argument that selects it from its file.
    pub argument: Option<String>,
    /// So small that it can be searched instruction by instruction.
    pub small: bool,
    /// A search that is larger is given up, and not compared.
    pub most_states: &'static str,
    /// Threads wait for conditions, and might wake for no reason.
    pub waits: bool,
}

/// What a text is written with: dice, and where the next line goes.
struct Pen {
    dice: StdRng,
    indent: usize,
    /// Names given to locals so far.
    fresh: usize,
    text: String,
}

impl Pen {
    fn new(dice: StdRng) -> Pen {
        Pen {
            dice,
            indent: 0,
            fresh: 0,
            text: String::new(),
        }
    }
}

/// What all writers of programs can do.
trait Writing {
    fn pen(&mut self) -> &mut Pen;

    fn line(&mut self, text: &str) {
        let pen = self.pen();
        pen.text.push_str(&"    ".repeat(pen.indent));
        pen.text.push_str(text);
        pen.text.push('\n');
    }

    fn lines(&mut self, texts: &[&str]) {
        texts.iter().for_each(|text| self.line(text));
    }

    fn block(&mut self, opening: &str, body: impl FnOnce(&mut Self)) {
        self.block_until(opening, "}", body);
    }

    fn block_until(&mut self, opening: &str, closing: &str, body: impl FnOnce(&mut Self)) {
        self.line(&format!("{opening} {{"));
        self.pen().indent += 1;
        body(self);
        self.pen().indent -= 1;
        self.line(closing);
    }

    fn pick<'a>(&mut self, options: &[&'a str]) -> &'a str {
        options
            .choose(&mut self.pen().dice)
            .expect("something to pick from")
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.pen().dice.random_bool(probability)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.pen().dice.random_range(0..bound)
    }

    fn name(&mut self, stem: &str) -> String {
        let pen = self.pen();
        pen.fresh += 1;
        format!("{stem}{}", pen.fresh)
    }
}
