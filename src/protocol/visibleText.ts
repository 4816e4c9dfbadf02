/** Whether a text has visible characters. Spaces, control characters and zero-width characters are not visible. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}
