//! The strongly connected components of a finite graph, by Tarjan's algorithm without
//! recursion. Components are numbered so that edges between them lead to smaller numbers.

pub(crate) struct Components {
    component: Vec<usize>,
    count: usize,
}

impl Components {
    pub fn of<I>(states: usize, successors: impl Fn(usize) -> I) -> Components
    where
        I: Iterator<Item = usize>,
    {
        const UNSEEN: usize = usize::MAX;
        let mut component = vec![UNSEEN; states];
        let mut order = vec![UNSEEN; states];
        let mut low = vec![UNSEEN; states];
        let (mut next_order, mut count) = (0, 0);
        let mut open = Vec::new();
        for root in 0..states {
            if order[root] != UNSEEN {
                continue;
            }
            order[root] = next_order;
            low[root] = next_order;
            next_order += 1;
            open.push(root);
            let mut path = vec![(root, successors(root))];
            while let Some((state, remaining)) = path.last_mut() {
                let state = *state;
                if let Some(target) = remaining.next() {
                    if order[target] == UNSEEN {
                        order[target] = next_order;
                        low[target] = next_order;
                        next_order += 1;
                        open.push(target);
                        path.push((target, successors(target)));
                    } else if component[target] == UNSEEN {
                        low[state] = low[state].min(order[target]);
                    }
                    continue;
                }
                path.pop();
                if let Some((parent, _)) = path.last() {
                    low[*parent] = low[*parent].min(low[state]);
                }
                if low[state] == order[state] {
                    while let Some(member) = open.pop() {
                        component[member] = count;
                        if member == state {
                            break;
                        }
                    }
                    count += 1;
                }
            }
        }
        Components { component, count }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    pub fn of_state(&self, state: usize) -> usize {
        self.component[state]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cycles_and_a_bridge() {
        let edges: [&[usize]; 5] = [&[1], &[0, 2], &[3], &[2, 4], &[]];
        let components = Components::of(5, |state| edges[state].iter().copied());
        assert_eq!(components.count(), 3);
        assert_eq!(components.of_state(0), components.of_state(1));
        assert_eq!(components.of_state(2), components.of_state(3));
        assert!(components.of_state(0) > components.of_state(2));
        assert!(components.of_state(2) > components.of_state(4));
    }
}
