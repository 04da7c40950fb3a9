//! The types of variables, as far as they help to name a part of a variable and to write its
//! value. Where they are read from is the subject of `type_reader`.

use std::cmp::Reverse;
use std::fmt::Write;
use std::sync::Arc;

use trailhound_machine::Extent;

/// A type in the source, with sizes in bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    Number {
        encoding: Encoding,
        size: u32,
    },
    Pointer {
        size: u32,
        target: Pointee,
    },
    Enumeration {
        size: u32,
        names: Vec<(i64, String)>,
    },
    Array {
        element: Arc<Type>,
        count: u32,
    },
    Structure {
        size: u32,
        members: Vec<Member>,
        naming: MemberNaming,
    },
    /// Nothing is known of the inside.
    Opaque {
        size: u32,
    },
}

/// What a pointer leads to: a number in the list of such types, if it was read. Lists that
/// point to themselves are types like any other, so it says nothing about equality.
#[derive(Clone, Copy, Debug)]
pub struct Pointee(pub Option<u32>);

impl PartialEq for Pointee {
    fn eq(&self, _: &Pointee) -> bool {
        true
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Signed,
    Unsigned,
    Boolean,
    Float,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    pub name: String,
    pub offset: u32,
    pub ty: Arc<Type>,
    pub type_name: Arc<str>,
}

/// Whether the members of a structure belong into a name. Those of a library's types do
/// not: a `Mutex<T>` and the `T` inside it are one thing to its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberNaming {
    Named,
    Silent,
}

/// What the pointer to an object's virtual table is called.
pub const VTABLE: &str = "vtable";

/// Pointers in longer arrays are not looked for.
const MOST_ELEMENTS: u32 = 1000;

impl Type {
    pub fn size(&self) -> u32 {
        match self {
            Type::Number { size, .. } | Type::Enumeration { size, .. } => *size,
            Type::Structure { size, .. } | Type::Opaque { size } => *size,
            Type::Pointer { size, .. } => *size,
            Type::Array { element, count } => element.size().saturating_mul(*count),
        }
    }

    pub fn is_empty(&self) -> bool {
        matches!(self, Type::Structure { members, .. } if members.is_empty())
    }

    /// Whether it may be anything.
    pub fn is_of_bytes(&self) -> bool {
        match self {
            Type::Number { size, .. } => *size == 1,
            Type::Array { element, .. } => element.is_of_bytes(),
            Type::Opaque { .. } => true,
            _ => false,
        }
    }

    /// Whether it is a class of C++ with virtual methods: what it is a part of may be of another class.
    pub fn is_polymorphic(&self) -> bool {
        let Type::Structure { members, .. } = self else {
            return false;
        };
        let mut first = members.iter().filter(|member| member.offset == 0);
        first.any(|member| member.name == VTABLE || member.ty.is_polymorphic())
    }

    /// Makes the first pointer inside lead to a type, by its number. True: there was one.
    pub fn point_at(&mut self, number: u32) -> bool {
        match self {
            Type::Pointer { target, .. } => {
                target.0 = Some(number);
                true
            }
            Type::Structure { members, .. } => members
                .iter_mut()
                .any(|member| Arc::make_mut(&mut member.ty).point_at(number)),
            _ => false,
        }
    }

    /// The pointers inside, by where they lie.
    pub fn pointers(&self, at: u32, visit: &mut dyn FnMut(u32, u32)) {
        match self {
            Type::Pointer {
                target: Pointee(Some(number)),
                ..
            } => visit(at, *number),
            Type::Array { element, count } => {
                for index in 0..(*count).min(MOST_ELEMENTS) {
                    element.pointers(at + index * element.size(), visit);
                }
            }
            Type::Structure { members, .. } => {
                for member in members {
                    member.ty.pointers(at + member.offset, visit);
                }
            }
            _ => {}
        }
    }

