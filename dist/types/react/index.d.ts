/** A placeholder as a React component. It has no hooks, so that server components may render it. */
import { type ForwardRefExoticComponent, type HTMLAttributes, type RefAttributes } from "react";
/** Attributes of the placeholder; those of HTML, and `data-…` by their own names, are passed on. */
export interface ZoneProps extends Omit<HTMLAttributes<HTMLElement>, "children" | "dangerouslySetInnerHTML"> {
    /** The zone's id, also as text, as routes and forms have it. When it changes, the new one is requested. */
    zone: number | string;
    /** WIDTHxHEIGHT in CSS pixels. */
    size?: `${number}x${number}`;
    /** Comma separated. */
    keywords?: string;
    sub?: number;
    /** HTML shown until there is a banner. React must not own nodes that the tag removes and restores, hence a string. */
    fallback?: string;
    /** The element's name, `div` if there is none. */
    as?: keyof HTMLElementTagNameMap;
    [data: `data-${string}`]: string | number | undefined;
}
/**
 * React leaves an element's content alone that was set as HTML, when it hydrates as well: the tag may have filled it
 * before. The empty text is a trusted one where the page enforces Trusted Types.
 * https://react.dev/reference/react-dom/components/common#dangerously-setting-the-inner-html
 *
 * A wrong id is rendered as text, for the tag to report: React drops symbols and functions, and warns of `NaN` by itself.
 *
 * React 18 and Preact 10 pass `ref` only through `forwardRef`, which server components may use, unlike hooks. React 19
 * still has it. https://react.dev/reference/react/forwardRef
 */
export declare const Zone: ForwardRefExoticComponent<ZoneProps & RefAttributes<HTMLElement>>;
