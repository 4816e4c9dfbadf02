/** Sentences that explain numbers, loaded after the numbers. */
import { createLazy } from "./createLazy.ts";

export const useExplanations = createLazy(() => import("../explanations.ts"));
