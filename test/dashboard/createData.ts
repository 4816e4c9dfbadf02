/** Data of the management pages with a stand-in for the service. */
import { type ComponentChild, h } from "preact";
import { type Data, DataContext } from "../../src/dashboard/app/managementData.ts";
import { RouterContext, useAddress } from "../../src/dashboard/app/router.ts";
import type { Account } from "../../src/dashboard/app/session.ts";
import type { AccountDetails, Management, Statistics } from "../../src/statistics/index.ts";

/** `answers`: results of calls by their names, such as `campaigns.all`; others are empty. */
interface Given {
  details?: Partial<AccountDetails>;
  answers?: Record<string, unknown>;
}

export interface Called {
  data: Data;
  /** Names of calls with their arguments. */
  calls: [name: string, ...given: unknown[]][];
}

export function createData({ details = {}, answers = {} }: Given = {}): Called {
  const calls: Called["calls"] = [];
  const answer =
    (name: string) =>
    async (...given: unknown[]) => {
      calls.push([name, ...given]);
      if (!Object.hasOwn(answers, name)) return [];
      const found = answers[name];
      return typeof found === "function" ? found(...given) : found;
    };
  const list = (kind: string) =>
    Object.fromEntries(
      ["all", "list", "get", "create", "change", "bulk"].map((call) => [call, answer(`${kind}.${call}`)]),
    );
  const management = {
    ...Object.fromEntries(["sites", "zones", "campaigns", "accounts"].map((kind) => [kind, list(kind)])),
    ...Object.fromEntries(
      ["activity", "approvals", "performance", "estimate", "changes"].map((name) => [name, answer(name)]),
    ),
  } as Partial<Management> as Management;
  Object.assign(management, { creatives: () => list("creatives") });
  const client = {
    account: answer("account"),
    collection: answer("collection"),
    countries: answer("countries"),
    request: answer("request"),
  } as Partial<Statistics> as Statistics;
  const account = {
    details: { id: 1, kind: "network", currency: "USD", timezone: "UTC", goals: 0, ...details },
  } as Account;
  return { data: { account, onEnter: () => {}, onSettings: () => {}, client, management }, calls };
}

/** Wraps content of a page in its router and data. */
export function Page({ data, children }: { data: Data; children?: ComponentChild }) {
  const router = { ...useAddress(data.account), counts: {} };
  return h(RouterContext.Provider, { value: router }, h(DataContext.Provider, { value: data }, children));
}
