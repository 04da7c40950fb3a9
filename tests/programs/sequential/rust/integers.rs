//@ verdict: ok
//@ exit: 9
//@ about: integers of all widths: wrapping, checked, saturating and overflowing arithmetic
use std::hint::black_box;

macro_rules! show {
    ($($type:ty: $a:expr, $b:expr;)*) => {$(
        let (a, b): ($type, $type) = black_box(($a, $b));
        println!("{} {a} {b}", stringify!($type));
        println!("  {} {} {}", a.wrapping_add(b), a.wrapping_sub(b), a.wrapping_mul(b));
        println!("  {:?} {:?} {:?} {:?}", a.checked_add(b), a.checked_sub(b), a.checked_mul(b), a.checked_div(b));
        println!("  {} {} {:?}", a.saturating_add(b), a.saturating_sub(b), a.overflowing_mul(b));
        println!("  {} {} {} {}", a / b, a % b, a.div_euclid(b), a.rem_euclid(b));
        println!("  {} {} {} {}", a & b, a | b, a ^ b, !a);
        println!("  {} {} {}", a >> 3, a.wrapping_shl(5), a.rotate_left(3));
        println!("  {} {} {} {}", a.count_ones(), a.leading_zeros(), a.trailing_zeros(), a.swap_bytes());
        println!("  {:x} {:#X} {:#b} {:o} {:+}", a, b, a, b, b);
        println!("  {} {} {:?}", <$type>::MIN, <$type>::MAX, a.checked_pow(2));
    )*};
}

fn main() {
    show! {
        u8: 200, 7;
        i8: -100, 9;
        u16: 65_000, 123;
        i16: -32_768, 5;
        u32: 4_000_000_000, 77;
        i32: -2_000_000_000, 1_999;
        u64: 18_000_000_000_000_000_000, 3_000_000;
        i64: i64::MIN, 1_234_567;
        u128: 1 << 127, 987_654_321_987_654_321;
        i128: -(1 << 100), 12_345_678_901;
        usize: 1, 2;
        isize: -1, 3;
    }
    println!("{} {}", 17u32.pow(5), 2i64.pow(40));
    println!("{} {} {}", 300i32 as u8, -1i32 as u64, 3.99f64 as i32);
    println!("{} {} {}", f64::NAN as i32, 1e20 as i32, -5.0 as u8);
    println!("{} {}", u64::MAX as f32, i128::MAX as f64);
    println!("{} {}", 10u32.isqrt(), 1000u32.ilog10());
    std::process::exit(9);
}
