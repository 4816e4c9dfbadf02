/** Management routes over a live catalogue in a temporary folder, without a complete service. */
import { EventEmitter } from "node:events";
import { join } from "node:path";
import { Hono } from "hono";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { RecordFile, SHARES_FILE } from "../../../src/service/accounts/recordFile.ts";
import type { Catalogue } from "../../../src/service/catalogue/catalogue.ts";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { createCollection } from "../../../src/service/catalogue/liveCollection.ts";
import { locateLiveCatalogue, replay } from "../../../src/service/catalogue/logFiles.ts";
import { serveRoutes } from "../../../src/service/http/serveRoutes.ts";
import type { Env } from "../../../src/service/interface/call.ts";
import { ApiTokens } from "../../../src/service/management/apiTokens.ts";
import { FolderChanges } from "../../../src/service/management/changeLog.ts";
import { EmailConfirmations } from "../../../src/service/management/emailConfirmations.ts";
import { createMarkupFetcher } from "../../../src/service/management/fetchMarkup.ts";
import { ForgottenPasswords } from "../../../src/service/management/forgottenPasswords.ts";
import { FreeIds } from "../../../src/service/management/freeIds.ts";
import { ImageFolder } from "../../../src/service/management/images.ts";
import { Management, type ManagementParts } from "../../../src/service/management/management.ts";
import { managementHandlers } from "../../../src/service/management/managementHandlers.ts";
import { peopleHandlers } from "../../../src/service/management/peopleHandlers.ts";
import { UploadFile } from "../../../src/service/management/uploads.ts";
import { Users } from "../../../src/service/management/users.ts";
import { createLimits } from "../../../src/service/net/rateLimiter.ts";
import { LivePeople } from "../../../src/service/people/livePeople.ts";
import { mapSliced } from "../../../src/service/runtime/slices.ts";
import { DEFAULT_SETTINGS } from "../../../src/service/settings.ts";
import { createStatistics, type Statistics } from "../../../src/statistics/index.ts";
import { makeFolder } from "../../support/folder.ts";
import { type Answer, readAnswer, writeBody } from "../support/answer.ts";
import { createFacts } from "../support/facts.ts";
import { openSessions } from "../support/sessions.ts";

export interface Managed {
  /** Data folder. */
  folder: string;
  management: Management;
  /** The catalogue in use. */
  catalogue(): Catalogue;
  /** Reads the stored catalogue from disk. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into entries of any kind
  saved(): Promise<any>;
  /** Sends a request as an account (0: no account). Texts and bytes are sent unchanged, other bodies as JSON. */
  send(account: number, method: string, path: string, body?: unknown, headers?: object): Promise<Answer>;
}

export const explainNothing: ManagementParts["explain"] = ({ zones }) => mapSliced(zones, () => undefined);

export const LOGIN_KEY = Buffer.alloc(32, 1);

/** Opens management routes over these entries. `creatives`: folders in which images must exist. */
export async function manage(
  entries: object,
  parts: Partial<ManagementParts> & { creatives?: string[] } = {},
): Promise<Managed> {
  const folder = makeFolder();
  await createCollection(locateLiveCatalogue(folder), toDocument(entries));
  const editor = await LiveCatalogue.open({ data: folder, creatives: parts.creatives ?? [] });
  let current = await editor.load();
  const { close } = editor.watch(async (next) => () => {
    current = next;
  });
  onTestFinished(close);
  const images = new ImageFolder(join(folder, "images"), new UploadFile(join(folder, "uploads.json"), 1000));
  const people = await LivePeople.open({ data: folder });
  onTestFinished(() => people.close());
  const facts = parts.facts ?? (await createFacts([]));
  const getHighest = (kind: string) => editor.getHighestId(kind);
  const management = new Management({
    editor,
    changes: new FolderChanges(folder, editor),
    audit: { list: async () => ({ count: 0, entries: [] }) },
    images,
    catalogue: () => current,
    people: () => people.value,
    publisherShare: "0.70",
    now: Date.now,
    explain: explainNothing,
    facts,
    findIds: new FreeIds({ facts, people: () => people.value, getHighest }).find,
    ...parts,
  });
  const context = {
    loginKey: LOGIN_KEY,
    catalogue: () => current,
    people: () => people.value,
    now: Date.now,
  };
  const uses = { read: () => new Map<string, number>() };
  const tokens = new ApiTokens({ editor: people, uses, ...context });
  const users = new Users({
    editor: people,
    ...context,
    uses,
    writeLink: (token) => `#password=${token}`,
  });
  const failures = { delay: () => 0, fail: () => {}, succeed: () => {}, isKnown: () => false };
  const signIns = {
    findAddress: () => "192.0.2.1",
    countSignIn: () => {},
    failures,
    audit: { add: async () => {} },
    log: pino({ level: "silent" }),
  };
  const sessions = await openSessions(folder, context);
  const shares = { shares: await RecordFile.open(folder, SHARES_FILE), shareKey: LOGIN_KEY };
  const handlers = {
    ...managementHandlers(management, images, createMarkupFetcher({ mayReadLocal: true })),
    ...peopleHandlers({
      users,
      tokens,
      management,
      forgotten: new ForgottenPasswords({
        editor: people,
        ...context,
        mails: undefined,
        limits: createLimits(DEFAULT_SETTINGS),
        log: pino({ level: "silent" }),
        writeLink: (token) => `#password=${token}`,
      }),
      confirmations: new EmailConfirmations({
        editor: people,
        ...context,
        mails: undefined,
        key: LOGIN_KEY,
        writeLink: (token) => `#confirm=${token}`,
      }),
      context: {
        ...context,
        ...signIns,
        ...sessions,
        ...shares,
        publisherShare: "0.70",
        sendsMail: false,
        reportsOff: "mail-off",
      },
    }),
  };
  return {
    folder,
    management,
    catalogue: () => current,
    saved: async () => (await replay(locateLiveCatalogue(folder))).document,
    send: async (account, method, path, body, headers) => {
      const app = new Hono<Env>();
      app.use(async (c, next) => {
        const viewer = current.accounts.get(account);
        if (viewer) {
          c.set("account", viewer);
          c.set("holder", { account: viewer, role: "owner", isSuspended: false, limitKey: "" });
        }
        await next();
      });
      serveRoutes(app, handlers, {
        ...context,
        ...signIns,
        ...sessions,
        maxBody: Number.POSITIVE_INFINITY,
        maxImage: Number.POSITIVE_INFINITY,
      });
      const init = {
        method,
        headers: { "Content-Type": "application/json", ...headers },
        ...(body !== undefined && { body: writeBody(body) }),
      };
      app.onError((error, c) => c.json({ message: error.message }, 500));
      const outgoing = new EventEmitter();
      const answer = await readAnswer(await app.request(path, init, { incoming: {}, outgoing }));
      outgoing.emit("close");
      return answer;
    },
  };
}

/** Creates a client that signs in with the API token `token-ID` of an account. */
export function connect({ origin }: { origin: string }, account: number): Statistics {
  return createStatistics({ baseUrl: origin, credentials: { apiToken: `token-${account}` } });
}
