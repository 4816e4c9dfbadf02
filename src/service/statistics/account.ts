/** Describes an account to itself and to the bearers of its shared links. */
import type { AccountDetails } from "../../protocol/account.ts";
import type { Role } from "../../protocol/statistics.ts";
import { mayAsk, selectScope } from "../accounts/access.ts";
import type { TokenHolder } from "../accounts/login.ts";
import type { ShareRecord } from "../accounts/shareStore.ts";
import { describeShare } from "../accounts/shares.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import { describeSignedIn, getSignInName } from "../people/people.ts";
import type { StatisticsContext } from "./context.ts";
import type { Request } from "./route.ts";

/** ISO 4217's code of what is in no currency, as a sum of several is. */
const NO_CURRENCY = "XXX";

/** Answers `/v2/account`; with `detailed=1` it also reads since when there are facts. */
export async function answerAccount(
  c: Request,
  account: Account,
  share: ShareRecord | undefined,
  context: StatisticsContext,
): Promise<Response> {
  const catalogue = context.catalogue();
  const details = share
    ? describeSharedAccount(account, share, catalogue)
    : { ...describeAccount(account, catalogue), ...describeHolder(c.get("holder"), context) };
  if (c.req.query("detailed") !== "1") return c.json(details);
  const day = await findFirstDay(account, share?.role, context);
  return c.json({ ...details, ...(day && { data_from: day }) });
}

/** The first day with facts that the account can see without filters; `role`: on one side only. */
async function findFirstDay(
  account: Account,
  role: Role | undefined,
  { reports, catalogue, now }: StatisticsContext,
): Promise<string | undefined> {
  const roles = (["publisher", "advertiser"] as const).filter((each) =>
    role ? each === role : mayAsk(account, each),
  );
  const find = (each: Role) => {
    const { accounts } = selectScope(account, each, catalogue());
    return reports.findFirstDay({ role: each, accounts, timezone: account.timezone, now: now() }, account.id);
  };
  const days = await Promise.all(roles.map(find));
  return days.flatMap((day) => day ?? []).sort()[0];
}

/** The user who signed in, and what the user or API token may do. */
export function describeHolder(
  holder: TokenHolder | undefined,
  { people, catalogue }: Pick<StatisticsContext, "people" | "catalogue">,
): Pick<AccountDetails, "access" | "user" | "username"> {
  if (!holder) return {};
  const user = people().users.get(holder.user ?? 0);
  if (!user) return { access: holder.role };
  return { access: holder.role, username: getSignInName(user), user: describeSignedIn(user, catalogue()) };
}

export function describeAccount(account: Account, catalogue: Catalogue): AccountDetails {
  const { id, name, role, timezone, goals } = account;
  const currency = findCurrency(account, catalogue);
  const { declared } = catalogue;
  return {
    id,
    name,
    kind: role,
    currency,
    timezone,
    goals,
    catalogue: declared ? "declared" : "live",
    ...(declared && role === "network" && { catalogue_file: declared.file }),
  };
}

/** Describes the account as far as readers of a shared report need it. Contains no name but the link's. */
export function describeSharedAccount(
  account: Account,
  share: ShareRecord,
  catalogue: Catalogue,
): AccountDetails {
  const { role, timezone, goals } = account;
  const currency = findCurrency(account, catalogue);
  return { kind: role, currency, timezone, goals, share: describeShare(share) };
}

/** Amounts are never converted: what a network sees is in the currency of its members. */
function findCurrency({ id, role, currency }: Account, { data }: Catalogue): string {
  if (role !== "network") return currency;
  const members = data.accounts.filter((other) => other.network === id);
  const [first = currency, ...others] = new Set(members.map((member) => member.currency));
  return others.length === 0 ? first : NO_CURRENCY;
}
