/** Requests every route of the table with every kind of credential; the expected status codes are listed by hand. */
import type { Hono } from "hono";
import { beforeAll, expect, test } from "vitest";
import { USER_ROLES, type UserRole } from "../../../src/protocol/people.ts";
import { listKeys } from "../../../src/protocol/tables.ts";
import { createOpenApi } from "../../../src/service/http/openApiDocument.ts";
import type { GateContext } from "../../../src/service/http/permissions.ts";
import { getRoutePath, listMethods, ROUTES } from "../../../src/service/http/routes.ts";
import { serveRoutes } from "../../../src/service/http/serveRoutes.ts";
import type { Call, Env } from "../../../src/service/interface/call.ts";
import type { Route } from "../../../src/service/openapi/routeEntry.ts";
import { hashPassword, hashToken } from "../../../src/service/signing/passwords.ts";
import { DAY_MS } from "../../../src/service/values/day.ts";
import { listStatuses } from "../support/documentedStatuses.ts";
import { useService } from "../support/service.ts";

const PASSWORD = await hashPassword("a long password");
const signsIn = (id: number) => ({
  username: `account ${id}`,
  password: PASSWORD,
  apiTokens: [hashToken(`token-${id}`)],
});

/** Accounts 1 to 3 form one network, 11 to 13 another. */
const CATALOGUE = {
  accounts: [1, 11].flatMap((network) => [
    { id: network, name: "Network", role: "network", ...signsIn(network) },
    ...(["publisher", "advertiser"] as const).map((role, at) => ({
      id: network + at + 1,
      name: role,
      role,
      network,
      ...signsIn(network + at + 1),
    })),
    {
      id: network + 3,
      name: "suspended",
      role: "publisher",
      network,
      suspended: true,
      ...signsIn(network + 3),
    },
  ]),
  sites: [{ id: 2, account: 2, name: "Site", hostname: "site.example" }],
  zones: [{ id: 2, site: 2, name: "Zone", size: "300x250" }],
  campaigns: [
    {
      id: 3,
      account: 3,
      name: "Campaign",
      pricing: { model: "cpm", price: "2" },
      variations: [
        { id: 31, size: "300x250", image: "https://cdn.example/a.png", url: "https://shop.example/" },
      ],
    },
  ],
};

/** Account ids; strangers belong to the other network. */
const ACCOUNT_IDS = {
  network: 1,
  publisher: 2,
  advertiser: 3,
  stranger: 11,
  "strange publisher": 12,
  "strange advertiser": 13,
};
const LINKS = {
  "network's publisher link": { owner: 1, role: "publisher" },
  "network's advertiser link": { owner: 1, role: "advertiser" },
  "publisher's link": { owner: 2, role: "publisher" },
  "advertiser's link": { owner: 3, role: "advertiser" },
  "stranger's link": { owner: 11, role: "publisher" },
  "strange advertiser's link": { owner: 13, role: "advertiser" },
  "narrow link": { owner: 2, role: "publisher", filter: { zone_id: [2], date_from: "2026-11-01" } },
} as const;

/** Users by e-mail address: account signed in to, account with the role (if another one), and role. */
const USERS: Record<string, { at: keyof typeof ACCOUNT_IDS; belongsTo?: number; role: UserRole }> = {
  ...nameUsers("network"),
  ...nameUsers("publisher"),
  "advertiser.viewer@a.example": { at: "advertiser", role: "viewer" },
  // A network's users have the same role in the network's accounts.
  "network.at.publisher@a.example": { at: "publisher", belongsTo: 1, role: "owner" },
  "network.viewer.at.publisher@a.example": { at: "publisher", belongsTo: 1, role: "viewer" },
};

function nameUsers(at: keyof typeof ACCOUNT_IDS) {
  return Object.fromEntries(USER_ROLES.map((role) => [`${at}.${role}@a.example`, { at, role }]));
}

/** Credentials with the session cookie of a network user, who has no login token. */
const SESSION_USERS = ["a session", "a session in a page of another origin", "a session without an origin"];

