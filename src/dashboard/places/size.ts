/** The size of a zone, as people type it. Pure. */

const SIZE = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/;

/** `300x250` of `300 × 250` or `300 X 250`. What is no size is left for `isSize` to refuse. */
export function readSize(text: string): string {
  return text.replace(/[\s×]+/g, (gap) => (gap.includes("×") ? "x" : "")).toLowerCase();
}

export function isSize(text: string): boolean {
  return SIZE.test(text);
}
