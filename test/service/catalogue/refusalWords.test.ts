/** Each refusal that a field of a catalogue or a request can cause has a code, and no phrase of the validator. */

import * as v from "valibot";
import { expect, test } from "vitest";
import { writeProblem } from "../../../src/protocol/problems.ts";
import { loginSchema } from "../../../src/service/accounts/login.ts";
import { viewSchema } from "../../../src/service/accounts/savedViews.ts";
import { shareSchema } from "../../../src/service/accounts/shares.ts";
import { catalogueSchema } from "../../../src/service/catalogue/schema.ts";
import { newTokenSchema } from "../../../src/service/management/apiTokens.ts";
import { bulkSchema } from "../../../src/service/management/bulk.ts";
import { estimateSchema } from "../../../src/service/management/estimate.ts";
import { performanceSchema } from "../../../src/service/management/performance.ts";
import { setupSchema } from "../../../src/service/management/setupLink.ts";
import {
  linkUseSchema,
  newUserSchema,
  ownChangeSchema,
  userChangeSchema,
} from "../../../src/service/management/users.ts";
import { readIssue } from "../../../src/service/values/schemas.ts";

const ROOTS: Record<string, v.GenericSchema> = {
  catalogue: catalogueSchema,
  login: loginSchema,
  view: viewSchema,
  share: shareSchema,
  token: newTokenSchema,
  bulk: bulkSchema,
  estimate: estimateSchema,
  performance: performanceSchema,
  setup: setupSchema,
  link: linkUseSchema,
  "new user": newUserSchema,
  "own user": ownChangeSchema,
  "changed user": userChangeSchema,
};

/** Values that between them break each rule. */
const VALUES = [
  ...[undefined, null, true, 0, -1, 1.5, 2 ** 31, 1e300, Number.NaN, Number.POSITIVE_INFINITY],
  ...["", " ", "x", "-1", "”101″", "\u0000", "x,y", "2026-02-30", "x".repeat(40_000), "9".repeat(20)],
  ...[[], [null], ["x"], [{}], Array(2000).fill("x"), Array(2000).fill({}), {}, { x: 1 }, { model: "x" }],
];

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isSchema = (value: unknown): value is v.GenericSchema =>
  isObject(value) && "kind" in value && value.kind === "schema";

/** Yields a schema and all schemas within it, with their paths. */
function* walk(schema: v.GenericSchema, path: string): Generator<[string, v.GenericSchema]> {
  yield [path, schema];
  for (const [name, part] of Object.entries(schema)) {
    if (name === "pipe") {
      // Its first entry is the schema itself, without the rules of the pipe.
      const [own] = Array.isArray(part) ? part : [];
      if (isSchema(own) && own !== schema) yield* walk(own, path);
    } else if (isSchema(part)) yield* walk(part, `${path}.${name}`);
    else if (name === "entries" || name === "options")
      for (const [key, inner] of Object.entries(isObject(part) ? part : {}))
        if (isSchema(inner)) yield* walk(inner, `${path}.${key}`);
  }
}

/** Words of the validator or of JavaScript. Quotations are of the sent value. */
const FOREIGN =
  /received|Invalid|[<>\\^[\]|*+]|xpected (string|number|boolean|Array|Object)\b|undefined|NaN|Infinity/;

test.each(Object.keys(ROOTS))("refusals of a %s have codes whose sentences are in words", (name) => {
  const root = ROOTS[name];
  if (!root) throw new Error("There is no such schema.");
  let count = 0;
  for (const [path, schema] of walk(root, name))
    for (const value of VALUES)
      for (const issue of v.safeParse(schema, value).issues ?? []) {
        const problem = readIssue(issue);
        count += 1;
        const words = writeProblem(problem).replaceAll(/"[^"]*"/g, "a quotation");
        // A message that is no code is read as "another-value".
        const isForeign = FOREIGN.test(words) || problem.code === "another-value";
        expect([path, problem, isForeign]).toEqual([path, problem, false]);
      }
  expect(count).toBeGreaterThan(20);
});
