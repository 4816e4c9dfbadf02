/** The schedule of regular mails, with a clock, a mailer and marks that tests control. */
import { expect, test, vi } from "vitest";
import type { Mail, MailOutcome } from "../../../src/service/mail/mailer.ts";
import { RegularMails } from "../../../src/service/mail/regularMailSchedule.ts";
import {
  type RegularMail,
  type RegularMailSource,
  SINGLE_NODE,
} from "../../../src/service/mail/regularMails.ts";
import { defer } from "../../support/defer.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SEVEN = Date.parse("2026-11-30T07:00:00Z");

const MAIL: Mail = {
  to: "ann@site.example",
  language: "en",
  subject: "Report",
  text: "Report",
  html: "<p>Report</p>",
  about: "report 3 of user 7",
};

/** A mail of the day at 7:00 UTC. */
function daily(key: string, day: string, more: Partial<RegularMail> = {}): RegularMail {
  const due = Date.parse(`${day}T07:00:00Z`);
  return { key, period: day, due, until: due + DAY, write: async () => ({ ...MAIL, subject: key }), ...more };
}

function sourceOf(...mails: RegularMail[]): RegularMailSource {
  return { list: async () => mails, isKept: () => true };
}

/** Starts a schedule whose mails, outcomes and marks are visible. */
function aSchedule(
  sources: RegularMailSource[],
  { marks = new Map<string, string>(), claim = SINGLE_NODE } = {},
) {
  const time = { wall: SEVEN, monotonic: 1000 };
  const sent: string[] = [];
  const events: string[] = [];
  const send = vi.fn(async ({ subject }: Mail): Promise<MailOutcome> => {
    sent.push(subject);
    events.push(`sent ${subject}`);
    return "sent";
  });
  const store = {
    read: vi.fn(async (key: string) => marks.get(key)),
    write: vi.fn(async (key: string, mark: string) => {
      events.push(`marked ${key}`);
      marks.set(key, mark);
    }),
    keep: vi.fn(async (_: (key: string) => boolean) => {}),
  };
  const log = { error: vi.fn(), warn: vi.fn() };
  const mails = new RegularMails({
    sources,
    mailer: { send },
    claim,
    marks: store,
    clock: { now: () => time.wall, elapsed: () => time.monotonic },
    log,
  });
  /** Lets time pass on both clocks, then looks. */
  const lookAfter = (passed: number) => {
    time.wall += passed;
    time.monotonic += passed;
    return mails.look();
  };
  return { mails, time, sent, events, send, store, marks, log, lookAfter };
}

test("a mail is sent once when it is due, and then marked", async () => {
  const { time, sent, events, mails, lookAfter, marks } = aSchedule([sourceOf(daily("a", "2026-11-30"))]);
  time.wall = SEVEN - 1;
  await mails.look();
  expect(sent).toEqual([]);
  await lookAfter(1);
  await lookAfter(MINUTE);
  await lookAfter(HOUR);
  expect(events).toEqual(["sent a", "marked a"]);
  expect(marks.get("a")).toBe("2026-11-30T07:00:00.000Z 2026-11-30");
});

test("a mark from before a restart keeps a period from being sent again, and the next period is sent", async () => {
  const marks = new Map([["a", "2026-11-29T07:00:12.000Z 2026-11-29"]]);
  const yesterday = aSchedule([sourceOf(daily("a", "2026-11-29", { until: SEVEN + DAY }))], { marks });
  await yesterday.mails.look();
  expect(yesterday.sent).toEqual([]);
  const today = aSchedule([sourceOf(daily("a", "2026-11-30"))], { marks });
  await today.mails.look();
  expect(today.sent).toEqual(["a"]);
});

test.each([
  ["lost", undefined],
  ["damaged", "2026-11-30"],
])("with a mark that is %s, a mail is sent again", async (_, mark) => {
  const marks = new Map(mark === undefined ? [] : [["a", mark]]);
  const { mails, sent } = aSchedule([sourceOf(daily("a", "2026-11-30"))], { marks });
  await mails.look();
  expect(sent).toEqual(["a"]);
});

