fn main() {
    let number: u32 = "three";
}
