import { expect, test } from "vitest";
import { escapeControls, hasControls } from "../../src/protocol/visibleText.ts";

test.each(["\u0000", "\u001b", "\n", "\u007f", "\u009b", "\u2028", "\u2029", "\u202e", "\u2069"])(
  "the control character %j is found and replaced by an escape that JSON reads",
  (control) => {
    const text = `a${control}b`;
    expect(hasControls(text)).toBe(true);
    expect(hasControls(escapeControls(text))).toBe(false);
    expect(JSON.parse(`"${escapeControls(text)}"`)).toBe(text);
    expect(escapeControls(text, control)).toBe(text);
  },
);

test("other characters stay, marks of direction that affect no other text included", () => {
  const text = "Zoë \u200f\u0645\u200e 漢 😀 \u200d";
  expect([hasControls(text), escapeControls(text)]).toEqual([false, text]);
});
