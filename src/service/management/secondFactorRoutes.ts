/** Routes of the second factor. */
import * as v from "valibot";
import type { RecoveryCodes, SecondFactorSetup } from "../../protocol/people.ts";
import { describe, text } from "../openapi/answerSchemas.ts";
import * as route from "../openapi/routeEntry.ts";
import { STARTED_SESSION, TOKEN } from "./peopleRoutes.ts";
import { factorUseSchema, setupConfirmationSchema, setupRequestSchema } from "./secondFactors.ts";

const secondFactorSetup = v.strictObject({
  secret: describe(text, "Secret of the authenticator app in Base32, for typing."),
  uri: describe(text, "Address for a QR code, `otpauth://totp/…`: SHA-1, 6 digits, 30 seconds."),
  setup: describe(text, "Confirms the set-up together with a code. Valid for 15 minutes."),
}) satisfies v.GenericSchema<SecondFactorSetup>;

const recoveryCodes = v.strictObject({
  recovery_codes: describe(v.array(text), "Shown once. Each signs in once instead of a code of the app."),
}) satisfies v.GenericSchema<RecoveryCodes>;
const RECOVERY_CODES = route.answer("RecoveryCodes", recoveryCodes);

const WITH_CODE = route.json(route.request("SecondFactorUse", factorUseSchema), {
  code: { password: "…", otp: "123456" },
});

export const SECOND_FACTOR_ROUTES = {
  "POST /v2/user/second-factor": {
    ...route.OF_USER,
    id: "beginSecondFactor",
    summary: "Creates the secret of an authenticator app. Nothing changes before the confirmation.",
    body: route.json(route.request("SecondFactorRequest", setupRequestSchema)),
    answers: route.ok(route.answer("SecondFactorSetup", secondFactorSetup)),
    refusals: [409],
  },
  "POST /v2/user/second-factor/confirm": {
    ...route.OF_USER,
    id: "confirmSecondFactor",
    summary: "Switches the second factor on, with a code of the authenticator app.",
    body: route.json(route.request("SecondFactorConfirmation", setupConfirmationSchema)),
    answers: {
      200: route.success(
        { allOf: [RECOVERY_CODES, { oneOf: [TOKEN, STARTED_SESSION] }] },
        "Other tokens and sessions have ended; a caller with a session gets a new cookie.",
      ),
    },
    refusals: [409],
  },
  "POST /v2/user/second-factor/codes": {
    ...route.OF_USER,
    id: "renewRecoveryCodes",
    summary: "Creates ten recovery codes, which replace the earlier ones.",
    body: WITH_CODE,
    answers: route.ok(RECOVERY_CODES),
    refusals: [409],
  },
  "POST /v2/user/second-factor/off": {
    ...route.OF_USER,
    id: "endSecondFactor",
    summary: "Switches the second factor off.",
    body: WITH_CODE,
    answers: route.done("The second factor is off."),
    refusals: [409],
  },
  "DELETE /v2/users/:id/second-factor": {
    access: "signedIn",
    needs: "owner",
    managesPeople: true,
    id: "resetSecondFactor",
    summary: "Switches the second factor of a user off, who lost it, and ends the user's sessions.",
    description: "The caller must manage all accounts of the user.",
    answers: route.done("The second factor is off, and the user's tokens and sessions have ended."),
    refusals: [409],
  },
} as const satisfies route.DocumentedRoutes;
