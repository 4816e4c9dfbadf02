/** Style sheets that take everything away, and what still holds. */
import { expect, type Scenario, scenarios, type World, zone } from "./scenario.ts";

const FILLED = ["filled", "filled"];

const style = (css: string) => `<style>${css}</style>`;

/** Width and height of each banner's image. */
const measure = ({ tab }: World) =>
  tab.run<number[][]>(
    `[...document.querySelectorAll("[data-zone-id] img")].map((image) => {
      const { width, height } = image.getBoundingClientRect();
      return [width, height];
    })`,
  );

/** A page that says nothing of placeholders, but everything of what is in them. */
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
  kept("placeholders have no box of their own", "ins { display: contents !important }"),
  kept(
    "links and images are taken away",
    "a, img { display: none !important; visibility: hidden !important }",
  ),
  kept(
    "everything is moved out of the page",
    "a, img { position: fixed !important; left: -9999px !important }",
  ),
  {
    name: "placeholders are not displayed: filled, and not counted",
    head: style("ins { display: none !important }"),
    states: FILLED,
    requests: 1,
    impressions: 0,
  },
]);
