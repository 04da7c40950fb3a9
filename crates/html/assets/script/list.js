// The list of steps. Only the rows in sight are in the document.

const list = document.getElementById("list");
const rows = document.getElementById("rows");
const ROW = 46;
const MARGIN = 8;
/** The rows in the document, by step. */
let drawn = new Map();
let printing = false;

const trackWidth = Math.max(18, Math.min(14 * data.threads.length + 6, 130));

function trackAt(lane) {
  return ((lane + 0.5) * trackWidth) / data.threads.length;
}

function track(index) {
  const made = element("span", "track");
  made.style.width = `${trackWidth}px`;
  data.threads.forEach(({ number }, lane) => {
    const how = standing(number, index);
    if (!how || how.status === "finished") return;
    const state = how.status === "blocked" ? " waiting" : how.holds ? " holding" : "";
    const line = element("i", `lane-${colour(number)}${state}`);
    line.style.left = `${trackAt(lane)}px`;
    made.append(line);
  });
  const dot = element("b", `lane-${colour(steps[index].thread)}`);
  dot.style.left = `${trackAt(lanes.get(steps[index].thread))}px`;
  made.append(dot);
  return made;
}

function row(index) {
  const step = steps[index];
  const code = element("div", "code");
  if (step.place !== null) code.append(element("span", "at", placeText(step.place)));
  if (isSwitch(index) || index === 0) code.append(chip(step.thread));
  if (index === 0 && step.place === null) code.append("before the first choice");
  if (step.place !== null) code.append(sourceText(step.place));
  const events = element("div", "events");
  if (data.cycle === index) events.append(element("span", "lap", "↻ again and again: "));
  if (step.library) events.append(element("span", "event", `in ${step.library}`));
  for (const event of shownEvents(step)) {
    events.append(element("span", `event ${event.kind}${event.detail ? " detail" : ""}`, event.text));
  }
  if (index === lastStep) events.append(element("span", "event error", `✗ ${data.error.kind}`));
  const made = element(
    "div",
    "row",
    element("span", "number", String(index)),
    track(index),
    element("div", "what", code, events),
  );
  if (index === lastStep) made.classList.add("fails");
  made.dataset.step = index;
  made.setAttribute("role", "option");
  made.style.top = `${index * ROW}px`;
  return made;
}

function markRow(index, made) {
  made.classList.toggle("current", index === view.step);
  made.classList.toggle("future", index > view.step);
  made.setAttribute("aria-selected", index === view.step);
}

function showRows() {
  const top = list.scrollTop;
  const first = printing ? 0 : Math.max(0, Math.floor(top / ROW) - MARGIN);
  const end = printing ? steps.length : Math.min(steps.length, Math.ceil((top + list.clientHeight) / ROW) + MARGIN);
  for (const [index, made] of drawn) {
    if (index < first || index >= end) {
      made.remove();
      drawn.delete(index);
    }
  }
  const added = document.createDocumentFragment();
  for (let index = first; index < end; index++) {
    let made = drawn.get(index);
    if (!made) {
      made = row(index);
      drawn.set(index, made);
      added.append(made);
    }
    // On paper rows stand where the document has them.
    if (printing) added.append(made);
    markRow(index, made);
  }
  rows.append(added);
}

/** Draws all rows anew. */
function redrawRows() {
  rows.style.height = `${steps.length * ROW}px`;
  rows.replaceChildren();
  drawn = new Map();
  showRows();
}

/** Scrolls as little as is needed to have the step in sight, with some steps around it. */
function revealRow() {
  const room = list.clientHeight;
  const around = Math.min(2 * ROW, Math.max(0, (room - ROW) / 2));
  const top = view.step * ROW;
  if (top - around < list.scrollTop) list.scrollTop = top - around;
  else if (top + ROW + around > list.scrollTop + room) list.scrollTop = top + ROW + around - room;
}
