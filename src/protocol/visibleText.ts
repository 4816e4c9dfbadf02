/** Whether a text has visible characters. Spaces, control characters and zero-width characters are not visible. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/** Control characters, separators of lines, and marks that change the direction of the text around them. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Whether a text has characters that control a terminal, a line or the direction of other text. */
export function hasControls(text: string): boolean {
  return text.search(CONTROLS) >= 0;
}

/** Replaces such characters by their escapes, which JSON reads as the same characters. `kept`: characters that stay. */
export function escapeControls(text: string, kept = ""): string {
  return text.replace(CONTROLS, (character) =>
    kept.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
