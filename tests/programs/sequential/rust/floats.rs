//@ verdict: ok
//@ about: f32 and f64: formatting, parsing, arithmetic and special values
fn main() {
    let values = [0.0, -0.0, 1.0, 0.1, 1.0 / 3.0, 1e21, 1e-7, 123456.789, f64::MAX, f64::MIN_POSITIVE, 5e-324, f64::INFINITY, f64::NAN];
    for v in values {
        println!("{v} {v:?} {v:.3} {v:e} {v:>12.2} {v:+} {v:08.1}");
    }
    for v in [0.1f32, 16777217.0, 1e10, 3.4e38, 1e-45, 0.3] {
        println!("{v} {v:?} {v:E} {:.10} {}", v, v as f64);
    }
    for text in ["1", "1.5", "-2.5e3", ".5", "5.", "1e400", "1e-400", "inf", "NaN", "x", "", "0.1", "9007199254740993", "1e23"] {
        println!("{text:?} {:?} {:?}", text.parse::<f64>().map_err(|e| e.to_string()), text.parse::<f32>().is_ok());
    }
    for v in [-2.5f64, -1.5, -0.5, 0.5, 1.5, 2.5, 1e10 + 0.5] {
        println!("{} {} {} {} {} {}", v.floor(), v.ceil(), v.round(), v.trunc(), v.fract(), v.round_ties_even());
    }
    let x = std::hint::black_box(0.7f64);
    println!("{:.10} {:.10} {:.10} {:.10}", x.sqrt(), x.sin(), x.exp(), x.ln());
    println!("{:.10} {:.10} {:.10}", x.powf(2.3), x.powi(-3), x.atan2(2.0));
    println!("{:?} {:?} {}", x.partial_cmp(&f64::NAN), x.total_cmp(&-x), x.max(f64::NAN));
    println!("{:016x} {:08x} {}", x.to_bits(), (x as f32).to_bits(), f64::from_bits(0x400921fb54442d18));
    println!("{} {} {}", 0.1 + 0.2, 0.1f32 + 0.2f32, x.clamp(0.0, 0.5));
    println!("{:?} {}", f64::NAN.is_nan(), (0.0f64).signum() + (-0.0f64).signum());
    println!("{} {}", 7.5f64.rem_euclid(-2.0), -7.5f64 % 2.0);
    let sum: f64 = (1..=1000).map(|i| 1.0 / i as f64).sum();
    println!("{sum:.15} {:?}", sum.mul_add(2.0, 1.0));
}
