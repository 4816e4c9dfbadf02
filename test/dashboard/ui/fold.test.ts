import { expect, test } from "vitest";
import { fold } from "../../../src/dashboard/ui/fold.ts";

test.each([
  ["Łódź", "lodz"],
  ["SØRLANDET", "sorlandet"],
  ["Ærø", "aero"],
  ["Đà Nẵng", "da nang"],
  ["Straße", "STRASSE"],
  ["Œuvre", "oeuvre"],
  ["Þórshöfn", "thorshofn"],
  ["Għargħur", "gharghur"],
  ["İstanbul ve Iğdır", "istanbul ve igdir"],
  ["ΟΔΟΣ", "οδος"],
  ["Côte  d’Ivoire ", "cote d'ivoire"],
])("the name %j is found by typing %j", (name, typed) => {
  expect(fold(name)).toBe(fold(typed));
});