/** All users; their ids do not occur in the paths below. */
const PEOPLE = [
  ...Object.entries(USERS),
  ...["ended", "ended by a role", ...SESSION_USERS].map(
    (name) => [nameSessionUser(name), { at: "network", role: "owner" }] as const,
  ),
  ["promoted@a.example", { at: "publisher", role: "viewer" }] as const,
  ["added@a.example", { at: "publisher", role: "viewer" }] as const,
  ["removed@a.example", { at: "network", role: "editor" }] as const,
  ...["demoted", "leaving", "leaving.with.all"].map(
    (name) => [`${name}@a.example`, { at: "network", role: "owner" }] as const,
  ),
  ["demoted.session@a.example", { at: "network", role: "owner" }] as const,
].map(([email, { at, role, ...user }], index) => ({
  id: 101 + index,
  email,
  name: email,
  password: PASSWORD,
  accounts: [{ account: "belongsTo" in user ? (user.belongsTo ?? 0) : ACCOUNT_IDS[at], role }],
}));

function findUser(name: string): number | undefined {
  return PEOPLE.find(({ email }) => email === `${name}@a.example`)?.id;
}

function nameSessionUser(name: string): string {
  return `${name.replaceAll(" ", ".")}@a.example`;
}

type Holder = keyof typeof ACCOUNT_IDS | keyof typeof LINKS;
type Expected = Partial<Record<Holder | "anyone", number>>;

const ANYONE = (status: number): Expected => ({ anyone: status });
const of = (status: number, ...holders: Holder[]): Expected =>
  Object.fromEntries(holders.map((holder) => [holder, status]));
const ACCOUNTS = listKeys(ACCOUNT_IDS);
const SHARED: Expected = of(200, ...ACCOUNTS, ...listKeys(LINKS));
const PUBLISHERS = ["network", "publisher", "stranger", "strange publisher"] as const;
const ADVERTISERS = ["network", "advertiser", "stranger", "strange advertiser"] as const;
const PUBLISHER_REPORT: Expected = of(
  200,
  ...PUBLISHERS,
  ...(["network's publisher link", "publisher's link", "stranger's link"] as const),
);
const ADVERTISER_REPORT: Expected = of(
  200,
  ...ADVERTISERS,
  ...(["network's advertiser link", "advertiser's link", "strange advertiser's link"] as const),
);
/** Expectation for routes of a single entry: the other network may call them but gets 404. */
const ofSide = (status: number, side: "publisher" | "advertiser"): Expected => ({
  network: status,
  [side]: status,
  stranger: 404,
  [`strange ${side}`]: 404,
});

function collections(expected: Expected, names: readonly string[]): Record<string, Expected> {
  return Object.fromEntries(names.map((name) => [`GET /v2/collections/${name}`, expected]));
}

function files(names: readonly string[]): Record<string, Expected> {
  return Object.fromEntries(names.map((name) => [`GET /${name}`, ANYONE(200)]));
}

