/** Zone sizes as typed. Pure. */

const SIZE = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/;

/** Reads `300x250` from `300 × 250` or `300 X 250`. Other text is returned unchanged, for `isSize` to reject. */
export function normalizeSize(text: string): string {
  return text.replace(/[\s×]+/g, (gap) => (gap.includes("×") ? "x" : "")).toLowerCase();
}

export function isSize(text: string): boolean {
  return SIZE.test(text);
}
