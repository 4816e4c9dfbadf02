// @programs Runs the service for simulated days beside a mail server.
/** The mail about a silent zone, from the requests of the zone to the mail server. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { SENT_MAILS_FILE } from "../../../src/service/accounts/localSentMarks.ts";
import { hashPassword } from "../../../src/service/signing/passwords.ts";
import { addTokens, aNetwork, NETWORK } from "../support/catalogue.ts";
import { type TestService, testService } from "../support/service.ts";
import { startSmtp } from "../support/smtp.ts";

/** Between two looks of the schedule. */
const LOOK_EVERY_MS = 30_000;
const STEP_MS = 50 * 60_000;
const PASSWORD = "a long password";
const ANN = {
  id: 20,
  email: "ann@site.example",
  emailConfirmed: true,
  name: "Ann",
  accounts: [{ account: 2, role: "viewer" }],
};

interface Started {
  service: TestService;
  /** Lets the schedule look. */
  tick(): void;
}

/** Reads the marks of sent mails. */
async function readMarks({ settings }: TestService): Promise<Map<string, string>> {
  const text = await readFile(join(settings.data, SENT_MAILS_FILE), "utf8").catch(() => "[]");
  return new Map(JSON.parse(text));
}

/** Replaces the timer of the schedule. Returns a function that lets it look. */
function takeTimer(): () => void {
  const setReal = globalThis.setInterval;
  let run = () => {};
  vi.spyOn(globalThis, "setInterval").mockImplementation((work, every, ...values) => {
    if (every === LOOK_EVERY_MS) run = () => work(...values);
    return setReal(work, every, ...values);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return () => run();
}

/** Lets the schedule look until it has noted that the service runs. A look while another one is in progress does nothing. */
const look = ({ service, tick }: Started) =>
  vi.waitFor(
    async () => {
      tick();
      const { last } = JSON.parse((await readMarks(service)).get("run without a break") ?? "{}");
      expect(last).toBe(service.clock.time);
    },
    { timeout: 10_000, interval: 5 },
  );

/** Lets the service run until half past seven of a day, and waits until its mail is done. */
async function runUntilMorning(started: Started, day: string): Promise<void> {
  const { service } = started;
  const morning = Date.parse(`${day}T07:30:00Z`);
  while (service.clock.time < morning) {
    service.clock.time = Math.min(morning, service.clock.time + STEP_MS);
    await look(started);
  }
  await vi.waitFor(
    async () => {
      started.tick();
      expect((await readMarks(service)).get("needs of user 20 in 2")).toMatch(` ${day}`);
    },
    { timeout: 10_000, interval: 20 },
  );
}

test("a zone that falls silent is mailed once, and again after it came back and fell silent again", async () => {
  const tick = takeTimer();
  const box = await startSmtp();
  const users = [{ ...ANN, password: await hashPassword(PASSWORD) }];
  const catalogue = aNetwork({ accounts: addTokens(NETWORK) });
  const mail = { smtp: box.url, origin: "https://ads.example" };
  const service = await testService(catalogue, mail, { users });
  onTestFinished(service.stop);
  const started = { service, tick };
  const ask = () => service.place({ user: {}, zones: [{ id: 1 }] });
  const { json } = await service.send("", "POST", "/v2/login", { username: ANN.email, password: PASSWORD });
  expect((await service.send(json.token, "PATCH", "/v2/user", { alerts: true })).status).toBe(204);
  // The service has not run for a whole day yet.
  await runUntilMorning(started, "2026-11-21");
  await ask();
  await runUntilMorning(started, "2026-11-22");
  expect(box.mails).toEqual([]);
  await runUntilMorning(started, "2026-11-23");
  expect(box.mails).toHaveLength(1);
  expect(box.mails[0]).toMatchObject({
    subject: "No requests for a day: Top",
    to: { text: ANN.email },
    text: expect.stringContaining("- Top (News)\n  https://ads.example/dashboard/?place=inventory&zone=1\n"),
  });
  await service.restart();
  await runUntilMorning(started, "2026-11-24");
  expect(box.mails).toHaveLength(1);
  await ask();
  await runUntilMorning(started, "2026-11-25");
  expect(box.mails).toHaveLength(1);
  await runUntilMorning(started, "2026-11-26");
  expect(box.mails.map(({ subject }) => subject)).toEqual([
    "No requests for a day: Top",
    "No requests for a day: Top",
  ]);
  const [, path = ""] =
    /<https:\/\/ads\.example(\S+)>/.exec(box.sources[1]?.replace(/\r\n\s+/g, " ") ?? "") ?? [];
  expect((await service.send("", "POST", path)).status).toBe(204);
  const { json: ended } = await service.send(json.token, "GET", "/v2/user");
  expect(ended).not.toHaveProperty("user.alerts");
}, 60_000);
