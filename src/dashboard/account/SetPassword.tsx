/** Page of the link with which a user sets a password. */
import { useTexts } from "../texts/management.ts";
import { LinkForm, type LinkPageProps } from "./LinkForm.tsx";

export function SetPassword(props: LinkPageProps) {
  const { setPassword: texts } = useTexts();
  return (
    <LinkForm
      {...props}
      path="v2/password"
      namePath="v2/password/user"
      lead={texts.lead}
      submit={texts.submit}
      fields={[{ name: "password", label: texts.password, autocomplete: "new-password" }]}
    />
  );
}
