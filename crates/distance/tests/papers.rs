//! The worked examples of the e-FCA paper (figures 1, 3 and 5) and of the PFSM paper
//! (figure 5).

use trailhound_distance::{
    Bounded, Call, CallKind, Flow, FlowBuilder, NodeId, Polymorphic, StackFrame, Summaries, Target,
    fsm, unroll,
};
use trailhound_program::FunctionId;

/// One node of a paper's program.
enum Code {
    /// Goes on with these nodes of the function.
    To(&'static [u32]),
    /// Calls one of these functions and goes on with the next node.
    Call(&'static [u32]),
    End,
}

use Code::{Call as Calls, End, To};

fn flow(functions: &[&[Code]], root: u32) -> Flow {
    let mut builder = FlowBuilder::default();
    for code in functions {
        let first = builder.function(code.len() as u32);
        for (at, code) in (first..).zip(code.iter()) {
            match code {
                To(next) => next.iter().for_each(|&n| builder.edge(at, first + n, 1)),
                Calls(callees) => {
                    let targets =
                        builder.targets(callees.iter().copied().map(FunctionId).collect());
                    builder.call(Call {
                        at,
                        targets,
                        enter: 1,
                        leave: 1,
                        back: at + 1,
                        pad: None,
                        escapes: true,
                        kind: CallKind::Call,
                    });
                }
                End => builder.returns(at),
            }
        }
    }
    builder.root(FunctionId(root));
    builder.finish()
}

/// A stack of nodes, lowest first: all but the last stand at calls.
fn stack(nodes: &[NodeId]) -> Vec<StackFrame> {
    nodes
        .iter()
        .map(|&node| StackFrame {
            node,
            back: Some((node + 1, 1)),
            pad: None,
            escapes: true,
        })
        .collect()
}

const FAR: u32 = trailhound_distance::FAR;

/// Figure 1(a): main calls x and y, both call f, f calls g.
fn figure_one() -> Flow {
    const MAIN: &[Code] = &[Calls(&[1]), Calls(&[2]), End];
    const X: &[Code] = &[Calls(&[3]), End];
    const Y: &[Code] = &[Calls(&[3]), End];
    const F: &[Code] = &[Calls(&[4]), End];
    const G: &[Code] = &[To(&[1]), End];
    flow(&[MAIN, X, Y, F, G], 0)
}

// Nodes of figure 1 by the paper's addresses.
const M01: NodeId = 0;
const M02: NodeId = 1;
const M0B: NodeId = 2;
const X03: NodeId = 3;
const Y05: NodeId = 5;
const F07: NodeId = 7;
const G09: NodeId = 9;

#[test]
fn figure_1_one_return_address_is_not_enough() {
    let flow = figure_one();
    let mut bounded = Bounded::new(&flow, 1, &[Target::from(M0B)]).unwrap();
    // Figure 1(b): main, x, y, two copies of f, one of g.
    assert_eq!(bounded.nodes(), 3 + 2 + 2 + 2 * 2 + 2);
    // "returns a distance of seven": into x, out of y.
    assert_eq!(bounded.unroll(&stack(&[M01])), 7);
    // Two return addresses tell the two calls of g apart.
    let mut bounded = Bounded::new(&flow, 2, &[Target::from(M0B)]).unwrap();
    assert_eq!(bounded.unroll(&stack(&[M01])), 14);
}

#[test]
fn figure_1_the_stack_gives_back_the_context() {
    let flow = figure_one();
    // Figure 1(c): in g, called from f, x and main.
    let deep = stack(&[M01, X03, F07, G09]);
    let mut bounded = Bounded::new(&flow, 1, &[Target::from(M0B)]).unwrap();
    let summaries = Summaries::new(&flow, &[Target::from(M0B)]);
    // 09, 0a, 08, 04 and then the way through y.
    assert_eq!(bounded.unroll(&deep), 4 + 7);
    assert_eq!(unroll(&summaries, &deep), 4 + 7);
    // FSM returns to y straight away.
    assert_eq!(fsm(&flow, &[Target::from(M0B)])[G09 as usize], 4);
    // By the other call of f it is really no farther than that.
    assert_eq!(unroll(&summaries, &stack(&[M02, Y05, F07, G09])), 4);
}

#[test]
fn figure_3_summaries() {
    // main: m1 branches around the call m2 of sub1; the error s2 is in sub1.
    const MAIN: &[Code] = &[To(&[1, 2]), Calls(&[1]), To(&[3]), End];
    const SUB: &[Code] = &[To(&[1, 2]), To(&[3]), To(&[3]), End];
    let flow = flow(&[MAIN, SUB], 0);
    let s2 = 5;
    let summaries = Summaries::new(&flow, &[Target::from(s2)]);
    // m1 bypasses the call for a distance of two; the nearest error is m1, m2, s1, s2.
    assert_eq!(summaries.end[0], 2);
    assert_eq!(summaries.target[0], 3);
    assert_eq!(summaries.target[1], 2);
    assert_eq!(summaries.target[2..4], [FAR, FAR]);
    assert_eq!(summaries.end[2..4], [1, 0]);
    assert_eq!(summaries.target[4], 1);
    assert_eq!(summaries.target[5], 0);
}

#[test]
fn figure_3_a_call_costs_its_way_to_the_end_and_two() {
    // sub1 as in figure 3(b): three steps from s1 to s4.
    const MAIN: &[Code] = &[To(&[1, 2]), Calls(&[1]), To(&[3]), End];
    const SUB: &[Code] = &[To(&[1]), To(&[2]), To(&[3]), End];
    let flow = flow(&[MAIN, SUB], 0);
    let summaries = Summaries::new(&flow, &[Target::from(5)]);
    assert_eq!(summaries.end[4], 3);
    assert_eq!(summaries.pass(&flow.calls[0]), 5);
    // L(m2, m4): five over the call, one more to the end.
    assert_eq!(summaries.end[1], 6);
    assert_eq!(summaries.end[0], 2);
}

#[test]
fn figure_5_annotations_and_the_estimate_of_twelve() {
    let flow = figure_one();
    let summaries = Summaries::new(&flow, &[Target::from(M0B)]);
    // d_end of f1 is three, d_error infinite.
    assert_eq!(summaries.end[F07 as usize], 3);
    assert_eq!(summaries.target[F07 as usize], FAR);
    // d_error of m2 is seven.
    assert_eq!(summaries.target[M02 as usize], 7);
    assert_eq!(summaries.target[M01 as usize], 14);
    // In f, called from x: path is four, five, and twelve in the end.
    assert_eq!(unroll(&summaries, &stack(&[M01, X03, F07])), 12);
}

/// Figure 5 of the PFSM paper, as bytecode: `this` is loaded before each call.
/// 0 test(x), 1 bb, 2 Y.aa, 3 Y.cc, 4 Z.aa, 5 Z.cc
fn polymorphic_figure() -> Flow {
    const TEST: &[Code] = &[To(&[1]), Calls(&[1]), Calls(&[2, 4]), End];
    const BB: &[Code] = &[To(&[1]), To(&[2]), End];
    const AA_Y: &[Code] = &[To(&[1]), Calls(&[3]), End];
    // if (...) throw
    const CC_Y: &[Code] = &[To(&[1, 2]), To(&[2]), End];
    const AA_Z: &[Code] = &[To(&[1]), Calls(&[5]), End];
    const CC_Z: &[Code] = &[To(&[1]), End];
    flow(&[TEST, BB, AA_Y, CC_Y, AA_Z, CC_Z], 0)
}

#[test]
fn pfsm_figure_5_an_estimate_of_four() {
    let flow = polymorphic_figure();
    let throw = flow.node(FunctionId(3), 1);
    let mut polymorphic = Polymorphic::new(&flow, &[Target::from(throw)]);
    // "the Explored set only contains the test and bb methods"
    let explored: Vec<u32> = (0..6)
        .filter(|&f| polymorphic.is_explored(FunctionId(f)))
        .collect();
    assert_eq!(explored, [0, 1]);
    // From the call x.aa(): two to get to Y.cc(), two to get to line 9.
    let call = stack(&[flow.node(FunctionId(0), 2)]);
    assert_eq!(polymorphic.unroll(&call), 4);
    // From line 6: one step and the way through bb before that.
    assert_eq!(
        polymorphic.unroll(&stack(&[flow.node(FunctionId(0), 0)])),
        1 + 4 + 4
    );
}

#[test]
fn pfsm_refines_when_a_method_is_met() {
    let flow = polymorphic_figure();
    let end = flow.node(FunctionId(0), 3);
    let mut polymorphic = Polymorphic::new(&flow, &[Target::from(end)]);
    let raw = |polymorphic: &Polymorphic, nodes: &[NodeId]| {
        let below = trailhound_distance::Estimate::below(FAR);
        stack(nodes)
            .iter()
            .fold(below, |below, frame| polymorphic.push(below, frame))
            .here
    };
    let call = [flow.node(FunctionId(0), 2)];
    assert_eq!(raw(&polymorphic, &call), 2);
    // At line 4 of Y.aa its callee Y.cc is resolved as well.
    assert!(polymorphic.meet([FunctionId(2)]));
    assert!(polymorphic.is_explored(FunctionId(3)) && !polymorphic.is_explored(FunctionId(5)));
    let inside = [flow.node(FunctionId(0), 2), flow.node(FunctionId(2), 0)];
    assert_eq!(raw(&polymorphic, &inside), 1 + (1 + 1 + 1) + 1);
    // Still unresolved where it is called from; with Z.aa met too, the least of both counts.
    assert_eq!(raw(&polymorphic, &call), 2);
    assert!(polymorphic.meet([FunctionId(4)]));
    assert_eq!(raw(&polymorphic, &call), 1 + 4 + 1);
    assert!(!polymorphic.meet([FunctionId(4)]));
}
