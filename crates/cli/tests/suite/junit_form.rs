//! The form of JUnit reports that CI systems read (Jenkins, GitLab, GitHub's actions), as the schema of Jenkins
//! has it (`junit-10.xsd` of its xUnit plugin): which elements stand in which, and which attributes they have.
//! Names of classes, and counts that are numbers, are asked for beyond it.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// An element: what may stand in it, what it must and may say.
struct Element {
    name: &'static str,
    inside: &'static [&'static str],
    required: &'static [(&'static str, Kind)],
    optional: &'static [(&'static str, Kind)],
    has_text: bool,
}

#[derive(Clone, Copy)]
enum Kind {
    Text,
    Count,
    Seconds,
    /// A date and a time of day.
    Moment,
}

use Kind::{Count, Moment, Seconds, Text};

const COUNTS: &[(&str, Kind)] = &[("tests", Count), ("failures", Count), ("errors", Count)];
const RESULT: &[(&str, Kind)] = &[("message", Text), ("type", Text)];

const ELEMENTS: &[Element] = &[
    Element {
        name: "testsuites",
        inside: &["testsuite"],
        required: COUNTS,
        optional: &[("name", Text), ("time", Seconds)],
        has_text: false,
    },
    Element {
        name: "testsuite",
        inside: &["properties", "testcase", "system-out", "system-err"],
        required: &[
            ("name", Text),
            ("tests", Count),
            ("failures", Count),
            ("errors", Count),
        ],
        optional: &[
            ("skipped", Count),
            ("time", Seconds),
            ("timestamp", Moment),
            ("hostname", Text),
            ("id", Text),
            ("package", Text),
        ],
        has_text: false,
    },
    Element {
        name: "testcase",
        inside: &["skipped", "error", "failure", "system-out", "system-err"],
        required: &[("name", Text), ("classname", Text)],
        optional: &[("time", Seconds)],
        has_text: false,
    },
    Element {
        name: "skipped",
        inside: &[],
        required: &[],
        optional: RESULT,
        has_text: true,
    },
    Element {
        name: "error",
        inside: &[],
        required: &[],
        optional: RESULT,
        has_text: true,
    },
    Element {
        name: "failure",
        inside: &[],
        required: &[],
        optional: RESULT,
        has_text: true,
    },
    Element {
        name: "system-out",
        inside: &[],
        required: &[],
        optional: &[],
        has_text: true,
    },
    Element {
        name: "system-err",
        inside: &[],
        required: &[],
        optional: &[],
        has_text: true,
    },
];

/// What is wrong with a report, if anything.
pub fn complaints(text: &str) -> Vec<String> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<&Element> = Vec::new();
    let mut wrong = Vec::new();
    loop {
        match reader.read_event() {
            Err(error) => {
                wrong.push(format!("no XML: {error}"));
                return wrong;
            }
            Ok(Event::Eof) => return wrong,
            Ok(Event::Start(tag)) => match checked(&tag, open.last().copied(), &mut wrong) {
                Some(element) => open.push(element),
                None => return wrong,
            },
            Ok(Event::Empty(tag)) => {
                checked(&tag, open.last().copied(), &mut wrong);
            }
            Ok(Event::End(_)) => {
                open.pop();
            }
            Ok(Event::Text(said)) => {
                let is_blank = said.iter().all(u8::is_ascii_whitespace);
                if !is_blank && !open.last().is_some_and(|element| element.has_text) {
                    wrong.push(format!("text outside: {said:?}"));
                }
            }
            Ok(_) => {}
        }
    }
}

fn checked(
    tag: &BytesStart<'_>,
    parent: Option<&Element>,
    wrong: &mut Vec<String>,
) -> Option<&'static Element> {
    let name = String::from_utf8_lossy(tag.name().as_ref()).into_owned();
    let is_expected = match parent {
        Some(parent) => parent.inside.contains(&&*name),
        None => name == "testsuites",
    };
    let element = ELEMENTS.iter().find(|element| element.name == name);
    let Some(element) = element.filter(|_| is_expected) else {
        let parent = parent.map_or("nothing", |parent| parent.name);
        wrong.push(format!("<{name}> in {parent}"));
        return None;
    };
    let mut said = Vec::new();
    for attribute in tag.attributes() {
        let Ok(attribute) = attribute else {
            wrong.push(format!("a broken attribute of <{name}>"));
            continue;
        };
        let key = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
        let value = String::from_utf8_lossy(&attribute.value).into_owned();
        let known = element.required.iter().chain(element.optional);
        match known.into_iter().find(|(known, _)| *known == key) {
            Some((_, kind)) if is_of(*kind, &value) => said.push(key),
            Some(_) => wrong.push(format!("{key}={value:?} of <{name}>")),
            None => wrong.push(format!("<{name}> has no {key}")),
        }
    }
    for (required, _) in element.required {
        if !said.iter().any(|said| said == required) {
            wrong.push(format!("<{name}> without {required}"));
        }
    }
    Some(element)
}

fn is_of(kind: Kind, value: &str) -> bool {
    match kind {
        Text => true,
        Count => value.parse::<u64>().is_ok(),
        Seconds => value.parse::<f64>().is_ok_and(|seconds| seconds >= 0.0),
        Moment => value.len() >= 19 && value.as_bytes()[10] == b'T',
    }
}

#[test]
fn what_is_wrong_is_seen() {
    let right = "<testsuites tests=\"1\" failures=\"0\" errors=\"0\"><testsuite name=\"a\" tests=\"1\" failures=\"0\" errors=\"0\">\
                 <testcase name=\"b\" classname=\"a\" time=\"0.1\"><failure type=\"x\">why</failure></testcase>\
                 </testsuite></testsuites>";
    assert_eq!(complaints(right), Vec::<String>::new());
    for (from, to) in [
        (" errors=\"0\"", ""),
        ("tests=\"1\"", "tests=\"one\""),
        ("time=\"0.1\"", "duration=\"0.1\""),
        ("classname=\"a\"", ""),
        ("<failure type=\"x\">", "why<failure type=\"x\">"),
        ("failure", "problem"),
        ("testsuites", "testsuite"),
        ("</testcase>", ""),
    ] {
        assert_ne!(
            complaints(&right.replace(from, to)),
            Vec::<String>::new(),
            "{to}"
        );
    }
}
