// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { agreesToLeave, hasEdits, mayLeave, useGuard } from "../../../src/dashboard/app/leaving.ts";
import { type Account, getAccount, writeAccount } from "../../../src/dashboard/app/session.ts";
import { useAccount } from "../../../src/dashboard/app/useAccount.ts";
import { useRoot } from "../useRoot.ts";

const { call, leave } = useRoot();
const NEWS = createAccount(2, "old");
const SHOP = createAccount(3, "new");

beforeEach(() => {
  localStorage.clear();
  writeAccount(NEWS);
  history.replaceState(null, "", "/?place=inventory&site=10");
});
afterEach(() => vi.unstubAllGlobals());

/** An account of the same user. */
function createAccount(id: number, sessionId: string): Account {
  const details = { id, kind: "publisher", user: { id: 7, name: "Ann", accounts: [] } };
  return {
    sessionId,
    expiresAt: Date.now() + 60_000,
    details: details as Partial<Account["details"]>,
  } as Account;
}

/** Renders the hook, beside a form with or without edits. */
function open(isEdited = false) {
  const onLeave = vi.fn();
  const tab = {} as { current: ReturnType<typeof useAccount> };
  /** Whether each rendering showed the sign-in dialog. */
  const dialogs: boolean[] = [];
  call(() => {
    tab.current = useAccount();
    dialogs.push(tab.current.isRenewing);
    useGuard(isEdited, "Leave?", onLeave);
  });
  return { tab, onLeave, dialogs };
}

/** Another tab of the browser switches to the other account. */
const switchElsewhere = () =>
  act(() => {
    writeAccount(SHOP);
    dispatchEvent(new StorageEvent("storage", { key: "zonetag.dashboard.account" }));
  });

test("a switch leaves the address, which names objects of the former account", async () => {
  const { tab } = open();
  await act(() => tab.current.switchTo(Promise.resolve(SHOP)));
  expect([tab.current.account, getAccount(), location.search]).toEqual([SHOP, SHOP, ""]);
});

test("a switch in another tab is followed, and leaves the address, too", () => {
  const { tab } = open();
  switchElsewhere();
  expect([tab.current.account, location.search]).toEqual([SHOP, ""]);
});

test("a switch in another tab is not followed while entries are not saved", () => {
  const { tab, onLeave } = open(true);
  switchElsewhere();
  expect([tab.current.account, tab.current.elsewhere]).toEqual([NEWS, SHOP]);
  expect(location.search).toBe("?place=inventory&site=10");
  expect(onLeave).not.toHaveBeenCalled();
});

test("a new session of the same account keeps the address", () => {
  const { tab } = open();
  act(() => tab.current.enter({ ...NEWS, sessionId: "renewed" }));
  expect(location.search).toBe("?place=inventory&site=10");
});

test("requests that the switch refuses open no sign-in dialog, neither before its answer nor after it", async () => {
  const { tab, dialogs } = open();
  let answer = (_: Account) => {};
  const next = new Promise<Account>((resolve) => {
    answer = resolve;
  });
  const refuse = () => act(async () => void tab.current.renew(NEWS));
  await act(async () => void tab.current.switchTo(next));
  await refuse();
  await act(async () => answer(SHOP));
  await refuse();
  expect(tab.current.account).toBe(SHOP);
  expect(dialogs).not.toContain(true);
});

test("a failed switch stays in the account, and keeps entries that are not saved, with their question", async () => {
  vi.stubGlobal("confirm", () => true);
  const { tab, onLeave } = open(true);
  expect(agreesToLeave()).toBe(true);
  const failed = vi.fn();
  await act(() => tab.current.switchTo(Promise.reject(new Error("offline"))).catch(failed));
  expect(failed).toHaveBeenCalledOnce();
  expect([tab.current.account, hasEdits()]).toEqual([NEWS, true]);
  expect(onLeave).not.toHaveBeenCalled();
});

test("agreeing to leave a page within the account forgets its entries, refusing keeps them", () => {
  const { onLeave } = open(true);
  vi.stubGlobal("confirm", () => false);
  expect([agreesToLeave(), mayLeave(), hasEdits()]).toEqual([false, false, true]);
  vi.stubGlobal("confirm", () => true);
  expect([mayLeave(), hasEdits()]).toEqual([true, false]);
  expect(onLeave).toHaveBeenCalledOnce();
  leave();
});
