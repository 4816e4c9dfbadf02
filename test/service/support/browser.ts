/** Sends requests as the service's own pages do: with a session cookie and the service's origin. */
import { PASSWORD } from "./people.ts";
import type { TestService } from "./service.ts";

const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0";

export class Browser {
  readonly #service: Pick<TestService, "origin">;
  /** `zonetag_session=…`; empty before the first sign-in. */
  cookie = "";

  constructor(service: Pick<TestService, "origin">) {
    this.#service = service;
  }

  /** Sends a request. `headers` override the page's; null removes one. */
  async send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string | null> = {},
  ): Promise<Response> {
    const { origin } = this.#service;
    const all = {
      Origin: origin,
      "User-Agent": `${MAC} Safari/605.1.15`,
      ...(this.cookie && { Cookie: this.cookie }),
      ...(body && { "Content-Type": "application/json" }),
      "If-Match": "*",
      ...headers,
    };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
    const response = await fetch(origin + path, {
      method,
      headers: sent,
      ...(body && { body: JSON.stringify(body) }),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.cookie = cookie.split(";")[0] ?? "";
    return response;
  }

  signIn(username: string, headers: Record<string, string | null> = {}): Promise<Response> {
    return this.send("POST", "/v2/session", { username, password: PASSWORD }, headers);
  }

  /** Requests the account. Resolves with the status. */
  async look(headers: Record<string, string | null> = {}): Promise<number> {
    return (await this.send("GET", "/v2/account", undefined, headers)).status;
  }

  async listSessions() {
    return (await (await this.send("GET", "/v2/sessions")).json()).result;
  }
}
