//! Searches led by distances, on real programs: A* finds trails as short as breadth-first
//! search does, whatever a step is, and the analysis of calls never misses one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use trailhound_distance::{Measure, Place, Targets, Unit};
use trailhound_frontend::{Request, compile};
use trailhound_guide::distance::{Analysis, DistanceGuide, DistanceName, Goal};
use trailhound_llvm::Module;
use trailhound_machine::{
    ErrorKind, Exclusion, Granularity, LeafId, Machine, Options, ProgramGraph, Races, Resumes, load,
};
use trailhound_program::{Callee, FunctionId, Mark, Op, Program};
use trailhound_search::{
    self as search, Edge, Engine, Guide, PastStep, Ranked, Unguided, Unwatched,
};

fn program(name: &str, text: &str) -> Program {
    let folder = std::env::temp_dir().join("trailhound-guide-tests");
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

const GRANULARITIES: [(Granularity, Unit); 3] = [
    (Granularity::Shared, Unit::Shared),
    (Granularity::Line, Unit::Line),
    (Granularity::Instruction, Unit::Instruction),
];

struct Question {
    program: Program,
    targets: Targets,
    goal: Goal,
    exclusive: Vec<(FunctionId, u32)>,
}

impl Question {
    /// Can a thread come to this place, or two be there?
    fn new(mut program: Program, place: &str, goal: Goal) -> Question {
        let place: Place = place.parse().expect("a place");
        let at = Targets::at(&program, &place).expect("the place is there");
        let marks: Vec<Mark> = at
            .places
            .iter()
            .map(|&(function, pc)| Mark {
                function,
                pc,
                place: 0,
                goal: goal == Goal::Location,
            })
            .collect();
        program.mark(&marks);
        let places = program.marked(0);
        let exclusive = match goal {
            Goal::Mutex => {
                Targets::within(&program, &place)
                    .expect("it is there")
                    .places
            }
            _ => Vec::new(),
        };
        Question {
            targets: Targets { places },
            program,
            goal,
            exclusive,
        }
    }

    /// The length of the trail, and the states that were generated.
    fn answer(
        &self,
        engine: Engine,
        name: Option<DistanceName>,
        measure: Measure,
        granularity: Granularity,
    ) -> (usize, u64) {
        let options = Options {
            granularity,
            exclusive: self.exclusive.clone(),
            goals_only: true,
            ..Options::default()
        };
        let mut graph = ProgramGraph::new(Machine::new(&self.program, options), Races::Off);
        let analysis = Analysis::new(&self.program, &[], &self.targets, self.goal, measure);
        let exclusion = Exclusion::new(self.exclusive.iter().copied());
        let limits = search::Options {
            limits: search::Limits {
                states: Some(2_000_000),
                ..search::Limits::default()
            },
            stop_at: search::Weight::Strong,
            ..search::Options::default()
        };
        let outcome = match name {
            None => search::run(engine, &mut graph, &mut Unguided, &limits, &mut Unwatched),
            Some(name) => {
                let guide = DistanceGuide::new(name, &analysis).expect("small");
                let mut guide = guide.in_place(exclusion);
                search::run(engine, &mut graph, &mut guide, &limits, &mut Unwatched)
            }
        };
        let found = outcome.finding.expect("the place can be reached");
        let problem = &graph.problems[found.finding.id as usize];
        let wanted = match self.goal {
            Goal::Mutex => ErrorKind::MutualExclusion,
            _ => ErrorKind::TargetReached,
        };
        assert_eq!(problem.kind(), Some(wanted));
        (found.choices.len(), outcome.stats.states_generated)
    }

    /// A* with each of these finds what breadth-first search finds.
    fn agrees(&self, granularity: Granularity, unit: Unit) {
        let steps = Measure::Steps(unit);
        let (shortest, all) = self.answer(Engine::Bfs, None, steps, granularity);
        for name in ["fsm", "efsm:0", "efsm:1", "fca", "efca", "pfsm"] {
            let name: DistanceName = name.parse().expect("a name");
            let (length, states) = self.answer(Engine::Astar, Some(name), steps, granularity);
            assert_eq!(length, shortest, "{name} {granularity:?}");
            assert!(states <= all, "{name} {granularity:?}: {states} of {all}");
        }
        let efca = Some(DistanceName::Efca);
        let (_, directed) =
            self.answer(Engine::BestFirst, efca, Measure::Instructions, granularity);
        println!("{granularity:?}: {shortest} steps, bfs {all} states, best-first {directed}");
    }
}

const COUNTERS: &str = r#"
#include <pthread.h>
int a, b; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inner(int x) { return x + 1; }
static int outer(int x) { int y = inner(x); return inner(y); }
void reached(void) {}
static void *first(void *p) {
  int x = outer(1);
  pthread_mutex_lock(&m); a = x; pthread_mutex_unlock(&m);
  outer(b);
  return 0;
}
static void *second(void *p) {
  pthread_mutex_lock(&m); int x = a; pthread_mutex_unlock(&m);
  if (x == 3) { outer(2); b = 1; }
  outer(3);
  if (x != 0 && b == 1) reached();
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0); pthread_join(u, 0);
  return 0;
}
"#;

