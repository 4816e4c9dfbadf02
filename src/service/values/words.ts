/** Texts as the words that keywords are matched by. */

/** Most words of a phrase that a campaign may ask for. */
export const PHRASE_WORDS = 8;

/** Letters, digits and marks, with the signs that end names such as C++ and C#. */
const WORD = /[\p{L}\p{N}\p{M}]+[+#]*/gu;
const ASCII_WORD = /[a-z0-9]+[+#]*/g;
const WORD_OR_COMMA = /[\p{L}\p{N}\p{M}]+[+#]*|,/gu;
const ASCII_WORD_OR_COMMA = /[a-z0-9]+[+#]*|,/g;
const ASCII = /^[\0-\x7f]*$/;

/** The words of a text, folded: texts that differ in case or in compatibility forms alone have the same ones. */
export function splitWords(text: string): string[] {
  if (isAscii(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  return foldCase(text).match(WORD) ?? [];
}

/** The same for a list of keywords, with the commas between them. */
export function splitKeywords(text: string): string[] {
  if (isAscii(text)) return text.toLowerCase().match(ASCII_WORD_OR_COMMA) ?? [];
  return foldCase(text).match(WORD_OR_COMMA) ?? [];
}

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/**
 * Full case folding, without a locale. Upper case first: that alone makes ß and SS, or σ and ς, the same.
 * https://www.unicode.org/faq/casemap_charprop.html
 */
function foldCase(text: string): string {
  return text.normalize("NFKC").toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
}
