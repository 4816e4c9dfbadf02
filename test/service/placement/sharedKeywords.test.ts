/** A bulk change gives many campaigns the same keywords: the index keeps their words once. */
import { expect, test, vi } from "vitest";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { indexKeywords } from "../../../src/service/placement/keywords.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { splitWords } from "../../../src/service/values/normalizeKeywords.ts";
import { aCampaign, aCatalogueObject } from "../support/catalogue.ts";

vi.mock(import("../../../src/service/values/normalizeKeywords.ts"), async (load) => {
  const original = await load();
  return { ...original, splitWords: vi.fn(original.splitWords) };
});

test("keywords that many campaigns have are split into words once", () => {
  const keywords = Array.from({ length: 300 }, (_, at) => `running shoes ${at}`);
  const ids = Array.from({ length: 40 }, (_, at) => at + 1);
  const campaigns = ids.map((id) => aCampaign({ id, keywords, negativeKeywords: keywords.slice(0, 3) }));
  const { data } = parseCatalogue(aCatalogueObject({ campaigns }));
  vi.mocked(splitWords).mockClear();
  const { matchKeywords } = runAtOnce(indexKeywords(data.campaigns));
  expect(vi.mocked(splitWords)).toHaveBeenCalledTimes(keywords.length);
  const { matched, excluded } = matchKeywords("running shoes 2, running shoes 9");
  expect([matched, excluded].map((bits) => bits.every((word) => word === 0))).toEqual([false, false]);
});
