/** What the service says, in the reader's language. */

/** Sentences of the service by the English one; `{}` stands for what differs. */
export type Phrases = Readonly<Record<string, string>>;

const GAP = "{}";

/** The sentence as it is where there is no other. */
export function translate(sentence: string, phrases: Phrases): string {
  for (const [english, own] of Object.entries(phrases)) {
    const parts = readGaps(sentence, english.split(GAP));
    if (parts) return own.split(GAP).reduce((text, next, at) => text + (parts[at - 1] ?? "") + next);
  }
  return sentence;
}

/** What stands in the gaps between pieces of a sentence; undefined where it is another sentence. */
function readGaps(sentence: string, pieces: readonly string[]): string[] | undefined {
  const escaped = pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const found = new RegExp(`^${escaped.join("(.+?)")}$`, "su").exec(sentence);
  return found ? found.slice(1) : undefined;
}
