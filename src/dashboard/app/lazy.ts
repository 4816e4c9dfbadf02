/** Pages and drawing that are loaded on first use. */
import { createLazy } from "./createLazy.ts";

/** Sites, zones and campaigns, which users of reports never open. */
export const useManagementPages = createLazy(() => import("./managementPages.tsx"));
/** Chart drawing with its library, loaded while the numbers are. */
export const useCanvas = createLazy(() => import("../reports/chart/Canvas.tsx"));
