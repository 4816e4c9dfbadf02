/**
 * Sends regular mails: on one node, one at a time, and each again until the mail server has answered for good.
 *
 * A period is marked after its mail was sent. A node that ends in between sends the mail twice, never not at all.
 */
import type { Logger } from "pino";
import type { Clock } from "../runtime/clock.ts";
import { waitFor } from "../runtime/waitFor.ts";
import { DAY_MS } from "../values/day.ts";
import type { Mail, Mailer } from "./mailer.ts";
import type { MailClaim, RegularMail, RegularMailSource, SentMarks } from "./regularMails.ts";

/** Milliseconds between two looks at what is due, each of which renews the claim. */
const LOOK_EVERY_MS = 30_000;
/** Milliseconds until another node can take over the claim of one that ended without a stop: six looks. */
export const CLAIM_HOLDS_MS = 180_000;
/** Minutes to wait after each failed attempt; the last value repeats. */
const WAITS = [1, 2, 5, 15, 30, 60];
/** Minutes to wait for the mail server after each mail in a row that it did not accept; the last value repeats. */
const SERVER_WAITS = [1, 2, 5];
/** Number of such mails after which another node may try during the wait: perhaps it reaches the mail server. */
const PASS_ON_AFTER = SERVER_WAITS.length;
/** Maximum milliseconds for writing a mail. */
const WRITE_MS = 10 * 60_000;
const DROP_MARKS_EVERY_MS = 3600_000;
/** Milliseconds by which a mark may be ahead of the clock. A later one is of a clock that was set wrong. */
const AHEAD_MS = DAY_MS;

interface RegularMailsParts {
  sources: readonly RegularMailSource[];
  mailer: Pick<Mailer, "send">;
  claim: MailClaim;
  marks: SentMarks;
  clock: Pick<Clock, "now" | "elapsed">;
  log: Pick<Logger, "error" | "warn">;
}

interface Attempts {
  /** Number of failed attempts. */
  failed: number;
  /** Monotonic milliseconds before which there is no other attempt. */
  notBefore: number;
}

/** What this node knows of the latest period of a key. */
interface Progress extends Attempts {
  period: string;
  /** Whether the mail was sent, was refused for good, is not needed or was given up. */
  isDone: boolean;
  /** Tells the source about the outcome; undefined once that has worked. */
  tell?: (() => Promise<void> | undefined) | undefined;
  /** Whether nothing is left to do for the period. */
  isMarked: boolean;
}

export class RegularMails {
  readonly #parts: RegularMailsParts;
  readonly #progress = new Map<string, Progress>();
  /** Mails in a row that the mail server did not accept. */
  #server: Attempts = { failed: 0, notBefore: 0 };
  /** Sources whose last listing failed. */
  readonly #failing = new Set<RegularMailSource>();
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;
  /** The step from sending a mail to its mark. */
  #settling: Promise<void> | undefined;
  /** Last time that marks were dropped, or that this node got the claim; monotonic milliseconds. */
  #droppedAt: number | undefined;
  #isClosed = false;

