// @programs Waits for the five seconds after which a mail counts as waiting.
import { expect, test } from "vitest";
import { PeopleService } from "../support/people.ts";
import { startSpeaking } from "../support/smtp.ts";

test("a mail server that does not answer in time leaves the mail waiting, and delays no stop", async () => {
  const port = await startSpeaking(() => {});
  const settings = { smtp: `smtp://127.0.0.1:${port}`, origin: "https://ads.example" };
  const people = await PeopleService.start(settings);
  const owner = await people.signIn("publisher");
  const { json } = await people.invite(owner);
  expect(json.result.mail).toMatchObject({ state: "waiting", codes: [{ code: "mail-waiting" }] });
  await people.service.stop();
}, 15_000);
