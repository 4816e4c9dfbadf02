/** Reads the languages of an `Accept-Language` header: https://www.rfc-editor.org/rfc/rfc9110#field.accept-language */

const RANGE = /^([a-z]{1,8})(?:-[a-z0-9]{1,8})*$/;
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;
/** A header can have any length, so only the first languages are read. */
const MOST_RANGES = 20;

/** Lists primary subtags in lower case, highest weight first, without those of weight 0 and `*`. */
export function parseAcceptLanguage(header: string): string[] {
  const ranges = header.split(",", MOST_RANGES).flatMap((item) => {
    const [range = "", ...parameters] = item.split(";").map((part) => part.trim());
    const primary = RANGE.exec(range.toLowerCase())?.[1];
    const weight = parameters.length === 0 ? 1 : Number(WEIGHT.exec(parameters[0] ?? "")?.[1] ?? 0);
    return primary && weight > 0 ? [{ primary, weight }] : [];
  });
  return ranges.sort((a, b) => b.weight - a.weight).map(({ primary }) => primary);
}
