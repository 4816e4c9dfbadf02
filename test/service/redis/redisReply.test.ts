import { ErrorReply } from "@redis/client";
import { expect, test } from "vitest";
import {
  findErrorCode,
  parseFields,
  parseNumbers,
  parseTexts,
} from "../../../src/service/redis/redisReply.ts";

test("a reply of the expected type is returned unchanged", () => {
  expect(parseNumbers([1, 0, 7])).toEqual([1, 0, 7]);
  expect(parseTexts(["a", ""])).toEqual(["a", ""]);
  expect(parseFields(["a", null])).toEqual(["a", null]);
  expect([parseNumbers([]), parseTexts([]), parseFields([])]).toEqual([[], [], []]);
});

test("a reply of an unexpected type is an error", () => {
  const failure = "Redis sent a reply of an unexpected type";
  for (const reply of [null, "1", 1, ["1"], [null], [[1]]])
    expect(() => parseNumbers(reply)).toThrow(failure);
  for (const reply of [null, "a", [1], [null], [["a"]]]) expect(() => parseTexts(reply)).toThrow(failure);
  for (const reply of [null, "a", [1], [["a"]]]) expect(() => parseFields(reply)).toThrow(failure);
});

test.each([
  ["OOM command not allowed when used memory > 'maxmemory'.", "OOM"],
  [
    "ERR Error running script (call to f_12): @user_script:1: -READONLY You can't write against a replica.",
    "READONLY",
  ],
  ["ERR The user executing the script can't run this command or subcommand script: 12", "NOPERM"],
  ["ERR unknown command", "ERR"],
  ["some text", "ERR"],
])("the error reply %s has the code %s", (message, code) => {
  expect(findErrorCode(new ErrorReply(message))).toBe(code);
});

test("an error that Redis did not send has no code", () => {
  expect(findErrorCode(new Error("OOM on this machine"))).toBe(undefined);
});
