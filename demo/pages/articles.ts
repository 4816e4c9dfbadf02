import type { Article } from "./article.tsx";
import { ferry } from "./articles/ferry.tsx";
import { fire } from "./articles/fire.tsx";
import { tide } from "./articles/tide.tsx";

/** Articles of the issue, cover story first. */
export const ARTICLES: Article[] = [tide, ferry, fire];
