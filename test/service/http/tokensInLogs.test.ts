// @programs Starts a process.
/** No token or cookie of a request is logged, even at the level trace. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService } from "../../../e2e/support/service.ts";
import { hashToken } from "../../../src/service/signing/passwords.ts";

const TOKEN = "zt-an-api-token-0123456789";

test("API tokens and session cookies are not logged for successful, refused or failed requests", async () => {
  const service = await startService({
    catalogue: { accounts: [{ id: 1, name: "Ann", role: "publisher", apiTokens: [hashToken(TOKEN)] }] },
    args: ["--log-level", "trace", "--access-log", "on"],
  });
  try {
    const send = (path: string, token = TOKEN, init: RequestInit = {}) =>
      fetch(service.origin + path, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, ...init.headers },
      });
    const login = await send("/v2/login", TOKEN, {
      method: "POST",
      body: JSON.stringify({ api_token: TOKEN }),
      headers: { "Content-Type": "application/json" },
    });
    const { token } = await login.json();
    const statuses = [login.status];
    for (const each of [TOKEN, token, `${TOKEN}x`])
      for (const path of ["/v2/statistics/p/date", "/v2/accounts"])
        statuses.push((await send(path, each)).status);
    const { id, cookie } = await startSession(service.origin);
    for (const path of ["/v2/sessions", "/v2/account", `/v2/sessions/${id}`])
      statuses.push((await fetch(service.origin + path, { headers: { Cookie: cookie } })).status);
    await rm(join(service.data, "temporary"), { recursive: true, force: true });
    statuses.push((await send("/v2/statistics/p/date")).status);
    expect(statuses).toEqual([200, 200, 403, 200, 403, 401, 401, 403, 200, 405, 503]);
    await expect.poll(() => service.log()).toContain("request failed");
    await expect.poll(() => service.log().match(/"status":503/g)).toHaveLength(1);
    for (const secret of [TOKEN, token, hashToken(TOKEN), cookie.split("=")[1], id])
      expect(service.log()).not.toContain(secret);
  } finally {
    await service.stop();
  }
});

async function startSession(origin: string): Promise<{ id: string; cookie: string }> {
  const response = await fetch(`${origin}/v2/session`, {
    method: "POST",
    body: JSON.stringify({ api_token: TOKEN }),
    headers: { "Content-Type": "application/json", Origin: origin },
  });
  const [cookie = ""] = response.headers.getSetCookie();
  return { id: (await response.json()).id, cookie: cookie.split(";")[0] ?? "" };
}
