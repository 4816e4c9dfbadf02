/** Describes an account to its own users and to readers of its shared links. */

import type { AccountDetails } from "../../protocol/account.ts";
import type { Role } from "../../protocol/statistics.ts";
import type { TokenHolder } from "../accounts/login.ts";
import { describeGoalNames, findCurrency } from "../accounts/reportTerms.ts";
import type { ShareRecord } from "../accounts/shareStore.ts";
import { describeShare } from "../accounts/shares.ts";
import { describeViewer, mayAsk, selectScope } from "../accounts/visibleFacts.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import type { Call } from "../interface/call.ts";
import type { InterfaceEnvironment } from "../interface/environment.ts";
import { isDeclared } from "../people/declaredPeople.ts";
import { describeSignedIn, getSignInName } from "../people/people.ts";
import type { User } from "../people/peopleSchema.ts";

/** Answers `/v2/account`; with `detailed=1` also reads the first day with facts, from a link's first day on. */
export async function answerAccount(
  c: Call,
  account: Account,
  share: ShareRecord | undefined,
  context: InterfaceEnvironment,
): Promise<Response> {
  const catalogue = context.catalogue();
  const details = share
    ? describeSharedAccount(account, share, catalogue)
    : { ...describeAccount(account, catalogue, context), ...describeHolder(c.get("holder"), context) };
  if (c.req.query("detailed") !== "1") return c.json(details);
  const day = await findFirstDay(account, share?.role, context);
  const first = [share?.period?.from, share?.period?.compared?.from].flatMap((from) => from ?? []).sort()[0];
  return c.json({ ...details, ...(day && { data_from: first && day < first ? first : day }) });
}

/** Finds the first day with facts that the account can see without filters. `role`: only on one side. */
async function findFirstDay(
  account: Account,
  role: Role | undefined,
  { reports, catalogue, now }: InterfaceEnvironment,
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

/** Describes the signed-in user, and the rights of the user or API token. */
export function describeHolder(
  holder: TokenHolder | undefined,
  context: Pick<InterfaceEnvironment, "people" | "catalogue" | "sendsMail" | "reportsOff">,
): Pick<AccountDetails, "access" | "user" | "username"> {
  const { people, catalogue, sendsMail, reportsOff } = context;
  if (!holder) return {};
  const user = people().users.get(holder.user ?? 0);
  if (!user) return { access: holder.role };
  return {
    access: holder.role,
    username: getSignInName(user),
    user: {
      ...describeSignedIn(user, catalogue()),
      ...(sendsMail && hasUnconfirmedEmail(user) && { canConfirmEmail: true }),
      ...(sendsMail && user.emailConfirmed && { canReceiveAlerts: true }),
      ...(!reportsOff && user.emailConfirmed && { canReceiveReports: true }),
    },
  };
}

function hasUnconfirmedEmail({ id, email, emailConfirmed }: User): boolean {
  return email !== undefined && !emailConfirmed && !isDeclared(id);
}

export function describeAccount(
  account: Account,
  catalogue: Catalogue,
  { publisherShare }: Pick<InterfaceEnvironment, "publisherShare">,
): AccountDetails {
  const { id, name, role, timezone, goalSources, suspended } = account;
  const currency = findCurrency(account, catalogue);
  const { declared } = catalogue;
  return {
    id,
    name,
    kind: role,
    currency,
    timezone,
    goals: countGoals(account, catalogue),
    ...describeGoalNames(account, catalogue),
    ...(goalSources && role !== "network" && { goal_sources: goalSources }),
    ...(suspended && { suspended }),
    catalogue: declared ? "declared" : "live",
    ...(declared && role === "network" && { catalogue_file: declared.file }),
    ...(role === "network" && { publisher_share: publisherShare }),
  };
}

/**
 * Describes the account for readers of a shared report, as an account of the link's side; includes no name except the
 * name of the link.
 */
function describeSharedAccount(account: Account, share: ShareRecord, catalogue: Catalogue): AccountDetails {
  const { timezone } = account;
  const currency = findCurrency(account, catalogue, share.role);
  const goals = countGoals(account, catalogue);
  return { kind: share.role, currency, timezone, goals, share: describeShare(share) };
}

function countGoals(account: Account, catalogue: Catalogue): number {
  return describeViewer(account, "advertiser", catalogue).goals;
}
