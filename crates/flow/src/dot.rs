//! Draws a trace flow graph for Graphviz: a box for each task, diamonds where two tasks
//! take part, triangles for the first and the last node, dashed arrows for what may follow
//! in another task. It does not know how graphs are made.

use std::fmt::Write;

use crate::graph::{NodeId, TaskId, TraceFlowGraph};

/// Which arrows to draw between tasks. There can be very many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    All,
    /// Only starts and joins.
    None,
}

pub fn dot(graph: &TraceFlowGraph, between: Between) -> String {
    let mut text = String::from("digraph flow {\n  node [fontname=\"Helvetica\", fontsize=10];\n");
    for (number, task) in graph.tasks.iter().enumerate() {
        let _ = writeln!(text, "  subgraph cluster_{number} {{");
        let mut label = task.name.clone();
        if task.many {
            label.push_str(" (any number)");
        }
        let _ = writeln!(text, "    label={}; style=rounded;", quoted(&label));
        for id in nodes(graph) {
            if graph.nodes[id.0 as usize].tasks[..] == [TaskId(number as u32)] {
                let _ = writeln!(text, "    {}", node(graph, id));
            }
        }
        text.push_str("  }\n");
    }
    for id in nodes(graph).filter(|id| graph.nodes[id.0 as usize].tasks.len() != 1) {
        let _ = writeln!(text, "  {}", node(graph, id));
    }
    for id in nodes(graph) {
        for next in &graph.nodes[id.0 as usize].next {
            let _ = writeln!(text, "  n{} -> n{};", id.0, next.0);
        }
        if between == Between::All {
            for next in graph.precedes[id.0 as usize].iter() {
                let _ = writeln!(
                    text,
                    "  n{} -> n{} [style=dashed, color=gray, constraint=false];",
                    id.0, next.0
                );
            }
        }
    }
    text.push_str("}\n");
    text
}

fn nodes(graph: &TraceFlowGraph) -> impl Iterator<Item = NodeId> + '_ {
    (0..graph.nodes.len() as u32).map(NodeId)
}

fn node(graph: &TraceFlowGraph, id: NodeId) -> String {
    let node = &graph.nodes[id.0 as usize];
    let shape = match node.tasks.len() {
        _ if id == graph.initial => "triangle",
        _ if id == graph.final_node => "invtriangle",
        2 => "diamond",
        _ if node.actions.is_empty() => "point",
        _ => "box",
    };
    let mut lines: Vec<String> = node
        .actions
        .iter()
        .map(|action| action.to_string())
        .collect();
    lines.extend(node.place.clone());
    format!(
        "n{} [shape={shape}, label={}];",
        id.0,
        quoted(&lines.join("\n"))
    )
}

fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::graph::{Node, Task};

    #[test]
    fn a_task_is_a_box_with_its_nodes() {
        let node = |tasks: &[u32], actions: Vec<Action>, next: &[u32]| Node {
            tasks: tasks.iter().map(|&task| TaskId(task)).collect(),
            actions,
            place: None,
            next: next.iter().map(|&next| NodeId(next)).collect(),
        };
        let graph = TraceFlowGraph {
            tasks: vec![Task {
                name: "main".to_owned(),
                many: false,
                cut: false,
            }],
            nodes: vec![
                node(&[], vec![], &[2]),
                node(&[], vec![], &[]),
                node(&[0], vec![Action::Mark("a \"b\"".to_owned())], &[1]),
            ],
            initial: NodeId(0),
            final_node: NodeId(1),
            has_thread_panics: false,
            precedes: vec![[].into(); 3],
        };
        let text = dot(&graph, Between::All);
        assert!(text.contains("label=\"main\""));
        assert!(
            text.contains("n2 [shape=box, label=\"mark(\\\"a \\\\\\\"b\\\\\\\"\\\")\"];"),
            "{text}"
        );
        assert!(text.contains("n2 -> n1;"));
    }
}
