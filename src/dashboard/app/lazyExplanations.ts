/** Sentences that explain numbers, loaded after these. */
import { createLazy } from "./createLazy.ts";

export const useExplanations = createLazy(() => import("../explanations.ts"));
