//! Modules that use each other in a circle. A module uses another one if its code names an item that is defined
//! there; a re-export only passes a name on.
//!
//! One kind of item is left out: a type whose methods are written in several modules, as `Machine` is, with one
//! `impl Machine` for each part of its work. Such a type holds the types of its parts, and each part has the type at
//! hand: that circle is one type, not two subjects that know each other. All other items of these modules count.

use std::collections::BTreeSet;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Item, Type};

use crate::paths::{Named, Resolver};
use crate::sources::Crate;

/// The cycles of a crate, each with the names of its modules in order.
pub fn of(one: &Crate) -> Vec<Vec<String>> {
    let uses = uses(one);
    let mut graph: DiGraphMap<&str, ()> = DiGraphMap::new();
    for (user, used) in &uses {
        graph.add_edge(user, used, ());
    }
    let components = tarjan_scc(&graph);
    let cycles = components
        .into_iter()
        .filter(|component| component.len() > 1);
    cycles
        .map(|cycle| {
            let sorted: BTreeSet<&str> = cycle.into_iter().collect();
            sorted.into_iter().map(str::to_owned).collect()
        })
        .collect()
}

/// The names of modules and of those that they use.
fn uses(one: &Crate) -> BTreeSet<(String, String)> {
    let resolver = Resolver::new(one);
    let spread = spread_types(one, &resolver);
    let mut uses = BTreeSet::new();
    for (module, items) in &one.modules {
        let mut paths = Paths::default();
        for item in items {
            paths.visit_item(item);
        }
        let imports = resolver.private_imports(module).iter();
        for path in imports.chain(&paths.found) {
            let used = resolver.item(module, path);
            if let Some(used) = used.filter(|used| !spread.contains(used))
                && used.module != *module
            {
                uses.insert((name(module), name(&used.module)));
            }
        }
    }
    uses
}

/// The types with methods of their own in a module that does not define them.
fn spread_types(one: &Crate, resolver: &Resolver) -> BTreeSet<Named> {
    let mut spread = BTreeSet::new();
    for (module, items) in &one.modules {
        for item in items {
            if let Item::Impl(methods) = item
                && methods.trait_.is_none()
                && let Type::Path(subject) = &*methods.self_ty
                && let Some(found) = resolver.item(module, &names(&subject.path))
                && found.module != *module
            {
                spread.insert(found);
            }
        }
    }
    spread
}

fn names(path: &syn::Path) -> Vec<String> {
    let segments = path.segments.iter();
    segments.map(|segment| segment.ident.to_string()).collect()
}

fn name(path: &[String]) -> String {
    match path {
        [] => "crate".to_owned(),
        path => path.join("::"),
    }
}

/// The paths in code, as names in a row.
#[derive(Default)]
struct Paths {
    found: BTreeSet<Vec<String>>,
}

impl<'a> Visit<'a> for Paths {
    fn visit_path(&mut self, path: &'a syn::Path) {
        // A path with `::` before it leads to another crate.
        if path.leading_colon.is_none() {
            self.found.insert(names(path));
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        self.add_tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }

    // A module's imports are read with the names that they give.
    fn visit_item_use(&mut self, _: &'a syn::ItemUse) {}
}

impl Paths {
    /// Adds the paths in the arguments of a macro, which have no syntax of their own.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.found.insert(std::mem::take(&mut path));
                    }
                    colons = 0;
                    path.push(ident.to_string());
                }
                other => {
                    self.found.insert(std::mem::take(&mut path));
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.add_tokens(group.stream());
                    }
                }
            }
        }
        self.found.insert(path);
    }
}
