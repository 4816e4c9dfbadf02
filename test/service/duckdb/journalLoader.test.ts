import { expect, test, vi } from "vitest";
import { JournalLoader } from "../../../src/service/duckdb/journalLoader.ts";
import { SerialQueue } from "../../../src/service/runtime/serialQueue.ts";

/** Creates a loader whose loads end when the test calls the next function of `finish`. */
function createLoader() {
  const finish: (() => void)[] = [];
  const seal = vi.fn(async () => [{ path: "file", lines: 1, isWhole: true }]);
  const load = () => new Promise<void>((resolve) => finish.push(resolve));
  const loader = new JournalLoader({
    journal: { seal, forget: () => {} },
    files: { load },
    database: { withThreads: (_: number, work: () => Promise<void>) => work() },
    writes: new SerialQueue(),
  } as unknown as ConstructorParameters<typeof JournalLoader>[0]);
  return { loader, seal, finish };
}

test("three calls during a load share the next load", async () => {
  const { loader, seal, finish } = createLoader();
  const first = loader.load();
  await vi.waitFor(() => expect(finish).toHaveLength(1), { timeout: 30_000 });
  const later = [loader.load(), loader.load(), loader.load()];
  finish[0]?.();
  await first;
  await vi.waitFor(() => expect(finish).toHaveLength(2), { timeout: 30_000 });
  finish[1]?.();
  await Promise.all(later);
  expect(seal).toHaveBeenCalledTimes(2);
  expect(loader.done.count).toBe(2);
});
