/** Who sends a request, and whether limits let it through. */
import type { MiddlewareHandler } from "hono";
import { ROLE_SEGMENTS } from "../../protocol/statistics.ts";
import { formatRateHeaders, takeAll } from "../net/rateLimiter.ts";
import type { StatisticsContext } from "./context.ts";
import { readAccount } from "./login.ts";
import { type Env, refuse } from "./route.ts";
import type { Shares } from "./shares.ts";

const REPORT_PATHS = Object.values(ROLE_SEGMENTS).map((segment) => `/v2/statistics/${segment}/`);

/** Counts the request in every limit that it falls under: by address, and by user name once that is known. */
export function countRequest(context: StatisticsContext, shares: Shares): MiddlewareHandler<Env> {
  const { ip, user, statisticsIp, statisticsUser } = context.limits;
  return async (c, next) => {
    const bearer = c.req.header("Authorization");
    const share = await shares.read(bearer);
    const account = share
      ? context.catalogue().accounts.get(share.account)
      : await readAccount(bearer, context);
    c.set("account", account);
    c.set("share", share);
    const address = context.findAddress(c.env.incoming);
    // Whoever reads by a link uses up the limit of the link, not that of the account.
    const name = share ? `share ${share.id}` : account && (account.username ?? `#${account.id}`);
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
    return refuse(c, 429, `Too many requests. Try again in ${verdict.resetSeconds} seconds.`);
  };
}
