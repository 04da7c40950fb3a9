//! Modules that use each other in a circle. A module uses another one if its code names an item that is defined
//! there; a re-export only passes a name on.

use std::collections::BTreeSet;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::paths::Resolver;
use crate::sources::Crate;

/// The cycles of a crate, each with the names of its modules in order.
pub fn of(one: &Crate) -> Vec<Vec<String>> {
    let resolver = Resolver::new(one);
    let names: Vec<String> = one.modules.keys().map(|path| name(path)).collect();
    let mut graph: DiGraphMap<&str, ()> = DiGraphMap::new();
    for (module, items) in &one.modules {
        let mut paths = Paths::default();
        for item in items {
            paths.visit_item(item);
        }
        let imports = resolver.private_imports(module).iter();
        for path in imports.chain(&paths.found) {
            let Some(target) = resolver.target(module, path) else {
                continue;
            };
            if target != *module {
                let numbered = |path| {
                    &*names[one
                        .modules
                        .keys()
                        .position(|one| one == path)
                        .expect("a module")]
                };
                graph.add_edge(numbered(module), numbered(&target), ());
            }
        }
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
            let segments = path.segments.iter();
            let names = segments.map(|segment| segment.ident.to_string());
            self.found.insert(names.collect());
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
