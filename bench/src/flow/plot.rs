//! The figures of the FLAVERS paper as SVG: means with ranges, side by side, and two algorithms
//! case by case. It knows numbers and names only.

use std::fmt::Write;

use super::statistics::Summary;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 880.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 370.0;

/// An algorithm with what is said of its ratios.
pub struct Column {
    pub name: String,
    pub summary: Summary,
}

/// Ranges as lines, deviations as boxes, the means connected: Figures 5 to 9.
pub fn means(title: &str, columns: &[Column]) -> String {
    let ends = columns
        .iter()
        .flat_map(|c| [c.summary.least, c.summary.most]);
    let axis = Axis::around(ends);
    let mut svg = opened(title, "ratio to bfs: range, mean and deviation, geometric");
    axis.draw(&mut svg);
    let width = (RIGHT - LEFT) / columns.len() as f64;
    let middle = |index: usize| LEFT + (index as f64 + 0.5) * width;
    let mut line = Vec::new();
    for (index, Column { name, summary }) in columns.iter().enumerate() {
        let x = middle(index);
        let mean = axis.place(summary.mean);
        let (low, high) = (axis.place(summary.least), axis.place(summary.most));
        let above = axis.place(summary.mean * summary.deviation);
        let below = axis.place(summary.mean / summary.deviation);
        let half = (width * 0.3).min(18.0);
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{low:.1}\" x2=\"{x:.1}\" y2=\"{high:.1}\" stroke=\"#333\"/>\n\
             <rect x=\"{:.1}\" y=\"{above:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#56b4e9\" \
             fill-opacity=\"0.5\" stroke=\"#0072b2\"/>\n\
             <circle cx=\"{x:.1}\" cy=\"{mean:.1}\" r=\"3\" fill=\"#d55e00\"/>\n\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"11\">{:.3}</text>\n\
             <text transform=\"translate({x:.1},{:.1}) rotate(-25)\" text-anchor=\"end\" \
             font-size=\"11\">{name}</text>",
            x - half,
            2.0 * half,
            below - above,
            BOTTOM + 16.0,
            summary.mean,
            BOTTOM + 32.0,
        );
        line.push(format!("{x:.1},{mean:.1}"));
    }
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#d55e00\" stroke-width=\"1.4\"/>\n</svg>",
        line.join(" ")
    );
    svg
}

/// The ratios of one algorithm, in the order of the subjects.
pub struct Series {
    pub name: String,
    pub ratios: Vec<f64>,
}

/// Two algorithms case by case, ordered by the ratio of the second: Figures 10 and 11.
pub fn cases(title: &str, ours: &Series, other: &Series) -> String {
    let mut order: Vec<usize> = (0..ours.ratios.len()).collect();
    order.sort_by(|&a, &b| other.ratios[a].total_cmp(&other.ratios[b]));
    let all = ours.ratios.iter().chain(&other.ratios).copied();
    let axis = Axis::around(all);
    let mut svg = opened(title, "ratio to bfs, subject by subject");
    axis.draw(&mut svg);
    let step = (RIGHT - LEFT) / order.len().max(1) as f64;
    for (number, (series, colour)) in [(other, "#0072b2"), (ours, "#d55e00")].iter().enumerate() {
        let points: Vec<(f64, f64)> = order
            .iter()
            .enumerate()
            .map(|(place, &case)| {
                let x = LEFT + (place as f64 + 0.5) * step;
                (x, axis.place(series.ratios[case]))
            })
            .collect();
        let line: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.5\"/>",
            line.join(" ")
        );
        for (x, y) in points {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\" fill=\"{colour}\"/>"
            );
        }
        let y = BOTTOM + 24.0 + 20.0 * number as f64;
        let _ = writeln!(
            svg,
            "<circle cx=\"{LEFT}\" cy=\"{}\" r=\"4\" fill=\"{colour}\"/>\n\
             <text x=\"{}\" y=\"{y}\">{}</text>",
            y - 4.0,
            LEFT + 12.0,
            series.name
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn opened(title: &str, what: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{title}</text>\n\
         <text x=\"{LEFT}\" y=\"41\" fill=\"#555\">{what}</text>\n"
    )
}

/// Powers of ten, from the bottom to the top of the plot.
struct Axis {
    low: i32,
    high: i32,
}

impl Axis {
    fn around(values: impl Iterator<Item = f64>) -> Axis {
        // One is always there: it is what the ratios are to.
        let (low, high) = values.fold((1.0_f64, 1.0_f64), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let low = low.log10().floor() as i32;
        Axis {
            low,
            high: (high.log10().ceil() as i32).max(low + 1),
        }
    }

    fn place(&self, value: f64) -> f64 {
        let part = (value.log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        BOTTOM - part.clamp(0.0, 1.0) * (BOTTOM - TOP)
    }

    fn draw(&self, svg: &mut String) {
        for power in self.low..=self.high {
            let y = self.place(10f64.powi(power));
            let shade = if power == 0 { "#444" } else { "#ccc" };
            let _ = writeln!(
                svg,
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{RIGHT}\" y2=\"{y:.1}\" stroke=\"{shade}\"/>\n\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 8.0,
                y + 4.0,
                label(power)
            );
        }
    }
}

fn label(power: i32) -> String {
    match power {
        0.. => format!("{}", 10f64.powi(power)),
        _ => format!("{:.*}", power.unsigned_abs() as usize, 10f64.powi(power)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_covers_its_values_and_one() {
        let axis = Axis::around([0.02, 0.5].into_iter());
        assert_eq!((axis.low, axis.high), (-2, 0));
        assert_eq!((axis.place(1.0), axis.place(0.01)), (TOP, BOTTOM));
        assert_eq!((label(-2), label(1)), ("0.01".to_owned(), "10".to_owned()));
    }

    #[test]
    fn every_case_is_a_mark_of_each_algorithm() {
        let ours = Series {
            name: "ours".into(),
            ratios: vec![0.1, 0.2, 0.3],
        };
        let other = Series {
            name: "other".into(),
            ratios: vec![3.0, 1.0, 2.0],
        };
        let svg = cases("cases", &ours, &other);
        // Two of the circles are the legend's.
        assert_eq!(svg.matches("<circle").count(), 8);
    }
}
