/** A path as SQL writes a text. */
export function quotePath(path: string): string {
  return `'${path.replaceAll("'", "''")}'`;
}
