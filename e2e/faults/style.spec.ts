/** Style sheets that reset everything, and what must still work. */
import { expect, type Scenario, scenarios, type World, zone } from "./scenario.ts";

const FILLED = ["filled", "filled"];

const style = (css: string) => `<style>${css}</style>`;

/** Reads the width and height of each banner's image. */
const measure = ({ tab }: World) =>
  tab.run<number[][]>(
    `[...document.querySelectorAll("[data-zone-id] img")].map((image) => {
      const { width, height } = image.getBoundingClientRect();
      return [width, height];
    })`,
  );

/** A page whose style does not affect placeholders, but everything inside them. */
const kept = (name: string, css: string): Scenario => ({
  name,
  head: style(css),
  body: zone(1, `data-size="300x250"`) + zone(2),
  states: FILLED,
  requests: 1,
  also: async (world) =>
    expect(await measure(world)).toEqual([
      [300, 250],
      [300, 250],
    ]),
});

scenarios("style", [
  kept("everything is unset", "* { all: unset !important }"),
  kept("placeholders with display: contents", "ins { display: contents !important }"),
  kept(
    "links and images are taken away",
    "a, img { display: none !important; visibility: hidden !important }",
  ),
  kept(
    "everything is moved out of the page",
    "a, img { position: fixed !important; left: -9999px !important }",
  ),
  {
    name: "hidden placeholders: filled but not counted",
    head: style("ins { display: none !important }"),
    states: FILLED,
    requests: 1,
    impressions: 0,
  },
]);
