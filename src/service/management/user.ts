/** What an account changes of itself: its name, and its password when it knows the one of now. */
import type { Account } from "../catalogue/catalogue.ts";
import { verifyPassword } from "../signing/passwords.ts";
import { isObject } from "../values/object.ts";
import type { Management } from "./management.ts";
import { ChangeRefused, refuseField } from "./refusal.ts";

const FIELDS = ["name", "password", "currentPassword"];

/** Throws `ChangeRefused`. */
export async function changeOwnAccount(
  management: Management,
  viewer: Account,
  input: unknown,
): Promise<void> {
  if (!isObject(input)) throw refuseField("body", "Expected an object.");
  const wrong = Object.keys(input).filter((field) => !FIELDS.includes(field));
  if (wrong.length > 0)
    throw new ChangeRefused(
      400,
      "The change was not made.",
      wrong.map((field) => ({ [`[${field}]`]: "This field was not expected." })),
    );
  const { currentPassword, ...patch } = input;
  if ("password" in patch && !(await verifyPassword(String(currentPassword ?? ""), viewer.password)))
    throw refuseField("currentPassword", "Wrong password.", 403);
  await management.changeOwn(viewer, patch);
}
