/** Gate of all routes: who may call each, by the entry of the route. */
import { includesRole } from "../../protocol/people.ts";
import type { Account } from "../catalogue/catalogue.ts";
import { type Call, refuse } from "../interface/call.ts";
import type { InterfaceEnvironment } from "../interface/environment.ts";
import { refuseOtherPage } from "../interface/ownPage.ts";
import { refuseDelayed } from "../interface/signInRoute.ts";
import type { Route } from "../openapi/routeEntry.ts";
import { isSameText } from "../signing/sameText.ts";
import { describeProblem } from "../values/problemList.ts";

/** `metricsToken`: gives access to `local` routes from other machines. */
export type GateContext = Pick<
  InterfaceEnvironment,
  "catalogue" | "countSignIn" | "failures" | "findAddress" | "listOrigins" | "maxBody" | "maxImage"
> & { readonly metricsToken?: string | undefined };

/** Returns the refusal when the caller may not use a route. */
export async function refuseCaller(
  c: Call,
  { access, sharedReport, needs, managesPeople, changesCatalogue, startsSession }: Route,
  context: GateContext,
): Promise<Response | undefined> {
  const refusal = startsSession && refuseOtherPage(c, context);
  if (refusal) return refusal;
  if (access === "public") return undefined;
  if (access === "local") return isLocal(c, context.metricsToken) ? undefined : c.notFound();
  const { declared } = context.catalogue();
  const holder = c.get("holder");
  const refuseDeclared = (account?: Account) =>
    changesCatalogue && declared ? refuseChange(c, account, declared.file) : undefined;
  if (access === "login") return (await refuseDelayed(c, context)) ?? refuseDeclared();
  const account = c.get("account");
  if (!account) {
    c.header("WWW-Authenticate", "Bearer");
    return refuse(c, 401, { code: "sign-in-needed" });
  }
  if (c.get("share") && !sharedReport) return refuse(c, 403, { code: "share-reads-only" });
  if (access !== "signedIn" && !access.includes(account.role))
    return refuse(c, 403, { code: "account-role-needed", roles: access, role: account.role });
  if (managesPeople && holder?.token !== undefined) return refuse(c, 403, { code: "token-manages-people" });
  if (needs && (!holder || !includesRole(holder.role, needs)))
    return refuse(c, 403, { code: "role-needed", needs, role: holder?.role });
  if (needs && holder?.isSuspended) return refuse(c, 403, { code: "account-suspended" });
  return refuseDeclared(account);
}

/** Refuses a change while a file owns the catalogue. Only networks see the file's name. */
function refuseChange(c: Call, account: Account | undefined, file: string): Response {
  const { message, codes } = describeProblem({
    code: "catalogue-declared",
    ...(account?.role === "network" && { file }),
  });
  return c.json({ message, code: "declared", codes }, 409);
}

/** Whether a request has the metrics token, or comes from this machine without a proxy. */
function isLocal(c: Call, token: string | undefined): boolean {
  if (token && isSameText(c.req.header("Authorization") ?? "", `Bearer ${token}`)) return true;
  const peer = c.env.incoming.socket.remoteAddress ?? "";
  const isProxied = ["x-forwarded-for", "forwarded", "x-real-ip"].some((name) => c.req.header(name));
  return !isProxied && /^(::1|(::ffff:)?127\.)/.test(peer);
}
