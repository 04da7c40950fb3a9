//! Distances in real programs, compiled and linked as a check does it.

use std::path::PathBuf;
use std::time::Instant;
use trailhound_analysis::CallGraph;
use trailhound_distance::{
    Flow, Measure, Place, Polymorphic, Summaries, Targets, Unit, flow_of, fsm,
};
use trailhound_frontend::{Request, compile};
use trailhound_llvm::Module;
use trailhound_machine::{entered_by_models, load};
use trailhound_program::{FunctionId, Program};

fn program(name: &str, text: &str) -> Program {
    let folder = std::env::temp_dir().join("trailhound-distance-tests");
    std::fs::create_dir_all(&folder).expect("a folder for the test's program");
    let path: PathBuf = folder.join(name);
    std::fs::write(&path, text).expect("the test's program");
    let request = Request {
        inputs: vec![path],
        ..Request::default()
    };
    let compiled = compile(&request).expect("it compiles");
    let modules = compiled.modules.into_iter().chain(compiled.runtime);
    let modules = modules.map(|m| Module::read(m.text, &m.name).expect("it can be read"));
    load(&mut modules.collect()).expect("it links")
}

fn flow(program: &Program) -> (Flow, CallGraph<'_>) {
    flow_in(program, Measure::Instructions)
}

fn flow_in(program: &Program, measure: Measure) -> (Flow, CallGraph<'_>) {
    flow_of(program, entered_by_models(program), measure)
}

fn id_of(program: &Program, part: &str) -> FunctionId {
    let function = program.functions.iter();
    let found: Vec<_> = function
        .enumerate()
        .filter(|(_, f)| f.display.contains(part) && f.body.is_some())
        .collect();
    assert_eq!(
        found.len(),
        1,
        "{part}: {:?}",
        found.iter().map(|f| &f.1.display).collect::<Vec<_>>()
    );
    FunctionId(found[0].0 as u32)
}

