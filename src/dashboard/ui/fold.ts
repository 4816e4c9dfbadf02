/** Folds texts that are compared while searching: case, accents, apostrophes and spaces do not matter. Pure. */
export function fold(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replaceAll("ß", "ss").replaceAll("’", "'").replace(/\s+/g, " ").trim();
}
