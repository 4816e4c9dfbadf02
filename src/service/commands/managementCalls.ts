/** Calls the management interface of a running service with an API token. */
import { isObject } from "../values/object.ts";

interface CallResult {
  ok: boolean;
  body: unknown;
}

export class ManagementCalls {
  readonly #service: string;
  readonly #apiToken: string;

  constructor(service: string, apiToken: string) {
    this.#service = service.replace(/\/+$/, "");
    this.#apiToken = apiToken;
  }

  /** `version`: version (ETag) of the entry when it was read, or `*`. */
  async call(method: string, path: string, body?: unknown, version?: string): Promise<CallResult> {
    return this.#send(path, method, body === undefined ? undefined : JSON.stringify(body), {
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(version !== undefined && { "If-Match": version === "*" ? version : `"${version}"` }),
    });
  }

  upload(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<CallResult> {
    return this.#send(path, "POST", bytes, { "Content-Type": "application/octet-stream" });
  }

  async #send(
    path: string,
    method: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string>,
  ): Promise<CallResult> {
    const Authorization = `Bearer ${await this.#signIn()}`;
    const init = { method, headers: { ...headers, Authorization }, ...(body !== undefined && { body }) };
    const response = await this.#fetch(path, init);
    return { ok: response.ok, body: await response.json() };
  }

  async #signIn(): Promise<string> {
    const response = await this.#fetch("/v2/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ api_token: this.#apiToken }),
    });
    const answer: unknown = await response.json();
    if (isObject(answer) && typeof answer.token === "string" && answer.token) return answer.token;
    const reason = isObject(answer) ? answer.message : undefined;
    throw new Error(typeof reason === "string" ? reason : `${this.#service} refused the sign-in.`);
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(this.#service + path, init);
    } catch (error) {
      throw new Error(`No service answers at ${this.#service}.`, { cause: error });
    }
  }
}
