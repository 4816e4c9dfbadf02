/** Code for pages that report conversions, run as a browser would. */
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import {
  writeLandingCode,
  writePostback,
  writeThanksCode,
} from "../../../src/dashboard/campaigns/conversionCode.ts";

const BASE = new URL("https://ads.example/base/");

/** Runs the snippets one after the other on pages of one tab. Returns the requests. */
function run(pages: [code: string, search: string][]): string[] {
  const stored = new Map<string, string>();
  const requests: string[] = [];
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  };
  const fetch = (address: string, { method, keepalive }: RequestInit) =>
    requests.push(`${method} ${address} ${keepalive}`);
  for (const [code, search] of pages) {
    const script = code.replace(/^<script>/, "").replace(/<\/script>$/, "");
    // Twice, as a page that has the snippet twice.
    runInNewContext(`${script}\n${script}`, {
      location: { search },
      URLSearchParams,
      sessionStorage,
      fetch,
      encodeURIComponent,
    });
  }
  return requests;
}

test("a click id of the landing page is reported by the page after the order", () => {
  const landing = writeLandingCode(["click_id"]);
  const thanks = writeThanksCode(BASE, 2);
  const request = "POST https://ads.example/base/v1/conversion?goal=2&click_id=1.a-_%2B true";
  expect(
    run([
      [landing, "?click_id=1.a-_%2B"],
      [thanks, ""],
    ]),
  ).toEqual([request, request]);
});

test("visits without a click id, or with an empty one, report nothing", () => {
  const thanks = writeThanksCode(BASE, 1);
  expect(
    run([
      [writeLandingCode([]), "?a=b"],
      [thanks, ""],
    ]),
  ).toEqual([]);
  expect(
    run([
      [writeLandingCode([]), "?click_id="],
      [thanks, ""],
    ]),
  ).toEqual([]);
});

test("the landing page's own parameters are read, whatever their names", () => {
  const landing = writeLandingCode(["click", "</script>"]);
  expect(landing.match(/<\/script>/g)).toHaveLength(1);
  const [request] = run([
    [landing, `?${encodeURIComponent("</script>")}=7`],
    [writeThanksCode(BASE, 1), ""],
  ]);
  expect(request).toContain("click_id=7 ");
});

test("the postback address has a placeholder for the click id", () => {
  expect(writePostback(BASE, 3)).toBe("https://ads.example/base/v1/conversion?click_id=CLICK_ID&goal=3");
});
