/** The English sentences of problems. Their translations are tested with the dashboard. */
import { expect, test } from "vitest";
import { ENGLISH, type Problem, writeProblem } from "../../src/protocol/problems.ts";
import { writeSentence } from "../../src/protocol/sentences.ts";
import { sampleParameters } from "../support/sampleProblems.ts";

test.each(Object.entries(ENGLISH))("the problem %s is a whole English sentence", (code, sentence) => {
  const text = writeSentence(sentence, sampleParameters(code));
  expect(text).toMatch(/^["A-Z0-9].*[.!]$|^host\.example /);
  expect(text).not.toMatch(/undefined|NaN|\[object|[{}]/);
});

test.each<[Problem, string]>([
  [{ code: "most-characters", most: 1 }, "Expected at most one character."],
  [{ code: "most-characters", most: 2 }, "Expected at most 2 characters."],
  [{ code: "most-entries", most: 1 }, "Expected at most one entry."],
  [{ code: "least-characters", least: 1 }, "Expected at least one character."],
  [{ code: "least-entries", least: 1 }, "Expected at least one entry."],
  [{ code: "size-unused", sizes: [] }, "No zone has this size. There are: none yet."],
  [
    { code: "role-needed", needs: "owner", role: "viewer" },
    "This needs the role owner in the account; yours is viewer.",
  ],
  [{ code: "role-needed", needs: "owner", role: undefined }, "This needs the role owner in the account."],
  [{ code: "catalogue-declared" }, "The catalogue is declared by a file, and can only be changed there."],
  [
    { code: "excluded-countries", values: ["DEU", "AUT"], country: undefined },
    "It is for DEU, AUT; the visitor is in an unknown country.",
  ],
  [{ code: "page-answer", status: 404, type: "" }, "The page answers 404 (–); expected HTML."],
  [{ code: "goal-unknown", goals: 0 }, "The account has no goals."],
  [{ code: "goal-imported", goal: 2 }, "Goal 2 is filled by imports. The network can change its source."],
  [{ code: "used-twice", value: "ann" }, '"ann" is used twice.'],
])("the parameters %o make the sentence %s", (problem, sentence) => {
  expect(writeProblem(problem)).toBe(sentence);
});

test("a problem of an entry's field begins with the field", () => {
  expect(writeProblem({ code: "days-order", field: "[to]" })).toBe("[to] The last day is before the first.");
});
