/** Records of conversion tests in the memory of a single node. A restart drops them. */
import type { ConversionTest, TestName, TestRecord, TestRecords } from "./conversionTests.ts";

export class LocalTestRecords implements TestRecords {
  readonly #tests = new Map<string, ConversionTest & { record: TestRecord }>();

  async add(test: ConversionTest, now: number): Promise<void> {
    this.#dropEnded(now);
    this.#tests.set(toKey(test), { ...test, record: {} });
  }

  async note(test: TestName, part: TestRecord, now: number): Promise<void> {
    this.#dropEnded(now);
    const found = this.#tests.get(toKey(test));
    if (found) Object.assign(found.record, part);
  }

  async find(test: TestName, now: number): Promise<TestRecord | undefined> {
    this.#dropEnded(now);
    return this.#tests.get(toKey(test))?.record;
  }

  #dropEnded(now: number): void {
    for (const [key, { endsAt }] of this.#tests) if (endsAt <= now) this.#tests.delete(key);
  }
}

function toKey({ campaign, id }: TestName): string {
  return `${campaign}.${id}`;
}
