//! Log-log plots over the scale, as SVG that any browser shows. A small writer of our own:
//! lines, marks, axes and a legend are all it takes.

use std::fmt::Write;

use super::run::{Cost, Outcome};
use super::table::Record;

/// What a plot shows of a run.
pub struct Measure {
    /// The name of its file, without extension.
    pub name: &'static str,
    title: &'static str,
    of: fn(&Cost) -> f64,
}

pub const MEASURES: [Measure; 5] = [
    Measure {
        name: "mean",
        title: "geometric mean of trail length, states, seconds and MB",
        of: Cost::mean,
    },
    Measure {
        name: "trail",
        title: "trail length in steps",
        of: |cost| cost.steps as f64,
    },
    Measure {
        name: "states",
        title: "states",
        of: |cost| cost.states as f64,
    },
    Measure {
        name: "time",
        title: "time of the search in seconds",
        of: |cost| cost.seconds.max(0.001),
    },
    Measure {
        name: "memory",
        title: "memory in MB",
        of: |cost| cost.memory as f64 / (1024.0 * 1024.0),
    },
];

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 560.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 640.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 500.0;

/// Colours that differ in brightness too, after Okabe and Ito.
const COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d1f",
];
const DASHES: [&str; 3] = ["", "7 3", "2 3"];

/// One line of a plot.
struct Series {
    name: String,
    points: Vec<(f64, f64)>,
}

/// The runs that were solved; None if there are none.
pub fn plot(records: &[Record], measure: &Measure, heading: &str) -> Option<String> {
    let lines: Vec<Series> = records
        .iter()
        .map(|record| {
            let solved = record
                .runs
                .iter()
                .filter_map(|(scale, outcome)| match outcome {
                    Outcome::Solved(cost) => Some((*scale as f64, (measure.of)(cost))),
                    _ => None,
                });
            let mut points: Vec<(f64, f64)> = solved.filter(|(_, y)| *y > 0.0).collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            Series {
                name: record.contender.to_string(),
                points,
            }
        })
        .filter(|series| !series.points.is_empty())
        .collect();
    let all = || {
        lines
            .iter()
            .flat_map(|series| series.points.iter().copied())
    };
    let across = Axis::around(all().map(|point| point.0), LEFT, RIGHT)?;
    let up = Axis::around(all().map(|point| point.1), BOTTOM, TOP)?;

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{}</text>\n\
         <text x=\"{LEFT}\" y=\"41\" fill=\"#555\">{}</text>\n",
        escaped(heading),
        measure.title
    );
    draw_grid(&mut svg, &across, &up);
    for (index, series) in lines.iter().enumerate() {
        draw_series(&mut svg, index, series, &across, &up);
    }
    svg.push_str("</svg>\n");
    Some(svg)
}

fn draw_grid(svg: &mut String, across: &Axis, up: &Axis) {
    for (value, labelled) in across.ticks() {
        let x = across.place(value);
        let shade = if labelled { "#ccc" } else { "#eee" };
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{BOTTOM}\" stroke=\"{shade}\"/>"
        );
        if labelled {
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                BOTTOM + 18.0,
                label(value)
            );
        }
    }
    for (value, labelled) in up.ticks() {
        let y = up.place(value);
        let shade = if labelled { "#ccc" } else { "#eee" };
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{RIGHT}\" y2=\"{y:.1}\" stroke=\"{shade}\"/>"
        );
        if labelled {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 8.0,
                y + 4.0,
                label(value)
            );
        }
    }
    let _ = writeln!(
        svg,
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#444\"/>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">scale n</text>",
        RIGHT - LEFT,
        BOTTOM - TOP,
        (LEFT + RIGHT) / 2.0,
        BOTTOM + 40.0
    );
}

