/**
 * Texts as the words that are matched.
 */

/** Most words of a phrase that a campaign may ask for. */
export const PHRASE_WORDS = 8;

const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u;

/** Lower case, compatibility forms made equal, whatever is no letter or digit taken for a space. */
export function wordsOf(text: string): string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .split(BETWEEN_WORDS)
    .filter((word) => word !== "");
}

/** A keyword as a campaign has it: its words with one space between. */
export function phraseOf(keyword: string): string {
  return wordsOf(keyword).slice(0, PHRASE_WORDS).join(" ");
}

/** Every run of words of the keywords, each keyword by itself: what phrases may equal. */
export function phrasesIn(keywords: string, longest: number): Set<string> {
  const phrases = new Set<string>();
  for (const keyword of keywords.split(",")) addRuns(wordsOf(keyword), longest, phrases);
  return phrases;
}

/** What of an address names nothing: its scheme, whoever signs in by it, its fragment. */
const NAMELESS = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?|#.*/gis;

/** The same for a page's address: host, path and query, percent-encoding undone. */
export function phrasesInAddress(address: string, longest: number): Set<string> {
  const phrases = new Set<string>();
  addRuns(wordsOf(decoded(address.replace(NAMELESS, ""))), longest, phrases);
  return phrases;
}

function addRuns(words: string[], longest: number, phrases: Set<string>): void {
  for (let start = 0; start < words.length; start++) {
    let run = "";
    for (let end = start; end < Math.min(words.length, start + longest); end++) {
      run += end === start ? words[end] : ` ${words[end]}`;
      phrases.add(run);
    }
  }
}

/** Each escape by itself when the whole is not well formed: addresses come from anywhere. */
function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replace(/%[0-9a-f]{2}/gi, " ");
  }
}
