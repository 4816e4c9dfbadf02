/** Whether a text shows anything: spaces, control characters and characters of zero width do not. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}
