import fc from "fast-check";
import { Histogram, Registry } from "prom-client";
import { expect, it } from "vitest";
import { BOUNDS, Latency } from "../../src/service/latency.ts";

const NAME = "seconds";

it("is shown as the library shows its own", async () => {
  const seconds = fc.oneof(fc.constantFrom(...BOUNDS, 0, 60), fc.double({ min: 0, max: 10, noNaN: true }));
  const taken = fc.array(fc.tuple(fc.constantFrom("placement", "click"), seconds), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(taken, async (answers) => {
      const [own, library] = [new Registry(), new Registry()];
      const latency = new Latency(own, NAME);
      const help = "Seconds until the answer, by route";
      const histogram = new Histogram({
        ...{ name: NAME, help, labelNames: ["route"], buckets: [...BOUNDS], registers: [library] },
      });
      const observers = new Map(
        [...new Set(answers.map(([route]) => route))].map((route) => [route, latency.of(route)]),
      );
      for (const [route, took] of answers) {
        observers.get(route)?.(took);
        histogram.labels(route).observe(took);
      }
      expect((await own.metrics()).split("\n")).toEqual((await library.metrics()).split("\n"));
    }),
  );
});