test("a node that ends between sending and marking leaves the mail to the next one", async () => {
  const source = sourceOf(daily("a", "2026-11-30"));
  const marks = new Map<string, string>();
  const first = aSchedule([source], { marks });
  first.store.write.mockImplementation(() => new Promise(() => {}));
  void first.mails.look();
  await vi.waitFor(() => expect(first.store.write).toHaveBeenCalled());
  const second = aSchedule([source], { marks });
  await second.mails.look();
  expect([first.sent, second.sent]).toEqual([["a"], ["a"]]);
});

test("a mail with nothing to say is not sent, and its period is marked", async () => {
  const onSent = vi.fn();
  const { mails, events } = aSchedule([
    sourceOf(daily("a", "2026-11-30", { write: async () => undefined, onSent })),
  ]);
  await mails.look();
  expect([events, onSent.mock.calls]).toEqual([["marked a"], []]);
});

test.each(["sent", "refused"] as const)(
  "the source learns of a %s mail before its mark, and again until it has stored that",
  async (outcome) => {
    const told = vi.fn(async (_written: number) => {}).mockRejectedValueOnce(new Error("Redis is away"));
    let listed = 0;
    // Each listing describes the mail anew; what was told belongs to the one that was sent.
    const list = async () => {
      const at = ++listed;
      return [daily("a", "2026-11-30", { onSent: () => told(at), onRefused: () => told(at) })];
    };
    const { mails, send, events, lookAfter } = aSchedule([{ list, isKept: () => true }]);
    send.mockResolvedValue(outcome);
    await mails.look();
    expect([told.mock.calls, events]).toEqual([[[1]], []]);
    await lookAfter(MINUTE);
    await lookAfter(HOUR);
    expect([told.mock.calls, events, send.mock.calls.length]).toEqual([[[1], [1]], ["marked a"], 1]);
  },
);

test("a mail that is refused for good is reported to its source, and the period is done", async () => {
  const onRefused = vi.fn();
  const { mails, send, marks, lookAfter } = aSchedule([sourceOf(daily("a", "2026-11-30", { onRefused }))]);
  send.mockResolvedValue("refused");
  await mails.look();
  await lookAfter(HOUR);
  expect([send.mock.calls.length, onRefused.mock.calls.length, marks.has("a")]).toEqual([1, 1, true]);
});

test("a failed mail is tried again with growing waits until its end", async () => {
  const { send, log, lookAfter, marks } = aSchedule([sourceOf(daily("a", "2026-11-30"))]);
  send.mockResolvedValue("failed");
  const tries: number[] = [];
  for (let minute = 0; minute <= 26 * 60; minute++) {
    const before = send.mock.calls.length;
    await lookAfter(minute === 0 ? 0 : MINUTE);
    if (send.mock.calls.length > before) tries.push(minute);
  }
  const [start, rest] = [tries.slice(0, 7), tries.slice(7)];
  expect(start).toEqual([0, 1, 3, 8, 23, 53, 113]);
  expect(rest.every((minute, at) => minute === 113 + 60 * (at + 1))).toBe(true);
  expect(tries.at(-1)).toBeLessThanOrEqual(24 * 60);
  expect(tries.at(-1)).toBeGreaterThan(23 * 60 - 1);
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { mail: "a", period: "2026-11-30" },
    "regular mail given up",
  );
  expect(marks.size).toBe(0);
});

