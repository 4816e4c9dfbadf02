/** Messages about servers that cannot be reached. */
import { expect, test } from "vitest";
import { writeProblem } from "../../../src/service/net/connectProblem.ts";

test.each([
  ["smtp://ann:secret@mail.example", "smtp://mail.example"],
  ["smtp://a@b:secret@mail.example/", "smtp://mail.example/"],
  ["smtp://mail.example?from=ads@news.example", "smtp://mail.example?from=ads@news.example"],
  ["smtp://ann:secret@mail.example?from=ads@news.example", "smtp://mail.example?from=ads@news.example"],
])("the message about %s names the server %s", (url, shown) => {
  expect(writeProblem("Mail server", url, "is away.", "ECONNREFUSED")).toBe(
    `Mail server at ${shown} is away. (ECONNREFUSED)`,
  );
});