/** Strangers may call the routes of their role but find nothing of this network. */
const EXPECTED: Record<string, Expected> = {
  "POST /v1/placement": ANYONE(400),
  "GET /i/:token": ANYONE(403),
  "POST /i/:token": ANYONE(403),
  "GET /c/:token": ANYONE(403),
  "GET /v1/conversion": ANYONE(403),
  "POST /v1/conversion": ANYONE(403),
  "GET /v1/conversion.gif": ANYONE(403),

  "GET /openapi.json": ANYONE(200),
  "POST /v2/login": ANYONE(400),
  // Only pages of the service can get a cookie: see `SESSION_USERS`.
  "POST /v2/session": ANYONE(403),
  "POST /v2/session/account": ANYONE(403),
  "DELETE /v2/session": of(404, ...ACCOUNTS),
  "GET /v2/sessions": of(200, ...ACCOUNTS),
  "DELETE /v2/sessions": of(204, ...ACCOUNTS),
  "DELETE /v2/sessions/:id": of(404, ...ACCOUNTS),
  "POST /v2/setup": ANYONE(400),
  "GET /v2/account": SHARED,
  "PATCH /v2/account": of(400, ...ACCOUNTS),
  "GET /v2/shares": of(200, ...ACCOUNTS),
  "POST /v2/shares": of(400, ...ACCOUNTS),
  "DELETE /v2/shares/:id": of(404, ...ACCOUNTS),
  "GET /v2/views": of(200, ...ACCOUNTS),
  "POST /v2/views": of(400, ...ACCOUNTS),
  "DELETE /v2/views/:name": of(404, ...ACCOUNTS),
  "GET /v2/statistics/a/:segment": ADVERTISER_REPORT,
  "POST /v2/statistics/a/:segment": ADVERTISER_REPORT,
  "GET /v2/statistics/p/:segment": PUBLISHER_REPORT,
  "POST /v2/statistics/p/:segment": PUBLISHER_REPORT,
  ...collections(SHARED, [
    ...["ad_types", "browsers", "carriers", "categories", "countries", "device_types", "devices"],
    ...["languages", "operating_systems", "regions", "timezones"],
  ]),
  ...collections(of(200, ...ACCOUNTS), [
    ...["campaigns", "variations", "offers", "offer_landing_pages"],
    ...["sites", "zones", "advertisers"],
  ]),

  "GET /v2/accounts": of(200, "network", "stranger"),
  "POST /v2/accounts": of(400, "network", "stranger"),
  "GET /v2/accounts/:id": { network: 200, stranger: 404 },
  "PATCH /v2/accounts/:id": { network: 400, stranger: 404 },
  "GET /v2/sites": of(200, ...PUBLISHERS),
  "POST /v2/sites": of(400, ...PUBLISHERS),
  "GET /v2/sites/:id": ofSide(200, "publisher"),
  "PATCH /v2/sites/:id": ofSide(400, "publisher"),
  "POST /v2/sites/bulk": of(400, ...PUBLISHERS),
  "GET /v2/zones": of(200, ...PUBLISHERS),
  "POST /v2/zones": of(400, ...PUBLISHERS),
  "GET /v2/zones/:id": ofSide(200, "publisher"),
  "PATCH /v2/zones/:id": ofSide(400, "publisher"),
  "GET /v2/zones/:id/unfilled": ofSide(400, "publisher"),
  "POST /v2/zones/bulk": of(400, ...PUBLISHERS),
  "GET /v2/campaigns": of(200, ...ADVERTISERS),
  "POST /v2/campaigns": of(400, "network", "stranger"),
  "GET /v2/campaigns/:id": ofSide(200, "advertiser"),
  "PATCH /v2/campaigns/:id": ofSide(400, "advertiser"),
  "GET /v2/campaigns/:id/unfilled": ofSide(200, "advertiser"),
  "POST /v2/campaigns/bulk": of(400, ...ADVERTISERS),
  "GET /v2/campaigns/:id/conversion-tests/:test": ofSide(404, "advertiser"),
  "POST /v2/campaigns/:id/creatives/:creative/conversion-tests": ofSide(201, "advertiser"),
  "GET /v2/campaigns/:id/creatives": ofSide(200, "advertiser"),
  "POST /v2/campaigns/:id/creatives": of(400, ...ADVERTISERS),
  "PATCH /v2/campaigns/:id/creatives/:creative": ofSide(400, "advertiser"),
  "POST /v2/campaigns/:id/creatives/:creative/approve": { network: 428, stranger: 404 },
  "POST /v2/campaigns/:id/creatives/:creative/reject": of(400, "network", "stranger"),
  "POST /v2/campaigns/:id/creatives/:creative/withdraw": { advertiser: 428, "strange advertiser": 404 },
  "GET /v2/approvals": of(200, "network", "stranger"),
  "POST /v2/images": of(415, ...ADVERTISERS),
  "POST /v2/estimate": of(400, ...ADVERTISERS),
  "POST /v2/performance": of(400, ...ACCOUNTS),
  "GET /v2/sites/:id/creatives": ofSide(200, "publisher"),
  "GET /v2/activity": of(200, ...ACCOUNTS),
  "GET /v2/user": of(200, ...ACCOUNTS),
  "PATCH /v2/user": of(400, ...ACCOUNTS),
  "POST /v2/user/second-factor": of(400, ...ACCOUNTS),
  "POST /v2/user/second-factor/confirm": of(400, ...ACCOUNTS),
  "POST /v2/user/second-factor/codes": of(400, ...ACCOUNTS),
  "POST /v2/user/second-factor/off": of(400, ...ACCOUNTS),
  "DELETE /v2/users/:id/second-factor": of(404, ...ACCOUNTS),
  "GET /v2/user/subscriptions": of(200, ...ACCOUNTS),
  "POST /v2/user/subscriptions": of(400, ...ACCOUNTS),
  "DELETE /v2/user/subscriptions/:id": of(404, ...ACCOUNTS),
  "GET /v2/unsubscribe/:token": ANYONE(303),
  "POST /v2/unsubscribe/:token": ANYONE(403),
  "GET /v2/users": of(200, ...ACCOUNTS),
  "POST /v2/users": of(400, ...ACCOUNTS),
  "PATCH /v2/users/:id": of(400, ...ACCOUNTS),
  "DELETE /v2/users/:id": of(404, ...ACCOUNTS),
  "GET /v2/users/:id/made": of(404, ...ACCOUNTS),
  "POST /v2/users/:id/link": of(404, ...ACCOUNTS),
  "GET /v2/tokens": of(200, ...ACCOUNTS),
  "POST /v2/tokens": of(400, ...ACCOUNTS),
  "DELETE /v2/tokens/:id": of(404, ...ACCOUNTS),
  // Without a mail server; `mailedLinks.test.ts` has one.
  "POST /v2/user/confirmation": of(409, ...ACCOUNTS),
  "POST /v2/user/report": of(409, ...ACCOUNTS),
  "POST /v2/confirmation": ANYONE(400),
  "POST /v2/password/forgotten": ANYONE(400),
  "POST /v2/password": ANYONE(400),
  "POST /v2/password/user": ANYONE(400),
  "GET /v2/changes": of(200, ...ACCOUNTS),
  "POST /v2/page": of(400, "network", "stranger"),
  "GET /v2/imports": of(200, "network", "stranger"),
  "POST /v2/imports": of(400, "network", "stranger"),
  "DELETE /v2/imports": of(400, "network", "stranger"),
  "POST /v2/placement/explain": of(400, "network", "stranger"),

  "GET /livez": ANYONE(200),
  "GET /healthz": ANYONE(200),
  "GET /readyz": ANYONE(200),
  // From this machine; `app.test.ts` tests other machines, proxies and the token.
  "GET /metrics": ANYONE(200),
  "GET /": ANYONE(200),
  ...files(["zonetag.js", "consent.js", "zonetag.mjs", "console.js", "console-de.js", "statistics.mjs"]),
  ...files(["zonetag.js.map", "consent.js.map", "zonetag.mjs.map"]),
  ...files(["console.js.map", "console-de.js.map", "statistics.mjs.map"]),
  ...files(["integrity.json", "catalogue.schema.json", "licences.txt"]),
  "GET /dashboard": ANYONE(308),
  // Without an image; `imageFrame.test.ts` tests others.
  "GET /dashboard/image": ANYONE(404),
  "GET /dashboard/*": ANYONE(200),
  "GET /creatives/*": ANYONE(404),
};

