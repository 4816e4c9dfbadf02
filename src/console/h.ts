/** What JSX becomes: the build puts these two names wherever it stands. */
export { Fragment, h } from "./render.ts";
