// @vitest-environment happy-dom
import { h } from "preact";
import { afterEach, expect, test, vi } from "vitest";
import { AccountsPage } from "../../../src/dashboard/people/Accounts.tsx";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
afterEach(() => void vi.restoreAllMocks());

const ACCOUNTS = [
  { id: 2, name: "Longshore", role: "publisher", currency: "USD", version: "1" },
  { id: 3, name: "Fellstride", role: "advertiser", currency: "EUR", version: "1" },
];
const readCsv = () => [...root.querySelectorAll("button")].find(({ textContent }) => textContent === "CSV");

test("the file of accounts has days and ids behind its other columns, and is saved only with their amounts", async () => {
  history.replaceState(null, "", "/?place=accounts");
  let answer: (performance: object) => void = () => {};
  const performance = new Promise((resolve) => {
    answer = resolve;
  });
  const { data } = createData({ answers: { "accounts.all": ACCOUNTS, performance } });
  show(h(Page, { data }, h(AccountsPage, null)));
  await expect.poll(() => readCsv()?.getAttribute("aria-disabled")).toBe("true");
  answer({ publisher_id: { now: [], before: [] }, advertiser_id: { now: [], before: [] } });
  await expect.poll(() => readCsv()?.getAttribute("aria-disabled")).toBe("false");
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return "";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  readCsv()?.click();
  const [head, first, second] = ((await files[0]?.text()) ?? "").split("\r\n");
  expect(head).toMatch(/,Currency,From,To,Account ID$/);
  expect([first, second].join()).toMatch(/,USD,\d{4}-\d\d-01,[\d-]{10},2,.*,EUR,\d{4}-\d\d-01,[\d-]{10},3$/);
});
