// Who holds and who waits, as a picture: threads and locks on a ring, in the order in which they wait.

const graph = document.getElementById("graph");
const MOST_NODES = 28;
const BOX_HEIGHT = 24;
const ARROW_LENGTH = 40;

function svg(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Threads, locks and other things that are waited for, and the edges between them. */
function relations(standings) {
  const nodes = new Map();
  const edges = [];
  const node = (kind, name, number) => {
    const key = `${kind} ${name}`;
    if (!nodes.has(key)) nodes.set(key, { key, kind, name, number, next: [] });
    return nodes.get(key);
  };
  const edge = (from, to, kind) => {
    from.next.push(to);
    edges.push({ from, to, kind });
  };
  for (const { thread: number, holds, waits, for_lock, for_thread } of standings) {
    const own = () => node("thread", number, number);
    for (const held of holds ?? []) edge(node("lock", held.name), own(), "holds");
    if (for_lock !== undefined) edge(own(), node("lock", for_lock), "waits");
    else if (for_thread !== undefined) edge(own(), node("thread", for_thread, for_thread), "waits");
    else if (waits !== undefined) edge(own(), node("thing", waits), "waits");
    // A lock that the trail has not seen being taken.
    if (for_lock !== undefined && for_thread !== undefined) {
      const lock = node("lock", for_lock);
      const isHeld = standings.some(({ holds }) => (holds ?? []).some(({ name }) => name === for_lock));
      if (!isHeld) edge(lock, node("thread", for_thread, for_thread), "holds");
    }
  }
  return { nodes: [...nodes.values()], edges };
}

/** Nodes that lie on a circle of edges. */
function knot(nodes) {
  const reaches = (from, to) => {
    const seen = new Set();
    const open = [...from.next];
    while (open.length > 0) {
      const node = open.pop();
      if (node === to) return true;
      if (seen.has(node)) continue;
      seen.add(node);
      open.push(...node.next);
    }
    return false;
  };
  return new Set(nodes.filter((node) => reaches(node, node)));
}

/** Along the edges as far as they lead, then from the next node: a circle of waits becomes a ring. */
function ordered(nodes) {
  const entered = new Set(nodes.flatMap((node) => node.next));
  const tied = knot(nodes);
  const starts = [...nodes.filter((node) => tied.has(node)), ...nodes.filter((node) => !entered.has(node)), ...nodes];
  const order = [];
  const seen = new Set();
  const visit = (node) => {
    if (seen.has(node)) return;
    seen.add(node);
    order.push(node);
    node.next.forEach(visit);
  };
  starts.forEach(visit);
  return order;
}

function shortened(text, most) {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
}

/** The radius of a ring on which an arrow fits between neighbours that stand side by side. */
function radiusFor(node, next) {
  const apart = Math.abs(Math.cos(node.angle) - Math.cos(next.angle));
  if (Math.abs(node.y - next.y) >= BOX_HEIGHT || apart < 1e-9) return 0;
  return ((node.wide + next.wide) / 2 + ARROW_LENGTH) / apart;
}

function place(nodes) {
  for (const node of nodes) {
    const label = node.kind === "thread" ? thread(node.number).title : node.name;
    node.label = shortened(label, node.kind === "thing" ? 24 : 20);
    node.wide = Math.max(44, node.label.length * 7.2 + 18);
  }
  const size = 170 + Math.max(0, nodes.length - 6) * 26;
  const widest = Math.max(...nodes.map((node) => node.wide));
  const isLine = nodes.length <= 2;
  const height = isLine ? 60 : size + 20;
  nodes.forEach((node, index) => {
    node.angle = isLine ? Math.PI * (1 - index) : (2 * Math.PI * index) / nodes.length - Math.PI / 2;
    node.y = height / 2 + (isLine ? 0 : ((height - 40) / 2) * Math.sin(node.angle));
  });
  const radius = Math.max(size / 2, ...nodes.map((node, index) => radiusFor(node, nodes[(index + 1) % nodes.length])));
  const width = 2 * radius + widest + 10;
  for (const node of nodes) node.x = width / 2 + radius * Math.cos(node.angle);
  return [width, height];
}

/** Where the way from one node to another crosses the edge of a node's box. */
function border(node, towards) {
  const [dx, dy] = [towards.x - node.x, towards.y - node.y];
  const [halfWidth, halfHeight] = [node.wide / 2 + 3, 15];
  const scale = Math.min(halfWidth / Math.abs(dx || 1e-9), halfHeight / Math.abs(dy || 1e-9));
  return [node.x + dx * Math.min(1, scale), node.y + dy * Math.min(1, scale)];
}

function drawEdge({ from, to, kind }, tied) {
  const [x1, y1] = border(from, to);
  const [x2, y2] = border(to, from);
  const isTied = tied.has(from) && tied.has(to);
  // Two nodes may wait for each other: bend the ways apart.
  const bend = to.next.includes(from) ? 16 : 0;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy) || 1;
  const [mx, my] = [(x1 + x2) / 2 - (dy / length) * bend, (y1 + y2) / 2 + (dx / length) * bend];
  return svg("path", {
    class: `${kind}${isTied ? " knot" : ""}`,
    d: `M${x1.toFixed(1)} ${y1.toFixed(1)}Q${mx.toFixed(1)} ${my.toFixed(1)} ${x2.toFixed(1)} ${y2.toFixed(1)}`,
    "marker-end": "url(#arrow)",
  });
}

function drawNode(node) {
  const name = node.kind === "thread" ? `${thread(node.number).title} ${thread(node.number).name}` : node.name;
  const text = svg("text", { x: node.x.toFixed(1), y: node.y.toFixed(1) }, node.label);
  const box = svg("rect", {
    x: (node.x - node.wide / 2).toFixed(1),
    y: (node.y - BOX_HEIGHT / 2).toFixed(1),
    width: node.wide.toFixed(1),
    height: BOX_HEIGHT,
    rx: node.kind === "thread" ? 12 : 4,
  });
  const lane = node.kind === "thread" ? ` lane-${colour(node.number)}` : "";
  return svg("g", { class: `node-${node.kind}${lane}` }, svg("title", {}, name), box, text);
}

function showGraph() {
  const standings = data.threads.map(({ number }) => standing(number, view.step)).filter(Boolean);
  const { nodes, edges } = relations(standings);
  if (nodes.length === 0 || nodes.length > MOST_NODES) {
    const isKnown = view.step < followed || view.step === lastStep;
    const many = "more threads and locks than a picture holds: see the list";
    const none = isKnown ? "no lock is held, no thread waits" : "not followed: the trail is too long";
    graph.replaceChildren(element("p", "none", nodes.length > 0 ? many : none));
    return;
  }
  const tied = knot(nodes);
  const order = ordered(nodes);
  const [width, height] = place(order);
  const tip = svg("path", { d: "M0 0 8 4 0 8z" });
  const attributes = { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto", markerUnits: "userSpaceOnUse" };
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": graphText(edges) },
    svg("defs", {}, svg("marker", attributes, tip)),
    ...edges.map((edge) => drawEdge(edge, tied)),
    ...order.map(drawNode),
  );
  const legend = element("div", "legend", element("span", "", "lock → thread that holds it"), element("span", "", "thread ⇢ what it waits for"));
  graph.replaceChildren(picture, legend);
}

/** The picture in words. */
function graphText(edges) {
  const name = (node) => (node.kind === "thread" ? thread(node.number).title : node.name);
  const told = edges.map(({ from, to, kind }) =>
    kind === "holds" ? `${name(to)} holds ${name(from)}` : `${name(from)} waits for ${name(to)}`,
  );
  return told.join("; ");
}