const SHAPES: &str = r#"
use std::sync::Mutex;
trait Shape: Send { fn area(&self) -> u32; fn name(&self) -> &'static str; }
struct Square(u32);
struct Circle(u32);
struct Never(u32);
impl Shape for Square {
    #[inline(never)] fn area(&self) -> u32 { self.0 * self.0 }
    #[inline(never)] fn name(&self) -> &'static str { "square" }
}
impl Shape for Circle {
    #[inline(never)] fn area(&self) -> u32 { if self.0 > 1000 { too_large() } self.0 * 3 }
    #[inline(never)] fn name(&self) -> &'static str { "circle" }
}
impl Shape for Never {
    #[inline(never)] fn area(&self) -> u32 { self.0 }
    #[inline(never)] fn name(&self) -> &'static str { "never" }
}
#[inline(never)] fn too_large() { panic!("too large") }
#[inline(never)] fn measure(shape: &dyn Shape) -> u32 { shape.area() + shape.name().len() as u32 }
static SHAPES: Mutex<Vec<Box<dyn Shape>>> = Mutex::new(Vec::new());
fn main() {
    SHAPES.lock().unwrap().push(Box::new(Square(3)));
    SHAPES.lock().unwrap().push(Box::new(Circle(4)));
    let t = std::thread::spawn(|| {
        let shapes = SHAPES.lock().unwrap();
        shapes.iter().map(|s| measure(&**s)).sum::<u32>()
    });
    println!("{}", t.join().unwrap());
}
"#;

#[test]
fn a_rust_program_with_its_library() {
    let program = program("shapes.rs", SHAPES);
    let measure = id_of(&program, "shapes::measure");
    let started = Instant::now();
    let (flow, call_graph) = flow(&program);
    let area = flow
        .nodes_of(measure)
        .flat_map(|node| flow.calls_at(node))
        .map(|&call| &flow.targets[flow.call(call).targets as usize]);
    let mut methods: Vec<Vec<&str>> = area
        .map(|set| {
            set.iter()
                .map(|&f| program.functions[f.index()].display.as_str())
                .collect()
        })
        .collect();
    methods.iter_mut().for_each(|set| set.sort_unstable());
    // Rapid type analysis: no Never is made; and a slot holds no method of another.
    for (set, method) in methods.iter().zip(["area", "name"]) {
        let ours: Vec<_> = set
            .iter()
            .filter(|m| m.contains("shapes::Shape>"))
            .collect();
        assert_eq!(ours.len(), 2, "{methods:?}");
        assert!(ours.iter().all(|m| m.ends_with(method)), "{methods:?}");
        assert!(
            ours[0].contains("Circle") && ours[1].contains("Square"),
            "{methods:?}"
        );
        // Methods of other traits in the same slot are few: their parameters fit by chance.
        assert!(set.len() < 8, "{methods:?}");
    }
    let place: Place = "fn:too_large".parse().expect("a place");
    let targets = Targets::at(&program, &place)
        .expect("it is there")
        .nodes(&flow);
    let insensitive = fsm(&flow, &targets);
    let summaries = Summaries::new(&flow, &targets);
    let polymorphic = Polymorphic::new(&flow, &targets);
    let seconds = started.elapsed().as_secs_f64();
    let reached = call_graph.reached().count();
    println!(
        "{} functions, {reached} reached, {} operations: {:.0} ms",
        program.functions.len(),
        flow.nodes(),
        seconds * 1000.0
    );
    // From main through the thread, its closure and the virtual call.
    let start = flow.entry(program.main).expect("main") as usize;
    assert!(summaries.target[start] < u32::MAX && insensitive[start] <= summaries.target[start]);
    let inside = flow.entry(measure).expect("measure") as usize;
    assert!(summaries.target[inside] >= 2 && summaries.target[inside] < 30);
    assert!(!polymorphic.is_explored(id_of(&program, "Circle as shapes::Shape>::area")));
    assert!(seconds < 1.0, "{seconds} s");
}

const TABLE: &str = r#"
#include <assert.h>
struct ops { int (*read)(int); void (*close)(void); };
static int first(int x) { return x; }
static int second(int x) { assert(x != 7); return x + 1; }
static void end(void) {}
static int unused(int x) { return x; }
static const struct ops tables[2] = {{first, end}, {second, end}};
int (*never)(int) = 0;
int run(const struct ops *ops, int x) { int y = ops->read(x); ops->close(); return y; }
int main(int argc, char **argv) { return run(&tables[argc & 1], argc); }
"#;

#[test]
fn a_c_program_with_tables_of_functions() {
    let program = program("table.c", TABLE);
    let (flow, _) = flow(&program);
    let run = id_of(&program, "run");
    let sets: Vec<Vec<&str>> = flow
        .nodes_of(run)
        .flat_map(|node| flow.calls_at(node))
        .map(|&call| {
            let set = &flow.targets[flow.call(call).targets as usize];
            set.iter()
                .map(|&f| program.functions[f.index()].name.as_str())
                .collect()
        })
        .collect();
    // By address and signature: what takes one argument cannot be called without one.
    assert_eq!(sets.len(), 2);
    assert!(
        sets[0].contains(&"first") && sets[0].contains(&"second"),
        "{sets:?}"
    );
    assert_eq!(sets[1], ["end"]);
    let targets = Targets::failures(&program);
    assert_eq!(targets.places.len(), 1, "{targets:?}");
    let summaries = Summaries::new(&flow, &targets.nodes(&flow));
    let start = flow.entry(program.main).expect("main") as usize;
    assert!(summaries.target[start] < 40, "{}", summaries.target[start]);
}

const CAST: &str = r#"
#include <assert.h>
static int flag;
static void fails(int x) { assert(flag == x); }
static void run(void (*p)(void)) { p(); }
int main(int argc, char **argv) { run((void (*)(void))fails); return argc; }
"#;

#[test]
fn bounds_count_calls_as_if_of_other_types() {
    let program = program("cast.c", CAST);
    let targets = Targets::failures(&program);
    let (flow, _) = flow_in(&program, Measure::Steps(Unit::Shared));
    let summaries = Summaries::new(&flow, &targets.nodes(&flow));
    let start = flow.entry(program.main).expect("main") as usize;
    assert!(summaries.target[start] <= 2, "{}", summaries.target[start]);
}

const CLASSES: &str = r#"
#include <iostream>
#include <memory>
#include <thread>
#include <vector>
struct List { virtual ~List() {} virtual int size() = 0; virtual int get(int i) { return i; } };
struct Array : List { int size() override { return 1; } int get(int i) override { return i + 1; } };
struct Empty : List { int size() override { return 0; } };
struct Never : List { int size() override { return 7; } };
struct Shape { virtual int area() { return 1; } virtual int side(int i) { return i; } virtual ~Shape() {} };
struct Round : Shape { int side(int i) override { return -i; } };
// A list that begins behind a shape, and one whose place is not known before it runs.
struct Drawn : Shape, List { int size() override { return 9; } };
struct Virtual : virtual List { int size() override { return 19; } };
int size_of(List *list) { return list->size(); }
int side_of(Shape *shape) { return shape->side(3); }
int main() {
  std::vector<std::unique_ptr<List>> lists;
  lists.push_back(std::make_unique<Array>());
  lists.push_back(std::make_unique<Empty>());
  lists.push_back(std::make_unique<Drawn>());
  lists.push_back(std::make_unique<Virtual>());
  int sum = 0;
  std::thread t([&] { for (auto &list : lists) sum += size_of(list.get()); });
  Round round;
  sum += side_of(&round);
  t.join();
  std::cout << sum << "\n";
}
"#;

#[test]
fn a_cpp_program_with_virtual_functions() {
    let program = program("classes.cpp", CLASSES);
    let (flow, _) = flow(&program);
    let called_by = |part: &str| {
        let caller = id_of(&program, part);
        let calls = flow.nodes_of(caller).flat_map(|node| flow.calls_at(node));
        let sets = calls.map(|&call| &flow.targets[flow.call(call).targets as usize]);
        let functions = sets.flatten().map(|&f| &program.functions[f.index()]);
        let mut names: Vec<&str> = functions.map(|f| f.name.as_str()).collect();
        names.sort_unstable();
        names
    };
    // Of lists that are made; where the list lies behind something, over a function
    // that finds its beginning.
    assert_eq!(
        called_by("size_of"),
        [
            "_ZN5Array4sizeEv",
            "_ZN5Empty4sizeEv",
            "_ZN7Virtual4sizeEv",
            "_ZThn8_N5Drawn4sizeEv",
        ]
    );
    assert_eq!(
        called_by("side_of"),
        ["_ZN5Round4sideEi", "_ZN5Shape4sideEi"]
    );
}
