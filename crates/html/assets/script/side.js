// What the step did, how the threads stand, and the values that were read and written last.

const MOST_VALUES = 40;
const MOST_LISTED = 60;
const MOST_BLOCKS = 12;

/** A place that can be clicked to see its line. */
function placeButton(number) {
  if (number === null || number === undefined) return undefined;
  const made = element("button", "place", placeText(number));
  made.type = "button";
  made.title = data.places[number].function;
  made.addEventListener("click", () => reveal(number));
  return made;
}

function faultCard() {
  const card = element("div", "fault-card", element("b", "", `✗ ${data.error.kind}`), ` ${data.error.message} `);
  if (data.error.race.length === 0) card.append(placeButton(data.error.place) ?? "");
  for (const side of data.error.race) {
    card.append("\n", chip(side.thread), ` ${side.text} `, placeButton(side.place) ?? "");
  }
  return card;
}

function eventItem(event, own) {
  const item = element("li", `${event.kind}${event.detail ? " detail" : ""}`, event.text);
  if (event.library) item.append(element("span", "via", ` in ${event.library}`));
  if (event.place !== null && event.place !== own) item.append(" ", placeButton(event.place));
  return item;
}

function showNow() {
  const step = steps[view.step];
  const title = view.step === 0 ? "Before the first choice" : `Step ${view.step}`;
  const heading = element("h3", "", chip(step.thread, true), ` ${title} `, placeButton(step.place));
  const events = shownEvents(step);
  const items = events.slice(0, MOST_LISTED).map((event) => eventItem(event, step.place));
  const more = events.length - items.length + (step.more ?? 0);
  if (more > 0) items.push(element("li", "detail", `… and ${more} more`));
  const isFault = view.step === lastStep && step.thread === data.error.thread;
  if (items.length === 0) items.push(element("li", "detail", isFault ? "fails here" : "nothing that other threads can see"));
  const children = [heading, element("ul", "", ...items)];
  if (view.step === lastStep) children.unshift(faultCard());
  document.getElementById("now").replaceChildren(...children);
}

function threadItem({ number, title, name }) {
  const how = standing(number, view.step);
  if (!how) return undefined;
  const item = element("div", `thread ${how.status}`, element("span", "status", how.status), chip(number));
  if (name !== title) item.append(element("span", "name", name));
  if (how.place !== null && how.status !== "finished") item.append(element("p", "", "at ", placeButton(how.place)));
  if (how.waits !== undefined) {
    const waits = element("p", "", `waits for ${how.waits}`);
    const holder = how.for_thread;
    if (holder === number) waits.append(", which it holds itself");
    else if (holder !== undefined && !how.waits.includes(thread(holder).title)) waits.append(", held by ", chip(holder));
    item.append(waits);
  }
  for (const held of how.holds ?? []) {
    const line = element("p", "", `holds ${held.name}`);
    if (held.since !== null) line.append(" since ", placeButton(held.since));
    item.append(line);
  }
  return item;
}

function showThreads() {
  const items = data.threads.map(threadItem).filter(Boolean);
  if (items.length === 0) items.push(element("p", "none", "not followed: the trail is too long"));
  document.querySelector("#threads > div").replaceChildren(...items);
}

/** Whether a block is freed by the end of the current step. */
function isFreed(block) {
  const text = `frees ${block.name}`;
  return block.freed !== undefined && steps.findLastIndex((step) => step.events.some((event) => event.text === text)) <= view.step;
}

/** Where the heap blocks come from that the panel speaks of. */
function showHeap() {
  const panel = document.getElementById("side");
  const section = document.getElementById("heap");
  const content = section.querySelector("div");
  content.replaceChildren();
  const spoken = panel.textContent;
  // `heap#2` is not spoken of in `heap#21`, nor in `heap#2.1`, which is a block of its own.
  const isSpokenOf = (name) => {
    for (let at = spoken.indexOf(name); at >= 0; at = spoken.indexOf(name, at + 1)) {
      if (!/^\.?\d/.test(spoken.slice(at + name.length, at + name.length + 2))) return true;
    }
    return false;
  };
  const blocks = data.blocks.filter((block) => isSpokenOf(block.name)).slice(0, MOST_BLOCKS);
  for (const block of blocks) {
    const path = block.path ? ` (${block.path})` : "";
    const told = element("p", "", element("b", "", block.name), `${path}, allocated by `, chip(block.thread), " at ", placeButton(block.place));
    if (isFreed(block)) told.append(", freed by ", chip(block.freed.thread), " at ", placeButton(block.freed.place));
    content.append(told);
  }
  section.hidden = blocks.length === 0;
}

function showValues() {
  const body = element("tbody");
  for (const { name, event, step } of valuesAt(view.step, MOST_VALUES)) {
    const value = element("td", "");
    if (step === view.step && event.kind === "write" && event.before !== event.value) value.append(element("s", "", event.before), " ");
    value.append(event.value);
    const by = element("td", "", chip(steps[step].thread));
    body.append(element("tr", step === view.step ? "changed" : "", element("td", "", name), value, by));
  }
  const content = body.children.length > 0 ? element("table", "", body) : element("p", "none", "nothing was read or written yet");
  document.querySelector("#values > div").replaceChildren(content);
}
