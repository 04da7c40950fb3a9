//! Where the followed edges of stored states have led: each to the next stored state, over states that
//! have one successor only and are not stored.

use trailhound_checkpoint::{Damage, Reader, Writer};

use crate::store::StateId;

/// The number of a link; 0 is none.
pub(super) type LinkId = u32;

#[derive(Clone, Copy)]
pub(super) struct Link {
    pub target: StateId,
    pub passes: Passes,
    /// The next link of the same state.
    next: LinkId,
    /// Where its choices begin; they end where those of the next link begin.
    first: u32,
}

/// What kinds of states are passed on a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Passes {
    /// One in which all agents are followed.
    pub full: bool,
    /// One in which some are not: it is to be asked again when more is known.
    pub reduced: bool,
}

impl Passes {
    pub fn state(is_full: bool) -> Passes {
        Passes {
            full: is_full,
            reduced: !is_full,
        }
    }

    pub fn save(self, out: &mut Writer<'_>) {
        out.bool(self.full);
        out.bool(self.reduced);
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Passes, Damage> {
        let (full, reduced) = (input.bool()?, input.bool()?);
        Ok(Passes { full, reduced })
    }

    pub fn add(&mut self, other: Passes) {
        self.full |= other.full;
        self.reduced |= other.reduced;
    }
}

/// All links, and their choices in runs of equal ones.
pub(super) struct Links {
    all: Vec<Link>,
    runs: Vec<(u32, u32)>,
}

impl Links {
    pub fn new() -> Links {
        Links {
            all: Vec::new(),
            runs: Vec::new(),
        }
    }

    pub fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Link>() + self.runs.capacity() * size_of::<(u32, u32)>()
    }

    pub fn save(&self, out: &mut Writer<'_>) {
        out.length(self.all.len());
        for link in &self.all {
            link.target.save(out);
            link.passes.save(out);
            out.u32(link.next);
            out.u32(link.first);
        }
        out.length(self.runs.len());
        for &(choice, count) in &self.runs {
            out.u32(choice);
            out.u32(count);
        }
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Links, Damage> {
        let link = |input: &mut Reader<'_>| {
            Ok(Link {
                target: StateId::load(input)?,
                passes: Passes::load(input)?,
                next: input.u32()?,
                first: input.u32()?,
            })
        };
        Ok(Links {
            all: input.items(link)?,
            runs: input.items(|input| Ok((input.u32()?, input.u32()?)))?,
        })
    }

    #[inline]
    pub fn get(&self, link: LinkId) -> Link {
        self.all[link as usize - 1]
    }

    /// The links of the state whose first link this is.
    pub fn from(&self, first: LinkId) -> impl Iterator<Item = (LinkId, Link)> + '_ {
        let mut link = first;
        std::iter::from_fn(move || {
            let found = (link != 0).then(|| (link, self.get(link)))?;
            link = found.1.next;
            Some(found)
        })
    }

    pub fn runs(&self, link: LinkId) -> &[(u32, u32)] {
        let end = self.all.get(link as usize).map(|next| next.first as usize);
        let first = self.get(link).first as usize;
        &self.runs[first..end.unwrap_or(self.runs.len())]
    }

    pub fn choices(&self, link: LinkId) -> impl DoubleEndedIterator<Item = u32> + '_ {
        let runs = self.runs(link).iter();
        runs.flat_map(|&(choice, count)| (0..count).map(move |_| choice))
    }

    /// The choice that a link begins with.
    pub fn choice(&self, link: LinkId) -> u32 {
        self.runs(link)[0].0
    }

    /// Whether there are states on the links of a state that are not stored and to be asked again.
    pub fn pass_reduced(&self, first: LinkId) -> bool {
        self.from(first).any(|(_, link)| link.passes.reduced)
    }

    /// The link of a state that begins with a choice.
    pub fn find(&self, first: LinkId, choice: u32) -> Option<LinkId> {
        let mut links = self.from(first);
        links
            .find(|&(link, _)| self.choice(link) == choice)
            .map(|(link, _)| link)
    }

    /// Puts a link in the place of the one that begins with the same choice. Gives the first link of
    /// the state and the new one. The old one is kept: the way to a state may lead over it.
    pub fn add(
        &mut self,
        mut first: LinkId,
        runs: &[(u32, u32)],
        target: StateId,
        passes: Passes,
    ) -> (LinkId, LinkId) {
        if let Some(old) = self.find(first, runs[0].0) {
            let known = self.get(old);
            if known.target == target && self.runs(old) == runs {
                self.all[old as usize - 1].passes = passes;
                return (first, old);
            }
            let before = self.from(first).find(|(_, link)| link.next == old);
            match before {
                Some((before, _)) => self.all[before as usize - 1].next = known.next,
                None => first = known.next,
            }
        }
        self.all.push(Link {
            target,
            passes,
            next: first,
            first: self.runs.len() as u32,
        });
        self.runs.extend_from_slice(runs);
        let link = self.all.len() as LinkId;
        (link, link)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_takes_the_place_of_the_one_with_its_choice() {
        let [one, two] = [1, 2].map(StateId::from_number);
        let mut links = Links::new();
        let [full, reduced] = [true, false].map(Passes::state);
        let (first, _) = links.add(0, &[(5, 1)], one, Passes::default());
        assert!(!links.pass_reduced(first));
        let (first, long) = links.add(first, &[(7, 3), (5, 2)], two, reduced);
        assert!(links.pass_reduced(first));
        assert_eq!(links.choices(long).collect::<Vec<_>>(), [7, 7, 7, 5, 5]);
        let (first, same) = links.add(first, &[(7, 3), (5, 2)], two, full);
        assert!(same == long && links.get(long).passes == full);
        let (first, other) = links.add(first, &[(7, 2)], one, reduced);
        let targets = links.from(first).map(|(_, link)| link.target);
        assert_eq!(targets.collect::<Vec<_>>(), [one, one]);
        assert_eq!(links.find(first, 7), Some(other));
        assert_eq!(links.choices(long).count(), 5);
    }
}
