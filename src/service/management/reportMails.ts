/** Reports that users have mailed to their own addresses. Throws `ChangeRefused`. */
import type { SentMail } from "../../protocol/people.ts";
import type { Account } from "../catalogue/catalogue.ts";
import type { Mailer, MailOutcome } from "../mail/mailer.ts";
import type { Limits } from "../net/rateLimiter.ts";
import { findUserRole, type People } from "../people/people.ts";
import type { User } from "../people/peopleSchema.ts";
import {
  type ReportMailParts,
  ReportMailRefused,
  readMailedReport,
  writeReportMail,
} from "../reportMails/reportMail.ts";
import { type ReportNowRequest, reportNowRequest } from "../reportMails/reportMailRequest.ts";
import type { ReportsOff } from "../reportMails/reportsOff.ts";
import { Gate } from "../runtime/gate.ts";
import { hashToken } from "../signing/passwords.ts";
import { describeSending } from "./mailedLinks.ts";
import { requireRecipient } from "./mailRecipient.ts";
import { type Asking, validateInput } from "./peopleChanges.ts";
import { ChangeRefused } from "./refusal.ts";

/** Mails that are written or sent at once, because each may have a large file in memory; and waiting ones. */
const RUNNING = 2;
const WAITING = 2;
const WAITING_OF_ALL = 50;

interface ReportMailsParts extends Omit<ReportMailParts, "origin"> {
  /** Absent, like `origin`, if the service sends no mail. */
  mailer: Mailer | undefined;
  /** Why the service mails no reports; undefined if it does. */
  reportsOff: ReportsOff | undefined;
  origin: string | undefined;
  limits: Pick<Limits, "reportMails" | "sameReportMails">;
  people: () => People;
  /** Milliseconds since 1970. */
  now: () => number;
}

export class ReportMails {
  readonly #parts: ReportMailsParts;
  readonly #gate = new Gate({ running: RUNNING, waiting: WAITING, waitingOfAll: WAITING_OF_ALL });

  constructor(parts: ReportMailsParts) {
    this.#parts = parts;
  }

  /** Mails a report to the caller. Rejects with `BusyError` as reports do. */
  async send(asking: Asking, input: unknown): Promise<SentMail> {
    const { mailer, reportsOff, origin, catalogue, now } = this.#parts;
    if (reportsOff) throw new ChangeRefused(409, { code: reportsOff });
    if (!mailer || origin === undefined) throw new ChangeRefused(409, { code: "mail-off" });
    const { user, account } = this.#requireReader(asking);
    const request = validateInput(reportNowRequest, input);
    explain(() => readMailedReport({ request, account, now: now() }, catalogue()));
    const giveBack = await this.#count(user, account, request);
    const start = this.#start(mailer, origin, asking, request);
    const { outcome } = await start.catch(async (error) => {
      await giveBack();
      throw error;
    });
    const settled = outcome.then(async (outcome) => {
      if (outcome === "failed") await giveBack();
      return outcome;
    });
    return describeSending(settled);
  }

  /** Returns the user and the account as they are now. */
  #requireReader({ account: asked, user: id }: Asking): { user: User & { email: string }; account: Account } {
    const user = requireRecipient(this.#parts.people().users.get(id ?? 0));
    const account = this.#parts.catalogue().accounts.get(asked?.id ?? 0);
    if (!account || !findUserRole(user, account)) throw new ChangeRefused(404, { code: "user-gone" });
    return { user, account };
  }

  /** Counts the mail towards the limits, or refuses it. Resolves with what takes it back. */
  async #count({ id }: User, account: Account, request: ReportNowRequest): Promise<() => Promise<void>> {
    const { reportMails, sameReportMails } = this.#parts.limits;
    const [user, report] = [String(id), hashToken(JSON.stringify([id, account.id, request]))];
    const { allowed, resetSeconds } = await reportMails.take(user);
    if (!allowed) throw new ChangeRefused(429, { code: "mails-limited", seconds: resetSeconds });
    const same = await sameReportMails.take(report);
    if (!same.allowed) {
      await reportMails.giveBack(user);
      // Not 429, after which clients wait and send the request again.
      throw new ChangeRefused(409, { code: "report-mail-repeated", seconds: same.resetSeconds });
    }
    return async () => {
      await reportMails.giveBack(user);
      await sameReportMails.giveBack(report);
    };
  }

  /** Resolves once the mail is written. Its place is free for another one once the mail server has answered. */
  #start(
    mailer: Mailer,
    origin: string,
    asking: Asking,
    request: ReportNowRequest,
  ): Promise<{ outcome: Promise<MailOutcome> }> {
    const { now, reportTimeout } = this.#parts;
    return new Promise((resolve, reject) => {
      const work = async () => {
        // The rights may have changed during the wait.
        const { user, account } = this.#requireReader(asking);
        const mail = await writeReportMail({ ...this.#parts, origin, user, account, request, now: now() });
        // The report may have run for a minute.
        this.#requireReader(asking);
        const outcome = mailer.send({ ...mail, about: `report of user ${user.id}` });
        resolve({ outcome });
        await outcome;
      };
      this.#gate
        .run(work, AbortSignal.timeout(reportTimeout), asking.user)
        .catch((error) => reject(toRefusal(error)));
    });
  }
}

function explain<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw toRefusal(error);
  }
}

/** Explains to the caller why a report cannot be mailed. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof ReportMailRefused)) return error;
  const { problems } = error;
  const isHidden = problems.some(({ problem }) => problem.code === "side-hidden");
  return new ChangeRefused(isHidden ? 403 : 400, { code: "request-invalid" }, problems);
}
