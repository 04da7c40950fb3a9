//! The frame of a page: its head, with the policy that lets nothing run but what is ours.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use crate::escape::Text;

const COMMON_STYLE: &str = include_str!("../assets/common.css");

/// A page before it is put together. `body` is markup.
pub struct Document<'a> {
    pub title: &'a str,
    pub style: &'a str,
    pub body: String,
    /// JSON for the script, escaped.
    pub data: Option<String>,
    pub script: Option<&'a str>,
}

impl Document<'_> {
    pub fn render(&self) -> String {
        let title = Text(self.title);
        let style = format!("{COMMON_STYLE}{}", self.style);
        let scripts = match self.script {
            Some(script) => format!("'{}'", hash(script)),
            None => "'none'".to_owned(),
        };
        let policy = format!(
            "default-src 'none'; style-src '{}'; script-src {scripts}; base-uri 'none'; form-action 'none'",
            hash(&style)
        );
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n\
             <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n{}",
            self.body
        );
        if let Some(data) = &self.data {
            page += &format!("<script type=\"application/json\" id=\"data\">{data}</script>\n");
        }
        if let Some(script) = self.script {
            page += &format!("<script>{script}</script>\n");
        }
        page + "</body>\n</html>\n"
    }
}

/// The hash of an inline script or style, as a policy names it.
fn hash(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text)))
}
