/** Placeholder as a React component. It uses no hooks, so that server components can render it. */
import { type ForwardRefExoticComponent, type HTMLAttributes, type RefAttributes } from "react";
/** Attributes of the placeholder. HTML attributes and `data-…` are passed on. */
export interface ZoneProps extends Omit<HTMLAttributes<HTMLElement>, "children" | "dangerouslySetInnerHTML"> {
    /** Zone id, as number or as text from a route or form. A new id is requested at once. */
    zone: number | string;
    /** WIDTHxHEIGHT in CSS pixels. */
    size?: `${number}x${number}`;
    /** Comma separated. */
    keywords?: string;
    sub?: number;
    /**
     * HTML shown until a banner replaces it. A string, because React must not own nodes that the tag removes and
     * restores.
     */
    fallback?: string;
    /** Element name. Default: `div`. */
    as?: keyof HTMLElementTagNameMap;
    [data: `data-${string}`]: string | number | undefined;
}
/**
 * React does not update content that is set as HTML, even during hydration, when the tag may already have filled it. On
 * pages that enforce Trusted Types, the default content has to be the trusted empty HTML.
 * https://react.dev/reference/react-dom/components/common#dangerously-setting-the-inner-html
 *
 * An invalid id is rendered as text, so that the tag reports it: React drops symbols and functions, and warns about
 * `NaN`.
 *
 * React 18 and Preact 10 pass `ref` only through `forwardRef`, which server components may use, unlike hooks. React 19
 * still supports it: https://react.dev/reference/react/forwardRef
 */
export declare const Zone: ForwardRefExoticComponent<ZoneProps & RefAttributes<HTMLElement>>;
