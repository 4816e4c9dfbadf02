/** Popovers that pages of all kinds open, loaded on demand. */
import { createLazy } from "./createLazy.ts";

/** Popovers, loaded after the numbers, or when a button is hovered or focused. */
export const usePopovers = createLazy(() => import("../reports/popovers.ts"));
