// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { open } from "../../src/console/index.tsx";
import { NAME, type TagState } from "../../src/console/slots.ts";
import * as de from "../../src/console/textsDe.ts";

vi.mock("../../src/console/console.css", () => ({ default: "" }));

const TAG_STATE: TagState = {
  settings: {},
  listSlots: () => [],
  notes: [],
  tag: expect.anything(),
};

test("the open console names the language of its texts, whatever the page's is", () => {
  document.documentElement.lang = "fr";
  open(TAG_STATE);
  expect(document.querySelector(NAME)?.getAttribute("lang")).toBe("en");
  expect(de.language).toBe("de");
});
