//! The calls around a place, as lines of text.

use trailhound_checker::quantity::count;
use trailhound_checker::trail::StackFrame;

use crate::detail::Detail;
use crate::style::{PLACE, paint};

/// Adds a line.
pub fn line(text: &mut String, content: String) {
    text.push_str(&content);
    text.push('\n');
}

/// The calls around the place that is shown already, those in libraries left out.
pub fn stack(text: &mut String, stack: &[StackFrame], detail: Detail) {
    const MOST: usize = 20;
    let mut shown: Vec<&StackFrame> = stack
        .iter()
        .filter(|frame| detail.library || !frame.library)
        .collect();
    if let [.., test, harness] = shown[..]
        && !detail.library
        && harness.function == format!("{}::{{closure#0}}", test.function)
    {
        // The attribute `#[test]` makes a closure around the test.
        shown.pop();
    }
    let around = if detail.library {
        &shown[..]
    } else {
        shown.get(1..).unwrap_or_default()
    };
    let left_out = if around.len() > MOST {
        MOST / 2..around.len() - MOST / 2
    } else {
        0..0
    };
    for (index, frame) in around.iter().enumerate() {
        if left_out.contains(&index) {
            if index == left_out.start {
                line(
                    text,
                    paint(
                        PLACE,
                        format!("       … {} more calls", count(left_out.len() as u64)),
                    ),
                );
            }
            continue;
        }
        let at = frame
            .file
            .as_ref()
            .map(|file| format!("  {file}:{}", frame.line))
            .unwrap_or_default();
        let how = if detail.library && index == 0 {
            "in"
        } else {
            "called by"
        };
        line(
            text,
            paint(PLACE, format!("       {how} {}{at}", frame.function)),
        );
    }
}
