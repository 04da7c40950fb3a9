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
  return list[indexBehind(list, step) - 1]?.standing;
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

/** The index behind the last item of a list that is not behind a step. */
function indexBehind(list, step) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle].step <= step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By variable: the events that read or wrote it, with their steps. */
const accesses = new Map();
steps.forEach(({ events }, step) => {
  for (const event of events) {
    if (event.kind !== "read" && event.kind !== "write") continue;
    if (!accesses.has(event.name)) accesses.set(event.name, []);
    accesses.get(event.name).push({ step, event });
  }
});

/** Variables with the values that were read or written last, the latest first. */
function valuesAt(step, most) {
  const found = [];
  for (const [name, list] of accesses) {
    let at = indexBehind(list, step) - 1;
    while (at >= 0 && list[at].event.detail && !view.details) at--;
    if (at >= 0) found.push({ name, ...list[at] });
  }
  return found.sort((a, b) => b.step - a.step).slice(0, most);
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
