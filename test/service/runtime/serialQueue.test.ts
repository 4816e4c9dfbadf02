import { expect, test } from "vitest";
import { SerialQueue } from "../../../src/service/runtime/serialQueue.ts";

test("a serial queue starts each task after the previous one succeeded or failed", async () => {
  const queue = new SerialQueue();
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} starts`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    if (name === "a") throw new Error("a failed");
    return name;
  };
  const [a, b] = [queue.run(work("a")), queue.run(work("b"))];
  await expect(a).rejects.toThrow("a failed");
  expect(await b).toBe("b");
  expect(steps).toEqual(["a starts", "a ends", "b starts", "b ends"]);
});

test("waitForAll resolves after all earlier tasks, even failed ones", async () => {
  const queue = new SerialQueue();
  await queue.waitForAll();
  let isOver = false;
  const failing = queue.run(async () => {
    await Promise.resolve();
    isOver = true;
    throw new Error("failed");
  });
  failing.catch(() => {});
  await queue.waitForAll();
  expect(isOver).toBe(true);
});
