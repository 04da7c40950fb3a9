//@ verdict: ok
//@ about: both items are tried, an assumption leaves one out
use trailhound::{assume, check, choose, mark, toss};

fn main() {
    let dish = *choose(&["soup", "salad"]);
    mark("ordered");
    assume(dish != "salad");
    check!(dish == "soup");
    check!(toss(3) < 3);
}
