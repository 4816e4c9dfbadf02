/** The `test` of the dashboard: the real service with known facts, and what a person does on the page. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright/test";
import { type RunningService, startService } from "../support/service.ts";
import { test as base } from "../support/test.ts";
import { catalogue, PASSWORD } from "./catalogue.ts";
import { type Counted, counted, store } from "./facts.ts";

export { expect } from "../support/test.ts";

export interface Serve {
  facts?: readonly Counted[];
  args?: string[];
}

interface Fixtures {
  /** Starts a service of the test's own. */
  serve(options?: Serve): Promise<RunningService>;
  /** Opens the dashboard and signs in. */
  enter(options?: Enter): Promise<void>;
}

export interface Enter {
  as?: "ann" | "bob" | "net";
  query?: string;
  origin?: string;
  page?: Page;
}

interface Shared {
  /** A service that tests only look at, without limits. */
  service: RunningService;
}

const UNLIMITED = ["ip", "user", "statistics-ip", "statistics-user"].flatMap((name) => [
  `--limit-${name}`,
  "0",
]);

export const test = base.extend<Fixtures, Shared>({
  service: [
    async ({}, use) => {
      const running = await startWith({ facts: counted(), args: UNLIMITED });
      await use(running.service);
      await running.stop();
    },
    { scope: "worker" },
  ],
  serve: async ({}, use) => {
    const started: { stop(): Promise<void> }[] = [];
    await use(async (options = {}) => {
      const running = await startWith(options);
      started.push(running);
      return running.service;
    });
    for (const { stop } of started) await stop();
  },
  enter: async ({ page: own, service }, use) => {
    await use(async ({ as = "ann", query = "", origin = service.origin, page = own } = {}) => {
      await page.goto(`${origin}/dashboard/${query}`);
      await signIn(page, as);
      await settled(page);
    });
  },
});

async function startWith({ facts = [], args = [] }: Serve) {
  const data = await mkdtemp(join(tmpdir(), "zonetag-dashboard-"));
  await store(data, facts);
  const service = await startService({ catalogue: await catalogue(), data, args });
  const stop = async () => {
    await service.stop();
    await rm(data, { recursive: true, force: true });
  };
  return { service, stop };
}

export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Waits until the page shows what was asked for last. */
export async function settled(page: Page): Promise<void> {
  await page
    .locator(".breakdown[aria-busy='false'] .pager, .breakdown[aria-busy='false'] .nothing")
    .first()
    .waitFor();
  await page.locator(".figures[aria-busy='false']").waitFor();
}

export function figure(page: Page, key: string): Locator {
  return page.locator(`[data-metric='${key}'] .figure-value`);
}

export function cell(page: Page, row: string, column: number): Locator {
  return page.getByRole("row").filter({ hasText: row }).getByRole("cell").nth(column);
}

export const count = (value: number) => new Intl.NumberFormat("en-US").format(value);
export const money = (thousandths: number) =>
  new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    thousandths / 1000,
  );
