//! The modules of a crate as syntax trees, without what is compiled for tests only.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use syn::{Attribute, Item};

/// The names from the crate's root to a module; the root has none.
pub type ModulePath = Vec<String>;

pub struct Crate {
    pub name: String,
    pub modules: BTreeMap<ModulePath, Vec<Item>>,
}

impl Crate {
    /// Reads the sources in a crate's folder, from its `lib.rs` and `main.rs` on.
    pub fn read(folder: &Path) -> Crate {
        let name = folder.file_name().expect("a folder's name");
        let mut one = Crate {
            name: name.to_string_lossy().into_owned(),
            modules: BTreeMap::new(),
        };
        let roots = ["lib.rs", "main.rs"].map(|root| folder.join("src").join(root));
        for root in roots.iter().filter(|root| root.exists()) {
            one.add_file(root, &folder.join("src"), Vec::new());
        }
        assert!(!one.modules.is_empty(), "{} has no root", folder.display());
        one
    }

    fn add_file(&mut self, file: &Path, folder: &Path, module: ModulePath) {
        let text = fs::read_to_string(file).expect("a source file");
        let parsed =
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.add_items(parsed.items, folder, module);
    }

    /// Adds a module whose children lie in `folder`.
    fn add_items(&mut self, items: Vec<Item>, folder: &Path, module: ModulePath) {
        let mut own = Vec::new();
        for item in items {
            match item {
                item if attributes(&item).is_some_and(is_test) => {}
                Item::Mod(child) => {
                    let name = child.ident.to_string();
                    let below = folder.join(&name);
                    let mut path = module.clone();
                    path.push(name.clone());
                    if let Some((_, items)) = child.content {
                        self.add_items(items, &below, path);
                        continue;
                    }
                    let beside = folder.join(format!("{name}.rs"));
                    let file = if beside.exists() {
                        beside
                    } else {
                        below.join("mod.rs")
                    };
                    self.add_file(&file, &below, path);
                }
                item => own.push(item),
            }
        }
        self.modules.entry(module).or_default().extend(own);
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg_test = |attribute: &Attribute| {
            attribute.path().is_ident("cfg")
                && attribute
                    .parse_args::<syn::Path>()
                    .is_ok_and(|condition| condition.is_ident("test"))
        };
        attribute.path().is_ident("test") || is_cfg_test(attribute)
    })
}

fn attributes(item: &Item) -> Option<&[Attribute]> {
    let attributes = match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => return None,
    };
    Some(attributes)
}
