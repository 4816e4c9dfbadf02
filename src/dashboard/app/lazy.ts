/** Pages and the chart, loaded on first use. */
import { createLazy } from "./createLazy.ts";

/** Pages beside the statistics. Users who only read reports never load them. */
export const useManagementPages = createLazy(() => import("./managementPages.tsx"));
/** Chart with its library, loaded in parallel with the numbers. */
export const useCanvas = createLazy(() => import("../reports/chart/Canvas.tsx"));
