/** Code blocks of the guides, for tests that run them as a reader would. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Ads } from "../support/ads.ts";

export const ROOT = resolve(import.meta.dirname, "../..");

export interface Example {
  language: string;
  code: string;
}

/** Returns all code blocks of a guide, in order. */
export function listExamples(guide: string): Example[] {
  const text = readFileSync(join(ROOT, guide), "utf8");
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""]) => ({
    language,
    code,
  }));
}

/** Returns the code blocks of a guide in one language. */
export function readExamples(guide: string, language: string): string[] {
  return listExamples(guide)
    .filter((example) => example.language === language)
    .map(({ code }) => code);
}

/** Returns the only code block of a guide that contains this text. */
export function findExample(guide: string, part: string): string {
  const found = listExamples(guide).filter(({ code }) => code.includes(part));
  const [example] = found;
  if (!example || found.length > 1) throw new Error(`${guide} has ${found.length} examples with ${part}`);
  return example.code;
}

/** Replaces the addresses in an example by those of a test's servers. */
export const useServers = (code: string, ads: Ads): string =>
  code
    .replace(/https:\/\/(cdn|ads)\.example\/(\w+\.js)/g, "/dist/$2")
    .replaceAll("https://ads.example/v1/placement", ads.endpoint);
