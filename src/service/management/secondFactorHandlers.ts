/** The signed-in user's second factor over HTTP, and its reset by owners. */
import type { RecoveryCodes } from "../../protocol/people.ts";
import { confirmFactor, confirmPassword } from "../accounts/login.ts";
import type { Account } from "../catalogue/catalogue.ts";
import type { Call } from "../interface/call.ts";
import { recordRefusal, refuseSignIn } from "../interface/signInRoute.ts";
import { toCustomerNetwork } from "../net/address.ts";
import type { User } from "../people/peopleSchema.ts";
import { answerRefusals, expectJson, parseId } from "./managementHandlers.ts";
import { validateInput } from "./peopleChanges.ts";
import { describeAsking, type PeopleContext, renewSignIn } from "./peopleHandlers.ts";
import { refuseField } from "./refusal.ts";
import {
  factorUseSchema,
  refuseCode,
  requireNone,
  requireOne,
  type SecondFactors,
  setupRequestSchema,
} from "./secondFactors.ts";
import type { Users } from "./users.ts";

interface FactorParts {
  users: Pick<Users, "resetSecondFactor">;
  factors: SecondFactors;
  context: PeopleContext;
}

/** Returns the handlers by their names in the table of routes. */
export function secondFactorHandlers({ users, factors, context }: FactorParts) {
  const ask = (c: Call, viewer: Account) => describeAsking(c, viewer, context);
  const findUser = (c: Call): User | undefined => context.people().users.get(c.get("holder")?.user ?? 0);
  /** Checks password and code of the signed-in user. Resolves with a response if the request has to wait. */
  const confirm = async (c: Call): Promise<Response | undefined> => {
    const input = validateInput(factorUseSchema, await expectJson(c));
    const user = requireOne(findUser(c));
    return refuseConfirmation(c, user, await confirmFactor(user, input, findCaller(c), context));
  };
  const findCaller = (c: Call) => toCustomerNetwork(context.findAddress(c.env.incoming));
  const refuseConfirmation = async (
    c: Call,
    user: User,
    { isRight, secondFactor, waitMs }: Awaited<ReturnType<typeof confirmPassword>>,
  ) => {
    if (isRight) return undefined;
    if (waitMs !== undefined) return refuseSignIn(c, waitMs, context);
    if (secondFactor === "missing") throw refuseCode();
    await recordRefusal(c, secondFactor ? "wrong second factor" : "wrong current password", user, context);
    throw secondFactor ? refuseCode() : refuseField("password", { code: "own-password-wrong" }, 403);
  };
  return answerRefusals({
    "POST /v2/user/second-factor": async (c) => {
      const { password } = validateInput(setupRequestSchema, await expectJson(c));
      const user = requireNone(findUser(c));
      const confirmation = await confirmPassword(user, password, findCaller(c), context);
      const refused = await refuseConfirmation(c, user, confirmation);
      return refused ?? c.json({ result: factors.begin(user) });
    },
    "POST /v2/user/second-factor/confirm": async (c, viewer) => {
      const { user, codes } = await factors.confirm(ask(c, viewer), await expectJson(c));
      const started = await renewSignIn(c, viewer, user, context);
      return c.json({ ...started, recovery_codes: codes } satisfies RecoveryCodes);
    },
    "POST /v2/user/second-factor/codes": async (c, viewer) => {
      const refused = await confirm(c);
      if (refused) return refused;
      const recovery_codes = await factors.renewCodes(ask(c, viewer));
      return c.json({ result: { recovery_codes } satisfies RecoveryCodes });
    },
    "POST /v2/user/second-factor/off": async (c, viewer) => {
      const refused = await confirm(c);
      if (refused) return refused;
      await factors.switchOff(ask(c, viewer));
      return c.body(null, 204);
    },
    "DELETE /v2/users/:id/second-factor": async (c, viewer) => {
      await users.resetSecondFactor(ask(c, viewer), parseId(c, "id"));
      return c.body(null, 204);
    },
  });
}
