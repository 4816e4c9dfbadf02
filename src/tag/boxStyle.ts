/**
 * Style of the space that `data-size` reserves, and of the banner in it. The build removes the white space from these
 * texts.
 */
import { COLLAPSED } from "./collapse.ts";
import { CONTENT, PLACEHOLDER } from "./content.ts";

/**
 * Selects placeholders that show an ad or what a renderer drew. By attributes: a page with `:has(a)` in a rule pays for it
 * at each change of an ad.
 */
const SHOWN = "[data-zone-state=filled],[data-zone-ad]";

const important = (declarations: string) => declarations.replaceAll(";", "!important;");

/**
 * Width of a box in a container that is as wide as its content, such as a table cell: there, widths in percent are
 * ignored (https://www.w3.org/TR/css-sizing-3/#cyclic-percentage-contribution). Four fifths of the screen keep a wide
 * box inside a phone's page; mobile banners fit as they are.
 */
const describeContribution = (width?: string) => `
  contain: inline-size; contain-intrinsic-width: min(${width}px, ${Number(width) > 320 ? 80 : 100}vw);`;

/**
 * Describes an inline box of this size (WIDTHxHEIGHT) or less, so that the page aligns it like a linked image. At the top of its line,
 * it adds no space for the descenders of letters. All declarations are important and undo what pages set for the size,
 * place and shape of links and images; filters stay, for pages that invert themselves and invert images back.
 *
 * In a link, the image is the only item of the grid's one cell. Other content that the page adds to the link, such as an
 * icon, gets rows below it, outside the link's height.
 */
export const describeBox = (size: string): string => {
  const [width, height] = size.split("x");
  return important(`
    display: inline-grid; vertical-align: top; width: min(${width}px, 100%); aspect-ratio: ${width} / ${height};
    height: auto; max-width: none; max-height: 100%; min-width: 0; min-height: 0; margin: 0; padding: 0; border: 0;
    grid: 100% / 100%; place-items: center; object-fit: scale-down; overflow: hidden;
    position: static; float: none; place-self: auto; transform: none; translate: none; rotate: none; scale: none; zoom: 1;
    clip-path: none; mask: none; border-radius: 0; opacity: 1; visibility: inherit;
    ${describeContribution(width)}`);
};

/** Keeps an image in the first row of its link. */
export const FIRST_ROW: string = important("grid-area: 1 / 1;");

/**
 * A placeholder that shows nothing does not take clicks from what is behind it. Fields, buttons and shapes of the page
 * that have `data-zone-id` keep their clicks.
 */
export const RULES: string = `
  :where(aside, div, ins, section):where(${PLACEHOLDER}):not(${SHOWN}, :has(${CONTENT}:not(p:empty))) {
    pointer-events: none
  }
  :where(${PLACEHOLDER}):where([data-size], [data-zone-state=filled]) { writing-mode: horizontal-tb; text-indent: 0 }
  @layer zonetag {
    [${COLLAPSED}] { display: none !important }
  }`;

/**
 * Reserves the space inside the placeholder, by a pseudo-element: a rule for the placeholder's own display or width would
 * win over the page's layers and over the browser's rules for `hidden` and closed popovers.
 *
 * With fallback content, the placeholder itself gets the height, by a guess of its width where that is less than the
 * ad's, and as a separate formatting context no margin leaves it. There, `max-height: 0%` removes the pseudo-element. In an inline placeholder, whose height does not apply, it
 * means `none`, and the pseudo-element reserves the height of the line without taking width from the content.
 */
export const describeReserved = (size: string): string => {
  const [width, height] = size.split("x");
  const unfilled = `[data-size="${size}"]:not(${SHOWN})`;
  const pseudo = `:where(${PLACEHOLDER})${unfilled}`;
  const behind = important(
    `max-height: 0%; margin-inline-end: max(-${width}px, -100%); pointer-events: none;`,
  );
  return `
  :where(:is(${PLACEHOLDER})${unfilled}:has(:not(template))) {
    height: min(${height}px, (100vw - 2rem) * ${height} / ${width}); align-content: start; ${describeContribution(width)}
  }
  @layer zonetag {
    ${pseudo}::after { content: "" !important; ${describeBox(size)} }
    ${pseudo}:is(:has(:not(template)))::after { ${behind} }
  }`;
};
