// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test, vi } from "vitest";
import { App } from "../../../src/dashboard/app/App.tsx";
import { useRoot } from "../useRoot.ts";

vi.mock("../../../src/dashboard/app/lazy.ts", () => ({ useManagementPages: () => ({ hasFailed: true }) }));

const { root, show } = useRoot();

test("a page for confirming an address that could not be loaded can be reloaded", async () => {
  history.replaceState(null, "", "/#confirm=token");
  show(h(App, {}));
  await expect.poll(() => root.querySelector("[role=alert] button")?.textContent).toBe("Try again");
});

test("a link for setting a password is opened also where a user is signed in", async () => {
  const details = { id: 1, kind: "network", currency: "USD", timezone: "UTC", goals: 0 };
  const account = { details, sessionId: "s", expiresAt: Date.now() + 60_000 };
  localStorage.setItem("zonetag.dashboard.account", JSON.stringify(account));
  history.replaceState(null, "", "/#password=token");
  show(h(App, {}));
  await expect.poll(() => root.querySelector("main")?.className).toBe("sign-in");
});
