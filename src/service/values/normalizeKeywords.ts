/** Splits texts into words for matching keywords. */

/** Letters, digits and marks, with trailing signs as in C++ and C#. */
const WORD = /[\p{L}\p{N}\p{M}]+[+#]*/gu;
const ASCII_WORD = /[a-z0-9]+[+#]*/g;
const WORD_OR_COMMA = /[\p{L}\p{N}\p{M}]+[+#]*|,/gu;
const ASCII_WORD_OR_COMMA = /[a-z0-9]+[+#]*|,/g;
const ASCII = /^[\0-\x7f]*$/;

/** Splits a text into folded words: letter case and compatibility forms make no difference. */
export function splitWords(text: string): string[] {
  if (isAscii(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  return foldCase(text).match(WORD) ?? [];
}

/** Splits a list of keywords like `splitWords`, but keeps its commas. */
export function splitKeywords(text: string): string[] {
  if (isAscii(text)) return text.toLowerCase().match(ASCII_WORD_OR_COMMA) ?? [];
  return foldCase(text).match(WORD_OR_COMMA) ?? [];
}

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/**
 * Characters that are not displayed, such as soft hyphens and zero-width spaces. They neither split nor change a word.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;

/**
 * Single characters for a whole phrase, which NFKC expands to 18 and 8 characters; it expands all others to at most 6.
 * They stay words, so that a text of them takes no longer than another text.
 */
const PHRASE_LETTERS = /([\ufdfa\ufdfb]+)/;

/**
 * Folds the letter case without a locale. Only upper case maps ß and SS, or σ and ς, to the same text, and only lower
 * case before it maps ẞ to ß. https://www.unicode.org/faq/casemap_charprop.html
 */
function foldCase(text: string): string {
  const parts = text.replace(INVISIBLE, "").split(PHRASE_LETTERS);
  return parts.map((part, at) => (at % 2 === 1 ? ` ${part} ` : foldPart(part))).join("");
}

function foldPart(text: string): string {
  const composed = text.normalize("NFKC");
  return composed.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
}
