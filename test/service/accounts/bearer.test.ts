import { expect, test } from "vitest";
import { parseBearer } from "../../../src/service/accounts/bearer.ts";

test.each<[string | undefined, string | undefined]>([
  ["Bearer a.b-c_D9", "a.b-c_D9"],
  ["bearer   a ", "a"],
  ["Bearer a~b+c/d==", "a~b+c/d=="],
  ["Bearer a=b", undefined],
  [undefined, undefined],
  ["", undefined],
  ["Bearer", undefined],
  ["Bearer ", undefined],
  ["Bearera", undefined],
  ["x Bearer a", undefined],
  ["Bearer a b", undefined],
  ["Bearer a,b", undefined],
  ["Basic a", undefined],
])("the header %j carries the token %j", (header, token) => {
  expect(parseBearer(header)).toBe(token);
});
