//! The page of a run of many tests: a line for each, failures first, with links to their trails.

use std::fmt::Write;

use trailhound_checker::Answer;
use trailhound_checker::quantity::{count, counted};

use crate::document::Document;
use crate::escape::Text;

const STYLE: &str = include_str!("../assets/index.css");

/// What was run, and what came of it.
#[derive(Clone, Debug)]
pub struct TestRun {
    /// What was tested: the package or workspace.
    pub subject: String,
    pub seconds: f64,
    /// In the order in which they are listed.
    pub tests: Vec<Test>,
}

/// One test of a run.
#[derive(Clone, Debug)]
pub struct Test {
    /// Tests of one target are listed together.
    pub target: String,
    pub name: String,
    pub answer: Answer,
    /// A word beside the verdict, as `sequential`, `cached` or `ignored`.
    pub remark: Option<String>,
    /// The error, or why there is no verdict.
    pub message: Option<String>,
    pub states: Option<u64>,
    pub seconds: f64,
    /// The page of its trail, as seen from this page.
    pub page: Option<String>,
}

/// Answers in the order in which they call for attention, with their words in the summary.
const ANSWERS: [(Answer, &str, &str); 4] = [
    (Answer::Error, "error", "failed"),
    (Answer::Undecided, "undecided", "not decided"),
    (Answer::Unsupported, "unsupported", "not supported"),
    (Answer::Ok, "ok", "passed"),
];

/// One page for a run of tests.
pub fn index(run: &TestRun) -> String {
    let amount = |answer: Answer| {
        run.tests
            .iter()
            .filter(|test| test.answer == answer)
            .count()
    };
    let worst = ANSWERS.iter().find(|(answer, ..)| amount(*answer) > 0);
    let class = worst.map_or("ok", |(_, class, _)| class);
    let mut body = format!(
        "<header class=\"{class}\"><p class=\"subject\"><b>Trailhound</b> {}</p>\n<h1>",
        Text(&run.subject)
    );
    for (answer, class, word) in ANSWERS {
        let amount = amount(answer);
        if amount > 0 {
            let amount = count(amount as u64);
            let _ = write!(body, "<span class=\"sum {class}\">{amount} {word}</span> ");
        }
    }
    let tests = counted(run.tests.len() as u64, "test");
    let _ = writeln!(
        body,
        "</h1>\n<p class=\"facts\">{tests} in {:.1} s</p></header>\n<main>",
        run.seconds
    );
    let mut targets: Vec<&str> = Vec::new();
    for test in &run.tests {
        if !targets.contains(&test.target.as_str()) {
            targets.push(&test.target);
        }
    }
    for target in targets {
        let _ = writeln!(
            body,
            "<section><h2>{}</h2>\n<table><thead><tr><th>verdict</th><th>test</th>\
             <th class=\"number\">states</th><th class=\"number\">time</th></tr></thead><tbody>",
            Text(target)
        );
        for (answer, class, _) in ANSWERS {
            let tests = run.tests.iter();
            let tests = tests.filter(|test| test.target == target && test.answer == answer);
            tests.for_each(|test| row(&mut body, test, class));
        }
        body += "</tbody></table></section>\n";
    }
    body += "</main>\n";
    let title = format!("tests of {}", run.subject);
    let document = Document {
        title: &title,
        style: STYLE,
        body,
        data: None,
        script: None,
    };
    document.render()
}

fn row(body: &mut String, test: &Test, class: &str) {
    let name = match test.page.as_deref().filter(|page| is_relative(page)) {
        Some(page) => format!("<a href=\"{}\">{}</a>", Text(page), Text(&test.name)),
        None => Text(&test.name).to_string(),
    };
    let message = test.message.as_ref();
    let message = message.map(|message| format!("<p class=\"message\">{}</p>", Text(message)));
    let remark = test.remark.as_ref();
    let remark = remark.map(|remark| format!(" <span class=\"remark\">{}</span>", Text(remark)));
    let _ = writeln!(
        body,
        "<tr class=\"{class}\"><td><span class=\"badge\">{class}</span>{}</td><td>{name}{}</td>\
         <td class=\"number\">{}</td><td class=\"number\">{:.2} s</td></tr>",
        remark.unwrap_or_default(),
        message.unwrap_or_default(),
        test.states.map(count).unwrap_or_default(),
        test.seconds
    );
}

/// A link may lead to a file beside this page, and nowhere else.
fn is_relative(page: &str) -> bool {
    let name = page.split('/').next().unwrap_or_default();
    !page.starts_with('/') && !name.contains(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(name: &str, answer: Answer) -> Test {
        Test {
            target: "queue (lib)".to_owned(),
            name: name.to_owned(),
            answer,
            remark: None,
            message: None,
            states: Some(1234),
            seconds: 0.5,
            page: None,
        }
    }

    #[test]
    fn failures_come_first_and_are_linked() {
        let failed = Test {
            message: Some("thread 1 and thread 2 wait for each other".to_owned()),
            page: Some("trails/both ways.html".to_owned()),
            ..test("both_ways", Answer::Error)
        };
        let page = index(&TestRun {
            subject: "bank".to_owned(),
            seconds: 1.25,
            tests: vec![test("one_way", Answer::Ok), failed],
        });
        assert!(
            page.contains("1 failed") && page.contains("1 passed"),
            "{page}"
        );
        assert!(page.contains("<a href=\"trails/both ways.html\">both_ways</a>"));
        assert!(page.find("both_ways") < page.find("one_way"));
    }

    #[test]
    fn names_are_no_markup_and_links_no_scripts() {
        let hostile = Test {
            page: Some("javascript:alert(1)".to_owned()),
            ..test("<script>alert(1)</script>", Answer::Error)
        };
        let page = index(&TestRun {
            subject: "\"><img src=x>".to_owned(),
            seconds: 0.0,
            tests: vec![hostile],
        });
        assert!(
            !page.contains("<script") && !page.contains("<img") && !page.contains("javascript:")
        );
    }
}
