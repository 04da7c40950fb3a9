//! Parts of global variables: by name, field and index, down to a number. A library's own
//! structures are looked through: a `Mutex<T>` is its `T`, an atomic its number.

use std::sync::Arc;

use trailhound_machine::{Reading, Subscript, Target, Term, Variable};
use trailhound_property::{Expr, ExprKind, SourceError, UnaryOperator};

use super::likeness::nearest;
use super::resolver::{Kind, Resolver};
use crate::names::VariableNames;
use crate::types::{Encoding, Member, MemberNaming, Type};

/// A part of a global, or of what a pointer leads to.
pub struct Part<'n> {
    base: Base,
    offset: u32,
    subscripts: Vec<Subscript>,
    ty: &'n Type,
}

#[derive(Clone)]
enum Base {
    Global(u32),
    Target(Term),
}

/// Where the standard library's wrappers keep what they wrap, the most telling first.
const CONTENT: [&str; 5] = ["data", "value", "v", "inner", "0"];

/// Why a part of a variable is no number.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoNumber {
    #[error("a structure is no number: name one of its fields")]
    Structure,
    #[error("an array is no number: name one of its elements")]
    Array,
    #[error("the debug information does not tell what this consists of")]
    Opaque,
    #[error("numbers of {0} bytes cannot be used in properties")]
    Size(u32),
}

impl Part<'_> {
    fn member(mut self, member: &Member) -> Part<'_> {
        self.offset += member.offset;
        Part {
            base: self.base,
            offset: self.offset,
            subscripts: self.subscripts,
            ty: &member.ty,
        }
    }

    /// The number that lies here.
    pub fn number(self) -> Result<(Term, Kind), NoNumber> {
        let (reading, size, kind) = match self.ty {
            Type::Number { encoding, size } => {
                let (reading, kind) = match encoding {
                    Encoding::Signed => (Reading::Signed, Kind::Integer),
                    Encoding::Unsigned => (Reading::Unsigned, Kind::Integer),
                    Encoding::Boolean => (Reading::Boolean, Kind::Boolean),
                    Encoding::Float => (Reading::Float, Kind::Float),
                };
                (reading, *size, kind)
            }
            Type::Enumeration { size, names } => {
                let negative = names.iter().any(|(number, _)| *number < 0);
                let reading = if negative {
                    Reading::Signed
                } else {
                    Reading::Unsigned
                };
                (reading, *size, Kind::Enumeration(names.clone()))
            }
            Type::Pointer { size, .. } => (Reading::Unsigned, *size, Kind::Integer),
            Type::Structure { .. } => {
                let Some(content) = content(self.ty) else {
                    return Err(NoNumber::Structure);
                };
                return self.member(content).number();
            }
            Type::Array { .. } => {
                return Err(NoNumber::Array);
            }
            Type::Opaque { .. } => {
                return Err(NoNumber::Opaque);
            }
        };
        let sizes: &[u32] = match reading {
            Reading::Float => &[4, 8],
            _ => &[1, 2, 4, 8],
        };
        if !sizes.contains(&size) {
            return Err(NoNumber::Size(size));
        }
        let (offset, subscripts) = (self.offset, self.subscripts);
        let term = match self.base {
            Base::Global(global) => Term::Variable(Variable {
                global,
                offset,
                size,
                reading,
                subscripts,
            }),
            Base::Target(pointer) => Term::Target(Target {
                pointer: Box::new(pointer),
                offset,
                size,
                reading,
                subscripts,
            }),
        };
        Ok((term, kind))
    }
}

/// What a library's structure is there for.
fn content(ty: &Type) -> Option<&Member> {
    let Type::Structure {
        members,
        naming: MemberNaming::Silent,
        ..
    } = ty
    else {
        return None;
    };
    let sized = || members.iter().filter(|member| member.ty.size() > 0);
    match sized().count() {
        1 => sized().next(),
        _ => CONTENT
            .iter()
            .find_map(|name| sized().find(|member| member.name == *name)),
    }
}

