/** Codes of refusals, which every test of an interface checks beside the sentences that it expects. */
import { expect } from "vitest";
import { ENGLISH } from "../../../src/protocol/problems.ts";
import { writeSentence } from "../../../src/protocol/sentences.ts";

/** Sentences over this length are cut, and so are their parameters. */
const MAX_COMPARED = 2000;

/** Checks that a refusal has the code of each of its sentences. Returns the body without the codes. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any kind
export function takeCodes(body: any): any {
  if (!Array.isArray(body?.codes)) return body;
  const { codes, ...rest } = body;
  const sentences: string[] = body.errors
    ? body.errors.flatMap((entry: object) => Object.values(entry))
    : [body.message];
  const written = codes.map(({ code, ...parameters }: { code: string }) =>
    writeSentence(ENGLISH[code] ?? "", parameters),
  );
  expect(written.map(cut)).toEqual(sentences.map(cut));
  return rest;
}

function cut(sentence: string): string {
  return sentence.length > MAX_COMPARED ? "" : sentence;
}
