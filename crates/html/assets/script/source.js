// The source, with the line of the step and the lines at which the threads stand.

const code = document.getElementById("code");
const tabs = document.getElementById("tabs");
/** The file in sight, and its lines by number. */
let openFile = -1;
let openLines = new Map();
let marked = [];

const WORDS = new Set(
  ("as async await auto bool break case catch char class const constexpr continue crate default delete do double dyn else " +
    "enum explicit extern false final float fn for friend goto if impl in inline int let long loop match mod move mut " +
    "namespace new noexcept nullptr operator override private protected public pub ref register return self short signed " +
    "sizeof static struct super switch template this throw trait true try type typedef typename union unsafe unsigned use " +
    "using virtual void volatile where while")
    .split(" "),
);
const TOKEN = /(\/\/.*)|(\/\*.*?(?:\*\/|$))|("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])')|(\b\d[\w.]*)|([A-Za-z_]\w*)/g;

/** A line with its words coloured. True: a comment goes on behind its end. */
function colourLine(text, target, inComment) {
  let at = 0;
  if (inComment) {
    const end = text.indexOf("*/");
    at = end < 0 ? text.length : end + 2;
    target.append(element("span", "c", text.slice(0, at)));
    if (end < 0) return true;
  }
  TOKEN.lastIndex = at;
  let goesOn = false;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [token, line, block, string, number, word] = found;
    target.append(text.slice(at, found.index));
    at = found.index + token.length;
    const kind = line || block ? "c" : string ? "s" : number ? "n" : WORDS.has(word) ? "k" : "";
    target.append(kind ? element("span", kind, token) : token);
    goesOn = Boolean(block) && !(block.length >= 4 && block.endsWith("*/"));
  }
  target.append(text.slice(at));
  return goesOn;
}

function open(file) {
  if (file === openFile) return;
  openFile = file;
  openLines = new Map();
  marked = [];
  const made = document.createDocumentFragment();
  const { parts, path } = data.files[file];
  let behind = 0;
  for (const { first, lines } of parts) {
    if (first > behind + 1) made.append(element("div", "gap", "⋯"));
    let inComment = false;
    lines.forEach((text, index) => {
      const content = element("span", "text");
      inComment = colourLine(text, content, inComment);
      const line = element("div", "line", element("span", "number", String(first + index)), content, element("span", "marks"));
      openLines.set(first + index, line);
      made.append(line);
    });
    behind = first + lines.length - 1;
  }
  if (parts.length === 0) made.append(element("div", "gap", `${path} could not be read`));
  code.replaceChildren(made);
  [...tabs.children].forEach((tab, index) => tab.setAttribute("aria-selected", index === file));
}

function drawTabs() {
  const made = data.files.map((file, index) => {
    const tab = element("button", "", fileNames[index]);
    tab.type = "button";
    tab.title = file.path;
    tab.setAttribute("role", "tab");
    tab.addEventListener("click", () => {
      open(index);
      markLines();
    });
    return tab;
  });
  tabs.replaceChildren(...made);
}

/** The line of a place, if its file is in sight. */
function lineAt(number) {
  if (number === null || number === undefined || data.places[number].file !== openFile) return undefined;
  return openLines.get(data.places[number].line);
}

function mark(line, ...names) {
  line.classList.add(...names);
  marked.push(line);
}

function markLines() {
  for (const line of marked) {
    line.className = "line";
    line.lastChild.replaceChildren();
  }
  marked = [];
  for (const { number } of data.threads) {
    const line = lineAt(standing(number, view.step)?.place);
    if (!line) continue;
    if (!marked.includes(line)) mark(line, "stands", `lane-${colour(number)}`);
    const short = chip(number);
    short.textContent = number === 0 ? "main" : String(number);
    short.title = `${thread(number).title} ${thread(number).name}`;
    line.lastChild.append(short);
  }
  const step = steps[view.step];
  for (const event of shownEvents(step)) {
    const line = lineAt(event.place);
    if (line) mark(line, "touched");
  }
  const own = lineAt(step.place);
  if (own) mark(own, "step");
  const fault = view.step === lastStep && lineAt(data.error.place);
  if (fault) mark(fault, "fault");
}

/** The place that a step is about: its own, or that of its first event in the source. */
function placeOf(index) {
  if (index === lastStep && data.error.place !== null) return data.error.place;
  const step = steps[index];
  if (step.place !== null) return step.place;
  const event = step.events.find((event) => event.place !== null);
  return event ? event.place : null;
}

function reveal(number) {
  open(data.places[number].file);
  markLines();
  const line = lineAt(number);
  if (!line) return;
  const top = line.offsetTop - code.scrollTop;
  if (top < 40 || top > code.clientHeight - 70) code.scrollTop = line.offsetTop - code.clientHeight * 0.4;
}

function showSource() {
  const place = placeOf(view.step);
  if (place !== null) reveal(place);
  else if (openFile < 0 && data.files.length > 0) open(0);
  markLines();
}
