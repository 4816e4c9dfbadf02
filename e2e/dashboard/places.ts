/** What the tests of inventory and campaigns share: a catalogue to change, signing in, banners to upload. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Page } from "playwright/test";
import { hashPassword } from "../../src/service/signing/passwords.ts";
import { createManagement, createStatistics, type Management } from "../../src/statistics/index.ts";
import { PASSWORD } from "./catalogue.ts";
import { signIn } from "./test.ts";

export const UNLIMITED = ["ip", "user", "statistics-ip", "statistics-user"].flatMap((name) => [
  `--limit-${name}`,
  "0",
]);

/** A network and nothing else. */
export async function emptyCatalogue(): Promise<object> {
  const password = await hashPassword(PASSWORD);
  const accounts = [{ id: 1, name: "Net", role: "network", username: "net", password }];
  return { accounts, sites: [], zones: [], campaigns: [] };
}

const BANNERS = resolve(import.meta.dirname, "../../demo/banners/files");

/** An image of 600x500, which fills 300x250 on screens with two pixels in one. */
export const BANNER = join(BANNERS, "halyard-300x250.webp");
export const LEADERBOARD = join(BANNERS, "quire-728x90.webp");

export const readBanner = () => readFile(BANNER);

/** Opens a place as somebody; waits until it shows what it holds. */
export async function enterPlace(page: Page, origin: string, query: string, as = "net"): Promise<void> {
  await page.goto(`${origin}/dashboard/${query}`);
  await signIn(page, as);
  await page.getByRole("navigation", { name: "Places" }).waitFor();
}

/** What the service has, as its interface tells. */
export function manage(origin: string, username = "net"): Management {
  const credentials = { username, password: PASSWORD };
  return createManagement(createStatistics({ baseUrl: origin, credentials }));
}
