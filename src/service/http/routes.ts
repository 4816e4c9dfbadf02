/**
 * Table of all routes: every method and path that the service answers, and who may call it.
 *
 * `serveRoutes.ts` and `server.ts` accept handlers only by these names, so an undeclared route does not compile.
 */
import { RIGHTS, type Rights, type RightsByKind } from "../../protocol/management.ts";
import type { UserRole } from "../../protocol/people.ts";
import type { AccountKind } from "../../protocol/statistics.ts";
import { listKeys } from "../../protocol/tables.ts";
import { OWN_COLLECTIONS, SHARED_COLLECTIONS } from "../statistics/collections.ts";
import { PUBLIC_FILES } from "./servedFiles.ts";

/**
 * Credentials that a route accepts.
 *
 * - `public`: anyone.
 * - `local`: this machine, and the bearer of the metrics token.
 * - `login`: anyone, unless failed sign-ins from the address require a wait.
 * - `signedIn`: any account.
 * - A list: accounts of these roles.
 */
type Access = "public" | "local" | "login" | "signedIn" | readonly AccountKind[];

export interface Route {
  readonly access: Access;
  /** Whether readers of a shared link may call it, on behalf of the account that shares it. */
  readonly sharedReport?: true;
  /** Role that a user needs in the account; by default any. */
  readonly needs?: UserRole;
  /** Whether API tokens are refused. */
  readonly managesPeople?: true;
  /** Whether the route is refused while a file owns the catalogue. */
  readonly changesCatalogue?: true;
  /** Whether a body without a `Content-Type` is read as JSON, unless a browser may have sent it for another site. */
  readonly untypedBody?: true;
  /** Whether only pages of the service itself may call it, because the response sets a cookie. */
  readonly startsSession?: true;
}

/** `ALL` is any method. `GET` answers `HEAD` as well. */
type Method = "GET" | "POST" | "PATCH" | "DELETE" | "ALL";

// ── Declarations ────────────────────────────────────────────────────────────────────────────────────────────────────

const PUBLIC = { access: "public" } as const;
const SIGNED_IN = { access: "signedIn" } as const;
const SHARED = { access: "signedIn", sharedReport: true } as const;
const SAVING = { access: "signedIn", needs: "editor" } as const;
const PEOPLE = { access: "signedIn", needs: "owner", managesPeople: true } as const;
/** Routes for users of any role, but not for API tokens. */
const OF_USER = { access: "signedIn", managesPeople: true } as const;
const NETWORK = { access: ["network"] } as const;
const NETWORK_CHANGE = { access: ["network"], needs: "editor", changesCatalogue: true } as const;
const IMPORTING = { access: ["network"], needs: "editor" } as const;
const ADVERTISER_REPORT = { access: ["advertiser", "network"], sharedReport: true } as const;
const PUBLISHER_REPORT = { access: ["publisher", "network"], sharedReport: true } as const;

/** Derives the roles that may manage a kind of entry, or change it in one way. */
function byRights(
  kind: keyof typeof RIGHTS,
  right?: keyof Rights,
): { readonly access: readonly AccountKind[]; readonly needs?: UserRole; readonly changesCatalogue?: true } {
  const rights: RightsByKind = RIGHTS[kind];
  if (right === undefined) return { access: listKeys(rights) };
  // Settings of an account, such as its currency, are for owners; a new account has none yet.
  const needs = kind === "accounts" && right === "change" ? "owner" : "editor";
  return { access: listKeys(rights).filter((role) => rights[role]?.[right]), needs, changesCatalogue: true };
}

function declareEach<N extends string, R extends Route>(names: readonly N[], route: R): Record<N, R> {
  return Object.fromEntries(names.map((name) => [name, route])) as Record<N, R>;
}

function nameFile<N extends string>(name: N): `GET /${N}` {
  return `GET /${name}`;
}

function nameCollection<N extends string>(name: N): `GET /v2/collections/${N}` {
  return `GET /v2/collections/${name}`;
}

// ── The table ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** Routes that `server.ts` serves without the router and the gate, so they must be public. */
export const DIRECT_ROUTES = {
  "POST /v1/placement": PUBLIC,
  "GET /i/:token": PUBLIC,
  "POST /i/:token": PUBLIC,
  "GET /c/:token": PUBLIC,
} as const satisfies Record<`${Method} /${string}`, { access: "public" }>;

/**
 * Statistics and management. These paths count towards the rate limits, and pages of any origin may send requests to
 * them. `oldPaths.ts` lists their old names.
 */
export const INTERFACE_PATHS = ["/v2/*", "/openapi.json"];

type InterfacePath = "/openapi.json" | `/v2/${string}`;

