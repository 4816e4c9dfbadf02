/** The command `doctor` about the mail server. */
import { expect, test } from "vitest";
import { checkMail, checkReportMails } from "../../../src/service/doctor/checkMail.ts";
import { startSmtp, startSpeaking } from "../support/smtp.ts";

const ORIGIN = "https://ads.example";

test("a mail server that accepts the sign-in is ok, and gets no mail", async () => {
  const box = await startSmtp({ disabledCommands: [], onAuth: (_, __, done) => done(null, { user: 1 }) });
  expect(await checkMail(box.url.replace("//", "//ann:secret@"), ORIGIN)).toEqual({
    level: "ok",
    about: "Mail",
    message: `127.0.0.1:${box.port} answers with TLS, accepts ann. Mails come from no-reply@ads.example.`,
  });
  expect(box.mails).toEqual([]);
});

test("a mail server on this machine needs no TLS", async () => {
  const { url } = await startSmtp({ disabledCommands: ["AUTH", "STARTTLS"], hideSTARTTLS: true });
  expect(await checkMail(url, ORIGIN)).toMatchObject({
    level: "ok",
    message: expect.stringMatching(/answers without TLS\./),
  });
});

test.each([
  [
    "a wrong password",
    {
      disabledCommands: [],
      onAuth: (_: unknown, __: unknown, done: (e: Error) => void) => done(new Error("No")),
    },
    /refuses the user name or the password/,
  ],
  ["no sign-in", {}, /does not offer to sign in/],
])("%s is a problem, and the message has no password", async (_, options, reason) => {
  const { url } = await startSmtp(options);
  const { level, message } = await checkMail(url.replace("//", "//ann:secret@"), ORIGIN);
  expect([level, message]).toEqual(["problem", expect.stringMatching(reason)]);
  expect(message).toMatch(/^The mail server at smtp:\/\/127\.0\.0\.1:\d+ /);
  expect(message).not.toContain("secret");
});

test("a server that ends the conversation is a problem with its words", async () => {
  const port = await startSpeaking((socket) => socket.end("554 no service for you\r\n"));
  expect(await checkMail(`smtp://127.0.0.1:${port}`, ORIGIN)).toMatchObject({
    level: "problem",
    message: expect.stringMatching(/answers with an error\. \(.*554 no service for you.*\)/),
  });
});

test("a missing origin is a problem", async () => {
  expect(await checkMail("smtp://mail.example", undefined)).toMatchObject({
    level: "problem",
    message: "--smtp needs --origin: mails have links to the dashboard.",
  });
});

test("only Redis without ClickHouse is a warning, because no reports are mailed then", () => {
  const [redis, clickhouse] = ["redis://redis.example", "http://clickhouse.example"];
  expect(checkReportMails({ redis })).toEqual([
    {
      level: "warning",
      about: "Mail",
      message: expect.stringContaining("Mails with reports are therefore not sent"),
    },
  ]);
  expect([...checkReportMails({ redis, clickhouse }), ...checkReportMails({})]).toEqual([]);
});