  constructor(parts: RegularMailsParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#parts.sources.length === 0) return;
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  /** Renews the claim, and sends what is due unless that is in progress. Resolves when it is done. Never rejects. */
  async look(): Promise<void> {
    if (!(await this.#hold()) || this.#isRunning) return;
    this.#isRunning = true;
    await this.#sendDue();
    // Another node then waits until the claim ends by itself.
    if (this.#hasPassedOn()) await this.#parts.claim.release().catch(() => {});
    this.#isRunning = false;
  }

  /**
   * Sends nothing more, and releases the claim once the mail in flight is marked. A mail that is still being written is
   * left to the next node. The stop of the mailer bounds the wait.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#settling?.catch(() => {});
    // Another node then waits until the claim ends by itself.
    if (this.#parts.sources.length > 0) await this.#parts.claim.release().catch(() => {});
  }

  /** Whether this node may send now. */
  async #hold(): Promise<boolean> {
    const isOff = this.#isClosed || this.#hasPassedOn();
    const isHeld = !isOff && (await this.#parts.claim.hold().catch(() => false));
    if (!isHeld) this.#droppedAt = undefined;
    return isHeld && !this.#isClosed;
  }

  /** Whether the mail server does not accept mails of this node, so that another one may try. */
  #hasPassedOn(): boolean {
    return this.#server.failed >= PASS_ON_AFTER && this.#isServerAwaited();
  }

  #isServerAwaited(): boolean {
    return this.#parts.clock.elapsed() < this.#server.notBefore;
  }

  async #sendDue(): Promise<void> {
    const mails = await this.#list();
    const countFailed = ({ key, period }: RegularMail) => this.#find(key, period).failed;
    // A mail that fails again and again must not keep others from being sent.
    for (const mail of mails.sort((a, b) => countFailed(a) - countFailed(b))) {
      if (!this.#isWaiting(mail)) continue;
      if (!(await this.#hold())) return;
      await this.#handle(mail);
    }
    await this.#dropMarks();
  }

  async #list(): Promise<RegularMail[]> {
    const { sources, clock, log } = this.#parts;
    const mails: RegularMail[] = [];
    for (const source of sources)
      try {
        mails.push(...(await source.list(clock.now())));
        this.#failing.delete(source);
      } catch (error) {
        if (!this.#failing.has(source)) log.error({ err: error }, "regular mails not listed");
        this.#failing.add(source);
      }
    const keys = new Set(mails.map(({ key }) => key));
    if (this.#failing.size === 0)
      for (const key of this.#progress.keys()) if (!keys.has(key)) this.#progress.delete(key);
    return mails;
  }

  /** Whether a mail is due, and its next attempt as well. Gives up a mail that failed until its end. */
  #isWaiting({ key, period, due, until }: RegularMail): boolean {
    const { clock, log } = this.#parts;
    const now = clock.now();
    const progress = this.#find(key, period);
    const isPast = now > until && !progress.isDone;
    if (isPast && progress.failed > 0) {
      log.warn({ mail: key, period }, "regular mail given up");
      Object.assign(progress, { isDone: true, isMarked: true });
    }
    const isPostponed = clock.elapsed() < progress.notBefore || (!progress.isDone && this.#isServerAwaited());
    return now >= due && !isPast && !progress.isMarked && !isPostponed;
  }

  /** Finds or begins the progress of a period. */
  #find(key: string, period: string): Progress {
    const known = this.#progress.get(key);
    if (known?.period === period) return known;
    const fresh = { period, failed: 0, notBefore: 0, isDone: false, isMarked: false };
    this.#progress.set(key, fresh);
    return fresh;
  }

  async #handle(mail: RegularMail): Promise<void> {
    const { marks, clock, log } = this.#parts;
    const progress = this.#find(mail.key, mail.period);
    try {
      if (!progress.isDone && isMarkFor(await marks.read(mail.key), mail.period, clock.now())) {
        Object.assign(progress, { isDone: true, isMarked: true });
        return;
      }
      const written = progress.isDone ? undefined : await write(mail);
      // Writing may take minutes.
      if (!(await this.#hold())) return;
      this.#settling = this.#settle(mail, written, progress);
      await this.#settling;
    } catch (error) {
      if (this.#isClosed) return;
      log.error({ err: error, mail: mail.key }, "regular mail not written, or its outcome not stored");
      this.#postpone(progress, WAITS);
    } finally {
      this.#settling = undefined;
    }
  }

  async #settle(mail: RegularMail, written: Mail | undefined, progress: Progress): Promise<void> {
    const { mailer, marks, clock } = this.#parts;
    const outcome = written && (await mailer.send(written));
    if (outcome === "failed") {
      this.#postpone(progress, WAITS);
      this.#postpone(this.#server, SERVER_WAITS);
      return;
    }
    if (outcome) this.#server = { failed: 0, notBefore: 0 };
    progress.isDone = true;
    if (outcome) progress.tell = () => (outcome === "sent" ? mail.onSent?.() : mail.onRefused?.());
    await progress.tell?.();
    progress.tell = undefined;
    await marks.write(mail.key, `${new Date(clock.now()).toISOString()} ${mail.period}`);
    progress.isMarked = true;
  }

  #postpone(attempts: Attempts, waits: readonly number[]): void {
    const minutes = waits[Math.min(attempts.failed, waits.length - 1)] ?? 0;
    attempts.failed += 1;
    attempts.notBefore = this.#parts.clock.elapsed() + minutes * 60_000;
  }

  /** Drops the marks of keys that are gone, hourly: a node that has just got the claim may not know the newest keys. */
  async #dropMarks(): Promise<void> {
    const { sources, marks, clock, log } = this.#parts;
    const elapsed = clock.elapsed();
    this.#droppedAt ??= elapsed;
    if (elapsed - this.#droppedAt < DROP_MARKS_EVERY_MS) return;
    this.#droppedAt = elapsed;
    try {
      await marks.keep((key) => sources.some((source) => source.isKept(key)));
    } catch (error) {
      log.error({ err: error }, "marks of sent mails not dropped");
    }
  }
}

/** Writes a mail. Rejects when that takes too long, so that others do not wait for it. */
async function write(mail: RegularMail): Promise<Mail | undefined> {
  const written = await waitFor(
    mail.write().then((mail) => ({ mail })),
    WRITE_MS,
  );
  if (!written) throw new Error("Writing the mail took too long.");
  return written.mail;
}

/** Whether a mark says that the period, or a later one, is done. */
function isMarkFor(mark: string | undefined, period: string, now: number): boolean {
  const [, time = "", marked = ""] = /^(\S+) (.*)$/.exec(mark ?? "") ?? [];
  return marked >= period && Date.parse(time) - now < AHEAD_MS;
}
