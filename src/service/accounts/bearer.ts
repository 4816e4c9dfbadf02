/**
 * Reads the bearer token of an `Authorization` header; undefined without one:
 * https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export function parseBearer(header: string | undefined): string | undefined {
  return header?.match(/^Bearer +([\w.~+/-]+=*) *$/i)?.[1];
}
