// Walks along the trail of examples/bounded_queue.c, forwards and backwards.
//   node run.js TRAILHOUND TRAIL SOURCE
const assert = require("node:assert");
const { DebugClient } = require("@vscode/debugadapter-testsupport");

const [command, trail, source] = process.argv.slice(2);
const ASSERTION = 44;

async function globals(client, threadId) {
  const stack = await client.stackTraceRequest({ threadId });
  const scopes = await client.scopesRequest({ frameId: stack.body.stackFrames[0].id });
  const { variablesReference } = scopes.body.scopes.find((scope) => scope.name === "Globals");
  const { variables } = (await client.variablesRequest({ variablesReference })).body;
  return new Map(variables.map((variable) => [variable.name, variable]));
}

/** Walks, and waits for the stop. */
async function walk(client, request, threadId) {
  const [, stopped] = await Promise.all([client.send(request, { threadId }), client.waitForEvent("stopped")]);
  return stopped.body;
}

async function main() {
  const client = new DebugClient(command, "debug", "trailhound");
  await client.start();
  const stoppedAtStart = client.waitForEvent("stopped");
  await Promise.all([
    client.waitForEvent("initialized").then(async () => {
      const set = await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [{ line: ASSERTION }] });
      assert.strictEqual(set.body.breakpoints[0].verified, true);
      return client.configurationDoneRequest();
    }),
    client.launch({ trail }),
  ]);
  assert.strictEqual((await stoppedAtStart).body.reason, "entry");

  const first = await walk(client, "continue", 1);
  assert.strictEqual(first.reason, "breakpoint");
  assert.strictEqual((await globals(client, first.threadId)).get("count").value, "1");
  const second = await walk(client, "continue", first.threadId);
  assert.notStrictEqual(second.threadId, first.threadId);
  assert.strictEqual((await globals(client, second.threadId)).get("count").value, "0");
  assert.strictEqual((await walk(client, "reverseContinue", second.threadId)).threadId, first.threadId);
  const count = (await globals(client, first.threadId)).get("count");
  assert.deepStrictEqual([count.value, count.type], ["1", "int"]);
  assert.strictEqual((await walk(client, "stepBack", first.threadId)).reason, "step");
  assert.strictEqual((await client.threadsRequest()).body.threads.length, 3);

  await walk(client, "continue", 1);
  await walk(client, "continue", 1);
  const end = await walk(client, "continue", 1);
  assert.strictEqual(end.reason, "exception");
  assert.match(end.text, /count > 0/);
  await client.stop();
}

main().then(
  () => console.log("ok"),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
