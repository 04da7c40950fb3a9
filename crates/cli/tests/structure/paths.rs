//! Which module of its crate a path leads to: through modules, imports, re-exports and globs.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Item, UseTree, Visibility};

use crate::sources::{Crate, ModulePath};

/// Re-exports of re-exports are followed this far; a circle of globs has no end.
const DEEPEST: usize = 20;

/// What a module's names stand for.
#[derive(Default)]
struct Names {
    defined: BTreeSet<String>,
    /// Imported names and the paths behind them.
    imported: BTreeMap<String, Vec<String>>,
    /// The paths of glob imports.
    globs: Vec<Vec<String>>,
    /// Paths of imports that are not re-exports: the module itself uses these.
    private_imports: Vec<Vec<String>>,
}

pub struct Resolver<'a> {
    one: &'a Crate,
    names: BTreeMap<&'a ModulePath, Names>,
}

impl<'a> Resolver<'a> {
    pub fn new(one: &'a Crate) -> Resolver<'a> {
        let modules = one.modules.iter();
        let names = modules.map(|(module, items)| (module, Names::of(items)));
        Resolver {
            one,
            names: names.collect(),
        }
    }

    pub fn private_imports(&self, module: &ModulePath) -> &[Vec<String>] {
        &self.names[module].private_imports
    }

    /// The item that a path in `module` names; none for other crates' items and for modules themselves.
    pub fn item(&self, module: &ModulePath, path: &[String]) -> Option<Named> {
        self.resolve(module, path, DEEPEST)?.item
    }

    fn resolve(&self, module: &ModulePath, path: &[String], depth: usize) -> Option<Resolved> {
        let depth = depth.checked_sub(1)?;
        let mut at = module.clone();
        let mut rest = path;
        while let Some((first, after)) = rest.split_first() {
            match first.as_str() {
                "crate" => at.clear(),
                "self" => {}
                "super" => {
                    at.pop()?;
                }
                name => {
                    let mut child = at.clone();
                    child.push(name.to_owned());
                    let is_module = self.one.modules.contains_key(&child);
                    // A function may have the name of its module: `pub use bfs::bfs`.
                    if !is_module || after.is_empty() {
                        let named = self.resolve_name(&at, name, after, depth);
                        if !is_module || named.as_ref().is_some_and(|found| found.item.is_some()) {
                            return named;
                        }
                    }
                    at = child;
                }
            }
            rest = after;
        }
        Some(Resolved::module(at))
    }

    fn resolve_name(
        &self,
        module: &ModulePath,
        name: &str,
        after: &[String],
        depth: usize,
    ) -> Option<Resolved> {
        let names = &self.names[module];
        if names.defined.contains(name) {
            return Some(Resolved::item(module, name));
        }
        if let Some(behind) = names.imported.get(name) {
            let behind: Vec<String> = behind.iter().chain(after).cloned().collect();
            return self.resolve(module, &behind, depth);
        }
        names.globs.iter().find_map(|glob| {
            let found = self.resolve(module, glob, depth)?;
            let here = found.module.filter(|here| here != module)?;
            self.resolve_name(&here, name, after, depth.checked_sub(1)?)
        })
    }
}

/// An item with the module that defines it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    pub module: ModulePath,
    pub name: String,
}

/// Where a path has led: to a module, or to an item of one.
struct Resolved {
    module: Option<ModulePath>,
    item: Option<Named>,
}

impl Resolved {
    fn module(module: ModulePath) -> Resolved {
        Resolved {
            module: Some(module),
            item: None,
        }
    }

    fn item(module: &ModulePath, name: &str) -> Resolved {
        Resolved {
            module: None,
            item: Some(Named {
                module: module.clone(),
                name: name.to_owned(),
            }),
        }
    }
}

impl Names {
    fn of(items: &[Item]) -> Names {
        let mut names = Names::default();
        for item in items {
            let defined = match item {
                Item::Const(item) => &item.ident,
                Item::Enum(item) => &item.ident,
                Item::Fn(item) => &item.sig.ident,
                Item::Static(item) => &item.ident,
                Item::Struct(item) => &item.ident,
                Item::Trait(item) => &item.ident,
                Item::Type(item) => &item.ident,
                Item::Union(item) => &item.ident,
                Item::Use(item) => {
                    let is_private = matches!(item.vis, Visibility::Inherited);
                    names.add_use(&item.tree, &mut Vec::new(), is_private);
                    continue;
                }
                _ => continue,
            };
            names.defined.insert(defined.to_string());
        }
        names
    }

    fn add_use(&mut self, tree: &UseTree, prefix: &mut Vec<String>, is_private: bool) {
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.add_use(&path.tree, prefix, is_private);
                prefix.pop();
            }
            UseTree::Name(name) => self.import(&name.ident, &name.ident, prefix, is_private),
            UseTree::Rename(name) => self.import(&name.ident, &name.rename, prefix, is_private),
            UseTree::Glob(_) => self.globs.push(prefix.clone()),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_use(tree, prefix, is_private);
                }
            }
        }
    }

    fn import(
        &mut self,
        name: &syn::Ident,
        alias: &syn::Ident,
        prefix: &[String],
        is_private: bool,
    ) {
        let mut path = prefix.to_vec();
        let mut alias = alias.to_string();
        if name == "self" {
            if alias == "self" {
                alias = path.last().expect("a module before `self`").clone();
            }
        } else {
            path.push(name.to_string());
        }
        if is_private {
            self.private_imports.push(path.clone());
        }
        self.imported.insert(alias, path);
    }
}
