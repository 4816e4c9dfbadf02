// @vitest-environment happy-dom

import { h, render } from "preact";
import { expect, test } from "vitest";
import type { Console } from "../../src/console/state.ts";
import { Zones } from "../../src/console/Zones.tsx";

const zone = (state: string) => ({
  el: document.createElement("ins"),
  id: "5",
  state,
  sizes: "",
  moments: [],
  findings: [],
  outcomes: [],
});

/** Lists the buttons that filter the zones. */
function listFilters(states: string[], filter?: string) {
  const given = { zones: states.map(zone), findings: [], toggled: new Set(), filter };
  const root = document.createElement("div");
  render(h(Zones, given as Partial<Console> as Console), root);
  return [...root.querySelectorAll("fieldset[aria-label] button[aria-pressed]")].map((button) => [
    button.querySelector("small")?.textContent,
    button.getAttribute("aria-pressed"),
  ]);
}

test("each state that zones have can be chosen", () => {
  expect(listFilters(["filled", "filled", "empty"])).toEqual([
    ["3", "true"],
    ["1", "false"],
    ["2", "false"],
  ]);
});

test("the chosen state stays while no zone has it, so that the choice can be ended", () => {
  expect(listFilters(["filled"], "empty")).toEqual([
    ["1", "false"],
    ["0", "true"],
    ["1", "false"],
  ]);
});
