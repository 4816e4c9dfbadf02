/** Runs the statistics routes on a free port, with a store in a new folder. */

import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { type Logger, pino } from "pino";
import { afterAll } from "vitest";
import type { Role } from "../../../src/protocol/statistics.ts";
import { LocalFailedSignIns } from "../../../src/service/accounts/failedSignIns.ts";
import { RecordFile, SHARES_FILE, VIEWS_FILE } from "../../../src/service/accounts/recordFile.ts";
import { describeViewer, selectScope } from "../../../src/service/accounts/visibleFacts.ts";
import { type Account, parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import type { Store } from "../../../src/service/facts/eventStore.ts";
import { createRouter } from "../../../src/service/http/oldPaths.ts";
import { createOpenApi } from "../../../src/service/http/openApiDocument.ts";
import { findClientAddress } from "../../../src/service/http/proxies.ts";
import { sendStreams } from "../../../src/service/http/sendStreams.ts";
import { interfaceRoutes } from "../../../src/service/http/serveInterfaces.ts";
import type { InterfaceEnvironment } from "../../../src/service/interface/environment.ts";
import { matchNetworks } from "../../../src/service/net/address.ts";
import { createLimits } from "../../../src/service/net/rateLimiter.ts";
import { addDeclared } from "../../../src/service/people/declaredPeople.ts";
import { NOBODY } from "../../../src/service/people/people.ts";
import { Reports } from "../../../src/service/reports/reports.ts";
import {
  parseReportRequest,
  type ReadingContext,
  type ReportRequest,
} from "../../../src/service/reports/request.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../src/service/settings.ts";
import { hashPassword, hashToken } from "../../../src/service/signing/passwords.ts";
import { statisticsHandlers } from "../../../src/service/statisticsRoutes/statisticsHandlers.ts";
import { findRequestId, setRequestId } from "../../../src/service/telemetry/requestId.ts";
import { makeFolder, useFolder } from "../../support/folder.ts";
import { takeCodes } from "../support/codes.ts";
import { openKnownAddresses } from "../support/knownAddresses.ts";
import { openSessions } from "../support/sessions.ts";

/** The password of every account. */
export const PASSWORD = "a good password";
const password = await hashPassword(PASSWORD);

const account = (id: number, username: string, role: string, more: object = {}) => ({
  id,
  name: `Account ${username}`,
  role,
  username,
  password,
  apiTokens: [hashToken(`token of ${username}`)],
  ...more,
});

const campaign = (id: number, owner: number, more: object = {}) => ({
  id,
  account: owner,
  name: `Campaign ${id}`,
  pricing: { model: "cpm", price: "1.50" },
  variations: [{ id: id * 10, image: "/banner.png", size: "300x250", url: "https://shop.example/" }],
  ...more,
});

/** Three publishers, three advertisers and two networks. Accounts one and two belong to network-one. */
export const CATALOGUE = parseCatalogue({
  accounts: [
    account(1, "publisher-one", "publisher", { network: 21 }),
    account(2, "publisher-two", "publisher", { network: 21, timezone: "Asia/Kathmandu" }),
    account(3, "publisher-three", "publisher", { network: 22 }),
    account(11, "advertiser-one", "advertiser", { network: 21, goals: 2 }),
    account(12, "advertiser-two", "advertiser", { network: 21, timezone: "America/New_York" }),
    account(13, "advertiser-three", "advertiser", { network: 22 }),
    account(21, "network-one", "network", { goals: 1 }),
    account(22, "network-two", "network", { timezone: "Australia/Lord_Howe" }),
  ],
  categories: [
    { id: 1, name: "News" },
    { id: 2, name: "Games" },
  ],
  carriers: [{ id: 1, name: "Blue Mobile" }],
  regions: [{ id: 1, name: "Bavaria", country: "DEU" }],
  offers: [{ id: 1, account: 11, name: "Shoes" }],
  offerLandingPages: [{ id: 1, offer: 1, name: "Spring" }],
  sites: [
    { id: 1, account: 1, name: "Daily", hostname: "daily.example", category: 1 },
    { id: 2, account: 2, name: "Play", hostname: "play.example", category: 2 },
    { id: 3, account: 3, name: "Other", hostname: "other.example" },
  ],
  zones: [
    { id: 101, site: 1, name: "Top", size: "728x90" },
    { id: 102, site: 1, name: "Side", size: "300x250" },
    { id: 201, site: 2, name: "Foot", size: "300x250" },
  ],
  campaigns: [
    campaign(1, 11),
    campaign(2, 11, { deleted: true }),
    campaign(3, 12, { active: false }),
    campaign(4, 13),
  ],
});

/** Users and tokens declared by the accounts of the catalogue. */
export const PEOPLE = addDeclared(NOBODY, { ...CATALOGUE, declared: { file: "catalogue.json", digest: "" } });

export function findAccount(username: string): Account {
  const account = CATALOGUE.data.accounts.find((one) => one.username === username);
  if (!account) throw new Error(`There is no account ${username}.`);
  return account;
}

/** Reads a report request; throws if it is invalid. */
export function acceptRequest(input: unknown, context: Partial<ReadingContext> = {}): ReportRequest {
  const viewer = { kind: "publisher", role: "publisher", goals: 0 } as const;
  const read = parseReportRequest(input, { viewer, now: 0, dateTimezone: "UTC", ...context });
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  return read.request;
}

/** Reads a report request of an account. Returns it with the scope of its facts. */
export function prepareReport(username: string, role: Role, input: object) {
  const account = findAccount(username);
  const viewer = describeViewer(account, role, CATALOGUE);
  const request = acceptRequest(input, { viewer, now: Date.now(), dateTimezone: account.timezone });
  return { request, scope: selectScope(account, role, CATALOGUE) };
}

export const ACCOUNTS = CATALOGUE.data.accounts.map(({ username }) => username ?? "");

export interface Service extends AsyncDisposable {
  origin: string;
  /** Data folder. */
  folder: string;
  store: Store;
  context: InterfaceEnvironment;
  /** Sends a request as an account; `undefined` sends no token. */
  send(path: string, options?: SendOptions): Promise<Answer>;
  /** Requests a report as an account. */
  report(username: string, role: Role, request: object): Promise<Answer>;
}

export interface SendOptions {
  as?: string | undefined;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape.
export type Json = any;
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: Json;
}

export interface ServiceOptions {
  settings?: Partial<Settings>;
  now?: () => number;
  folder?: string;
  log?: Logger;
}

/** Limits are off unless a test sets them. */
const UNLIMITED = { limitIp: 0, limitUser: 0, limitStatisticsIp: 0, limitStatisticsUser: 0 };

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { folder = makeFolder() } = options;
  const store = await openStore({ folder });
  const settings = { catalogue: "", data: folder, ...DEFAULT_SETTINGS, ...UNLIMITED, ...options.settings };
  const now = options.now ?? Date.now;
  const reports = new Reports(store, settings);
  const known = await openKnownAddresses(folder, now);
  const tokenParts = { catalogue: () => CATALOGUE, people: () => PEOPLE, loginKey: randomBytes(32), now };
  const context: InterfaceEnvironment = {
    reports,
    ...tokenParts,
    lastUses: { note: () => {} },
    ...(await openSessions(folder, tokenParts)),
    limits: createLimits(settings, now),
    shares: await RecordFile.open(folder, SHARES_FILE),
    views: await RecordFile.open(folder, VIEWS_FILE),
    failures: new LocalFailedSignIns({ elapsed: now, maxKeys: settings.limitKeys, known }),
    publisherShare: settings.publisherShare,
    sendsMail: false,
    reportsOff: "mail-off",
    maxBody: settings.maxBody,
    maxImage: 1024,
    audit: { add: async () => {} },
    log: options.log ?? pino({ level: "silent" }),
    shareKey: randomBytes(32),
    findAddress: (request) => findClientAddress(request, matchNetworks(settings.trustedProxies)),
    openApi: () => createOpenApi("0.2.0"),
    countSignIn: () => {},
    reportException: () => {},
  };
  const app = createRouter();
  app.use(sendStreams((error, response) => context.reportException(error, response)));
  app.use((c, next) => {
    setRequestId(c.env.outgoing, findRequestId(c.env.incoming));
    return next();
  });
  app.route("/", interfaceRoutes(context, statisticsHandlers(context)));
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tokens = new Map<string, string>();
  const send = (path: string, sendOptions: SendOptions = {}) => sendTo(origin, tokens, path, sendOptions);
  return {
    origin,
    folder,
    store,
    context,
    send,
    report: (username, role, request) =>
      send(`/v2/statistics/${role[0]}/global`, { as: username, body: request }),
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
      await store.close();
      await known.waitForWrites();
    },
  };
}

