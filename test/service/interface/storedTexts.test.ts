/** Names and other texts that requests store, by the same rules on all routes. */
import { expect, test } from "vitest";
import { toSignIn } from "../../../src/service/people/accountSignIn.ts";
import { ANN, PeopleService } from "../support/people.ts";

const CREATIVE = { size: "300x250", image: "https://img.example/a.png", url: "https://shop.example/" };
const CAMPAIGN = { name: "Shoes", pricing: { model: "cpm", price: "2" }, variations: [CREATIVE] };
const SHARE = { name: "For Tom", role: "publisher", view: "?", days: 30 };
const VIEW = { name: "Week", view: "?" };

type Place = readonly [method: string, path: string, write: (text: string) => object, field: string];

const NAMES: Place[] = [
  ["POST", "/v2/users", (name) => ({ ...ANN, name }), "[name]"],
  ["PATCH", "/v2/user", (name) => ({ name }), "[name]"],
  ["POST", "/v2/tokens", (name) => ({ name, role: "viewer" }), "[name]"],
  ["POST", "/v2/shares", (name) => ({ ...SHARE, name }), "[name]"],
  ["POST", "/v2/shares", (title) => ({ ...SHARE, title }), "[title]"],
  ["POST", "/v2/views", (name) => ({ ...VIEW, name }), "[name]"],
  ["PATCH", "/v2/account", (name) => ({ name }), "[name]"],
  ["POST", "/v2/accounts", (name) => ({ name, role: "publisher" }), "[name]"],
  ["PATCH", "/v2/sites/1", (name) => ({ name }), "[name]"],
  ["POST", "/v2/zones", (name) => ({ site: 1, name, size: "300x250" }), "[name]"],
  ["POST", "/v2/campaigns", (name) => ({ ...CAMPAIGN, name }), "[name]"],
  [
    "POST",
    "/v2/campaigns",
    (name) => ({ ...CAMPAIGN, variations: [CREATIVE, { ...CREATIVE, name }] }),
    "[variations][1][name]",
  ],
  ["POST", "/v2/sites/bulk", (name) => ({ ids: [1], versions: ["*"], patch: { name } }), "[name]"],
];

test("on all routes, names that cannot be seen or that control a terminal are refused", async () => {
  const people = await PeopleService.start();
  const token = await people.signIn("network");
  for (const [method, path, write, field] of NAMES) {
    for (const [texts, problem] of [
      [["\u200b", "\u2060\ufeff", "\u3164", "\u2800"], "Expected a name with a visible character."],
      [["To\u0007p", "Top\nzone", "\u202egnp"], "Expected a text without control characters."],
    ] as const) {
      for (const text of texts) {
        const { status, json } = await people.send(token, method, path, write(text));
        expect([path, text, status, json.errors]).toEqual([path, text, 400, [{ [field]: problem }]]);
      }
    }
    for (const text of ["", " ", "\u00a0\u3000"]) {
      const { status } = await people.send(token, method, path, write(text));
      expect([path, text, status]).toEqual([path, text, path.endsWith("/bulk") ? 409 : 400]);
    }
  }
});

const HALF = "Expected whole characters; this text has half of a surrogate pair.";
const TEXTS: Place[] = [
  ...NAMES.map(([method, path, write, field]): Place => {
    return [method, path, write, path.endsWith("/bulk") ? "[patch][name]" : field];
  }),
  ["POST", "/v2/shares", (text) => ({ ...SHARE, view: `?${text}` }), "[view]"],
  ["POST", "/v2/shares", (text) => ({ ...SHARE, filter: { sub: [text] } }), "[filter][sub][0]"],
  ["POST", "/v2/views", (text) => ({ ...VIEW, view: `?${text}` }), "[view]"],
  ["POST", "/v2/campaigns", (text) => ({ ...CAMPAIGN, keywords: ["a", text] }), "[keywords][1]"],
  [
    "POST",
    "/v2/campaigns",
    (text) => ({ ...CAMPAIGN, targeting: { custom: { [text]: ["a"] } } }),
    "[targeting][custom]",
  ],
  ["POST", "/v2/login", (text) => ({ username: text, password: "x" }), "[username]"],
  ["POST", "/v2/statistics/p/global", (text) => ({ filter: { sub: text } }), "[filter][sub]"],
];

test("on all routes, half of a surrogate pair is refused in any text", async () => {
  const people = await PeopleService.start();
  const token = await people.signIn("network");
  for (const [method, path, write, field] of TEXTS) {
    for (const text of ["\ud800", "a\udc00", "\udc00\ud800", "x\ud83d y"]) {
      const { status, json } = await people.send(token, method, path, write(text));
      expect([path, text, status, json.errors]).toEqual([path, text, 400, [{ [field]: HALF }]]);
    }
  }
});

test("escaped and written characters of surrogate pairs are stored", async () => {
  const people = await PeopleService.start();
  const token = await people.signIn("network");
  const headers = { "If-Match": "*" };
  const { json } = await people.service.send(
    token,
    "PATCH",
    "/v2/sites/1",
    '{"name":" \\ud83d\\ude00 \u{20000} "}',
    headers,
  );
  expect(json.result.name).toBe("\u{1f600} \u{20000}");
});

test("the name of an account is shortened for its user without half a character at the end", () => {
  const { user } = toSignIn({ id: 1, name: `${"x".repeat(199)}\u{1f600}`, username: "a", password: "b" });
  expect(user?.name).toBe("x".repeat(199));
});