    /// What a pointer, or a pointer with a type around it, leads to.
    pub fn first_pointee(&self) -> Option<u32> {
        let mut first = None;
        self.pointers(0, &mut |offset, pointee| {
            if offset == 0 && first.is_none() {
                first = Some(pointee);
            }
        });
        first
    }

    /// The part at an offset: appends to `name`, and gives the type of what is there.
    pub fn part(&self, offset: u32, name: &mut String) -> &Type {
        self.named_part(offset, Extent::Part, name)
    }

    /// The same for the smallest part or the largest that begins at the offset.
    pub fn named_part(&self, offset: u32, extent: Extent, name: &mut String) -> &Type {
        match self {
            _ if offset == 0 && extent == Extent::Whole => self,
            Type::Array { element, .. } if element.size() > 0 => {
                let _ = write!(name, "[{}]", offset / element.size());
                element.named_part(offset % element.size(), extent, name)
            }
            Type::Structure {
                members, naming, ..
            } => {
                let holds = |member: &&Member| {
                    (member.offset..member.offset + member.ty.size()).contains(&offset)
                };
                // A class may have its members in the room that its base leaves at the end.
                let nearest = |member: &&Member| Reverse(member.offset);
                let Some(member) = members.iter().filter(holds).min_by_key(nearest) else {
                    return self.rest(offset, name);
                };
                // What has no name of its own is known by the names inside it.
                if *naming == MemberNaming::Named && !member.name.is_empty() {
                    let _ = write!(name, ".{}", member.name);
                }
                member.ty.named_part(offset - member.offset, extent, name)
            }
            _ => self.rest(offset, name),
        }
    }

    fn rest(&self, offset: u32, name: &mut String) -> &Type {
        if offset > 0 {
            let _ = write!(name, "+{offset}");
        }
        self
    }

    /// A value of this type, if it is one that a number alone does not show.
    pub fn value(&self, bits: u32, value: u64) -> Option<String> {
        let unused = 64 - bits.clamp(1, 64);
        let unsigned = value << unused >> unused;
        let signed = (value << unused) as i64 >> unused;
        if self.size() * 8 != bits.next_multiple_of(8) {
            return None;
        }
        match self {
            Type::Number {
                encoding: Encoding::Signed,
                ..
            } => Some(signed.to_string()),
            Type::Number {
                encoding: Encoding::Unsigned,
                ..
            } => Some(unsigned.to_string()),
            Type::Number {
                encoding: Encoding::Boolean,
                ..
            } if unsigned < 2 => Some((unsigned == 1).to_string()),
            Type::Number {
                encoding: Encoding::Float,
                size: 4,
            } => Some(f32::from_bits(unsigned as u32).to_string()),
            Type::Number {
                encoding: Encoding::Float,
                size: 8,
            } => Some(f64::from_bits(unsigned).to_string()),
            Type::Enumeration { names, .. } => {
                let known = names
                    .iter()
                    .find(|(number, _)| *number == signed || *number as u64 == unsigned);
                known.map(|(_, name)| name.clone())
            }
            Type::Pointer { .. } if unsigned == 0 => Some("null".to_owned()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_the_names_of_the_source() {
        let int = Arc::new(Type::Number {
            encoding: Encoding::Signed,
            size: 4,
        });
        let member = |name: &str, offset, ty: &Arc<Type>| Member {
            name: name.into(),
            offset,
            ty: ty.clone(),
            type_name: "int".into(),
        };
        let members = vec![member("x", 0, &int), member("y", 4, &int)];
        let point = Arc::new(Type::Structure {
            size: 8,
            members,
            naming: MemberNaming::Named,
        });
        let points = Type::Array {
            element: point,
            count: 3,
        };
        let mut name = "points".to_owned();
        assert_eq!(points.part(12, &mut name), &*int);
        assert_eq!(name, "points[1].y");
        assert_eq!(int.value(32, 0xffff_ffff), Some("-1".to_owned()));
        assert_eq!(int.value(64, 1), None);
    }
}
