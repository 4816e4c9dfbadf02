/** Mails sent to real mail servers: accepting, refusing, slow and broken ones. */
import type { SMTPServerOptions } from "smtp-server";
import { expect, test, vi } from "vitest";
import type { Mail } from "../../../src/service/mail/mailer.ts";
import { readSmtpServer, type SmtpServer } from "../../../src/service/mail/smtpAddress.ts";
import { SmtpMailer } from "../../../src/service/mail/smtpMailer.ts";
import { defer } from "../../support/defer.ts";
import { refuseWith, startSmtp, startSpeaking } from "../support/smtp.ts";

const MAIL: Mail = {
  to: "ann@site.example",
  language: "en",
  subject: "Grüße",
  text: `Hällo\n\n${"https://ads.example/".padEnd(120, "x")}\n`,
  html: "<p>Hällo</p>",
  about: "invitation of user 7",
};

function open(
  url: string,
  { deadlineMs = 5000, ...more }: Partial<SmtpServer> & { deadlineMs?: number } = {},
) {
  const warn = vi.fn();
  const server = { ...readSmtpServer(url, "https://ads.example"), ...more };
  return { mailer: new SmtpMailer({ server, log: { warn }, deadlineMs }), warn };
}

test("a mail arrives encrypted with text, HTML and headers for automatic mails", async () => {
  const box = await startSmtp({
    onMailFrom: (_, { secure }, done) => done(secure ? null : refuseWith(530, "TLS")),
  });
  const { mailer } = open(box.url);
  expect(await mailer.send(MAIL)).toBe("sent");
  const [mail] = box.mails;
  expect(mail).toMatchObject({ subject: "Grüße", text: MAIL.text, html: MAIL.html });
  expect([mail?.from?.text, mail?.to]).toEqual([
    '"ads.example" <no-reply@ads.example>',
    expect.objectContaining({ text: "ann@site.example" }),
  ]);
  expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
  expect(mail?.headers.get("content-language")).toBe("en");
  expect(box.sources[0]?.split("\r\n").filter((line) => line.length > 78)).toEqual([]);
  await mailer.close();
});

test("a mail has its own headers and attachments, each header on a line of its own", async () => {
  const box = await startSmtp();
  const { mailer } = open(box.url);
  const content = `Zone;Views\r\n${"Größe;1\r\n".repeat(200)}`;
  const mail = {
    ...MAIL,
    headers: { "List-Unsubscribe": "<https://ads.example/u/1>", "X-Name": "a\r\nBcc: eve@evil.example" },
    attachments: [{ name: "Größen.csv", type: "text/csv; charset=utf-8", content }],
  };
  expect(await mailer.send(mail)).toBe("sent");
  const [{ headers, attachments, text, html, bcc } = {}] = box.mails;
  expect([text, html, bcc]).toEqual([MAIL.text, MAIL.html, undefined]);
  expect(headers?.get("auto-submitted")).toBe("auto-generated");
  expect(box.sources[0]).toContain("\r\nList-Unsubscribe: <https://ads.example/u/1>\r\n");
  expect(box.sources[0]).not.toMatch(/^bcc:/im);
  expect(attachments).toEqual([
    expect.objectContaining({
      filename: "Größen.csv",
      contentType: "text/csv",
      content: Buffer.from(content),
    }),
  ]);
  await mailer.close();
});

test("a mail is sent with user and password", async () => {
  const box = await startSmtp({
    disabledCommands: [],
    authOptional: false,
    onAuth: ({ username, password }, _, done) =>
      username === "ann" && password === "p@ss" ? done(null, { user: 1 }) : done(new Error("No.")),
  });
  const url = (password: string) => box.url.replace("//", `//ann:${password}@`);
  expect(await open(url("p%40ss")).mailer.send(MAIL)).toBe("sent");
  const { mailer, warn } = open(url("wrong"));
  expect(await mailer.send(MAIL)).toBe("failed");
  expect(warn.mock.calls[0]?.[0].reason).toMatch(/refuses the user name or the password/);
  expect(warn.mock.calls[0]?.[0].reason).not.toContain("wrong");
});

test("a server that offers no sign-in gets no password", async () => {
  const box = await startSmtp();
  const { mailer, warn } = open(box.url.replace("//", "//ann:secret@"));
  expect(await mailer.send(MAIL)).toBe("failed");
  expect(warn.mock.calls[0]?.[0].reason).toMatch("does not offer to sign in");
});

test.each([
  [550, "", "refused"],
  [550, "5.1.1 ", "refused"],
  [550, "5.1.10 ", "refused"],
  [553, "5.1.3 ", "refused"],
  [550, "5.2.1 ", "refused"],
  [553, "", "failed"],
  [550, "5.1.8 ", "failed"],
  [550, "5.4.5 ", "failed"],
  [550, "5.7.1 ", "failed"],
  [552, "5.2.2 ", "failed"],
  [554, "5.7.1 ", "failed"],
  [450, "", "failed"],
  [451, "4.1.1 ", "failed"],
])("a recipient refused with %d %smakes the mail %s", async (code, status, outcome) => {
  const box = await startSmtp({
    onRcptTo: ({ address }, _, done) => done(refuseWith(code, `${status}<${address}> is unknown`)),
  });
  const { mailer, warn } = open(box.url);
  expect(await mailer.send(MAIL)).toBe(outcome);
  // The log has the server's reason, without the address.
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { mail: MAIL.about, reason: expect.stringMatching(new RegExp(`${code} ${status}<…> is unknown`)) },
    "mail not sent",
  );
});

