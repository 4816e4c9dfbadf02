import { expect, test } from "vitest";
import { readHost } from "../../../src/dashboard/inventory/readHost.ts";

test.each([
  ["https://shoes.example/sale?x=1", "shoes.example"],
  ["http://shoes.example:8080/", "shoes.example:8080"],
  ["javascript:alert(1)", undefined],
  ["data:text/html,hi", undefined],
  ["shoes.example", undefined],
  ["", undefined],
])("the landing page %s links to the host %s", (url, host) => {
  expect(readHost(url)).toBe(host);
});