impl<'a> Resolver<'a> {
    /// The variable of a name; None if there is none.
    pub(super) fn variable(
        &self,
        expr: &Expr,
        name: &str,
    ) -> Result<Option<Part<'a>>, SourceError> {
        let found = self.names.called(name);
        match found[..] {
            [] => Ok(None),
            [(global, ty)] => Ok(Some(Part {
                base: Base::Global(global),
                offset: 0,
                subscripts: Vec::new(),
                ty,
            })),
            _ => {
                let paths: Vec<String> = found
                    .iter()
                    .map(|&(global, _)| format!("`{}`", self.names.name_of(global)))
                    .collect();
                let message = format!("`{name}` may be any of {}", paths.join(", "));
                Err(self.error(expr, message))
            }
        }
    }

    pub(super) fn unknown(&self, expr: &Expr, name: &str) -> SourceError {
        let error = self.error(
            expr,
            format!("the program uses no global variable `{name}`"),
        );
        let mut names: Vec<&str> = self.names.names().collect();
        names.extend(self.names.enumerators());
        match nearest(name, names) {
            Some(near) => error.with_hint(format!("near: {near}")),
            None => error,
        }
    }

    /// The part of a variable that an expression names.
    pub(super) fn part(&self, expr: &Expr) -> Result<Part<'a>, SourceError> {
        match &expr.kind {
            ExprKind::Name(name) => self
                .variable(expr, name)?
                .ok_or_else(|| self.unknown(expr, name)),
            ExprKind::Field(base, field) => self.field(expr, self.part(base)?, field),
            ExprKind::Index(base, index) => {
                let mut part = self.part(base)?;
                while let Some(inside) = content(part.ty) {
                    part = part.member(inside);
                }
                self.element(expr, part, index)
            }
            ExprKind::Unary(UnaryOperator::Dereference, pointer) => {
                let mut part = self.part(pointer)?;
                while let Some(inside) = content(part.ty) {
                    part = part.member(inside);
                }
                self.target(expr, part)
            }
            _ => Err(self.error(expr, format!("`{expr}` is no variable"))),
        }
    }

    /// What the pointer in a part leads to.
    fn target(&self, expr: &Expr, part: Part<'a>) -> Result<Part<'a>, SourceError> {
        let Type::Pointer { target, .. } = part.ty else {
            return Err(self.error(expr, "only pointers lead somewhere"));
        };
        let pointee = target
            .0
            .and_then(|number| self.names.pointees.get(number as usize));
        let Some(ty) = pointee else {
            let message = "the debug information does not tell what this pointer leads to";
            return Err(self.error(expr, message));
        };
        let (pointer, _) = part
            .number()
            .map_err(|cause| self.error(expr, cause.to_string()))?;
        Ok(Part {
            base: Base::Target(pointer),
            offset: 0,
            subscripts: Vec::new(),
            ty,
        })
    }

    fn field(&self, expr: &Expr, mut part: Part<'a>, field: &str) -> Result<Part<'a>, SourceError> {
        loop {
            if let Type::Structure { members, .. } = part.ty {
                if let Some(member) = member_called(members, field) {
                    return Ok(part.member(member));
                }
                // Structures without a name inside a structure.
                let unnamed = members.iter().filter(|member| member.name.is_empty());
                for inner in unnamed {
                    if let Type::Structure { members, .. } = &*inner.ty
                        && member_called(members, field).is_some()
                    {
                        return self.field(expr, part.member(inner), field);
                    }
                }
            }
            // A pointer has the fields of what it leads to.
            part = match content(part.ty) {
                Some(inside) => part.member(inside),
                None if matches!(part.ty, Type::Pointer { .. }) => self.target(expr, part)?,
                None => return Err(self.no_field(expr, part.ty, field)),
            };
        }
    }

    fn no_field(&self, expr: &Expr, ty: &Type, field: &str) -> SourceError {
        let Type::Structure { members, .. } = ty else {
            let message = format!("`{field}` is asked of something that is no structure");
            let hint = "structures with bit-fields are not read";
            return self.error(expr, message).with_hint(hint);
        };
        let error = self.error(expr, format!("the structure has no field `{field}`"));
        let names: Vec<&str> = members.iter().map(|member| &*member.name).collect();
        error.with_hint(format!("its fields: {}", names.join(", ")))
    }

    fn element(
        &self,
        expr: &Expr,
        mut part: Part<'a>,
        index: &Expr,
    ) -> Result<Part<'a>, SourceError> {
        let count = match part.ty {
            Type::Array { element, count } => {
                part.ty = element;
                *count
            }
            // Where the block ends that it points into is known only in the state.
            Type::Pointer { .. } => {
                part = self.target(expr, part)?;
                u32::MAX / part.ty.size().max(1)
            }
            _ => return Err(self.error(expr, "only arrays and pointers have elements")),
        };
        let stride = part.ty.size();
        if let ExprKind::Integer(number) = index.kind {
            let inside = u32::try_from(number).ok().filter(|&number| number < count);
            let Some(number) = inside else {
                let message = format!("the array has {count} elements, from 0 on");
                return Err(self.error(index, message));
            };
            part.offset += number * stride;
        } else {
            part.subscripts.push(Subscript {
                index: self.integer(index)?,
                count,
                stride,
            });
        }
        Ok(part)
    }
}

