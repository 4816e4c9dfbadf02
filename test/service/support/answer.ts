/** Requests to the service and its answers, as tests write and read them. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Undefined for an empty answer. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
  json: any;
}

/** Leaves texts and bytes as they are; anything else becomes JSON. */
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
      return text ? JSON.parse(text) : undefined;
    },
  };
}
