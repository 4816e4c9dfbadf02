/** The management routes over a catalogue's file in a folder of its own, without a service around them. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { onTestFinished } from "vitest";
import { type Catalogue, readCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { AuditLog } from "../../../src/service/management/auditLog.ts";
import { CatalogueFile } from "../../../src/service/management/catalogueFile.ts";
import { ImageFolder } from "../../../src/service/management/images.ts";
import { Management, type ManagementParts } from "../../../src/service/management/management.ts";
import { managementRoutes } from "../../../src/service/management/routes.ts";
import type { Env } from "../../../src/service/statistics/route.ts";

export interface Managed {
  management: Management;
  /** The catalogue in use. */
  catalogue(): Catalogue;
  /** The file's text. */
  text(): Promise<string>;
  /** The file, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into entries of any kind
  saved(): Promise<any>;
  /** Sends a request as an account; 0: without one. Texts and bytes go as they are, anything else as JSON. */
  send(account: number, method: string, path: string, body?: unknown, headers?: object): Promise<Answer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
  json: any;
}

export async function manage(entries: object, parts: Partial<ManagementParts> = {}): Promise<Managed> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-manage-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "catalogue.json");
  await writeFile(file, JSON.stringify(entries, null, 2));
  let current = readCatalogue(entries);
  const changes = await AuditLog.open(join(folder, "changes.jsonl"), file);
  const images = new ImageFolder(join(folder, "images"));
  const management = new Management({
    ...{ editor: new CatalogueFile(file, changes), changes, images },
    ...{ catalogue: () => current, now: Date.now, creatives: [], explain: () => [] },
    replace: (next) => {
      current = next;
    },
    facts: { exportRows: () => Promise.reject(new Error("Nothing is summed here.")) },
    ...parts,
  });
  const routes = managementRoutes(management, images);
  return {
    management,
    catalogue: () => current,
    text: () => readFile(file, "utf8"),
    saved: async () => JSON.parse(await readFile(file, "utf8")),
    send: async (account, method, path, body, headers) => {
      const app = new Hono<Env>();
      app.use(async (c, next) => {
        const viewer = current.accounts.get(account);
        if (viewer) c.set("account", viewer);
        await next();
      });
      app.route("/", routes);
      const init = {
        method,
        headers: { "Content-Type": "application/json", ...headers },
        ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
      };
      app.onError((error, c) => c.json({ message: error.message }, 500));
      const response = await app.request(path, init, { incoming: {} });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        json: text ? JSON.parse(text) : undefined,
      };
    },
  };
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}
