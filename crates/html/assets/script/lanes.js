// The strip with a lane for each thread over all steps. It is drawn once for each size and colour scheme.

const strip = document.getElementById("strip");
const canvas = strip.querySelector("canvas");
const LANE = 24;
const WIDEST_STEP = 46;
const ROOM_FOR_ERROR = 18;

function stepWidth() {
  return Math.min(WIDEST_STEP, (strip.clientWidth - ROOM_FOR_ERROR) / steps.length);
}

function drawLabels() {
  const labels = data.threads.map((thread) => {
    const label = element("div", `lane-${colour(thread.number)}`, element("b", "", thread.title));
    if (thread.name !== thread.title) label.append(" ", element("span", "", thread.name));
    label.title = `${thread.title} ${thread.name}`;
    return label;
  });
  document.getElementById("labels").replaceChildren(...labels);
}

function drawLanes() {
  const width = strip.clientWidth;
  const height = LANE * data.threads.length;
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.round(height * scale);
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  const style = getComputedStyle(document.documentElement);
  const paint = (name) => style.getPropertyValue(`--${name}`).trim();
  const colours = Array.from({ length: 8 }, (_, index) => paint(`t${index}`));
  const wide = stepWidth();
  const y = (number) => lanes.get(number) * LANE + LANE / 2;
  drawStandings(pen, wide, colours);
  drawConnections(pen, wide, y, paint("faint"));
  drawRuns(pen, wide, y, colours, paint("panel"));
  drawError(pen, wide, y, paint("error"));
}

/** A line while a thread lives, dots while it waits, a band while it holds a lock. */
function drawStandings(pen, wide, colours) {
  for (const { number } of data.threads) {
    const top = lanes.get(number) * LANE;
    const list = changes.get(number);
    list.forEach(({ step, standing }, index) => {
      const next = index + 1 < list.length ? list[index + 1].step : Math.max(followed, step + 1);
      const from = step * wide;
      const length = (next - step) * wide;
      if (standing.status === "finished") return;
      pen.fillStyle = colours[colour(number)];
      if (standing.holds) {
        pen.globalAlpha = 0.16;
        pen.fillRect(from, top + 3, length, LANE - 6);
      }
      pen.globalAlpha = 0.55;
      if (standing.status === "blocked") {
        for (let x = from; x < from + length; x += 6) pen.fillRect(x, top + LANE / 2 - 1, 2, 2);
      } else {
        pen.fillRect(from, top + LANE / 2 - 0.5, length, 1);
      }
      pen.globalAlpha = 1;
    });
  }
}

/** The way that the trail takes from thread to thread. */
function drawConnections(pen, wide, y, ink) {
  if (wide < 3) return;
  pen.strokeStyle = ink;
  pen.lineWidth = 1.2;
  pen.beginPath();
  for (let index = 1; index <= lastStep; index++) {
    if (!isSwitch(index)) continue;
    const x = index * wide;
    const half = Math.min(8, wide / 2);
    const [from, to] = [y(steps[index - 1].thread), y(steps[index].thread)];
    pen.moveTo(x - half, from);
    pen.bezierCurveTo(x + half, from, x - half, to, x + half, to);
  }
  pen.stroke();
}

function drawRuns(pen, wide, y, colours, panel) {
  const gap = wide >= 8 ? 2 : 0;
  const high = 14;
  pen.font = "600 10px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  let index = 0;
  while (index <= lastStep) {
    // Steps in a row are one block where single ones cannot be told apart.
    let end = index + 1;
    while (gap === 0 && end <= lastStep && steps[end].thread === steps[index].thread) end++;
    const top = y(steps[index].thread) - high / 2;
    pen.fillStyle = colours[colour(steps[index].thread)];
    pen.beginPath();
    const length = Math.max(1, (end - index) * wide - gap);
    pen.roundRect(index * wide + gap / 2, top, length, high, Math.min(4, length / 2));
    pen.fill();
    if (wide >= 20) {
      pen.fillStyle = panel;
      pen.fillText(String(index), index * wide + wide / 2, top + high / 2 + 0.5);
    }
    index = end;
  }
}

function drawError(pen, wide, y, red) {
  if (!lanes.has(data.error.thread)) return;
  const x = (lastStep + 1) * wide + 9;
  const middle = y(data.error.thread);
  pen.strokeStyle = red;
  pen.lineWidth = 3;
  pen.lineCap = "round";
  pen.beginPath();
  pen.moveTo(x - 4, middle - 4);
  pen.lineTo(x + 4, middle + 4);
  pen.moveTo(x + 4, middle - 4);
  pen.lineTo(x - 4, middle + 4);
  pen.stroke();
}

function showCursor() {
  const wide = Math.max(3, stepWidth());
  const cursor = document.getElementById("cursor");
  cursor.style.width = `${wide}px`;
  cursor.style.transform = `translateX(${view.step * stepWidth() + (stepWidth() - wide) / 2}px)`;
  strip.setAttribute("aria-valuenow", view.step);
  strip.setAttribute("aria-valuetext", `step ${view.step} of ${lastStep}, ${thread(steps[view.step].thread).title}`);
}

/** The step under a pointer. */
function stepAt(event) {
  const x = event.clientX - strip.getBoundingClientRect().left;
  return Math.max(0, Math.min(lastStep, Math.floor(x / stepWidth())));
}
