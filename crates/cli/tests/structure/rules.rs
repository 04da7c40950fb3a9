//! Rules about single functions: their length and the errors that they return.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, GenericArgument, PathArguments, Signature, Type, Visibility};

use crate::sources::Crate;

const MOST_LINES: usize = 100;

/// The functions of a crate with more than 100 lines.
pub fn long_functions(one: &Crate) -> Vec<String> {
    functions(one, |function| function.lines > MOST_LINES)
}

/// The public functions of a crate, and those of traits, whose signature has a `Result<_, String>`.
pub fn string_errors(one: &Crate) -> Vec<String> {
    functions(one, |function| {
        let mut errors = StringErrors::default();
        errors.visit_signature(function.signature);
        function.is_public && errors.found
    })
}

struct Function<'a> {
    signature: &'a Signature,
    is_public: bool,
    lines: usize,
}

fn functions(one: &Crate, asked: impl Fn(&Function) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for (module, items) in &one.modules {
        let mut functions = Functions {
            asked: &asked,
            inside: Vec::new(),
            is_public_trait: false,
            found: Vec::new(),
        };
        for item in items {
            functions.visit_item(item);
        }
        let names = functions.found.into_iter();
        found.extend(names.map(|name| {
            let path: Vec<&str> = module.iter().map(String::as_str).chain([&*name]).collect();
            format!("{}: {}", one.name, path.join("::"))
        }));
    }
    found
}

struct Functions<'a> {
    asked: &'a dyn Fn(&Function) -> bool,
    /// The type or trait around, and functions around functions.
    inside: Vec<String>,
    /// Functions are as public as their trait.
    is_public_trait: bool,
    found: Vec<String>,
}

impl Functions<'_> {
    fn add(&mut self, function: &Function) {
        if (self.asked)(function) {
            let name = function.signature.ident.to_string();
            let path: Vec<&str> = self
                .inside
                .iter()
                .map(String::as_str)
                .chain([&*name])
                .collect();
            self.found.push(path.join("::"));
        }
    }

    fn within(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        self.inside.push(name);
        visit(self);
        self.inside.pop();
    }
}

/// The lines from the signature to the closing brace.
fn lines(signature: &Signature, end: &impl Spanned) -> usize {
    end.span().end().line + 1 - signature.span().start().line
}

impl<'a> Visit<'a> for Functions<'_> {
    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.add(&Function {
            signature: &item.sig,
            is_public: matches!(item.vis, Visibility::Public(_)),
            lines: lines(&item.sig, &item.block),
        });
        self.within(item.sig.ident.to_string(), |this| {
            visit::visit_item_fn(this, item)
        });
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.add(&Function {
            signature: &item.sig,
            is_public: self.is_public_trait || matches!(item.vis, Visibility::Public(_)),
            lines: lines(&item.sig, &item.block),
        });
        self.within(item.sig.ident.to_string(), |this| {
            visit::visit_impl_item_fn(this, item)
        });
    }

    fn visit_trait_item_fn(&mut self, item: &'a syn::TraitItemFn) {
        self.add(&Function {
            signature: &item.sig,
            is_public: self.is_public_trait,
            lines: item
                .default
                .as_ref()
                .map_or(0, |block| lines(&item.sig, block)),
        });
        self.within(item.sig.ident.to_string(), |this| {
            visit::visit_trait_item_fn(this, item)
        });
    }

    fn visit_item_impl(&mut self, item: &'a syn::ItemImpl) {
        let name = type_name(&item.self_ty);
        let around = self.is_public_trait;
        self.is_public_trait = item.trait_.is_some();
        self.within(name, |this| visit::visit_item_impl(this, item));
        self.is_public_trait = around;
    }

    fn visit_item_trait(&mut self, item: &'a syn::ItemTrait) {
        let around = self.is_public_trait;
        self.is_public_trait = matches!(item.vis, Visibility::Public(_));
        self.within(item.ident.to_string(), |this| {
            visit::visit_item_trait(this, item)
        });
        self.is_public_trait = around;
    }

    fn visit_attribute(&mut self, _: &'a Attribute) {}
}

/// The last name of a type's path; types without a path all have one name.
fn type_name(subject: &Type) -> String {
    match subject {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        Type::Reference(reference) => Some(type_name(&reference.elem)),
        _ => None,
    }
    .unwrap_or_else(|| "_".to_owned())
}

#[derive(Default)]
struct StringErrors {
    found: bool,
}

impl<'a> Visit<'a> for StringErrors {
    fn visit_path_segment(&mut self, segment: &'a syn::PathSegment) {
        if segment.ident == "Result"
            && let PathArguments::AngleBracketed(arguments) = &segment.arguments
            && let Some(GenericArgument::Type(error)) = arguments.args.iter().nth(1)
        {
            self.found |= type_name(error) == "String";
        }
        visit::visit_path_segment(self, segment);
    }
}
