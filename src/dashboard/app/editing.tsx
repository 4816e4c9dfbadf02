/**
 * Hides controls that change the catalogue while a file owns it, in a suspended account, and from users who may only
 * read.
 */
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { useTexts } from "../texts/management.ts";
import { useData } from "./managementData.ts";

export function useIsEditable(): boolean {
  const { catalogue, access, suspended } = useData().account.details;
  const isOutside = useContext(OutsideContext);
  return isOutside || (catalogue !== "declared" && access !== "viewer" && !suspended);
}

const OutsideContext = createContext(false);

/** Wraps forms that change no catalogue, but people or the own settings. */
export function OutsideCatalogue({ children }: { children: ComponentChildren }) {
  return <OutsideContext.Provider value={true}>{children}</OutsideContext.Provider>;
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
  const { catalogue, catalogue_file, suspended } = useData().account.details;
  if (useIsEditable()) return null;
  if (suspended) return <p class="problem">{form.suspended}</p>;
  return <p class="hint">{catalogue === "declared" ? form.declared(catalogue_file) : form.viewing}</p>;
}
