/** A placeholder as a React component. It has no hooks, so that server components may render it. */
import { type HTMLAttributes, type ReactElement } from "react";
/** Attributes of the placeholder; those of HTML, and `data-…` by their own names, are passed on. */
export interface ZoneProps extends Omit<HTMLAttributes<HTMLElement>, "children" | "dangerouslySetInnerHTML"> {
    /** The zone's id. When it changes, the new one is requested. */
    zone: number;
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
 */
export declare function Zone({ zone, size, keywords, sub, fallback, as, ...props }: ZoneProps): ReactElement;
