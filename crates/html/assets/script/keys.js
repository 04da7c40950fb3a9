// Buttons, keys and the pointer; and the start.

function show() {
  showCursor();
  revealRow();
  showRows();
  showSource();
  showNow();
  showGraph();
  showThreads();
  showValues();
  showHeap();
  document.getElementById("position").textContent = `step ${view.step} of ${lastStep}`;
  const atStart = view.step === 0;
  const atEnd = view.step === lastStep;
  for (const id of ["to-start", "switch-back", "back"]) document.getElementById(id).disabled = atStart;
  for (const id of ["to-error", "switch-forward", "forward"]) document.getElementById(id).disabled = atEnd;
}

let isWaiting = false;

/** Goes to a step. Several wishes between two frames are shown once. */
function goTo(step) {
  view.step = Math.max(0, Math.min(lastStep, step));
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    show();
    history.replaceState(null, "", `#${view.step}`);
  });
}

function toggleDetails() {
  view.details = !view.details;
  document.getElementById("details").checked = view.details;
  redrawRows();
  show();
}

const PAGE = 10;
const MOVES = {
  "to-start": () => goTo(0),
  "switch-back": () => goTo(nextSwitch(view.step, -1)),
  back: () => goTo(view.step - 1),
  forward: () => goTo(view.step + 1),
  "switch-forward": () => goTo(nextSwitch(view.step, 1)),
  "to-error": () => goTo(lastStep),
};
const KEYS = {
  ArrowRight: MOVES.forward,
  ArrowDown: MOVES.forward,
  j: MOVES.forward,
  ArrowLeft: MOVES.back,
  ArrowUp: MOVES.back,
  k: MOVES.back,
  "Shift ArrowRight": MOVES["switch-forward"],
  "Shift ArrowDown": MOVES["switch-forward"],
  "Shift ArrowLeft": MOVES["switch-back"],
  "Shift ArrowUp": MOVES["switch-back"],
  Home: MOVES["to-start"],
  End: MOVES["to-error"],
  PageDown: () => goTo(view.step + PAGE),
  PageUp: () => goTo(view.step - PAGE),
  l: toggleDetails,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const move = KEYS[event.shiftKey ? `Shift ${event.key}` : event.key];
  if (!move) return;
  event.preventDefault();
  move();
});

for (const [id, move] of Object.entries(MOVES)) document.getElementById(id).addEventListener("click", move);
document.getElementById("details").addEventListener("change", toggleDetails);
strip.addEventListener("pointerdown", (event) => {
  strip.setPointerCapture(event.pointerId);
  goTo(stepAt(event));
});
strip.addEventListener("pointermove", (event) => {
  if (event.buttons > 0) goTo(stepAt(event));
});
list.addEventListener("click", (event) => {
  const chosen = event.target.closest(".row");
  if (chosen) goTo(Number(chosen.dataset.step));
});
list.addEventListener("scroll", () => requestAnimationFrame(showRows), { passive: true });
new ResizeObserver(() => {
  drawLanes();
  showCursor();
  showRows();
}).observe(document.getElementById("walk"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawLanes);
addEventListener("hashchange", () => goTo(Number(location.hash.slice(1)) || 0));
addEventListener("beforeprint", () => {
  printing = true;
  drawLanes();
  showRows();
});
addEventListener("afterprint", () => {
  printing = false;
  drawLanes();
  showRows();
});

document.getElementById("walk").hidden = false;
strip.setAttribute("aria-valuemax", lastStep);
const wanted = /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : lastStep;
view.step = Math.min(lastStep, wanted);
drawLabels();
drawTabs();
drawLanes();
redrawRows();
show();