/** Routes for editors and owners. `OWNING` lists the routes for owners only; viewers may call all other routes. */
const EDITING = [
  ...["POST /v2/shares", "DELETE /v2/shares/:id", "POST /v2/imports", "DELETE /v2/imports"],
  ...["POST /v2/views", "DELETE /v2/views/:name"],
  ...["sites", "zones"].flatMap((kind) => [`POST /v2/${kind}`, `PATCH /v2/${kind}/:id`]),
  ...["POST /v2/sites/bulk", "POST /v2/zones/bulk", "POST /v2/campaigns/bulk"],
  ...["approve", "reject", "withdraw"].map((what) => `POST /v2/campaigns/:id/creatives/:creative/${what}`),
  ...["POST /v2/accounts", "POST /v2/campaigns", "PATCH /v2/campaigns/:id", "POST /v2/images"],
  ...["POST /v2/campaigns/:id/creatives", "PATCH /v2/campaigns/:id/creatives/:creative"],
];
/** Routes that refuse API tokens. */
const OF_PEOPLE = [
  ...["GET /v2/users", "POST /v2/users", "PATCH /v2/users/:id", "DELETE /v2/users/:id"],
  ...[
    "GET /v2/users/:id/made",
    "POST /v2/users/:id/link",
    "DELETE /v2/users/:id/second-factor",
    "GET /v2/tokens",
    "POST /v2/tokens",
    "DELETE /v2/tokens/:id",
  ],
];
const OWNING = [...OF_PEOPLE, "PATCH /v2/account", "PATCH /v2/accounts/:id"];
/** Routes for users of any role that refuse API tokens. */
const OF_USERS = [
  ...["POST /v2/user/confirmation", "POST /v2/user/report", "PATCH /v2/user"],
  ...["GET /v2/sessions", "DELETE /v2/sessions", "DELETE /v2/sessions/:id"],
  ...["", "/confirm", "/codes", "/off"].map((path) => `POST /v2/user/second-factor${path}`),
  ...["GET /v2/user/subscriptions", "POST /v2/user/subscriptions", "DELETE /v2/user/subscriptions/:id"],
];

