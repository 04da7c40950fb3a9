//! The shape of the tree over the slots. Slots that carry more information hang higher
//! up: a change there costs less, and both sides of the root carry about the same, which
//! keeps the number of distinct subtrees low. It does not know any state.

use trailhound_checkpoint::{Damage, Reader, Writer};

/// A binary tree over the slots `0..width`, in order.
///
/// Positions are numbered from the top: 1 is the root, and the children of the n-th inner
/// position are `2n` and `2n + 1`. So siblings differ in the last bit, deeper positions
/// have larger numbers, and going up keeps the order.
pub(super) struct Shape {
    /// By half the position.
    parents: Vec<u32>,
    positions: Vec<Position>,
    /// By slot, its leaf.
    leaves: Vec<u32>,
    depth: usize,
    version: u32,
}

#[derive(Clone, Copy)]
struct Position {
    depth: u8,
    below: Below,
}

#[derive(Clone, Copy)]
pub(super) enum Below {
    Slot(u32),
    /// The left one of the children.
    Children(u32),
}

pub(super) const ROOT: u32 = 1;

impl Shape {
    /// Every slot at about the same depth.
    pub fn balanced(width: u32) -> Shape {
        Shape::weighted(&vec![1.0; width as usize], 0)
    }

    /// Slots at a depth that decreases with their weight. There are two slots or more, and
    /// no weight is zero.
    pub fn weighted(weights: &[f64], version: u32) -> Shape {
        let mut sum = 0.0;
        let mut sums = vec![0.0];
        for weight in weights {
            sum += weight;
            sums.push(sum);
        }
        let cut = |first, end, _| middle(&sums, first, end);
        Shape::cut_at(weights.len(), version, cut)
    }

    /// The slots of an inner position are parted where `cut` says, by their range and the position.
    fn cut_at(width: usize, version: u32, cut: impl Fn(usize, usize, usize) -> usize) -> Shape {
        let mut shape = Shape {
            parents: vec![0; width],
            positions: Vec::with_capacity(2 * width),
            leaves: vec![0; width],
            depth: 0,
            version,
        };
        // Position 0 does not exist.
        let mut ranges = vec![(0, 0, 0), (0, width, 0)];
        shape.positions.push(Position {
            depth: 0,
            below: Below::Slot(u32::MAX),
        });
        for at in 1.. {
            let Some(&(first, end, depth)) = ranges.get(at) else {
                break;
            };
            shape.depth = shape.depth.max(usize::from(depth));
            let below = if end - first == 1 {
                shape.leaves[first] = at as u32;
                Below::Slot(first as u32)
            } else {
                let left = ranges.len();
                let middle = cut(first, end, at);
                ranges.push((first, middle, depth + 1));
                ranges.push((middle, end, depth + 1));
                shape.parents[left / 2] = at as u32;
                Below::Children(left as u32)
            };
            shape.positions.push(Position { depth, below });
        }
        shape
    }