test("while the mail server does not accept mails, one at a time is written anew, and the rest once it does", async () => {
  const write = vi.fn(async () => MAIL);
  const mails = ["a", "b", "c"].map((key) => daily(key, "2026-11-30", { write }));
  const { send, lookAfter, marks } = aSchedule([sourceOf(...mails)]);
  send.mockResolvedValue("failed");
  await lookAfter(0);
  await lookAfter(MINUTE - 1);
  expect(write).toHaveBeenCalledOnce();
  await lookAfter(1);
  await lookAfter(MINUTE);
  expect(write).toHaveBeenCalledTimes(2);
  send.mockResolvedValue("sent");
  await lookAfter(MINUTE);
  expect([write.mock.calls.length, marks.size]).toEqual([5, 3]);
});

test("a mail that always fails delays the others once at most", async () => {
  const mails = ["a", "b", "c"].map((key) => daily(key, "2026-11-30"));
  const { send, sent, lookAfter } = aSchedule([sourceOf(...mails)]);
  send.mockImplementation(async ({ subject }) => {
    if (subject === "a") return "failed";
    sent.push(subject);
    return "sent";
  });
  await lookAfter(0);
  expect(sent).toEqual([]);
  await lookAfter(MINUTE);
  expect(sent).toEqual(["b", "c"]);
});

test("a node whose mails fail three times in a row leaves the claim to another for five minutes", async () => {
  let holder: string | undefined;
  const marks = new Map<string, string>();
  const source = sourceOf(daily("a", "2026-11-30"), daily("b", "2026-11-30"));
  const [first, second] = ["first", "second"].map((name) => {
    const hold = async () => {
      holder ??= name;
      return holder === name;
    };
    const release = async () => {
      if (holder === name) holder = undefined;
    };
    return aSchedule([source], { marks, claim: { hold, release } });
  });
  first?.send.mockResolvedValue("failed");
  const lookBoth = async (passed: number) => {
    await first?.lookAfter(passed);
    await second?.lookAfter(passed);
  };
  await lookBoth(0);
  await lookBoth(MINUTE);
  expect([holder, second?.sent]).toEqual(["first", []]);
  await lookBoth(2 * MINUTE);
  expect([holder, second?.sent]).toEqual(["second", ["a", "b"]]);
  holder = undefined;
  await first?.lookAfter(5 * MINUTE - 1);
  expect(holder).toBe(undefined);
  await first?.lookAfter(1);
  expect(holder).toBe("first");
});

test("a mail that cannot be written is tried again, and others are sent meanwhile", async () => {
  const write = vi
    .fn(async (): Promise<Mail | undefined> => MAIL)
    .mockRejectedValueOnce(new Error("no reports"));
  const { mails, sent, lookAfter } = aSchedule([
    sourceOf(daily("a", "2026-11-30", { write }), daily("b", "2026-11-30")),
  ]);
  await mails.look();
  expect(sent).toEqual(["b"]);
  await lookAfter(MINUTE - 1);
  expect(sent).toEqual(["b"]);
  await lookAfter(1);
  expect(sent).toEqual(["b", "Report"]);
});

test("a mail that is written for too long is postponed, so that others do not wait for it", async () => {
  vi.useFakeTimers();
  try {
    const { mails, sent } = aSchedule([
      sourceOf(daily("a", "2026-11-30", { write: () => new Promise(() => {}) }), daily("b", "2026-11-30")),
    ]);
    const looking = mails.look();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    await looking;
    expect(sent).toEqual(["b"]);
  } finally {
    vi.useRealTimers();
  }
});

test("after a standstill only the listed period is sent, and not one whose end has passed", async () => {
  const { mails, sent, time, log } = aSchedule([
    sourceOf(daily("a", "2026-11-30"), daily("b", "2026-12-02", { until: SEVEN + 10 * DAY })),
  ]);
  time.wall = SEVEN + 3 * DAY;
  await mails.look();
  expect(sent).toEqual(["b"]);
  expect(log.warn).not.toHaveBeenCalled();
});

