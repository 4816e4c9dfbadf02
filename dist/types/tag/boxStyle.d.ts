/**
 * Describes an inline box of this size (WIDTHxHEIGHT) or less, so that the page aligns it like a linked image. At the top of its line,
 * it adds no space for the descenders of letters. All declarations are important and undo what pages set for the size,
 * place and shape of links and images; filters stay, for pages that invert themselves and invert images back.
 *
 * In a link, the image is the only item of the grid's one cell. Other content that the page adds to the link, such as an
 * icon, gets rows below it, outside the link's height.
 */
export declare const describeBox: (size: string) => string;
/** Keeps an image in the first row of its link. */
export declare const FIRST_ROW: string;
/**
 * A placeholder that shows nothing does not take clicks from what is behind it. Fields, buttons and shapes of the page
 * that have `data-zone-id` keep their clicks.
 */
export declare const RULES: string;
/**
 * Reserves the space inside the placeholder, by a pseudo-element: a rule for the placeholder's own display or width would
 * win over the page's layers and over the browser's rules for `hidden` and closed popovers.
 *
 * With fallback content, the placeholder itself gets the height, by a guess of its width where that is less than the
 * ad's, and as a separate formatting context no margin leaves it. There, `max-height: 0%` removes the pseudo-element. In an inline placeholder, whose height does not apply, it
 * means `none`, and the pseudo-element reserves the height of the line without taking width from the content.
 */
export declare const describeReserved: (size: string) => string;
