/** Regular mails of two nodes on one Redis, which goes away at each step, through a real mail server. */
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { RegularMails } from "../../src/service/mail/regularMailSchedule.ts";
import type { RegularMail, SentMarks } from "../../src/service/mail/regularMails.ts";
import { readSmtpServer } from "../../src/service/mail/smtpAddress.ts";
import { SmtpMailer } from "../../src/service/mail/smtpMailer.ts";
import { MAILING, SENT_MAILS } from "../../src/service/redis/names.ts";
import { systemClock } from "../../src/service/runtime/clock.ts";
import { Cluster, manage } from "../service/contracts/engines.ts";
import { findRedisServer, NO_REDIS } from "../service/support/redis.ts";
import { type Mailbox, startSmtp } from "../service/support/smtp.ts";

const KEY = "report 3 of user 7";
const PERIOD = "2026-11-30";

let cluster: Cluster;
let box: Mailbox;
/** Runs before the mail server accepts a mail. */
let onMail: () => void;

beforeEach(async (context) => {
  context.skip(findRedisServer() === undefined, NO_REDIS);
  cluster = await Cluster.start();
  onMail = () => {};
  box = await startSmtp({
    onRcptTo: (_, __, done) => {
      onMail();
      done();
    },
  });
});
afterEach(async () => {
  await cluster.stop();
});

/** Adds a node with one mail that is due. */
async function addNode({ onWrite = () => {}, marks }: { onWrite?: () => void; marks?: SentMarks } = {}) {
  const { mailClaim, sentMarks } = await manage(await cluster.addNode({ timeout: 200 }));
  const log = { warn: vi.fn(), error: vi.fn() };
  const mailer = new SmtpMailer({ server: readSmtpServer(box.url, "https://ads.example"), log });
  onTestFinished(() => mailer.close());
  const mail: RegularMail = {
    key: KEY,
    period: PERIOD,
    due: 0,
    until: Number.MAX_SAFE_INTEGER,
    write: async () => {
      onWrite();
      const body = { subject: "Report", text: "Report", html: "<p>Report</p>" };
      return { to: "ann@site.example", language: "en", about: KEY, ...body };
    },
  };
  // The waits between attempts pass at once.
  let elapsed = 0;
  return new RegularMails({
    sources: [{ list: async () => [mail], isKept: () => true }],
    mailer,
    claim: mailClaim,
    marks: marks ?? sentMarks,
    clock: { now: systemClock.now, elapsed: () => (elapsed += 3600_000) },
    log,
  });
}

/** Lets both nodes look at once, until the mail is marked in Redis. */
async function lookUntilMarked(nodes: readonly RegularMails[]): Promise<void> {
  await vi.waitFor(
    async () => {
      await Promise.all(nodes.map((node) => node.look()));
      expect(await cluster.redis.send("HGET", SENT_MAILS, KEY)).toMatch(new RegExp(`Z ${PERIOD}$`));
    },
    { timeout: 20_000 },
  );
  for (const node of nodes) await node.look();
}

test("two nodes that look at the same time send one mail", async () => {
  await lookUntilMarked([await addNode(), await addNode()]);
  expect(box.mails).toHaveLength(1);
});

test("while Redis is away before the claim, no node sends, and afterwards one does", async () => {
  const nodes = [await addNode(), await addNode()];
  cluster.redis.freeze();
  for (const node of nodes) await node.look();
  expect(box.mails).toEqual([]);
  cluster.redis.thaw();
  await lookUntilMarked(nodes);
  expect(box.mails).toHaveLength(1);
});

test("when Redis goes away while a mail is written, the mail is sent once it is back", async () => {
  const onWrite = vi.fn().mockImplementationOnce(() => cluster.redis.freeze());
  const nodes = [await addNode({ onWrite }), await addNode()];
  await nodes[0]?.look();
  expect([onWrite.mock.calls.length, box.mails]).toEqual([1, []]);
  cluster.redis.thaw();
  await lookUntilMarked(nodes);
  expect(box.mails).toHaveLength(1);
});

test("when Redis goes away before the mark, the node that sent the mail marks it later", async () => {
  onMail = () => cluster.redis.freeze();
  const nodes = [await addNode(), await addNode()];
  await nodes[0]?.look();
  expect(box.mails).toHaveLength(1);
  cluster.redis.thaw();
  await lookUntilMarked(nodes);
  expect(box.mails).toHaveLength(1);
});

test("when the node that sent a mail ends before the mark, another sends it again", async () => {
  const write = vi.fn(() => new Promise<void>(() => {}));
  const marks = { read: async () => undefined, write, keep: async () => {} };
  void (await addNode({ marks })).look();
  await vi.waitFor(() => expect(write).toHaveBeenCalled(), { timeout: 5000 });
  const other = await addNode();
  await other.look();
  expect(box.mails).toHaveLength(1);
  // The claim of a node that ended is not renewed.
  await cluster.redis.send("PEXPIRE", MAILING, "1");
  await lookUntilMarked([other]);
  expect(box.mails).toHaveLength(2);
});

test("a node that stops lets the other send at once", async () => {
  const [one, two] = [await addNode(), await addNode()];
  await one.look();
  await cluster.redis.send("HDEL", SENT_MAILS, KEY);
  await two.look();
  expect(box.mails).toHaveLength(1);
  await one.close();
  await lookUntilMarked([two]);
  expect(box.mails).toHaveLength(2);
});