/** `holder`: account or link whose rights the credential has; undefined if the credential is invalid. */
interface Credential {
  authorization?: string | undefined;
  /** Session cookie. */
  cookie?: string;
  /** Whether the request comes from a page of the service. */
  isOwnPage?: boolean;
  holder?: Holder;
  /** Role of the user. */
  role?: UserRole;
  isApiToken?: boolean;
  /** Origin of the page of another site that sends the request. */
  otherOrigin?: string;
}

/** Whether the role or kind of a credential excludes it from a route. */
function isKeptFrom(route: string, { role = "owner", isApiToken }: Credential): boolean {
  if (isApiToken && [...OWNING, ...OF_USERS].includes(route)) return true;
  if (OWNING.includes(route)) return role !== "owner";
  return EDITING.includes(route) && role === "viewer";
}

const service = await useService(
  CATALOGUE,
  { limitUser: 0, limitStatisticsIp: 0, limitStatisticsUser: 0 },
  { users: PEOPLE },
);
const credentials = new Map<string, Credential>();

async function signInBy(credentials: object): Promise<string> {
  return (await (await send("POST", "/v2/login", undefined, credentials)).json()).token;
}

const nameOwner = (account: number) => ({ username: `account ${account}`, password: "a long password" });
const signIn = (account: number) => signInBy(nameOwner(account));
const signInUser = (email: string, at: keyof typeof ACCOUNT_IDS) =>
  signInBy({ username: email, password: "a long password", account: ACCOUNT_IDS[at] });

async function share(account: number, link: object): Promise<{ id: string; token: string }> {
  const fields = { name: "Link", view: "?", days: 30, ...link };
  return (await send("POST", "/v2/shares", `Bearer ${await signIn(account)}`, fields)).json();
}

beforeAll(async () => {
  const expired = await signIn(1);
  const expiredLink = await share(2, { role: "publisher", days: 1 });
  service.clock.time += 2 * DAY_MS;
  const revoked = await share(2, { role: "publisher" });
  await send("DELETE", `/v2/shares/${revoked.id}`, `Bearer ${await signIn(2)}`);
  // The user sets a password, which ends this token.
  const ended = await signIn(12);
  const password = "a long password";
  await send("PATCH", "/v2/user", `Bearer ${ended}`, { currentPassword: password, password });
  const removed = await signInUser("removed@a.example", "network");
  const promoted = await signInUser("promoted@a.example", "publisher");
  const added = await signInUser("added@a.example", "publisher");
  const valid = await signIn(1);
  const owner = `Bearer ${valid}`;
  await send("DELETE", `/v2/users/${findUser("removed")}`, owner);
  await send("PATCH", `/v2/users/${findUser("promoted")}`, owner, { account: 2, role: "editor" });
  await send("POST", "/v2/users", owner, { user: findUser("added"), account: 3, role: "viewer" });
  const demoted = await signInUser("demoted@a.example", "network");
  await demote("demoted", owner);
  const left = await leave("leaving", owner, "");
  const leftWithAll = await leave("leaving.with.all", owner, "?tokens=1&shares=1");
  const [head, , signature] = valid.split(".");
  const encode = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url");
  const claims = encode({ sub: "1" });
  for (const [name, authorization] of [
    ["none", undefined],
    ["malformed", "Bearer no.token"],
    ["another scheme", `Basic ${valid}`],
    ["an unknown API token", "Bearer token-99"],
    ["an API token in another scheme", "Basic token-1"],
    ["forged", `Bearer ${head}.${claims}.${signature}`],
    ["unsigned", `Bearer ${encode({ alg: "none" })}.${claims}.`],
    ["expired", `Bearer ${expired}`],
    ["a token from before the password", `Bearer ${ended}`],
    ["a token of a user who was removed", `Bearer ${removed}`],
    ["a token from before a higher role", `Bearer ${promoted}`],
    ["a token from before another account", `Bearer ${added}`],
    ["an expired link", `Bearer ${expiredLink.token}`],
    ["a revoked link", `Bearer ${revoked.token}`],
    ["an API token that ended with its maker", `Bearer ${leftWithAll.token}`],
    ["a link that ended with its maker", `Bearer ${leftWithAll.link}`],
  ] as const)
    credentials.set(name, { authorization });
  const holder = "network";
  credentials.set("a token from before a lower role", {
    holder,
    role: "viewer",
    authorization: `Bearer ${demoted}`,
  });
  credentials.set("an API token whose maker left", {
    holder,
    isApiToken: true,
    authorization: `Bearer ${left.token}`,
  });
  credentials.set("a link whose maker left", {
    holder: "network's publisher link",
    authorization: `Bearer ${left.link}`,
  });
  for (const holder of listKeys(ACCOUNT_IDS)) {
    const id = ACCOUNT_IDS[holder];
    credentials.set(holder, { holder, authorization: `Bearer ${await signIn(id)}` });
    if (holder.startsWith("strange")) continue;
    const exchanged = await signInBy({ api_token: `token-${id}` });
    const isApiToken = true;
    credentials.set(`API token of ${holder}`, { holder, isApiToken, authorization: `Bearer token-${id}` });
    credentials.set(`login by API token of ${holder}`, {
      holder,
      isApiToken,
      authorization: `Bearer ${exchanged}`,
    });
  }
  for (const [email, { at, role }] of Object.entries(USERS))
    credentials.set(email, { holder: at, role, authorization: `Bearer ${await signInUser(email, at)}` });
  for (const holder of listKeys(LINKS)) {
    const { owner, ...link } = LINKS[holder];
    const { token } = await share(owner, link);
    credentials.set(holder, { holder, authorization: `Bearer ${token}` });
  }
  const endedSession = { cookie: await startSession("ended"), isOwnPage: true };
  await send("DELETE", "/v2/session", endedSession);
  credentials.set("an ended session", endedSession);
  const endedByRole = { cookie: await startSession("ended by a role"), isOwnPage: true };
  const user = findUser("ended.by.a.role");
  await send("POST", "/v2/users", `Bearer ${await signIn(1)}`, { user, account: 2, role: "owner" });
  credentials.set("a session from before another account", endedByRole);
  await startSessions();
  await demote("demoted.session", `Bearer ${await signIn(1)}`);
});

