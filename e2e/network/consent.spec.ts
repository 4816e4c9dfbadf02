import { EVENT_RECORDER, readEventTypes } from "../support/events.ts";
import { expect, test } from "../support/test.ts";

/**
 * A consent platform by the public TCF interface: `__tcfapi(command, version, callback, parameter)`, listeners by id,
 * called at once with what is known and again on each change.
 */
const cmp = (behaviour: string) => `<script>
  window.tcf = { listeners: new Map(), next: 1, calls: [], data: null };
  tcf.tell = (change) => {
    tcf.data = { tcfPolicyVersion: 4, cmpStatus: "loaded", gdprApplies: true, tcString: "CPtcSTRING", ...change };
    for (const [listenerId, callback] of tcf.listeners) callback({ ...tcf.data, listenerId }, true);
  };
  window.__tcfapi = (command, version, callback, parameter) => {
    tcf.calls.push([command, version]);
    if (command === "addEventListener") {
      const listenerId = tcf.next++;
      tcf.listeners.set(listenerId, callback);
      if (tcf.data) callback({ ...tcf.data, listenerId }, true);
    } else if (command === "removeEventListener") callback(tcf.listeners.delete(parameter));
  };
  ${behaviour}
</script>`;

const PERSONAL = `data-user-id="u-7"`;
const SET = `<script>(window.zonetag = window.zonetag || []).push((z) => z.set({ email: "jü@example.org", buyeruids: ["a", "b"] }))</script>`;
const slot = `<ins data-zone-id="1" data-size="300x250"></ins>`;
const open1 = { script: PERSONAL };

const known = { id: "u-7", el: "asO8QGV4YW1wbGUub3Jn", buyeruids: "WyJhIiwiYiJd" };

test("without a consent platform gdpr is left out, and the page's user values are sent", {
  tag: "@essential",
}, async ({ ads, open }) => {
  await open(slot, { ...open1, head: SET });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(ads.bodies[0]?.user).toMatchObject(known);
  expect(ads.bodies[0]?.user).not.toHaveProperty("gdpr");
});

test("the answer of a platform that knows the choice is sent", { tag: "@essential" }, async ({
  page,
  ads,
  open,
}) => {
  await open(slot, { ...open1, head: SET + cmp(`tcf.tell({ eventStatus: "tcloaded" })`) });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(ads.bodies[0]?.user).toMatchObject({ ...known, gdpr: { gdpr: 1, consent: "CPtcSTRING" } });
  expect(await page.evaluate("tcf.listeners.size")).toBe(0);
  expect(await page.evaluate("tcf.calls")).toEqual([
    ["addEventListener", 2],
    ["removeEventListener", 2],
  ]);
});

test("the answer of a platform that asks the visitor first is waited for", { tag: "@essential" }, async ({
  page,
  ads,
  open,
}) => {
  await open(slot, { ...open1, head: SET + cmp(`tcf.tell({ eventStatus: "cmpuishown", tcString: "" })`) });
  await expect.poll(() => page.evaluate("tcf.listeners.size")).toBe(1);
  expect(ads.requests).toHaveLength(0);
  await page.evaluate(`tcf.tell({ eventStatus: "useractioncomplete", tcString: "CPchosen" })`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(ads.bodies[0]?.user).toMatchObject({ ...known, gdpr: { gdpr: 1, consent: "CPchosen" } });
  expect(await page.evaluate("tcf.listeners.size")).toBe(0);
});

test("when a platform never answers, nothing personal is sent and the listener is removed", {
  tag: "@essential",
}, async ({ page, ads, open }) => {
  await open(slot, { script: `${PERSONAL} data-consent-timeout="200"`, head: SET + cmp("") });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(ads.bodies[0]?.user.gdpr).toEqual({ gdpr: 1, consent: "" });
  for (const field of ["id", "el", "buyeruids"]) expect(ads.bodies[0]?.user).not.toHaveProperty(field);
  await page.evaluate(`tcf.tell({ eventStatus: "tcloaded" })`);
  expect(await page.evaluate("tcf.listeners.size")).toBe(0);
  expect(ads.requests).toHaveLength(1);
});

test("when a platform throws, nothing personal is sent", { tag: "@essential" }, async ({ ads, open }) => {
  await open(slot, {
    ...open1,
    head: `${SET}<script>window.__tcfapi = () => { throw new Error("cmp") }</script>`,
  });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(ads.bodies[0]?.user.gdpr).toEqual({ gdpr: 1, consent: "" });
  for (const field of ["id", "el", "buyeruids"]) expect(ads.bodies[0]?.user).not.toHaveProperty(field);
});

test("when a platform says that GDPR does not apply, user values are sent", { tag: "@essential" }, async ({
  ads,
  open,
}) => {
  await open(slot, {
    ...open1,
    head: SET + cmp(`tcf.tell({ eventStatus: "tcloaded", gdprApplies: false, tcString: "" })`),
  });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(ads.bodies[0]?.user).toMatchObject({ ...known, gdpr: { gdpr: 0, consent: "" } });
});

test("a changed choice applies to the next request", { tag: "@essential" }, async ({ page, ads, open }) => {
  await open(slot, { ...open1, head: EVENT_RECORDER + cmp(`tcf.tell({ eventStatus: "tcloaded" })`) });
  await expect.poll(() => readEventTypes(page)).toContain("impression");
  await page.evaluate(`tcf.tell({ eventStatus: "useractioncomplete", tcString: "CPlater" })`);
  expect(ads.requests).toHaveLength(1);
  await page.evaluate("zonetag.refresh()");
  await expect.poll(() => ads.impressions).toHaveLength(2);
  expect(ads.bodies.map(({ user }) => user.gdpr?.consent)).toEqual(["CPtcSTRING", "CPlater"]);
});

test("data-gdpr and data-consent are sent on sites without a platform", { tag: "@essential" }, async ({
  ads,
  open,
}) => {
  await open(slot, { script: `${PERSONAL} data-gdpr="1" data-consent="CPattribute"`, head: SET });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(ads.bodies[0]?.user).toMatchObject({ ...known, gdpr: { gdpr: 1, consent: "CPattribute" } });
});

test("data-gdpr=0 is sent as an integer", { tag: "@essential" }, async ({ ads, open }) => {
  await open(slot, { script: `data-gdpr="0"` });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(ads.bodies[0]?.user.gdpr).toEqual({ gdpr: 0, consent: "" });
});

test("with Global Privacy Control nothing personal is sent", { tag: "@essential" }, async ({
  page,
  ads,
  open,
}) => {
  await page.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })");
  await open(slot, { ...open1, head: SET + cmp(`tcf.tell({ eventStatus: "tcloaded" })`) });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(ads.bodies[0]?.user.gdpr).toEqual({ gdpr: 1, consent: "CPtcSTRING" });
  for (const field of ["id", "el", "buyeruids"]) expect(ads.bodies[0]?.user).not.toHaveProperty(field);
});

test("the tag writes no cookie and no storage", { tag: "@essential" }, async ({ page, ads, open }) => {
  await open(slot, { ...open1, head: SET });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(await page.evaluate("[document.cookie, localStorage.length, sessionStorage.length]")).toEqual([
    "",
    0,
    0,
  ]);
  expect(await page.evaluate("indexedDB.databases()")).toEqual([]);
});
