/** Style sheets that reset or hide everything. */
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

/** Returns a scenario in which the style must not change the size of banners. */
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

scenarios("page style", [
  kept("everything is unset", "* { all: unset !important }"),
  kept("placeholders have display: contents", "ins { display: contents !important }"),
  kept("links and images are hidden", "a, img { display: none !important; visibility: hidden !important }"),
  kept(
    "everything is moved out of the page",
    "a, img { position: fixed !important; left: -9999px !important }",
  ),
  {
    name: "hidden placeholders are filled but not counted",
    head: style("ins { display: none !important }"),
    states: FILLED,
    requests: 1,
    impressions: 0,
  },
]);
