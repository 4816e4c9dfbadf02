/** Consent and privacy in a browser. `test/tag` tests other answers of consent platforms. */
import { TC_STRING } from "../support/consent.ts";
import { expect, test } from "../support/test.ts";

/** Returns a consent platform with the public TCF interface that sends its data to every listener. */
const cmp = (eventStatus: string, tcString: string) => `<script>
  window.tcf = { listeners: new Map(), data: { gdprApplies: true, eventStatus: "${eventStatus}", tcString: "${tcString}" } };
  tcf.tell = (change) => {
    Object.assign(tcf.data, change);
    for (const [listenerId, callback] of tcf.listeners) callback({ ...tcf.data, listenerId }, true);
  };
  window.__tcfapi = (command, version, callback, parameter) => {
    if (command === "removeEventListener") return callback(tcf.listeners.delete(parameter));
    const listenerId = tcf.listeners.size + 1;
    tcf.listeners.set(listenerId, callback);
    callback({ ...tcf.data, listenerId }, true);
  };
</script>`;

const script = `data-user-id="u-7"`;
const SET = `<script>(window.zonetag = window.zonetag || []).push((z) => z.set({ email: "jü@example.org", buyeruids: ["a", "b"] }))</script>`;
const slot = `<ins data-zone-id="1" data-size="300x250"></ins>`;
const known = { id: "u-7", el: "asO8QGV4YW1wbGUub3Jn", buyeruids: "WyJhIiwiYiJd" };

test("the request waits until the visitor has answered the consent dialog", { tag: "@essential" }, async ({
  page,
  ads,
  open,
}) => {
  await open(slot, { script, head: SET + cmp("cmpuishown", "") });
  await expect.poll(() => page.evaluate("tcf.listeners.size")).toBe(1);
  expect(ads.requests).toHaveLength(0);
  await page.evaluate(`tcf.tell({ eventStatus: "useractioncomplete", tcString: "${TC_STRING}" })`);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(ads.bodies[0]?.user).toMatchObject({ ...known, gdpr: { gdpr: 1, consent: TC_STRING } });
  expect(await page.evaluate("tcf.listeners.size")).toBe(0);
});

test("with Global Privacy Control, nothing personal is sent", { tag: "@essential" }, async ({
  page,
  ads,
  open,
}) => {
  await page.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })");
  await open(slot, { script, head: SET + cmp("tcloaded", TC_STRING) });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(ads.bodies[0]?.user.gdpr).toEqual({ gdpr: 1, consent: TC_STRING });
  for (const field of ["id", "el", "buyeruids"]) expect(ads.bodies[0]?.user).not.toHaveProperty(field);
});

test("the tag writes no cookie and no storage", { tag: "@essential" }, async ({ page, ads, open }) => {
  await open(slot, { script, head: SET });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(await page.evaluate("[document.cookie, localStorage.length, sessionStorage.length]")).toEqual([
    "",
    0,
    0,
  ]);
  expect(await page.evaluate("indexedDB.databases()")).toEqual([]);
});