/** Starts a service that stops after the last test of this file. */
export async function useService(options: ServiceOptions = {}): Promise<Service> {
  const service = await startService({ folder: useFolder(), ...options });
  afterAll(() => service[Symbol.asyncDispose]());
  return service;
}

async function sendTo(
  origin: string,
  tokens: Map<string, string>,
  path: string,
  { as, body, method = body === undefined ? "GET" : "POST", headers = {}, signal }: SendOptions,
): Promise<Answer> {
  if (as && !tokens.has(as)) tokens.set(as, await signIn(origin, as));
  const response = await fetch(origin + path, {
    method,
    redirect: "manual",
    headers: {
      ...(as && { Authorization: `Bearer ${tokens.get(as)}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(signal && { signal }),
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text && parsed(text) };
}

/** Parses JSON without the parts that every error contains (`requestIds.test.ts`): request id, summary message, codes. */
function parsed(text: string): Json {
  try {
    const { request_id: _, ...json } = takeCodes(JSON.parse(text));
    if (Array.isArray(json.errors)) delete json.message;
    return json;
  } catch {
    return undefined;
  }
}

async function signIn(origin: string, username: string): Promise<string> {
  const { json } = await sendTo(origin, new Map(), "/v2/login", {
    body: { api_token: `token of ${username}` },
  });
  return json.token;
}
