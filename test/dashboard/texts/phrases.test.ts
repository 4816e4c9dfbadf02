import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES, type Language, loadWords } from "../../../src/dashboard/texts/locale.ts";
import { loadManagementTexts } from "../../../src/dashboard/texts/management.ts";
import { translate } from "../../../src/dashboard/texts/phrases.ts";
import { MAX_VIEWS } from "../../../src/service/accounts/savedViews.ts";

test("a known sentence is translated with its variable parts; an unknown sentence stays as it is", () => {
  const phrases = {
    "It begins on {}.": "Sie beginnt am {}.",
    "From {} to {}?": "Bis {}, ab {}?",
    "It is {}; it is unknown.": "Es ist {}; unbekannt.",
    "It is {}; it is {}.": "Es ist {}; es ist {}.",
  };
  expect(translate("It begins on 2026-11-22.", phrases)).toBe("Sie beginnt am 2026-11-22.");
  expect(translate("It is A (1); it is B*.", phrases)).toBe("Es ist A (1); es ist B*.");
  expect(translate("It is A; it is unknown.", phrases)).toBe("Es ist A; unbekannt.");
  expect(translate("It begins on 2026-11-22!", phrases)).toBe("It begins on 2026-11-22!");
});

const ROOT = resolve(import.meta.dirname, "../../../src");
const SOURCES = ["service", "protocol"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(ROOT, folder, name), "utf8")),
);
const SOURCE = SOURCES.join("\n");

/** Pairs of a language and its translations by English sentence of the service. */
const TRANSLATIONS = await Promise.all(
  (Object.keys(LANGUAGES) as Language[]).map(async (language) => {
    const [{ service }, { problems }] = [
      (await loadWords(language)).texts,
      (await loadManagementTexts(language)).try,
    ];
    return [language, Object.entries({ ...service, ...problems })] as const;
  }),
);

test.each(TRANSLATIONS)("every sentence translated into %s occurs in the service", (_language, sentences) => {
  const pieces = sentences.flatMap(([english]) => english.split("{}").flatMap(splitEnds));
  expect(pieces.filter((piece) => !SOURCE.includes(piece))).toEqual([]);
});

test.each(TRANSLATIONS)(
  "sentences in %s have as many placeholders as the English ones",
  (_language, sentences) => {
    const count = (text: string) => text.split("{}").length;
    expect(sentences.filter(([english, own]) => count(english) !== count(own))).toEqual([]);
  },
);

test.each(TRANSLATIONS)(
  "%s translates the refusals of bulk changes, saved views and links",
  (language, sentences) => {
    if (language === "en") return;
    const phrases = Object.fromEntries(sentences);
    const refusals = [
      "Someone else changed this after you loaded it. Load it again, then repeat your change.",
      "Your account may not set this field.",
      ...["site", "zone", "campaign"].map((noun) => `There is no ${noun} 7.`),
      `This account has ${MAX_VIEWS} views already.`,
      "This account cannot share that side, or has 100 links already.",
      "This shared link does not include that report.",
    ];
    expect(refusals.filter((sentence) => translate(sentence, phrases) === sentence)).toEqual([]);
  },
);

test.each(TRANSLATIONS)("%s translates every reason why a page cannot be read", (language, sentences) => {
  if (language === "en") return;
  const source = readFileSync(join(ROOT, "service/management/readPage.ts"), "utf8");
  const reasons = [...source.matchAll(/refuseField\("address", (["`])(.+?)\1\)/g)];
  expect(reasons.length).toBeGreaterThan(7);
  const written = reasons.map(([, , text = ""]) => text.replaceAll(/\$\{.+?\}/g, "7"));
  const phrases = Object.fromEntries(sentences);
  expect(written.filter((sentence) => translate(sentence, phrases) === sentence)).toEqual([]);
});

/** Splits a sentence at punctuation, because the service composes some sentences from parts. */
function splitEnds(piece: string): string[] {
  return piece
    .split(/[.:;,]| among | other | in | no /)
    .map((part) => part.trim())
    .filter((part) => part.length > 3);
}