    pub fn save(&self, out: &mut Writer<'_>) {
        out.u32(self.version);
        out.u32(self.width());
        for at in ROOT..self.positions() as u32 {
            out.bool(matches!(self.below(at), Below::Children(_)));
        }
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Shape, Damage> {
        let damaged = || Damage::Content("a tree that is none");
        let version = input.u32()?;
        let width = input.u32()? as usize;
        if !(2..1 << 30).contains(&width) {
            return Err(damaged());
        }
        let mut has_children = vec![false];
        for _ in 1..2 * width {
            has_children.push(input.bool()?);
        }
        // The slots below each position, from the deepest ones upwards.
        let mut slots = vec![1; 2 * width];
        let inner = has_children.iter().filter(|&&is_inner| is_inner).count();
        if inner != width - 1 {
            return Err(damaged());
        }
        let mut left = 2 * width;
        for at in (1..2 * width).rev().filter(|&at| has_children[at]) {
            left -= 2;
            if left <= at {
                return Err(damaged());
            }
            slots[at] = slots[left] + slots[left + 1];
        }
        if slots[ROOT as usize] != width {
            return Err(damaged());
        }
        // The children of inner positions follow each other.
        let mut lefts = vec![0; 2 * width];
        for at in (1..2 * width).filter(|&at| has_children[at]) {
            lefts[at] = left;
            left += 2;
        }
        let cut = |first: usize, _, at: usize| first + slots[lefts[at]];
        Ok(Shape::cut_at(width, version, cut))
    }

    pub fn width(&self) -> u32 {
        self.leaves.len() as u32
    }

    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// The depth of the deepest leaf.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Tells shapes of one store apart.
    pub fn version(&self) -> u32 {
        self.version
    }

    #[inline]
    pub fn leaf(&self, slot: u32) -> u32 {
        self.leaves[slot as usize]
    }

    #[inline]
    pub fn parent(&self, at: u32) -> u32 {
        self.parents[(at >> 1) as usize]
    }

    #[inline]
    pub fn depth_of(&self, at: u32) -> usize {
        usize::from(self.positions[at as usize].depth)
    }

    #[inline]
    pub fn below(&self, at: u32) -> Below {
        self.positions[at as usize].below
    }
}

/// Where to part the slots `first..end` so that both parts weigh about the same.
fn middle(sums: &[f64], first: usize, end: usize) -> usize {
    let half = (sums[first] + sums[end]) / 2.0;
    let after = first + 1 + sums[first + 1..end].partition_point(|&sum| sum < half);
    let before = after - 1;
    let is_nearer = half - sums[before] < sums[after.min(end)] - half;
    let middle = if is_nearer { before } else { after };
    middle.clamp(first + 1, end - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(weights: &[f64]) -> Vec<usize> {
        let shape = Shape::weighted(weights, 1);
        assert_eq!(shape.width() as usize, weights.len());
        assert_eq!(shape.positions(), 2 * weights.len());
        let mut slots = Vec::new();
        let mut waiting = vec![ROOT];
        while let Some(at) = waiting.pop() {
            match shape.below(at) {
                Below::Slot(slot) => {
                    assert_eq!(shape.leaf(slot), at);
                    slots.push(slot);
                }
                Below::Children(left) => {
                    for child in [left + 1, left] {
                        assert_eq!(shape.parent(child), at);
                        assert_eq!(shape.depth_of(child), shape.depth_of(at) + 1);
                        assert!(child > at);
                        waiting.push(child);
                    }
                }
            }
        }
        assert!(slots.iter().copied().eq(0..shape.width()), "slots in order");
        (0..shape.width())
            .map(|slot| shape.depth_of(shape.leaf(slot)))
            .collect()
    }

    #[test]
    fn equal_weights_balance_the_tree() {
        assert_eq!(check(&[1.0; 2]), [1; 2]);
        assert_eq!(check(&[1.0; 8]), [3; 8]);
        for width in 2..200 {
            let depths = check(&vec![1.0; width]);
            let deepest = width.next_power_of_two().ilog2() as usize;
            assert!(depths.iter().all(|&depth| depth <= deepest + 1));
        }
    }

    #[test]
    fn a_shape_is_loaded_as_it_was_saved() {
        for width in [2, 3, 7, 64, 1000] {
            let weights: Vec<f64> = (1..=width).map(|n| f64::from(n * 37 % 101 + 1)).collect();
            let shape = Shape::weighted(&weights, 5);
            let mut file = Vec::new();
            let mut out = Writer::new(&mut file);
            out.section(*b"test");
            shape.save(&mut out);
            out.finish().unwrap();
            let mut input = Reader::new(&file[..]).unwrap();
            input.section(*b"test").unwrap();
            let loaded = Shape::load(&mut input).unwrap();
            input.end().unwrap();
            assert_eq!((loaded.version(), loaded.depth()), (5, shape.depth()));
            assert_eq!(
                (&loaded.parents, &loaded.leaves),
                (&shape.parents, &shape.leaves)
            );
        }
    }

    #[test]
    fn heavy_slots_hang_high() {
        let mut weights = vec![0.001; 16_000];
        for slot in [3, 700, 701, 15_999] {
            weights[slot] = 10.0;
        }
        let depths = check(&weights);
        for slot in [3, 700, 701, 15_999] {
            assert!(depths[slot] <= 5, "slot {slot} at {}", depths[slot]);
        }
        assert!(depths.iter().all(|&depth| depth <= 24));
    }
}
