/** Marks in memory. */
import type { SentMarks } from "../../../src/service/mail/regularMails.ts";

export interface TestMarks extends SentMarks {
  readonly all: Map<string, string>;
  /** Number of writes. */
  readonly writes: number;
}

export function createMarks(): TestMarks {
  const all = new Map<string, string>();
  let writes = 0;
  return {
    all,
    get writes() {
      return writes;
    },
    read: async (key) => all.get(key),
    write: async (key, mark) => {
      writes += 1;
      all.set(key, mark);
    },
    keep: async (isKept) => {
      for (const key of all.keys()) if (!isKept(key)) all.delete(key);
    },
  };
}
