import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../e2e/support/http.ts";
import { startRoundRobin } from "../../e2e/support/roundRobin.ts";

test("the balancer passes concurrent requests to the only service that responds", async () => {
  const balancer = await startRoundRobin();
  const [cut, refusing, answering] = await Promise.all([
    listen(({ socket }) => socket.destroy()),
    listen((_request, response) => response.end()),
    listen((_request, response) => response.setHeader("x-event", "counted").end()),
  ]);
  onTestFinished(async () => {
    for (const { stop } of [balancer, cut, answering]) await stop();
  });
  await refusing.stop();
  balancer.upstreams = [cut, refusing, answering].map(({ origin }) => origin);
  const paths = Array.from({ length: 50 }, (_, at) => `/i/${at}`);
  const answers = await Promise.all(paths.map((path) => fetch(balancer.origin + path)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  expect(balancer.tracked.map(({ path }) => path).sort()).toEqual([...paths].sort());
});
