//! Strongly connected components of small graphs, and the nesting of loops that follows
//! from them. It does not know what the nodes stand for.

/// The components of the subgraph of nodes that `inside` allows, those that others lead to
/// last: along the list, edges only go forward.
pub fn components(
    nodes: &[u32],
    count: usize,
    successors: &dyn Fn(u32) -> Vec<u32>,
    inside: &dyn Fn(u32) -> bool,
) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let mut number = vec![UNSEEN; count];
    let mut lowest = vec![0u32; count];
    let mut on_stack = vec![false; count];
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    // Tarjan's algorithm with its recursion spelled out.
    for &root in nodes.iter().filter(|&&node| inside(node)) {
        if number[root as usize] != UNSEEN {
            continue;
        }
        let mut open: Vec<(u32, Vec<u32>)> = Vec::new();
        let mut entered = Some(root);
        loop {
            if let Some(node) = entered.take() {
                number[node as usize] = next;
                lowest[node as usize] = next;
                next += 1;
                stack.push(node);
                on_stack[node as usize] = true;
                open.push((node, successors(node)));
            }
            let Some((node, waiting)) = open.last_mut() else {
                break;
            };
            let node = *node;
            match waiting.pop() {
                Some(to) if !inside(to) => {}
                Some(to) if number[to as usize] == UNSEEN => entered = Some(to),
                Some(to) if on_stack[to as usize] => {
                    lowest[node as usize] = lowest[node as usize].min(number[to as usize]);
                }
                Some(_) => {}
                None => {
                    open.pop();
                    if let Some((above, _)) = open.last() {
                        let above = *above as usize;
                        lowest[above] = lowest[above].min(lowest[node as usize]);
                    }
                    if lowest[node as usize] == number[node as usize] {
                        let mut component = Vec::new();
                        while let Some(member) = stack.pop() {
                            on_stack[member as usize] = false;
                            component.push(member);
                            if member == node {
                                break;
                            }
                        }
                        component.reverse();
                        found.push(component);
                    }
                }
            }
        }
    }
    found.reverse();
    found
}

/// How loops lie in one another: for each node the heads of its loops, outermost first, and
/// its place in an order in which loops are contiguous and edges other than those back to
/// heads go forward.
#[derive(Debug)]
pub struct Nesting {
    pub heads: Vec<Vec<u32>>,
    pub position: Vec<u32>,
}

impl Nesting {
    pub fn of(count: usize, successors: &dyn Fn(u32) -> Vec<u32>) -> Nesting {
        let mut nesting = Nesting {
            heads: vec![Vec::new(); count],
            position: vec![0; count],
        };
        let all: Vec<u32> = (0..count as u32).collect();
        nesting.place(&all, &[], &mut 0, successors);
        nesting
    }

    fn place(
        &mut self,
        nodes: &[u32],
        outer: &[u32],
        next: &mut u32,
        successors: &dyn Fn(u32) -> Vec<u32>,
    ) {
        let count = self.position.len();
        let mut inside = vec![false; count];
        nodes.iter().for_each(|&node| inside[node as usize] = true);
        for part in components(nodes, count, successors, &|node| inside[node as usize]) {
            // The one that was met first is the head.
            let head = part[0];
            let is_loop = part.len() > 1 || successors(head).contains(&head);
            let mut heads = outer.to_vec();
            heads.extend(is_loop.then_some(head));
            self.position[head as usize] = *next;
            self.heads[head as usize] = heads.clone();
            *next += 1;
            if part.len() > 1 {
                let mut rest = part[1..].to_vec();
                rest.sort_unstable();
                self.place(&rest, &heads, next, successors);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_nest() {
        // 0 -> 1 -> 2 -> 3 -> 2, 3 -> 1, 1 -> 4
        let edges: [&[u32]; 5] = [&[1], &[2, 4], &[3], &[2, 1], &[]];
        let nesting = Nesting::of(5, &|node| edges[node as usize].to_vec());
        assert_eq!(nesting.heads[0], []);
        assert_eq!(nesting.heads[1], [1]);
        assert_eq!(nesting.heads[2], [1, 2]);
        assert_eq!(nesting.heads[3], [1, 2]);
        assert_eq!(nesting.heads[4], []);
        assert!(nesting.position[3] < nesting.position[4]);
    }
}