fn draw_series(svg: &mut String, index: usize, series: &Series, across: &Axis, up: &Axis) {
    let colour = COLOURS[index % COLOURS.len()];
    let dash = DASHES[index / COLOURS.len() % DASHES.len()];
    let places: Vec<(f64, f64)> = series
        .points
        .iter()
        .map(|&(x, y)| (across.place(x), up.place(y)))
        .collect();
    let path: Vec<String> = places
        .iter()
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    let line = format!(
        "fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\" stroke-dasharray=\"{dash}\""
    );
    let _ = writeln!(svg, "<polyline points=\"{}\" {line}/>", path.join(" "));
    for &(x, y) in &places {
        svg.push_str(&mark(index, x, y, colour));
    }
    // The legend, one line each.
    let (x, y) = (RIGHT + 16.0, TOP + 10.0 + 18.0 * index as f64);
    let _ = writeln!(
        svg,
        "<polyline points=\"{x},{y} {},{y}\" {line}/>",
        x + 26.0
    );
    svg.push_str(&mark(index, x + 13.0, y, colour));
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\">{}</text>",
        x + 32.0,
        y + 4.0,
        escaped(&series.name)
    );
}

/// Four shapes in turn, so that lines of one colour can be told apart.
fn mark(index: usize, x: f64, y: f64, colour: &str) -> String {
    let points = |corners: &[(f64, f64)]| {
        let corners: Vec<String> = corners
            .iter()
            .map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy))
            .collect();
        format!(
            "<polygon points=\"{}\" fill=\"{colour}\"/>\n",
            corners.join(" ")
        )
    };
    match index % 4 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>\n"),
        1 => points(&[(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)]),
        2 => points(&[(0.0, -4.0), (4.0, 3.0), (-4.0, 3.0)]),
        _ => points(&[(0.0, -4.0), (4.0, 0.0), (0.0, 4.0), (-4.0, 0.0)]),
    }
}

/// A logarithmic axis from whole powers of ten, or of two where it spans little.
struct Axis {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
    /// The factor from one labelled tick to the next.
    base: f64,
}

impl Axis {
    /// None without values. `start` and `end` are where the axis is drawn.
    fn around(values: impl Iterator<Item = f64>, start: f64, end: f64) -> Option<Axis> {
        let (low, high) = values.fold((f64::INFINITY, 0.0_f64), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        if !low.is_finite() {
            return None;
        }
        let base: f64 = if high / low < 100.0 { 2.0 } else { 10.0 };
        let low = base.powf(low.log(base).floor());
        let high = base.powf(high.log(base).ceil()).max(low * base);
        Some(Axis {
            low,
            high,
            start,
            end,
            base,
        })
    }

    fn place(&self, value: f64) -> f64 {
        let part = (value / self.low).ln() / (self.high / self.low).ln();
        self.start + part * (self.end - self.start)
    }

    /// Values to draw a line at, and whether each gets a label.
    fn ticks(&self) -> Vec<(f64, bool)> {
        let mut ticks = Vec::new();
        let mut power = self.low;
        while power <= self.high * 1.0001 {
            ticks.push((power, true));
            for digit in 2..self.base as u32 {
                let between = power * f64::from(digit);
                if between < self.high {
                    ticks.push((between, false));
                }
            }
            power *= self.base;
        }
        ticks
    }
}

fn label(value: f64) -> String {
    if value >= 1e6 {
        format!("10^{:.0}", value.log10())
    } else if value >= 1.0 {
        crate::quantity::count(value.round() as u64)
    } else {
        format!("{:.4}", value).trim_end_matches('0').to_owned()
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_covers_its_values() {
        let axis = Axis::around([3.0, 1700.0].into_iter(), 0.0, 100.0).expect("an axis");
        assert_eq!((axis.low.round(), axis.high.round()), (1.0, 10000.0));
        assert!((axis.place(100.0) - 50.0).abs() < 1e-6);
        let labels: Vec<String> = axis
            .ticks()
            .into_iter()
            .filter(|(_, labelled)| *labelled)
            .map(|(value, _)| label(value))
            .collect();
        assert_eq!(labels, ["1", "10", "100", "1,000", "10,000"]);
        assert!(Axis::around([].into_iter(), 0.0, 1.0).is_none());
    }

    #[test]
    fn one_value_still_has_an_axis() {
        let axis = Axis::around([8.0].into_iter(), 0.0, 100.0).expect("an axis");
        assert!(axis.high > axis.low);
    }
}
