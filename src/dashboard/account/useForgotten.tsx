/** Form for a forgotten password in place of the sign-in form, loaded on demand. */
import { useState } from "preact/hooks";
import { useManagementPages } from "../app/lazy.ts";
import { useLocale } from "../texts/locale.ts";

export function useForgotten() {
  const { errors } = useLocale().texts;
  const [name, setName] = useState("");
  const [isWanted, setWanted] = useState(false);
  const { module: pages, hasFailed } = useManagementPages(isWanted);
  const close = (entered: string) => {
    setName(entered || name);
    setWanted(false);
  };
  return {
    /** Name for signing in that was typed. */
    name,
    isShown: isWanted && pages !== undefined,
    form: pages && <pages.ForgottenPassword name={name} onBack={close} />,
    problem: isWanted && hasFailed ? errors.network : "",
    open: (form: HTMLFormElement | null) => {
      setName(form ? String(new FormData(form).get("username") ?? "") : "");
      setWanted(true);
    },
    /** Keeps the sign-in form: a user who types there no longer waits for the other form. */
    cancel: () => setWanted(false),
  };
}