fn member_called<'m>(members: &'m [Member], name: &str) -> Option<&'m Member> {
    members.iter().find(|member| member.name == name)
}

impl VariableNames {
    fn all(&self) -> impl Iterator<Item = (u32, &(String, Arc<Type>))> {
        let globals = (0..).zip(&self.globals);
        globals.filter_map(|(number, global)| Some((number, global.as_ref()?)))
    }

    /// Variables of this name; if there are none, those whose path ends in it.
    fn called(&self, wanted: &str) -> Vec<(u32, &Arc<Type>)> {
        let with = |fits: &dyn Fn(&str) -> bool| -> Vec<(u32, &Arc<Type>)> {
            let all = self.all();
            all.filter(|(_, (name, _))| fits(name))
                .map(|(number, (_, ty))| (number, ty))
                .collect()
        };
        let exact = with(&|name| name == wanted);
        if !exact.is_empty() {
            return exact;
        }
        with(&|name| {
            name.strip_suffix(wanted)
                .is_some_and(|path| path.ends_with("::"))
        })
    }

    fn name_of(&self, global: u32) -> &str {
        self.globals[global as usize]
            .as_ref()
            .map_or("", |(name, _)| name)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.all().map(|(_, (name, _))| name.as_str())
    }

    fn enumerations(&self) -> Vec<&(i64, String)> {
        let mut found = Vec::new();
        for (_, (_, ty)) in self.all() {
            collect_enumerators(ty, &mut found);
        }
        found
    }

    fn enumerators(&self) -> impl Iterator<Item = &str> {
        self.enumerations()
            .into_iter()
            .map(|(_, name)| name.as_str())
    }

    /// The number of an enumerator of some global's type, if all that have the name agree.
    pub(super) fn enumerator(&self, name: &str) -> Option<i64> {
        let last = name.rsplit("::").next()?;
        let all = self.enumerations();
        let mut numbers = all
            .iter()
            .filter(|(_, name)| name == last)
            .map(|(number, _)| *number);
        let first = numbers.next()?;
        numbers.all(|number| number == first).then_some(first)
    }
}

fn collect_enumerators<'t>(ty: &'t Type, found: &mut Vec<&'t (i64, String)>) {
    match ty {
        Type::Enumeration { names, .. } => found.extend(names),
        Type::Array { element, .. } => collect_enumerators(element, found),
        Type::Structure { members, .. } => {
            for member in members {
                collect_enumerators(&member.ty, found);
            }
        }
        _ => {}
    }
}
