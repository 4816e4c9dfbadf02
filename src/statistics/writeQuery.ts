/** Writes the query string of a request; options that are undefined, false or empty are left out. */
export function writeQuery(options: object = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && value !== false && value !== "")
      query.set(name, value === true ? "1" : String(value));
  const text = query.toString();
  return text && `?${text}`;
}
