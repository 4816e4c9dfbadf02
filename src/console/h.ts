/** The build replaces JSX by calls of these two names. */
export { Fragment, h } from "./render.ts";
