/** Translates sentences of the service. */

/** Translations by English sentence; `{}` is a variable part. */
export type Phrases = Readonly<Record<string, string>>;

const GAP = "{}";

/** Returns the sentence unchanged when there is no translation. */
export function translate(sentence: string, phrases: Phrases): string {
  for (const [english, own] of Object.entries(phrases)) {
    const parts = readGaps(sentence, english.split(GAP));
    if (parts) return own.split(GAP).reduce((text, next, at) => text + (parts[at - 1] ?? "") + next);
  }
  return sentence;
}

/** Reads the variable parts; undefined when the sentence differs. */
function readGaps(sentence: string, pieces: readonly string[]): string[] | undefined {
  const escaped = pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const found = new RegExp(`^${escaped.join("(.+?)")}$`, "su").exec(sentence);
  return found ? found.slice(1) : undefined;
}
