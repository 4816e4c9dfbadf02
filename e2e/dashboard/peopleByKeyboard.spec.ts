/** Pages of people on a phone in German, by keyboard alone, and where the focus goes after each step. */
import type { BrowserContextOptions, Locator, Page } from "playwright/test";
import { findViolations } from "./axe.ts";
import { measureOverhang } from "./everyPage.ts";
import { counted } from "./facts.ts";
import { manage } from "./pages.ts";
import { expect, test } from "./test.ts";

const PHONE: BrowserContextOptions = {
  locale: "de-DE",
  viewport: { width: 390, height: 844 },
  reducedMotion: "reduce",
};
const PASSWORD = "battery staple";

test.describe.configure({ mode: "parallel" });

/** Presses Tab, or Shift+Tab, until the control has the focus. */
async function tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await target.waitFor();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 120 && !(await isFocused()); step++) await target.page().keyboard.press(key);
  await expect(target).toBeFocused();
}

async function press(target: Locator, key?: "Tab" | "Shift+Tab"): Promise<void> {
  await tabTo(target, key);
  await target.page().keyboard.press("Enter");
}

async function type(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press("ControlOrMeta+a");
  await target.page().keyboard.type(text);
}

/** Checks the current state of the page for a phone and for axe. */
async function checkPage(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  expect(await measureOverhang(page)).toBe(0);
}

/** Signs in by keyboard. */
async function enterGerman(page: Page, address: string, username: string): Promise<void> {
  await page.goto(address);
  await type(page.getByLabel("E-Mail oder Benutzername"), username);
  await type(page.getByLabel("Passwort", { exact: true }), "correct horse");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Abmelden" }).waitFor();
}

