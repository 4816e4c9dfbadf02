// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type Account,
  getAccount,
  openShare,
  signIn,
  watchAccount,
  writeAccount,
} from "../../../src/dashboard/app/session.ts";
import { openTabStorage, writeItem } from "../../../src/dashboard/app/tabStorage.ts";
import { useAccount } from "../../../src/dashboard/app/useAccount.ts";
import { useRoot } from "../useRoot.ts";

const { call } = useRoot();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  history.replaceState(null, "", "/");
  vi.unstubAllGlobals();
});

const createAccount = (life: number) =>
  ({ sessionId: "one", expiresAt: Date.now() + life, details: { kind: "publisher" } }) as Account;

test("a stored session is read until it expires", () => {
  const account = createAccount(60_000);
  writeAccount(account);
  expect(getAccount()).toEqual(account);
  writeAccount(createAccount(-1));
  expect(getAccount()).toBeUndefined();
});

test("an invalid stored session is ignored", () => {
  for (const text of ["{", "null", "7", `{"sessionId":"one"}`]) {
    localStorage.setItem("zonetag.dashboard.account", text);
    expect(getAccount()).toBeUndefined();
  }
});

test("sign-in and sign-out in another tab are reported until the listener is removed", () => {
  const onChange = vi.fn();
  const stop = watchAccount(onChange);
  const account = createAccount(60_000);
  writeAccount(account);
  dispatchEvent(new StorageEvent("storage", { key: "zonetag.dashboard.account" }));
  expect(onChange).toHaveBeenLastCalledWith(account);
  localStorage.clear();
  dispatchEvent(new StorageEvent("storage", { key: null }));
  expect(onChange).toHaveBeenLastCalledWith(undefined);
  dispatchEvent(new StorageEvent("storage", { key: "other" }));
  stop();
  dispatchEvent(new StorageEvent("storage", { key: null }));
  expect(onChange).toHaveBeenCalledTimes(2);
});

/** Renders a component that calls the hook, and returns the hook's current value. */
function useIt(): { current: ReturnType<typeof useAccount> } {
  const result = {} as { current: ReturnType<typeof useAccount> };
  call(() => {
    result.current = useAccount();
  });
  return result;
}

test("the end of a shared link does not sign out the account stored in this browser", () => {
  const account = createAccount(60_000);
  writeAccount(account);
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  history.replaceState(null, "", "/#share=token");
  const shared = useIt();
  expect(shared.current.account).toBeUndefined();
  act(() => shared.current.leave("ended"));
  expect(shared.current.ended).toBe("link");
  expect(getAccount()).toEqual(account);
});

test.each([
  ["Europe/Berlin", "Europe/Berlin"],
  ["Etc/Unknown", "UTC"],
  ["Mars/Olympus", "UTC"],
])("the time zone %s of an account is read as %s", async (timezone, shown) => {
  const answer = {
    id: "one",
    name: "One",
    expires_at: new Date().toISOString(),
    kind: "publisher",
    timezone,
    share: { role: "publisher", view: "?period=7d" },
  };
  vi.stubGlobal("fetch", async () => Response.json({ ...answer, result: answer }));
  expect((await openShare("token")).details.timezone).toBe(shown);
  expect((await signIn({ apiToken: "token" }, () => {})).details.timezone).toBe(shown);
});

test("signing out removes the stored session and the dashboard's data in the tab", () => {
  writeAccount(createAccount(60_000));
  const signedIn = useIt();
  openTabStorage("1");
  writeItem("draft zones new", { name: "Half done" });
  sessionStorage.setItem("other", "stays");
  act(() => signedIn.current.leave("asked"));
  expect(signedIn.current.account).toBeUndefined();
  expect(getAccount()).toBeUndefined();
  expect(Object.keys(sessionStorage)).toEqual(["other"]);
});

test.each([
  ["a sign-out", "null", []],
  ["the end of the session", null, ["zonetag.dashboard.1 view"]],
])(
  "after %s in another tab, the tab keeps what a user finds again only if the session ended",
  (_, newValue, kept) => {
    writeAccount(createAccount(60_000));
    const tab = useIt();
    openTabStorage("1");
    writeItem("view", { search: "?period=7d" });
    writeAccount(undefined);
    act(
      () => void dispatchEvent(new StorageEvent("storage", { key: "zonetag.dashboard.account", newValue })),
    );
    expect(tab.current.account).toBeUndefined();
    expect(Object.keys(sessionStorage)).toEqual(kept);
  },
);

test("a sign-out is announced to other tabs, the end of a session is not", () => {
  const steps: unknown[][] = [];
  vi.stubGlobal("localStorage", {
    getItem: () => JSON.stringify(createAccount(60_000)),
    setItem: (...item: string[]) => steps.push(item),
    removeItem: (key: string) => steps.push([key]),
  });
  const signedIn = useIt();
  act(() => signedIn.current.leave("ended"));
  expect(steps).toEqual([["zonetag.dashboard.account"]]);
  act(() => signedIn.current.leave("asked"));
  expect(steps.slice(1)).toEqual([["zonetag.dashboard.account", "null"], ["zonetag.dashboard.account"]]);
});

test("no sign-in over the page is offered while the user signs out, unless that fails", async () => {
  const account = createAccount(60_000);
  writeAccount(account);
  let fail = () => {};
  const refused = new Promise<Response>((_, reject) => {
    fail = () => reject(new TypeError("offline"));
  });
  vi.stubGlobal("fetch", () => refused);
  const tab = useIt();
  const onFailed = vi.fn();
  await act(async () => void tab.current.quit(account).catch(onFailed));
  // A request that was in flight was refused.
  await act(async () => void tab.current.renew(account));
  expect(tab.current.isRenewing).toBe(false);
  await act(async () => {
    fail();
    await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce());
  });
  expect(tab.current.isRenewing).toBe(true);
});

test("only a sign-in by the same user renews a session, not one by another user of the account", async () => {
  const createUser = (user: number, sessionId: string): Account => ({
    ...createAccount(60_000),
    sessionId,
    details: { id: 2, kind: "publisher", user: { id: user, name: "" } } as Account["details"],
  });
  writeAccount(createUser(7, "old"));
  const tab = useIt();
  const onRenewed = vi.fn();
  const renew = async () => {
    void tab.current.renew(tab.current.account ?? createUser(7, "old")).then(onRenewed);
  };
  await act(renew);
  expect(tab.current.isRenewing).toBe(true);
  await act(async () => tab.current.enter(createUser(8, "theirs")));
  expect(tab.current.isRenewing).toBe(false);
  expect(onRenewed).not.toHaveBeenCalled();
  await act(async () => tab.current.enter(createUser(7, "old")));
  await act(renew);
  await act(async () => tab.current.enter(createUser(7, "new")));
  expect(onRenewed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ sessionId: "new" }));
});
