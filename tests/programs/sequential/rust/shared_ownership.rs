//@ verdict: ok
//@ about: Rc, Weak, RefCell, Cell, Box, Cow and the order of drops
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};

struct Tree {
    name: String,
    parent: RefCell<Weak<Tree>>,
    children: RefCell<Vec<Rc<Tree>>>,
}

impl Tree {
    fn new(name: &str) -> Rc<Tree> {
        Rc::new(Tree { name: name.to_string(), parent: RefCell::default(), children: RefCell::default() })
    }

    fn adopt(self: &Rc<Self>, child: Rc<Tree>) {
        *child.parent.borrow_mut() = Rc::downgrade(self);
        self.children.borrow_mut().push(child);
    }

    fn path(&self) -> String {
        match self.parent.borrow().upgrade() {
            Some(parent) => parent.path() + "/" + &self.name,
            None => self.name.clone(),
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        println!("drop {}", self.name);
    }
}

fn normalise(text: &str) -> Cow<'_, str> {
    if text.contains(' ') {
        Cow::Owned(text.replace(' ', "_"))
    } else {
        Cow::Borrowed(text)
    }
}

struct Order(&'static str);

impl Drop for Order {
    fn drop(&mut self) {
        print!("{} ", self.0);
    }
}

fn main() {
    let root = Tree::new("root");
    let leaf = Tree::new("leaf");
    {
        let branch = Tree::new("branch");
        branch.adopt(leaf.clone());
        root.adopt(branch);
    }
    println!("{} {} {}", leaf.path(), Rc::strong_count(&leaf), Rc::weak_count(&root));
    let removed = root.children.borrow_mut().pop();
    println!("removed {:?}", removed.as_ref().map(|t| t.name.as_str()));
    drop(removed);
    println!("{} {}", leaf.path(), leaf.parent.borrow().upgrade().is_none());
    drop(root);

    let cell = Cell::new(5);
    cell.set(cell.get() + 1);
    println!("{} {} {}", cell.replace(0), cell.take(), RefCell::new(3).try_borrow_mut().is_ok());
    let shared = Rc::new(RefCell::new(vec![1]));
    let other = Rc::clone(&shared);
    other.borrow_mut().push(2);
    println!("{:?} {} {}", shared.borrow(), Rc::ptr_eq(&shared, &other), shared.try_borrow_mut().is_ok());
    let reader = shared.borrow();
    println!("{} {}", shared.try_borrow_mut().is_err(), reader.len());
    println!("{} {}", normalise("a b"), matches!(normalise("ab"), Cow::Borrowed(_)));
    let once = OnceCell::new();
    println!("{} {:?}", once.get_or_init(|| 7), once.set(8));
    {
        let _first = Order("first");
        let _second = Order("second");
        let moved = Order("moved");
        drop(moved);
        let _ = Order("ignored");
        let _tuple = (Order("left"), Order("right"));
    }
    println!();
    let text: Rc<str> = "slice".into();
    let boxed: Box<[i32]> = vec![1, 2, 3].into();
    println!("{} {} {:?}", text.len(), boxed.len(), boxed.iter().rev().collect::<Vec<_>>());
    println!("{:?}", std::mem::replace(&mut vec![1], vec![2]));
}
