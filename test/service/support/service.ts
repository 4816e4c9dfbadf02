/** Runs the service in this process, on a free port, with a clock that the test advances. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { AdResponse, BannerData } from "../../../src/protocol/placement.ts";
import { type Entry, toDocument } from "../../../src/service/catalogue/document.ts";
import { createCollection } from "../../../src/service/catalogue/liveCollection.ts";
import type { LocalStore } from "../../../src/service/duckdb/duckdbStore.ts";
import { EVENT_COUNTERS } from "../../../src/service/facts/factTable.ts";
import { locatePeople } from "../../../src/service/people/livePeople.ts";
import { createLiveData } from "../../../src/service/people/takeSignIns.ts";
import type { Clock } from "../../../src/service/runtime/clock.ts";
import { startService } from "../../../src/service/service.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../src/service/settings.ts";
import { makeFolder, useFolder } from "../../support/folder.ts";
import { type Answer, readAnswer, writeBody } from "./answer.ts";

export interface TestService {
  origin: string;
  /** Advances only when the test sets it. */
  clock: TestClock;
  /** File of a declared catalogue. */
  catalogueFile: string;
  settings: Settings;
  /** Sends a placement request as a browser does: with an Origin header and without `ip`. */
  place(body: unknown, init?: RequestInit): Promise<Response>;
  /** Sends a request with a bearer token, empty for none. Bodies other than texts and bytes are sent as JSON. */
  send(token: string, method: string, path: string, body?: unknown, headers?: object): Promise<Answer>;
  /** Requests a zone. Resolves with its banner. */
  banner(zone?: number, init?: RequestInit): Promise<BannerData>;
  /** Sums up each counter over all facts. */
  counted(): Promise<Record<string, string>>;
  /** The store, unless the events are in ClickHouse. */
  readonly store: LocalStore | undefined;
  /** Queries the stored facts. */
  rows(sql: string): Promise<object[]>;
  metrics(): Promise<string>;
  reload(): Promise<void>;
  stop(): Promise<void>;
  /** Restarts the service on the same data. */
  restart(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Clock that advances only when the test sets it. */
export class TestClock implements Clock {
  time: number;
  #jumped = 0;

  constructor(time: number) {
    this.time = time;
  }

  now = () => this.time;
  elapsed = () => this.time - this.#jumped;

  /** Sets the wall clock by a number of milliseconds, without elapsed time. */
  jump(by: number): void {
    this.time += by;
    this.#jumped += by;
  }
}

export const NOON = Date.parse("2026-11-20T12:00:00Z");
export const FROM_PAGE = { origin: "https://site.example" };

interface TestOptions {
  isDeclared?: boolean;
  /** Users at the start. */
  users?: Entry[];
  /** By default a new folder, removed with the current test. */
  folder?: string;
}

/** Starts a service with a live catalogue, or with a catalogue file if `isDeclared`. */
export async function testService(
  catalogue: object,
  settings: Partial<Settings> = {},
  { isDeclared = false, users = [], folder = makeFolder() }: TestOptions = {},
): Promise<TestService> {
  const catalogueFile = join(folder, "catalogue.json");
  const { data = join(folder, "data") } = settings;
  if (isDeclared) await writeFile(catalogueFile, JSON.stringify(catalogue));
  else await createLiveData(data, toDocument(catalogue), users);
  if (isDeclared) await createCollection(locatePeople(data), { users });
  const clock = new TestClock(NOON);
  const all: Settings = {
    ...DEFAULT_SETTINGS,
    ...(isDeclared && { catalogue: catalogueFile }),
    data,
    port: 0,
    logLevel: "silent",
    limitIp: 0,
    seed: 1,
    ...settings,
  };
  let service = await startService(all, clock);
  const place = (body: unknown, init: RequestInit = {}) =>
    fetch(`${service.address}/v1/placement`, {
      method: "POST",
      body: writeBody(body),
      ...init,
      headers: { "content-type": "text/plain", ...FROM_PAGE, ...init.headers },
    });
  const query = (sql: string) => {
    if (!service.local) throw new Error("The events are not on this machine.");
    return service.local.query(sql);
  };
  return {
    get origin() {
      return service.address;
    },
    clock,
    catalogueFile,
    settings: all,
    place,
    send: async (token, method, path, body, headers) =>
      readAnswer(
        await fetch(service.address + path, {
          method,
          headers: {
            ...(token && { Authorization: `Bearer ${token}` }),
            ...(body !== undefined && { "Content-Type": "application/json" }),
            ...headers,
          },
          ...(body !== undefined && { body: writeBody(body) }),
        }),
      ),
    banner: async (zone = 1, init) => {
      const response = await place({ user: {}, zones: [{ id: zone }] }, init);
      const data = ((await response.json()) as AdResponse).zones[0]?.data;
      if (!data) throw new Error(`Zone ${zone} is empty.`);
      return data;
    },
    counted: async () => {
      const [row = {}] = await query(SUMS);
      return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]));
    },
    get store() {
      return service.local;
    },
    rows: query,
    metrics: async () => (await fetch(`${service.address}/metrics`)).text(),
    reload: () => service.reload(),
    stop: () => service.stop(),
    restart: async () => {
      await service.stop();
      service = await startService(all, clock);
    },
    [Symbol.asyncDispose]: () => service.stop(),
  };
}

/** Starts a service that stops after the last test of this file. */
export async function useService(
  catalogue: object,
  settings?: Partial<Settings>,
  options?: TestOptions,
): Promise<TestService> {
  const service = await testService(catalogue, settings, { folder: useFolder(), ...options });
  afterAll(service.stop);
  return service;
}

const SUMS = `SELECT ${EVENT_COUNTERS.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(", ")} FROM facts`;
