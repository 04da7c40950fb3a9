// The trail, and the step that is looked at. It knows nothing of what is shown.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const steps = data.steps;
const lastStep = steps.length - 1;
const lanes = new Map(data.threads.map((thread, lane) => [thread.number, lane]));
/** Steps after which it is known how the threads stand; at the error it always is. */
const followed = data.standings.length;

const view = { step: 0, details: false };

function thread(number) {
  const lane = lanes.get(number);
  return lane === undefined ? { number, title: `thread ${number}`, name: "" } : data.threads[lane];
}

/** The number of the colour of a thread. */
function colour(number) {
  return number === 0 ? 0 : 1 + ((number - 1) % 7);
}

function isSwitch(index) {
  return index > 0 && steps[index].thread !== steps[index - 1].thread;
}

/** The step at which the next context switch is, in a direction; the end of the trail if there is none. */
function nextSwitch(from, direction) {
  let index = from + direction;
  while (index > 0 && index < lastStep && !isSwitch(index)) index += direction;
  return Math.max(0, Math.min(lastStep, index));
}

/** By thread: the steps after which it stands differently, and how. */
const changes = new Map(data.threads.map((thread) => [thread.number, []]));
data.standings.forEach((standings, step) => {
  for (const standing of standings) changes.get(standing.thread).push({ step, standing });
});

/** How a thread stands after a step, if that is known. */
function standing(number, step) {
  if (step === lastStep) return data.last.find((one) => one.thread === number);
  const list = changes.get(number);
  if (step >= followed || !list) return undefined;
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle].step <= step) low = middle + 1;
    else high = middle;
  }
  return low > 0 ? list[low - 1].standing : undefined;
}

/** The events of a step that are shown. */
function shownEvents(step) {
  return view.details ? step.events : step.events.filter((event) => !event.detail);
}

/** Files are called by their last names where these differ. */
const fileNames = (() => {
  const last = data.files.map((file) => file.path.split("/").pop());
  return new Set(last).size === last.length ? last : data.files.map((file) => file.path);
})();

function placeText(number) {
  const place = data.places[number];
  return `${fileNames[place.file]}:${place.line}`;
}

/** The text of each file's lines, by number. */
const lineTexts = data.files.map((file) => {
  const lines = new Map();
  for (const part of file.parts) part.lines.forEach((text, index) => lines.set(part.first + index, text));
  return lines;
});

function sourceText(number) {
  const place = data.places[number];
  return (lineTexts[place.file].get(place.line) ?? "").trim();
}

/** Variables with the values that were read or written last, the latest first. */
function valuesAt(step, most) {
  const found = new Map();
  for (let index = step; index >= 0 && found.size < most; index--) {
    const events = shownEvents(steps[index]);
    for (let at = events.length - 1; at >= 0 && found.size < most; at--) {
      const event = events[at];
      const isAccess = event.kind === "read" || event.kind === "write";
      if (isAccess && !found.has(event.name)) found.set(event.name, { event, step: index });
    }
  }
  return found;
}

/** An element with a class and children, which are elements or text. */
function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

function chip(number, full) {
  const made = element("span", `chip lane-${colour(number)}${full ? " full" : ""}`, thread(number).title);
  made.title = thread(number).name;
  return made;
}
