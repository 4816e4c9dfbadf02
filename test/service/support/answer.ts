/** Writes request bodies and reads responses. */
import { takeCodes } from "./codes.ts";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed body without the codes of a refusal, which are checked; undefined if empty. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
  json: any;
}

/** Serializes a body as JSON, except texts and bytes. */
export function writeBody(body: unknown): string | Uint8Array<ArrayBuffer> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  return isRaw ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body);
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return text ? takeCodes(JSON.parse(text)) : undefined;
    },
  };
}