test("mails are sent one at a time, also when a look begins during another", async () => {
  const answer = defer();
  let inFlight = 0;
  const most: number[] = [];
  const { mails, send } = aSchedule([sourceOf(daily("a", "2026-11-30"), daily("b", "2026-11-30"))]);
  send.mockImplementation(async () => {
    most.push(++inFlight);
    await answer.promise;
    inFlight -= 1;
    return "sent";
  });
  const first = mails.look();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  await mails.look();
  answer.resolve();
  await first;
  expect(most).toEqual([1, 1]);
});

test("an outage of one source leaves the mails of others, and is logged once", async () => {
  const broken = {
    list: vi.fn<RegularMailSource["list"]>().mockRejectedValue(new Error("no")),
    isKept: () => true,
  };
  const { mails, sent, log } = aSchedule([broken, sourceOf(daily("a", "2026-11-30"))]);
  await mails.look();
  await mails.look();
  expect([sent, log.error.mock.calls.length]).toEqual([["a"], 1]);
  broken.list.mockResolvedValue([]);
  await mails.look();
  broken.list.mockRejectedValue(new Error("no"));
  await mails.look();
  expect(log.error).toHaveBeenCalledTimes(2);
});

test("a clock that is set back sends nothing again, and one that is set forward does not delay another attempt", async () => {
  const mails = [daily("a", "2026-11-30")];
  const { sent, send, time, lookAfter } = aSchedule([{ list: async () => mails, isKept: () => true }]);
  send.mockResolvedValueOnce("failed");
  await lookAfter(0);
  // Waits follow the monotonic clock.
  time.wall += 12 * HOUR;
  await lookAfter(MINUTE - 1);
  expect(sent).toEqual([]);
  await lookAfter(1);
  expect(sent).toEqual(["a"]);
  time.wall -= 13 * HOUR;
  await lookAfter(2 * HOUR);
  mails[0] = daily("a", "2026-11-29", { until: SEVEN + DAY });
  await lookAfter(0);
  expect(sent).toEqual(["a"]);
});

test("a mark of a clock that was far ahead does not keep later mails from being sent", async () => {
  const marks = new Map([["a", "2031-01-01T07:00:12.000Z 2031-01-01"]]);
  const { mails, sent } = aSchedule([sourceOf(daily("a", "2026-11-30"))], { marks });
  await mails.look();
  expect(sent).toEqual(["a"]);
});

test("a mail whose mark cannot be written is not sent again by the same node, which marks it later", async () => {
  const { mails, store, events, lookAfter } = aSchedule([sourceOf(daily("a", "2026-11-30"))]);
  store.write.mockRejectedValueOnce(new Error("disk full"));
  await mails.look();
  await lookAfter(MINUTE);
  await lookAfter(HOUR);
  expect(events).toEqual(["sent a", "marked a"]);
});

test("without the claim nothing is listed or sent, also when the claim cannot be checked", async () => {
  const hold = vi.fn(async () => false);
  const list = vi.fn(async () => [daily("a", "2026-11-30")]);
  const { mails, sent } = aSchedule([{ list, isKept: () => true }], {
    claim: { hold, release: async () => {} },
  });
  await mails.look();
  hold.mockRejectedValueOnce(new Error("away"));
  await mails.look();
  expect([list.mock.calls.length, sent]).toEqual([0, []]);
  hold.mockResolvedValue(true);
  await mails.look();
  expect(sent).toEqual(["a"]);
});

test.each([
  ["before a mail is written", 2, 0],
  ["while a mail is written", 3, 1],
])("a claim that is lost %s ends the run before that mail is sent", async (_, lostAt, written) => {
  let calls = 0;
  const write = vi.fn(async () => MAIL);
  const { mails, sent } = aSchedule([sourceOf(daily("a", "2026-11-30", { write }))], {
    claim: { hold: async () => ++calls < lostAt, release: async () => {} },
  });
  await mails.look();
  expect([write.mock.calls.length, sent]).toEqual([written, []]);
});

