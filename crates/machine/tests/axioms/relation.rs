//! Binary relations over at most 64 events.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation(Vec<u64>);

impl Relation {
    pub fn empty(events: usize) -> Relation {
        assert!(events <= 64, "too many events");
        Relation(vec![0; events])
    }

    /// The pairs of which the test holds.
    pub fn of(events: usize, test: impl Fn(usize, usize) -> bool) -> Relation {
        let mut relation = Relation::empty(events);
        for from in 0..events {
            for to in 0..events {
                if test(from, to) {
                    relation.add(from, to);
                }
            }
        }
        relation
    }

    pub fn add(&mut self, from: usize, to: usize) {
        self.0[from] |= 1 << to;
    }

    pub fn has(&self, from: usize, to: usize) -> bool {
        self.0[from] >> to & 1 == 1
    }

    pub fn union(&self, other: &Relation) -> Relation {
        let rows = self.0.iter().zip(&other.0);
        Relation(rows.map(|(one, other)| one | other).collect())
    }

    /// `self ; other`.
    pub fn then(&self, other: &Relation) -> Relation {
        let row = |&row: &u64| ones(row).fold(0, |sum, middle| sum | other.0[middle]);
        Relation(self.0.iter().map(row).collect())
    }

    /// With the identity.
    pub fn or_same(&self) -> Relation {
        let rows = self.0.iter().enumerate();
        Relation(rows.map(|(event, row)| row | 1 << event).collect())
    }

    /// The pairs that begin and end where the tests hold.
    pub fn between(&self, from: impl Fn(usize) -> bool, to: impl Fn(usize) -> bool) -> Relation {
        let ends = (0..self.0.len()).filter(|&event| to(event));
        let ends = ends.fold(0, |sum: u64, event| sum | 1 << event);
        let rows = self.0.iter().enumerate();
        Relation(
            rows.map(|(event, row)| if from(event) { row & ends } else { 0 })
                .collect(),
        )
    }

    pub fn closure(mut self) -> Relation {
        for middle in 0..self.0.len() {
            let behind = self.0[middle];
            for row in &mut self.0 {
                if *row >> middle & 1 == 1 {
                    *row |= behind;
                }
            }
        }
        self
    }

    pub fn is_irreflexive(&self) -> bool {
        (0..self.0.len()).all(|event| !self.has(event, event))
    }

    pub fn is_acyclic(&self) -> bool {
        self.clone().closure().is_irreflexive()
    }
}

fn ones(mut row: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (row != 0).then(|| {
            let lowest = row.trailing_zeros() as usize;
            row &= row - 1;
            lowest
        })
    })
}