test("an owner invites a user, changes the role and removes the user", async ({ serve, openBrowser }) => {
  const { origin } = await serve();
  const page = await openBrowser(PHONE);
  await enterGerman(page, `${origin}/dashboard/?place=statistics`, "ann");
  await press(page.getByRole("button", { name: "Einstellungen" }), "Shift+Tab");
  await press(page.getByRole("link", { name: "Benutzer und API-Token" }));
  const form = page.getByRole("form", { name: "Einladen" });
  await type(form.getByLabel("Name"), "Cleo");
  await type(form.getByLabel("E-Mail-Adresse"), "cleo@site.example");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Gib diesen Link an Cleo weiter:")).toBeFocused();
  await checkPage(page);

  const role = page.getByRole("combobox", { name: "Rolle: Cleo" });
  await tabTo(role, "Shift+Tab");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "Rolle ändern" })).toBeFocused();
  await expect(role).toHaveValue("viewer");
  await checkPage(page);
  await press(page.getByRole("button", { name: "Abbrechen" }));
  await expect(role).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await press(page.getByRole("button", { name: "Rolle ändern" }));
  await expect(page.getByText("Cleo ist jetzt Bearbeiter.")).toBeVisible();
  await expect(role).toHaveValue("editor");
  await expect(role).toBeFocused();

  await press(page.getByRole("button", { name: "Entfernen: Cleo" }));
  await expect(page.getByRole("button", { name: "Entfernen", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Cleo wurde entfernt.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Benutzer", exact: true })).toBeFocused();
  await checkPage(page);
});

test("an owner makes an API token and ends it", async ({ serve, openBrowser }) => {
  const { origin } = await serve();
  const page = await openBrowser(PHONE);
  await enterGerman(page, `${origin}/dashboard/?place=people`, "ann");
  const form = page.getByRole("form", { name: "Token anlegen" });
  await type(form.getByLabel("Name"), "Nachts");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Token Nachts:")).toBeFocused();
  await checkPage(page);
  page.once("dialog", (dialog) => dialog.accept());
  await press(page.getByRole("button", { name: "Beenden: Nachts" }), "Shift+Tab");
  await expect(page.getByText("Nachts ist beendet.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "API-Token", exact: true })).toBeFocused();
});

test("an owner changes the own settings, those of the account, and ends other sign-ins", async ({
  serve,
  openBrowser,
}) => {
  const { origin } = await serve();
  const page = await openBrowser(PHONE);
  const other = await openBrowser(PHONE);
  await enterGerman(other, `${origin}/dashboard/`, "ann");
  await enterGerman(page, `${origin}/dashboard/?place=settings`, "ann");
  const person = page.getByRole("form", { name: "Du" });
  await type(person.getByLabel("Name"), "Anna");
  await page.reload();
  await expect(person.getByLabel("Name")).toHaveValue("Anna");
  await expect(person.getByText("Deine ungespeicherten Änderungen sind noch da.")).toBeVisible();
  await press(person.getByRole("button", { name: "Speichern" }));
  await expect(person.getByText("Gespeichert.")).toBeVisible();

  const password = page.getByRole("form", { name: "Passwort" });
  const next = password.getByLabel("Neues Passwort");
  await type(next, PASSWORD);
  const show = password.getByRole("button", { name: "Passwort anzeigen" }).nth(1);
  await press(show);
  await expect(next).toHaveAttribute("type", "text");
  await checkPage(page);
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(next).toHaveValue("");

  const sessions = page.getByRole("region", { name: "Anmeldungen" });
  await press(sessions.getByRole("button", { name: "Beenden", exact: true }));
  await expect(sessions.getByText("Beendet.")).toBeVisible();
  await expect(sessions.getByRole("heading")).toBeFocused();

  const account = page.getByRole("form", { name: "Konto" });
  await type(account.getByLabel("Name des Kontos"), "Tagblatt");
  await page.keyboard.press("Enter");
  await expect(account.getByText("Gespeichert.")).toBeVisible();
  await expect(page.getByRole("banner")).toContainText("Tagblatt");
  await checkPage(page);
});

test("a network creates an account with its owner and suspends it", async ({ serve, openBrowser }) => {
  const { origin } = await serve();
  const page = await openBrowser(PHONE);
  await enterGerman(page, `${origin}/dashboard/?place=accounts`, "net");
  await expect(page.getByText("2 Websites, 12 Zonen")).toBeVisible();
  await checkPage(page);
  await press(page.getByRole("link", { name: "Neues Konto" }));
  const form = page.getByRole("form", { name: "Neues Konto" });
  await type(form.getByLabel("Name", { exact: true }), "Fellstride");
  await type(form.getByLabel("Name des ersten Inhabers"), "Cleo");
  await type(form.getByLabel("E-Mail-Adresse des ersten Inhabers"), "cleo@site.example");
  await checkPage(page);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Gib diesen Link an Cleo weiter:")).toBeFocused();
  await checkPage(page);
  await press(page.getByRole("link", { name: "Konto öffnen" }));
  const suspended = page.getByLabel("Gesperrt");
  await tabTo(suspended);
  page.once("dialog", (dialog) => dialog.accept());
  await page.keyboard.press("Space");
  await expect(suspended).toBeChecked();
  await expect(suspended).toBeFocused();
  await checkPage(page);
});

test("a user with two accounts switches between them", async ({ serve, openBrowser }) => {
  const { origin } = await serve();
  const page = await openBrowser(PHONE);
  await page.addInitScript(() => {
    let count = 0;
    const { showModal } = HTMLDialogElement.prototype;
    HTMLDialogElement.prototype.showModal = function () {
      Object.assign(globalThis, { dialogs: ++count });
      showModal.call(this);
    };
  });
  const send = async (method: string, path: string, body?: object, token = "") => {
    const headers = {
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(origin + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  const { token } = await send("POST", "/v2/login", { username: "net", password: "correct horse" });
  const cleo = { name: "Cleo", email: "cleo@site.example", role: "owner" };
  const { result: first } = await send("POST", "/v2/users", { ...cleo, account: 2 }, token);
  const { result } = await send("POST", "/v2/users", { user: first.id, role: "owner", account: 3 }, token);
  await page.goto(result.link ?? first.link);
  await type(page.getByLabel("Neues Passwort"), PASSWORD);
  await page.keyboard.press("Enter");
  const name = page.locator(".account b");
  const former = (await name.textContent()) ?? "";
  await press(page.getByRole("button", { name: "Wechseln" }));
  const accounts = page.getByRole("dialog", { name: "Deine Konten" }).getByRole("button");
  await checkPage(page);
  await press(accounts.filter({ hasText: former === "Ann" ? "Bob" : "Ann" }));
  await expect(name).not.toHaveText(former);
  await checkPage(page);
  expect(await page.evaluate(() => Reflect.get(globalThis, "dialogs"))).toBeUndefined();

  // A switch that fails, or that the user declines, keeps what was entered, and asks again.
  await page.goto(`${origin}/dashboard/?place=settings`);
  const field = page.getByRole("form", { name: "Du" }).getByLabel("Name");
  await type(field, "Entwurf");
  await page.route("**/v2/session/account", (route) => route.abort());
  for (const answer of ["dismiss", "accept"] as const) {
    await press(page.getByRole("button", { name: "Wechseln" }), "Shift+Tab");
    const asked = page.waitForEvent("dialog");
    const pressed = press(accounts.filter({ hasText: former }));
    await (await asked)[answer]();
    await pressed;
    if (answer === "accept") await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(field).toHaveValue("Entwurf");
  }
  const asked = page.waitForEvent("dialog");
  const pressed = press(page.getByRole("link", { name: "Statistik" }), "Shift+Tab");
  await (await asked).dismiss();
  await pressed;
  await expect(field).toHaveValue("Entwurf");
});

test("what changed is filtered and undone, and a publisher blocks an advertiser on a site", async ({
  serve,
  openBrowser,
}) => {
  const { origin } = await serve({ facts: counted(8) });
  await manage(origin, "ann").zones.change({ id: 101, version: "*" }, { name: "Kopf" });
  const page = await openBrowser(PHONE);
  await enterGerman(page, `${origin}/dashboard/?place=changes`, "ann");
  await tabTo(page.getByLabel("Art"));
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/kind=/);
  await page.goto(`${origin}/dashboard/?place=changes&kind=zones`);
  const undo = page.getByRole("button", { name: /^Rückgängig machen: .*auf Kopf/ });
  await press(undo);
  await expect(page.getByText("Rückgängig gemacht in 1 Eintrag.")).toBeVisible();
  await expect(undo).toBeFocused();
  expect((await manage(origin, "ann").zones.get(101)).name).toBe("Zone 101");
  await checkPage(page);

  await page.goto(`${origin}/dashboard/?place=inventory&site=10`);
  page.once("dialog", (dialog) => dialog.accept());
  const block = page.getByRole("button", { name: /Bob$/ }).first();
  await press(block);
  await expect(page.getByText("Bob ist hier gesperrt.")).toBeVisible();
  await expect(block).toBeFocused();
  await checkPage(page);
});
