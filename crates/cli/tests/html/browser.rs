//! A real Chromium without a window, driven through chromedriver as the WebDriver standard says.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Keys by the code points that WebDriver has for them.
pub const SHIFT: char = '\u{e008}';
pub const END: char = '\u{e010}';
pub const HOME: char = '\u{e011}';
pub const LEFT: char = '\u{e012}';
pub const RIGHT: char = '\u{e014}';

/// How long a page may take to show what is waited for: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct Browser {
    driver: Child,
    /// The address of the session.
    session: String,
    agent: ureq::Agent,
    _profile: TempDir,
}

impl Browser {
    /// A browser whose window has this size.
    pub fn start(width: u32, height: u32) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts: scripts/setup-tests.sh installs it");
        let stdout = BufReader::new(driver.stdout.take().expect("a pipe"));
        let port: u16 = stdout
            .lines()
            .map_while(Result::ok)
            .find_map(|line| {
                let (_, port) = line.rsplit_once("successfully on port ")?;
                port.trim_end_matches('.').parse().ok()
            })
            .expect("chromedriver says where it listens");
        let profile = TempDir::new().expect("a folder");
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            &format!("--window-size={width},{height}"),
            &format!("--user-data-dir={}", profile.path().display()),
        ];
        let options = json!({ "goog:chromeOptions": { "args": arguments } });
        let wish = json!({ "capabilities": { "alwaysMatch": options } });
        let mut browser = Browser {
            driver,
            session: format!("http://127.0.0.1:{port}/session"),
            agent: ureq::Agent::config_builder()
                .http_status_as_error(false)
                .build()
                .into(),
            _profile: profile,
        };
        let answer = browser.post("", &wish);
        let session = answer["sessionId"].as_str().expect("a session");
        browser.session += &format!("/{session}");
        browser
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        let address = format!("{}{command}", self.session);
        let mut answer = self
            .agent
            .post(&address)
            .send_json(body)
            .expect("an answer");
        let answer: Value = answer.body_mut().read_json().expect("JSON");
        let failure = &answer["value"]["error"];
        assert!(failure.is_null(), "{command}: {}", answer["value"]);
        answer["value"].clone()
    }

    pub fn open(&self, page: &Path) {
        let address = format!("file://{}", page.display());
        self.post("/url", &json!({ "url": address }));
    }

    /// What a function body of JavaScript returns.
    pub fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// What an expression of JavaScript is.
    pub fn value(&self, expression: &str) -> Value {
        self.run(&format!("return {expression};"))
    }

    pub fn text(&self, selector: &str) -> String {
        let content = self.value(&format!("document.querySelector('{selector}').textContent"));
        content.as_str().unwrap_or_default().to_owned()
    }

    pub fn count(&self, selector: &str) -> u64 {
        let count = self.value(&format!("document.querySelectorAll('{selector}').length"));
        count.as_u64().expect("a number")
    }

    /// Waits until an expression is a value.
    pub fn expect(&self, expression: &str, expected: impl Into<Value>) {
        let expected = expected.into();
        let start = Instant::now();
        loop {
            let value = self.value(expression);
            if value == expected {
                return;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "{expression} is {value}, not {expected}"
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses keys together and lets them go.
    pub fn press(&self, keys: &[char]) {
        let down = keys
            .iter()
            .map(|key| json!({ "type": "keyDown", "value": key }));
        let up = keys.iter().rev();
        let up = up.map(|key| json!({ "type": "keyUp", "value": key }));
        let actions: Vec<Value> = down.chain(up).collect();
        let source = json!({ "type": "key", "id": "keys", "actions": actions });
        self.post("/actions", &json!({ "actions": [source] }));
    }

    /// Clicks on an element, so many pixels from its middle.
    pub fn click_beside(&self, selector: &str, x: i32, y: i32) {
        let find = json!({ "using": "css selector", "value": selector });
        let element = self.post("/element", &find);
        let actions = json!([
            { "type": "pointerMove", "duration": 0, "x": x, "y": y, "origin": element },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let source = json!({ "type": "pointer", "id": "mouse", "actions": actions });
        self.post("/actions", &json!({ "actions": [source] }));
    }

    pub fn click(&self, selector: &str) {
        self.click_beside(selector, 0, 0);
    }

    /// Sets a media feature, such as `prefers-color-scheme`.
    pub fn emulate(&self, feature: &str, value: &str) {
        let features = json!([{ "name": feature, "value": value }]);
        self.devtools(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        );
    }

    /// The page is laid out as on paper.
    pub fn emulate_paper(&self) {
        self.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    }

    pub fn resize(&self, width: u32, height: u32) {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics);
    }

    fn devtools(&self, command: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        self.post("/goog/cdp/execute", &body)
    }

    /// Seconds of processor time that the page has taken so far.
    pub fn processor_time(&self) -> f64 {
        self.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" }));
        let answer = self.devtools("Performance.getMetrics", json!({}));
        let metrics = answer["metrics"].as_array().expect("metrics");
        let tasks = metrics
            .iter()
            .find(|metric| metric["name"] == "TaskDuration");
        tasks.expect("a duration")["value"]
            .as_f64()
            .expect("seconds")
    }

    /// The page as a PDF, in base64.
    pub fn print(&self) -> String {
        let printed = self.post("/print", &json!({}));
        printed.as_str().expect("a document").to_owned()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
