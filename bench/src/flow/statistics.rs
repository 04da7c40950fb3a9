//! Means of ratios, as the FLAVERS paper takes them: geometric, so that a ratio and its inverse
//! cancel out. It does not know what the ratios are of.

/// What is said of the ratios of one algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    pub mean: f64,
    /// The geometric standard deviation: a factor, at least 1.
    pub deviation: f64,
    pub least: f64,
    pub most: f64,
}

impl Summary {
    /// None without ratios.
    pub fn of(ratios: &[f64]) -> Option<Summary> {
        if ratios.is_empty() {
            return None;
        }
        let count = ratios.len() as f64;
        let logarithm = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count;
        let squares = ratios.iter().map(|ratio| (ratio.ln() - logarithm).powi(2));
        Some(Summary {
            mean: logarithm.exp(),
            deviation: (squares.sum::<f64>() / count).sqrt().exp(),
            least: ratios.iter().copied().fold(f64::INFINITY, f64::min),
            most: ratios.iter().copied().fold(0.0, f64::max),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_and_its_inverse_cancel_out() {
        let summary = Summary::of(&[0.01, 100.0]).expect("there are ratios");
        assert!((summary.mean - 1.0).abs() < 1e-9);
        assert!((summary.deviation - 100.0).abs() < 1e-6);
        assert_eq!((summary.least, summary.most), (0.01, 100.0));
        assert_eq!(Summary::of(&[]), None);
    }

    #[test]
    fn equal_ratios_do_not_deviate() {
        let summary = Summary::of(&[0.5; 3]).expect("there are ratios");
        assert!((summary.mean - 0.5).abs() < 1e-9 && (summary.deviation - 1.0).abs() < 1e-9);
    }
}