#[test]
fn astar_finds_trails_as_short_as_bfs() {
    for (granularity, unit) in GRANULARITIES {
        let question = Question::new(
            program("counters.c", COUNTERS),
            "fn:reached",
            Goal::Location,
        );
        question.agrees(granularity, unit);
    }
}

/// The target is reached by main when all others have ended: then it runs in one step.
const JOINED: &str = r#"
#include <pthread.h>
int a;
void reached(void) {}
static void *first(void *p) { a++; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  pthread_join(t, 0);
  int x = 0;
  for (int i = 0; i < 5; i++) x += a;
  a = x; a = a + 1; a = a + 1;
  if (a > 0) reached();
  return 0;
}
"#;

#[test]
fn a_thread_that_is_alone_is_there_at_once() {
    for (granularity, unit) in GRANULARITIES {
        let question = Question::new(program("joined.c", JOINED), "fn:reached", Goal::Location);
        question.agrees(granularity, unit);
    }
}

const HYMAN: &str = r#"
#include <pthread.h>
int b[2], k;
static int inner(int x) { return x + 1; }
static int outer(int x) { return inner(inner(x)); }
void critical(int i) { outer(i); }
static void *run(void *p) {
  int i = (int)(long)p;
  b[i] = 1;
  while (k != i) {
    while (b[1 - i]) ;
    outer(i);
    k = i;
  }
  critical(i);
  b[i] = 0;
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, (void *)0);
  pthread_create(&u, 0, run, (void *)1);
  pthread_join(t, 0); pthread_join(u, 0);
  return 0;
}
"#;

#[test]
fn two_threads_in_a_critical_section() {
    for (granularity, unit) in GRANULARITIES {
        let question = Question::new(program("hyman.c", HYMAN), "fn:critical", Goal::Mutex);
        question.agrees(granularity, unit);
    }
}

/// Two threads get there that do not exist at the start, whoever starts them: one the other, a
/// function that returns, a loop, or none but the end of a thread.
const STARTED: [&str; 4] = [
    r#"
static void *last(void *p) { critical(); return 0; }
static void *middle(void *p) {
  pthread_t t;
  pthread_create(&t, 0, last, 0);
  critical();
  pthread_join(t, 0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, middle, 0);
  pthread_join(t, 0);
  return 0;
}"#,
    r#"
static void *last(void *p) { critical(); return 0; }
static pthread_t start(int again) {
  pthread_t t;
  pthread_create(&t, 0, last, 0);
  if (again) pthread_join(start(again - 1), 0);
  return t;
}
int main(void) {
  pthread_join(start(1), 0);
  return 0;
}"#,
    r#"
static void *last(void *p) { if (p) critical(); return 0; }
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, last, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}"#,
    r#"
static pthread_key_t key;
static void gone(void *p) { critical(); }
static void *last(void *p) { pthread_setspecific(key, p); return 0; }
int main(void) {
  pthread_t t;
  pthread_key_create(&key, gone);
  pthread_create(&t, 0, last, &key);
  critical();
  pthread_join(t, 0);
  return 0;
}"#,
];

#[test]
fn two_threads_that_have_to_be_started() {
    for (number, rest) in STARTED.iter().enumerate() {
        let head = "#include <pthread.h>\nint n;\nvoid critical(void) { n++; }\n";
        let text = format!("{head}{rest}");
        for (granularity, unit) in GRANULARITIES {
            let program = program(&format!("started{number}.c"), &text);
            let question = Question::new(program, "fn:critical", Goal::Mutex);
            println!("program {number}");
            question.agrees(granularity, unit);
        }
    }
}