test("marks of keys that are gone are dropped hourly, but not in the first hour with the claim", async () => {
  const hold = vi.fn(async () => true);
  const gone = { list: async () => [], isKept: (key: string) => key === "a" };
  const other = { list: async () => [], isKept: (key: string) => key === "b" };
  const { mails, store, lookAfter } = aSchedule([gone, other], { claim: { hold, release: async () => {} } });
  await mails.look();
  await lookAfter(HOUR - 1);
  expect(store.keep).not.toHaveBeenCalled();
  await lookAfter(1);
  await lookAfter(MINUTE);
  expect(store.keep).toHaveBeenCalledOnce();
  const isKept = store.keep.mock.calls[0]?.[0];
  expect(["a", "b", "c"].map((key) => isKept?.(key))).toEqual([true, true, false]);
  hold.mockResolvedValueOnce(false);
  await lookAfter(HOUR);
  await lookAfter(HOUR - 1);
  expect(store.keep).toHaveBeenCalledOnce();
});

test("a stop waits for the mail in flight and its mark, sends nothing more, and releases the claim", async () => {
  const answer = defer();
  const release = vi.fn(async () => {});
  const { mails, send, events } = aSchedule([sourceOf(daily("a", "2026-11-30"), daily("b", "2026-11-30"))], {
    claim: { hold: async () => true, release },
  });
  send.mockImplementation(async ({ subject }) => {
    await answer.promise;
    events.push(`sent ${subject}`);
    return "sent";
  });
  const looking = mails.look();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  const closing = mails.close();
  expect(release).not.toHaveBeenCalled();
  answer.resolve();
  await Promise.all([looking, closing]);
  expect([events, release.mock.calls.length]).toEqual([["sent a", "marked a"], 1]);
  await mails.look();
  expect(send).toHaveBeenCalledOnce();
});

test("a mark that cannot be written does not fail the stop", async () => {
  const answer = defer();
  const { mails, send, store } = aSchedule([sourceOf(daily("a", "2026-11-30"))]);
  store.write.mockRejectedValue(new Error("disk full"));
  send.mockImplementation(async () => {
    await answer.promise;
    return "sent";
  });
  const looking = mails.look();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  const closing = mails.close();
  answer.resolve();
  await expect(Promise.all([looking, closing])).resolves.toBeDefined();
});

test("the schedule does not keep the process alive", async () => {
  const start = vi.spyOn(globalThis, "setInterval");
  const { mails } = aSchedule([sourceOf()]);
  mails.start();
  const timer: NodeJS.Timeout = start.mock.results[0]?.value;
  start.mockRestore();
  expect(timer.hasRef()).toBe(false);
  await mails.close();
});

test.each([
  ["is then not sent", async () => MAIL],
  ["fails without a line in the log", () => Promise.reject(new Error("closed"))],
])("a stop does not wait for a mail that is being written, which %s", async (_, end) => {
  const written = defer();
  const write = vi.fn(async () => {
    await written.promise;
    return end();
  });
  const { mails, sent, log } = aSchedule([sourceOf(daily("a", "2026-11-30", { write }))], {
    claim: { hold: async () => true, release: async () => Promise.reject(new Error("away")) },
  });
  const looking = mails.look();
  await vi.waitFor(() => expect(write).toHaveBeenCalled());
  await mails.close();
  written.resolve();
  await looking;
  expect([sent, log.error.mock.calls]).toEqual([[], []]);
});

test("the schedule looks every half minute until it is closed, and without sources never takes the claim", async () => {
  vi.useFakeTimers();
  try {
    const list = vi.fn(async () => []);
    const [hold, release] = [vi.fn(async () => true), vi.fn(async () => {})];
    const claim = { hold, release };
    const [some, none] = [aSchedule([{ list, isKept: () => true }], { claim }), aSchedule([], { claim })];
    some.mails.start();
    none.mails.start();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(list).toHaveBeenCalledTimes(2);
    await some.mails.close();
    await none.mails.close();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(list).toHaveBeenCalledTimes(2);
    expect(hold).toHaveBeenCalledTimes(2);
    expect(release).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});
