/** A reason for an empty slot, or for one that earns nothing: how it comes about, and what the console says of it. */
import type { Page } from "playwright/test";
import type { Ads } from "../support/ads.ts";
import type { PageOptions } from "../support/test.ts";

/** The whole first sentence, which names the cause, and the whole second one, which names the remedy. */
export type Sentences = readonly [cause: string | RegExp, remedy: string | RegExp];

export interface Cause {
  /** Ends the test's title: the console explains … */
  name: string;
  body?: string;
  /** Sets up the behaviour of the ad service. */
  ads?: (ads: Ads) => void;
  /** Sets up obstacles before the page is opened. */
  browser?: (page: Page, ads: Ads) => Promise<unknown>;
  /** Once the page is there. */
  act?: (page: Page) => Promise<unknown>;
  options?: PageOptions | ((ads: Ads) => PageOptions);
  /** In the first zone's entry; `{ads}` is the ad service's origin. */
  says: Sentences[];
  verdict?: string;
}

export const ONE = `<ins data-zone-id="5" data-size="300x250"></ins>`;

/** Serves the page under a Content Security Policy that forbids little else. */
export const policy = (directive: string): PageOptions => ({
  headers: { "content-security-policy": `default-src * 'unsafe-inline' data:; ${directive}` },
});
