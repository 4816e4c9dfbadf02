/**
 * Hides controls that change the catalogue while a file owns it, in a suspended account, and from users who may only
 * read.
 */
import type { ComponentChildren } from "preact";
import type { AccountDetails } from "../../statistics/statistics.ts";
import { useTexts } from "../texts/management.ts";
import { useDetails } from "./dataFrom.ts";
import { useData } from "./managementData.ts";

/** Details of the account as they are now: its role may have changed since the user signed in. */
function useCurrentDetails(): AccountDetails {
  const { client, account } = useData();
  return { ...account.details, ...useDetails(client).shown?.data };
}

export function useIsEditable(): boolean {
  const { catalogue, access, suspended } = useCurrentDetails();
  return catalogue !== "declared" && access !== "viewer" && !suspended;
}

/** Wraps buttons and links that change the catalogue. */
export function Editing({ children }: { children: ComponentChildren }) {
  return useIsEditable() ? children : null;
}

/** Wraps fields of a form, which are always shown, but may be disabled. */
export function EditableFields({ children }: { children: ComponentChildren }) {
  return (
    <fieldset class="editable" disabled={!useIsEditable()}>
      {children}
    </fieldset>
  );
}

/** Says why nothing can be edited. */
export function ReadOnlyNote() {
  const { form } = useTexts();
  const { catalogue, catalogue_file, suspended } = useCurrentDetails();
  if (useIsEditable()) return null;
  if (suspended) return <p class="problem">{form.suspended}</p>;
  return <p class="hint">{catalogue === "declared" ? form.declared(catalogue_file) : form.viewing}</p>;
}
