// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { MailReport } from "../../../src/dashboard/reports/controls/MailReport.tsx";
import { de } from "../../../src/dashboard/texts/de.ts";
import { createLocale, ENGLISH } from "../../../src/dashboard/texts/locale.ts";
import { createRefusal } from "../../../src/statistics/errors.ts";
import type { Statistics } from "../../../src/statistics/statistics.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const EMAIL = "ann@site.example";
const REPORT = {
  role: "publisher",
  period: "7d",
  compare: "previous",
  query: { group_by: ["site_id"] },
  view: "?role=publisher",
} as const;
const GERMAN = createLocale({ language: "de", texts: de }, "EUR", ["de"]);
const ENGLISH_LOCALE = createLocale(ENGLISH, "EUR", ["en"]);

/** Shows the control. Returns the bodies that were sent. */
function open(answer: () => Promise<unknown>, { isConfirmed = true, locale = ENGLISH_LOCALE } = {}) {
  const bodies: unknown[] = [];
  const client: Pick<Statistics, "request"> = {
    request: (sent) => {
      bodies.push(sent.body);
      return answer();
    },
  };
  const user = { id: 7, name: "Ann", email: EMAIL, accounts: [] };
  show(
    h(MailReport, {
      report: REPORT,
      days: "Last 7 days",
      groups: "Site",
      client,
      user: isConfirmed ? { ...user, canReceiveReports: true } : { ...user, canConfirmEmail: true },
    }),
    locale,
  );
  return bodies;
}

const send = () =>
  act(async () => {
    root.querySelector("form")?.requestSubmit();
    await new Promise(setImmediate);
  });
const read = (role: "alert" | "status") => root.querySelector(`[role=${role}]`)?.textContent;

test("two clicks send the report once, with its title, and the mail is announced", async () => {
  let finish = (_: object) => {};
  const bodies = open(() => new Promise((resolve) => (finish = resolve)));
  await send();
  await send();
  await act(async () => {
    finish({ result: { state: "sent" } });
    await new Promise(setImmediate);
  });
  expect(bodies).toEqual([{ ...REPORT, title: "Report by Site" }]);
  expect([read("status"), read("alert")]).toEqual([`A mail to ${EMAIL} is on its way.`, ""]);
});

test("a typed title is sent, and an empty one is the usual one", async () => {
  const bodies = open(async () => ({ result: { state: "sent" } }));
  const field = root.querySelector("input");
  for (const value of [" Shop ", " "]) {
    if (field) field.value = value;
    await send();
  }
  expect(bodies).toMatchObject([{ title: "Shop" }, { title: "Report by Site" }]);
});

test("mails that wait or failed, and refusals, are explained in the reader's language", async () => {
  const codes = [{ code: "mail-waiting" }];
  open(async () => ({ result: { state: "waiting", message: "Not yet.", codes } }), { locale: GERMAN });
  await send();
  expect(read("status")).toContain("Der Mailserver hat noch nicht geantwortet.");
  open(async () => ({ result: { state: "failed", message: "Refused.", codes: [] } }));
  await send();
  expect([read("alert"), read("status")]).toEqual(["Refused.", ""]);
  const limited = { message: "Enough.", codes: [{ code: "mails-limited", seconds: 7200 }] };
  open(() => Promise.reject(createRefusal(429, limited)), { locale: GERMAN });
  await send();
  expect(read("alert")).toBe(
    "Für einen Tag wurden genug E-Mails verschickt. Versuche es in 2 h noch einmal.",
  );
});

test("without a confirmed address, the control names the way to confirm it", () => {
  open(async () => ({}), { isConfirmed: false });
  expect(root.querySelector("button")).toBeNull();
  expect(root.querySelector("a")?.getAttribute("href")).toBe("?place=settings");
  expect(root.textContent).toContain(`To have this report mailed to ${EMAIL}, confirm the address first.`);
});
