/** Transfer of tables to a worker thread in pieces of bounded size. */
import { expect, test } from "vitest";
import { receivePiece, sendTables, type TablePiece } from "../../../src/service/import/sendTables.ts";
import { ENTRIES_PER_STEP } from "../../../src/service/runtime/slices.ts";

test("a large table is sent in several pieces and arrives complete", () => {
  const length = 2 * ENTRIES_PER_STEP + 1;
  const sites = Array.from({ length }, (_, id) => [id, { name: `Site ${id}` }] as const);
  const tables = { zones: [], sites };
  const steps: TablePiece[][] = [[]];
  for (const work = sendTables(tables, (piece) => steps.at(-1)?.push(piece)); !work.next().done; )
    steps.push([]);
  expect(steps.map((pieces) => pieces.map(({ table, entries }) => [table, entries.length]))).toEqual([
    [["zones", 0]],
    [["sites", ENTRIES_PER_STEP]],
    [["sites", ENTRIES_PER_STEP]],
    [["sites", 1]],
    [],
  ]);
  const received: { sites?: Map<number, unknown>; zones?: Map<number, unknown> } = {};
  for (const piece of structuredClone(steps.flat())) receivePiece(received, piece);
  expect(received.zones?.size).toBe(0);
  expect(received.sites?.size).toBe(length);
  expect(received.sites?.get(2)).toEqual({ name: "Site 2" });
});