test.each([550, 554, 451])(
  "a message refused with %d is a failure, which ends no subscription",
  async (code) => {
    const box = await startSmtp({
      onData: (stream, _, done) =>
        stream.resume().once("end", () => done(refuseWith(code, "5.1.1 not this"))),
    });
    expect(await open(box.url).mailer.send(MAIL)).toBe("failed");
  },
);

test("a refused sender is a failure, because no mail would be accepted", async () => {
  const box = await startSmtp({ onMailFrom: (_, __, done) => done(refuseWith(550, "not your address")) });
  expect(await open(box.url).mailer.send(MAIL)).toBe("failed");
});

test.each<[string, SMTPServerOptions]>([
  ["names a limit", { size: 20_000 }],
  [
    "refuses the size after the message",
    {
      onData: (stream, _, done) => {
        let bytes = 0;
        stream.on("data", (part: Buffer) => (bytes += part.length));
        stream.once("end", () => done(bytes > 20_000 ? refuseWith(552, "5.3.4 too large") : null));
      },
    },
  ],
])("a server that %s gets a mail that is too large without its file", async (_, options) => {
  const { mailer, warn } = open((await startSmtp(options)).url);
  const file = { name: "Report.csv", type: "text/csv", content: "Site;1\r\n".repeat(5000) };
  const mail = { ...MAIL, attachments: [file] };
  expect(await mailer.send({ ...mail, withoutAttachments: { text: "No file", html: "No file" } })).toBe(
    "sent",
  );
  expect(warn).not.toHaveBeenCalled();
  expect(await mailer.send(mail)).toBe("failed");
});

test("a connection that is cut off in DATA is a failure", async () => {
  const port = await startSpeaking((socket) => {
    socket.write("220 mail.example\r\n");
    socket.on("data", (data) => {
      const text = data.toString();
      if (/^DATA/m.test(text)) socket.write("354 go\r\n", () => socket.destroy());
      else for (const _ of text.match(/\r\n/g) ?? []) socket.write("250 ok\r\n");
    });
  });
  expect(await open(`smtp://127.0.0.1:${port}`).mailer.send(MAIL)).toBe("failed");
});

test.each([
  ["says nothing", ""],
  ["sends its greeting without an end", "220 mail"],
  ["answers only the greeting", "220 mail.example\r\n"],
])("a server that %s ends at the deadline", async (_, words) => {
  const port = await startSpeaking((socket) => socket.write(words));
  const { mailer, warn } = open(`smtp://127.0.0.1:${port}`, { deadlineMs: 100 });
  expect(await mailer.send(MAIL)).toBe("failed");
  expect(warn.mock.calls[0]?.[0].reason).toContain("does not answer");
});

test("without TLS, nothing is sent to a server elsewhere", async () => {
  const box = await startSmtp({ hideSTARTTLS: true, disabledCommands: ["AUTH", "STARTTLS"] });
  const { mailer, warn } = open(box.url, { isTlsOptional: false });
  expect(await mailer.send(MAIL)).toBe("failed");
  expect(warn.mock.calls[0]?.[0].reason).toContain("does not offer TLS");
  expect(await open(box.url).mailer.send(MAIL)).toBe("sent");
});

test.each([
  ["STARTTLS", false],
  ["TLS from the start", true],
])("a certificate that is not trusted ends %s, unless TLS is optional", async (_, isSecure) => {
  const box = await startSmtp({ secure: isSecure });
  const { mailer, warn } = open(box.url, { isTlsOptional: false, isSecure });
  expect(await mailer.send(MAIL)).toBe("failed");
  expect(warn.mock.calls[0]?.[0].reason).toContain("a TLS certificate that is not trusted");
  expect(await open(box.url, { isSecure }).mailer.send(MAIL)).toBe("sent");
});

test("TLS at a port without it is named", async () => {
  const box = await startSmtp();
  const { mailer, warn } = open(box.url, { isSecure: true });
  expect(await mailer.send(MAIL)).toBe("failed");
  expect(warn.mock.calls[0]?.[0].reason).toContain("does not use TLS at this port");
});

test("a closed port is a failure", async () => {
  const { mailer, warn } = open("smtp://127.0.0.1:1");
  expect(await mailer.send(MAIL)).toBe("failed");
  expect(warn.mock.calls[0]?.[0].reason).toContain("refuses connections");
});

test("the queue is bounded, and a stop ends what waits in it", async () => {
  const asked = defer();
  const port = await startSpeaking(() => asked.resolve());
  const { mailer, warn } = open(`smtp://127.0.0.1:${port}`, { deadlineMs: 60_000 });
  let failed = 0;
  const mails = Array.from({ length: 250 }, () =>
    mailer.send(MAIL).then((outcome) => {
      if (outcome === "failed") failed += 1;
    }),
  );
  await asked.promise;
  // Two are in flight, 200 wait.
  await vi.waitFor(() => expect(failed).toBe(48));
  expect(warn.mock.lastCall?.[0].reason).toBe("Too many mails wait for the mail server.");
  await mailer.close();
  await Promise.all(mails);
  expect(failed).toBe(250);
  expect(warn.mock.lastCall?.[0].reason).toBe("The service stopped.");
});

test("a stop waits for a mail in flight", async () => {
  const [asked, answer] = [defer(), defer()];
  const box = await startSmtp({
    onMailFrom: async (_, __, done) => {
      asked.resolve();
      await answer.promise;
      done();
    },
  });
  const { mailer } = open(box.url);
  const sending = mailer.send(MAIL);
  await asked.promise;
  const closing = mailer.close();
  answer.resolve();
  await closing;
  expect(await sending).toBe("sent");
  expect(await mailer.send(MAIL)).toBe("failed");
});