async function demote(name: string, owner: string): Promise<void> {
  const { status } = await send("PATCH", `/v2/users/${findUser(name)}`, owner, { role: "viewer" });
  expect(status).toBe(200);
}

/** Makes an API token and a link as a user, who is then removed. */
async function leave(name: string, owner: string, query: string): Promise<{ token: string; link: string }> {
  const user = `Bearer ${await signInUser(`${name}@a.example`, "network")}`;
  const token = await send("POST", "/v2/tokens", user, { name: "Token", role: "editor", days: 30 });
  const fields = { name: "Link", view: "?", days: 30, role: "publisher" };
  const link = await send("POST", "/v2/shares", user, fields);
  await send("DELETE", `/v2/users/${findUser(name)}${query}`, owner);
  return { token: (await token.json()).result.token, link: (await link.json()).token };
}

async function startSession(name: string): Promise<string> {
  const credentials = { username: nameSessionUser(name), password: "a long password" };
  const response = await send("POST", "/v2/session", { isOwnPage: true }, credentials);
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** Starts sessions for pages of the service and of other origins. An `Authorization` header disables the cookie. */
async function startSessions(): Promise<void> {
  const [own = "", other = "", none = ""] = SESSION_USERS;
  const holder = "network";
  const page = { cookie: await startSession(own), isOwnPage: true };
  credentials.set(own, { ...page, holder });
  credentials.set(other, { cookie: await startSession(other), otherOrigin: "https://site.example", holder });
  credentials.set(none, { cookie: await startSession(none), holder });
  const demoted = { cookie: await startSession("demoted session"), isOwnPage: true };
  credentials.set("a session from before a lower role", { ...demoted, role: "viewer", holder });
  credentials.set("a session beside a wrong token", { ...page, authorization: "Bearer no.token" });
  credentials.set("a session beside an empty header", { ...page, authorization: "" });
  const link = credentials.get("publisher's link");
  credentials.set("a session beside a shared link", { ...link, ...page });
}

/** Finds the status determined by the cookie or the sending page; undefined if the holder decides. */
function expectOfCookie(route: string, { cookie, authorization, isOwnPage, holder }: Credential) {
  const hasSession = cookie !== undefined && authorization === undefined;
  const isInterface = /^(?!GET)\w+ \/v2\//.test(route);
  if (hasSession && !isOwnPage && isInterface) return 403;
  if (route === "POST /v2/session" && isOwnPage) return 400;
  if (route === "POST /v2/session/account" && isOwnPage) {
    if (!holder) return 401;
    return holder in LINKS ? 403 : hasSession ? 400 : 404;
  }
  return route === "DELETE /v2/session" && hasSession && holder ? 204 : undefined;
}

/** Sends a request. `credential`: an `Authorization` header or a complete credential. */
function send(
  method: string,
  path: string,
  credential: string | Credential = {},
  body?: unknown,
): Promise<Response> {
  const {
    authorization,
    cookie,
    isOwnPage,
    otherOrigin: origin = isOwnPage && service.origin,
  } = typeof credential === "string" ? { authorization: credential } : credential;
  return fetch(service.origin + path, {
    method,
    redirect: "manual",
    headers: {
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(cookie && { Cookie: cookie }),
      ...(origin && { Origin: origin }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      "If-Match": "*",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Fills in the path of a route: entries of accounts 2 and 3, and an unknown API token. */
function findAddress(route: string): { method: string; path: string } {
  const [method = "", path = ""] = route.split(" ");
  const ids = Object.entries({ "/v2/campaigns": "3", "/v2/tokens": "99" });
  const [, id = "2"] = ids.find(([start]) => path.startsWith(start)) ?? [];
  return {
    method: method === "ALL" ? "PUT" : method,
    path: path
      .replace(":id", id)
      .replace(":creative", "31")
      .replace(":segment", "date")
      .replace(":token", "forged")
      .replace("/dashboard/*", "/dashboard/")
      .replace("*", "date"),
  };
}

const SIGN_IN = "Sign in with POST /v2/login and send its token in the Authorization header.";

test("a route without access, and a handler without a route, do not compile", () => {
  // @ts-expect-error: a route declares who may call it.
  const route: Route = { sharedReport: true };
  const serve = (app: Hono<Env>, gate: GateContext) =>
    serveRoutes(
      app,
      // @ts-expect-error: the table has no such route.
      { "GET /v2/undeclared": (c: Call) => c.body(null) },
      gate,
    );
  expect([route, serve]).toHaveLength(2);
});

test("the expectations cover exactly the routes of the table", () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(listKeys(ROUTES).sort());
});

test.each(Object.keys(EXPECTED))("%s accepts only the expected credentials", async (route) => {
  const expected = EXPECTED[route] ?? {};
  const { method, path } = findAddress(route);
  const isReport = path.startsWith("/v2/statistics/");
  // Only reports accept a body without fields; a list is invalid for every route.
  const body = method === "GET" || method === "DELETE" ? undefined : isReport ? {} : [];
  const answers = [...credentials].map(async ([name, credential]) => {
    const response = await send(method, path, credential, body);
    const { holder } = credential;
    const isKept = isKeptFrom(route, credential);
    const ofCookie = expectOfCookie(route, credential);
    return { name, holder, isKept, ofCookie, status: response.status, text: await response.text() };
  });
  for (const { name, holder, isKept, ofCookie, status, text } of await Promise.all(answers)) {
    const passed = ofCookie ?? expected.anyone ?? (holder && !isKept ? expected[holder] : undefined);
    expect([name, status]).toEqual([name, passed ?? (holder ? 403 : 401)]);
    if (status === 401) expect(JSON.parse(text)).toMatchObject({ message: SIGN_IN });
  }
  if (route === "DELETE /v2/session") await startSessions();
});

/** Routes that a publisher may use, and that need a role. */
const listNeedingRole = (routes: readonly string[]) =>
  routes.filter((route) => EXPECTED[route]?.["strange publisher"] !== undefined).sort();

test("a suspended account is refused exactly the routes that need the role editor or owner", async () => {
  const listRefused = async (credential: Credential) => {
    const refused = [];
    for (const route of Object.keys(EXPECTED)) {
      if (route === "DELETE /v2/session") continue;
      const { method, path } = findAddress(route);
      const body = method === "GET" || method === "DELETE" ? undefined : [];
      const response = await send(method, path, credential, body);
      if ((await response.text()).includes('"account-suspended"')) refused.push(route);
    }
    return refused.sort();
  };
  const all = listNeedingRole([...EDITING, ...OWNING]);
  const toBearer = (token: string) => ({ authorization: `Bearer ${token}` });
  expect(await listRefused(toBearer(await signIn(14)))).toEqual(all);
  const signedIn = await send("POST", "/v2/session", { isOwnPage: true }, nameOwner(14));
  const cookie = signedIn.headers.getSetCookie()[0] ?? "";
  expect(await listRefused({ cookie, isOwnPage: true })).toEqual(all);
  // Owners' routes are refused because of the token's role.
  const editing = listNeedingRole(EDITING);
  expect(await listRefused(toBearer("token-14"))).toEqual(editing);
  expect(await listRefused(toBearer(await signInBy({ api_token: "token-14" })))).toEqual(editing);
  // The network's owner changes the account as before, also signed in to it.
  expect(await listRefused(toBearer(await signInBy({ ...nameOwner(11), account: 14 })))).toEqual([]);
});

/** Lists the alternative forms of a path. */
const listOldPaths = (path: string): string[] => {
  const longer = path.replace("/p/", "/publisher/").replace("/a/", "/advertiser/");
  return [path.replace("/v2", "/v1"), longer.replace("/v2", ""), ...(longer === path ? [] : [longer])];
};

test.each(Object.keys(EXPECTED).filter((route) => /\/v2\/(login|statistics|collections)\b/.test(route)))(
  "%s returns the same status for each credential under its alternative paths",
  async (route) => {
    const { method, path } = findAddress(route);
    const body = method === "GET" ? undefined : [];
    const read = async (address: string) => {
      const asked = [...credentials.values()].map((credential) => send(method, address, credential, body));
      return (await Promise.all(asked)).map(({ status }) => status);
    };
    const expected = await read(path);
    for (const old of listOldPaths(path)) expect([old, await read(old)]).toEqual([old, expected]);
  },
);

test.each<[string, string, string]>([
  ["publisher", "/v2/accounts", "This needs an account of the role network; yours has the role publisher."],
  [
    ...(["advertiser", "/v2/zones"] as const),
    "This needs an account of the role network or publisher; yours has the role advertiser.",
  ],
  ["network's publisher link", "/v2/zones", "A shared link only reads reports."],
  ["network.viewer@a.example", "/v2/users", "This needs the role owner in the account; yours is viewer."],
  ["API token of network", "/v2/users", "API tokens do not manage people."],
])("the refusal of %s at %s names the required role or credential", async (holder, path, message) => {
  const response = await send("GET", path, credentials.get(holder)?.authorization);
  expect([response.status, await response.json()]).toMatchObject([403, { message }]);
});

test("a request without a token gets 401 with WWW-Authenticate: Bearer", async () => {
  const { status, headers } = await send("GET", "/v2/account");
  expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
});

test("every path returns 405 for undeclared methods and lists the declared methods in Allow", async () => {
  const paths = new Set(listKeys(ROUTES).map(getRoutePath));
  for (const route of [...paths].filter((path) => !listMethods(path).includes("ALL"))) {
    const { path } = findAddress(`PUT ${route}`);
    const { status, headers } = await send("PUT", path);
    const allowed = headers
      .get("allow")
      ?.split(", ")
      .filter((method) => !["HEAD", "OPTIONS"].includes(method));
    expect([route, status, allowed]).toEqual([route, 405, listMethods(route)]);
  }
});

test("the OpenAPI document contains exactly the interface routes of the table", () => {
  const { paths } = createOpenApi("0.2.0");
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => method !== "parameters")
      .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
  );
  const served = listKeys(ROUTES).filter((name) => /^\w+ \/(v1|v2|i|c)\//.test(name));
  expect(documented.sort()).toEqual(served.sort());
});

test.each(Object.keys(EXPECTED).filter((route) => route.includes(" /v")))(
  "the OpenAPI document lists the expected statuses of %s",
  (route) => {
    const statuses = Object.values(EXPECTED[route] ?? {});
    expect(listStatuses(route)).toEqual(expect.arrayContaining(statuses));
  },
);

test("a link restricted to a zone and a first day opens only reports within both restrictions", async () => {
  const ask = async (filter: object) =>
    (await send("POST", "/v2/statistics/p/date", credentials.get("narrow link")?.authorization, { filter }))
      .status;
  const within = { zone_id: [2], date_from: "2026-11-01" };
  expect(await ask(within)).toBe(200);
  expect(await ask({ ...within, date_from: "2026-10-31" })).toBe(403);
  expect(await ask({ ...within, zone_id: [3] })).toBe(403);
  expect(await ask({ date_from: "2026-11-01" })).toBe(403);
});