/// Looks at every stack that a search meets.
struct Witness<'a> {
    analysis: &'a Analysis,
    calls: u64,
    /// Those through pointers, by place: the functions that were met there.
    through_pointers: BTreeMap<(FunctionId, u32), BTreeSet<FunctionId>>,
}

impl Guide<ProgramGraph<'_>> for Witness<'_> {
    fn arrive(
        &mut self,
        graph: &mut ProgramGraph<'_>,
        state: &[u32],
        _: &mut dyn Iterator<Item = PastStep>,
    ) {
        let threads: Vec<_> = graph.threads_of(state).collect();
        for (_, leaf) in threads {
            let Some((mut leaf, _)) = graph.top_frame(leaf) else {
                continue;
            };
            loop {
                let above = graph.frame(leaf);
                if above.below == LeafId(0) || above.resumes == Resumes::Nothing {
                    break;
                }
                let below = graph.frame(above.below);
                let functions = &graph.machine.program.functions;
                assert!(
                    self.analysis
                        .may_call((below.function, below.pc), above.function),
                    "{} calls {}",
                    functions[below.function.index()].display,
                    functions[above.function.index()].display
                );
                self.calls += 1;
                let body = functions[below.function.index()].body.as_ref();
                let body = body.expect("what runs has a body");
                if let Op::Call { call } = body.code[below.pc as usize]
                    && let Callee::Indirect(_) = body.calls[call as usize].callee
                {
                    let place = (below.function, below.pc);
                    let met = self.through_pointers.entry(place).or_default();
                    met.insert(above.function);
                }
                leaf = above.below;
            }
        }
    }

    fn rank(&mut self, _: &mut ProgramGraph<'_>, _: &[u32], _: Edge, _: &[(u32, u32)]) -> Ranked {
        Ranked::default()
    }
}

const DYNAMIC: &str = r#"
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};
trait Job: Send { fn run(&self, log: &Mutex<BTreeMap<u32, String>>); }
struct Add(u32);
struct Say(Box<dyn Fn(u32) -> String + Send>);
impl Job for Add { fn run(&self, log: &Mutex<BTreeMap<u32, String>>) { log.lock().unwrap().insert(self.0, format!("{}", Shown(self.0))); } }
impl Job for Say { fn run(&self, log: &Mutex<BTreeMap<u32, String>>) { let text = (self.0)(7); log.lock().unwrap().insert(9, text); } }
struct Shown(u32);
impl fmt::Display for Shown { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "<{:?}>", self.0) } }
fn main() {
    let log = Arc::new(Mutex::new(BTreeMap::new()));
    let jobs: Vec<Box<dyn Job>> = vec![Box::new(Add(3)), Box::new(Say(Box::new(|x| x.to_string())))];
    let threads: Vec<_> = jobs.into_iter().map(|job| {
        let log = log.clone();
        std::thread::spawn(move || job.run(&log))
    }).collect();
    for t in threads { t.join().unwrap(); }
    let caught = std::panic::catch_unwind(|| { if std::env::args().count() < 9 { panic!("{}", Shown(1)) } });
    println!("{} {:?}", caught.is_err(), log.lock().unwrap());
}
"#;

const VIRTUAL: &str = r#"
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
std::mutex m;
std::string log_;
struct Job {
  virtual ~Job() {}
  virtual int run(int x) = 0;
  virtual int twice(int x) { return run(x) + run(x); }
};
struct Named { virtual std::string name() const { return "named"; } virtual ~Named() = default; int n = 1; };
struct Add : Job { int run(int x) override { return x + 1; } };
struct Never : Job { int run(int x) override { return x - 100; } };
// The second base lies behind the first: calls through it go over adjusting functions.
struct Both : Named, Job {
  int run(int x) override { return x + n; }
  std::string name() const override { return "both"; }
};
// A virtual base: tables for the time of construction.
struct Base : virtual Job { Base() { touched = this->twice(0); } int run(int x) override { return x; } int touched; };
struct Left : Base { int run(int x) override { return 2 * x; } };
namespace { struct Hidden : Job { int run(int x) override { return 7; } int twice(int x) override { return 8; } }; }
struct Fails : Job { int run(int x) override { throw std::runtime_error("no"); } };
static int through_member(Job &job, int (Job::*method)(int)) { return (job.*method)(3); }
static int plain(int x) { return x; }
int main() {
  std::vector<std::unique_ptr<Job>> jobs;
  jobs.push_back(std::make_unique<Add>());
  jobs.push_back(std::make_unique<Both>());
  jobs.push_back(std::make_unique<Left>());
  jobs.push_back(std::make_unique<Hidden>());
  std::function<int(int)> called = [&](int x) { return x + (int)jobs.size(); };
  std::thread t([&] {
    for (auto &job : jobs) {
      int x = job->twice(1) + called(2);
      std::lock_guard<std::mutex> hold(m);
      log_ += std::to_string(x);
    }
  });
  int sum = through_member(*jobs[0], &Job::run) + through_member(*jobs[1], &Job::twice);
  int (*pointer)(int) = sum > 1000 ? nullptr : plain;
  sum += pointer(2);
  Named *named = dynamic_cast<Named *>(jobs[1].get());
  std::string text = named->name();
  Fails fails;
  try { sum += fails.twice(1); } catch (std::exception &e) { text += e.what(); }
  t.join();
  return (sum + text.size() + log_.size()) > 0 ? 0 : 1;
}
"#;