export const INTERFACE_ROUTES = {
  "GET /openapi.json": PUBLIC,
  "POST /v2/login": { access: "login", untypedBody: true },
  "POST /v2/session": { access: "login", startsSession: true },
  "DELETE /v2/session": SIGNED_IN,
  "GET /v2/sessions": OF_USER,
  "DELETE /v2/sessions": OF_USER,
  "DELETE /v2/sessions/:id": OF_USER,
  "POST /v2/setup": { access: "login", changesCatalogue: true },
  "GET /v2/account": SHARED,
  "PATCH /v2/account": { access: "signedIn", needs: "owner", changesCatalogue: true },
  "GET /v2/shares": SIGNED_IN,
  "POST /v2/shares": SAVING,
  "DELETE /v2/shares/:id": SAVING,
  "GET /v2/views": SIGNED_IN,
  "POST /v2/views": SAVING,
  "DELETE /v2/views/:name": SAVING,
  "GET /v2/statistics/a/:segment": ADVERTISER_REPORT,
  "POST /v2/statistics/a/:segment": { ...ADVERTISER_REPORT, untypedBody: true },
  "GET /v2/statistics/p/:segment": PUBLISHER_REPORT,
  "POST /v2/statistics/p/:segment": { ...PUBLISHER_REPORT, untypedBody: true },
  ...declareEach(listKeys(SHARED_COLLECTIONS).map(nameCollection), SHARED),
  ...declareEach(listKeys(OWN_COLLECTIONS).map(nameCollection), SIGNED_IN),

  "GET /v2/accounts": byRights("accounts"),
  "POST /v2/accounts": byRights("accounts", "create"),
  "GET /v2/accounts/:id": byRights("accounts"),
  "PATCH /v2/accounts/:id": byRights("accounts", "change"),
  "POST /v2/sites/bulk": byRights("sites", "change"),
  "GET /v2/sites": byRights("sites"),
  "POST /v2/sites": byRights("sites", "create"),
  "GET /v2/sites/:id": byRights("sites"),
  "PATCH /v2/sites/:id": byRights("sites", "change"),
  "POST /v2/zones/bulk": byRights("zones", "change"),
  "GET /v2/zones": byRights("zones"),
  "POST /v2/zones": byRights("zones", "create"),
  "GET /v2/zones/:id": byRights("zones"),
  "PATCH /v2/zones/:id": byRights("zones", "change"),
  "GET /v2/zones/:id/unfilled": byRights("zones"),
  "POST /v2/campaigns/bulk": byRights("campaigns", "change"),
  "GET /v2/campaigns": byRights("campaigns"),
  "POST /v2/campaigns": byRights("campaigns", "create"),
  "GET /v2/campaigns/:id": byRights("campaigns"),
  "PATCH /v2/campaigns/:id": byRights("campaigns", "change"),
  "GET /v2/campaigns/:id/unfilled": byRights("campaigns"),
  "GET /v2/campaigns/:id/creatives": byRights("creatives"),
  "POST /v2/campaigns/:id/creatives": byRights("creatives", "create"),
  "PATCH /v2/campaigns/:id/creatives/:creative": byRights("creatives", "change"),
  "POST /v2/campaigns/:id/creatives/:creative/approve": NETWORK_CHANGE,
  "POST /v2/campaigns/:id/creatives/:creative/reject": NETWORK_CHANGE,
  "POST /v2/campaigns/:id/creatives/:creative/withdraw": {
    access: ["advertiser"],
    needs: "editor",
    changesCatalogue: true,
  },
  "GET /v2/approvals": NETWORK,
  "POST /v2/images": byRights("creatives", "create"),
  "POST /v2/estimate": byRights("campaigns"),
  "POST /v2/performance": SIGNED_IN,
  "GET /v2/activity": SIGNED_IN,
  "GET /v2/user": SIGNED_IN,
  "PATCH /v2/user": OF_USER,
  "GET /v2/users": PEOPLE,
  "POST /v2/users": PEOPLE,
  "PATCH /v2/users/:id": PEOPLE,
  "DELETE /v2/users/:id": PEOPLE,
  "GET /v2/users/:id/made": PEOPLE,
  "POST /v2/users/:id/link": PEOPLE,
  "GET /v2/tokens": PEOPLE,
  "POST /v2/tokens": PEOPLE,
  "DELETE /v2/tokens/:id": PEOPLE,
  "POST /v2/password": { access: "login" },
  "GET /v2/changes": SIGNED_IN,
  "POST /v2/page": NETWORK,
  "GET /v2/imports": NETWORK,
  "POST /v2/imports": IMPORTING,
  "DELETE /v2/imports": IMPORTING,
  "POST /v2/placement/explain": NETWORK,
} as const satisfies Partial<Record<`${Method} ${InterfacePath}`, Route>>;

/** Files, the dashboard, health checks and metrics. */
export const OTHER_ROUTES = {
  "GET /livez": PUBLIC,
  "GET /healthz": PUBLIC,
  "GET /readyz": PUBLIC,
  "GET /metrics": { access: "local" },
  "GET /": PUBLIC,
  ...declareEach(PUBLIC_FILES.map(nameFile), PUBLIC),
  "GET /dashboard": PUBLIC,
  "GET /dashboard/image": PUBLIC,
  "GET /dashboard/*": PUBLIC,
  "GET /creatives/*": PUBLIC,
} as const satisfies Record<`${Method} /${string}`, Route>;

export const ROUTES = { ...DIRECT_ROUTES, ...INTERFACE_ROUTES, ...OTHER_ROUTES };

type RoutePath<Name> = Name extends `${Method} ${infer Path}` ? Path : never;
export type DirectPath = RoutePath<keyof typeof DIRECT_ROUTES>;

/** Extracts the path of a route's name. */
export function readRoutePath<N extends string>(name: N): RoutePath<N> {
  return name.slice(name.indexOf(" ") + 1) as RoutePath<N>;
}

export function listMethods(path: string): string[] {
  const names = listKeys(ROUTES).filter((name) => readRoutePath(name) === path);
  return names.map((name) => name.slice(0, name.indexOf(" ")));
}
