/** Identifies the sender of a request and applies the limits. */
import type { MiddlewareHandler } from "hono";
import { ROLE_SEGMENTS } from "../../protocol/statistics.ts";
import { nameTokenUse } from "../accounts/lastUses.ts";
import { Shares } from "../accounts/shares.ts";
import { formatRateHeaders, takeAll } from "../net/rateLimiter.ts";
import { type Env, refuse } from "./call.ts";
import type { InterfaceEnvironment } from "./environment.ts";
import { identifyCaller } from "./identifyCaller.ts";

const REPORT_PATHS = Object.values(ROLE_SEGMENTS).map((segment) => `/v2/statistics/${segment}/`);

/** Counts the request towards all limits that apply: by address, and by user name once it is known. */
export function limitCallers(context: InterfaceEnvironment): MiddlewareHandler<Env> {
  const shares = new Shares(context);
  const { ip, user, statisticsIp, statisticsUser } = context.limits;
  return async (c, next) => {
    const { share, holder } = await identifyCaller(c, shares, context);
    c.set("account", share ? context.catalogue().accounts.get(share.account) : holder?.account);
    c.set("holder", holder);
    if (holder?.token !== undefined) context.lastUses.note(nameTokenUse(holder.token));
    c.set("share", share);
    const address = context.findAddress(c.env.incoming);
    // Readers of a shared link count towards the limits of the link, not of the account.
    const name = share ? `share ${share.id}` : holder?.limitKey;
    const isReport = REPORT_PATHS.some((path) => c.req.path.startsWith(path));
    const verdict = await takeAll([
      [ip, address],
      ...(isReport ? [[statisticsIp, address] as const] : []),
      ...(name ? [[user, name] as const] : []),
      ...(name && isReport ? [[statisticsUser, name] as const] : []),
    ]);
    for (const [header, value] of Object.entries(formatRateHeaders(verdict))) c.header(header, value);
    c.header("Cache-Control", "no-store");
    if (verdict.allowed) return next();
    return refuse(c, 429, { code: "rate-limited", seconds: verdict.resetSeconds });
  };
}