const FUNCTIONS: &str = r#"
#include <pthread.h>
#include <stdlib.h>
struct operations { int (*open)(int); int (*read)(int, int); void (*close)(void *); };
static int first_open(int x) { return x; }
static int first_read(int x, int y) { return x + y; }
static int second_open(int x) { return -x; }
static int second_read(int x, int y) { return x - y; }
static void both_close(void *p) { free(p); }
static struct operations *made(int kind) {
  struct operations *made = malloc(sizeof *made);
  made->open = kind ? first_open : second_open;
  made->read = kind ? first_read : second_read;
  made->close = both_close;
  return made;
}
static int order(const void *a, const void *b) { return *(int *)a - *(int *)b; }
static void *run(void *argument) {
  struct operations *with = argument;
  int sum = 0;
  for (int i = 0; i < 40; i++) sum += with->read(with->open(i), i);
  with->close(with);
  return (void *)(long)sum;
}
int main(void) {
  pthread_t t, u;
  int numbers[3] = {3, 1, 2};
  qsort(numbers, 3, sizeof(int), order);
  pthread_create(&t, 0, run, made(0));
  pthread_create(&u, 0, run, made(1));
  pthread_join(t, 0); pthread_join(u, 0);
  return 0;
}
"#;

/// All calls of one walk through the program, operation by operation.
fn witnessed(name: &str, text: &str) -> (u64, usize, usize) {
    let program = program(name, text);
    let targets = Targets::failures(&program);
    let measure = Measure::Instructions;
    let analysis = Analysis::new(&program, &[], &targets, Goal::Location, measure);
    let options = Options {
        granularity: Granularity::Instruction,
        ..Options::default()
    };
    let mut graph = ProgramGraph::new(Machine::new(&program, options), Races::Off);
    let mut witness = Witness {
        analysis: &analysis,
        calls: 0,
        through_pointers: BTreeMap::new(),
    };
    let limits = search::Options {
        limits: search::Limits {
            states: Some(40_000),
            ..search::Limits::default()
        },
        stop_at: search::Weight::Strong,
        ..search::Options::default()
    };
    let outcome = search::run(
        Engine::Greedy,
        &mut graph,
        &mut witness,
        &limits,
        &mut Unwatched,
    );
    if let Some(found) = outcome.finding {
        let problem = &graph.problems[found.finding.id as usize];
        panic!("{name} is correct, but: {problem:?}");
    }
    let met = &witness.through_pointers;
    let most = met.values().map(BTreeSet::len).max().unwrap_or(0);
    (witness.calls, met.len(), most)
}

#[test]
fn every_call_that_happens_was_foreseen() {
    // So many places call through pointers, and one of them so many functions.
    for (name, text, places, functions) in [
        ("dynamic.rs", DYNAMIC, 5, 2),
        ("counters.c", COUNTERS, 0, 0),
        ("functions.c", FUNCTIONS, 3, 2),
        ("virtual.cpp", VIRTUAL, 8, 4),
    ] {
        let (calls, through_pointers, most) = witnessed(name, text);
        println!("{name}: {calls} calls, {through_pointers} places, {most} functions at one");
        assert!(calls > 1000, "{name}: {calls}");
        assert!(through_pointers >= places, "{name}: {through_pointers}");
        assert!(most >= functions, "{name}: {most}");
    }
}
